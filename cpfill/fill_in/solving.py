"""Solves a fill-in and decides whether its solution is the only one. Knows no rating and no file."""

from __future__ import annotations

import time
from dataclasses import dataclass

from cpfill.fill_in.choices import Choices, Tables
from cpfill.fill_in.probing import FAST, SLOW, probe
from cpfill.fill_in.puzzle import FillInPuzzle, FillInSolution
from cpfill.fill_in.reduction import Record, Step, reduce
from cpfill.fill_in.search import Count, NodeLimitReached, count
from cpfill.result import Progress, Status, silent

NODE_LIMIT = 1000
"""Nodes of our own search before CP-SAT takes over: about as long as CP-SAT takes to start."""


@dataclass(frozen=True)
class FillInResult:
    """The answer to a fill-in.

    ``found`` solutions are known; ``complete`` says that there are no others. ``technique`` is what decided it:
    reduction, fast-probe, slow-probe or search. ``seconds`` are of the wall clock.
    """

    status: Status
    solution: FillInSolution | None
    found: int
    complete: bool
    technique: str
    reason: str
    trace: tuple[Step, ...]
    seconds: float

    @property
    def solutions(self) -> int | str:
        """The number of solutions, or as in "2+" when there may be more."""
        return self.found if self.complete else f"{self.found}+"

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.complete and self.found == 1


def solve_fill_in(
    puzzle: FillInPuzzle,
    *,
    count_all: bool = False,
    trace: bool = False,
    node_limit: int = NODE_LIMIT,
    time_limit: float | None = None,
    progress: Progress = silent,
) -> FillInResult:
    """Solve the puzzle and count its solutions: up to two, or with ``count_all`` every one.

    Reduction first, then fast and slow probes, then search: our own up to ``node_limit`` nodes, after that CP-SAT. Two
    solutions differ when they differ in the letter of some cell. ``time_limit`` in seconds holds for CP-SAT.
    """
    start = time.perf_counter()
    choices, record = Choices(Tables.of(puzzle)), Record(steps=[] if trace else None)
    technique, reason = _eliminate(choices, record, progress)
    if reason:
        counted = Count(None, 0, complete=True)
    elif solution := choices.solution():
        counted = Count(solution, 1, complete=True)
    else:
        technique = "search"
        progress("search", {"open slots": len(choices.open_slots)})
        counted = _search(choices, None if count_all else 2, node_limit, time_limit)
    status = Status.SOLVED if counted.first else Status.INFEASIBLE if counted.complete else Status.UNKNOWN
    if status == Status.INFEASIBLE and not reason:
        reason = "the search tried every choice that was left, and none leads to a solution"
    steps = tuple(record.steps or ())
    seconds = time.perf_counter() - start
    return FillInResult(status, counted.first, counted.found, counted.complete, technique, reason, steps, seconds)


def _eliminate(choices: Choices, record: Record, progress: Progress) -> tuple[str, str]:
    """Reduction, then probing: the technique that decided the puzzle, or the last tried, and what has nothing left."""
    reason = reduce(choices, record)
    technique = "reduction"
    for depth, name in ((FAST, "fast-probe"), (SLOW, "slow-probe")):
        if reason or not choices.open_slots:
            break
        progress(name, {"open slots": len(choices.open_slots)})
        technique, reason = name, probe(choices, record, depth)
    return technique, reason


def _search(choices: Choices, limit: int | None, node_limit: int, time_limit: float | None) -> Count:
    try:
        return count(choices, limit, node_limit)
    except NodeLimitReached:
        from cpfill.fill_in import cp_sat

        return cp_sat.count(choices, limit, time_limit)
