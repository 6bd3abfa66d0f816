"""What makes no sense is refused, and a wrong grid lists its faults."""

import pytest

from cpfill.errors import InputError
from cpfill.grid import Grid
from cpfill.word_search import LetterGrid, Occurrence, WordSearch, letters_of, parse_directions

SQUARE = Grid.from_rows(["...", "...", "..."])


def search(*words, grid=SQUARE, **rules):
    return WordSearch(grid, words, **rules)


@pytest.mark.parametrize(
    ("words", "rules", "message"),
    [
        ((), {}, "no words"),
        (("CAT", "CAT"), {}, "CAT is listed 2 times"),
        (("A",), {}, "'A' cannot be hidden"),
        (("cat",), {}, "in upper case"),
        (("CAT",), {"directions": ("X",)}, "no direction 'X'"),
        (("CAT",), {"directions": ()}, "no direction is allowed"),
        (("CAT",), {"min_overlap": 2, "max_overlap": 1}, "minimum overlap 2 is above the maximum 1"),
        (("CAT",), {"max_overlap": -1}, "below 0"),
        (("CAT",), {"exact_message": True}, "needs a message"),
        (("CAT",), {"grid": Grid.from_rows([".A"])}, "row 1, column 2 of the mask holds a letter"),
        (("CAT",), {"grid": Grid.from_rows(["##"])}, "no cells inside"),
    ],
)
def test_what_makes_no_sense_is_refused(words, rules, message):
    with pytest.raises(InputError, match=message):
        search(*words, **rules)


def test_directions_have_short_names():
    assert parse_directions("4") == ("E", "SE", "S", "NE")
    assert parse_directions("ne, e") == ("E", "NE")
    with pytest.raises(InputError, match="no direction 'UP'"):
        parse_directions("UP")


def test_phrases_lose_what_is_no_letter():
    assert letters_of("Ice-cream, ёлка №1") == "ICECREAMЁЛКА1"


CAT = Occurrence("CAT", 0, 0, "E")


@pytest.mark.parametrize(
    ("rows", "rules", "fault"),
    [
        (("CAT", "TTT", "TTT"), {}, None),
        (("CAT", "TTT"), {}, "do not fill 3 rows"),
        (("CAT", "TT.", "TTT"), {}, "row 2, column 3 has '.'"),
        (("COT", "TTT", "TTT"), {}, "CAT occurs 0 times"),
        (("CAT", "ATT", "TTT"), {}, "CAT occurs 2 times"),
        (("TTT", "CAT", "CTT"), {}, "CAT occurs"),
        (("CCC", "CAT", "CCC"), {"directions": ("E",)}, "CAT is not where its placement says"),
        (("CAT", "TTT", "TTT"), {"directions": ("S",)}, "CAT occurs 0 times"),
        (("CAT", "TCT", "TTT"), {"avoid": frozenset({"CCC"})}, None),
        (("CAT", "TTT", "CTT"), {"avoid": frozenset({"CTT"})}, "CTT at row 3, column 1, going E is to be avoided"),
        (("CAT", "CCC", "CCC"), {"avoid": frozenset({"AT"})}, None),
        (("CAT", "TTT", "TTT"), {"avoid": frozenset({"AT"})}, "AT at"),
        (("CAT", "TTT", "TTT"), {"min_overlap": 1}, "the overlap is 0, below 1"),
        (("CAT", "TTT", "TTT"), {"message": "AT"}, "the unused cells do not read AT"),
        (("CAT", "TCT", "TTT"), {"message": "TC"}, None),
        (("CAT", "TCT", "TTT"), {"message": "TC", "exact_message": True}, "do not read TC"),
        (("CAT", "TTX", "TTT"), {}, "the filler has letters of its own: X"),
        (("CAT", "XXX", "XXX"), {"filler": "X"}, None),
    ],
)
def test_a_grid_lists_its_faults(rows, rules, fault):
    faults = LetterGrid(search("CAT", **rules), rows, (CAT,)).faults()
    assert (not faults) if fault is None else any(fault in line for line in faults), faults


def test_balance_and_maximum_overlap_are_checked():
    asked = search("CAT", "CAB", directions=("E", "S"), balanced=True, max_overlap=0)
    across = LetterGrid(asked, ("CAT", "CAB", "BBB"), (CAT, Occurrence("CAB", 1, 0, "E")))
    assert across.faults() == ["the directions are not balanced"]
    crossing = LetterGrid(asked, ("CAT", "ATT", "BTT"), (CAT, Occurrence("CAB", 0, 0, "S")))
    assert crossing.faults() == ["the overlap is 1, above 0"]
