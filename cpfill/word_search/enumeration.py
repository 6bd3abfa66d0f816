"""Many word searches: distinct ones by seed, or all of them with a proof. Prints nothing, reads no files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpfill.result import Progress, Status, silent
from cpfill.word_search.dive import Arrangement
from cpfill.word_search.finder import Occurrence
from cpfill.word_search.instance import LetterGrid, WordSearch
from cpfill.word_search.making import Clock, Maker, Making, solver_parameters
from cpfill.word_search.model import ArrangementModel
from cpfill.word_search.placements import Space
from cpfill.word_search.refusal import why_impossible

Found = Callable[[LetterGrid], None]

REPEATS = 8
"""Seeds in a row that bring nothing new before CP-SAT enumerates the rest."""


@dataclass(frozen=True)
class Enumeration:
    """How an enumeration ended: ``complete`` when it is proved that there are no more than ``count`` grids."""

    complete: bool
    count: int
    seconds: float
    reason: str = ""


def enumerate_grids(
    search: WordSearch,
    found: Found,
    *,
    count: int | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Progress = silent,
) -> Enumeration:
    """Call ``found`` with each of ``count`` distinct grids, or with all of them where ``count`` is None.

    Grids are distinct when some word lies elsewhere: the filler is no difference, and a mirrored grid is another
    one. With ``count``, the grids come from the seeds from ``seed`` on. All of them come from CP-SAT's enumeration with
    one worker, which proves that there are no more; arrangements in which a word would occur twice, or that no filler
    completes, are no grids. Raises InputError for a search that makes no sense.
    """
    return _Enumerator(search, found, count, seed, Clock(time_limit), progress).run()


class _Enumerator:
    def __init__(
        self, search: WordSearch, found: Found, count: int | None, seed: int, clock: Clock, progress: Progress
    ) -> None:
        self.search, self.found, self.count, self.seed = search, found, count, seed
        self.clock, self.progress = clock, progress
        self.space = Space(search)
        self.maker = Maker(search, seed, clock)
        self.told: set[tuple[Occurrence, ...]] = set()

    def run(self) -> Enumeration:
        reason = why_impossible(self.space)
        if reason:
            return self._ended(True, reason)
        if self.count is not None:
            made = self._by_seeds(self.count)
            if made is not None:
                return made
        return self._by_cp_sat()

    def _ended(self, complete: bool, reason: str = "") -> Enumeration:
        return Enumeration(complete, len(self.told), self.clock.seconds, reason)

    @property
    def _enough(self) -> bool:
        return self.clock.over or (self.count is not None and len(self.told) >= self.count)

    def _by_seeds(self, count: int) -> Enumeration | None:
        """None when the seeds bring nothing new any more, although there may be more."""
        repeats, seed = 0, self.seed
        while len(self.told) < count and repeats < REPEATS:
            made: Making = Maker(self.search, seed, self.clock).make()
            seed += 1
            if made.grid is None:
                return self._ended(made.status == Status.INFEASIBLE, made.reason)
            repeats = 0 if self._tell(made.grid) else repeats + 1
        return self._ended(False) if len(self.told) >= count else None

    def _by_cp_sat(self) -> Enumeration:
        model = ArrangementModel(self.space)
        whole = {"num_workers": 1, "enumerate_all_solutions": True, "keep_all_feasible_solutions_in_presolve": True}
        stopped = False

        def take(arrangement: Arrangement) -> bool:
            nonlocal stopped
            grid = self.maker.finished(arrangement)
            if isinstance(grid, LetterGrid):
                self._tell(grid)
            stopped = self._enough
            return not stopped

        status, _ = model.solve(solver_parameters(self.clock, self.seed, **whole), take)
        complete = status in (Status.OPTIMAL, Status.INFEASIBLE) and not stopped
        return self._ended(complete, "" if complete or not self.clock.over else "the time limit was reached")

    def _tell(self, grid: LetterGrid) -> bool:
        """Hand the grid on unless one with the same placements was; whether it was new."""
        if grid.placements in self.told:
            return False
        if faults := grid.faults():
            raise RuntimeError(f"a grid with faults was made: {'; '.join(faults)}")
        self.told.add(grid.placements)
        self.found(grid)
        self.progress("enumerate", {"grids": len(self.told)})
        return True
