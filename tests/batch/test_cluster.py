"""The same batch on a Dask cluster of this machine."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from cpfill.batch import Store, read_batch, run_batch
from cpfill.batch.cluster import DaskRunner
from cpfill.batch.local import LocalRunner
from cpfill.errors import InputError

from .drawn import answers, write_files

JOBS = """
words = ["words.txt"]
[[jobs]]
grids = ["grids"]
seeds = 5
[[jobs]]
do = "enumerate"
grids = ["grids"]
split = 4
fills = true
"""


def test_a_cluster_gives_the_same_answers(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    write_files(tmp_path, jobs=JOBS)
    batch = read_batch(tmp_path / "jobs.toml")
    with Store(tmp_path / "here.jsonl") as store:
        run_batch(batch, store, LocalRunner(2))
    here = {"host": "127.0.0.1", "protocol": "tcp://", "dashboard_address": "127.0.0.1:0"}
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=2, processes=False, **here)
    with cluster, Store(tmp_path / "there.jsonl") as store:
        run_batch(batch, store, DaskRunner(cluster.scheduler_address))
    assert answers(tmp_path / "there.jsonl") == answers(tmp_path / "here.jsonl")


def test_without_dask_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("distributed"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(InputError, match=r"pip install 'cpfill\[cluster\]'"):
        DaskRunner("tcp://127.0.0.1:1")
