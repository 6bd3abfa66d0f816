"""Divide and conquer finds the same fills as plain trial and as the dive, each once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.engines.divide import Divide
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.result import Status
from cpfill.rules import Rules
from cpfill.solving import solve
from tests.engines.test_dive import RULES
from tests.engines.test_dive import fills as dived
from tests.oracle import all_fills, grids, lexicons


def fills(puzzle: Puzzle, seed: int = 0, nodes: int = 20) -> list[tuple[str, ...]]:
    divide = Divide(puzzle, seed)
    found = []
    while not divide.exhausted:
        fill = divide.step(nodes)
        if fill is not None:
            assert fill.faults() == []
            found.append(tuple(fill.rows))
    assert divide.counts["solutions"] == len(found)
    return found


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), duplicates=st.booleans(), seed=st.integers(0, 3))
def test_finds_exactly_the_fills_of_the_oracle_and_of_the_dive(
    grid: Grid, lexicon: Lexicon, duplicates: bool, seed: int
) -> None:
    puzzle = Puzzle(grid, lexicon, Rules(allow_duplicates=duplicates, min_score=45))
    found = fills(puzzle, seed)
    assert len(found) == len(set(found))
    assert set(found) == all_fills(puzzle) == set(dived(puzzle, {}))


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), rules=RULES)
def test_obeys_every_rule_as_the_oracle_does(grid: Grid, lexicon: Lexicon, rules: Rules) -> None:
    puzzle = Puzzle(grid, lexicon, rules)
    found = fills(puzzle)
    assert len(found) == len(set(found))
    assert set(found) == all_fills(puzzle)


def test_a_search_goes_on_after_its_limit_of_splits() -> None:
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words([a + b for a in "ABCD" for b in "ABCD"]))
    assert fills(puzzle, nodes=0) == fills(puzzle)


def test_seed_0_splits_in_the_order_of_the_alphabet_and_seeds_repeat() -> None:
    words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"]
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..."]), Lexicon.from_words(words))
    assert fills(puzzle) == sorted(fills(puzzle)) == [("ABC", "DEF", "GHI"), ("ADG", "BEH", "CFI")]
    assert fills(puzzle, 5) == fills(puzzle, 5)


def test_is_a_model_that_solves_and_proves() -> None:
    model = ModelConfig.load("divide")
    grid = Grid.from_rows(["..", ".."])
    result = solve(Puzzle(grid, Lexicon.from_words(["AB", "CD", "AC", "BD"])), model)
    assert (result.status, result.engine, result.fill and result.fill.rows) == (Status.SOLVED, "divide", ["AB", "CD"])
    result = solve(Puzzle(grid, Lexicon.from_words(["AB", "BC", "CA"])), model)
    assert result.status == Status.INFEASIBLE
