"""Several searches with different seeds, each in a process of its own. Knows no CP-SAT.

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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cpfill.engines.dive import Dive
from cpfill.errors import CpfillError
from cpfill.grid import Cell
from cpfill.puzzle import Puzzle

_TICK = 0.2
_LAST_WORDS = 5.0
_ALL_FAILED = "every worker process ended without an answer; is there enough memory?"

Job = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function that can be imported by name, and its arguments."""


@dataclass(frozen=True)
class Finish:
    """How the winner ended: the letters of its fill, or None when it proved that there is none."""

    seed: int
    letters: Mapping[Cell, str] | None
    counts: Mapping[str, int]


def race(puzzle: Puzzle, settings: Mapping[str, float], seeds: list[int], seconds: float | None) -> Finish | None:
    """Dive from every seed at once; None when ``seconds`` pass first. Raises CpfillError when all processes fail."""
    deadline = None if seconds is None else time.monotonic() + seconds
    with _running([(_dive, (puzzle, dict(settings), seed)) for seed in seeds]) as finishes:
        failed = 0
        while failed < len(seeds) and (deadline is None or time.monotonic() < deadline):
            try:
                finish = finishes.get(timeout=_TICK)
            except queue.Empty:
                continue
            if isinstance(finish, Finish):
                return finish
            failed += 1
        if failed == len(seeds):
            raise CpfillError(_ALL_FAILED)
        return None


def gather(jobs: list[Job]) -> list[Any]:
    """What all the jobs give, side by side, in the order in which they end. Raises CpfillError when all fail.

    Ctrl-C reaches the processes too: those that then end with an answer within some seconds are still heard.
    """
    answers: list[Any] = []
    with _running(jobs) as finishes:
        waiting, deadline = len(jobs), None
        while waiting and (deadline is None or time.monotonic() < deadline):
            try:
                answers.append(finishes.get(timeout=_TICK))
                waiting -= 1
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                deadline = time.monotonic() + _LAST_WORDS
    found = [answer for answer in answers if answer is not None]
    if not found:
        raise CpfillError(_ALL_FAILED)
    return found


@contextmanager
def _running(jobs: list[Job]) -> Iterator[queue.Queue[Any]]:
    """A queue of the jobs' answers, None for a job that failed; all processes have ended afterwards."""
    finishes: queue.Queue[Any] = queue.Queue()
    runners = [_Runner(job, finishes) for job in jobs]
    try:
        yield finishes
    finally:
        for runner in runners:
            runner.stop()


class _Runner:
    """One process, and the thread that waits for it."""

    def __init__(self, job: Job, finishes: queue.Queue[Any]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._job = pickle.dumps(job)
        self._finishes = finishes
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        answer, _ = self._process.communicate(self._job)
        self._finishes.put(pickle.loads(answer) if self._process.returncode == 0 else None)

    def stop(self) -> None:
        """End the process, whether or not it has finished."""
        self._process.kill()


def _dive(puzzle: Puzzle, settings: Mapping[str, float], seed: int) -> Finish:
    """Dive to the end, or until nobody is left to hear the answer."""
    parent = os.getppid()
    dive = Dive(puzzle, settings, seed)
    fill = None
    while fill is None and not dive.exhausted and os.getppid() == parent:
        fill = dive.step()
    return Finish(seed, fill.letters if fill else None, dive.counts)


def main() -> None:
    """Do the job on standard input: a function of some module and its arguments."""
    function, arguments = pickle.load(sys.stdin.buffer)
    pickle.dump(function(*arguments), sys.stdout.buffer)


if __name__ == "__main__":
    from cpfill.engines.race import main as run  # so that what is pickled belongs to the module, not to __main__

    run()
