"""A Boolean for each letter of a cell and each candidate of a slot. Knows no rule.

Channelled by exactly_one: of the candidates with letter L at a place, and "the cell is not L", one is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains
from cpfill.formulations.base import Numbers, Solution, Sum, shared
from cpfill.formulations.statement import Statement
from cpfill.lexicon import Letters


class Literals:
    """The formulation that CP-SAT solves fastest: all its propagation is Boolean.

    A subclass may leave variables ``open``: candidates alike on the others, its *spellings*, then share a Boolean.
    """

    def __init__(self, domains: Domains) -> None:
        self.statement = Statement()
        self.domains = domains
        self.open = self._left_open()
        self._letters = self._cells_hold_letters()
        self._spellings = [self._spelt(slot) for slot in range(len(domains.candidates))]
        sizes = [letters.shape[1] for letters, _ in self._spellings]
        self._starts = self.statement.booleans(sum(sizes)) + np.cumsum([0, *sizes])
        for slot in range(len(sizes)):
            self._slot_spells_its_word(slot)

    def _left_open(self) -> npt.NDArray[np.bool_]:
        """Which variables are not stated."""
        return np.zeros(len(self.domains.letters), dtype=np.bool_)

    def _spelt(self, slot: int) -> tuple[Letters, Numbers]:
        """The different spellings, shape (stated places, spellings), and the number of each candidate's spelling."""
        rows = self.domains.candidates[slot]
        return self.domains.tables.letters[self.domains.tables.lengths[slot]][:, rows], np.arange(len(rows))

    def _cells_hold_letters(self) -> Numbers:
        """Per variable and code the Boolean, or -1: shape (variables, 64)."""
        possible = (self.domains.letters[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1) == 1
        possible[self.open] = False
        first = self.statement.booleans(int(possible.sum()))
        letters: Numbers = np.where(possible, first - 1 + np.cumsum(possible.ravel()).reshape(possible.shape), -1)
        for literals, mask in zip(letters[~self.open], possible[~self.open], strict=True):
            self.statement.exactly_one(literals[mask].tolist())
        return letters

    def _slot_spells_its_word(self, slot: int) -> None:
        letters, _ = self._spellings[slot]
        variables = self.domains.puzzle.slot_variables[slot]
        if not len(letters):
            self.statement.clause([int(self._starts[slot])])
        for codes, variable in zip(letters, variables[~self.open[variables]].tolist(), strict=True):
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
        """A literal that is true when the slot takes that candidate, or one that is spelt alike."""
        return int(self._starts[slot] + self._spellings[slot][1][candidate])

    def value(self, slot: int, values: Numbers) -> Sum:
        """What the slot's chosen candidate is worth, or the least that one spelt alike is worth."""
        letters, spelling = self._spellings[slot]
        least = np.full(letters.shape[1], values.max())
        np.minimum.at(least, spelling, values)
        base = int(least.min())
        worth = np.flatnonzero(least > base)
        return Sum((worth + self._starts[slot]).tolist(), (least[worth] - base).tolist(), base)

    def differ(self, keys: Sequence[Numbers], *, number_words: bool = False) -> None:
        """At most one candidate with each key, over all slots, of the candidates that no other is spelt alike."""
        alone = [np.flatnonzero(np.bincount(spelling)[spelling] == 1) for _, spelling in self._spellings]
        for group in shared([k[rows] for k, rows in zip(keys, alone, strict=True)]):
            self.statement.at_most_one([self.choice(slot, int(alone[slot][index])) for slot, index in group])

    def codes(self, solution: Solution) -> list[int]:
        """The letter code of each variable of the puzzle in a solution; -1 where it is left open."""
        return [next((code for code, literal in row if solution(literal)), -1) for row in self._choices]

    def excluding(self, codes: list[int]) -> list[int]:
        """The clause that no solution with these letters satisfies."""
        return [~int(self._letters[variable, code]) for variable, code in enumerate(codes) if code >= 0]

    @cached_property
    def _choices(self) -> list[list[tuple[int, int]]]:
        """Per variable, its codes with their literals."""
        return [[(c, literal) for c, literal in enumerate(row) if literal >= 0] for row in self._letters.tolist()]
