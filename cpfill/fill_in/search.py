"""Counts the solutions of what reduction left, by search with a node limit. Knows no CP-SAT and no trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpfill.fill_in.choices import Choices, bits
from cpfill.fill_in.puzzle import FillInSolution
from cpfill.fill_in.reduction import Record, reduce


@dataclass(frozen=True)
class Count:
    """Solutions found: the first one, how many, and whether these are all there are."""

    first: FillInSolution | None
    found: int
    complete: bool


class NodeLimitReached(Exception):
    """The search took more nodes than it may; nothing is known of the rest."""


def solutions(choices: Choices, node_limit: int) -> Iterator[FillInSolution]:
    """Every solution once: the slot with the fewest choices is branched on, each branch is reduced.

    Raises NodeLimitReached after that many nodes.
    """
    stack, nodes = [choices.copy()], 0
    while stack:
        nodes += 1
        if nodes > node_limit:
            raise NodeLimitReached
        state = stack.pop()
        if reduce(state, Record()):
            continue
        branching = min(state.open_slots, key=lambda s: state.left[s].bit_count(), default=None)
        if branching is None:
            solution = state.solution()
            if solution is not None:
                yield solution
            continue
        for bit in bits(state.left[branching]):
            child = state.copy()
            child.keep(branching, 1 << bit)
            stack.append(child)


def count(choices: Choices, limit: int | None, node_limit: int) -> Count:
    """Count solutions, all or up to ``limit``. Raises NodeLimitReached."""
    first, found = None, 0
    for solution in solutions(choices, node_limit):
        first, found = first or solution, found + 1
        if found == limit:
            return Count(first, found, complete=False)
    return Count(first, found, complete=True)
