"""The dive: fills found by propagation, ordering and restarts on the compiled kernel. Knows no CP-SAT.

Generalised arc consistency on every slot, two-way branching on the slot with the fewest candidates for its weight
(dom/wdeg: Boussemart et al., ECAI 2004, on slots), words that leave their crossings the most candidates first, with
seeded Gumbel noise, and restarts (weights kept).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpfill.engines.kernel import EXHAUSTED, SOLVED, Kernel, Params
from cpfill.engines.network import network_of
from cpfill.lexicon import Rows
from cpfill.puzzle import Fill, Mask, Puzzle

SETTINGS: Mapping[str, float] = {
    "list_below": 128,
    "letter_branching": 0,
    "noise": 1.0,
    "score_weight": 0.0,
    "restart_first": 100,
    "restart_growth": 1.1,
    "weight_decay": 0.99,
    "last_conflict": 0,
    "weight_first": 0.0,
}
"""What the [dive] table of a model may set, with the defaults."""

FIXED = 256
"""One unit of the kernel's fixed-point numbers."""
CHUNK = 2_000
"""Nodes between two looks at the clock and the keyboard: some tens of milliseconds."""


class Dive:
    """One search for fills of a puzzle; ``step`` goes on where it stopped."""

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Mapping[str, float],
        seed: int,
        candidates: Sequence[Rows] | None = None,
        letters: Mask | None = None,
    ) -> None:
        self.puzzle = puzzle
        rows = [puzzle.candidates(slot) for slot in puzzle.grid.slots] if candidates is None else candidates
        masks = puzzle.letter_sets if letters is None else letters
        self._kernel = Kernel(network_of(puzzle, rows, masks), _params(puzzle, settings), seed)
        self.exhausted = False

    def step(self, nodes: int = CHUNK) -> Fill | None:
        """Take up to that many decisions; the next fill, or None (see ``exhausted``)."""
        outcome = self._kernel.run(nodes)
        self.exhausted = outcome == EXHAUSTED
        return self._fill() if outcome == SOLVED else None

    @property
    def counts(self) -> dict[str, int]:
        """Nodes, failures, restarts, revisions, solutions and greatest depth so far."""
        return self._kernel.counts

    def _fill(self) -> Fill:
        codes = [0] * len(self.puzzle.variables)
        for slot, row in zip(self.puzzle.grid.slots, self._kernel.rows, strict=True):
            letters = self.puzzle.vocabulary.letters(self.puzzle.length(slot))[row]
            for variable, code in zip(self.puzzle.slot_variables[slot.index].tolist(), letters.tolist(), strict=True):
                codes[variable] = code
        return Fill.from_codes(self.puzzle, codes)


def _params(puzzle: Puzzle, settings: Mapping[str, float]) -> Params:
    chosen = {**SETTINGS, **settings}
    rules = puzzle.rules
    required = 0
    if rules.pangram:
        there = set("".join(puzzle.grid.givens.values()))
        alphabet = puzzle.vocabulary.alphabet
        required = sum(1 << alphabet.index(c) for c in puzzle.lexicon.alphabet if c not in there)
    return Params(
        list_below=int(chosen["list_below"]),
        letter_branching=int(chosen["letter_branching"]),
        noise=round(chosen["noise"] * FIXED),
        score_weight=round(chosen["score_weight"] * FIXED),
        restart_first=int(chosen["restart_first"]),
        restart_growth=chosen["restart_growth"],
        weight_decay=chosen["weight_decay"],
        last_conflict=int(chosen["last_conflict"]),
        distinct=int(not rules.allow_duplicates),
        max_low=-1 if rules.max_below is None else rules.max_below[0],
        required=required,
        weight_first=chosen["weight_first"],
    )
