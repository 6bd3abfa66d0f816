"""Explanations are conflicts, and irreducible: with any one element left out, a fill is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from cpfill.explanation import Explanation, explain
from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.result import Status
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons

WORDS = Lexicon.from_words(["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "ABD", "DEG", "XYZ"])


def possible(puzzle: Puzzle, names: set[tuple[str, str]]) -> bool:
    """Whether words fit into the named slots with the named givens and rules, by plain trial."""
    grid = puzzle.grid
    givens = {cell: letter for cell, letter in grid.givens.items() if ("given", str(cell)) in names}
    distinct = ("rule", "no-duplicates") in names
    slots = [slot for slot in grid.slots if ("slot", slot.name) in names]

    def extend(index: int, letters: dict[Cell, str], used: list[str]) -> bool:
        if index == len(slots):
            return True
        slot = slots[index]
        return any(
            extend(index + 1, letters | dict(zip(slot.cells, word, strict=True)), [*used, word])
            for word in puzzle.vocabulary.words(len(slot))
            if not (distinct and word in used)
            and all(letters.get(cell, letter) == letter for cell, letter in zip(slot.cells, word, strict=True))
        )

    return extend(0, givens, [])


def check(puzzle: Puzzle, found: Explanation) -> None:
    names = {(element.kind, element.name) for element in found.conflict}
    assert found.status == Status.INFEASIBLE
    assert found.irreducible
    assert len(names) == len(found.conflict) > 0
    assert not possible(puzzle, names)
    for name in names:
        assert possible(puzzle, names - {name})


@settings(max_examples=100, deadline=None)
@given(grid=grids(), lexicon=lexicons())
def test_each_element_is_needed(grid, lexicon):
    puzzle = Puzzle(grid, lexicon)
    found = explain(puzzle)
    if all_fills(puzzle):
        assert found.status == Status.SOLVED
        assert found.fill.faults() == []
        assert found.conflict == ()
    else:
        check(puzzle, found)


def test_a_bad_given_is_named():
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..X"]), WORDS)
    found = explain(puzzle)
    check(puzzle, found)
    assert "X is given at row 3, column 3" in [element.text for element in found.conflict]


def test_a_slot_without_a_word_shows_its_pattern():
    found = explain(Puzzle(Grid.from_rows(["A.F", ".#.", "..."]), WORDS))
    assert "1-Across (A?F) has no word" in [element.text for element in found.conflict]


def test_two_slots_that_cannot_cross_are_told_where():
    puzzle = Puzzle(Grid.from_rows(["...", ".##", ".##"]), Lexicon.from_words(["ABC", "CBA"]))
    free = replace(puzzle, rules=Rules(slot_patterns={"1-Across": "A.*", "1-Down": "C.*"}))
    found = explain(free)
    assert {element.name for element in found.conflict} == {"1-Across", "1-Down"}
    assert any("cannot cross" in element.text for element in found.conflict)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (Rules(), "no-duplicates"),
        (Rules(allow_duplicates=True, pangram=True), "pangram"),
        (Rules(allow_duplicates=True, place=("QQQQQQ",)), "place QQQQQQ"),
        (Rules(allow_duplicates=True, max_below=(0, 60)), "max-below"),
        (Rules(allow_duplicates=True, max_shared=1), "max-shared"),
        (Rules(allow_duplicates=True, distinct_stems=True), "distinct-stems"),
        (Rules(allow_duplicates=True, entries={"1-Across": "XA"}), "entry 1-Across=XA"),
    ],
)
def test_a_rule_in_the_way_is_named(rules, name):
    found = explain(Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AA", "ABCD"]), rules))
    assert found.status == Status.INFEASIBLE
    assert found.irreducible
    assert ("rule", name) in [(element.kind, element.name) for element in found.conflict]


def test_without_time_nothing_is_claimed():
    words = Lexicon.from_words([a + b + c for a in "ABCDEF" for b in "ABCDEF" for c in "ABCDEF"])
    found = explain(Puzzle(Grid.from_rows(["...", "...", "..."]), words), time_limit=0)
    assert (found.status, found.conflict, found.irreducible) == (Status.UNKNOWN, (), False)
