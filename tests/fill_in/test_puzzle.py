"""The puzzle reads its slots off its words, and a solution lists its own faults."""

from __future__ import annotations

import pytest

from cpfill.errors import InputError
from cpfill.fill_in import FillInPuzzle, FillInSolution
from cpfill.grid import Cell, Grid

from .drawn import drawn

PUZZLE = drawn("... .#. ...", "ABC ADE CFG EHG")


def test_words_are_a_sorted_multiset_in_upper_case() -> None:
    assert drawn("... ...", "dog ad AD ox cat").words == ("AD", "AD", "OX", "CAT", "DOG")


def test_runs_shorter_than_the_shortest_word_are_no_slots() -> None:
    assert len(drawn("... ...", "CAT DOG").slots) == 2
    assert len(drawn("... ...", "CAT DOG AD AD TO").slots) == 5


def test_imbalance_names_the_length() -> None:
    assert PUZZLE.imbalance == ""
    assert drawn("... .#. ...", "ABC ADE CFG").imbalance == "the grid has 4 slots of length 3, but 3 words have it"


@pytest.mark.parametrize(("words", "message"), [([], "needs words"), (["AB", "C"], "'C' has one letter")])
def test_useless_words(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        FillInPuzzle.of(Grid.from_rows(["..", ".."]), words)


def test_a_rebus_is_refused() -> None:
    with pytest.raises(InputError, match="row 1, column 1: the given 'THE' is a rebus"):
        FillInPuzzle.of(Grid(1, 2, frozenset(), {Cell(0, 0): "THE"}), ["AB"])


def test_a_solution_has_no_faults() -> None:
    assert FillInSolution.from_rows(PUZZLE, ["ABC", "D#F", "EHG"]).faults() == []


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (["ABC", "D#F", "EH."], "3-Across is not filled: EH?"),
        (["ABC", "D#F", "EHX"], "3-Across is EHX, which is not in the list"),
        (["ABC", "B#F", "CFG"], "ABC is used 2 times, but listed 1 times"),
        (["ABC", "B#F", "CFG"], "EHG is used 0 times, but listed 1 times"),
    ],
)
def test_faults(rows: list[str], fault: str) -> None:
    assert fault in FillInSolution.from_rows(PUZZLE, rows).faults()


def test_a_changed_given_is_a_fault() -> None:
    puzzle = drawn("X.. .#. ...", "ABC ADE CFG EHG")
    assert "row 1, column 1 has A, but X is given" in FillInSolution.from_rows(puzzle, ["ABC", "D#F", "EHG"]).faults()


def test_a_word_listed_twice_must_be_used_twice() -> None:
    puzzle = drawn("... .#. ...", "ABC ABC CFG CFG")
    assert FillInSolution.from_rows(puzzle, ["ABC", "B#F", "CFG"]).faults() == []
