"""Grids as text: marks, line ends, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.formats import find_format, read_grid, write_fill
from cpfill.formats import text as text_format
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle


def _rows(data: str | bytes) -> list[str]:
    encoded = data if isinstance(data, bytes) else data.encode()
    return text_format.read(encoded, "grid.txt").to_solve().rows()


@pytest.mark.parametrize(
    "data",
    [
        "..#\nA..\n",
        "..#\na..",
        "..#\r\nA..\r\n\r\n",
        "..#\rA..\r",
        "\ufeff..#\nA..\n  \n\n",
        "-?#\nA_.\n",
        "--.\nA--\n",
        "__.\nA__\n",
        "..#\nA..\n".encode("utf-16"),
    ],
    ids=["plain", "lower case", "CRLF", "CR", "BOM", "other empty", "point block", "underscore", "utf-16"],
)
def test_marks_and_line_ends(data: str | bytes) -> None:
    assert _rows(data) == ["..#", "A.."]


def test_decomposed_letters_are_one_cell() -> None:
    assert _rows("e\u0301.\n") == ["É."]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"grid\.txt: the grid is empty"),
        (b"..\n\n..\n", r"grid\.txt:2: row has 0 cells, row 1 has 2"),
        (b"..\n.3\n", r"grid\.txt:2: column 2 has '3'"),
        (b"\xff\xfe\x00", r"grid\.txt: is no text in UTF-8"),
    ],
)
def test_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _rows(data)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.text("#.AЯ", min_size=n, max_size=n), min_size=1, max_size=6)))
def test_round_trip(rows: list[str]) -> None:
    grid = Grid.from_rows(rows)
    puzzle = Puzzle(grid, Lexicon.from_words(["AЯ"]))
    written = text_format.write(text_format.Document.from_fill(Fill(puzzle, grid.givens)))
    assert _rows(written) == rows


def test_files_are_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "fill.txt"
    path.write_text("something longer than the grid\n" * 9)
    puzzle = Puzzle(Grid.from_rows(["AB"]), Lexicon.from_words(["AB"]))
    write_fill(Fill(puzzle, puzzle.grid.givens), path)
    assert path.read_text() == "AB\n"
    assert read_grid(path).rows() == ["AB"]
    assert [kept.name for kept in tmp_path.iterdir()] == ["fill.txt"]


def test_formats_by_name_and_ending() -> None:
    assert find_format("a.JSON").name == "json"
    assert find_format("a.unknown").name == "text"
    assert find_format("a.json", "text").name == "text"
    with pytest.raises(InputError, match="there is no format 'jsno'; did you mean 'json'"):
        find_format("-", "jsno")
