"""The dive: fills found by propagation, ordering and restarts on the compiled kernel. Knows no CP-SAT.

Generalised arc consistency on every slot, two-way branching on the slot with the fewest candidates for its weight
(dom/wdeg: Boussemart et al., ECAI 2004, on slots), words that leave their crossings the most candidates first, with
seeded Gumbel noise, and restarts (weights kept).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cpfill.engines.kernel import EXHAUSTED, SOLVED, Kernel, Params
from cpfill.engines.network import network_of
from cpfill.lexicon import Rows
from cpfill.puzzle import Fill, Mask, Puzzle

if TYPE_CHECKING:
    from cpfill.domains import Domains

SETTINGS: Mapping[str, float] = {
    "list_below": 128,
    "letter_branching": 2,
    "noise": 0.25,
    "score_weight": 0.3,
    "restart_first": 100,
    "restart_growth": 1.1,
    "letter_growth": 1.5,
    "weight_decay": 0.99,
    "learn": 1,
}
"""What the [dive] table of a model may set, with the defaults."""

EXHAUSTIVE: Mapping[str, float] = {"noise": 0.0, "restart_first": 0, "learn": 0, "letter_branching": 1}
"""Settings under which every fill comes once, in an order that depends on the puzzle alone (see ``Dive.seek``)."""

FIXED = 256
"""One unit of the kernel's fixed-point numbers."""
CHUNK = 2_000
"""Nodes between two looks at the clock and the keyboard: some tens of milliseconds."""
ROOM = 256
"""Fills taken from the kernel at a time."""


@dataclass(frozen=True)
class Demands:
    """What this search asks beyond the puzzle's rules.

    ``earlier`` fills may have at most ``max_same`` slots in common with a fill; its scores add up to ``min_total``.
    With ``uses``, the search orders words by how seldom they were used instead of by score.
    """

    earlier: Sequence[Fill] = ()
    max_same: int = 0
    min_total: int | None = None
    uses: Mapping[str, int] | None = None


class Dive:
    """One search for fills of a puzzle; ``step`` goes on where it stopped."""

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Mapping[str, float],
        seed: int,
        domains: Domains | None = None,
        demands: Demands | None = None,
    ) -> None:
        self.puzzle = puzzle
        demands = demands or Demands()
        rows = domains.candidates if domains else [puzzle.candidates(slot) for slot in puzzle.grid.slots]
        network = network_of(puzzle, rows, domains.letters if domains else puzzle.letter_sets)
        if demands.earlier:
            network.arrays["earlier"] = np.array([self.rows_of(fill) for fill in demands.earlier]).ravel()
        if demands.uses is not None:
            network.arrays["scores"] = _rarity(puzzle, demands.uses)
        self._kernel = Kernel(network, params_of(puzzle, settings, demands), seed)
        self.exhausted = False

    def step(self, nodes: int = CHUNK) -> Fill | None:
        """Take up to that many decisions; the next fill, or None (see ``exhausted``)."""
        outcome = self._kernel.run(nodes)
        self.exhausted = outcome == EXHAUSTED
        return self.fills_of(np.array([self._kernel.rows], dtype=np.int32))[0] if outcome == SOLVED else None

    def collect(self, nodes: int = CHUNK, room: int = ROOM) -> list[Fill]:
        """As ``step``, but on through up to ``room`` fills."""
        return self.fills_of(self.collect_rows(nodes, room))

    def collect_rows(self, nodes: int = CHUNK, room: int = ROOM) -> Rows:
        """As ``collect``, but only the row of each slot's word: shape (fills, slots)."""
        outcome, rows = self._kernel.collect(nodes, room)
        self.exhausted = outcome == EXHAUSTED
        return rows

    def fills_of(self, rows: Rows) -> list[Fill]:
        """The fills with these words, one a line: shape (fills, slots)."""
        puzzle = self.puzzle
        points = np.frombuffer(puzzle.vocabulary.alphabet.encode("utf-32-le"), dtype=np.uint32)
        codes = np.zeros((len(rows), len(puzzle.variables)), dtype=np.int8)
        for slot, places in zip(puzzle.grid.slots, puzzle.slot_variables, strict=True):
            codes[:, places] = puzzle.vocabulary.letters(len(places))[rows[:, slot.index]]
        text, size = points[codes].tobytes().decode("utf-32-le"), codes.shape[1]
        return [Fill.from_text(puzzle, text[i * size : (i + 1) * size]) for i in range(len(rows))]

    def count(self, nodes: int = CHUNK) -> int:
        """Take up to that many decisions without giving out fills; how many were found in all."""
        self.exhausted = self._kernel.count(nodes) == EXHAUSTED
        return self.counts["solutions"]

    def assume(self, letters: Mask, min_total: int = 0) -> None:
        """Search anew for fills with only these letters per variable (and this total, if it was demanded at first).

        ``exhausted`` then means that no such fill is left. Must come before the first step.
        """
        self.exhausted = False
        self._kernel.assume(letters, min_total)

    def seek(self, fill: Fill) -> bool:
        """Go on after that fill, as if all up to it had been found; needs EXHAUSTIVE settings and a fresh search.

        False when it is no fill of this puzzle; the search is then of no use.
        """
        return self._kernel.seek(self.rows_of(fill))

    @property
    def counts(self) -> dict[str, int]:
        """Nodes, failures, restarts, revisions, solutions and greatest depth so far."""
        return self._kernel.counts

    def rows_of(self, fill: Fill) -> list[int]:
        """The row of each slot's word; -1 for what is no word of this puzzle."""
        found = [self.puzzle.vocabulary.row_of(fill.word(slot)) for slot in self.puzzle.grid.slots]
        return [-1 if row is None else row for row in found]


def params_of(puzzle: Puzzle, settings: Mapping[str, float], demands: Demands) -> Params:
    """The kernel's parameters for the settings, the puzzle's rules and the demands."""
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
        letter_growth=chosen["letter_growth"],
        weight_decay=chosen["weight_decay"],
        distinct=int(not rules.allow_duplicates),
        max_low=-1 if rules.max_below is None else rules.max_below[0],
        required=required,
        learn=int(chosen["learn"]),
        max_same=demands.max_same,
        has_min_total=int(demands.min_total is not None),
        min_total=demands.min_total or 0,
    )


def _rarity(puzzle: Puzzle, uses: Mapping[str, int]) -> npt.NDArray[np.int16]:
    """Minus the number of uses of every word, in the order of the network's words."""
    words = puzzle.vocabulary
    lengths = sorted({puzzle.length(slot) for slot in puzzle.grid.slots})
    rarity = {n: np.zeros(words.count(n), dtype=np.int16) for n in lengths}
    for word, count in uses.items():
        row = words.row_of(word)
        if row is not None and len(word) in rarity:
            rarity[len(word)][row] = -count
    return np.concatenate([*rarity.values(), np.zeros(0, dtype=np.int16)])
