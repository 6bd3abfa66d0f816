"""The enumerate command: answers, files, exit codes, and going on after an end of any kind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cpfill import enumeration

from .conftest import Outcome, Run

Folder = Callable[..., None]

WORDS = "".join(f"{a}{b}{c};{50 + (7 * i + 3 * j) % 9}\n" for i, a in enumerate("ABCDE") for j, b in enumerate("ABCDE")
                for c in "ABCDE" if a < c)  # fmt: skip
SQUARE = "...\n...\n...\n"


@pytest.fixture(autouse=True)
def _files(folder: Folder) -> None:
    folder(**{"grid.txt": SQUARE, "words.txt": WORDS, "none.txt": "AB\nXY\n", "small.txt": "..\n..\n"})


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def grids(found: list[Any]) -> list[tuple[str, ...]]:
    return [tuple(item["grid"]) for item in found if "grid" in item]


def every(run: Run, *options: str) -> Outcome:
    return run("enumerate", "grid.txt", "-w", "words.txt", "--all", *options)


def test_all_fills_as_json_lines_and_their_summary(run: Run) -> None:
    outcome = every(run, "--json")
    found = lines(outcome.out)
    assert outcome.code == 0
    assert list(found[0]) == [
        "status", "grid", "entries", "score", "model", "seed", "engine", "bound", "reason", "puzzle", "seconds",
    ]  # fmt: skip
    assert found[-1]["complete"] is True
    assert found[-1]["count"] == len(found) - 1 == len(set(grids(found)))
    assert "complete: there are no others" in outcome.err


def test_text_is_grids_with_an_empty_line_between(run: Run) -> None:
    outcome = every(run, "--limit", "3", "--quiet")
    assert (outcome.code, outcome.err) == (0, "")
    parts = outcome.out.split("\n\n")
    assert [len(part.split()) for part in parts] == [3, 3, 3]
    assert outcome.out.endswith("\n")


def test_count_only(run: Run) -> None:
    count = lines(every(run, "--json").out)[-1]["count"]
    assert every(run, "--count-only").out == f"{count}\n"
    counted = lines(run("enumerate", "grid.txt", "-w", "words.txt", "--count-only", "--json").out)
    assert [(item["complete"], item["count"]) for item in counted] == [(True, count)]


def test_distinct_fills_and_how_different_they_are(run: Run) -> None:
    outcome = run("enumerate", "grid.txt", "-w", "words.txt", "--count", "4", "--min-difference", "5", "--json")
    found = lines(outcome.out)
    assert len(set(grids(found))) == 4
    assert (found[-1]["complete"], found[-1]["count"], found[-1]["reason"]) == (False, 4, "")
    assert found[-1]["shared"] <= 1
    assert found[-1]["words"] == len({entry["word"] for item in found[:-1] for entry in item["entries"]})


def test_the_best_come_first(run: Run) -> None:
    totals = [item["score"]["total"] for item in lines(every(run, "--json").out)[:-1]]
    best = run("enumerate", "grid.txt", "-w", "words.txt", "--best", "--limit", "5", "--json")
    assert [item["score"]["total"] for item in lines(best.out)[:-1]] == sorted(totals, reverse=True)[:5]


def test_nothing_fits(run: Run) -> None:
    for options in (["--all"], ["--count", "2"], ["--best"], ["--count-only"]):
        outcome = run("enumerate", "small.txt", "-w", "none.txt", *options, "--json")
        assert outcome.code == 1
        assert [(item["complete"], item["count"]) for item in lines(outcome.out)] == [(True, 0)]


def test_a_limit_reached_with_nothing(run: Run) -> None:
    outcome = every(run, "--time-limit", "0", "--json")
    assert outcome.code == 3
    assert outcome.json["complete"] is False


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "one of --all, --count N and --best"),
        (["--all", "--best"], "one of --all, --count N and --best"),
        (["--all", "--min-difference", "2"], "goes with --count"),
        (["--count", "2", "--limit", "2"], "stops by itself"),
        (["--count", "2", "--min-difference", "7"], "use 1 to 6"),
        (["--best", "--count-only"], "counts all fills"),
        (["--best", "--resume", "x.jsonl"], "goes with --all"),
        (["--all", "--resume", "x.jsonl", "-o", "y.jsonl"], "leave out -o"),
        (["--all", "--resume", "x.jsonl"], "there is no such file"),
        (["--all", "--resume", "words.txt"], "words.txt:1: is no fill"),
        (["--all", "-o", "no/such/folder.txt"], "cannot be written"),
    ],
)
def test_what_does_not_go_together_is_one_line(run: Run, options: list[str], told: str) -> None:
    outcome = run("enumerate", "grid.txt", "-w", "words.txt", *options)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert told in outcome.err


def test_an_interruption_keeps_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(enumeration, "_exhaust", lambda dive, watch: iter(interrupted, None))
    outcome = every(run, "--json")
    assert outcome.code == 130
    assert outcome.json == {**outcome.json, "complete": False, "count": 0, "reason": "interrupted"}


@pytest.mark.parametrize("kept", [0, 1, 7, 300])
@pytest.mark.parametrize("cut", [b"", b'{"status": "solved", "gr', b'{"complete": false, "count": 7}\n'])
def test_going_on_gives_the_rest(run: Run, tmp_path: Path, kept: int, cut: bytes) -> None:
    every(run, "-o", "whole.jsonl")
    whole = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_bytes(b"".join(whole[:-1][:kept]) + cut)
    outcome = every(run, "--resume", "part.jsonl")
    assert (outcome.code, outcome.out) == (0, "")
    found, expected = (lines((tmp_path / name).read_text()) for name in ("part.jsonl", "whole.jsonl"))
    assert grids(found) == grids(expected)
    assert (found[-1]["complete"], found[-1]["count"]) == (True, expected[-1]["count"])


def test_going_on_after_the_end_finds_nothing_more(run: Run, tmp_path: Path) -> None:
    every(run, "-o", "whole.jsonl")
    before = grids(lines((tmp_path / "whole.jsonl").read_text()))
    every(run, "--resume", "whole.jsonl")
    assert grids(lines((tmp_path / "whole.jsonl").read_text())) == before


def test_distinct_fills_are_gone_on_from(run: Run, tmp_path: Path) -> None:
    for count, goal in (("6", ["-o", "whole.jsonl"]), ("3", ["-o", "part.jsonl"]), ("6", ["--resume", "part.jsonl"])):
        run("enumerate", "grid.txt", "-w", "words.txt", "--count", count, "--seed", "4", *goal)
    found, expected = (lines((tmp_path / name).read_text()) for name in ("part.jsonl", "whole.jsonl"))
    assert grids(found) == grids(expected)
    assert found[-1]["shared"] == expected[-1]["shared"]


@pytest.mark.parametrize("change", ["grid", "words", "rules", "way"])
def test_fills_of_another_question_are_refused(run: Run, folder: Folder, tmp_path: Path, change: str) -> None:
    every(run, "--limit", "5", "-o", "part.jsonl")
    before = (tmp_path / "part.jsonl").read_bytes()
    options = ["--all"]
    if change == "grid":
        folder(**{"grid.txt": "...\n.#.\n...\n"})
    elif change == "words":
        folder(**{"words.txt": WORDS + "XYZ\n"})
    elif change == "rules":
        options += ["--allow-duplicates"]
    else:
        options = ["--count", "9"]
    outcome = run("enumerate", "grid.txt", "-w", "words.txt", *options, "--resume", "part.jsonl")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "part.jsonl:1: belongs to another enumeration" in outcome.err
    assert (tmp_path / "part.jsonl").read_bytes() == before


def test_killed_in_the_middle_and_gone_on_no_fill_comes_twice_and_none_is_missing(
    run: Run, folder: Folder, tmp_path: Path
) -> None:
    folder(**{"words.txt": "\n".join(a + b + c for a in "ABCDEF" for b in "ABCDE" for c in "ABCDEF" if a < c)})
    part = tmp_path / "part.jsonl"
    command = ["enumerate", "grid.txt", "-w", "words.txt", "--all"]
    environment = {**os.environ, "PYTHONPATH": str(Path(enumeration.__file__).parents[1])}
    process = subprocess.Popen(
        [sys.executable, "-m", "cpfill.cli", *command, "-o", "part.jsonl"], cwd=tmp_path, env=environment
    )
    while process.poll() is None and not (part.exists() and part.stat().st_size > 50_000):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    killed = part.read_bytes().count(b"\n")
    run(*command, "--resume", "part.jsonl")
    run(*command, "-o", "whole.jsonl")
    found, expected = (grids(lines((tmp_path / name).read_text())) for name in ("part.jsonl", "whole.jsonl"))
    assert 0 < killed <= len(expected)
    assert found == expected
    assert len(set(found)) == len(found)
