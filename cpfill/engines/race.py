"""Several dives with different seeds, each in a process of its own; the first to decide wins. Knows no CP-SAT.

The processes are plain Python interpreters that read one pickled job and write one pickled answer, so that neither the
threads nor the main module of the calling program matter.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from cpfill.engines.dive import Dive
from cpfill.errors import CpfillError
from cpfill.grid import Cell
from cpfill.puzzle import Puzzle

_TICK = 0.2


@dataclass(frozen=True)
class Finish:
    """How the winner ended: the letters of its fill, or None when it proved that there is none."""

    seed: int
    letters: Mapping[Cell, str] | None
    counts: Mapping[str, int]


def race(puzzle: Puzzle, settings: Mapping[str, float], seeds: list[int], seconds: float | None) -> Finish | None:
    """Dive from every seed at once; None when ``seconds`` pass first. Raises CpfillError when all processes fail."""
    finishes: queue.Queue[Finish | None] = queue.Queue()
    runners = [_Runner(puzzle, settings, seed, finishes) for seed in seeds]
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        failed = 0
        while failed < len(runners) and (deadline is None or time.monotonic() < deadline):
            try:
                finish = finishes.get(timeout=_TICK)
            except queue.Empty:
                continue
            if finish is not None:
                return finish
            failed += 1
        if failed == len(runners):
            raise CpfillError("every worker process ended without an answer; is there enough memory?")
        return None
    finally:
        for runner in runners:
            runner.stop()


class _Runner:
    """One process, and the thread that waits for it."""

    def __init__(
        self, puzzle: Puzzle, settings: Mapping[str, float], seed: int, finishes: queue.Queue[Finish | None]
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._job = pickle.dumps((puzzle, dict(settings), seed))
        self._finishes = finishes
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        answer, _ = self._process.communicate(self._job)
        self._finishes.put(pickle.loads(answer) if self._process.returncode == 0 else None)

    def stop(self) -> None:
        """End the process, whether or not it has finished."""
        self._process.kill()


def main() -> None:
    """Run the job on standard input to its end, or until nobody is left to hear the answer."""
    parent = os.getppid()
    puzzle, settings, seed = pickle.load(sys.stdin.buffer)
    dive = Dive(puzzle, settings, seed)
    fill = None
    while fill is None and not dive.exhausted and os.getppid() == parent:
        fill = dive.step()
    pickle.dump(Finish(seed, fill.letters if fill else None, dive.counts), sys.stdout.buffer)


if __name__ == "__main__":
    from cpfill.engines.race import main as run  # so that what is pickled belongs to the module, not to __main__

    run()
