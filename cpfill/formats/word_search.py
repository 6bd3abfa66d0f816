"""Reads words and letter grids, and writes word searches as text and JSON. Knows no solver."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cpfill.errors import InputError
from cpfill.formats.files import read_bytes
from cpfill.formats.words import decode
from cpfill.grid import BLOCK, Grid
from cpfill.word_search.finder import Occurrence
from cpfill.word_search.instance import LetterGrid, letters_of

MAX_BYTES = 64 << 20
MAX_WORDS = 5000
"""Most words that a page could hold, by far: a longer list is taken for a mistake."""


def read_titles(path: str | Path, encoding: str = "utf-8") -> list[str]:
    """The phrases of a list, one a line; '#' begins a comment line and a score after ';' is ignored.

    Raises InputError for a file that cannot be read.
    """
    text = decode(str(path), read_bytes(path, "word list", MAX_BYTES), encoding)
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    return [line.partition(";")[0].strip() for line in lines if line and not line.startswith("#")]


def titled(phrases: Iterable[str]) -> dict[str, str]:
    """Word -> phrase, once each, in the order given: ICECREAM -> Ice cream. Raises InputError for what is no word."""
    titles: dict[str, str] = {}
    for phrase in phrases:
        word = letters_of(phrase)
        if len(word) < 2:
            raise InputError(f"{phrase!r} cannot be hidden; a word needs two letters or more")
        titles.setdefault(word, phrase.upper())
    return titles


def read_mask(path: str | Path) -> Grid:
    """An outline as rows of '.' inside and '#' outside. Raises InputError, naming the line."""
    text = decode(str(path), read_bytes(path, "mask", MAX_BYTES), "utf-8").lstrip("\ufeff")
    return Grid.from_rows([line.rstrip() for line in text.rstrip().splitlines()], str(path))


def read_letters(path: str | Path) -> tuple[list[str], list[str]]:
    """The rows of a letter grid and the phrases listed with it, if any.

    Takes text, spaces between the letters or not, with the words after an empty line, and the JSON that ``make``
    prints. Raises InputError, naming the line.
    """
    text = decode(str(path), read_bytes(path, "letter grid", MAX_BYTES), "utf-8").lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        return _from_json(text, str(path))
    upper, _, below = text.strip("\n").replace("\r\n", "\n").partition("\n\n")
    rows = ["".join(line.split()).upper() for line in upper.splitlines()]
    _check(rows, str(path))
    return rows, [line.strip() for line in below.splitlines() if line.strip() and not line.startswith("#")]


def _from_json(text: str, source: str) -> tuple[list[str], list[str]]:
    try:
        document = json.loads(text.splitlines()[0] if "\n{" in text.strip() else text)
        rows = [str(row).upper() for row in document["grid"]]
        words = [str(entry.get("title", entry["word"])) for entry in document.get("placements", [])]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{source}: is no word search as JSON: {error}") from None
    _check(rows, source)
    return rows, words


def _check(rows: Sequence[str], source: str) -> None:
    if not rows or not rows[0]:
        raise InputError(f"{source}: the grid is empty")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(
                f"{source}:{number}: row has {len(row)} letters, row 1 has {len(rows[0])}; rows must be equally long"
            )
        for column, mark in enumerate(row, 1):
            if not (mark.isalnum() or mark in (BLOCK, ".", "~", "-", "_")):
                raise InputError(f"{source}:{number}: column {column} has {mark!r}; use letters, or '#' for outside")


def occurrence_table(found: Occurrence, titles: Mapping[str, str]) -> dict[str, Any]:
    """A word's place as JSON shows it, counted from 1 at the top left; ``title`` only where it differs."""
    place = {"word": found.word, "row": found.row + 1, "column": found.column + 1, "direction": found.direction}
    title = titles.get(found.word, found.word)
    return place if title == found.word else {**place, "title": title}


def grid_table(grid: LetterGrid) -> dict[str, Any]:
    """A word search as JSON shows it."""
    titles = grid.search.titles
    return {
        "grid": list(grid.rows),
        "placements": [occurrence_table(placed, titles) for placed in grid.placements],
        "overlap": grid.overlap,
        "message": grid.search.message,
    }


def page_text(grid: LetterGrid) -> str:
    """The puzzle as text: spaced rows, an empty line, the words."""
    return f"{_spaced(grid.rows)}\n\n{chr(10).join(word_list(grid))}\n"


def solution_text(grid: LetterGrid) -> str:
    """The solution as text: a dot in each unused cell, then where each word begins."""
    places = "\n".join(str(placed) for placed in grid.placements)
    return f"{_spaced(grid.solution_rows)}\n\n{places}\n"


def word_list(grid: LetterGrid) -> list[str]:
    """The words as the page lists them, alphabetically."""
    return sorted(grid.search.titles.get(word, word) for word in grid.search.words)


def _spaced(rows: Iterable[str]) -> str:
    return "\n".join(" ".join(row) for row in rows)
