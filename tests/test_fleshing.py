"""Entries are chosen for given checked letters whenever they exist, and all of them are listed once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.domains import Domains
from cpfill.fleshing import all_fleshed, flesh_out
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules
from tests.engines.test_dive import RULES
from tests.oracle import all_fills

COMB = Grid.from_rows([".....", ".#.#.", ".#.#."])


def puzzle_of(words: list[str] | dict[str, int], rules: Rules | None = None) -> tuple[Domains, np.ndarray]:
    """The comb with its three checked cells all holding A."""
    puzzle = Puzzle(COMB, Lexicon.from_words(words), rules or Rules())
    masks = puzzle.letter_sets.copy()
    for variable, (cell, _) in enumerate(puzzle.variables):
        if cell.row == 0 and cell.column % 2 == 0:
            masks[variable] = 1 << puzzle.vocabulary.alphabet.index("A")
    return Domains.of(puzzle), masks


def test_equal_letters_still_take_different_words() -> None:
    domains, letters = puzzle_of(["ABABA", "AXX", "AYY", "AZZ"])
    fill = flesh_out(domains, letters)
    assert fill is not None
    assert fill.faults() == []
    assert len(set(fill.words)) == 4
    assert len(list(all_fleshed(domains, letters))) == 6


def test_too_few_words_are_no_fill() -> None:
    domains, letters = puzzle_of(["ABABA", "AXX", "AYY"])
    assert flesh_out(domains, letters) is None
    assert list(all_fleshed(domains, letters)) == []


def test_a_word_moves_on_to_let_another_slot_have_one() -> None:
    rules = Rules(slot_words={"3-Down": frozenset(["AXX"])})
    domains, letters = puzzle_of({"ABABA": 50, "AXX": 90, "AYY": 60, "AZZ": 50}, rules)
    fill = flesh_out(domains, letters)
    assert fill is not None
    assert fill.words == ["ABABA", "AYY", "AZZ", "AXX"] or fill.words == ["ABABA", "AZZ", "AYY", "AXX"]


def test_high_scores_come_first() -> None:
    domains, letters = puzzle_of({"ABABA": 50, "ACACA": 60, "AXX": 50, "AYY": 60, "AZZ": 70, "AWW": 80})
    fill = flesh_out(domains, letters)
    assert fill is not None
    assert set(fill.words) == {"ACACA", "AWW", "AZZ", "AYY"}


@settings(max_examples=60, deadline=None)
@given(words=st.sets(st.text("AB", min_size=3, max_size=3), min_size=3), rules=RULES)
def test_agrees_with_the_oracle(words: set[str], rules: Rules) -> None:
    domains, letters = puzzle_of([*sorted(words), "ABABA", "ABAAA", "CD"], rules)
    expected = {rows for rows in all_fills(domains.puzzle) if rows[0][0::2] == "AAA"}
    listed = [tuple(fill.rows) for fill in all_fleshed(domains, letters)]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    chosen = flesh_out(domains, letters)
    assert (chosen is not None) == bool(expected)
    if chosen is not None:
        assert chosen.faults() == []
