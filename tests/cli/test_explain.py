"""The explain command."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def _files(folder: Callable[..., None]) -> None:
    folder(**{"grid.txt": "..\n..\n", "words.txt": "AB\nCD\nAC\nBD\nXY\n"})


def test_a_conflict_is_told_line_by_line(run: Run) -> None:
    outcome = run("explain", "-", "-w", "words.txt", stdin="AX\n..\n")
    assert outcome.code == 1
    assert "1-Across (?X) has no word" in outcome.out.splitlines()
    assert "each is needed" in outcome.err


def test_json(run: Run) -> None:
    found = run("explain", "-", "-w", "words.txt", "--json", stdin="AX\n..\n").json
    assert (found["status"], found["irreducible"]) == ("infeasible", True)
    assert {"slot": "1-Across", "text": "1-Across (?X) has no word"} in found["conflict"]


def test_nothing_to_explain(run: Run) -> None:
    outcome = run("explain", "grid.txt", "-w", "words.txt", "--json")
    assert outcome.code == 0
    assert outcome.json == {"status": "solved", "conflict": [], "irreducible": False}


def test_no_time(run: Run) -> None:
    assert run("explain", "grid.txt", "-w", "words.txt", "--time-limit", "0")[:2] == (3, "")
