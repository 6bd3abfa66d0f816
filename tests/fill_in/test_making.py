"""Making: patterns are as asked, puzzles have one solution and a rating in the range, and seeds repeat."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from cpfill.errors import InputError
from cpfill.fill_in import Recipe, make_fill_ins, rate, solve_fill_in
from cpfill.fill_in.filling import Filler
from cpfill.fill_in.pattern import random_pattern
from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon

WORDS = Lexicon.from_words("".join(letters) for n in (3, 4, 5) for letters in product("ABCDE", repeat=n))


@pytest.mark.parametrize("seed", range(20))
def test_patterns_are_symmetric_connected_and_of_the_lengths(seed: int) -> None:
    grid = random_pattern(7, [3, 4, 5, 7], random.Random(seed))
    assert grid.blocks == {Cell(6 - r, 6 - c) for r, c in grid.blocks}
    assert {len(slot) for slot in grid.slots} <= {3, 4, 5, 7}
    reached = {grid.cells[0]}
    for _ in grid.cells:
        reached |= {cell for slot in grid.slots if reached & set(slot.cells) for cell in slot.cells}
    assert reached == set(grid.cells)


def test_impossible_patterns_are_told() -> None:
    with pytest.raises(InputError, match="no pattern of 9x9 was found"):
        random_pattern(9, [11], random.Random(0))
    with pytest.raises(InputError, match="the size is 2"):
        random_pattern(2, [3], random.Random(0))


def test_a_fill_uses_different_listed_words_and_keeps_givens() -> None:
    grid = Grid.from_rows(["B...", ".##.", ".##.", "...."])
    words = Filler(WORDS).fill(grid, random.Random(1))
    assert words is not None
    assert words[0][0] == words[2][0] == "B"
    assert len(set(words)) == 4
    assert all(word in WORDS for word in words)


def test_a_pattern_without_fill_gives_none() -> None:
    assert Filler(Lexicon.from_words(["ABC", "DEF"])).fill(Grid.from_rows(["...", ".##"]), random.Random(0)) is None


def test_made_puzzles_have_one_solution_and_the_rating() -> None:
    recipe = Recipe(WORDS, size=5, given=2, lowest=1.3, highest=3.9)
    for made in make_fill_ins(recipe, count=8, seed=3):
        assert len(made.puzzle.grid.givens) == 2
        assert made.solution.faults() == []
        result = solve_fill_in(made.puzzle, count_all=True)
        assert result.solutions == 1
        assert result.solution is not None
        assert result.solution.rows == made.solution.rows
        assert 1.3 <= made.rating.figure <= 3.9
        assert rate(made.puzzle) == made.rating


def test_the_seed_of_a_puzzle_makes_it_again() -> None:
    recipe = Recipe(WORDS, size=5, given=1)
    first, second = make_fill_ins(recipe, count=2, seed=11)
    assert next(make_fill_ins(recipe, seed=second.seed)) == second
    assert first != second


def test_a_given_pattern_keeps_its_letters() -> None:
    grid = Grid.from_rows(["B...", ".##.", ".##.", "...."])
    made = next(make_fill_ins(Recipe(WORDS, grid=grid, given=2)))
    assert made.puzzle.grid.givens[Cell(0, 0)] == "B"
    assert len(made.puzzle.grid.givens) == 3
    assert replace(made.puzzle.grid, givens={}) == replace(grid, givens={})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"given": -1}, "given is -1"),
        ({"lowest": 3.0, "highest": 2.0}, r"the rating is 3.0\.\.2.0"),
        ({"grid": Grid.from_rows(["#.#"])}, "no slot to fill"),
        ({"grid": Grid.from_rows(["........"])}, "1-Across has 8 cells, but no word has that length"),
    ],
)
def test_recipes_that_cannot_be(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        replace(Recipe(WORDS), **change)
