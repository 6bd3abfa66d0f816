"""Fills a pattern with different words of a lexicon, by seed. Knows no puzzle, givens or rating.

Forward checking on bitsets, the slot with the fewest words first, and of a few random words the one that leaves the
crossing slots most: enough for the open patterns of fill-ins, where a failed pattern is simply replaced.
"""

from __future__ import annotations

import random
from math import log

import numpy as np

from cpfill.grid import Grid
from cpfill.lexicon import Lexicon

SAMPLE = 8
"""Words that a slot tries."""
NODE_LIMIT = 200
"""Words placed before a pattern is given up."""


class Filler:
    """Fills patterns from one lexicon; the bitsets of its words are made once per length."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._masks: dict[int, list[list[int]]] = {}

    def masks(self, length: int) -> list[list[int]]:
        """Per position and letter code, the bitset of the words of that length that have it there."""
        if length not in self._masks:
            rows = self.lexicon.letters(length)
            self._masks[length] = [
                [_bitset(rows[:, position] == code) for code in range(len(self.lexicon.alphabet))]
                for position in range(length)
            ]
        return self._masks[length]

    def fill(self, grid: Grid, rng: random.Random) -> list[str] | None:
        """A word for each slot, all different and agreeing with the givens; None when none was found quickly."""
        rows = _Search(self, grid, rng).run()
        if rows is None:
            return None
        return [self.lexicon.word(len(slot), row) for slot, row in zip(grid.slots, rows, strict=True)]


def _bitset(flags: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


class _Search:
    """One depth-first search. ``left[s]`` are the words that slot s may still take; placed slots leave ``open``."""

    def __init__(self, filler: Filler, grid: Grid, rng: random.Random) -> None:
        self.lexicon, self.rng, self.nodes = filler.lexicon, rng, 0
        self.lengths = [len(slot) for slot in grid.slots]
        self.masks = [filler.masks(n) for n in self.lengths]
        self.left = [self._starting_words(grid, s) for s in range(len(self.lengths))]
        self.crossings: list[list[tuple[int, int, int]]] = [[] for _ in self.lengths]
        for crossing in grid.crossings:
            across, down = crossing.across, crossing.down
            self.crossings[across].append((crossing.across_position, down, crossing.down_position))
            self.crossings[down].append((crossing.down_position, across, crossing.across_position))

    def _starting_words(self, grid: Grid, s: int) -> int:
        words = (1 << self.lexicon.count(self.lengths[s])) - 1
        for position, cell in enumerate(grid.slots[s].cells):
            if cell in grid.givens:
                code = self.lexicon.alphabet.find(grid.givens[cell])
                words &= self.masks[s][position][code] if code >= 0 else 0
        return words

    def run(self) -> list[int] | None:
        """The row of each slot's word."""
        rows = [-1] * len(self.lengths)
        return rows if self._place(rows) else None

    def _place(self, rows: list[int]) -> bool:
        open_slots = [s for s, row in enumerate(rows) if row < 0]
        if not open_slots:
            return True
        slot = min(open_slots, key=lambda s: self.left[s].bit_count())
        before = self.left
        options = [(self._follow(slot, row, rows), row) for row in self._sample(before[slot])]
        for (_, left), row in sorted(options, key=lambda option: -option[0][0]):
            if left is None or self.nodes >= NODE_LIMIT:
                break
            self.nodes += 1
            self.left, rows[slot] = left, row
            if self._place(rows):
                return True
            self.left, rows[slot] = before, -1
        return False

    def _follow(self, slot: int, row: int, rows: list[int]) -> tuple[float, list[int] | None]:
        """How much the word leaves its crossing slots, and what is then left everywhere; None when that is nothing."""
        letters = self.lexicon.letters(self.lengths[slot])[row].tolist()
        left = [
            words & ~(1 << row) if length == self.lengths[slot] else words
            for words, length in zip(self.left, self.lengths, strict=True)
        ]
        worth = 0.0
        for position, other, place in self.crossings[slot]:
            if rows[other] < 0:
                left[other] &= self.masks[other][place][letters[position]]
                if not left[other]:
                    return -1.0, None
                worth += log(left[other].bit_count())
        return worth, left

    def _sample(self, words: int) -> list[int]:
        """Up to a few random rows of a bitset, without repeats."""
        if words.bit_count() <= SAMPLE:
            rows = [row for row in range(words.bit_length()) if words >> row & 1]
            self.rng.shuffle(rows)
            return rows
        found: dict[int, None] = {}
        for _ in range(SAMPLE):
            start = self.rng.randrange(words.bit_length())
            ahead = words >> start
            found[start + (ahead & -ahead).bit_length() - 1] = None
        return list(found)
