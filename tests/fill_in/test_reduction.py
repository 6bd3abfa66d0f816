"""Each of Shipman's tests, in the smallest puzzle in which only that one makes progress."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.fill_in import FillInPuzzle
from cpfill.fill_in.choices import Choices, Tables
from cpfill.fill_in.reduction import ALL_TESTS, INTERSECTION, SINGLE_SLOT, UNIQUE_WORD, Record, reduce

from .drawn import brute_force, drawn, random_puzzle

SMALLEST = {
    INTERSECTION: drawn(".# ..", "AA AB"),
    UNIQUE_WORD: drawn("#.. A.#", "AA BA CA"),
    SINGLE_SLOT: drawn("#.. .A#", "AA AB BA"),
}


def left(puzzle: FillInPuzzle, test: str) -> tuple[int, list[int]]:
    """What one test removes at the start, and the choices then left per slot."""
    choices = Choices(Tables.of(puzzle))
    return dict(ALL_TESTS)[test](choices, Record(), False), [words.bit_count() for words in choices.left]


@pytest.mark.parametrize("only", SMALLEST)
def test_only_this_test_makes_progress(only: str) -> None:
    progress = [name for name, _ in ALL_TESTS if left(SMALLEST[only], name)[0]]
    assert progress == [only]


def test_a_repeated_word_leaves_the_others_once_all_its_slots_are_known() -> None:
    choices = Choices(Tables.of(drawn("A.#A.#..#..", "AB AB CD CE")))
    assert not reduce(choices, Record())
    assert [words.bit_count() for words in choices.left] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("rows", "words", "reason"),
    [
        ("B. ..", "AA AA AB AB", "1-Across has no word left"),
        (".. ..", "AB AB AB", "the grid has 4 slots of length 2, but 3 words have it"),
        ("A.#A.", "AB CD", "CD has no slot left"),
        ("A.#A.#..", "AB CD CD", "CD is listed 2 times, but has fewer slots left"),
    ],
)
def test_what_has_nothing_left_is_named(rows: str, words: str, reason: str) -> None:
    assert Choices(Tables.of(drawn(rows, words))).impossible() == reason


def test_the_trace_can_be_followed() -> None:
    record = Record(steps=[])
    reduce(Choices(Tables.of(SMALLEST[INTERSECTION])), record)
    assert [str(step) for step in record.steps or []] == [
        "1. intersection test: row 2, column 1 can be A: 1-Down from 2 to 1 choices",
        "1. unique-word test: AA goes to 1-Down, so to no other slot",
    ]


@given(st.integers(0, 10**6))
def test_no_solution_is_lost_and_the_order_of_cells_does_not_matter(seed: int) -> None:
    puzzle = random_puzzle(seed)
    step_by_step, at_once = Choices(Tables.of(puzzle)), Choices(Tables.of(puzzle))
    impossible = reduce(step_by_step, Record())
    assert bool(reduce(at_once, Record(), at_once=True)) == bool(impossible)
    if impossible:
        assert not brute_force(puzzle)
        return
    assert at_once.left == step_by_step.left
    for rows in brute_force(puzzle):
        for slot, choices in zip(puzzle.slots, step_by_step.left, strict=True):
            word = "".join(rows[cell.row][cell.column] for cell in slot.cells)
            assert choices >> step_by_step.tables.words[len(slot)].index(word) & 1
