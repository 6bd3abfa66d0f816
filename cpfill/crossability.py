"""How well candidates go with what crosses them. Knows no search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains

Scores = npt.NDArray[np.float64]


def letter_weights(domains: Domains) -> Scores:
    """Per variable and code, the sum over its slots of the log of how many candidates have it: (variables, 64)."""
    weights = np.zeros((len(domains.letters), 64))
    for slot, variables in enumerate(domains.puzzle.slot_variables):
        counts = domains.tables.counts(domains.tables.lengths[slot], domains.candidates[slot])
        weights[variables] += np.log(np.maximum(counts, 1))
    return weights


def most_crossable(domains: Domains, most: int) -> Domains:
    """The domains with each slot cut to the candidates whose letters most crossing candidates have.

    Words that must be placed stay. The cut is not reduced, and loses fills.
    """
    weights, tables, cut = letter_weights(domains), domains.tables, domains.copy()
    for slot, variables in enumerate(domains.puzzle.slot_variables):
        rows, length = domains.candidates[slot], tables.lengths[slot]
        if len(rows) > most:
            codes = tables.letters[length][:, rows]
            worth = weights[variables[:, None], codes].sum(axis=0)
            worth[np.isin(rows, [row for _, n, row in tables.placed if n == length])] = np.inf
            cut.candidates[slot] = np.sort(rows[np.argsort(-worth, kind="stable")[:most]])
    return cut
