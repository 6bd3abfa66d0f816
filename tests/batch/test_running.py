"""Batches on this machine: limits, killed processes, lack of memory, and going on after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cpfill.batch import Store, read_batch, run_batch, table, worker
from cpfill.batch.local import LocalRunner
from cpfill.batch.work import Job, Line, Work
from cpfill.batch.worker import Worker
from cpfill.errors import InputError
from cpfill.lexicon import Lexicon

from .drawn import answers, write_files

JOBS = 'words = ["words.txt"]\ngrids = ["grids"]\nseeds = 10\nmodels = ["default", "dive"]\n'
WORDS = Lexicon.from_words(["TEA", "ATE"])
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")


@dataclass(frozen=True)
class _Odd:
    """Work that does what it should not."""

    what: str
    mark: str = ""

    def check(self, lexicon: Lexicon) -> None: ...

    def run(self, lexicon: Lexicon, time_limit: float | None) -> Line:
        if self.what == "sleep":
            time.sleep(60)
        if self.what == "eat":
            return {"status": "solved", "size": len(bytearray(4 << 30))}
        if self.what == "die" or (self.what == "die once" and not os.path.exists(self.mark)):
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if self.what == "raise":
            raise RuntimeError("the fill has a fault")
        if self.what == "refuse":
            raise InputError("the grid has no slot")
        print("this is no answer")
        return {"status": "solved", "reason": ""}


def _job(work: Work, **more: float) -> Job:
    return replace(Job(f"job {work}", {}, work, "words"), **more)  # type: ignore[arg-type]


def _lines(*jobs: Job) -> list[Line]:
    """The lines of these jobs and of a good one, done by one process after another."""
    lines = {line["job"]: line for line in LocalRunner(1).run([*jobs, _job(_Odd("good"))], {"words": WORDS})}
    assert lines[_job(_Odd("good")).key]["status"] == "solved"
    return [lines[job.key] for job in jobs]


@posix
def test_a_killed_job_is_tried_again_and_then_fails_alone(tmp_path: Path) -> None:
    mark = str(tmp_path / "mark")
    once, always = _lines(_job(_Odd("die once", mark)), _job(_Odd("die", mark)))
    assert once["status"] == "solved"
    assert always["status"] == "failed"
    assert always["reason"].startswith("its process was killed by SIGKILL")
    assert always["reason"].endswith("tried 2 times")


@posix
def test_a_job_has_no_more_memory_than_its_limit() -> None:
    (line,) = _lines(_job(_Odd("eat"), memory_limit=1000))
    assert (line["status"], line["reason"]) == ("failed", "ran out of memory with a limit of 1000 MiB; tried 2 times")


def test_a_crash_says_its_error_and_a_bad_question_is_invalid() -> None:
    crash, refused = _lines(_job(_Odd("raise")), _job(_Odd("refuse")))
    assert "exit code 1: RuntimeError: the fill has a fault" in crash["reason"]
    assert (refused["status"], refused["reason"]) == ("invalid", "the grid has no slot")


def test_a_job_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.1)
    (line,) = _lines(_job(_Odd("sleep"), time_limit=0.1))
    assert line["status"] == "unknown"
    assert line["reason"].startswith("no answer within the time limit of 0.1 s; killed")


def test_a_worker_keeps_its_process() -> None:
    with_one = Worker()
    with_one.run(_job(_Odd("good")), WORDS)
    first = with_one._process
    with_one.run(_job(_Odd("good")), WORDS)
    assert with_one._process is first is not None
    with_one.close()


def test_a_batch_that_is_stopped_goes_on(tmp_path: Path) -> None:
    write_files(tmp_path, jobs=JOBS)
    batch = read_batch(tmp_path / "jobs.toml")
    with Store(tmp_path / "whole.jsonl") as store:
        outcome = run_batch(batch, store, LocalRunner(2))
    assert (outcome.jobs, outcome.done, outcome.statuses) == (40, 40, {"solved": 40})

    def stop_at_seven(phase: str, figures: Mapping[str, float]) -> None:
        if figures["done"] == 7:
            raise KeyboardInterrupt

    with Store(tmp_path / "cut.jsonl") as store, pytest.raises(KeyboardInterrupt):
        run_batch(batch, store, LocalRunner(2), stop_at_seven)
    with Store(tmp_path / "cut.jsonl") as store:
        outcome = run_batch(batch, store, LocalRunner(2))
    assert (outcome.before, outcome.done) == (7, 33)
    assert answers(tmp_path / "cut.jsonl") == answers(tmp_path / "whole.jsonl")


@posix
def test_kill_9_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    write_files(tmp_path, jobs=JOBS)
    command = [sys.executable, "-m", "cpfill.cli", "batch", "jobs.toml", "--quiet", "-o"]
    subprocess.run([*command, "whole.jsonl"], cwd=tmp_path, check=True)
    running = subprocess.Popen([*command, "cut.jsonl"], cwd=tmp_path)
    cut = tmp_path / "cut.jsonl"
    while running.poll() is None and not (cut.exists() and cut.read_bytes().count(b"\n") >= 3):
        time.sleep(0.005)
    running.kill()
    running.wait()
    subprocess.run([*command, "cut.jsonl"], cwd=tmp_path, check=True)
    assert answers(cut) == answers(tmp_path / "whole.jsonl")
    tables = [table(tmp_path / name).drop(columns="seconds") for name in ("cut.jsonl", "whole.jsonl")]
    assert tables[0].equals(tables[1])


def test_lines_come_as_jobs_end_and_closing_ends_the_processes() -> None:
    lines: Iterator[Line] = LocalRunner(2).run([_job(_Odd("sleep")), _job(_Odd("good"))], {"words": WORDS})
    assert next(lines)["status"] == "solved"
    lines.close()  # type: ignore[attr-defined]
