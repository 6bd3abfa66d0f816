"""Counts by regions agree with plain trial, whatever joins the regions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill import regions
from cpfill.domains import Domains
from cpfill.enumeration import count_fills
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules
from tests.oracle import all_fills, lexicons

HALVES = ["..#..", "..#.."]
THIRDS = ["..#..#..", "..#..#.."]
WORDS = Lexicon.from_words(["AB", "BA", "AC", "CA", "BC", "CB", "AA"])
FEW = Lexicon.from_words(["AB", "CD", "AC", "BD", "BA"])
MORE = Lexicon.from_words(["AB", "CD", "AC", "BD", "EF", "GH", "EG", "FH", "AG", "BH"])


def count(puzzle: Puzzle) -> int:
    counted = count_fills(puzzle)
    assert counted.complete
    return counted.count


@pytest.mark.parametrize(
    ("grid", "words"),
    [(HALVES, WORDS), (HALVES, MORE), (THIRDS, FEW), (["..#", "#..", "#.."], WORDS), (["AB#..", "..#.."], WORDS)],
)
@pytest.mark.parametrize("duplicates", [True, False])
def test_counts_agree_with_plain_trial(grid, words, duplicates):
    puzzle = Puzzle(Grid.from_rows(grid), words, Rules(allow_duplicates=duplicates))
    assert count(puzzle) == len(all_fills(puzzle))


def test_two_halves_that_only_the_rule_against_repeats_couples():
    half = count(Puzzle(Grid.from_rows(["..", ".."]), MORE))
    free = count(Puzzle(Grid.from_rows(HALVES), MORE, Rules(allow_duplicates=True)))
    coupled = count(Puzzle(Grid.from_rows(HALVES), MORE))
    assert 0 < coupled < half**2 < free


def test_halves_without_a_common_word_are_multiplied():
    words = Lexicon.from_words(["AB", "CD", "AC", "BD", "EFG", "HIJ", "KLM", "EHK", "FIL", "GJM"])
    left, right = Grid.from_rows(["..", ".."]), Grid.from_rows(["...", "...", "..."])
    both = Puzzle(Grid.from_rows(["..#...", "..#...", "###..."]), words)
    assert count(both) == count(Puzzle(left, words)) * count(Puzzle(right, words)) == 4


APART = [["..#..", "##..."], ["..#...", "##..#."], ["..#..#"], [".#..", ".##."]]
SPANNING = st.sampled_from(
    [
        Rules(max_shared=1),
        Rules(pangram=True),
        Rules(max_below=(1, 50), min_score=0),
        Rules(place=("AB",)),
        Rules(distinct_stems=True),
        Rules(allow_duplicates=True, min_score=0),
        Rules(min_score=0),
    ]
)


@settings(max_examples=40, deadline=None)
@given(rows=st.sampled_from(APART), lexicon=lexicons(), rules=SPANNING)
def test_rules_that_span_the_grid_join_its_regions(rows, lexicon, rules):
    puzzle = Puzzle(Grid.from_rows(rows), lexicon, rules)
    assert count(puzzle) == len(all_fills(puzzle))


def test_givens_divide_a_grid():
    def names(rows):
        puzzle = Puzzle(Grid.from_rows(rows), Lexicon.from_words(["ABA", "CBA", "BAB", "BCB", "BB"]))
        return [sorted(puzzle.grid.slots[i].name for i in region) for region in regions.regions(Domains.of(puzzle))]

    assert len(names(["...", ".#.", "..."])) == 1
    assert names(["A.A", ".#.", "A.A"]) == [["1-Across"], ["3-Across"], ["1-Down"], ["2-Down"]]


def test_a_grid_without_a_fill():
    assert count(Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB"]))) == 0
