"""Makes a word search: a random dive first, CP-SAT for what the dive cannot do. Prints nothing, reads no files."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from cpfill.result import Progress, Status, silent
from cpfill.word_search.dive import Arrangement, dive
from cpfill.word_search.filler import Spoilt, finish
from cpfill.word_search.instance import LetterGrid, WordSearch
from cpfill.word_search.model import ArrangementModel
from cpfill.word_search.placements import Space
from cpfill.word_search.refusal import why_impossible, why_no_arrangement

DIVES = 40
"""Dives before CP-SAT is asked."""
PATIENCE = 10
"""Placements a word in one dive: most dives that succeed need fewer, the others need many more."""
CROWDED = 0.8
"""Letters a cell from which on a dive must share cells."""
SAMPLES: tuple[int | None, ...] = (40, 160, None)
"""Random placements a word that CP-SAT may choose from, attempt by attempt; None is all of them, and a proof."""
PARAMETERS = {"num_workers": 1, "cp_model_probing_level": 0, "symmetry_level": 0}
"""CP-SAT's parameters: see benchmarks/word_search.py."""


@dataclass(frozen=True)
class Making:
    """What came of making a grid: ``reason`` says in one line why there is none.

    ``seconds`` are wall-clock seconds. ``engine`` is dive or cp-sat. ``bound`` is, when the smallest square was asked
    for, the largest side of which it is proved that no smaller square will do.
    """

    status: Status
    grid: LetterGrid | None = None
    reason: str = ""
    seconds: float = 0.0
    engine: str = ""
    bound: int | None = None
    trace: dict[str, int] = field(default_factory=dict)


class Clock:
    """Wall-clock seconds since its start, against a limit."""

    def __init__(self, limit: float | None) -> None:
        self._start, self._limit = time.monotonic(), limit

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float | None:
        """Seconds until the limit, at least 0; None without a limit."""
        return None if self._limit is None else max(0.0, self._limit - self.seconds)

    @property
    def over(self) -> bool:
        """Whether the limit has passed."""
        return self._limit is not None and self.seconds >= self._limit


def solver_parameters(clock: Clock, seed: int, **more: object) -> dict[str, object]:
    """CP-SAT's parameters for one solve within the time left."""
    limit = {} if clock.left is None else {"max_time_in_seconds": clock.left}
    return {**PARAMETERS, "random_seed": seed % (1 << 31), **limit, **more}


def make(
    search: WordSearch,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
    progress: Progress = silent,
) -> Making:
    """A grid that hides every word exactly once, or the reason why there is none.

    The same search and seed give the same grid with one worker. ``time_limit`` is in seconds. ``status`` is solved,
    infeasible (proved), unknown (limit reached) or interrupted. Raises InputError for a search that makes no sense.
    """
    return Maker(search, seed, Clock(time_limit), workers, progress).make()


class Maker:
    """One run of :func:`make`."""

    def __init__(
        self, search: WordSearch, seed: int, clock: Clock, workers: int = 1, progress: Progress = silent
    ) -> None:
        self.search, self.seed, self.clock, self.workers, self.progress = search, seed, clock, workers, progress
        self.space = Space(search)
        self.trace: Counter[str] = Counter()

    def make(self) -> Making:
        """Refuse what is plainly impossible, dive, then ask CP-SAT."""
        reason = why_impossible(self.space)
        if reason:
            return self._ended(Status.INFEASIBLE, reason=reason)
        return self.by_diving() or self.by_cp_sat()

    def _ended(self, status: Status, grid: LetterGrid | None = None, reason: str = "", engine: str = "") -> Making:
        if grid is not None and (faults := grid.faults()):
            raise RuntimeError(f"a grid with faults was made: {'; '.join(faults)}")
        return Making(status, grid, reason, self.clock.seconds, engine, trace=dict(self.trace))

    def arrangements(self, count: int) -> list[Arrangement]:
        """What the first dives find, which need not obey the overlap or the message."""
        return [found for attempt in range(count) if (found := self._dive(attempt)) is not None]

    def _dive(self, attempt: int) -> Arrangement | None:
        self.trace["dives"] += 1
        low, high = self.search.covered_range
        cells, total = len(self.search.grid.cells), self.search.total_letters
        tight = high < min(cells, total)
        crowded = tight or total > CROWDED * cells or attempt >= DIVES // 4
        eager = 0.1 + 0.1 * tight
        sharing = -0.3 if low > 0 and not tight else (0.6 if crowded else 0.25) + eager * (attempt % 4)
        return dive(self.space, self.seed * 1009 + attempt, sharing, PATIENCE * len(self.search.words) + 50)

    def by_diving(self) -> Making | None:
        """What dives alone find; None when they find nothing."""
        for attempt in range(DIVES):
            if self.clock.over:
                return self._ended(Status.UNKNOWN, reason="the time limit was reached")
            found = self._dive(attempt)
            grid = None if found is None else self.finished(found)
            self.progress("dive", {"attempts": attempt + 1})
            if isinstance(grid, LetterGrid) and not grid.faults():
                return self._ended(Status.SOLVED, grid, engine="dive")
        return None

    def finished(self, arrangement: Arrangement) -> LetterGrid | Spoilt | None:
        """The arrangement with all its letters; None when it covers too many or too few cells."""
        placements = [self.space.occurrence(word, row) for word, row in enumerate(arrangement)]
        low, high = self.search.covered_range
        covered = len({square for placed in placements for square in placed.squares})
        return finish(self.search, placements, self.seed) if low <= covered <= high else None

    def by_cp_sat(self) -> Making:
        """What CP-SAT finds or proves, in growing samples of the placements."""
        known = self.arrangements(4)
        for size in SAMPLES:
            model = ArrangementModel(self.space, None if size is None else self._sample(size, known))
            if known:
                model.hint(known[0])
            made = self.settle(model)
            if made.status != Status.INFEASIBLE or size is None:
                return made
        raise AssertionError("the last sample is complete")

    def _sample(self, size: int, known: list[Arrangement]) -> list[list[int]]:
        random = np.random.default_rng(self.seed)
        sample = []
        for word in range(len(self.space.codes)):
            count = len(self.space.cells(word))
            drawn = random.choice(count, min(size, count), replace=False).tolist()
            sample.append(sorted({*drawn, *(arrangement[word] for arrangement in known)}))
        return sample

    def settle(self, model: ArrangementModel, **parameters: object) -> Making:
        """Solve until an arrangement can be finished, forbidding what spoils those that cannot."""
        if self.workers > 1:
            parameters["num_workers"] = self.workers
        while True:
            status, found = model.solve(solver_parameters(self.clock, self.seed, **parameters))
            self.trace["cp_sat_solves"] += 1
            self.progress("cp-sat", dict(self.trace))
            if status == Status.INFEASIBLE:
                return self._ended(status, reason=why_no_arrangement(self.space), engine="cp-sat")
            if found is None:
                limited = self.clock.left is not None
                reason = "the time limit was reached" if limited else "the search was interrupted"
                return self._ended(Status.UNKNOWN if limited else Status.INTERRUPTED, reason=reason, engine="cp-sat")
            grid = self.finished(found)
            if isinstance(grid, LetterGrid):
                return self._ended(Status.SOLVED, grid, engine="cp-sat")
            if isinstance(grid, Spoilt) and grid.by_words:
                model.forbid(grid.occurrence)
            model.forbid_arrangement(found)
