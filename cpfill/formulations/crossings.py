"""Booleans for checked cells alone: candidates that are alike where they cross are one. Knows no rule.

After C. Pigden and A. King, "Compiling Crosswords by SAT Solving", who state the crossings only and look the words up
afterwards; :mod:`cpfill.fleshing` does that here. What is stated of words holds for all that are spelt alike, so the
rules are necessary conditions.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpfill.formulations.base import Numbers
from cpfill.formulations.literals import Literals
from cpfill.lexicon import Letters


class Crossings(Literals):
    """Literals with unchecked letters left open: far fewer candidates on British lattices."""

    def _left_open(self) -> npt.NDArray[np.bool_]:
        tables = self.domains.tables
        unchecked: npt.NDArray[np.bool_] = np.bincount(tables.places, minlength=len(self.domains.letters)) < 2
        return unchecked

    def _spelt(self, slot: int) -> tuple[Letters, Numbers]:
        letters, _ = super()._spelt(slot)
        letters = letters[~self.open[self.domains.puzzle.slot_variables[slot]]]
        if not len(letters):
            return letters[:, :1], np.zeros(letters.shape[1], dtype=np.int64)
        distinct, spelling = np.unique(letters.T, axis=0, return_inverse=True)
        return np.ascontiguousarray(distinct.T), spelling.ravel()
