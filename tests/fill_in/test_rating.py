"""The rating: its levels, and that it does not change when a puzzle is relabelled, transposed or turned."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.fill_in import FillInPuzzle, rate, solve_fill_in
from cpfill.fill_in.rating import rate_unique
from cpfill.grid import Grid

from .drawn import drawn, random_puzzle


def transposed(puzzle: FillInPuzzle) -> FillInPuzzle:
    """Rows become columns; the words read as before."""
    rows = ["".join(column) for column in zip(*puzzle.grid.rows(), strict=True)]
    return FillInPuzzle.of(Grid.from_rows(rows), puzzle.words)


def turned(puzzle: FillInPuzzle) -> FillInPuzzle:
    """Half a turn; the words read backwards."""
    rows = [row[::-1] for row in reversed(puzzle.grid.rows())]
    return FillInPuzzle.of(Grid.from_rows(rows), [word[::-1] for word in puzzle.words])


def relabelled(puzzle: FillInPuzzle) -> FillInPuzzle:
    """Other letters in another order."""
    table = str.maketrans("ABC", "ZQM")
    rows = [row.translate(table) for row in puzzle.grid.rows()]
    return FillInPuzzle.of(Grid.from_rows(rows), [word.translate(table) for word in puzzle.words])


@given(st.integers(0, 10**6), st.sampled_from(["AB", "ABC"]))
@settings(max_examples=200)
def test_isomorphic_puzzles_rate_alike(seed: int, letters: str) -> None:
    puzzle = random_puzzle(seed, letters)
    assume(solve_fill_in(puzzle).unique)
    rating = rate(puzzle)
    assert 1 <= rating.figure <= 9.9
    for other in (transposed(puzzle), turned(puzzle), relabelled(puzzle), turned(transposed(relabelled(puzzle)))):
        assert rate(other) == rating


LEVELS = {
    1: (".# ..", "AA AB", "reduction"),
    2: ("#.. .A#", "AA AB BA", "reduction"),
    3: (".. B.", "AB BA BB BB", "fast-probe"),
    4: (".... .... .... B...", "AABB ABAA BABA BABB BBAA BBAB BBBA BBBB", "slow-probe"),
    5: (
        "...... ...... ...... ...... ...... .A....",
        "AAAABA AAABBA AABAAA AABBAB ABBABB ABBBAA BAABAA BAABBB BABAAA BBAAAA BBAAAB BBAABA",
        "search",
    ),
}


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_has_its_technique(level: int) -> None:
    rows, words, technique = LEVELS[level]
    puzzle = drawn(rows, words)
    assert int(rate(puzzle).figure) == level
    assert solve_fill_in(puzzle).technique == technique


def test_what_is_harder_than_asked_is_not_rated_to_the_end() -> None:
    rows, words, _ = LEVELS[4]
    assert rate_unique(drawn(rows, words), highest=3.9).figure > 3.9


@given(st.integers(0, 10**6))
def test_the_level_agrees_with_the_technique(seed: int) -> None:
    puzzle = random_puzzle(seed)
    result = solve_fill_in(puzzle)
    assume(result.unique)
    level = int(rate(puzzle).figure)
    assert result.technique == {1: "reduction", 2: "reduction", 3: "fast-probe", 4: "slow-probe"}.get(level, "search")


def test_several_solutions_have_no_rating() -> None:
    with pytest.raises(InputError, match=r"the puzzle has 2\+ solutions"):
        rate(drawn(".. ..", "AB AC BD CD"))
