"""One call of CP-SAT, in a thread of its own so that Ctrl-C, limits and progress stay ours. Knows no puzzle."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model_helper as cp

from cpfill.errors import ModelError
from cpfill.result import Progress, silent

POLL = 0.1
"""Seconds between two looks at the keyboard."""


class Run(cp.SolutionCallback):
    """Solves a model; ``heard`` gets each solution, in CP-SAT's thread, and says whether to go on.

    ``figures`` are the counts so far. ``interrupted`` is set by Ctrl-C, which makes CP-SAT stop with what it has.
    """

    def __init__(self, proto: cp.CpModelProto, parameters: str, heard: Callable[[Run], bool]) -> None:
        super().__init__()
        self.figures: dict[str, float] = {}
        self.interrupted = False
        self.response: Any = None
        self.error: BaseException | None = None
        self._heard = heard
        self._proto = proto
        solver = cp.SolveWrapper()
        settings = cp.SatParameters()
        if not settings.merge_text_format(parameters):
            raise ModelError(f"CP-SAT cannot read its parameters: {parameters}")
        solver.set_parameters(settings)
        solver.add_solution_callback(self)
        solver.add_best_bound_callback(self._bound)
        self._solver: cp.SolveWrapper | None = solver
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin to solve."""
        self._thread.start()

    def finish(self, progress: Progress = silent) -> Any:
        """Wait for the end and return CP-SAT's response; Ctrl-C shortens it. Raises what ``heard`` raised."""
        while self._thread.is_alive():
            try:
                self._thread.join(POLL)
                progress("cp-sat", self.figures)
            except KeyboardInterrupt:
                self.interrupted = True
                self.stop()
        if self.error is not None:
            raise self.error
        return self.response

    def stop(self) -> None:
        """Make CP-SAT stop soon."""
        if (solver := self._solver) is not None:
            solver.stop_search()

    @property
    def running(self) -> bool:
        """Whether CP-SAT is at work."""
        return self._thread.is_alive()

    def _work(self) -> None:
        solver: Any = self._solver
        try:
            self.response = solver.solve(self._proto)
        except BaseException as error:
            self.error = error
        finally:
            solver.clear_solution_callback(self)
            self._solver = None  # it holds this object and with it the model, where no collector can see it

    def _bound(self, bound: float) -> None:
        self.figures["bound"] = bound

    def OnSolutionCallback(self) -> None:
        """CP-SAT calls this for each solution."""
        self.figures["conflicts"] = self.NumConflicts()
        if self._proto.has_objective():
            self.figures["best"] = self.ObjectiveValue()
        try:
            if not self._heard(self):
                self.StopSearch()
        except BaseException as error:
            self.error = error
            self.StopSearch()
