"""What may still stand where: candidates per slot and letters per cell. Knows no solver and removes nothing itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from cpfill.clashing import Clashes
from cpfill.grid import Slot
from cpfill.lexicon import Rows
from cpfill.puzzle import Mask, Puzzle

_ONE = np.uint64(1)


@dataclass
class Domains:
    """What may still stand where.

    ``candidates[slot.index]`` are ascending rows of ``puzzle.vocabulary.letters(length)``, int32.
    ``letters`` has shape (variables,), uint64: a mask of the letter codes that each variable may take.
    Arrays are replaced and never written into, so copies share them.
    """

    puzzle: Puzzle
    candidates: list[Rows]
    letters: Mask
    tables: Tables = field(repr=False)

    @classmethod
    def of(cls, puzzle: Puzzle) -> Domains:
        """All that the givens and the rules of single slots leave."""
        candidates = [puzzle.candidates(slot) for slot in puzzle.grid.slots]
        return cls(puzzle, candidates, puzzle.letter_sets, Tables(puzzle))

    def copy(self) -> Domains:
        """Domains that change apart from these."""
        return Domains(self.puzzle, list(self.candidates), self.letters, self.tables)

    def empty_slot(self) -> Slot | None:
        """The first slot without a candidate, or None."""
        return next((slot for slot in self.puzzle.grid.slots if not len(self.candidates[slot.index])), None)

    @property
    def decided(self) -> bool:
        """Whether every variable has one letter left, which is then a fill as far as single slots can tell."""
        return bool((self.letters != 0).all() and not (self.letters & (self.letters - _ONE)).any())

    def pattern(self, slot: Slot) -> str:
        """The slot's decided letters, with '?' for the others, as in ``?Q?Z?``."""
        alphabet = self.puzzle.vocabulary.alphabet
        masks = [int(self.letters[v]) for v in self.puzzle.slot_variables[slot.index]]
        return "".join(alphabet[m.bit_length() - 1] if m.bit_count() == 1 else "?" for m in masks)


class Tables:
    """Arrays of a puzzle that all its domains share: letters as bits, and the places of all slots in one row."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        slots = puzzle.grid.slots
        self.lengths = [puzzle.length(slot) for slot in slots]
        words = puzzle.vocabulary
        self.letters = {n: np.ascontiguousarray(words.letters(n).T) for n in sorted(set(self.lengths))}
        self.bits: dict[int, Mask] = {n: _ONE << codes.astype(np.uint64) for n, codes in self.letters.items()}
        self.starts = np.cumsum([0, *self.lengths])
        self.places = np.concatenate([*puzzle.slot_variables, np.zeros(0, dtype=np.int32)])
        self.owner = np.repeat(np.arange(len(slots)), self.lengths)
        self._counts: dict[int, npt.NDArray[np.int64]] = {}

    @cached_property
    def clashes(self) -> Clashes:
        """Which words may not stand together."""
        return Clashes.of(self.puzzle)

    @cached_property
    def placed(self) -> list[tuple[str, int, int]]:
        """Each word that must appear somewhere: text, length, row."""
        words = self.puzzle.vocabulary
        rows = [(word, len(word), words.row_of(word)) for word in dict.fromkeys(self.puzzle.rules.place)]
        return [(word, n, row) for word, n, row in rows if row is not None]

    def counts(self, length: int, rows: Rows) -> npt.NDArray[np.int64]:
        """How many of these words have each letter at each place: shape (length, 64)."""
        whole = len(rows) == self.letters[length].shape[1]
        if whole and length in self._counts:
            return self._counts[length]
        shift = np.arange(length, dtype=np.int64)[:, None] * 64
        flat = (self.letters[length][:, rows] + shift).ravel()
        found = np.bincount(flat, minlength=64 * length).reshape(length, 64)
        if whole:
            self._counts[length] = found
        return found
