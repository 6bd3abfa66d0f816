"""The suggest command."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def _files(folder: Callable[..., None]) -> None:
    folder(**{"grid.txt": "..\n..\n", "words.txt": "AB;60\nCD;55\nAC;70\nBD;80\nBA;50\nXX;90\n"})


def test_words_that_can_stay_are_listed_best_first(run: Run) -> None:
    outcome = run("suggest", "grid.txt", "1a", "-w", "words.txt")
    assert (outcome.code, outcome.out) == (0, "AC;70\nAB;60\n")
    assert "2 words can stay, 4 cannot; all candidates decided" in outcome.err


def test_json_lists_every_candidate(run: Run) -> None:
    outcome = run("suggest", "grid.txt", "1-Across", "-w", "words.txt", "--json")
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert lines[-1] == {"complete": True, "viable": 2, "refuted": 4}
    assert {item["word"]: item["viable"] for item in lines[:-1]} == {
        "AC": True, "AB": True, "BD": False, "XX": False, "CD": False, "BA": False,
    }  # fmt: skip
    assert all((item["grid"] is not None) == item["viable"] for item in lines[:-1])


def test_a_limit(run: Run) -> None:
    outcome = run("suggest", "grid.txt", "1a", "-w", "words.txt", "--limit", "1")
    assert (outcome.code, outcome.out) == (0, "AC;70\n")


def test_none_can_stay(run: Run) -> None:
    assert run("suggest", "-", "1a", "-w", "words.txt", stdin="X.\n..\n")[:2] == (1, "")


def test_no_time(run: Run) -> None:
    assert run("suggest", "grid.txt", "1a", "-w", "words.txt", "--time-limit", "0")[:2] == (3, "")


def test_a_slot_that_does_not_exist(run: Run) -> None:
    outcome = run("suggest", "grid.txt", "1-Acros", "-w", "words.txt")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "did you mean '1-Across'" in outcome.err
