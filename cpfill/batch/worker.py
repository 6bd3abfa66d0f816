"""A process that does jobs one after another, and the handle to it. Knows no results file and no other worker.

The process is a plain Python interpreter that reads and writes pickled messages, so that neither the threads nor the
main module of the calling program matter. It keeps the last lexicon that it was sent.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any, BinaryIO

from cpfill.batch.work import FAILED, Job, Line
from cpfill.lexicon import Lexicon
from cpfill.result import Status

ATTEMPTS = 2
"""How often a job is tried whose process is killed or runs out of memory."""
GRACE = 3.0
"""Seconds past its time limit after which a job that has not stopped by itself is killed, process and all."""
_STARTED = "started"
_OUT_OF_MEMORY = "out of memory"


class Worker:
    """A process for jobs, started when it is needed and again after a failure. For one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: BinaryIO | None = None
        self._words = ""
        self._stopped = False

    def run(self, job: Job, lexicon: Lexicon) -> Line:
        """The job's line; a job that fails twice gets a line with the status failed and the reason."""
        reason = ""
        for _ in range(ATTEMPTS):
            answer = self._attempt(job, lexicon)
            if not isinstance(answer, str):
                return answer
            reason = answer
            if self._stopped:
                break
        return job.without_answer(FAILED, f"{reason}; tried {ATTEMPTS} times")

    def _attempt(self, job: Job, lexicon: Lexicon) -> Line | str:
        """The job's line, or why its process ended without one."""
        process = self._started()
        timer, late = None, threading.Event()
        try:
            if self._words != job.words:
                self._send(process, lexicon)
                self._words = job.words
            self._send(process, job)
            answer = self._receive(process)
            if answer == _STARTED:
                if job.time_limit is not None:
                    timer = threading.Timer(job.time_limit + GRACE, self._kill_late, (process, late))
                    timer.start()
                answer = self._receive(process)
        except (EOFError, OSError, pickle.UnpicklingError):
            answer = None
        finally:
            if timer is not None:
                timer.cancel()
        if isinstance(answer, dict):
            return answer
        ended = self._end(answer == _OUT_OF_MEMORY, job.memory_limit)
        if late.is_set():
            reason = f"no answer within the time limit of {job.time_limit:g} s; killed {GRACE:g} s later"
            return job.without_answer(Status.UNKNOWN.value, reason)
        return ended

    @staticmethod
    def _send(process: subprocess.Popen[bytes], message: object) -> None:
        if process.stdin is not None:
            pickle.dump(message, process.stdin)
            process.stdin.flush()

    @staticmethod
    def _receive(process: subprocess.Popen[bytes]) -> Any:
        return pickle.load(process.stdout) if process.stdout is not None else None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._words = ""
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the process
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        return self._process

    @staticmethod
    def _kill_late(process: subprocess.Popen[bytes], late: threading.Event) -> None:
        late.set()
        process.kill()

    def _end(self, out_of_memory: bool = False, memory_limit: int | None = None) -> str:
        """End the process; why it gave no answer."""
        process, errors = self._process, self._errors
        self._process = self._errors = None
        if process is None or errors is None:
            return "stopped"
        if out_of_memory:
            process.kill()
        code = process.wait()
        errors.seek(0)
        told = errors.read().decode(errors="replace").strip().splitlines()[-1:]
        errors.close()
        for pipe in (process.stdin, process.stdout):
            _close(pipe)
        limit = "" if memory_limit is None else f" with a limit of {memory_limit} MiB"
        if out_of_memory:
            return f"ran out of memory{limit}"
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            return f"its process was killed by {name}, perhaps for lack of memory{limit}"
        return f"its process ended with exit code {code}{': ' + told[0] if told else ''}"

    def stop(self) -> None:
        """End the process, also from another thread; a job that it is doing then fails."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process when no thread uses it any more."""
        self.stop()
        self._end()


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except OSError:  # what was still to be sent has no reader any more
        return


def main() -> None:
    """Do the jobs on standard input, one after another, until it ends: then nobody is left to hear the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives out the jobs
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not come between the answers
    messages: queue.Queue[Any] = queue.Queue()
    own = os.fdopen(os.dup(sys.stdin.fileno()), "rb")  # Python cannot end while another thread reads sys.stdin
    threading.Thread(target=_listen, args=(own, messages), daemon=True).start()
    lexicon: Lexicon | None = None
    while True:
        message = messages.get()
        if isinstance(message, Lexicon):
            lexicon = message
        elif lexicon is not None:
            _tell(answers, _STARTED)
            _tell(answers, _answer(message, lexicon))


def _listen(own: BinaryIO, messages: queue.Queue[Any]) -> None:
    while True:
        try:
            messages.put(pickle.load(own))
        except (EOFError, pickle.UnpicklingError):
            os._exit(1)


def _tell(answers: BinaryIO, message: object) -> None:
    pickle.dump(message, answers)
    answers.flush()


def _answer(job: Job, lexicon: Lexicon) -> Line | str:
    try:
        _limit_memory(job.memory_limit)
        return job.run(lexicon)
    except MemoryError:
        return _OUT_OF_MEMORY
    finally:
        _limit_memory(None)


def _limit_memory(mebibytes: int | None) -> None:
    """Limit this process's data and heap, where the system can; None for no limit."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most if mebibytes is None else mebibytes << 20, most))


if __name__ == "__main__":
    from cpfill.batch.worker import main as run  # so that what is pickled belongs to the module, not to __main__

    run()
