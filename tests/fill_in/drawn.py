"""Puzzles drawn as text, random small ones, and a brute force that counts without any of our techniques."""

from __future__ import annotations

import random
from itertools import permutations

from cpfill.fill_in import FillInPuzzle
from cpfill.grid import Grid


def drawn(rows: str, words: str) -> FillInPuzzle:
    """The puzzle of rows and words that are separated by spaces."""
    return FillInPuzzle.of(Grid.from_rows(rows.split()), words.split())


def brute_force(puzzle: FillInPuzzle) -> set[tuple[str, ...]]:
    """Every solution as rows of text: all orders of the words, kept where they agree in every cell."""
    found = set()
    for order in set(permutations(puzzle.words)):
        letters = dict(puzzle.grid.givens)
        for slot, word in zip(puzzle.slots, order, strict=True):
            if len(word) != len(slot) or any(
                letters.setdefault(cell, letter) != letter for cell, letter in zip(slot.cells, word, strict=True)
            ):
                break
        else:
            found.add(tuple(puzzle.grid.rows(letters)))
    return found


PATTERNS = (
    "...\n.#.\n...",
    "...\n...",
    "..#\n...\n#..",
    "...\n#.#\n...",
    "....\n.##.\n....",
    "...\n...\n...",
    "..\n..",
)


def random_puzzle(seed: int, letters: str = "AB") -> FillInPuzzle:
    """A small puzzle whose words come from a random fill, so that it has a solution, now and then spoilt."""
    rng = random.Random(seed)
    grid = Grid.from_rows(rng.choice(PATTERNS).split())
    fill = {cell: rng.choice(letters) for cell in grid.cells}
    words = ["".join(fill[cell] for cell in slot.cells) for slot in grid.slots]
    if rng.random() < 0.2:
        words[0] = "".join(rng.choice(letters) for _ in words[0])
    givens = {cell: fill[cell] for cell in rng.sample(grid.cells, rng.randrange(3))}
    return FillInPuzzle.of(Grid(grid.height, grid.width, grid.blocks, givens), words)
