"""Proved upper bounds on the total score, from the top down. Knows the dive; fills found on the way are kept.

Whether a fill scores at least L is a question the dive can exhaust, and quickly so while L is far too high. The bound
falls by steps: wider after each proof, narrower when a question turns out to be hard.
"""

from __future__ import annotations

from collections.abc import Mapping

from cpfill.domains import Domains
from cpfill.engines.dive import Demands, Dive
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import reduce

PATIENCE = 20_000
"""Decisions on one question before an easier one is asked."""
_SETTINGS: Mapping[str, float] = {"restart_first": 0, "noise": 0.0, "letter_branching": 1}


class Bounder:
    """A bound on its way down; ``step`` spends some decisions on the next question."""

    def __init__(self, puzzle: Puzzle) -> None:
        domains = reduce(Domains.of(puzzle)).domains
        scores = [puzzle.vocabulary.scores(n) for n in domains.tables.lengths]
        self.bound = sum(int(s[rows].max(initial=0)) for s, rows in zip(scores, domains.candidates, strict=True))
        self._letters = domains.letters
        self._dive = Dive(puzzle, _SETTINGS, 0, demands=Demands(min_total=0))
        self._asked: int | None = None
        self._spent = 0
        self._patience = PATIENCE
        self._width = max(self.bound // 20, 1)

    def step(self, best: int, nodes: int) -> Fill | None:
        """Work on the proof that nothing scores above ``best``; a fill that does, if one turns up.

        When ``bound`` has come down to ``best``, the best is proved.
        """
        if self.bound <= best:
            return None
        if self._asked is None or self._asked <= best:
            self._ask(max(self.bound - self._width + 1, best + 1))
        fill = self._dive.step(nodes)
        self._spent += nodes
        if fill is not None:
            self._asked = None
        elif self._dive.exhausted:
            self.bound = (self._asked or 0) - 1
            self._width *= 2
            self._asked = None
        elif self._spent > self._patience and self._width > 1:
            self._width = (self._width + 1) // 2
            self._patience = self._patience * 5 // 4
            self._asked = None
        return fill

    def _ask(self, total: int) -> None:
        self._asked, self._spent = total, 0
        self._dive.assume(self._letters, total)
