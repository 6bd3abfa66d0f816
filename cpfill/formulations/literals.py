"""A Boolean for each letter of a cell and each candidate of a slot. Knows no rule.

Channelled by exactly_one: of the candidates with letter L at a place, and "the cell is not L", one is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from cpfill.domains import Domains
from cpfill.formulations.base import Numbers, Solution, Sum, shared
from cpfill.formulations.statement import Statement


class Literals:
    """The formulation that CP-SAT solves fastest: all its propagation is Boolean."""

    def __init__(self, domains: Domains) -> None:
        self.statement = Statement()
        self.domains = domains
        sizes = [len(rows) for rows in domains.candidates]
        self._letters = self._cells_hold_letters()
        self._starts = self.statement.booleans(sum(sizes)) + np.cumsum([0, *sizes])
        for slot in range(len(sizes)):
            self._slot_spells_its_word(slot)

    def _cells_hold_letters(self) -> Numbers:
        """Per variable and code the Boolean, or -1: shape (variables, 64)."""
        possible = (self.domains.letters[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1) == 1
        first = self.statement.booleans(int(possible.sum()))
        letters = np.where(possible, first - 1 + np.cumsum(possible.ravel()).reshape(possible.shape), -1)
        for literals, mask in zip(letters, possible, strict=True):
            self.statement.exactly_one(literals[mask].tolist())
        return letters

    def _slot_spells_its_word(self, slot: int) -> None:
        domains, tables = self.domains, self.domains.tables
        rows, length = domains.candidates[slot], tables.lengths[slot]
        for position, variable in enumerate(domains.puzzle.slot_variables[slot].tolist()):
            codes = tables.letters[length][position][rows]
            order = np.argsort(codes, kind="stable")
            cuts = np.flatnonzero(np.diff(codes[order])) + 1
            for group in np.split(order, cuts):
                letter = int(self._letters[variable, codes[group[0]]])
                self.statement.exactly_one([~letter, *(group + self._starts[slot]).tolist()])

    def letter(self, variable: int, code: int) -> int | None:
        """A literal that is true when that variable of the puzzle has that letter; None when it cannot have it."""
        literal = int(self._letters[variable, code])
        return None if literal < 0 else literal

    def choice(self, slot: int, candidate: int) -> int:
        """A literal that is true when the slot takes that candidate."""
        return int(self._starts[slot] + candidate)

    def value(self, slot: int, values: Numbers) -> Sum:
        """What the slot's chosen candidate is worth, as a sum over its candidates."""
        base = int(values.min())
        worth = np.flatnonzero(values > base)
        return Sum((worth + self._starts[slot]).tolist(), (values[worth] - base).tolist(), base)

    def differ(self, keys: Sequence[Numbers], *, number_words: bool = False) -> None:
        """At most one candidate with each key, over all slots."""
        for group in shared(keys):
            literals = [self.choice(slot, candidate) for slot, candidate in group]
            self.statement.at_most_one(literals)

    def codes(self, solution: Solution) -> list[int]:
        """The letter code of each variable of the puzzle in a solution."""
        return [next(code for code, literal in row if solution(literal)) for row in self._choices]

    @cached_property
    def _choices(self) -> list[list[tuple[int, int]]]:
        """Per variable, its codes with their literals."""
        return [[(c, literal) for c, literal in enumerate(row) if literal >= 0] for row in self._letters.tolist()]
