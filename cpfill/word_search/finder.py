"""Finds words in a grid of letters, line by line. Knows no model: it judges what the model makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cpfill.errors import InputError, did_you_mean

Square = tuple[int, int]

STEPS: dict[str, Square] = {
    "E": (0, 1),
    "SE": (1, 1),
    "S": (1, 0),
    "SW": (1, -1),
    "W": (0, -1),
    "NW": (-1, -1),
    "N": (-1, 0),
    "NE": (-1, 1),
}
"""Compass direction -> (rows, columns) from one letter to the next."""


class Occurrence(NamedTuple):
    """A word in the grid, from its first letter, counted from 0 at the top left."""

    word: str
    row: int
    column: int
    direction: str

    @property
    def squares(self) -> tuple[Square, ...]:
        """(row, column) of each letter."""
        down, right = STEPS[self.direction]
        return tuple((self.row + i * down, self.column + i * right) for i in range(len(self.word)))

    def __str__(self) -> str:
        return f"{self.word} at row {self.row + 1}, column {self.column + 1}, going {self.direction}"


def find_words(rows: Sequence[str], words: Iterable[str], directions: Sequence[str] = tuple(STEPS)) -> list[Occurrence]:
    """Every occurrence of every word in ``rows``, equally long rows of letters, by word and then direction.

    A palindrome reads the same from both ends: it is told once, in the direction named first. Raises InputError for
    ragged rows and unknown directions.
    """
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise InputError(f"row {number} has {len(row)} letters, row 1 has {width}; rows must be equally long")
    for name in directions:
        if name not in STEPS:
            raise InputError(f"there is no direction {name!r}{did_you_mean(name.upper(), STEPS)}")
    lines = {name: _lines(len(rows), width, STEPS[name]) for name in directions}
    texts = {name: "".join("\n" if s is None else rows[s[0]][s[1]] for s in lines[name]) for name in directions}
    return [found for word in words if word for found in _occurrences(word, directions, texts, lines)]


@lru_cache(maxsize=64)
def _lines(height: int, width: int, step: Square) -> tuple[Square | None, ...]:
    """The squares of every line that runs that way, lines parted by None."""
    down, right = step
    squares: list[Square | None] = []
    for r in range(height):
        for c in range(width):
            if 0 <= r - down < height and 0 <= c - right < width:
                continue
            y, x = r, c
            while 0 <= y < height and 0 <= x < width:
                squares.append((y, x))
                y, x = y + down, x + right
            squares.append(None)
    return tuple(squares)


def _occurrences(
    word: str, directions: Sequence[str], texts: dict[str, str], lines: dict[str, tuple[Square | None, ...]]
) -> Iterator[Occurrence]:
    told: set[frozenset[Square]] = set()
    palindrome = word == word[::-1]
    for name in directions:
        at = texts[name].find(word)
        while at >= 0:
            start = lines[name][at]
            if start is not None:
                found = Occurrence(word, *start, name)
                squares = frozenset(found.squares) if palindrome else frozenset()
                if not palindrome or squares not in told:
                    told.add(squares)
                    yield found
            at = texts[name].find(word, at + 1)
