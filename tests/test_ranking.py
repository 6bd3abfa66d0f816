"""Ranked fills are all the fills, each once, by falling total."""

import pytest
from hypothesis import given, settings

from cpfill import ranking
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.ranking import ranked_fills
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons

LETTERS = "ABCD"
WORDS = Lexicon.from_words(
    {a + b + c: (7 * i + 11 * j + 5 * k) % 60 for i, a in enumerate(LETTERS) for j, b in enumerate(LETTERS)
     for k, c in enumerate(LETTERS) if (i + j + k) % 2}
)  # fmt: skip
SQUARE = Puzzle(Grid.from_rows(["...", "...", "..."]), WORDS, Rules(min_score=0))


def total(fill: Fill) -> int:
    return sum(fill.scores)


@settings(max_examples=80, deadline=None)
@given(grid=grids(), lexicon=lexicons())
def test_gives_the_fills_of_the_oracle_by_falling_total(grid, lexicon):
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    stream = ranked_fills(puzzle)
    found = list(stream)
    assert stream.summary().complete
    assert stream.summary().count == len(found)
    assert [total(fill) for fill in found] == sorted((total(fill) for fill in found), reverse=True)
    assert sorted(tuple(fill.rows) for fill in found) == sorted(all_fills(puzzle))


@pytest.mark.parametrize("most", [0, 1, 5, 60])
def test_bands_may_hold_few_fills_or_many(monkeypatch, most):
    everything = [tuple(fill.rows) for fill in ranked_fills(SQUARE)]
    monkeypatch.setattr(ranking, "MOST", most)
    found = list(ranked_fills(SQUARE))
    assert sorted(tuple(fill.rows) for fill in found) == sorted(everything)
    assert [total(fill) for fill in found] == sorted((total(fill) for fill in found), reverse=True)
    assert len(found) > 60


def test_the_first_fills_are_the_best_of_all():
    everything = sorted((total(fill) for fill in ranked_fills(SQUARE)), reverse=True)
    stream = ranked_fills(SQUARE, limit=5)
    assert [total(fill) for fill in stream] == everything[:5]
    summary = stream.summary()
    assert (summary.complete, summary.count) == (False, 5)
    assert summary.reason == "the limit of 5 fills was reached"


def test_nothing_fits():
    stream = ranked_fills(Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB"])))
    assert list(stream) == []
    assert stream.summary().complete


def test_without_time_nothing_is_claimed():
    stream = ranked_fills(SQUARE, time_limit=0)
    assert list(stream) == []
    assert not stream.summary().complete
    assert "time limit" in stream.summary().reason


def test_equal_scores_are_streamed():
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..."]), Lexicon.from_words(list(WORDS)))
    assert sorted(tuple(f.rows) for f in ranked_fills(puzzle)) == sorted(tuple(f.rows) for f in ranked_fills(SQUARE))
