"""All fills of a small puzzle by plain trial, and puzzles to try it on. Shares no code with any engine."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle


def all_fills(puzzle: Puzzle) -> set[tuple[str, ...]]:
    """The rows of every fill, found by trying every word in every slot and asking the fill for its faults."""
    found = set()
    for letters in _words_in_slots(puzzle, 0, dict(puzzle.grid.givens)):
        fill = Fill(puzzle, letters)
        if not fill.faults():
            found.add(tuple(fill.rows))
    return found


def _words_in_slots(puzzle: Puzzle, index: int, letters: dict[Cell, str]) -> Iterator[dict[Cell, str]]:
    if index == len(puzzle.grid.slots):
        yield letters
        return
    slot = puzzle.grid.slots[index]
    for word in [*puzzle.lexicon, *sorted(puzzle.rules.vouched - set(puzzle.lexicon))]:
        if len(word) == len(slot) and all(letters.get(c, w) == w for c, w in zip(slot.cells, word, strict=True)):
            yield from _words_in_slots(puzzle, index + 1, letters | dict(zip(slot.cells, word, strict=True)))


def grids(side: int = 3) -> st.SearchStrategy[Grid]:
    """Small grids of every shape, some cells given."""
    row = st.text(alphabet=st.sampled_from("......#A"), min_size=side, max_size=side)
    return st.lists(row, min_size=2, max_size=side).map(Grid.from_rows)


def lexicons() -> st.SearchStrategy[Lexicon]:
    """Few words over few letters, so that they cross; scores from 40 to 60. The alphabet always has an A."""
    word = st.text(alphabet="ABC", min_size=2, max_size=3)
    return st.dictionaries(word, st.integers(40, 60), min_size=6, max_size=30).map(
        lambda words: Lexicon.from_words({"AAAA": 50, **words})
    )
