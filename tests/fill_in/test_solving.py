"""Solving: every technique against a count by brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.fill_in import solve_fill_in
from cpfill.fill_in.choices import Choices, Tables
from cpfill.fill_in.probing import FAST, SLOW, probe
from cpfill.fill_in.reduction import Record
from cpfill.result import Status

from .drawn import brute_force, drawn, random_puzzle


@given(st.integers(0, 10**6))
def test_the_count_is_that_of_brute_force(seed: int) -> None:
    puzzle = random_puzzle(seed)
    expected = brute_force(puzzle)
    result = solve_fill_in(puzzle, count_all=True)
    assert (result.solutions, result.complete) == (len(expected), True)
    assert (result.status == Status.INFEASIBLE) == (not expected) == bool(result.reason)
    if result.solution:
        assert tuple(result.solution.rows) in expected
        assert result.solution.faults() == []


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_cp_sat_counts_alike(seed: int) -> None:
    puzzle = random_puzzle(seed)
    result = solve_fill_in(puzzle, count_all=True, node_limit=0)
    assert result.solutions == len(brute_force(puzzle))
    assert result.solution is None or result.solution.faults() == []


@given(st.integers(0, 10**6), st.sampled_from([FAST, SLOW, SLOW + 1]))
def test_probing_loses_no_solution_in_either_order(seed: int, depth: int) -> None:
    puzzle = random_puzzle(seed)
    one, other = Choices(Tables.of(puzzle)), Choices(Tables.of(puzzle))
    expected = brute_force(puzzle)
    impossible = probe(one, Record(), depth)
    assert not (impossible and expected)
    assert bool(probe(other, Record(), depth, at_once=True)) == bool(impossible)
    assert impossible or one.left == other.left
    for rows in expected:
        for slot, choices in zip(puzzle.slots, one.left, strict=True):
            word = "".join(rows[cell.row][cell.column] for cell in slot.cells)
            assert choices >> one.tables.words[len(slot)].index(word) & 1


def test_two_or_more_solutions_are_told_without_counting_all() -> None:
    puzzle = drawn(".. ..", "AB AC BD CD")
    assert solve_fill_in(puzzle).solutions == "2+"
    assert solve_fill_in(puzzle, count_all=True).solutions == 2
    assert solve_fill_in(puzzle).technique == "search"


def test_equal_words_make_no_second_solution() -> None:
    assert solve_fill_in(drawn("..#..", "AB AB"), count_all=True).solutions == 1
