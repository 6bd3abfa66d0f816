"""What is left of a fill-in: the word choices of every slot, as bitsets. Knows no way to reduce them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cpfill.fill_in.puzzle import FillInPuzzle, FillInSolution
from cpfill.grid import Cell


class Meeting(NamedTuple):
    """A cell in two slots: the slots (indices into FillInPuzzle.slots) and, per letter that words of both may have
    there, the letter and the bitsets of the words that have it."""

    cell: Cell
    across: int
    down: int
    letters: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Tables:
    """What stays fixed while a puzzle is solved.

    ``words[n]`` are the different words of length n, whose places are the bits of a choice; ``copies[n]`` says how
    often each is listed, ``repeated[n]`` are the bits of those listed more than once. ``slots_of[n]`` are the slots of
    that length.
    """

    puzzle: FillInPuzzle
    lengths: tuple[int, ...]
    words: dict[int, tuple[str, ...]]
    copies: dict[int, tuple[int, ...]]
    repeated: dict[int, tuple[int, ...]]
    slots_of: dict[int, tuple[int, ...]]
    meetings: tuple[Meeting, ...]

    @classmethod
    def of(cls, puzzle: FillInPuzzle) -> Tables:
        """The tables of a puzzle."""
        listed = Counter(puzzle.words)
        lengths = tuple(len(slot) for slot in puzzle.slots)
        words = {n: tuple(word for word in listed if len(word) == n) for n in sorted(set(lengths))}
        copies = {n: tuple(listed[word] for word in words[n]) for n in words}
        repeated = {n: tuple(bit for bit, often in enumerate(copies[n]) if often > 1) for n in words}
        slots_of = {n: tuple(s for s, length in enumerate(lengths) if length == n) for n in words}
        return cls(puzzle, lengths, words, copies, repeated, slots_of, tuple(_meetings(puzzle, words)))

    def word(self, slot: int, choices: int) -> str:
        """The word of a slot's lowest choice."""
        return self.words[self.lengths[slot]][(choices & -choices).bit_length() - 1]


def _meetings(puzzle: FillInPuzzle, words: dict[int, tuple[str, ...]]) -> Iterator[Meeting]:
    """The crossings of the slots, row by row."""
    places: dict[Cell, list[tuple[int, int]]] = {}
    for s, slot in enumerate(puzzle.slots):
        for position, cell in enumerate(slot.cells):
            places.setdefault(cell, []).append((s, position))
    masks: dict[tuple[int, int], dict[str, int]] = {}
    for cell in sorted(cell for cell, passing in places.items() if len(passing) == 2):
        (across, across_position), (down, down_position) = places[cell]
        keys = (len(puzzle.slots[across]), across_position), (len(puzzle.slots[down]), down_position)
        for key in keys:
            if key not in masks:
                masks[key] = letter_masks(words[key[0]], key[1])
        one, other = masks[keys[0]], masks[keys[1]]
        shared = tuple((letter, one[letter], other[letter]) for letter in sorted(one.keys() & other.keys()))
        yield Meeting(cell, across, down, shared)


def letter_masks(words: tuple[str, ...], position: int) -> dict[str, int]:
    """Per letter, the bitset of the words that have it at that position."""
    masks: dict[str, int] = {}
    for bit, word in enumerate(words):
        masks[word[position]] = masks.get(word[position], 0) | 1 << bit
    return masks


def bits(choices: int) -> Iterator[int]:
    """The places of the bits that are set, ascending."""
    while choices:
        lowest = choices & -choices
        yield lowest.bit_length() - 1
        choices ^= lowest


class Choices:
    """The choices left per slot: ``left[s]`` is a bitset over ``tables.words`` of that slot's length.

    The rest remembers what the reduction tests have already judged: ``clock`` counts changes, ``changed[s]`` is when
    slot s last lost a choice, ``judged[k]`` is when crossing k was last judged, ``settled`` is the set of slots whose
    only word was already taken from the others, ``stale`` the lengths that lost a choice since words were last counted.
    """

    __slots__ = ("changed", "clock", "judged", "left", "settled", "stale", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.left = [_starting_choices(tables, s) for s in range(len(tables.lengths))]
        self.clock = 1
        self.changed = [1] * len(self.left)
        self.judged = [0] * len(tables.meetings)
        self.settled = 0
        self.stale = set(tables.words)

    def copy(self) -> Choices:
        """An independent copy."""
        twin = object.__new__(Choices)
        twin.tables, twin.clock, twin.settled = self.tables, self.clock, self.settled
        twin.left, twin.changed, twin.judged = self.left[:], self.changed[:], self.judged[:]
        twin.stale = self.stale.copy()
        return twin

    def keep(self, slot: int, words: int) -> int:
        """Leave the slot only those words; how many choices that took away."""
        before = self.left[slot]
        after = before & words
        if after == before:
            return 0
        self.left[slot] = after
        self.clock += 1
        self.changed[slot] = self.clock
        self.stale.add(self.tables.lengths[slot])
        return before.bit_count() - after.bit_count()

    @property
    def open_slots(self) -> list[int]:
        """The slots with two or more choices."""
        return [s for s, words in enumerate(self.left) if words & (words - 1)]

    def solution(self) -> FillInSolution | None:
        """The solution, once every slot has one choice and nothing is wrong with them; None otherwise."""
        if self.open_slots or self.impossible():
            return None
        words = [self.tables.word(s, words) for s, words in enumerate(self.left)]
        return FillInSolution.from_words(self.tables.puzzle, words)

    def impossible(self) -> str:
        """What has nothing left: a slot, a cell or a word, said in one line; empty when everything has something."""
        if self.tables.puzzle.imbalance:
            return self.tables.puzzle.imbalance
        for s, words in enumerate(self.left):
            if not words:
                return f"{self.tables.puzzle.slots[s].name} has no word left"
        return self._cell_without_letter() or self._word_without_slot()

    def _cell_without_letter(self) -> str:
        left, changed = self.left, self.changed
        for meeting, judged in zip(self.tables.meetings, self.judged, strict=True):
            if changed[meeting.across] > judged or changed[meeting.down] > judged:
                one, other = left[meeting.across], left[meeting.down]
                if not any(one & across and other & down for _, across, down in meeting.letters):
                    return f"{meeting.cell} has no letter left"
        return ""

    def _word_without_slot(self) -> str:
        tables = self.tables
        for n, words in tables.words.items():
            somewhere = 0
            for s in tables.slots_of[n]:
                somewhere |= self.left[s]
            if nowhere := ((1 << len(words)) - 1) & ~somewhere:
                return f"{words[(nowhere & -nowhere).bit_length() - 1]} has no slot left"
            for bit in tables.repeated[n]:
                if len(self.slots_with(n, bit)) < tables.copies[n][bit]:
                    return f"{words[bit]} is listed {tables.copies[n][bit]} times, but has fewer slots left"
        return ""

    def slots_with(self, length: int, bit: int) -> list[int]:
        """The slots of that length which have the word as a choice."""
        return [s for s in self.tables.slots_of[length] if self.left[s] >> bit & 1]


def _starting_choices(tables: Tables, s: int) -> int:
    """The words of the slot's length that agree with its givens."""
    slot, words = tables.puzzle.slots[s], tables.words[tables.lengths[s]]
    fitting = (1 << len(words)) - 1
    for position, cell in enumerate(slot.cells):
        given = tables.puzzle.grid.givens.get(cell)
        if given is not None:
            fitting &= letter_masks(words, position).get(given, 0)
    return fitting
