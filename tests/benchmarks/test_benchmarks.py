"""What the figures rest on: runs are measured, checked, kept and not repeated. Runs no engine but small commands."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from benchmarks import measure, report, run
from benchmarks.cases import Answer, Case, faults_of, load_list, prepare_list
from benchmarks.engines import engines
from benchmarks.patterns import pattern
from benchmarks.plot import line_plot
from cpfill.grid import Grid


class _Told:
    """An engine that prints an answer told before."""

    name, mode = "told", "process"

    def __init__(self, rows: list[str] | None, status: str = "solved") -> None:
        self._answer = Answer(status, rows, {"nodes": 3})
        self.runs = 0

    def missing(self) -> str:
        return ""

    def command(self, case: Case, folder: Path) -> list[str]:
        self.runs += 1
        return [sys.executable, "-c", "print(1)"]

    def read(self, case: Case, code: int, output: str) -> Answer:
        if output != "1\n":
            raise ValueError(output)
        return self._answer


@pytest.fixture
def case(tmp_path: Path) -> Case:
    grid, words = tmp_path / "grid.txt", tmp_path / "list.txt"
    grid.write_text("..\n..\n")
    words.write_text("at;60\nno\nan;40\nto\non\n")
    return Case(grid, prepare_list(words, 50, tmp_path / "lists", "ANOT"), 0, 5.0)


def test_lists_are_written_in_one_form(case: Case) -> None:
    assert case.words.name == "list.dict"
    assert case.words.read_text() == "AT;60\nNO;50\nON;50\nTO;50\n"


def test_fills_are_checked(case: Case) -> None:
    grid, lexicon = Grid.from_rows(["..", ".."]), load_list(case.words)
    assert faults_of(grid, lexicon, ["at", "to"]) == [
        "1-Across and 1-Down are both AT",
        "3-Across and 2-Down are both TO",
    ]
    assert faults_of(grid, lexicon, ["at"]) == ["the rows are not those of the grid"]


def test_runs_are_kept_and_not_repeated(case: Case, tmp_path: Path) -> None:
    output, engine = tmp_path / "results.csv", _Told(["AT", "TO"])
    run.run_all([(engine, case)], output)
    run.run_all([(engine, case), (engine, Case(case.grid, case.words, 1, 5.0))], output)
    assert engine.runs == 2
    table = report.read(output)
    assert table["seed"].tolist() == [0, 1]
    assert table["faults"].tolist() == [2, 2]
    assert not table["decided"].any()
    assert table["cost"].tolist() == [5.0, 5.0]


def test_a_row_cut_short_is_measured_again(case: Case, tmp_path: Path) -> None:
    output, engine = tmp_path / "results.csv", _Told(None, "infeasible")
    run.run_all([(engine, case)], output)
    output.write_text(output.read_text() + "told,process,gri")
    assert len(run.done(output)) == 1
    run.run_all([(engine, case)], output)
    assert (engine.runs, report.read(output)["decided"].tolist()) == (1, [True])


def test_commands_are_measured() -> None:
    code = (
        "import sys; sum(range(3_000_000)); x = bytearray(64 << 20)\n"
        "print('out'); print('err', file=sys.stderr); sys.exit(3)"
    )
    measured = measure.run([sys.executable, "-c", code], 30)
    assert (measured.code, measured.output, measured.errors) == (3, "out\n", "err\n")
    assert measured.cpu > 0
    assert 64 < measured.memory < 128


def test_a_command_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "GRACE", 0.2)
    assert measure.run([sys.executable, "-c", "import time; time.sleep(60)"], 0.1).ended


def test_the_report_has_tables_and_plots(case: Case, tmp_path: Path) -> None:
    output = tmp_path / "results.csv"
    run.run_all([(_Told(None, "infeasible"), case)], output)
    report.main(output, tmp_path / "report")
    assert "| grid | told |" in (tmp_path / "report" / "report.md").read_text()
    ElementTree.parse(tmp_path / "report" / "cactus-list-process.svg")


@pytest.mark.parametrize("log", [False, True])
def test_plots_are_well_formed(log: bool) -> None:
    lines = {"a & b": [(1.0, 0.01), (2.0, 30.0)], "c": [(25_000.0, 5.0)], "none": []}
    ElementTree.fromstring(line_plot(lines, "<title>", "x", "y", log_across=log, log_up=not log))


@pytest.mark.parametrize("size", [9, 15])
def test_patterns_are_like_newspapers(size: int) -> None:
    rows = pattern(size, 1)
    grid = Grid.from_rows(rows)
    assert {len(slot) for slot in grid.slots}.isdisjoint({2})
    assert all(len([s for s in grid.slots if cell in s.cells]) == 2 for cell in grid.cells)
    assert pattern(size, 1) == rows
    assert [row[::-1] for row in reversed(rows)] == rows


def test_engines_by_name() -> None:
    found = engines(["cpfill", "cpfill:proof", "qxw"], ["process"])
    assert [(engine.name, engine.mode) for engine in found] == [
        ("cpfill:default", "process"), ("cpfill:proof", "process"), ("qxw", "process"),
    ]  # fmt: skip
    with pytest.raises(SystemExit, match="there is no engine 'gecko'"):
        engines(["gecko"], ["process"])
