"""An integer for each cell and each slot, one table of its words a slot. Knows no rule.

The slot's value is the row of its word, so that rows of equal length being different keeps entries different.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpfill.domains import Domains
from cpfill.formulations.base import Numbers, Solution, Sum, shared
from cpfill.formulations.statement import Statement


class Table:
    """The formulation as one writes it on paper: [word, letter, letter, ...] is a row of the slot's table."""

    def __init__(self, domains: Domains) -> None:
        self.statement = Statement()
        self.domains = domains
        self.open = np.zeros(len(domains.letters), dtype=np.bool_)
        self._codes = [[c for c in range(64) if int(mask) >> c & 1] for mask in domains.letters]
        self._cells = [self.statement.integer(codes) for codes in self._codes]
        self._slots = [self.statement.integer(rows.tolist()) for rows in domains.candidates]
        self._known: dict[tuple[int, int], int] = {}
        for slot in range(len(self._slots)):
            self._slot_spells_its_word(slot)

    def _slot_spells_its_word(self, slot: int) -> None:
        domains, tables = self.domains, self.domains.tables
        rows, length = domains.candidates[slot], tables.lengths[slot]
        cells = [self._cells[variable] for variable in domains.puzzle.slot_variables[slot]]
        values = np.vstack([rows, tables.letters[length][:, rows]]).T
        self.statement.table([self._slots[slot], *cells], values.ravel().tolist())

    def letter(self, variable: int, code: int) -> int | None:
        """A literal that is true when that variable of the puzzle has that letter; None when it cannot have it."""
        codes = self._codes[variable]
        return self._is(self._cells[variable], code, codes) if code in codes else None

    def choice(self, slot: int, candidate: int) -> int:
        """A literal that is true when the slot takes that candidate."""
        rows = self.domains.candidates[slot].tolist()
        return self._is(self._slots[slot], rows[candidate], rows)

    def _is(self, variable: int, value: int, values: list[int]) -> int:
        """The literal of an integer variable having that value."""
        if (variable, value) not in self._known:
            self._known[variable, value] = self._among(variable, [value], values)
        return self._known[variable, value]

    def _among(self, variable: int, chosen: list[int], values: list[int]) -> int:
        literal = self.statement.booleans(1)
        wanted = set(chosen)
        self.statement.equivalent(literal, variable, chosen, [value for value in values if value not in wanted])
        return literal

    def value(self, slot: int, values: Numbers) -> Sum:
        """What the slot's chosen candidate is worth, as a variable beside it."""
        return Sum([self._beside(slot, values)], [1])

    def _beside(self, slot: int, values: Numbers) -> int:
        """A variable with the number of the chosen candidate, tied to it by a table of two columns."""
        variable = self.statement.integer(np.unique(values).tolist())
        pairs = np.stack([self.domains.candidates[slot], values], axis=1)
        self.statement.table([self._slots[slot], variable], pairs.ravel().tolist())
        return variable

    def differ(self, keys: Sequence[Numbers], *, number_words: bool = False) -> None:
        """All-different: on the word choices themselves where keys number the words, else on keys beside them."""
        if number_words:
            for length in sorted(set(self.domains.tables.lengths)):
                slots = [slot for slot, n in enumerate(self.domains.tables.lengths) if n == length]
                self.statement.all_different([self._slots[slot] for slot in slots])
        elif all(k.shape[1] == 1 for k in keys):
            self.statement.all_different([self._beside(slot, k[:, 0]) for slot, k in enumerate(keys)])
        else:
            self._differ_in_many(keys)

    def _differ_in_many(self, keys: Sequence[Numbers]) -> None:
        """For each key that several slots can have, at most one of them takes a candidate with it."""
        for group in shared(keys):
            by_slot: dict[int, list[int]] = {}
            for slot, candidate in group:
                by_slot.setdefault(slot, []).append(int(self.domains.candidates[slot][candidate]))
            literals = [
                self._among(self._slots[slot], rows, self.domains.candidates[slot].tolist())
                for slot, rows in by_slot.items()
            ]
            self.statement.at_most_one(literals)

    def codes(self, solution: Solution) -> list[int]:
        """The letter code of each variable of the puzzle in a solution."""
        return [solution(cell) for cell in self._cells]

    def excluding(self, codes: list[int]) -> list[int]:
        """The clause that no solution with these letters satisfies."""
        letters = [self.letter(variable, code) for variable, code in enumerate(codes)]
        return [~literal for literal in letters if literal is not None]
