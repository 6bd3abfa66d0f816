"""Does jobs on the workers of a Dask scheduler. Knows no results file.

On each of its threads a Dask worker keeps one process of ours, as on this machine: limits and answers are the same.
Grids, words, rules and models travel with the jobs, so workers need cpfill but no files.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any

from cpfill.batch.work import FAILED, Job, Line
from cpfill.batch.worker import Worker
from cpfill.errors import InputError
from cpfill.lexicon import Lexicon

FIRST_PATIENCE, PATIENCE = 30.0, 300.0
"""Seconds to wait for a scheduler at first, and for one that was lost."""
_PAUSE = 1.0
_QUEUED = 4
"""Jobs given out for each thread of the cluster: enough that none waits for its next."""


class DaskRunner:
    """Does jobs on the cluster of the scheduler at that address, such as tcp://127.0.0.1:8786.

    When the scheduler is lost, it waits for another at the same address and gives it the jobs that are left. Raises
    InputError when Dask is not installed or nobody answers.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise InputError("--scheduler needs Dask: pip install 'cpfill[cluster]'") from None
        self._dask: Any = distributed
        self._address = address
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it says of lost schedulers, we say

    def run(self, jobs: Sequence[Job], lexicons: Mapping[str, Lexicon]) -> Iterator[Line]:
        """The line of every job, as they end."""
        left = {job.key: job for job in jobs}
        patience = FIRST_PATIENCE
        while left:
            client = self._connected(patience)
            patience = PATIENCE
            try:
                for line in self._some(client, list(left.values()), lexicons):
                    del left[line["job"]]
                    yield line
            except (OSError, CancelledError):  # the scheduler is lost, and with it what it was given
                time.sleep(_PAUSE)
            finally:
                _close(client)

    def _connected(self, patience: float) -> Any:
        deadline = time.monotonic() + patience
        while True:
            try:
                return self._dask.Client(self._address, timeout=min(patience, 10.0), set_as_default=False)
            except (OSError, ValueError) as error:
                if isinstance(error, ValueError) or time.monotonic() >= deadline:
                    raise InputError(
                        f"{self._address}: no Dask scheduler answers; the results so far are safe: start one with"
                        " 'dask scheduler' and give the same command again"
                    ) from None
            time.sleep(_PAUSE)

    def _some(self, client: Any, jobs: list[Job], lexicons: Mapping[str, Lexicon]) -> Iterator[Line]:
        """Lines as long as the scheduler lives. Raises OSError or CancelledError when it is lost."""
        sent: dict[str, Any] = {}
        waiting = iter(jobs)
        given: dict[Any, Job] = {}
        completed = self._dask.as_completed([], loop=client.loop)

        def give() -> None:
            job = next(waiting, None)
            if job is None:
                return
            if job.words not in sent:
                sent[job.words] = client.scatter(lexicons[job.words], broadcast=True, hash=False)
            future = client.submit(do_job, job, sent[job.words], key=f"cpfill-{job.key}", pure=False)
            given[future] = job
            completed.add(future)

        self._wait_for_workers(client)
        for _ in range(_QUEUED * sum(client.nthreads().values())):
            give()
        for future in completed:
            job = given.pop(future)
            yield self._line(job, future)
            give()

    def _wait_for_workers(self, client: Any) -> None:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise InputError(
                f"{self._address}: the scheduler has no worker for {PATIENCE:g} s; the results so far are safe: start"
                f" one with 'dask worker {self._address}' and give the same command again"
            ) from None

    def _line(self, job: Job, future: Any) -> Line:
        try:
            line: Line = future.result()
        except self._dask.scheduler.KilledWorker:
            return job.without_answer(FAILED, "every Dask worker that tried it was killed, perhaps for lack of memory")
        return line


_threads = threading.local()


def do_job(job: Job, lexicon: Lexicon) -> Line:
    """Do a job in this thread's own process; what a Dask worker calls."""
    worker: Worker | None = getattr(_threads, "worker", None)
    if worker is None:
        worker = _threads.worker = Worker()
    return worker.run(job, lexicon)


def _close(client: Any) -> None:
    try:
        client.close(timeout=2)
    except (OSError, CancelledError):  # the scheduler is gone already
        return
