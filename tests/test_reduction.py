"""The tests of cyclic reduction: each alone, their fixpoint, and that no fill is ever lost."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.reduction import Domains, Reduction, reduce
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons


def reduced(grid: str, words: str, rules: Rules | None = None) -> Reduction:
    puzzle = Puzzle(Grid.from_rows(grid.split()), Lexicon.from_words(words.split()), rules or Rules())
    return reduce(Domains.of(puzzle))


def left(reduction: Reduction) -> list[list[str]]:
    """The candidates of every slot, as words."""
    domains = reduction.domains
    slots = domains.puzzle.grid.slots
    return [[domains.puzzle.vocabulary.word(len(s), int(r)) for r in domains.candidates[s.index]] for s in slots]


def removed_by(reduction: Reduction) -> set[str]:
    return {step.test for cycle in reduction.cycles for step in cycle.steps}


def test_intersection_removes_what_cannot_cross() -> None:
    reduction = reduced("... #.# #.#", "CAT AIR DOG")
    assert left(reduction) == [["CAT"], ["AIR"]]
    assert removed_by(reduction) == {"intersection"}


def test_intersection_follows_the_givens() -> None:
    reduction = reduced("A.. ### ...", "ACT AIR BOX")
    assert left(reduction)[0] == ["ACT", "AIR"]


def test_a_unique_word_leaves_all_other_slots() -> None:
    reduction = reduced("CAT ### ...", "CAT DOG")
    assert left(reduction) == [["CAT"], ["DOG"]]
    assert "unique word" in removed_by(reduction)


def test_a_unique_word_may_repeat_when_allowed() -> None:
    reduction = reduced("CAT ### ...", "CAT DOG", Rules(allow_duplicates=True))
    assert left(reduction) == [["CAT"], ["CAT", "DOG"]]


def test_a_unique_word_takes_its_stem_and_its_runs_along() -> None:
    assert left(reduced("LIONS ##### LIO.#", "LIONS LION LIOX", Rules(distinct_stems=True)))[1] == ["LIOX"]
    assert left(reduced("CAT. #### ....", "CATS SCAT DOGS", Rules(max_shared=2)))[1] == ["DOGS"]


def test_a_word_to_be_placed_takes_its_only_slot() -> None:
    reduction = reduced("C.. ### ...", "CAT DOG COW", Rules(place=("DOG",)))
    assert left(reduction)[1] == ["DOG"]
    assert "single slot" in removed_by(reduction)


def test_low_scores_are_used_up() -> None:
    words = Lexicon.from_words({"CAT": 10, "COW": 60, "DOG": 10, "DIG": 60})
    puzzle = Puzzle(Grid.from_rows(["CAT", "###", "D.."]), words, Rules(min_score=0, max_below=(1, 50)))
    reduction = reduce(Domains.of(puzzle))
    assert left(reduction) == [["CAT"], ["DIG"]]
    assert "low scores" in removed_by(reduction)


def test_a_pangram_puts_a_letter_where_it_alone_can_go() -> None:
    reduction = reduced("A. ## B.", "AX AB BA", Rules(pangram=True))
    assert left(reduction) == [["AX"], ["BA"]]
    assert "pangram" in removed_by(reduction)


@pytest.mark.parametrize(
    ("grid", "words", "rules", "text"),
    [
        ("..... #####", "CAT", Rules(), r"1-Across has 5 letters, and no word has that length"),
        (".Q.", "CAT QAT", Rules(), r"1-Across \(\?Q\?\) has no word"),
        ("C.. .## .##", "DOG CAT", Rules(), r"1-Down \(CAT\) has no word that may stand beside CAT at 1-Across"),
        ("...", "CAT", Rules(place=("DOGS",)), r"DOGS is to be placed, but fits no slot"),
        ("..", "AB CD", Rules(pangram=True, entries={"1A": "AB"}), r"no cell can hold the letter C"),
        ("CAT", "CAT", Rules(max_below=(0, 51)), r"at most 0 entries may score below 51, but 1 must"),
        ("... .## .##", "CAT DOG", Rules(entries={"1A": "CAT", "1D": "DOG"}), r"row 1, column 1 has no letter"),
    ],
)
def test_a_contradiction_is_named(grid: str, words: str, rules: Rules, text: str) -> None:
    contradiction = reduced(grid, words, rules).contradiction
    assert contradiction is not None
    assert re.match(text, contradiction)


def test_the_trace_counts_what_each_test_removed() -> None:
    reduction = reduced("... .## .##", "CAT COW DOG DIG COG", Rules())
    domains = Domains.of(reduction.domains.puzzle)
    for cycle in reduction.cycles:
        for step in cycle.steps:
            for variable, mask in step.letters.items():
                assert int(domains.letters[variable]) & mask == mask
                domains.letters[variable] &= ~np.uint64(mask)
    assert domains.letters.tolist() == reduction.domains.letters.tolist()


def test_the_domains_given_stay_as_they_are() -> None:
    domains = Domains.of(Puzzle(Grid.from_rows(["CAT", "###", "..."]), Lexicon.from_words(["CAT", "DOG"])))
    reduce(domains)
    assert [len(rows) for rows in domains.candidates] == [1, 2]


def test_a_limit_on_cycles_stops_early() -> None:
    puzzle = Puzzle(Grid.from_rows(["CAT", "###", "..."]), Lexicon.from_words(["CAT", "DOG"]))
    assert len(reduce(Domains.of(puzzle), cycles=1).cycles) == 1


@given(grids(), lexicons())
def test_no_fill_is_lost(grid: Grid, lexicon: Lexicon) -> None:
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    reduction = reduce(Domains.of(puzzle))
    fills = all_fills(puzzle)
    if reduction.contradiction is not None:
        assert not fills
    words = left(reduction)
    for rows in fills:
        for slot in grid.slots:
            assert "".join(rows[c.row][c.column] for c in slot.cells) in words[slot.index]


RULES = st.builds(
    Rules,
    min_score=st.just(0),
    allow_duplicates=st.booleans(),
    max_shared=st.sampled_from([None, 1, 2]),
    pangram=st.booleans(),
    max_below=st.sampled_from([None, (0, 50), (1, 50)]),
    place=st.sampled_from([(), ("AB",), ("ABA",)]),
)


@given(grids(), lexicons(), RULES)
def test_what_is_left_is_a_fixpoint(grid: Grid, lexicon: Lexicon, rules: Rules) -> None:
    reduction = reduce(Domains.of(Puzzle(grid, lexicon, rules)))
    if reduction.contradiction is None:
        assert reduce(reduction.domains).cycles == ()
        for words, slot in zip(left(reduction), grid.slots, strict=True):
            for place, variable in enumerate(reduction.domains.puzzle.slot_variables[slot.index]):
                letters = {reduction.domains.puzzle.vocabulary.alphabet.index(word[place]) for word in words}
                assert sum(1 << code for code in letters) == int(reduction.domains.letters[variable])


@given(grids(), lexicons())
def test_the_letters_are_those_that_the_document_minimises_to(grid: Grid, lexicon: Lexicon) -> None:
    """Pigden and King's loop, written as it stands on their page, reaches the same letter sets."""
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0, allow_duplicates=True))
    reduction = reduce(Domains.of(puzzle))
    sets = minimised(puzzle)
    if any(not s for s in sets.values()):
        assert reduction.contradiction is not None
    else:
        alphabet = puzzle.vocabulary.alphabet
        ours = {
            cell: {letter for code, letter in enumerate(alphabet) if int(mask) >> code & 1}
            for (cell, _), mask in zip(puzzle.variables, reduction.domains.letters, strict=True)
        }
        assert ours == sets


def minimised(puzzle: Puzzle) -> dict[Cell, set[str]]:
    """The letter sets of all cells in slots, by the document's loop over words; empty sets where nothing fits."""
    alphabet, givens = puzzle.vocabulary.alphabet, puzzle.grid.givens
    s = {cell: set(givens.get(cell, alphabet)) for cell, _ in puzzle.variables}
    change = True
    while change:
        change = False
        for w in puzzle.grid.slots:
            t: list[set[str]] = [set() for _ in w.cells]
            for d in puzzle.vocabulary:
                if len(d) == len(w) and all(d[j] in s[cell] for j, cell in enumerate(w.cells)):
                    for j in range(len(w)):
                        t[j].add(d[j])
            for j, cell in enumerate(w.cells):
                if s[cell] & t[j] < s[cell]:
                    change = True
                    s[cell] &= t[j]
    return s
