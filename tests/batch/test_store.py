"""The file of results: what a crash leaves behind, a full disk, two batches at once."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from cpfill.batch import Store
from cpfill.batch.store import read_lines
from cpfill.errors import InputError


def _jobs(path: Path) -> list[str]:
    return [str(line["job"]) for line in read_lines(path)]


def test_a_cut_last_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"job": "one", "status": "solved"}\n{"job": "two", "sta')
    with Store(path) as store:
        assert store.keys == {"one"}
        store.add({"job": "two", "status": "solved"})
    assert _jobs(path) == ["one", "two"]


def test_a_job_is_kept_once(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        store.add({"job": "one", "status": "solved"})
        store.add({"job": "one", "status": "failed"})
    assert [line["status"] for line in read_lines(store.path)] == ["solved"]


def test_lines_can_be_removed_to_do_their_jobs_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"job": "one", "status": "failed"}\n{"job": "two", "status": "solved"}\n')
    with Store(path, lambda line: line["status"] == "failed") as store:
        store.add({"job": "one", "status": "solved"})
    assert _jobs(path) == ["two", "one"]


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\nmore")
    with pytest.raises(InputError, match=r"notes.txt:1: is no result"):
        Store(path)
    assert path.read_text() == "my notes\nmore"


def test_a_full_disk_leaves_the_results_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.jsonl"

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Store(path) as store:
        store.add({"job": "one", "status": "solved"})
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(InputError, match="No space left on device; the 1 results so far are safe"):
                store.add({"job": "two", "status": "solved"})
        assert _jobs(path) == ["one"]
        store.add({"job": "two", "status": "solved"})
    assert _jobs(path) == ["one", "two"]


@pytest.mark.skipif(os.name != "posix", reason="files are locked on POSIX systems only")
def test_only_one_batch_writes_a_file(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl"), pytest.raises(InputError, match="another cpfill batch is writing it"):
        Store(tmp_path / "results.jsonl")
