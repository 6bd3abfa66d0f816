"""From a first fill to the best one: neighbourhoods, and proofs that nothing is better. Knows no files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from cpfill.bounding import Bounder
from cpfill.engines.dive import CHUNK, Dive
from cpfill.improvement import Improver
from cpfill.puzzle import Fill, Puzzle
from cpfill.result import Progress, Status, silent

Objective = Literal["score", "min"]

PATIENCE = 1_000
"""Neighbourhoods without a better fill after which an optimisation without a time limit ends."""
_ROUNDS = 25
_WARM_NODES = 20_000


@dataclass(frozen=True)
class Standing:
    """The best fill so far and the proved upper bound on the total score; equal totals mean that it is optimal."""

    fill: Fill
    bound: int | None
    rounds: int
    stalled: bool

    @property
    def optimal(self) -> bool:
        """Whether no fill has a higher total."""
        return self.bound is not None and sum(self.fill.scores) >= self.bound


@dataclass(frozen=True)
class Improved:
    """The best fill found, what is proved of it, and why the search for better ones ended."""

    status: Status
    fill: Fill
    bound: int | None
    reason: str


def improve(
    fill: Fill, objective: Objective, seed: int, stop: Callable[[], bool], patient: bool, progress: Progress
) -> Improved:
    """Improve the fill until the best is proved, ``stop()`` is true, or, if ``patient``, nothing has come for long."""
    best = Improved(Status.SOLVED, fill, None, "")
    try:
        raised, proved = raise_minimum(fill, seed, stop, progress, None if objective == "min" else _WARM_NODES)
        best = replace(best, fill=raised)
        if objective == "min":
            raised = Fill(at_least(fill.puzzle, min(raised.scores, default=0)), raised.letters)
        for standing in optimise(raised, seed):
            best = replace(best, fill=Fill(best.fill.puzzle, standing.fill.letters), bound=standing.bound)
            progress("improve", figures(standing))
            if standing.optimal:
                decided = proved or objective == "score"
                return replace(best, status=Status.OPTIMAL if decided else Status.SOLVED)
            if stop():
                return replace(best, reason="the time limit was reached before the best was proved")
            if patient and standing.stalled:
                return replace(best, reason=f"no better fill in {PATIENCE} neighbourhoods; a time limit goes on")
    except KeyboardInterrupt:
        return replace(best, status=Status.INTERRUPTED, reason="interrupted; this is the best so far")
    return best


def improve_in_parallel(
    fill: Fill, objective: Objective, seeds: list[int], seconds: float | None, progress: Progress = silent
) -> Improved:
    """The best of several improvements from different seeds, each in a process of its own."""
    from cpfill.engines.race import gather

    jobs = [(_improve_until, (fill, objective, seed, seconds)) for seed in seeds]
    found: list[Improved] = gather(jobs, "improve", progress)
    bounds = [one.bound for one in found if one.bound is not None]
    best = max(found, key=lambda one: (one.status is Status.OPTIMAL, *_rank(one.fill, objective)))
    return replace(best, bound=min(bounds, default=None))


def _improve_until(
    fill: Fill, objective: Objective, seed: int, seconds: float | None, tell: Callable[[Mapping[str, float]], None]
) -> Improved:
    parent, deadline = os.getppid(), None if seconds is None else time.monotonic() + seconds

    def over() -> bool:
        return os.getppid() != parent or (deadline is not None and time.monotonic() >= deadline)

    return improve(fill, objective, seed, over, seconds is None, lambda phase, shown: tell(shown))


def _rank(fill: Fill, objective: Objective) -> tuple[int, int]:
    return (min(fill.scores, default=0) if objective == "min" else 0, sum(fill.scores))


def figures(standing: Standing) -> dict[str, float]:
    """What the progress shows of a standing."""
    scores = standing.fill.scores
    shown = {"mean": sum(scores) / max(len(scores), 1), "worst": min(scores, default=0), "rounds": standing.rounds}
    return shown if standing.bound is None else shown | {"bound": standing.bound}


def optimise(fill: Fill, seed: int) -> Iterator[Standing]:
    """Better and better fills by total score, with falling bounds, until the best is proved.

    Every item is the state after some more work. Neighbourhoods and proofs take turns by counted work, not by the
    clock, so that a seed repeats itself.
    """
    improver = Improver(fill, {}, seed)
    bounder = Bounder(fill.puzzle)
    last = 0
    while True:
        for _ in range(_ROUNDS):
            if improver.step():
                last = improver.rounds
                yield Standing(improver.fill, bounder.bound, improver.rounds, False)
        stalled = improver.rounds - last >= PATIENCE
        for _ in range(1 + (improver.rounds - last) // _ROUNDS):
            better = bounder.step(improver.total, CHUNK)
            if better is not None:
                improver.take(better)
                last = improver.rounds
            standing = Standing(improver.fill, bounder.bound, improver.rounds, stalled)
            yield standing
            if standing.optimal:
                return


def raise_minimum(
    fill: Fill, seed: int, stop: Callable[[], bool], progress: Progress, nodes: int | None = None
) -> tuple[Fill, bool]:
    """A fill whose worst entry scores as high as possible, and whether that is proved.

    Each higher score in turn becomes the least score allowed, until the dive exhausts the search, or has spent
    ``nodes`` decisions on one score. Such a fill is also the best start on the way to a high total.
    """
    puzzle = fill.puzzle
    while True:
        floor = min(fill.scores, default=0)
        higher = _next_score(puzzle, floor)
        if higher is None:
            return fill, True
        dive = Dive(at_least(puzzle, higher), {}, seed)
        found: Fill | None = None
        while found is None and not dive.exhausted and not stop() and not _spent(dive, nodes):
            found = dive.step(CHUNK)
            progress("improve", {"worst": floor, **dive.counts})
        if found is None:
            return fill, dive.exhausted
        fill = Fill(puzzle, found.letters)


def _spent(dive: Dive, nodes: int | None) -> bool:
    return nodes is not None and dive.counts["nodes"] >= nodes


def at_least(puzzle: Puzzle, score: int) -> Puzzle:
    """The puzzle with that least score; entries the user vouches for stay."""
    return replace(puzzle, rules=replace(puzzle.rules, min_score=max(score, puzzle.rules.min_score)))


def _next_score(puzzle: Puzzle, floor: int) -> int | None:
    """The lowest score above ``floor`` that any word of a needed length has."""
    lengths = sorted({puzzle.length(slot) for slot in puzzle.grid.slots})
    scores = np.unique(np.concatenate([puzzle.vocabulary.scores(n) for n in lengths]))
    above = scores[scores > floor]
    return int(above[0]) if len(above) else None
