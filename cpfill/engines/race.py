"""Several searches with different seeds, each in a process of its own. Knows no CP-SAT.

The processes are plain Python interpreters that read one pickled job and write pickled figures of their progress, then
one answer, so that neither the threads nor the main module of the calling program matter.
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, cast

from cpfill.engines.dive import Dive
from cpfill.errors import CpfillError
from cpfill.grid import Cell
from cpfill.puzzle import Puzzle
from cpfill.result import Progress, silent

_TICK = 0.2
_LAST_WORDS = 5.0
_TOLD, _ANSWER = "told", "answer"
_ALL_FAILED = "every worker process ended without an answer; is there enough memory?"

Figures = Mapping[str, float]
Tell = Callable[[Figures], None]
"""How a job says what it has done so far."""
Job = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function that can be imported by name, and its arguments, to which a ``Tell`` is added."""
_TOGETHER: Mapping[str, Callable[[list[float]], float]] = {"mean": max, "worst": max, "bound": min, "depth": max}
"""What a figure of several processes is together, where it is not their sum."""


@dataclass(frozen=True)
class Finish:
    """How the winner ended: the letters of its fill, or None when it proved that there is none."""

    seed: int
    letters: Mapping[Cell, str] | None
    counts: Mapping[str, int]


def race(
    puzzle: Puzzle,
    settings: Mapping[str, float],
    seeds: list[int],
    seconds: float | None,
    progress: Progress = silent,
) -> Finish | None:
    """Dive from every seed at once; None when ``seconds`` pass first. Raises CpfillError when all processes fail."""
    deadline = None if seconds is None else time.monotonic() + seconds
    with _team([(_dive, (puzzle, dict(settings), seed)) for seed in seeds], "dive", progress) as team:
        failed = 0
        while failed < len(seeds) and (deadline is None or time.monotonic() < deadline):
            heard = team.heard()
            failed += heard.count(None)
            for finish in heard:
                if finish is not None:
                    return cast(Finish, finish)
        if failed == len(seeds):
            raise CpfillError(_ALL_FAILED)
        return None


def gather(jobs: list[Job], phase: str, progress: Progress = silent) -> list[Any]:
    """What all the jobs give, side by side, in the order in which they end. Raises CpfillError when all fail.

    Ctrl-C reaches the processes too: those that then end with an answer within some seconds are still heard.
    """
    answers: list[Any] = []
    with _team(jobs, phase, progress) as team:
        deadline = None
        while len(answers) < len(jobs) and (deadline is None or time.monotonic() < deadline):
            try:
                answers += team.heard()
            except KeyboardInterrupt:
                deadline = time.monotonic() + _LAST_WORDS
    found = [answer for answer in answers if answer is not None]
    if not found:
        raise CpfillError(_ALL_FAILED)
    return found


@contextmanager
def _team(jobs: list[Job], phase: str, progress: Progress) -> Iterator[_Team]:
    """The processes of these jobs, which are killed afterwards whatever they are at."""
    team = _Team(phase, progress)
    try:
        team.start(jobs)
        yield team
    finally:
        team.stop()


class _Team:
    """Several processes at work, and what they have told of their progress."""

    def __init__(self, phase: str, progress: Progress) -> None:
        self._phase, self._progress = phase, progress
        self._figures: dict[int, Figures] = {}
        self._messages: queue.Queue[tuple[int, str, Any]] = queue.Queue()
        self._answers: list[Any] = []  # kept until they are handed on, also when Ctrl-C comes in between
        self._runners: list[_Runner] = []

    def start(self, jobs: list[Job]) -> None:
        """Start a process for each job."""
        for number, job in enumerate(jobs):
            self._runners.append(_Runner(number, job, self._messages))

    def heard(self) -> list[Any]:
        """The answers that came within some tenths of a second, None for a job that failed; tells of the progress."""
        told = False
        for number, kind, message in self._waiting():
            if kind == _ANSWER:
                self._answers.append(message)
            else:
                self._figures[number] = message
                told = True
        if told and not self._answers:
            self._progress(self._phase, self._together())
        answers, self._answers = self._answers, []
        return answers

    def _waiting(self) -> Iterator[tuple[int, str, Any]]:
        """The messages that are there, or the first that comes soon."""
        try:
            yield self._messages.get(timeout=_TICK)
            while True:
                yield self._messages.get_nowait()
        except queue.Empty:
            return

    def _together(self) -> dict[str, float]:
        found: dict[str, list[float]] = {}
        for number in sorted(self._figures):
            for name, figure in self._figures[number].items():
                found.setdefault(name, []).append(figure)
        return {"workers": len(self._runners)} | {name: _TOGETHER.get(name, sum)(each) for name, each in found.items()}

    def stop(self) -> None:
        """End the processes, whether or not they have finished."""
        for runner in self._runners:
            runner.stop()


class _Runner:
    """One process, and the thread that listens to it."""

    def __init__(self, number: int, job: Job, messages: queue.Queue[tuple[int, str, Any]]) -> None:
        self._number, self._job, self._messages = number, pickle.dumps(job), messages
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        answer = None
        try:
            with suppress(EOFError, OSError, pickle.UnpicklingError), self._process as process:
                answer = self._answer(process)
        finally:
            self._messages.put((self._number, _ANSWER, answer))

    def _answer(self, process: subprocess.Popen[bytes]) -> Any:
        """Give the process its job, pass on what it tells, and wait for its answer."""
        if process.stdin is None or process.stdout is None:
            return None
        process.stdin.write(self._job)
        process.stdin.close()
        while True:
            kind, message = pickle.load(process.stdout)
            if kind == _ANSWER:
                return message
            self._messages.put((self._number, kind, message))

    def stop(self) -> None:
        """End the process, whether or not it has finished."""
        self._process.kill()


def _dive(puzzle: Puzzle, settings: Mapping[str, float], seed: int, tell: Tell) -> Finish:
    """Dive to the end, or until nobody is left to hear the answer."""
    parent = os.getppid()
    dive = Dive(puzzle, settings, seed)
    fill = None
    while fill is None and not dive.exhausted and os.getppid() == parent:
        fill = dive.step()
        tell(dive.counts)
    return Finish(seed, fill.letters if fill else None, dive.counts)


class _Teller:
    """Sends figures, but not more often than somebody could read them."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, figures: Figures) -> None:
        if time.monotonic() - self._last >= _TICK:
            self._last = time.monotonic()
            _send(_TOLD, dict(figures))


def _send(kind: str, message: Any) -> None:
    pickle.dump((kind, message), sys.stdout.buffer)
    sys.stdout.buffer.flush()


def main() -> None:
    """Do the job on standard input: a function of some module and its arguments."""
    function, arguments = pickle.load(sys.stdin.buffer)
    _send(_ANSWER, function(*arguments, _Teller()))


if __name__ == "__main__":
    from cpfill.engines.race import main as run  # so that what is pickled belongs to the module, not to __main__

    run()
