"""Keys of words that may not stand together."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpfill.clashing import Clashes
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules, clashes

WORDS = st.lists(st.text(alphabet="AB", min_size=2, max_size=4), min_size=1, max_size=12, unique=True)
RULES = st.builds(
    Rules,
    allow_duplicates=st.booleans(),
    distinct_stems=st.booleans(),
    max_shared=st.none() | st.integers(1, 3),
)


@given(WORDS, RULES)
def test_keys_agree_with_the_rules(words: list[str], rules: Rules) -> None:
    puzzle = Puzzle(Grid.from_rows(["..##", "...#", "...."]), Lexicon.from_words(words), rules)
    keys, lexicon = Clashes.of(puzzle), puzzle.vocabulary
    for one, other in product((2, 3, 4), repeat=2):
        rows = np.arange(lexicon.count(other), dtype=np.int32)
        for row, word in enumerate(lexicon.words(one)):
            expected = [bool(clashes([("a", word), ("b", second)], rules)) for second in lexicon.words(other)]
            assert keys.between(one, row, other, rows).tolist() == expected


def test_long_runs_are_told_apart() -> None:
    shared = "ABCDEFGHIJKL"
    words = [shared + "XY", shared + "ZY", shared[:-1] + "XXY", "Q" + shared + "Q"]
    puzzle = Puzzle(Grid.from_rows(["." * 14]), Lexicon.from_words(words), Rules(max_shared=11))
    lexicon = puzzle.vocabulary
    row = lexicon.row_of(shared + "XY")
    assert row is not None
    hit = Clashes.of(puzzle).between(14, row, 14, np.arange(4, dtype=np.int32))
    assert {w for w, clash in zip(lexicon.words(14), hit, strict=True) if clash} == set(words) - {shared[:-1] + "XXY"}
