"""Made grids have no faults; what cannot be made is refused with its reason; enumeration against brute force."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.grid import Grid
from cpfill.result import Status
from cpfill.word_search import LetterGrid, WordSearch, enumerate_grids, make, pack
from cpfill.word_search.filler import Spoilt, finish
from cpfill.word_search.making import Clock, Maker
from cpfill.word_search.model import ArrangementModel
from cpfill.word_search.packing import least_side, square, unlike_placements
from cpfill.word_search.placements import Space

PLANETS = ("MERCURY", "VENUS", "EARTH", "MARS", "JUPITER", "SATURN", "URANUS", "NEPTUNE")
HEART = Grid.from_rows([".#.", "...", "#.#"])


def all_grids(search):
    """The placements of every grid that some letters complete, found by trying all placements and all letters."""
    space = Space(search)
    found = set()
    for rows in product(*(range(len(space.cells(w))) for w in range(len(search.words)))):
        placements = [space.occurrence(w, row) for w, row in enumerate(rows)]
        letters = {}
        pairs = [pair for p in placements for pair in zip(p.squares, p.word, strict=True)]
        if any(letters.setdefault(square, letter) != letter for square, letter in pairs):
            continue
        free = [(c.row, c.column) for c in search.grid.cells if (c.row, c.column) not in letters]
        for filling in product(sorted(set(search.filler_letters)), repeat=len(free)):
            whole = letters | dict(zip(free, filling, strict=True))
            lines = tuple(
                "".join(whole.get((r, c), "#") for c in range(search.grid.width)) for r in range(search.grid.height)
            )
            if not LetterGrid(search, lines, tuple(placements)).faults():
                found.add(tuple(placements))
                break
    return found


def enumerated(search, **options):
    grids = []
    ended = enumerate_grids(search, grids.append, **options)
    keys = [grid.placements for grid in grids]
    assert len(set(keys)) == len(keys) == ended.count
    return set(keys), ended


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"balanced": True},
        {"max_overlap": 0},
        {"min_overlap": 12, "max_overlap": 12},
        {"message": "HELLOWORLD"},
        {"directions": ("E", "S", "NE")},
        {"avoid": frozenset({"US", "ART"})},
        {"filler": "XYZ"},
    ],
    ids=str,
)
def test_made_grids_have_no_faults(rules):
    made = make(WordSearch(square(11), PLANETS, **rules), seed=5)
    assert made.status == Status.SOLVED
    assert made.grid.faults() == []


def test_cyrillic_words_get_cyrillic_filler():
    grid = make(WordSearch(square(8), ("ЯБЛОКО", "ГРУША", "СЛИВА"))).grid
    assert set("".join(grid.rows)) <= set("ЯБЛОКОГРУШАСЛИВА")


def test_an_exact_message_takes_every_unused_cell():
    grid = make(WordSearch(square(4), ("CAT", "DOG", "BIRD"), message="HIDDEN", exact_message=True)).grid
    assert grid.unused == "HIDDEN"


def test_a_mask_is_kept():
    grid = make(WordSearch(HEART, ("AT", "DO", "ON"))).grid
    assert [[mark == "#" for mark in row] for row in grid.rows] == [[0, 1, 0], [0, 0, 0], [1, 0, 1]]
    assert grid.faults() == []


def test_a_word_inside_another_lies_there():
    made = make(WordSearch(square(7), ("CARPET", "CAR", "POOL", "LOOP", "LEVEL", "EVE")), seed=2)
    squares = {placed.word: set(placed.squares) for placed in made.grid.placements}
    assert squares["CAR"] < squares["CARPET"]
    assert squares["POOL"] == squares["LOOP"]


@pytest.mark.parametrize(
    ("grid", "words", "rules", "reason"),
    [
        (square(4), ("HORSE",), {}, "HORSE has 5 letters, but the longest line of the 4x4 grid .* has 4"),
        (HEART, ("HORSE",), {}, "the 3x3 .with 6 cells inside. grid"),
        (Grid.from_rows(["....", "####"]), ("CATS",), {"directions": ("S",)}, "has 1"),
        (square(3), ("CAT", "DOG", "FIN", "HUB"), {"max_overlap": 0}, "so they need 12 cells, but the 3x3 grid has 9"),
        (square(3), ("CAT", "DOG"), {"message": "ABCDE"}, "need at least 6 cells and the message 5"),
        (square(3), tuple(a + "X" + b for a in "ABCD" for b in "EFGH"), {}, "48 letters in all, 32 .* room for 2"),
        (square(3), ("CAT", "DOG", "BUM"), {"directions": ("E",), "min_overlap": 1}, "need at least 9 cells"),
        (square(3), ("CAT", "CATS"), {}, "CATS has 4 letters"),
        (square(5), ("CAR", "CARGO", "CARED"), {}, "CAR lies inside CARED and CARGO"),
        (square(2), ("AA", "AB", "BA"), {}, "no grid hides"),
        (square(3), ("CAT",), {"message": "AB", "exact_message": True}, "make the message longer"),
        (Grid.from_rows(["....", "...."]), ("CATS", "DOGS"), {"directions": ("E", "S"), "balanced": True}, "only 0"),
    ],
    ids=str,
)
def test_what_cannot_be_made_is_refused_with_its_reason(grid, words, rules, reason):
    import re

    made = make(WordSearch(grid, words, **rules))
    assert made.status == Status.INFEASIBLE
    assert re.search(reason, made.reason), made.reason


def test_the_same_seed_gives_the_same_grid():
    search = WordSearch(square(10), PLANETS)
    assert make(search, seed=3).grid == make(search, seed=3).grid
    assert make(search, seed=3).grid != make(search, seed=4).grid


def test_cp_sat_makes_what_the_dive_makes():
    search = WordSearch(square(8), PLANETS, balanced=True, min_overlap=5, max_overlap=9, avoid=frozenset({"US"}))
    made = Maker(search, 1, Clock(None)).by_cp_sat()
    assert (made.status, made.engine, made.grid.faults()) == (Status.SOLVED, "cp-sat", [])


def test_no_time_is_unknown():
    assert make(WordSearch(square(10), PLANETS), time_limit=0.0).status == Status.UNKNOWN


def test_filler_found_by_cp_sat(monkeypatch):
    monkeypatch.setattr("cpfill.word_search.filler.ROUNDS", 0)
    search = WordSearch(square(7), ("ABBA", "BAA"), filler="AB")
    space = Space(search)
    grid = finish(search, [space.occurrence(0, 0), space.occurrence(1, 30)], 1)
    assert isinstance(grid, LetterGrid)
    assert grid.faults() == []


def test_an_arrangement_without_filler_is_told():
    search = WordSearch(square(3), ("AA",))
    space = Space(search)
    spoilt = finish(search, [space.occurrence(0, 0)], 0)
    assert isinstance(spoilt, Spoilt)
    assert not spoilt.by_words
    assert make(search).status == Status.INFEASIBLE
    assert make(WordSearch(square(3), ("AA",), filler="AB")).grid.faults() == []


@pytest.mark.parametrize(
    ("rows", "words", "rules"),
    [
        (["...", "..."], ("AB", "BC"), {}),
        (["...", "..."], ("AB", "BAB"), {}),
        (["...", "..."], ("ABA", "BC"), {"directions": ("E", "W", "SE")}),
        (["..", "..", ".#"], ("AB", "CA"), {"max_overlap": 0}),
        (["...", "..#"], ("AB", "BC", "CA"), {"balanced": True, "directions": ("E", "S", "NE")}),
        (["...", "..."], ("AB", "CB"), {"avoid": frozenset({"CA"})}),
        (["...", "..."], ("ABC", "CA"), {"message": "B"}),
        (["...", "..."], ("ABC", "AB"), {}),
    ],
    ids=str,
)
def test_enumeration_agrees_with_brute_force(rows, words, rules):
    search = WordSearch(Grid.from_rows(rows), words, **rules)
    found, ended = enumerated(search)
    assert ended.complete
    assert found == all_grids(search)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.text("AB", min_size=2, max_size=3), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from(["E", "S", "W", "SE", "NE", "N"]), min_size=1, max_size=4, unique=True),
    st.sampled_from([["..", ".."], ["...", "..."], [".#.", "..."]]),
)
def test_enumeration_agrees_with_brute_force_on_any_words(words, directions, rows):
    search = WordSearch(Grid.from_rows(rows), tuple(words), tuple(directions))
    found, ended = enumerated(search)
    assert ended.complete
    assert found == all_grids(search)
    assert (make(search).status == Status.SOLVED) == bool(found)


def test_a_count_beyond_all_ends_with_a_proof():
    search = WordSearch(Grid.from_rows(["...", "..."]), ("ABC",), ("E",))
    found, ended = enumerated(search, count=5)
    assert (len(found), ended.complete) == (2, True)
    found, ended = enumerated(search, count=1)
    assert (len(found), ended.complete) == (1, False)


def test_packing_is_proved_smallest():
    made = pack(WordSearch(square(1), ("CAT", "DOG", "PIG", "HEN")), seed=1)
    side = len(made.grid.rows)
    assert (made.status, made.bound, made.grid.faults()) == (Status.OPTIMAL, side, [])
    smaller = WordSearch(square(side - 1), ("CAT", "DOG", "PIG", "HEN"))
    assert make(smaller).status == Status.INFEASIBLE


def test_packing_without_time_gives_a_bound():
    made = pack(WordSearch(square(1), PLANETS), time_limit=1.0)
    assert made.status in (Status.OPTIMAL, Status.SOLVED)
    assert least_side(WordSearch(square(1), PLANETS)) == 7 <= made.bound <= len(made.grid.rows)


def test_symmetric_placements_are_tried_once():
    """Of a word in a 3x3 square, 3 letters long, 2 placements differ on rows and columns and 1 on diagonals."""
    space = Space(WordSearch(square(3), ("CAT",)))
    assert len(unlike_placements(space, 0)) == 3
    assert len(unlike_placements(Space(WordSearch(square(3), ("CAT",), ("E", "S"))), 0)) == 3


def test_a_complete_model_counts_all_placements():
    space = Space(WordSearch(square(3), ("CAT",)))
    seen = []
    ArrangementModel(space).solve(
        {"num_workers": 1, "enumerate_all_solutions": True}, lambda found: seen.append(found) or True
    )
    assert len(set(seen)) == len(seen) == 16
