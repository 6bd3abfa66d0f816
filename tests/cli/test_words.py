"""The words commands: figures, merging, filtering."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def _files(folder: Callable[..., None]) -> None:
    folder(**{"a.txt": "bee;60\nant\nwasp;20\nco-op\n", "b.txt": "ant;70\nnull;55\nnan\n", "out.txt": "ANT\n"})


def test_stats(run: Run) -> None:
    outcome = run("words", "stats", "a.txt", "b.txt", "--json")
    assert outcome.code == 0
    found = outcome.json
    assert (found["words"], found["rejected"], found["alphabet"]) == (5, 1, "ABELNPSTUW")
    assert found["lengths"] == [
        {"length": 3, "words": 3, "fit": 3, "lowest": 50, "mean": 60.0, "highest": 70},
        {"length": 4, "words": 2, "fit": 1, "lowest": 20, "mean": 37.5, "highest": 55},
    ]
    assert outcome.err == "cpfill: 1 line is no word: not letters only, such as 'co-op' (a.txt:4)\n"


def test_stats_as_a_table(run: Run) -> None:
    assert "5 words over 10 letters" in run("words", "stats", "a.txt", "b.txt", "--quiet").out


def test_merge_keeps_the_highest_score(run: Run) -> None:
    merged = run("words", "merge", "a.txt", "b.txt", "--quiet")
    assert merged == (0, "ANT;70\nBEE;60\nNAN;50\nNULL;55\nWASP;20\n", "")


def test_merge_into_a_packed_file(run: Run, tmp_path: Path) -> None:
    assert run("words", "merge", "a.txt", "b.txt", "-o", "all.txt.gz").out == ""
    assert gzip.decompress((tmp_path / "all.txt.gz").read_bytes()).startswith(b"ANT;70\n")


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (["--min-score", "60"], "BEE;60"),
        (["--max-score", "20"], "WASP;20"),
        (["--length", "4"], "WASP;20"),
        (["--length", "1..3", "--pattern", "B.*"], "BEE;60"),
        (["--avoid", "out.txt", "--max-score", "59"], "WASP;20"),
    ],
)
def test_filter(run: Run, options: list[str], kept: str) -> None:
    assert run("words", "filter", "a.txt", "--quiet", *options).out.splitlines() == [kept]


def test_filter_may_leave_nothing(run: Run) -> None:
    assert run("words", "filter", "a.txt", "--length", "9", "--quiet") == (0, "", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--length", "x"], "--length is 'x'; write it as 3..15 or 7"),
        (["--pattern", "("], "--pattern '(' is no regular"),
    ],
)
def test_filter_refuses(run: Run, options: list[str], message: str) -> None:
    outcome = run("words", "filter", "a.txt", *options)
    assert outcome.code == 2
    assert message in outcome.err
