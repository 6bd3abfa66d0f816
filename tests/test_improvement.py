"""Neighbourhoods make a fill better, never worse, and the proof ends at the best of all fills."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.engines.dive import Dive
from cpfill.grid import Grid
from cpfill.improvement import Improver, letters_of
from cpfill.lexicon import Lexicon
from cpfill.optimising import optimise
from cpfill.puzzle import Fill, Puzzle
from cpfill.result import Status
from cpfill.rules import Rules
from cpfill.solving import solve
from tests.oracle import all_fills, grids, lexicons

LETTERS = "ABCDE"
WORDS = Lexicon.from_words(
    {a + b + c: (37 * i + 53 * j + 71 * k) % 101 for i, a in enumerate(LETTERS) for j, b in enumerate(LETTERS)
     for k, c in enumerate(LETTERS) if i != k}
)  # fmt: skip
SQUARE = Puzzle(Grid.from_rows(["...", "...", "..."]), WORDS, Rules(min_score=0))


def first(puzzle: Puzzle, seed: int = 0) -> Fill | None:
    dive, fill = Dive(puzzle, {}, seed), None
    while fill is None and not dive.exhausted:
        fill = dive.step()
    return fill


@pytest.mark.parametrize("seed", range(3))
def test_never_worse_and_without_faults(seed):
    fill = first(SQUARE, seed)
    assert fill is not None
    improver = Improver(fill, {}, seed)
    totals = [sum(fill.scores)]
    for _ in range(60):
        better = improver.step()
        totals.append(improver.total)
        assert improver.fill.faults() == []
        assert sum(improver.fill.scores) == improver.total
        assert better == (totals[-1] > totals[-2])
    assert totals == sorted(totals)
    assert totals[-1] > totals[0]


def test_a_seed_repeats_itself():
    def path(seed):
        improver = Improver(first(SQUARE), {}, seed)
        return [(improver.step(), improver.fill.rows) for _ in range(30)]

    assert path(4) == path(4) != path(5)


def test_the_letters_of_a_fill_are_its_only_fill():
    fill = first(SQUARE)
    dive = Dive(SQUARE, {}, 0)
    dive.assume(letters_of(fill))
    assert dive.step().rows == fill.rows


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), seed=st.integers(0, 5))
def test_the_proof_ends_at_the_best_of_all_fills(grid, lexicon, seed):
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    fill = first(puzzle, seed)
    if fill is None:
        return
    *_, last = optimise(fill, seed)
    best = max(sum(Fill.from_rows(puzzle, rows).scores) for rows in all_fills(puzzle))
    assert last.optimal
    assert last.bound == sum(last.fill.scores) == best


def test_workers_improve_side_by_side():
    letters = "ABCD"
    lexicon = Lexicon.from_words({a + b: 50 + 10 * (a < b) + letters.index(a) for a in letters for b in letters})
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), lexicon)
    alone, together = (solve(puzzle, maximize="score", workers=workers) for workers in (1, 2))
    assert alone.status == together.status == Status.OPTIMAL
    assert sum(alone.fill.scores) == sum(together.fill.scores) == together.bound
