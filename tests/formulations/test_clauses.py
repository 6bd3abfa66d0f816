"""The clauses leave exactly the words' letters, by evaluating them and by counting the answers of a small search."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.domains import Domains
from cpfill.formulations.clauses import BinaryClauses, Clauses, distinct, intervals
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce


def models(clauses: Clauses, count: int) -> set[tuple[int, ...]]:
    """Every assignment that satisfies the clauses, by plain trial."""
    listed = list(clauses)
    return {
        bits
        for bits in product((0, 1), repeat=count)
        if all(any(bits[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in listed)
    }


@given(st.sets(st.integers(0, 63), min_size=1))
def test_intervals_leave_exactly_the_numbers(numbers: set[int]) -> None:
    rows = np.array([[n >> i & 1 for i in range(5, -1, -1)] for n in sorted(numbers)], dtype=np.bool_)
    clauses = intervals(rows, np.arange(1, 7, dtype=np.int32))
    assert models(clauses, 6) == {tuple(row) for row in rows.astype(int).tolist()}
    assert len(clauses) <= 6 * len(numbers)
    assert len({tuple(clause) for clause in clauses}) == len(clauses)


def test_the_documents_example() -> None:
    """AH, CQ, QR and WA with five bits a letter: the first interval takes three clauses, the second four."""
    letters = np.array([[ord(c) - 65 for c in word] for word in ("AH", "CQ", "QR", "WA")], dtype=np.int8)
    bits = (letters[:, :, None] >> np.arange(4, -1, -1, dtype=np.int8) & 1).astype(np.bool_).reshape(4, 10)
    clauses = list(intervals(bits, np.arange(1, 11, dtype=np.int32)))
    below_ah = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, -8, 9], [1, 2, 3, 4, 5, 6, 7, -8, -9, 10]]
    below_cq = [[1, 2, 3, 4, 5, 6, -7], [1, 2, 3, 4, 5, -6], [1, 2, 3, 4, -5], [1, 2, 3, -4, 5, 6]]
    assert all(clause in clauses for clause in below_ah + below_cq)


@given(st.lists(st.lists(st.integers(0, 63), min_size=12, max_size=12), min_size=1, max_size=20))
def test_distinct_rows_are_sorted(rows: list[list[int]]) -> None:
    found = distinct(np.array(rows + rows, dtype=np.int8), 6)
    assert found.tolist() == sorted(list(row) for row in {tuple(row) for row in rows})


def test_a_slot_without_words_is_an_empty_clause() -> None:
    clauses = BinaryClauses(Domains.of(Puzzle(Grid.from_rows(["...", "#.#"]), Lexicon.from_words(["AB"])))).clauses
    assert [] in list(clauses)


def test_entries_that_differ_do_so_in_some_bit() -> None:
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "BA", "BB", "AA"]))
    encoding = BinaryClauses(reduce(Domains.of(puzzle)).domains)
    found = models(encoding.clauses, encoding.count)
    letters = {bits[: encoding.letter_count] for bits in found}
    assert len(letters) == len(found)
    assert letters == {s for s in product((0, 1), repeat=4) if len({s[0:2], s[2:4], s[0::2], s[1::2]}) == 4}


CYRILLIC, FRENCH = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÈÉÊÎÔŒÙ"


@settings(max_examples=40)
@given(st.sampled_from([(CYRILLIC, 6), (FRENCH, 6), ("ABC", 2), ("AB", 1), ("A", 1)]), st.data())
def test_any_alphabet_takes_as_many_bits_as_it_needs(alphabet: tuple[str, int], data: st.DataObject) -> None:
    letters, width = alphabet
    across, down = (data.draw(st.sets(st.text(letters, min_size=n, max_size=n), min_size=1)) for n in (3, 2))
    puzzle = Puzzle(Grid.from_rows(["...", "#.#"]), Lexicon.from_words([*across, *down, letters * 4]))
    encoding = BinaryClauses(Domains.of(puzzle))
    assert encoding.width == width
    possible = {word[1] for word in across} & {word[0] for word in down}
    found = models(encoding.clauses, width)
    codes = [code for code, letter in enumerate(sorted(letters)) if letter in possible]
    assert found == {tuple(code >> i & 1 for i in range(width - 1, -1, -1)) for code in codes}
