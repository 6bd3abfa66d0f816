"""Runs what is left of a batch and keeps every result. Knows no process and no screen."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cpfill.batch.jobs import Batch
from cpfill.batch.local import LocalRunner
from cpfill.batch.splitting import merge, parts_of
from cpfill.batch.store import Store, read_lines
from cpfill.batch.work import FAILED, Job, Line
from cpfill.lexicon import Lexicon
from cpfill.result import Progress, silent


class Runner(Protocol):
    """Where jobs are done."""

    def run(self, jobs: Sequence[Job], lexicons: Mapping[str, Lexicon]) -> Iterator[Line]:
        """The line of every job, as they end, in any order."""


@dataclass(frozen=True)
class Outcome:
    """How many jobs there are, how many were done now and before, how many lines of each status there now are."""

    jobs: int
    done: int
    before: int
    statuses: Mapping[str, int]
    seconds: float

    @property
    def failed(self) -> int:
        """Jobs without an answer: failed or invalid."""
        return self.statuses.get(FAILED, 0) + self.statuses.get("invalid", 0)


def run_batch(batch: Batch, store: Store, runner: Runner | None = None, progress: Progress = silent) -> Outcome:
    """Do the jobs that the store does not have, and add each one's line as it ends; parts are merged at once.

    ``progress`` is told of "batch" with the figures done, left and failed, in jobs; each part counts as a job. Without
    a runner the jobs are done one at a time on this machine. Raises InputError when the store cannot be written.
    """
    started = time.perf_counter()
    wholes = {job.key: job for job in batch.jobs if job.key not in store.keys}
    jobs = [part for job in wholes.values() for part in parts_of(job, batch.lexicons[job.words])]
    parts: dict[str, list[str]] = {}
    for job in jobs:
        if job.part:
            parts.setdefault(job.part.whole, []).append(job.key)
    for whole, keys in parts.items():
        _merge_if_done(wholes[whole], keys, store)
    left = [job for job in jobs if job.key not in store.keys]
    failed = 0
    total = len(left)
    progress("batch", {"done": 0, "left": total, "failed": 0})
    for done, line in enumerate((runner or LocalRunner()).run(left, batch.lexicons), 1):
        store.add(line)
        if "whole" in line:
            _merge_if_done(wholes[line["whole"]], parts[line["whole"]], store)
        failed += line["status"] in (FAILED, "invalid")
        progress("batch", {"done": done, "left": total - done, "failed": failed})
    asked = {job.key for job in batch.jobs}
    statuses = Counter(line["status"] for line in read_lines(store.path) if line["job"] in asked)
    seconds = time.perf_counter() - started
    return Outcome(len(batch.jobs), len(wholes), len(batch.jobs) - len(wholes), statuses, seconds)


def _merge_if_done(whole: Job, keys: list[str], store: Store) -> None:
    """Add the line of a split enumeration when its last part is there."""
    if whole.key in store.keys or not store.keys.issuperset(keys):
        return
    wanted = set(keys)
    found = {line["job"]: line for line in read_lines(store.path) if line["job"] in wanted}
    store.add(merge(whole, [found[key] for key in keys]))
