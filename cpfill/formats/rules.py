"""Rules as users write them: short texts such as "17-Across=WORD", alone or in a TOML table. Knows no grid."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from cpfill.errors import InputError, did_you_mean
from cpfill.formats.files import read_bytes
from cpfill.formats.words import Accents, normal, read_word_set
from cpfill.rules import DEFAULT_MIN_SCORE, Rules

MAX_RULES_BYTES = 1 << 20
NO_LIST = "none"
"""Given as an avoid list, it leaves out the embedded one."""

KINDS: Mapping[str, type] = {
    "min-score": int,
    "entry": list,
    "place": list,
    "avoid": list,
    "max-shared": int,
    "pangram": bool,
    "allow-duplicates": bool,
    "distinct-stems": bool,
    "max-below": str,
    "slot-words": list,
    "slot-pattern": list,
}
"""What a [rules] table may hold, by the names of the command line's options; lists hold texts."""
_WANTED = {int: "a whole number", bool: "true or false", str: "a text in quotes", list: "a list of texts in quotes"}

T = TypeVar("T")


def read_rule_table(path: str | Path) -> dict[str, Any]:
    """The [rules] table of a TOML file, its file names taken from that file's folder.

    Raises InputError, naming the key, for a name that is no rule and for a value of the wrong type.
    """
    try:
        tables = tomllib.loads(read_bytes(path, "rules file", MAX_RULES_BYTES).decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: is no TOML: {error}") from None
    for name in tables:
        if name != "rules":
            raise InputError(f"{path}: has {name!r} beside [rules]; a rules file has that table alone")
    table = tables.get("rules")
    if not isinstance(table, dict):
        raise InputError(f"{path}: has no [rules] table")
    return checked_rule_table(table, str(path), Path(path).parent)


def checked_rule_table(table: Mapping[str, Any], source: str, folder: Path) -> dict[str, Any]:
    """The table with its file names taken from ``folder``. Raises InputError as ``read_rule_table`` does."""
    for name, value in table.items():
        _check(source, name, value)
    return {name: _with_folder(name, value, folder) for name, value in table.items()}


def _check(source: str, name: str, value: object) -> None:
    if name not in KINDS:
        raise InputError(f"{source}: there is no rule {name!r}{did_you_mean(name, KINDS)}")
    kind = KINDS[name]
    fits = type(value) is kind and not (isinstance(value, list) and any(type(item) is not str for item in value))
    if not fits:
        raise InputError(f"{source}: {name} is {value!r}; it must be {_WANTED[kind]}")


def _with_folder(name: str, value: Any, folder: Path) -> Any:
    if name == "avoid":
        return [text if text == NO_LIST else str(folder / text) for text in value]
    if name == "slot-words":
        pairs = [split_pair(text, name, "FILE") for text in value]
        return [f"{slot}={folder / file}" for slot, file in pairs]
    return value


def merge_rule_tables(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Both tables in one: lists are joined, of other values the second table's counts."""
    merged = dict(first)
    for name, value in second.items():
        merged[name] = [*merged.get(name, []), *value] if isinstance(value, list) else value
    return merged


def rules_of(
    table: Mapping[str, Any],
    encoding: str = "utf-8",
    accents: Accents = "keep",
    avoid: Callable[[], frozenset[str]] = frozenset,
) -> Rules:
    """The rules that a table of these names states; ``avoid`` gives words to avoid unless the table says "none".

    Raises InputError for a text that is not of its rule's form, and for a file that cannot be read.
    """

    def spelt(text: str) -> str:
        return normal(text.strip(), accents)

    lists = table.get("avoid", [])
    avoided = frozenset() if NO_LIST in lists else avoid()
    for path in lists:
        if path != NO_LIST:
            avoided |= read_word_set(path, encoding, accents)
    words = {n: read_word_set(path, encoding, accents) for n, path in _pairs(table, "slot-words", "FILE").items()}
    return Rules(
        entries={name: spelt(word) for name, word in _pairs(table, "entry", "WORD").items()},
        avoid=avoided,
        min_score=table.get("min-score", DEFAULT_MIN_SCORE),
        allow_duplicates=table.get("allow-duplicates", False),
        max_shared=table.get("max-shared"),
        distinct_stems=table.get("distinct-stems", False),
        pangram=table.get("pangram", False),
        max_below=_max_below(table["max-below"]) if "max-below" in table else None,
        place=tuple(spelt(word) for word in table.get("place", [])),
        slot_words=words,
        slot_patterns=_pairs(table, "slot-pattern", "REGEX"),
    )


def split_pair(text: str, name: str, value: str) -> tuple[str, str]:
    """The two sides of ``SLOT=VALUE``. Raises InputError when there are none."""
    slot, equals, rest = text.partition("=")
    if not (slot.strip() and equals and rest.strip()):
        raise InputError(f'{name} is {text!r}; write it as "17-Across={value}"')
    return slot.strip(), rest.strip()


def _pairs(table: Mapping[str, Any], name: str, value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in table.get(name, []):
        slot, rest = split_pair(text, name, value)
        if found.setdefault(slot, rest) != rest:
            raise InputError(f"{name} says both {found[slot]!r} and {rest!r} for {slot}; give one")
    return found


def _max_below(text: str) -> tuple[int, int]:
    count, _, score = text.partition(":")
    if not (count.strip().isdecimal() and score.strip().isdecimal()):
        raise InputError(f"max-below is {text!r}; write it as N:SCORE, such as 2:60 for at most two entries below 60")
    return int(count), int(score)
