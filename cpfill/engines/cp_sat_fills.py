"""All fills of a puzzle by CP-SAT's exhaustive search. Knows no other engine.

One worker: with several, CP-SAT 9.15 repeats and misses solutions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from queue import Empty, Full, Queue

from ortools.sat.python import cp_model_helper as cp

from cpfill.domains import Domains
from cpfill.engines.cp_sat import Limits, model_of, parameters_of, reduced
from cpfill.engines.cp_sat_run import POLL, Run
from cpfill.errors import ModelError
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill

AHEAD = 100
"""Fills found before anyone asked for them."""


class CpSatFills(Iterator[Fill]):
    """Every fill within the domains, each once; by seed in the same order. Ends at Ctrl-C or ``close()``.

    ``complete`` becomes true only when CP-SAT has proved that there is no further fill; else ``reason`` says why the
    stream ended. ``time_limit`` is in wall-clock seconds.
    """

    def __init__(
        self, domains: Domains, config: ModelConfig, *, seed: int = 0, time_limit: float | None = None
    ) -> None:
        self.complete = False
        self.reason = ""
        self._queue: Queue[Fill] = Queue(AHEAD)
        self._stopped = False
        self._source = self._search(domains, config, seed, time_limit)

    def __next__(self) -> Fill:
        return next(self._source)

    def close(self) -> None:
        """Stop searching."""
        self._source.close()

    def _search(
        self, domains: Domains, config: ModelConfig, seed: int, time_limit: float | None
    ) -> Generator[Fill, None, None]:
        reduction = reduced(domains, config)
        if reduction.contradiction is not None:
            self.complete, self.reason = True, reduction.contradiction
            return
        model = model_of(reduction.domains, config, None, seed)
        settings = f"{parameters_of(config, model, seed, 1)} {Limits(time_limit).text()}"
        run = Run(
            model.proto,
            f"{settings} num_workers: 1 enumerate_all_solutions: true",
            lambda run: all(self._put(fill) for fill in model.fills(run.SolutionIntegerValue)),
        )
        run.start()
        try:
            yield from self._drain(run)
        finally:
            self._stopped = True
            run.stop()
        self._conclude(run)

    def _put(self, fill: Fill) -> bool:
        """Queue the fill when there is room; False once nobody wants more."""
        while not self._stopped:
            try:
                self._queue.put(fill, timeout=POLL)
                return True
            except Full:
                continue
        return False

    def _drain(self, run: Run) -> Generator[Fill, None, None]:
        while True:
            running = run.running
            try:
                yield self._queue.get(timeout=POLL if running else 0.001)
            except Empty:
                if not running:
                    return
            except KeyboardInterrupt:
                self.reason = "interrupted"
                return

    def _conclude(self, run: Run) -> None:
        response, kinds = run.finish(), cp.CpSolverStatus
        if response.status == kinds.MODEL_INVALID:
            raise ModelError(f"CP-SAT says: {response.solution_info}")
        self.complete = not self.reason and response.status in (kinds.OPTIMAL, kinds.INFEASIBLE)
        if not self.complete and not self.reason:
            self.reason = "the time limit was reached"
