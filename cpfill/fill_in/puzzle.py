"""The fill-in puzzle, a grid and the words that go into it, and its solution. Knows no solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cpfill.errors import InputError
from cpfill.grid import Cell, Grid, Slot

SHORTEST_SLOT = 2
"""A run of one cell is never a slot."""


@dataclass(frozen=True)
class FillInPuzzle:
    """Put every word into the grid exactly once; a word listed twice goes in twice.

    ``words`` is a multiset: upper-case, by length and then by letters. Letters in the grid are givens. Build one with
    :meth:`of`. Raises InputError when there are no words, for a word of one letter and for a rebus square.
    """

    grid: Grid
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.words:
            raise InputError("a fill-in needs words; the list has none")
        if len(self.words[0]) < SHORTEST_SLOT:
            raise InputError(f"the word {self.words[0]!r} has one letter, but slots have {SHORTEST_SLOT} or more cells")
        for cell, letters in self.grid.givens.items():
            if len(letters) > 1:
                raise InputError(f"{cell}: the given {letters!r} is a rebus, but a fill-in has one letter a cell")

    @classmethod
    def of(cls, grid: Grid, words: Iterable[str]) -> FillInPuzzle:
        """The puzzle of these words in any order and case."""
        return cls(grid, tuple(sorted((word.upper() for word in words), key=lambda word: (len(word), word))))

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots to fill: the grid's runs that are at least as long as the shortest word.

        Shorter runs cannot be meant as slots, since no word fits them. Their cells, where no slot passes, stay open.
        """
        return tuple(slot for slot in self.grid.slots if len(slot) >= len(self.words[0]))

    @cached_property
    def slot_cells(self) -> frozenset[Cell]:
        """The cells that some slot passes."""
        return frozenset(cell for slot in self.slots for cell in slot.cells)

    @cached_property
    def imbalance(self) -> str:
        """Why the words cannot go in exactly once, judged by lengths alone; empty when they balance."""
        slots, words = Counter(map(len, self.slots)), Counter(map(len, self.words))
        odd = [n for n in sorted(slots | words) if slots[n] != words[n]]
        return "; ".join(f"the grid has {slots[n]} slots of length {n}, but {words[n]} words have it" for n in odd)


@dataclass(frozen=True)
class FillInSolution:
    """An answer: the letter of every cell that a slot passes, and the givens elsewhere."""

    puzzle: FillInPuzzle
    letters: Mapping[Cell, str]

    @classmethod
    def from_rows(cls, puzzle: FillInPuzzle, rows: Sequence[str]) -> FillInSolution:
        """Read a filled grid from rows of text; squares that hold no letter stay open."""
        letters = {cell: rows[cell.row][cell.column] for cell in puzzle.grid.cells}
        return cls(puzzle, {cell: letter.upper() for cell, letter in letters.items() if letter.isalpha()})

    @classmethod
    def from_words(cls, puzzle: FillInPuzzle, words: Sequence[str]) -> FillInSolution:
        """Put one word into each of ``puzzle.slots``, in that order; where two disagree the later one counts."""
        letters = dict(puzzle.grid.givens)
        for slot, word in zip(puzzle.slots, words, strict=True):
            letters |= zip(slot.cells, word, strict=True)
        return cls(puzzle, letters)

    @property
    def rows(self) -> list[str]:
        """The filled grid as rows of text."""
        return self.puzzle.grid.rows(self.letters)

    def word(self, slot: Slot) -> str:
        """The word in that slot, with '?' for each open cell."""
        return "".join(self.letters.get(cell, "?") for cell in slot.cells)

    @property
    def entries(self) -> list[dict[str, str]]:
        """Every slot's name and word, across then down."""
        return [{"slot": slot.name, "word": self.word(slot)} for slot in self.puzzle.slots]

    def faults(self) -> list[str]:
        """Every way in which this is no solution, one line each; empty for a correct one."""
        puzzle = self.puzzle
        lost = [
            f"{cell} has {self.letters.get(cell, '?')}, but {given} is given"
            for cell, given in puzzle.grid.givens.items()
            if self.letters.get(cell) != given
        ]
        entries = {slot.name: self.word(slot) for slot in puzzle.slots}
        unfilled = [f"{name} is not filled: {word}" for name, word in entries.items() if "?" in word]
        unlisted = [
            f"{name} is {word}, which is not in the list"
            for name, word in entries.items()
            if "?" not in word and word not in puzzle.words
        ]
        used, listed = Counter(entries.values()), Counter(puzzle.words)
        miscounted = [
            f"{word} is used {used[word]} times, but listed {listed[word]} times"
            for word in sorted(listed)
            if used[word] != listed[word]
        ]
        return lost + unfilled + unlisted + miscounted
