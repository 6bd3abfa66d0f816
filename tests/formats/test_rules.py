"""Rules as users write them, in options and in TOML."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpfill.errors import InputError
from cpfill.formats.rules import merge_rule_tables, read_rule_table, rules_of
from cpfill.rules import Rules


def _table(folder: Path, text: str) -> dict[str, object]:
    path = folder / "rules.toml"
    path.write_text(text)
    return read_rule_table(path)


def test_an_empty_table_is_the_default() -> None:
    assert rules_of({}) == Rules()


def test_a_whole_file(tmp_path: Path) -> None:
    (tmp_path / "avoid.txt").write_text("bad\n")
    (tmp_path / "themes.txt").write_text("ant\nbee\n")
    table = _table(
        tmp_path,
        """
        [rules]
        min-score = 40
        entry = ["17-Across=theme", "3d = bee"]
        place = ["wasp"]
        avoid = ["avoid.txt"]
        max-shared = 4
        pangram = true
        allow-duplicates = false
        distinct-stems = true
        max-below = "2:60"
        slot-words = ["1-Across=themes.txt"]
        slot-pattern = ["5-Down=.*ING=?"]
        """,
    )
    assert rules_of(table) == Rules(
        entries={"17-Across": "THEME", "3d": "BEE"},
        avoid=frozenset({"BAD"}),
        min_score=40,
        max_shared=4,
        distinct_stems=True,
        pangram=True,
        max_below=(2, 60),
        place=("WASP",),
        slot_words={"1-Across": frozenset({"ANT", "BEE"})},
        slot_patterns={"5-Down": ".*ING=?"},
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules]\nmin-scroe = 3", "there is no rule 'min-scroe'; did you mean 'min-score'"),
        ("[rules]\nmin-score = '3'", "min-score is '3'; it must be a whole number"),
        ("[rules]\nmin-score = true", "min-score is True; it must be a whole number"),
        ("[rules]\nentry = 'a=b'", "entry is 'a=b'; it must be a list of texts"),
        ("[rules]\nentry = [1]", r"entry is \[1\]; it must be a list of texts"),
        ("[rules]\npangram = 1", "pangram is 1; it must be true or false"),
        ("[rule]\n", r"has 'rule' beside \[rules\]"),
        ("", r"has no \[rules\] table"),
        ("[rules", "is no TOML"),
    ],
)
def test_files_are_strict(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _table(tmp_path, text)


def test_the_command_line_adds_to_lists_and_overrides_the_rest() -> None:
    merged = merge_rule_tables({"place": ["ant"], "min-score": 40}, {"place": ["bee"], "min-score": 60})
    assert merged == {"place": ["ant", "bee"], "min-score": 60}


def test_none_leaves_out_the_embedded_avoid_list(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("bad\n")
    given = {"avoid": [str(tmp_path / "mine.txt")]}

    def embedded() -> frozenset[str]:
        return frozenset({"WORSE"})

    assert rules_of(given, avoid=embedded).avoid == {"BAD", "WORSE"}
    assert rules_of({"avoid": ["none"]}, avoid=embedded).avoid == frozenset()
    assert rules_of({"avoid": ["none", *given["avoid"]]}, avoid=embedded).avoid == {"BAD"}
