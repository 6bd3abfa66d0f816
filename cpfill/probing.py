"""Removes letters and candidates that lead to a contradiction by themselves. Knows no solver and no search.

After M. Metcalf's method for sudoku: assert a value, make the plain eliminations once (fast) or to the fixpoint
(full), and remove the value for good when some cell or slot is left with nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np

from cpfill.reduction import Contradiction, Domains, Reducer, Reduction

Depth = Literal["fast", "full"]

FEW = 50
"""Slots with at most that many candidates are probed word by word as well."""


def probe(domains: Domains, depth: Depth = "fast", few: int = FEW) -> Reduction:
    """Reduce, then try each letter of each open cell and each candidate of slots that have at most ``few``, until a
    whole round removes nothing. The domains given stay as they are; the trace shows the removals as "probe"."""
    reducer = Reducer(domains)
    cycles = 1 if depth == "fast" else None
    contradiction = reducer.run()
    removed = True
    while removed and contradiction is None:
        before = len(reducer.trace)
        contradiction = _probe_cells(reducer, cycles) or _probe_slots(reducer, cycles, few)
        removed = len(reducer.trace) > before
    return Reduction(reducer.domains, tuple(reducer.trace), contradiction)


def _probe_cells(reducer: Reducer, cycles: int | None) -> str | None:
    """Try every letter of every open variable; returns what is impossible if a variable loses all."""
    for variable in range(len(reducer.domains.letters)):
        mask = int(reducer.domains.letters[variable])
        if mask.bit_count() < 2:
            continue
        bits = [1 << code for code in range(mask.bit_length()) if mask >> code & 1]
        wrong = sum(bit for bit in bits if _fails(reducer, partial(_only, variable=variable, mask=bit), cycles))
        if wrong:
            change = partial(_only, reducer, variable=variable, mask=mask & ~wrong)
            contradiction = reducer.apply("probe", change)
            if contradiction is not None:
                return contradiction
    return None


def _probe_slots(reducer: Reducer, cycles: int | None, few: int) -> str | None:
    """Try every candidate of the slots that have few; returns what is impossible if a slot loses all."""
    for slot in range(len(reducer.domains.candidates)):
        rows = reducer.domains.candidates[slot]
        if not 2 <= len(rows) <= few:
            continue
        choices = [partial(Reducer.keep_candidates, slot=slot, keep=rows == row) for row in rows]
        right = [not _fails(reducer, choice, cycles) for choice in choices]
        if not all(right):
            change = partial(reducer.keep_candidates, slot, np.array(right, dtype=np.bool_))
            contradiction = reducer.apply("probe", change)
            if contradiction is not None:
                return contradiction
    return None


def _only(reducer: Reducer, variable: int, mask: int) -> None:
    letters = np.full(len(reducer.domains.letters), np.iinfo(np.uint64).max, dtype=np.uint64)
    letters[variable] = mask
    reducer.restrict_letters(letters)


def _fails(reducer: Reducer, assume: Callable[[Reducer], None], cycles: int | None) -> bool:
    """Whether the assumption leaves some cell, slot or rule with nothing."""
    trial = reducer.copy()
    try:
        assume(trial)
    except Contradiction:
        return True
    return trial.run(cycles) is not None
