"""Better and better fills: neighbourhoods of a fill searched to their end. Knows the dive; proofs are CP-SAT's.

Large neighbourhood search (Shaw, CP 1998): the cells of a few connected slots around a low score are opened, every
other letter stays, and the dive looks for a fill with a higher total, again and again until none is left there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cpfill.engines.dive import Demands, Dive
from cpfill.puzzle import Fill

FIRST_SIZE = 3
"""Slots opened at first."""
NODES = 3_000
"""Decisions spent on one neighbourhood; more than that and the next ones are smaller."""
_GROWTH, _SHRINK = 0.04, 0.12
_SETTINGS: Mapping[str, float] = {"restart_first": 0, "noise": 0.25, "letter_branching": 0}


@dataclass
class Improver:
    """A fill on its way up; ``step`` tries one neighbourhood. Deterministic by seed."""

    fill: Fill
    settings: Mapping[str, float]
    seed: int

    def __post_init__(self) -> None:
        puzzle = self.fill.puzzle
        self.total = sum(self.fill.scores)
        self.size = float(FIRST_SIZE)
        self.rounds = 0
        self._random = random.Random(self.seed)
        settings = {"score_weight": 0.3, **self.settings, **_SETTINGS}
        self._dive = Dive(puzzle, settings, self.seed, demands=Demands(min_total=0))
        self._crossing: dict[int, list[int]] = {slot.index: [] for slot in puzzle.grid.slots}
        for crossing in puzzle.grid.crossings:
            self._crossing[crossing.across].append(crossing.down)
            self._crossing[crossing.down].append(crossing.across)

    def step(self) -> bool:
        """Search one neighbourhood; True when the fill became better."""
        self.rounds += 1
        if not self._crossing:
            return False
        letters = self._opened(self._region())
        before = self.total
        while True:
            self._dive.assume(letters, self.total + 1)
            fill = self._dive.step(NODES)
            if fill is None:
                break
            self.fill, self.total = fill, sum(fill.scores)
        self.size += _GROWTH if self._dive.exhausted else -_SHRINK
        self.size = min(max(self.size, 1.0), float(len(self._crossing)))
        return self.total > before

    def take(self, fill: Fill) -> None:
        """Go on from that fill, found elsewhere."""
        self.fill, self.total = fill, sum(fill.scores)

    def _region(self) -> list[int]:
        """Connected slots, grown from one that scores low."""
        scores = self.fill.scores
        weights = [max(scores) - score + 5 for score in scores]
        region = self._random.choices(range(len(scores)), weights)
        while len(region) < round(self.size):
            near = sorted({slot for old in region for slot in self._crossing[old]} - set(region))
            if not near:
                break
            region += self._random.choices(near, [weights[slot] for slot in near])
        return region

    def _opened(self, region: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        """The letters of the fill, with every letter allowed in the cells of the region."""
        puzzle = self.fill.puzzle
        letters = letters_of(self.fill)
        for slot in region:
            places = puzzle.slot_variables[slot]
            letters[places] = puzzle.letter_sets[places]
        return letters


def letters_of(fill: Fill) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The fill as a mask with one letter per variable: shape (variables,), uint64."""
    alphabet = fill.puzzle.vocabulary.alphabet
    codes = [alphabet.index(fill.letters[cell][i]) for cell, i in fill.puzzle.variables]
    return np.uint64(1) << np.array(codes, dtype=np.uint64)
