"""The dive finds every fill once, proves that nothing fits, and repeats itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.engines.dive import EXHAUSTIVE, Demands, Dive
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons

WAYS = [{"letter_branching": way, "list_below": below} for way in (0, 1, 2) for below in (0, 128)]


def fills(puzzle: Puzzle, settings: dict[str, float], seed: int = 0) -> list[tuple[str, ...]]:
    dive = Dive(puzzle, {"restart_first": 0, **settings}, seed)
    found = []
    while not dive.exhausted:
        fill = dive.step()
        if fill is not None:
            assert fill.faults() == []
            found.append(tuple(fill.rows))
    return found


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), duplicates=st.booleans())
def test_finds_exactly_the_fills_of_the_oracle(way, grid, lexicon, duplicates):
    puzzle = Puzzle(grid, lexicon, Rules(allow_duplicates=duplicates, min_score=45))
    found = fills(puzzle, way)
    assert len(found) == len(set(found))
    assert set(found) == all_fills(puzzle)


RULES = st.builds(
    Rules,
    min_score=st.just(0),
    allow_duplicates=st.booleans(),
    max_shared=st.sampled_from([None, 1, 2]),
    distinct_stems=st.booleans(),
    pangram=st.booleans(),
    max_below=st.none() | st.tuples(st.integers(0, 3), st.integers(45, 55)),
    place=st.lists(st.sampled_from(["AB", "ABC", "CD"]), max_size=2, unique=True).map(tuple),
    avoid=st.frozensets(st.sampled_from(["AA", "BB", "AAA"])),
)


@settings(max_examples=200, deadline=None)
@given(grid=grids(), lexicon=lexicons(), rules=RULES, way=st.sampled_from(WAYS))
def test_obeys_every_rule_as_the_oracle_does(grid, lexicon, rules, way):
    puzzle = Puzzle(grid, lexicon, rules)
    found = fills(puzzle, way)
    assert len(found) == len(set(found))
    assert set(found) == all_fills(puzzle)


def test_a_seed_gives_the_same_fill_and_seeds_give_different_ones():
    letters = "ABCDEF"
    lexicon = Lexicon.from_words([a + b + c for a in letters for b in letters for c in letters])
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..."]), lexicon)
    first = [Dive(puzzle, {}, seed).step() for seed in (1, 1, 2)]
    assert first[0].rows == first[1].rows != first[2].rows


def test_a_search_goes_on_after_its_node_limit():
    words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "ABD", "DEG"]
    dive = Dive(Puzzle(Grid.from_rows(["...", "...", "..."]), Lexicon.from_words(words)), {}, 0)
    found = None
    for _ in range(50):
        found = found or dive.step(nodes=1)
    assert found.rows in (["ABC", "DEF", "GHI"], ["ADG", "BEH", "CFI"])


def test_a_large_domain_changes_from_bitset_to_list():
    letters = "ABCDEFGHIJ"
    words = [a + b + c for a in letters for b in letters for c in letters if a < b < c]
    puzzle = Puzzle(Grid.from_rows(["...", ".#.", "..."]), Lexicon.from_words(words))
    found = {below: set(fills(puzzle, {"list_below": below})) for below in (0, 16, 500)}
    assert found[0] == found[16] == found[500]
    assert found[0]


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), letter_branching=st.sampled_from([0, 1]), data=st.data())
def test_seeking_a_fill_passes_over_it_and_all_before_it(grid, lexicon, letter_branching, data):
    puzzle = Puzzle(grid, lexicon, Rules(allow_duplicates=True, min_score=0))
    way = {**EXHAUSTIVE, "letter_branching": letter_branching}
    everything = fills(puzzle, way)
    if not everything:
        return
    at = data.draw(st.integers(0, len(everything) - 1))
    dive = Dive(puzzle, way, 0)
    assert dive.seek(Fill.from_rows(puzzle, everything[at]))
    rest = []
    while not dive.exhausted:
        fill = dive.step()
        rest += [tuple(fill.rows)] if fill else []
    assert rest == everything[at + 1 :]


def test_seeking_what_is_no_fill_fails():
    puzzle = Puzzle(Grid.from_rows([".."]), Lexicon.from_words(["AB", "BA"]))
    assert not Dive(puzzle, EXHAUSTIVE, 0).seek(Fill.from_rows(puzzle, ["AA"]))


@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), same=st.integers(0, 4), data=st.data())
def test_earlier_fills_and_least_totals_are_kept(grid, lexicon, same, data):
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    everything = [Fill.from_rows(puzzle, rows) for rows in sorted(all_fills(puzzle))]
    earlier = data.draw(st.lists(st.sampled_from(everything), max_size=2)) if everything else []
    total = data.draw(st.integers(100, 300))
    dive = Dive(puzzle, EXHAUSTIVE, 0, demands=Demands(earlier, same, total))
    found = set()
    while not dive.exhausted:
        fill = dive.step()
        found |= {tuple(fill.rows)} if fill else set()
    expected = {
        tuple(fill.rows)
        for fill in everything
        if sum(fill.scores) >= total
        and all(sum(a == b for a, b in zip(fill.entries, old.entries, strict=True)) <= same for old in earlier)
    }
    assert found == expected


def test_counting_finds_as_many_as_listing():
    letters = "ABCD"
    lexicon = Lexicon.from_words([a + b for a in letters for b in letters])
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), lexicon)
    dive = Dive(puzzle, EXHAUSTIVE, 0)
    while not dive.exhausted:
        count = dive.count(nodes=7)
    assert count == len(fills(puzzle, EXHAUSTIVE)) == len(all_fills(puzzle)) > 0
