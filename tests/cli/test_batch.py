"""The batch command: results, table, options and exit codes."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Folder = Callable[..., None]


@pytest.fixture(autouse=True)
def _files(folder: Folder) -> None:
    jobs = "words = ['words.txt']\ngrids = ['grid.txt']\nseeds = 2\n"
    words = "ANT;60\nTEA;70\nATE\nTEN\nNET\nTAN\nEAT;55\n"
    folder(**{"grid.txt": ".#.\n...\n.#.\n", "words.txt": words, "jobs.toml": jobs})


def test_lines_are_as_solve_prints_them_with_the_job(run: Run, tmp_path: Path) -> None:
    done = run("batch", "jobs.toml", "--table", "table.csv", "--json")
    assert (done.code, done.json["done"], done.json["failed"]) == (0, 2, 0)
    lines = [json.loads(line) for line in (tmp_path / "jobs-results.jsonl").read_text().splitlines()]
    solved = run("solve", "grid.txt", "-w", "words.txt", "--seed", "1", "--json").json
    line = next(line for line in lines if line["seed"] == 1)
    assert line.pop("job").startswith("solve grid default 1 ")
    assert set(line) - set(solved) == {"do", "file", "words"}
    assert (line["grid"], line["entries"], line["score"]) == (solved["grid"], solved["entries"], solved["score"])
    with (tmp_path / "table.csv").open() as file:
        assert [row["status"] for row in csv.DictReader(file)] == ["solved", "solved"]


def test_the_same_command_does_nothing_twice(run: Run) -> None:
    run("batch", "jobs.toml", "-o", "results.jsonl")
    again = run("batch", "jobs.toml", "-o", "results.jsonl")
    assert again.err.startswith("cpfill: 2 of 2 jobs are done already")


def test_a_folder_takes_its_values_from_the_options(run: Run, folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "grids").mkdir()
    (tmp_path / "grids" / "one.txt").write_text("...\n")
    done = run("batch", "grids", "-w", "words.txt", "--model", "dive", "--seeds", "3", "--time-limit", "5", "--json")
    assert done.json["statuses"] == {"solved": 3}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nojobs.toml"], "there is no such file"),
        (["jobs.toml", "--seeds", "3"], "seeds is for a folder of grids"),
        (["jobs.toml", "-o", "words.txt"], "words.txt:1: is no result"),
        (["jobs.toml", "--time-limit", "0"], "time-limit"),
        (["jobs.toml", "--split", "2"], "jobs.toml: has nothing to split"),
        ([".", "--split", "2"], "the grids of a folder are filled, and a split is of an enumeration"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: list[str], told: str) -> None:
    refused = run("batch", *arguments)
    assert refused.code == 2
    assert told in refused.err
    assert refused.err.count("\n") == 1
