"""Makes patterns like those of American newspapers, of any odd size. Knows no words."""

from __future__ import annotations

import random
from itertools import groupby

SHORTEST = 3
DENSITY = 0.17
"""Share of blocks at which to stop: newspapers have 15 to 18 percent."""


def pattern(size: int, seed: int) -> list[str]:
    """Rows of '.' and '#': symmetric by a half turn, connected, every run three cells or longer."""
    rng = random.Random(seed * 1000 + size)
    blocks: set[tuple[int, int]] = set()
    places = [(r, c) for r in range(size) for c in range(size)]
    misses = 0
    while len(blocks) < DENSITY * size * size and misses < 400:
        row, column = max(rng.sample(places, 6), key=lambda place: _longest_through(blocks, size, place))
        tried = blocks | {(row, column), (size - 1 - row, size - 1 - column)}
        if _is_good(tried, size):
            blocks, misses = tried, 0
        else:
            misses += 1
    return ["".join("#" if (r, c) in blocks else "." for c in range(size)) for r in range(size)]


def _longest_through(blocks: set[tuple[int, int]], size: int, place: tuple[int, int]) -> int:
    row, column = place
    lines = [[(row, c) for c in range(size)], [(r, column) for r in range(size)]]
    return max(max(_runs(blocks, line), default=0) for line in lines)


def _runs(blocks: set[tuple[int, int]], line: list[tuple[int, int]]) -> list[int]:
    return [len(list(run)) for white, run in groupby(line, lambda place: place not in blocks) if white]


def _is_good(blocks: set[tuple[int, int]], size: int) -> bool:
    lines = [[(r, c) for c in range(size)] for r in range(size)] + [[(r, c) for r in range(size)] for c in range(size)]
    return all(min(_runs(blocks, line), default=SHORTEST) >= SHORTEST for line in lines) and _connected(blocks, size)


def _connected(blocks: set[tuple[int, int]], size: int) -> bool:
    white = {(r, c) for r in range(size) for c in range(size)} - blocks
    seen, open_cells = set(), [min(white)]
    while open_cells:
        row, column = open_cells.pop()
        if (row, column) in white and (row, column) not in seen:
            seen.add((row, column))
            open_cells += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return seen == white
