"""All fills, their number, and distinct fills by seed."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.enumeration import Variety, count_fills, enumerate_fills, sample_fills
from cpfill.errors import InputError
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons

LETTERS = "ABCD"
WORDS = Lexicon.from_words([a + b + c for a in LETTERS for b in LETTERS for c in LETTERS if a < c])
SQUARE = Puzzle(Grid.from_rows(["...", "...", "..."]), WORDS)

# Pigden and King: 22 words, six slots, seven crossings.
PIGDEN = Lexicon.from_words(
    (
        "torque colon tempt bon mini pique quirky quay any encore turkey rue clique droopy crypt anyhow yogi would loci"
        " wreath napkin ugly"
    )
    .upper()
    .split()
)


def rows(fills):
    return [tuple(fill.rows) for fill in fills]


def differing(one: Fill, other: Fill) -> int:
    return sum(a != b for a, b in zip(one.entries, other.entries, strict=True))


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), duplicates=st.booleans())
def test_all_fills_are_those_of_the_oracle(grid, lexicon, duplicates):
    puzzle = Puzzle(grid, lexicon, Rules(allow_duplicates=duplicates))
    stream = enumerate_fills(puzzle)
    found = rows(stream)
    assert sorted(found) == sorted(all_fills(puzzle))
    assert stream.summary().complete
    assert stream.summary().count == len(found) == count_fills(puzzle).count


def test_a_limit_is_a_reason_and_no_proof():
    stream = enumerate_fills(SQUARE, limit=3)
    assert len(list(stream)) == 3
    summary = stream.summary()
    assert (summary.complete, summary.count, summary.reason) == (False, 3, "the limit of 3 fills was reached")


def test_no_time_means_no_fill_and_no_proof():
    stream = enumerate_fills(SQUARE, time_limit=0)
    assert list(stream) == []
    assert not stream.summary().complete
    assert not count_fills(SQUARE, time_limit=0).complete


def test_limits_are_kept_where_more_fills_come_at_a_time():
    assert [len(list(enumerate_fills(SQUARE, limit=n))) for n in (1, 255, 256, 257)] == [1, 255, 256, 257]


def test_going_on_after_a_fill_gives_the_rest():
    everything = rows(enumerate_fills(SQUARE))
    after = Fill.from_rows(SQUARE, everything[99])
    stream = enumerate_fills(SQUARE, after=after, found=100)
    assert rows(stream) == everything[100:]
    assert stream.summary().count == len(everything)


def test_going_on_after_what_is_no_fill():
    with pytest.raises(InputError, match="is no fill of this puzzle"):
        enumerate_fills(SQUARE, after=Fill.from_rows(SQUARE, ["AAA", "AAA", "AAA"]))


def test_cells_in_no_slot_do_not_multiply_fills():
    puzzle = Puzzle(Grid.from_rows(["..#", "##."]), Lexicon.from_words(["AB", "BA", "CC"]))
    assert len(rows(enumerate_fills(puzzle))) == count_fills(puzzle).count == 3


def test_the_example_of_pigden_and_king_is_enumerated_completely():
    grid = Grid.from_rows(["......", ".##.##", "....#.", ".##.#.", "......", "###.##"])
    assert [slot.name for slot in grid.slots] == ["1-Across", "3-Across", "5-Across", "1-Down", "2-Down", "4-Down"]
    assert [len(slot) for slot in grid.slots] == [6, 4, 6, 5, 6, 3]
    assert len(grid.crossings) == 7
    puzzle = Puzzle(grid, PIGDEN)
    stream = enumerate_fills(puzzle)
    found = rows(stream)
    assert sorted(found) == sorted(all_fills(puzzle))
    assert stream.summary().complete
    assert len(found) == 4


@settings(max_examples=40, deadline=None)
@given(grid=grids(), lexicon=lexicons(), seed=st.integers(0, 9))
def test_more_fills_than_there_are_proves_that_there_are_no_others(grid, lexicon, seed):
    puzzle = Puzzle(grid, lexicon)
    everything = all_fills(puzzle)
    stream = sample_fills(puzzle, len(everything) + 1, seed=seed)
    assert sorted(rows(stream)) == sorted(everything)
    assert stream.summary().complete


@pytest.mark.parametrize("least", [1, 4, 6])
def test_any_two_fills_differ_as_much_as_asked(least):
    stream = sample_fills(SQUARE, 4, seed=3, min_difference=least)
    found = list(stream)
    assert len(found) == 4
    assert all(differing(one, other) >= least for one, other in combinations(found, 2))
    assert (stream.summary().complete, stream.summary().reason) == (False, "")


def test_a_difference_that_cannot_be_had_ends_with_the_reason():
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "CD", "AC", "BD"]))
    stream = sample_fills(puzzle, 9, min_difference=4)
    assert 1 <= len(list(stream)) <= 2
    assert "differs from each of these in 4 or more slots" in stream.summary().reason


@pytest.mark.parametrize("least", [0, 7])
def test_a_difference_beyond_the_slots(least):
    with pytest.raises(InputError, match="use 1 to 6"):
        sample_fills(SQUARE, 2, min_difference=least)


def test_a_seed_repeats_itself_and_earlier_fills_are_gone_on_from():
    first = list(sample_fills(SQUARE, 6, seed=5))
    assert rows(sample_fills(SQUARE, 6, seed=5)) == rows(first)
    assert rows(sample_fills(SQUARE, 6, seed=6)) != rows(first)
    rest = sample_fills(SQUARE, 6, seed=5, earlier=first[:4])
    assert rows(rest) == rows(first)[4:]
    assert rest.summary().count == 6


def test_variety_counts_shared_entries_and_words():
    fills = [Fill.from_rows(SQUARE, rows) for rows in (["ABC", "DDA", "CAB"], ["ABC", "DDB", "CAB"])]
    words = {entry["word"] for fill in fills for entry in fill.entries}
    same = sum(a == b for a, b in zip(fills[0].entries, fills[1].entries, strict=True))
    assert Variety.of(fills) == Variety(same, len(words))
    assert Variety.of(fills[:1]).shared == 0


def test_a_spread_sample_shares_less_than_the_first_fills_of_all():
    sample, first = list(sample_fills(SQUARE, 8)), list(enumerate_fills(SQUARE, limit=8))
    assert Variety.of(sample).shared < Variety.of(first).shared
