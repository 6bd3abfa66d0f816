"""The puzzle as clauses on the bits of its checked letters. Knows no solver and no file.

After C. Pigden and A. King, "Compiling Crosswords by SAT Solving": letters are binary numbers; the words of a slot,
projected on its checked cells, are sorted numbers, and every interval between two of them is excluded by few clauses.
A slot of d different numbers of b bits takes O(b d) clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains
from cpfill.lexicon import Letters, Rows

Bits = npt.NDArray[np.bool_]
Literals = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Clauses:
    """Clauses one after the other: ``literals[offsets[i]:offsets[i + 1]]`` is clause i, int32 in DIMACS numbers.

    Variables count from 1, and a negative number is a variable's negation. An empty clause is false.
    """

    literals: Literals
    offsets: Offsets

    @classmethod
    def joined(cls, parts: Sequence[Clauses]) -> Clauses:
        """All of these in one."""
        lengths = [np.diff(part.offsets) for part in parts]
        offsets = np.concatenate([[0], np.cumsum(np.concatenate([*lengths, np.zeros(0, dtype=np.int64)]))])
        return cls(np.concatenate([*(part.literals for part in parts), np.zeros(0, dtype=np.int32)]), offsets)

    @classmethod
    def of_length(cls, rows: Literals) -> Clauses:
        """Clauses that are equally long: shape (clauses, literals of each)."""
        return cls(rows.ravel().astype(np.int32), np.arange(len(rows) + 1, dtype=np.int64) * rows.shape[1])

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[list[int]]:
        literals, offsets = self.literals.tolist(), self.offsets.tolist()
        return (literals[start:stop] for start, stop in pairwise(offsets))


class BinaryClauses:
    """The clauses of reduced domains: ``width`` bits for each checked letter, the highest bit first.

    ``first[v]`` is the number of the first bit of the puzzle's variable v, or 0 where it is unchecked; ``count`` is the
    number of variables, ``letter_count`` of those that are bits of letters: the others follow from them. Stated are the
    words of every slot and that two fully checked slots differ. All other rules are for :mod:`cpfill.fleshing`.
    """

    def __init__(self, domains: Domains) -> None:
        self.domains = domains
        variables = len(domains.puzzle.variables)
        self.width = max(1, (len(domains.puzzle.vocabulary.alphabet) - 1).bit_length())
        self.checked = np.bincount(domains.tables.places, minlength=variables) > 1
        self.first = np.where(self.checked, (np.cumsum(self.checked) - 1) * self.width + 1, 0).astype(np.int32)
        self.letter_count = self.count = int(self.checked.sum()) * self.width
        parts = [*self._letters_are_possible(), *self._slots_hold_words(), *self._entries_differ()]
        self.clauses = Clauses.joined(parts)

    def bits_of(self, variables: Rows) -> Literals:
        """The numbers of the bits of these checked variables, one after the other."""
        bits: Literals = np.add.outer(self.first[variables], np.arange(self.width, dtype=np.int32)).ravel()
        return bits

    def masks(self, true: Bits) -> npt.NDArray[np.uint64]:
        """The letters per puzzle variable in a model, ``true[n - 1]`` for variable n: one where checked, else all."""
        codes = true[: self.letter_count].reshape(-1, self.width) @ (1 << np.arange(self.width - 1, -1, -1))
        masks = self.domains.letters.copy()
        masks[self.checked] &= np.uint64(1) << codes.astype(np.uint64)
        return masks

    def excluding(self, true: Bits) -> list[int]:
        """The clause that excludes every model with the same letters, for when no entries go with them."""
        return [-n if value else n for n, value in enumerate(true[: self.letter_count].tolist(), 1)]

    def _letters_are_possible(self) -> Iterator[Clauses]:
        """Each checked letter is one that is left to it; codes without a letter are none."""
        for variable in np.flatnonzero(self.checked).tolist():
            mask = int(self.domains.letters[variable])
            codes = np.array([[code] for code in range(mask.bit_length()) if mask >> code & 1], dtype=np.int8)
            yield self._relation(codes.reshape(-1, 1), np.array([variable], dtype=np.int32))

    def _slots_hold_words(self) -> Iterator[Clauses]:
        """The checked letters of each slot are those of one of its candidates."""
        puzzle = self.domains.puzzle
        for rows, variables in zip(self.domains.candidates, puzzle.slot_variables, strict=True):
            places = np.flatnonzero(self.checked[variables])
            letters = puzzle.vocabulary.letters(len(variables))[np.ix_(rows, places)]
            yield self._relation(letters, variables[places])

    def _relation(self, letters: Letters, variables: Rows) -> Clauses:
        """These variables take the letters of one of the rows: shape (rows, variables), int8."""
        if not len(letters):
            return Clauses(np.zeros(0, dtype=np.int32), np.zeros(2, dtype=np.int64))
        shifts = np.arange(self.width - 1, -1, -1, dtype=np.int8)
        bits = (distinct(letters, self.width)[:, :, None] >> shifts & 1).astype(np.bool_)
        return intervals(bits.reshape(len(bits), -1), self.bits_of(variables))

    def _entries_differ(self) -> Iterator[Clauses]:
        """Two slots without unchecked letters, which can hold the same word, differ in some bit."""
        domains, puzzle = self.domains, self.domains.puzzle
        if puzzle.rules.allow_duplicates:
            return
        full = [slot.index for slot in puzzle.grid.slots if self.checked[puzzle.slot_variables[slot.index]].all()]
        for one, two in combinations(full, 2):
            if len(puzzle.slot_variables[one]) == len(puzzle.slot_variables[two]) and len(
                np.intersect1d(domains.candidates[one], domains.candidates[two], assume_unique=True)
            ):
                yield from self._differ(puzzle.slot_variables[one], puzzle.slot_variables[two])

    def _differ(self, one: Rows, two: Rows) -> tuple[Clauses, Clauses]:
        """A new variable for each pair of bits, true exactly if they differ; one of them is true."""
        apart = one != two
        a, b = self.bits_of(one[apart]), self.bits_of(two[apart])
        new = np.arange(self.count + 1, self.count + len(a) + 1, dtype=np.int32)
        self.count += len(a)
        each = [np.stack(row, axis=1) for row in ((-new, a, b), (-new, -a, -b), (new, -a, b), (new, a, -b))]
        return Clauses.of_length(np.concatenate(each)), Clauses.of_length(new[None, :])


def distinct(letters: Letters, width: int) -> Letters:
    """The different rows in ascending order; every code has at most ``width`` bits."""
    if not letters.shape[1]:
        return letters[:1]
    chunk = 63 // width
    keys = []
    for start in range(0, letters.shape[1], chunk):
        key = np.zeros(len(letters), dtype=np.int64)
        for column in letters[:, start : start + chunk].T:
            key = (key << width) + column
        keys.append(key)
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=np.bool_)
    new[0] = True
    for key in keys:
        new[1:] |= key[order[1:]] != key[order[:-1]]
    return letters[order[new]]


def intervals(numbers: Bits, variables: Literals) -> Clauses:
    """Clauses that leave exactly these binary numbers: different rows in ascending order, shape (numbers, bits).

    The numbers between two neighbours a < b that first differ in bit p start, for some j > p, as a does up to a zero
    in bit j, which they have as a one, or as b does up to a one, which they have as a zero. Each start is a clause of
    j + 1 literals. The numbers before the first and after the last are treated alike.
    """
    count, size = numbers.shape
    differ = numbers[1:] != numbers[:-1]
    first = differ.argmax(axis=1) if size else np.zeros(count - 1, dtype=np.int64)
    edge, place = np.array([-1]), np.arange(size)
    above = ~numbers & (place > np.concatenate([first, edge])[:, None])
    below = numbers & (place > np.concatenate([edge, first])[:, None])
    literals = np.where(numbers, -variables, variables).astype(np.int32)
    parts = [Clauses(np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64))]
    for j in range(size):
        rows = np.concatenate([np.flatnonzero(above[:, j]), np.flatnonzero(below[:, j])])
        if len(rows):
            starts = literals[rows, : j + 1]
            starts[:, j] *= -1
            parts.append(Clauses.of_length(starts))
    return Clauses.joined(parts)
