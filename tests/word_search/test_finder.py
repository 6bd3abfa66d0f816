"""Finding words in letters: every direction, palindromes, masks; against a square-by-square search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.word_search.finder import STEPS, Occurrence, find_words


def brute(rows, words, directions):
    """Every (word, set of squares), by trying each square and direction."""
    found = set()
    for word in words:
        for r in range(len(rows)):
            for c in range(len(rows[0])):
                for name in directions:
                    down, right = STEPS[name]
                    squares = [(r + i * down, c + i * right) for i in range(len(word))]
                    inside = all(0 <= y < len(rows) and 0 <= x < len(rows[0]) for y, x in squares)
                    if inside and "".join(rows[y][x] for y, x in squares) == word:
                        found.add((word, frozenset(squares)))
    return found


@pytest.mark.parametrize(
    ("word", "place"),
    [("CAT", (0, 0, "E")), ("TAC", (0, 2, "W")), ("CDG", (0, 0, "S")), ("GDC", (2, 0, "N")), ("CEI", (0, 0, "SE"))],
)
def test_each_direction_is_searched(word, place):
    assert find_words(["CAT", "DEF", "GHI"], [word]) == [Occurrence(word, *place)]


def test_a_palindrome_is_found_once():
    assert find_words(["EVE"], ["EVE"]) == [Occurrence("EVE", 0, 0, "E")]


def test_overlapping_occurrences_are_all_found():
    assert [found.column for found in find_words(["ANANAN"], ["ANAN"], ["E"])] == [0, 2]


def test_words_do_not_cross_what_is_outside():
    assert find_words(["CA#T"], ["CAT", "CA"]) == [Occurrence("CA", 0, 0, "E")]


def test_ragged_rows_are_refused():
    with pytest.raises(InputError, match="row 2 has 2 letters, row 1 has 3"):
        find_words(["CAT", "DO"], ["CAT"])


def test_an_unknown_direction_is_refused():
    with pytest.raises(InputError, match="no direction 'EAST'"):
        find_words(["CAT"], ["CAT"], ["EAST"])


@given(
    st.integers(1, 5).flatmap(lambda w: st.lists(st.text("AB#", min_size=w, max_size=w), min_size=1, max_size=5)),
    st.lists(st.text("AB", min_size=1, max_size=4), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from(list(STEPS)), min_size=1, unique=True),
)
def test_the_finder_agrees_with_trying_every_square(rows, words, directions):
    found = find_words(rows, words, directions)
    assert {(place.word, frozenset(place.squares)) for place in found if len(place.word) > 1} == {
        pair for pair in brute(rows, words, directions) if len(pair[0]) > 1
    }
