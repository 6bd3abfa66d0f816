"""Does jobs in processes of this machine. Knows no results file."""

from __future__ import annotations

import queue
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from cpfill.batch.work import Job, Line
from cpfill.batch.worker import Worker
from cpfill.lexicon import Lexicon


class LocalRunner:
    """Does that many jobs at a time, each alone in its process."""

    def __init__(self, workers: int = 1) -> None:
        self._count = workers

    def run(self, jobs: Sequence[Job], lexicons: Mapping[str, Lexicon]) -> Iterator[Line]:
        """The line of every job, as they end. Closing the iterator ends the processes."""
        workers = [Worker() for _ in range(self._count)]
        free: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in workers:
            free.put(worker)

        def do(job: Job) -> Line:
            worker = free.get()
            try:
                return worker.run(job, lexicons[job.words])
            finally:
                free.put(worker)

        pool = ThreadPoolExecutor(self._count)
        try:
            for future in as_completed([pool.submit(do, job) for job in jobs]):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.stop()
            pool.shutdown()
            for worker in workers:
                worker.close()
