"""The check command: faults on standard output, exit code 1."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from .conftest import Run

FILLED = "BIT\nICE\nTEN\n"


@pytest.fixture(autouse=True)
def _files(folder: Callable[..., None]) -> None:
    folder(**{"filled.txt": FILLED, "words.txt": "BIT\nICE;40\nTEN\n", "avoid.txt": "ten\n"})


def test_a_fill_without_faults(run: Run) -> None:
    checked = run("check", "filled.txt", "-w", "words.txt", "--min-score", "40", "--allow-duplicates")
    assert checked == (0, "", "cpfill: no faults\n")


def test_faults_are_listed(run: Run) -> None:
    outcome = run("check", "filled.txt", "-w", "words.txt", "--quiet")
    assert outcome.code == 1
    assert outcome.err == ""
    assert "4-Across: ICE scores 40, below 50" in outcome.out
    assert "1-Across and 1-Down are both BIT" in outcome.out


def test_faults_as_json(run: Run) -> None:
    outcome = run("check", "-", "-w", "words.txt", "--json", stdin="B.T\n")
    assert outcome.json == {"faults": ["row 1, column 2 is open"]}
    assert outcome.code == 1


def test_rules_are_checked(run: Run) -> None:
    asked = ("check", "filled.txt", "-w", "words.txt", "--min-score", "0", "--allow-duplicates", "-q")
    assert "is to be avoided" in run(*asked, "--avoid", "avoid.txt").out
    assert "no pangram" not in run(*asked, "--pangram").out
    assert "was asked for" in run(*asked, "--entry", "1-Across=TEN").out
    assert "does not match" in run(*asked, "--slot-pattern", "1-Across=T.*").out
    assert "not in the slot's own list" in run(*asked, "--slot-words", "1-Across=avoid.txt").out
    assert "share BIT" in run(*asked, "--max-shared", "2").out
    assert "at most 1 may" in run(*asked, "--max-below", "1:50").out
    assert "is no entry" in run(*asked, "--place", "NET").out


def test_a_json_fill_is_read(run: Run, folder: Callable[..., None]) -> None:
    folder(**{"filled.json": json.dumps({"grid": FILLED.split()})})
    asked = ("-w", "words.txt", "--min-score", "40", "--allow-duplicates")
    assert run("check", "filled.json", *asked).code == 0


def test_the_avoid_list_comes_with_the_embedded_words(run: Run) -> None:
    assert "ANUS is to be avoided" in run("check", "-", stdin="ANUS").out
    assert "avoided" not in run("check", "-", "--avoid", "none", stdin="ANUS").out
