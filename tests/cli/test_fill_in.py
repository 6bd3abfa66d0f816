"""The fill-in commands: answers on standard output, exit codes, and files by their ending."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from .conftest import Run

Folder = Callable[..., None]

GRID, WORDS = "...\n.#.\n...\n", "abc\nADE\nCFG\nehg;70\n"
PATTERN_WORDS = "\n".join("".join(letters) for n in (3, 4, 5) for letters in product("ABCDE", repeat=n))


@pytest.fixture(autouse=True)
def _files(folder: Folder) -> None:
    folder(**{"grid.txt": GRID, "given.txt": "...\nD#.\n...\n", "list.txt": WORDS, "many.txt": PATTERN_WORDS})


def test_solve(run: Run) -> None:
    outcome = run("fill-in", "solve", "given.txt", "--words", "list.txt")
    assert (outcome.code, outcome.out) == (0, "ABC\nD#F\nEHG\n")
    assert "solved; solutions: 1; by reduction" in outcome.err


@pytest.mark.parametrize(("options", "solutions"), [((), "2+"), (("--all",), 2)])
def test_solve_json_has_the_number_of_solutions(run: Run, options: tuple[str, ...], solutions: object) -> None:
    found = run("fill-in", "solve", "grid.txt", "--words", "list.txt", "--json", "--quiet", *options).json
    assert (found["status"], found["solutions"], found["technique"]) == ("solved", solutions, "search")
    assert len(found["entries"]) == 4


def test_no_solution_is_exit_code_1(run: Run, folder: Folder) -> None:
    folder(**{"three.txt": "ABC\nADE\nCFG\n"})
    outcome = run("fill-in", "solve", "grid.txt", "--words", "three.txt", "--json")
    assert (outcome.code, outcome.json["solutions"], outcome.json["grid"]) == (1, 0, None)
    assert "the grid has 4 slots of length 3, but 3 words have it" in outcome.err


def test_the_trace_is_on_standard_error(run: Run) -> None:
    outcome = run("fill-in", "solve", "given.txt", "--words", "list.txt", "--trace")
    assert "1. intersection test: row 1, column 1 can be A" in outcome.err
    assert outcome.out == "ABC\nD#F\nEHG\n"


def test_the_word_list_is_a_multiset(run: Run, folder: Folder) -> None:
    folder(**{"twice.txt": "ABC\nABC\nCFG\nCFG\n"})
    assert run("fill-in", "solve", "grid.txt", "--words", "twice.txt").out == "ABC\nB#F\nCFG\n"


def test_rate(run: Run) -> None:
    found = run("fill-in", "rate", "given.txt", "--words", "list.txt", "--json").json
    assert found["rating"] >= 1
    assert found["steps"]["cycles"] >= 1
    assert run("fill-in", "rate", "given.txt", "--words", "list.txt").out.startswith(f"{found['rating']}\n")


def test_make_prints_one_object_a_puzzle_and_its_seed_repeats_it(run: Run) -> None:
    options = ("fill-in", "make", "--size", "5", "--words", "many.txt", "--given", "2", "--rating", "1..3.9", "--json")
    puzzles = [json.loads(line) for line in run(*options, "--count", "2", "--seed", "4").out.splitlines()]
    assert [set(puzzle) for puzzle in puzzles] == [{"grid", "words", "solution", "rating", "seed"}] * 2
    again = run(*options, "--seed", str(puzzles[1]["seed"])).json
    assert again == puzzles[1]


def test_a_made_puzzle_is_solved_by_solve(run: Run, folder: Folder) -> None:
    made = run("fill-in", "make", "--size", "5", "--words", "many.txt", "--given", "1", "--json").json
    folder(**{"made.txt": "\n".join(made["grid"]), "made.words": "\n".join(made["words"])})
    assert run("fill-in", "solve", "made.txt", "--words", "made.words").out.split() == made["solution"]


def test_make_writes_files_by_their_ending(run: Run, tmp_path: Path) -> None:
    options = ("fill-in", "make", "--grid", "grid.txt", "--words", "many.txt", "--given", "3")
    assert run(*options, "-o", "new.svg").code == 0
    assert (tmp_path / "new.svg").read_bytes().startswith(b"<svg")
    assert run(*options, "--count", "2", "-o", "new.txt").code == 0
    assert "3 letters: " in (tmp_path / "new-2.txt").read_text()


def test_make_writes_a_page(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    run("fill-in", "make", "--grid", "grid.txt", "--words", "many.txt", "--given", "3", "-o", "new.pdf")
    assert (tmp_path / "new.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "grid.txt"), "a fill-in needs its own list of words: give --words FILE"),
        (("rate", "grid.txt", "--words", "list.txt"), "the puzzle has 2+ solutions"),
        (("make", "--rating", "easy"), "--rating 'easy': write it as A..B, such as 2..3.9"),
        (("make", "--rating", "0..4"), "the rating is 0.0..4.0; use a range A..B within 1.0..9.9"),
        (("solve", "grid.txt", "--words", "bad.txt"), "bad.txt:2: 'X-RAY' is no word of two or more letters"),
    ],
)
def test_bad_input_is_one_line(run: Run, folder: Folder, arguments: tuple[str, ...], message: str) -> None:
    folder(**{"bad.txt": "ABC\nX-RAY\n"})
    outcome = run("fill-in", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
