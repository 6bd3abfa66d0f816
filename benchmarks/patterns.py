"""Makes patterns like those of American newspapers, of any odd size. Knows no words.

Example: python -m benchmarks.patterns grids --size 9 --size 15 --each 8
"""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

SHORTEST = 3
MEAN_LENGTH = 4.9
"""Mean length of entries at which to stop: a newspaper's 15x15 of 78 words has about that."""


def main(
    folder: Annotated[Path, typer.Argument(help="Where the grids go, a text file each.")],
    size: Annotated[list[int], typer.Option(help="Rows and columns; odd; repeatable.")],
    each: Annotated[int, typer.Option(min=1, help="Different grids of a size.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="The first pattern's seed; the others' follow.")] = 100,
    mean_length: Annotated[float, typer.Option(help="Mean length of entries; more makes wider grids.")] = MEAN_LENGTH,
) -> None:
    """Write as many different patterns of each size."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in size:
        if one % 2 == 0:
            raise typer.BadParameter(f"{one} is even; patterns have an odd number of rows and columns")
        different: list[str] = []
        for k in range(20 * each):
            if len(different) == each:
                break
            rows = "\n".join(pattern(one, seed + k, mean_length)) + "\n"
            if rows not in different:
                different.append(rows)
                (folder / f"made{one}-{len(different)}.txt").write_text(rows, encoding="ascii")
        if len(different) < each:
            print(f"{one}x{one}: found {len(different)} different patterns, not {each}")


def pattern(size: int, seed: int, mean_length: float = MEAN_LENGTH) -> list[str]:
    """Rows of '.' and '#': symmetric by a half turn, connected, every run three cells or longer."""
    rng = random.Random(seed * 1000 + size)
    blocks: set[tuple[int, int]] = set()
    while _mean_length(blocks, size) > mean_length:
        places = [(r, c) for r in range(size) for c in range(size) if (r, c) not in blocks]
        rng.shuffle(places)
        places.sort(key=lambda place: _openness(blocks, size, place) * rng.uniform(0.6, 1), reverse=True)
        wider = (blocks | {(r, c), (size - 1 - r, size - 1 - c)} for r, c in places)
        found = next((tried for tried in wider if _is_good(tried, size)), None)
        if found is None:
            break
        blocks = found
    return ["".join("#" if (r, c) in blocks else "." for c in range(size)) for r in range(size)]


def _lines(size: int) -> list[list[tuple[int, int]]]:
    return [[(r, c) for c in range(size)] for r in range(size)] + [[(r, c) for r in range(size)] for c in range(size)]


def _mean_length(blocks: set[tuple[int, int]], size: int) -> float:
    runs = [run for line in _lines(size) for run in _runs(blocks, line)]
    return sum(runs) / len(runs)


def _openness(blocks: set[tuple[int, int]], size: int, place: tuple[int, int]) -> int:
    """The lengths, multiplied, of the two runs through a cell."""
    product = 1
    for step in ((0, 1), (1, 0)):
        length = 1
        for sign in (1, -1):
            row, column = place[0] + sign * step[0], place[1] + sign * step[1]
            while 0 <= row < size and 0 <= column < size and (row, column) not in blocks:
                length, row, column = length + 1, row + sign * step[0], column + sign * step[1]
        product *= length
    return product


def _runs(blocks: set[tuple[int, int]], line: list[tuple[int, int]]) -> list[int]:
    return [len(list(run)) for white, run in groupby(line, lambda place: place not in blocks) if white]


def _is_good(blocks: set[tuple[int, int]], size: int) -> bool:
    short = any(min(_runs(blocks, line), default=SHORTEST) < SHORTEST for line in _lines(size))
    return not short and _connected(blocks, size)


def _connected(blocks: set[tuple[int, int]], size: int) -> bool:
    white = {(r, c) for r in range(size) for c in range(size)} - blocks
    seen, open_cells = set(), [min(white)]
    while open_cells:
        row, column = open_cells.pop()
        if (row, column) in white and (row, column) not in seen:
            seen.add((row, column))
            open_cells += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return seen == white


if __name__ == "__main__":
    typer.run(main)
