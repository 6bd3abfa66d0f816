"""Makes block patterns by seed: square, connected, alike after half a turn. Knows no words, only their lengths."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import lru_cache

from cpfill.errors import InputError
from cpfill.grid import BLOCK, EMPTY, MAX_SIDE, Grid

SMALLEST = 3
"""A smaller square has no room for words that cross."""
SHORTEST_RUN = 3
"""Two-letter words make poor puzzles."""
DENSITIES = (0.25, 0.45)
"""The shares of blocks that patterns have."""
ATTEMPTS = 50
"""Patterns begun before giving up."""


def random_pattern(size: int, lengths: Collection[int], rng: random.Random) -> Grid:
    """A pattern in which every run has one of the lengths, or is a single cell that a run crosses.

    Raises InputError for a size below 3 or above 128, and when the lengths allow no pattern of that size.
    """
    if not SMALLEST <= size <= MAX_SIDE:
        raise InputError(f"the size is {size}; a pattern has from {SMALLEST} to {MAX_SIDE} cells a side")
    allowed = frozenset(n for n in lengths if n >= SHORTEST_RUN)
    for _ in range(ATTEMPTS):
        sketch = _Sketch(size, allowed)
        sketch.block_at_random(rng.uniform(*DENSITIES), rng)
        if not sketch.faults:
            return Grid.from_rows(sketch.rows)
    raise InputError(f"no pattern of {size}x{size} was found whose words all have lengths of the list; give --grid")


@lru_cache(maxsize=1 << 16)
def _bad_runs(line: str, allowed: frozenset[int]) -> int:
    """The cells too many in runs that have no allowed length."""
    return sum(len(run) for run in line.split(BLOCK) if len(run) > 1 and len(run) not in allowed)


class _Sketch:
    """A pattern that is being made: blocks go in by pairs, half a turn apart."""

    def __init__(self, size: int, allowed: frozenset[int]) -> None:
        self.size, self.allowed = size, allowed
        self.rows = [EMPTY * size for _ in range(size)]
        self.blocks = 0
        self.faults = self._faults()

    def block_at_random(self, density: float, rng: random.Random) -> None:
        """Try every pair in random order; keep the blocks that add no fault until the density is reached."""
        size = self.size
        places = [(r, c) for r in range(size) for c in range(size) if (r, c) <= (size - 1 - r, size - 1 - c)]
        rng.shuffle(places)
        for r, c in places:
            if self.blocks >= density * size * size and not self.faults:
                return
            self._try(r, c)

    def _try(self, r: int, c: int) -> None:
        before, r2, c2 = self.rows[:], self.size - 1 - r, self.size - 1 - c
        for row, column in {(r, c), (r2, c2)}:
            self.rows[row] = self.rows[row][:column] + BLOCK + self.rows[row][column + 1 :]
        faults = self._faults()
        if faults <= self.faults and not self._lonely(r, c) and self._connected():
            self.faults, self.blocks = faults, sum(row.count(BLOCK) for row in self.rows)
        else:
            self.rows = before

    def _faults(self) -> int:
        columns = ("".join(column) for column in zip(*self.rows, strict=True))
        return sum(_bad_runs(line, self.allowed) for line in (*self.rows, *columns))

    def _white(self, r: int, c: int) -> bool:
        return 0 <= r < self.size and 0 <= c < self.size and self.rows[r][c] != BLOCK

    def _around(self, r: int, c: int) -> list[tuple[int, int]]:
        return [(a, b) for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if self._white(a, b)]

    def _lonely(self, r: int, c: int) -> bool:
        """Whether a block there leaves a white neighbour that is in no run; its twin is alike."""
        return any(not self._around(*neighbour) for neighbour in self._around(r, c))

    def _connected(self) -> bool:
        whites = self.size * self.size - sum(row.count(BLOCK) for row in self.rows)
        start = next(((r, row.index(EMPTY)) for r, row in enumerate(self.rows) if EMPTY in row), None)
        if start is None:
            return False
        reached, ahead = {start}, [start]
        while ahead:
            for cell in self._around(*ahead.pop()):
                if cell not in reached:
                    reached.add(cell)
                    ahead.append(cell)
        return len(reached) == whites
