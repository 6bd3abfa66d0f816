"""CP-SAT's enumeration, the dive's and plain trial find the same fills of open squares."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.domains import Domains
from cpfill.engines.cp_sat_fills import CpSatFills
from cpfill.enumeration import count_fills, enumerate_fills
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle


def squares(words: list[str], side: int) -> set[tuple[str, ...]]:
    """Every open square, cell by cell, of words that all differ."""
    following: dict[str, set[str]] = {}
    for word in words:
        for i in range(side):
            following.setdefault(word[:i], set()).add(word[i])
    found = set()

    def extend(at: int, rows: list[str], columns: list[str]) -> None:
        if at == side * side:
            if len({*rows, *columns}) == 2 * side:
                found.add(tuple(rows))
            return
        row, column = divmod(at, side)
        for letter in following.get(rows[row], set()) & following.get(columns[column], set()):
            across = [*rows[:row], rows[row] + letter, *rows[row + 1 :]]
            extend(at + 1, across, [*columns[:column], columns[column] + letter, *columns[column + 1 :]])

    extend(0, [""] * side, [""] * side)
    return found


def agree(words: list[str], side: int) -> int:
    puzzle = Puzzle(Grid.from_rows(["." * side] * side), Lexicon.from_words(words))
    dive, cp_sat = enumerate_fills(puzzle), CpSatFills(Domains.of(puzzle), ModelConfig.load("default"))
    found = {"dive": [tuple(fill.rows) for fill in dive], "cp-sat": [tuple(fill.rows) for fill in cp_sat]}
    expected = sorted(squares(words, side))
    assert {name: sorted(rows) for name, rows in found.items()} == {"dive": expected, "cp-sat": expected}
    assert dive.summary().complete
    assert cp_sat.complete
    assert count_fills(puzzle).count == len(expected)
    return len(expected)


@settings(max_examples=15, deadline=None)
@given(words=st.sets(st.text(alphabet="ABC", min_size=3, max_size=3), min_size=4, max_size=27))
def test_small_lists(words):
    agree(sorted(words), 3)


@pytest.mark.parametrize(("side", "modulus"), [(4, 5), (5, 41)])
def test_larger_squares(side, modulus):
    """Words whose letters, as digits, have a weighted sum that is small modulo some number."""
    digits = range(4)
    words = [""]
    for _ in range(side):
        words = [word + "ABCD"[digit] for word in words for digit in digits]
    chosen = [w for w in words if sum((i * i + 1) * ord(c) for i, c in enumerate(w)) % modulus == 0]
    assert agree(chosen, side) > 0
