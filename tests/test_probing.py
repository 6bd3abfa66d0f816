"""Probing removes only what is in no fill, and more than reduction does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.probing import Depth, probe
from cpfill.puzzle import Puzzle
from cpfill.reduction import Domains, reduce
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons


@given(grids(), lexicons(), st.sampled_from(["fast", "full"]))
def test_no_fill_is_lost(grid: Grid, lexicon: Lexicon, depth: Depth) -> None:
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    probed = probe(Domains.of(puzzle), depth)
    fills = all_fills(puzzle)
    if probed.contradiction is not None:
        assert not fills
    for rows in fills:
        for (cell, _), mask in zip(puzzle.variables, probed.domains.letters, strict=True):
            assert int(mask) >> puzzle.vocabulary.alphabet.index(rows[cell.row][cell.column]) & 1


# every letter has support in both directions, but no fill exists: reduction alone is stuck
STUCK = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "BC", "CA"]))


@pytest.mark.parametrize("depth", ["fast", "full"])
def test_probing_proves_what_reduction_cannot(depth: Depth) -> None:
    assert reduce(Domains.of(STUCK)).contradiction is None
    assert probe(Domains.of(STUCK), depth).contradiction is not None


def test_words_of_slots_with_few_candidates_are_probed_too() -> None:
    probed = probe(Domains.of(STUCK), "full", few=0)
    assert probed.contradiction is not None
    assert {step.test for cycle in probed.cycles for step in cycle.steps} >= {"probe"}
