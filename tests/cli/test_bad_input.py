"""Bad input ends in one clear line and exit code 2, whatever it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Folder = Callable[..., None]

GRID, WORDS = "...\n...\n...\n", "BIT\nICE\nTEN\n"


@pytest.mark.parametrize("command", ["solve", "reduce", "check"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "grid.txt: the grid is empty"),
        ("\n\n", "grid.txt: the grid is empty"),
        ("...\n..\n", "grid.txt:2: row has 2 cells, row 1 has 3; rows must be equally long"),
        ("...\n.7.\n", "grid.txt:2: column 2 has '7'; use '.' for white, '#' for a block or a letter"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "grid.txt: is no text in UTF-8"),
        (b"MZ\x00\x01", "grid.txt: is a binary file"),
        ("." * 129, "grid.txt: the grid is 1x129; the longest side allowed is 128"),
        (("." * 2000 + "\n") * 2000, "grid.txt: the grid is 2000x2000; the longest side allowed is 128"),
    ],
    ids=["empty", "blank", "ragged", "digit", "binary", "nul", "wide", "2000x2000"],
)
def test_grids(run: Run, folder: Folder, command: str, content: str | bytes, message: str) -> None:
    folder(**{"grid.txt": content, "words.txt": WORDS})
    _is_one_line(run(command, "grid.txt", "--words", "words.txt"), message)


@pytest.mark.parametrize("command", ["solve", "reduce", "check"])
def test_missing_files_and_directories(run: Run, folder: Folder, tmp_path: Path, command: str) -> None:
    folder(**{"grid.txt": GRID, "words.txt": WORDS})
    (tmp_path / "lists").mkdir()
    _is_one_line(run(command, "gird.txt"), "gird.txt: there is no such file; did you mean 'grid.txt'?")
    _is_one_line(run(command, "lists"), "lists: is a directory; give a grid file")
    _is_one_line(run(command, "grid.txt", "-w", "w.txt"), "w.txt: there is no such file")
    _is_one_line(run(command, "grid.txt", "-w", "lists"), "lists: is a directory; give a word list file")


def test_given_letter_outside_the_alphabet(run: Run, folder: Folder) -> None:
    folder(**{"grid.txt": "..Я\n", "words.txt": WORDS})
    for command in ("solve", "reduce"):
        outcome = run(command, "grid.txt", "-w", "words.txt")
        _is_one_line(outcome, "row 1, column 3: the given 'Я' is not in the alphabet of the words")


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("", [], "words.txt: no words; a word list has lines of WORD or WORD;SCORE"),
        ("# only\n\n", [], "words.txt: no words"),
        ("don't\n", [], 'words.txt: no words; a word list has lines of WORD or WORD;SCORE; not letters only: "don\'t"'),
        ("BIT\nжук\n".encode("cp1251"), [], "words.txt: line 2 is not utf-8; name its encoding with --encoding"),
        ("жук\n".encode("utf-16"), [], "words.txt: line 1 is not utf-8; name its encoding with --encoding"),
        ("BIT\n".encode("utf-16-le"), [], "words.txt: is a binary file or not utf-8"),
        ("жук\n", ["--encoding", "ascii"], "words.txt: line 1 is not ascii"),
        ("BIT\n", ["--encoding", "uft-8"], "there is no encoding 'uft-8'; did you mean 'utf-8'?"),
        ("BIT\n", ["--encoding", "rot13"], "there is no encoding 'rot13'"),
        (
            "".join(chr(0x4E00 + 2 * i) + chr(0x4E01 + 2 * i) + "\n" for i in range(40)),
            [],
            "words.txt: the words use 80 different letters; at most 64 are possible",
        ),
    ],
    ids=["empty", "comments", "no word", "1251", "utf-16", "nul", "ascii", "misspelt", "no text", "letters"],
)
def test_word_lists(run: Run, folder: Folder, content: str | bytes, options: list[str], message: str) -> None:
    folder(**{"grid.txt": GRID, "words.txt": content})
    for command in ("solve", "check"):
        _is_one_line(run(command, "grid.txt", "-w", "words.txt", *options), message)


def test_packed_lists_that_are_none(run: Run, folder: Folder) -> None:
    folder(**{"grid.txt": GRID, "words.txt.gz": "BIT\n"})
    _is_one_line(run("reduce", "grid.txt", "-w", "words.txt.gz"), "words.txt.gz: is no gzip file")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--entry", "1-Across"], "entry is '1-Across'; write it as \"17-Across=WORD\""),
        (["--entry", "9-Across=BIT"], "the grid has no slot '9-Across'"),
        (["--entry", "1-Across=BITE"], "1-Across has 3 letters, but BITE has 4"),
        (["--entry", "1a=BIT", "--entry", "1a=TEN"], "entry says both 'BIT' and 'TEN' for 1a"),
        (["--avoid", "a.txt"], "a.txt: there is no such file"),
        (["--max-shared", "0"], "max-shared is 0"),
        (["--max-below", "2"], "max-below is '2'; write it as N:SCORE"),
        (["--slot-pattern", "1-Across=(("], "the pattern '((' for 1-Across is no regular expression"),
        (["--slot-words", "1-Across=none.txt"], "none.txt: there is no such file"),
        (["--rules", "r.toml"], "r.toml: there is no such file"),
    ],
)
def test_rules(run: Run, folder: Folder, options: list[str], message: str) -> None:
    folder(**{"grid.txt": GRID, "words.txt": WORDS})
    _is_one_line(run("reduce", "grid.txt", "-w", "words.txt", *options), message)


def test_outputs(run: Run, folder: Folder, tmp_path: Path) -> None:
    folder(**{"grid.txt": GRID, "words.txt": WORDS})
    asked = ("solve", "grid.txt", "-w", "words.txt", "--allow-duplicates")
    _is_one_line(run(*asked, "-o", "nowhere/fill.txt"), "nowhere/fill.txt: cannot be written")
    _is_one_line(run(*asked, "--format", "txet"), "there is no format 'txet'; did you mean 'text'?")
    assert not (tmp_path / "nowhere").exists()


def _is_one_line(outcome: tuple[int, str, str], message: str) -> None:
    code, out, err = outcome
    assert (code, out) == (2, "")
    assert err.startswith(f"cpfill: {message}")
    assert err.count("\n") == 1
