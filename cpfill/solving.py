"""The pipeline that a model names: dive and CP-SAT in turn until one of them decides. Knows no files."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cpfill.puzzle import Fill, Puzzle
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

    @property
    def remaining(self) -> float | None:
        """Seconds until the time limit, or None without one."""
        return None if self.time_limit is None else self.time_limit - (time.perf_counter() - self.started)

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit is reached."""
        return self.remaining is not None and self.remaining <= 0

    def result(self, status: Status, fill: Fill | None = None, engine: str = "", reason: str = "") -> Result:
        """The result as of now; a fill with faults is never given out."""
        if fill is not None and (faults := fill.faults()):
            raise RuntimeError(f"{engine} gave a fill with faults: {faults[0]}")
        self.seconds["total"] = time.perf_counter() - self.started
        return Result(status, fill, dict(self.seconds), reason, None, engine, dict(self.trace))


Stage = Callable[[Search], Result | None]


def solve(
    puzzle: Puzzle,
    config: ModelConfig | None = None,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
    progress: Progress = silent,
) -> Result:
    """Fill the puzzle, or prove that nothing fits.

    ``time_limit`` is in wall-clock seconds; when it is reached the status is unknown. With one worker, the same puzzle,
    config and seed give the same answer. Ctrl-C gives the status interrupted. Raises ModelError for a bad config.
    """
    if config is None:
        from cpfill.parameters import ModelConfig

        config = ModelConfig.load("default")
    search = Search(puzzle, config, seed, time_limit, workers, progress)
    try:
        return _take_turns(search)
    except KeyboardInterrupt:
        return search.result(Status.INTERRUPTED, reason="interrupted before a fill was found")


def _take_turns(search: Search) -> Result:
    """Each engine in turn, with shares that double, until one decides; a single engine has no shares."""
    engines = search.config.engines
    if engines == ("dive",):
        return _dive(search, None) or _out_of_time(search)
    if engines == ("cp-sat",):
        return _cp_sat(search, None) or _out_of_time(search)
    turn = 0
    while not search.out_of_time:
        result = _dive(search, FIRST_SHARE << turn) or _cp_sat(search, SHARE_SECONDS * 2**turn)
        if result is not None:
            return result
        turn += 1
    return _out_of_time(search)


def _out_of_time(search: Search) -> Result:
    return search.result(Status.UNKNOWN, reason=f"no answer within the time limit of {search.time_limit:g} s")
