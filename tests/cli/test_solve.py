"""The solve command: answers, files, JSON and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cpfill import solving
from cpfill.puzzle import Fill, Puzzle
from cpfill.result import Result, Status

from .conftest import Run

Folder = Callable[..., None]

WORDS = "ANT;60\nTEA;70\nATE\nNE\nAT\nTEN\nNET\nTAN\nEAT;55\n"


@pytest.fixture(autouse=True)
def _files(folder: Folder) -> None:
    folder(**{"grid.txt": ".#.\n...\n.#.\n", "words.txt": WORDS})


def test_a_fill_is_printed_and_has_no_faults(run: Run, folder: Folder) -> None:
    solved = run("solve", "grid.txt", "-w", "words.txt")
    assert solved.code == 0
    assert solved.err.startswith("cpfill: solved")
    folder(**{"filled.txt": solved.out})
    assert run("check", "filled.txt", "-w", "words.txt").code == 0


def test_quiet_leaves_standard_error_empty(run: Run) -> None:
    assert run("solve", "grid.txt", "-w", "words.txt", "--quiet").err == ""


def test_json_holds_what_scripts_rely_on(run: Run) -> None:
    found = run("solve", "grid.txt", "-w", "words.txt", "--json", "--seed", "5").json
    assert list(found) == [
        "status", "grid", "entries", "score", "model", "seed", "seconds", "engine", "bound", "reason", "trace",
    ]  # fmt: skip
    assert (found["status"], found["model"], found["seed"], found["bound"]) == ("solved", "default", 5, None)
    assert list(found["seconds"]) == ["load", "reduce", "dive", "cp_sat", "improve", "total"]
    assert [entry["slot"] for entry in found["entries"]] == ["3-Across", "1-Down", "2-Down"]
    scores = [entry["score"] for entry in found["entries"]]
    assert found["score"] == {"mean": round(sum(scores) / 3, 2), "min": min(scores), "total": sum(scores)}


def test_the_same_seed_gives_the_same_fill(run: Run) -> None:
    first = run("solve", "grid.txt", "-w", "words.txt", "--seed", "3")
    assert run("solve", "grid.txt", "-w", "words.txt", "--seed", "3").out == first.out


def test_output_goes_to_a_file(run: Run, tmp_path: Path) -> None:
    assert run("solve", "grid.txt", "-w", "words.txt", "-o", "fill.json").out == ""
    assert len(json.loads((tmp_path / "fill.json").read_text())["grid"]) == 3


def test_the_format_may_be_named(run: Run) -> None:
    assert "grid" in run("solve", "grid.txt", "-w", "words.txt", "--format", "json").json


def test_a_grid_may_come_from_standard_input(run: Run) -> None:
    assert run("solve", "-", "-w", "words.txt", stdin="ATE").out == "ATE\n"


@pytest.mark.parametrize("grid", [".\n", "#\n", ".#\n#.\n"])
def test_grids_without_slots_are_filled_as_they_are(run: Run, grid: str) -> None:
    assert run("solve", "-", "-w", "words.txt", stdin=grid)[:2] == (0, grid)


def test_nothing_fits(run: Run) -> None:
    outcome = run("solve", "grid.txt", "-w", "words.txt", "--entry", "3a=XXX")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("cpfill: infeasible")


def test_no_word_of_a_needed_length_names_the_slot(run: Run) -> None:
    outcome = run("solve", "-", "-w", "words.txt", "--json", stdin="...#....\n")
    assert outcome.code == 1
    assert outcome.json["status"] == "infeasible"
    assert outcome.json["grid"] is None
    assert "2-Across" in outcome.json["reason"]


def test_search_alone_can_prove_that_nothing_fits(run: Run, folder: Folder) -> None:
    folder(**{"two.txt": "AB\nBA\n"})
    outcome = run("solve", "-", "-w", "two.txt", stdin="..\n..\n")
    assert outcome.code == 1
    assert "infeasible" in outcome.err


def test_rules_of_a_file_and_the_command_line(run: Run, folder: Folder) -> None:
    folder(**{"r.toml": '[rules]\nentry = ["3-Across=TEA"]\navoid = ["avoid.txt"]\n', "avoid.txt": "ant\n"})
    words = {entry["slot"]: entry["word"] for entry in _json(run, "--rules", "r.toml")["entries"]}
    assert words["3-Across"] == "TEA"
    assert "ANT" not in words.values()
    assert _json(run, "--rules", "r.toml", "--slot-pattern", "1-Down=A.*")["entries"][1]["word"][0] == "A"


def test_an_unknown_model(run: Run) -> None:
    outcome = run("solve", "grid.txt", "-w", "words.txt", "--model", "defautl")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (4, "", 1)
    assert "did you mean 'default'" in outcome.err


@pytest.mark.parametrize("setting", ["num_workerz=2", "nothing", "max_time_in_seconds=soon"])
def test_wrong_parameters(run: Run, setting: str) -> None:
    outcome = run("solve", "grid.txt", "-w", "words.txt", "--set", setting)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (4, "", 1)


@pytest.mark.parametrize(
    ("status", "code"),
    [("solved", 0), ("optimal", 0), ("infeasible", 1), ("unknown", 3), ("invalid", 4), ("interrupted", 130)],
)
def test_exit_codes(run: Run, monkeypatch: pytest.MonkeyPatch, status: str, code: int) -> None:
    def stub(puzzle: Puzzle, *_: Any, **__: Any) -> Result:
        return Result(Status(status), Fill.from_rows(puzzle, ["A#T", "TEA", "E#N"]), reason="because")

    monkeypatch.setattr(solving, "solve", stub)
    outcome = run("solve", "grid.txt", "-w", "words.txt")
    assert (outcome.code, outcome.out) == (code, "A#T\nTEA\nE#N\n")
    assert outcome.err.startswith(f"cpfill: {status}: because (")


def test_an_interruption_elsewhere_ends_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "solve", interrupted)
    assert run("solve", "grid.txt", "-w", "words.txt")[:2] == (130, "")


def _json(run: Run, *options: str) -> Any:
    return run("solve", "grid.txt", "-w", "words.txt", "--json", *options).json
