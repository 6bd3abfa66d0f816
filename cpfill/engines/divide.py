"""Divide and conquer on the letters of checked cells: all fills without learning. Knows no compiled search.

After C. Pigden and A. King, "Compiling Crosswords by SAT Solving": minimise the letter sets, split the smallest
undecided one in half, and go on with each half. What minimises is cyclic reduction, which also keeps entries apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import numpy as np

from cpfill.domains import Domains
from cpfill.fleshing import all_fleshed
from cpfill.puzzle import Fill, Mask, Puzzle
from cpfill.reduction import Reducer

CHUNK = 20
"""Splits between two looks at the clock and the keyboard: some tens of milliseconds on a large grid."""


class Divide:
    """One search for all fills of a puzzle; ``step`` goes on where it stopped.

    Seed 0 splits each letter set in the order of the alphabet, as the document does; any other shuffles it first.
    """

    def __init__(self, puzzle: Puzzle, seed: int, domains: Domains | None = None) -> None:
        self.puzzle = puzzle
        self.exhausted = False
        self._random = random.Random(seed) if seed else None
        root = Reducer(domains or Domains.of(puzzle))
        places = np.bincount(root.tables.places, minlength=len(puzzle.variables))
        self._checked = np.flatnonzero(places > 1)
        self._counts = {"nodes": 0, "failures": 0, "solutions": 0}
        self._open = [(root, root.domains.letters)]
        self._fills: Iterator[Fill] = iter(())

    @property
    def counts(self) -> dict[str, int]:
        """Splits, contradictions and fills so far."""
        return dict(self._counts)

    def step(self, nodes: int = CHUNK) -> Fill | None:
        """Take up to that many splits; the next fill, or None (see ``exhausted``)."""
        for _ in range(nodes + 1):
            fill = next(self._fills, None)
            if fill is not None:
                self._counts["solutions"] += 1
                return fill
            if not self._open:
                self.exhausted = True
                return None
            self._divide(*self._open.pop())
        return None

    def _divide(self, parent: Reducer, letters: Mask) -> None:
        """Reduce to these letters; leave open both halves of the smallest set, or the fills if all sets are decided."""
        reducer = parent.copy()
        if reducer.apply("half", partial(reducer.restrict_letters, letters)) is not None:
            self._counts["failures"] += 1
            return
        left = reducer.domains.letters
        masks = [int(mask) for mask in left[self._checked]]
        sizes = [(mask.bit_count(), place) for place, mask in enumerate(masks) if mask.bit_count() > 1]
        if not sizes:
            self._fills = all_fleshed(reducer.domains, left)
            return
        self._counts["nodes"] += 1
        place = min(sizes)[1]
        for half in reversed(self._halves(masks[place])):
            wanted = left.copy()
            wanted[self._checked[place]] = half
            self._open.append((reducer, wanted))

    def _halves(self, mask: int) -> tuple[int, int]:
        codes = [code for code in range(64) if mask >> code & 1]
        if self._random:
            self._random.shuffle(codes)
        middle = (len(codes) + 1) // 2
        return sum(1 << code for code in codes[:middle]), sum(1 << code for code in codes[middle:])
