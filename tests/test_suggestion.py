"""Suggestions are right about every candidate, and say so with a fill."""

import pytest
from hypothesis import given, settings

from cpfill import suggestion
from cpfill.errors import InputError
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules
from cpfill.suggestion import suggest
from tests.oracle import all_fills, grids, lexicons

WORDS = Lexicon.from_words({"AB": 60, "CD": 55, "AC": 70, "BD": 80, "XX": 90, "BA": 50})
SQUARE = Puzzle(Grid.from_rows(["..", ".."]), WORDS)


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons())
def test_agrees_with_plain_trial_on_every_slot(grid, lexicon):
    puzzle = Puzzle(grid, lexicon, Rules(min_score=45))
    fills = [Fill.from_rows(puzzle, rows) for rows in all_fills(puzzle)]
    for slot in grid.slots:
        stream = suggest(puzzle, slot)
        found = list(stream)
        assert stream.complete
        words = [item.word for item in found]
        assert len(words) == len(set(words))
        assert {item.word for item in found if item.viable} == {fill.word(slot) for fill in fills}
        listed = puzzle.vocabulary.words(len(slot))
        assert set(words) == {listed[row] for row in puzzle.candidates(slot)}


def test_a_word_that_can_stay_comes_with_a_fill_that_has_it():
    slot = SQUARE.grid.slot("1a")
    for item in suggest(SQUARE, slot):
        assert item.viable == (item.fill is not None)
        if item.fill:
            assert item.fill.word(slot) == item.word
            assert item.fill.faults() == []


def test_the_best_words_that_can_stay_come_first():
    found = [(item.word, item.score) for item in suggest(SQUARE, SQUARE.grid.slot("1a")) if item.viable]
    assert found == [("AC", 70), ("AB", 60)]


def test_what_reduction_refutes_comes_last():
    proofs = [item.proof for item in suggest(SQUARE, SQUARE.grid.slot("1a"))]
    assert proofs == sorted(proofs, key=lambda proof: proof == "reduction")
    assert "reduction" in proofs


def test_words_that_only_search_refutes_are_refuted_in_later_rounds(monkeypatch):
    letters = "ABCDE"
    words = [a + b + c for a in letters for b in letters for c in letters if (ord(a) + 2 * ord(b) + 3 * ord(c)) % 5 < 2]
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..."]), Lexicon.from_words(words))
    slot = puzzle.grid.slots[0]
    expected = {item.word for item in suggest(puzzle, slot) if item.viable}
    monkeypatch.setattr(suggestion, "FIRST_NODES", 1)
    assert {item.word for item in suggest(puzzle, slot) if item.viable} == expected


def test_without_time_nothing_is_claimed():
    stream = suggest(SQUARE, SQUARE.grid.slots[0], time_limit=0)
    assert list(stream) == []
    assert not stream.complete


def test_a_grid_that_nothing_fits_refutes_every_word():
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "XY"]))
    assert [item.viable for item in suggest(puzzle, puzzle.grid.slots[0])] == [False, False]


def test_a_slot_that_does_not_exist():
    with pytest.raises(InputError, match="no slot"):
        SQUARE.grid.slot("9-Across")
