"""The reduce command: what is left, cycle by cycle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def _files(folder: Callable[..., None]) -> None:
    folder(**{"grid.txt": "..#\n.#.\n...\n", "words.txt": "AT\nANT\nTAN\nTEA\nAN\nNET\n"})


def test_the_page_shows_grid_cycles_and_slots(run: Run) -> None:
    outcome = run("reduce", "grid.txt", "-w", "words.txt")
    assert outcome.code == 0
    assert "cycle 1: intersection removed" in outcome.out
    assert "1-Down" in outcome.out


def test_json_has_one_object(run: Run) -> None:
    shown = run("reduce", "grid.txt", "-w", "words.txt", "--json", "--quiet").json
    assert shown["status"] == "reduced"
    assert [slot["slot"] for slot in shown["slots"]] == ["1-Across", "3-Across", "1-Down", "2-Down"]
    assert all(set(step) == {"test", "letters", "candidates"} for cycle in shown["cycles"] for step in cycle["steps"])


def test_nothing_fits(run: Run) -> None:
    outcome = run("reduce", "grid.txt", "-w", "words.txt", "--entry", "1-Across=ZZ", "--json")
    assert outcome.code == 1
    assert outcome.json["status"] == "infeasible"
    assert outcome.json["reason"]


def test_no_word_of_a_needed_length(run: Run) -> None:
    outcome = run("reduce", "-", "-w", "words.txt", stdin="....\n")
    assert outcome.code == 1
    assert outcome.err.startswith("cpfill: infeasible: 1-Across")


@pytest.mark.parametrize(("probe", "code"), [("none", 0), ("fast", 1), ("full", 1)])
def test_probing_proves_what_reduction_cannot(run: Run, folder: Callable[..., None], probe: str, code: int) -> None:
    folder(**{"open.txt": "..\n..\n", "few.txt": "AB\nBC\nCA\n"})
    assert run("reduce", "open.txt", "-w", "few.txt", "--probe", probe).code == code
