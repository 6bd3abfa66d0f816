"""The signatures of all formulations: what the rules of a puzzle may ask of them. Knows no rule.

A formulation states that every slot holds one of its candidates and that crossing slots agree. The rules are stated
by :class:`cpfill.modeller.FillModel`, through these methods alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains
from cpfill.formulations.statement import Statement

Numbers = npt.NDArray[np.int64]
Solution = Callable[[int], int]
"""The value of each variable of a statement, by its index."""


@dataclass(frozen=True)
class Sum:
    """A weighted sum of variables plus a constant."""

    variables: list[int]
    coefficients: list[int]
    offset: int = 0


class Formulation(Protocol):
    """How letters become variables.

    ``open`` marks the puzzle's variables that are not stated, shape (variables,): what goes there is looked up after.
    """

    statement: Statement
    domains: Domains
    open: npt.NDArray[np.bool_]

    def letter(self, variable: int, code: int) -> int | None:
        """A literal that is true when that variable of the puzzle has that letter; None when there is none."""

    def codes(self, solution: Solution) -> list[int]:
        """The letter code of each variable of the puzzle in a solution, or -1 where it is open."""

    def excluding(self, codes: list[int]) -> list[int]:
        """The clause that no solution with these letters satisfies."""


@runtime_checkable
class WordFormulation(Formulation, Protocol):
    """How candidates become variables as well, so that rules can be stated.

    Where letters are open, candidates that differ in these alone are taken together, and all that is stated of them is
    necessary and not sufficient.
    """

    def choice(self, slot: int, candidate: int) -> int:
        """A literal that is true when the slot takes that candidate, counted in ``domains.candidates[slot]``."""

    def value(self, slot: int, values: Numbers) -> Sum:
        """What the slot's chosen candidate is worth, at least: ``values`` has one number per candidate."""

    def differ(self, keys: Sequence[Numbers], *, number_words: bool = False) -> None:
        """No two slots choose candidates that share a key: per slot, shape (candidates, keys of a candidate).

        With ``number_words``, each word has one key, its own.
        """


def shared(keys: Sequence[Numbers]) -> Iterator[list[tuple[int, int]]]:
    """For each key that several slots have, the (slot, candidate) pairs that have it, in order."""
    if not keys:
        return
    slots = np.concatenate([np.full(k.size, slot) for slot, k in enumerate(keys)])
    candidates = np.concatenate([np.repeat(np.arange(len(k)), k.shape[1]) for k in keys])
    ranks = np.unique(np.concatenate([k.ravel() for k in keys]), return_inverse=True)[1]
    order = np.lexsort((candidates, slots, ranks))
    slots, candidates, ranks = slots[order], candidates[order], ranks[order]
    starts = np.flatnonzero(np.diff(ranks, prepend=-1, append=-1))
    for start, end in pairwise(starts.tolist()):
        if slots[start] != slots[end - 1]:
            yield list(dict.fromkeys(zip(slots[start:end].tolist(), candidates[start:end].tolist(), strict=True)))
