"""The pipeline that a model names: dive and CP-SAT in turn until one of them decides. Knows no files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cpfill import optimising
from cpfill.domains import Domains
from cpfill.engines.dive import Dive
from cpfill.optimising import Objective
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import Reduction, reduce
from cpfill.result import Progress, Result, Status, silent

if TYPE_CHECKING:
    from cpfill.parameters import ModelConfig

FIRST_SHARE = 100_000
"""Nodes of the dive before CP-SAT has a first try at what is left."""
LARGEST_REST = 60_000
"""Candidates left, over all slots, up to which CP-SAT is worth a try: beyond, learning is slower than diving."""
SHARE_SECONDS = 5.0
"""Deterministic seconds of CP-SAT's first try; each turn of both engines doubles."""


@dataclass
class Search:
    """What the engines of one search share: the question, the limits, and what has been found out."""

    puzzle: Puzzle
    config: ModelConfig
    seed: int
    time_limit: float | None
    workers: int
    progress: Progress
    started: float = field(default_factory=time.perf_counter)
    seconds: dict[str, float] = field(default_factory=dict)
    trace: dict[str, float] = field(default_factory=dict)
    dive: Dive | None = None
    reduction: Reduction | None = None

    @property
    def remaining(self) -> float | None:
        """Seconds until the time limit, or None without one."""
        return None if self.time_limit is None else self.time_limit - (time.perf_counter() - self.started)

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit is reached."""
        return self.remaining is not None and self.remaining <= 0

    @contextmanager
    def timed(self, phase: str) -> Iterator[None]:
        """Adds the time spent inside to the phase's seconds."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[phase] = self.seconds.get(phase, 0.0) + time.perf_counter() - start

    def reduced(self) -> Reduction:
        """What cyclic reduction leaves, found once."""
        if self.reduction is None:
            with self.timed("reduce"):
                self.reduction = reduce(Domains.of(self.puzzle))
        return self.reduction

    def result(
        self, status: Status, fill: Fill | None = None, engine: str = "", reason: str = "", bound: int | None = None
    ) -> Result:
        """The result as of now; a fill with faults is never given out."""
        if fill is not None and (faults := fill.faults()):
            raise RuntimeError(f"{engine} gave a fill with faults: {faults[0]}")
        self.seconds["total"] = time.perf_counter() - self.started
        return Result(status, fill, dict(self.seconds), reason, bound, engine, dict(self.trace))


def solve(
    puzzle: Puzzle,
    config: ModelConfig | None = None,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
    maximize: Objective | None = None,
    progress: Progress = silent,
) -> Result:
    """Fill the puzzle, or prove that nothing fits.

    ``maximize`` asks for the highest total score ("score"), or for the highest lowest score first and then the total
    ("min"): the status is optimal when that is proved, else solved with the best fill found and a bound.
    ``time_limit`` is in wall-clock seconds; when it is reached without a fill the status is unknown. Without one, an
    optimisation ends after optimising.PATIENCE neighbourhoods that brought nothing. With one worker, the same puzzle,
    config and seed give the same answer, unless the clock ends it. Ctrl-C gives the status interrupted, with the best
    fill so far. Raises ModelError for a bad config.
    """
    if config is None:
        from cpfill.parameters import ModelConfig

        config = ModelConfig.load("default")
    search = Search(puzzle, config, seed, time_limit, workers, progress)
    try:
        result = _take_turns(search)
    except KeyboardInterrupt:
        return search.result(Status.INTERRUPTED, reason="interrupted before a fill was found")
    if maximize is None or result.fill is None:
        return result
    with search.timed("improve"):
        if workers > 1:
            seeds = [seed + worker for worker in range(workers)]
            improved = optimising.improve_in_parallel(result.fill, maximize, seeds, search.remaining, progress)
        else:
            improved = optimising.improve(
                result.fill, maximize, seed, lambda: search.out_of_time, search.time_limit is None, progress
            )
    return search.result(improved.status, improved.fill, "dive", improved.reason, improved.bound)


def _take_turns(search: Search) -> Result:
    """Each engine in turn, with shares that double, until one decides; a single engine has no shares."""
    engines = {"dive": _dive, "cp-sat": _cp_sat, "divide": _divide}
    chosen = [engines[name] for name in search.config.engines]
    if len(chosen) == 1:
        return chosen[0](search, None) or _out_of_time(search)
    turn = 0
    while not search.out_of_time:
        for engine in chosen:
            result = engine(search, turn)
            if result is not None:
                return result
        turn += 1
    return _out_of_time(search)


def _out_of_time(search: Search) -> Result:
    return search.result(Status.UNKNOWN, reason=f"no answer within the time limit of {search.time_limit:g} s")


def _nothing_fits(search: Search, engine: str, effort: str) -> Result:
    """Infeasible, with what reduction alone finds impossible as the reason if it finds anything."""
    reason = search.reduced().contradiction
    return search.result(Status.INFEASIBLE, None, engine, reason or f"no fill exists: {effort} tried every possibility")


def _dive(search: Search, turn: int | None) -> Result | None:
    """Dive on for this turn's share of nodes, or to the end without a turn."""
    if search.workers > 1:
        return _race(search)
    with search.timed("dive"):
        if search.dive is None:
            search.dive = Dive(search.puzzle, search.config.dive, search.seed)
        dive, fill = search.dive, None
        stop = None if turn is None else FIRST_SHARE << turn
        while fill is None and not dive.exhausted and not search.out_of_time:
            if stop is not None and dive.counts["nodes"] >= stop:
                break
            fill = dive.step()
            search.trace.update(dive.counts)
            search.progress("dive", dive.counts)
    if fill is not None:
        return search.result(Status.SOLVED, fill, "dive")
    return _nothing_fits(search, "dive", f"{dive.counts['nodes']:,} decisions") if dive.exhausted else None


def _race(search: Search) -> Result | None:
    """Several seeds side by side, to the end: the first to decide decides."""
    from cpfill.engines.race import race

    seeds = [search.seed + worker for worker in range(search.workers)]
    with search.timed("dive"):
        finish = race(search.puzzle, search.config.dive, seeds, search.remaining, search.progress)
    if finish is None:
        return None
    search.trace.update(finish.counts)
    if finish.letters is None:
        return _nothing_fits(search, "dive", f"{finish.counts['nodes']:,} decisions")
    return search.result(Status.SOLVED, Fill(search.puzzle, finish.letters), "dive")


def _cp_sat(search: Search, turn: int | None) -> Result | None:
    """CP-SAT on what reduction leaves: to the end without a turn, else for a share and only when little is left."""
    from cpfill.engines import cp_sat

    reduction = search.reduced()
    if reduction.contradiction:
        return _nothing_fits(search, "cp-sat", "reduction")
    if turn is not None and sum(map(len, reduction.domains.candidates)) > LARGEST_REST:
        return None
    share = None if turn is None else SHARE_SECONDS * 2**turn
    with search.timed("cp_sat"):
        answer = cp_sat.solve(
            reduction.domains,
            search.config,
            seed=search.seed,
            workers=search.workers,
            time_limit=search.remaining,
            deterministic_limit=share,
            progress=search.progress,
        )
    search.trace.update(answer.counts)
    if answer.status is Status.UNKNOWN and (turn is not None or search.out_of_time):
        return None
    return search.result(answer.status, answer.fill, "cp-sat", answer.reason)


def _divide(search: Search, turn: int | None) -> Result | None:
    """Divide and conquer on letter sets, always to the end."""
    from cpfill.engines.divide import Divide

    with search.timed("divide"):
        divide, fill = Divide(search.puzzle, search.seed), None
        while fill is None and not divide.exhausted and not search.out_of_time:
            fill = divide.step()
            search.trace.update(divide.counts)
            search.progress("divide", divide.counts)
    if fill is not None:
        return search.result(Status.SOLVED, fill, "divide")
    return _nothing_fits(search, "divide", f"{divide.counts['nodes']:,} splits") if divide.exhausted else None
