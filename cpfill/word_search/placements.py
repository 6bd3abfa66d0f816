"""Every place that a word can take in a grid, as arrays of cells. Knows no solver and no finder."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from cpfill.grid import Cell
from cpfill.word_search.finder import Occurrence
from cpfill.word_search.instance import WordSearch

Indices = npt.NDArray[np.int32]

COMPASS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
_DOWN = np.array([0, 1, 1, 1, 0, -1, -1, -1])
_RIGHT = np.array([1, 1, 0, -1, -1, -1, 0, 1])


class Space:
    """The placements of each word of a search.

    Cells are numbered row by row, blocks included. ``cells(w)`` has shape (placements of word w, its letters);
    ``direction(w)`` gives, per placement, an index into ``COMPASS``. Of the two readings of a palindrome one is kept.
    """

    def __init__(self, search: WordSearch) -> None:
        self.search = search
        self.height, self.width = search.grid.height, search.grid.width
        self.codes = [np.array([ord(letter) for letter in word], dtype=np.int32) for word in search.words]
        self._by_shape: dict[tuple[int, bool], tuple[Indices, Indices]] = {}

    @property
    def squares(self) -> int:
        """The number of cells, blocks included."""
        return self.height * self.width

    @cached_property
    def _inside(self) -> npt.NDArray[np.bool_]:
        inside = np.zeros((self.height, self.width), dtype=np.bool_)
        for cell in self.search.grid.cells:
            inside[cell] = True
        return inside

    def cells(self, word: int) -> Indices:
        """The cells of each placement of that word, by number: shape (placements, letters)."""
        return self._placements(word)[0]

    def direction(self, word: int) -> Indices:
        """The direction of each placement of that word: shape (placements,), indices into COMPASS."""
        return self._placements(word)[1]

    def _placements(self, word: int) -> tuple[Indices, Indices]:
        text = self.search.words[word]
        shape = (len(text), text == text[::-1])
        if shape not in self._by_shape:
            self._by_shape[shape] = self._lines(*shape)
        return self._by_shape[shape]

    def _lines(self, length: int, palindrome: bool) -> tuple[Indices, Indices]:
        rows, columns = (axis.ravel() for axis in np.indices((self.height, self.width)))
        found = [np.zeros((0, length), dtype=np.int32)]
        ways = [np.zeros(0, dtype=np.int32)]
        used = [COMPASS.index(name) for name in self.search.directions]
        for way in used:
            if palindrome and (way + 4) % 8 in used and way >= 4:
                continue
            r = rows[:, None] + _DOWN[way] * np.arange(length)
            c = columns[:, None] + _RIGHT[way] * np.arange(length)
            fits = (r[:, -1] >= 0) & (r[:, -1] < self.height) & (c[:, -1] >= 0) & (c[:, -1] < self.width)
            r, c = r[fits], c[fits]
            whole = self._inside[r, c].all(axis=1)
            found.append((r[whole] * self.width + c[whole]).astype(np.int32))
            ways.append(np.full(int(whole.sum()), way, dtype=np.int32))
        return np.concatenate(found), np.concatenate(ways)

    def occurrence(self, word: int, row: int) -> Occurrence:
        """The placement in that row of ``cells(word)`` by its first letter and direction."""
        start = int(self.cells(word)[row, 0])
        return Occurrence(
            self.search.words[word], start // self.width, start % self.width, COMPASS[self.direction(word)[row]]
        )

    @cached_property
    def _rows(self) -> dict[int, dict[tuple[int, ...], int]]:
        return {}

    def row_of(self, word: int, cells: tuple[int, ...]) -> int | None:
        """The row of ``cells(word)`` with these cells in this order, or None when that is no placement."""
        if word not in self._rows:
            self._rows[word] = {tuple(line): row for row, line in enumerate(self.cells(word).tolist())}
        found = self._rows[word].get(cells)
        if found is None and self.search.words[word] == self.search.words[word][::-1]:
            found = self._rows[word].get(cells[::-1])
        return found

    @cached_property
    def hosts(self) -> dict[int, tuple[tuple[int, int, bool], ...]]:
        """Per word the (host, offset, backwards) of each longer or mirrored word that it lies in."""
        words = self.search.words
        found = {w: tuple(_inside_of(word, words, w)) for w, word in enumerate(words)}
        return {w: places for w, places in found.items() if places}

    def longest_run(self) -> int:
        """The longest straight line of cells in an allowed direction."""
        best = 0
        for way in (COMPASS.index(name) for name in self.search.directions):
            run: dict[Cell, int] = {}
            cells = self.search.grid.cells
            for cell in cells if way in (0, 1, 2, 3) else cells[::-1]:
                before = Cell(cell.row - int(_DOWN[way]), cell.column - int(_RIGHT[way]))
                run[cell] = run.get(before, 0) + 1
            best = max(best, *run.values())
        return best


def _inside_of(word: str, words: tuple[str, ...], own: int) -> list[tuple[int, int, bool]]:
    places = []
    for host, text in enumerate(words):
        for backwards in (False, True) if word != word[::-1] else (False,):
            part = word[::-1] if backwards else word
            at = text.find(part) if host != own else -1
            while at >= 0:
                places.append((host, at, backwards))
                at = text.find(part, at + 1)
    return places
