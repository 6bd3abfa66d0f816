"""The question, a puzzle, and the answer, a fill that lists its own faults. Knows no solver."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt

from cpfill.errors import InputError
from cpfill.grid import Cell, Grid, Slot
from cpfill.lexicon import BARE_SCORE, Lexicon, Rows
from cpfill.rules import Rules, clashes

Mask = npt.NDArray[np.uint64]


class Entry(TypedDict):
    """A word in its slot, as JSON shows it."""

    slot: str
    word: str
    score: int


class SlotRule(NamedTuple):
    """What the rules say of one slot: its entry, its own list of words, its regular expression."""

    slot: str
    entry: str | None
    words: frozenset[str] | None
    pattern: str | None


@dataclass(frozen=True)
class Puzzle:
    """Which words fill this grid? Raises InputError when a given or a rule speaks of what does not exist.

    The letters to find are *variables*: one for each cell of a slot, or one for each letter of a rebus square.
    """

    grid: Grid
    lexicon: Lexicon
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        for cell, letters in self.grid.givens.items():
            if self.lexicon.encode(letters) is None and not self.rules.vouched:
                raise InputError(f"{cell}: the given {letters!r} is not in the alphabet of the words")
        for name in (*self.rules.slot_words, *self.rules.slot_patterns):
            self.grid.slot(name)
        for name, word in self.rules.entries.items():
            slot = self.grid.slot(name)
            if len(word) != self.length(slot):
                raise InputError(f"{slot.name} has {self.length(slot)} letters, but {word} has {len(word)}")

    @cached_property
    def vocabulary(self) -> Lexicon:
        """The words allowed: the lexicon less the low-scoring and the avoided ones, with the vouched ones."""
        allowed = self.lexicon.at_least(self.rules.min_score).without(self.rules.avoid)
        missing = {w: self.lexicon.score_of(w) for w in sorted(self.rules.vouched) if w not in allowed}
        return allowed.including({w: BARE_SCORE if s is None else s for w, s in missing.items()})

    @cached_property
    def _vouched_only(self) -> frozenset[str]:
        """Vouched words that the lexicon alone would not allow."""
        listed = self.lexicon
        return frozenset(
            word
            for word in self.rules.vouched
            if word in self.rules.avoid or (score := listed.score_of(word)) is None or score < self.rules.min_score
        )

    def length(self, slot: Slot) -> int:
        """How many letters the slot's entry has: its cells, and more where a rebus square holds several."""
        return sum(len(self.grid.givens.get(cell, "?")) for cell in slot.cells)

    @cached_property
    def variables(self) -> tuple[tuple[Cell, int], ...]:
        """(cell, place within its letters) of each letter to find, row by row; cells in no slot have none."""
        inside = {cell for slot in self.grid.slots for cell in slot.cells}
        return tuple(
            (cell, i) for cell in self.grid.cells if cell in inside for i in range(len(self.grid.givens.get(cell, "?")))
        )

    @cached_property
    def slot_variables(self) -> tuple[Rows, ...]:
        """Per slot, the indices of its variables in reading order: shape (letters of the entry,)."""
        places: dict[Cell, list[int]] = {}
        for index, (cell, _) in enumerate(self.variables):
            places.setdefault(cell, []).append(index)
        return tuple(
            np.array([i for cell in slot.cells for i in places[cell]], dtype=np.int32) for slot in self.grid.slots
        )

    @cached_property
    def cell_spans(self) -> tuple[tuple[Cell, int, int], ...]:
        """Each cell that has letters to find, with the first of its variables and the one after the last."""
        spans: dict[Cell, tuple[int, int]] = {}
        for index, (cell, _) in enumerate(self.variables):
            spans[cell] = (spans.get(cell, (index, index))[0], index + 1)
        return tuple((cell, *span) for cell, span in spans.items())

    @cached_property
    def filled_cells(self) -> frozenset[Cell]:
        """The cells that have letters to find: all but those in no slot."""
        return frozenset(cell for cell, _ in self.variables)

    @cached_property
    def slot_rules(self) -> tuple[SlotRule, ...]:
        """What the rules say of each slot alone, in the order of the slots."""
        rules = self.rules
        entries, words = _by_slot(self.grid, rules.entries), _by_slot(self.grid, rules.slot_words)
        patterns = _by_slot(self.grid, rules.slot_patterns)
        names = [slot.name for slot in self.grid.slots]
        return tuple(SlotRule(name, entries.get(name), words.get(name), patterns.get(name)) for name in names)

    @cached_property
    def letter_sets(self) -> Mask:
        """Per variable, the letters the givens leave, as a mask of codes: shape (variables,), uint64."""
        alphabet = self.vocabulary.alphabet
        full = (1 << len(alphabet)) - 1
        masks = []
        for cell, i in self.variables:
            given = self.grid.givens.get(cell)
            code = None if given is None else alphabet.find(given[i])
            masks.append(full if code is None else 0 if code < 0 else 1 << code)
        return np.array(masks, dtype=np.uint64)

    def candidates(self, slot: Slot) -> Rows:
        """Rows of ``vocabulary.letters`` that the slot's own givens and rules leave, ascending."""
        length, words = self.length(slot), self.vocabulary
        rows = words.letters(length)
        keep = np.ones(len(rows), dtype=np.bool_)
        for position, variable in enumerate(self.slot_variables[slot.index]):
            cell, i = self.variables[variable]
            if cell in self.grid.givens:
                keep &= rows[:, position] == words.alphabet.find(self.grid.givens[cell][i])
        own = self.slot_rules[slot.index].entry
        for vouched in self._vouched_only:
            if len(vouched) == length and vouched != own and vouched not in self.rules.place:
                keep[words.row_of(vouched)] = False
        for test in self._slot_tests(slot):
            keep &= test
        return np.flatnonzero(keep).astype(np.int32)

    def _slot_tests(self, slot: Slot) -> list[npt.NDArray[np.bool_]]:
        length, words, rule = self.length(slot), self.vocabulary, self.slot_rules[slot.index]
        if rule.entry is not None:
            return [np.arange(words.count(length)) == words.row_of(rule.entry)]
        tests = []
        if rule.words is not None:
            tests.append(np.array([word in rule.words for word in words.words(length)], dtype=np.bool_))
        if rule.pattern is not None:
            tests.append(np.array([bool(re.fullmatch(rule.pattern, w)) for w in words.words(length)], dtype=np.bool_))
        return tests


T = TypeVar("T")


def _by_slot(grid: Grid, named: Mapping[str, T]) -> dict[str, T]:
    """The mapping with the slots' own names, since a rule may say 17a for 17-Across."""
    return {grid.slot(name).name: value for name, value in named.items()}


@dataclass(frozen=True)
class Fill:
    """An answer: the letters of every cell of ``puzzle``; a rebus square has several."""

    puzzle: Puzzle
    letters: Mapping[Cell, str]

    @classmethod
    def from_rows(cls, puzzle: Puzzle, rows: Sequence[str]) -> Fill:
        """Read a filled grid from rows of text; squares that hold no letter stay open, which is a fault."""
        letters = {cell: rows[cell.row][cell.column] for cell in puzzle.grid.cells}
        given = puzzle.grid.givens
        rebus = {cell: text for cell, text in given.items() if len(text) > 1}
        return cls(puzzle, {cell: text.upper() for cell, text in letters.items() if text.isalpha()} | rebus)

    @classmethod
    def from_codes(cls, puzzle: Puzzle, codes: Sequence[int]) -> Fill:
        """Read the letter code of each variable, as engines give them."""
        alphabet = puzzle.vocabulary.alphabet
        return cls.from_text(puzzle, "".join([alphabet[code] for code in codes]))

    @classmethod
    def from_text(cls, puzzle: Puzzle, text: str) -> Fill:
        """Read one letter for each variable, in their order."""
        found = {cell: text[start:stop] for cell, start, stop in puzzle.cell_spans}
        return cls(puzzle, {**puzzle.grid.givens, **found})

    @property
    def rows(self) -> list[str]:
        """The filled grid as rows of text; a rebus square shows its first letter."""
        return self.puzzle.grid.rows(self.letters)

    def word(self, slot: Slot) -> str:
        """The entry in that slot, with '?' for each open cell."""
        return self.words[slot.index]

    @cached_property
    def words(self) -> list[str]:
        """Every slot's entry, across then down, with '?' for each open cell."""
        letters = self.letters
        return ["".join([letters.get(cell, "?") for cell in slot.cells]) for slot in self.puzzle.grid.slots]

    @cached_property
    def entries(self) -> list[Entry]:
        """Every slot's word and score, across then down."""
        listed = self.puzzle.vocabulary.score_of
        rules = self.puzzle.slot_rules
        return [
            {"slot": rule.slot, "word": word, "score": listed(word) or 0}
            for rule, word in zip(rules, self.words, strict=True)
        ]

    @property
    def scores(self) -> list[int]:
        """The score of every entry, in the order of the slots."""
        return [entry["score"] for entry in self.entries]

    def faults(self) -> list[str]:
        """Every rule that the fill breaks, one line each; empty for a correct fill."""
        puzzle, letters = self.puzzle, self.letters
        inside = puzzle.filled_cells
        open_cells = [
            f"{cell} is open" for cell in puzzle.grid.cells if cell in inside and not letters.get(cell, "").isalpha()
        ]
        changed = [
            f"{cell} has {letters.get(cell, '?')}, but {given} is given"
            for cell, given in puzzle.grid.givens.items()
            if letters.get(cell) != given
        ]
        full = [(rule, word) for rule, word in zip(puzzle.slot_rules, self.words, strict=True) if "?" not in word]
        words = [fault for rule, word in full for fault in self._word_faults(rule, word)]
        pairs = [(rule.slot, word) for rule, word in full]
        return open_cells + changed + words + clashes(pairs, puzzle.rules) + self._whole_faults()

    def _word_faults(self, rule: SlotRule, word: str) -> list[str]:
        if rule.entry is not None:
            return [] if word == rule.entry else [f"{rule.slot} is {word}, but the entry {rule.entry} was asked for"]
        faults = [] if word in self.puzzle.rules.place else self._list_faults(rule.slot, word)
        if rule.words is not None and word not in rule.words:
            faults.append(f"{rule.slot} is {word}, which is not in the slot's own list")
        if rule.pattern is not None and not re.fullmatch(rule.pattern, word):
            faults.append(f"{rule.slot} is {word}, which does not match {rule.pattern}")
        return faults

    def _list_faults(self, slot: str, word: str) -> list[str]:
        score, rules = self.puzzle.lexicon.score_of(word), self.puzzle.rules
        if score is None:
            return [f"{slot}: {word} is not in the word list"]
        if word in rules.avoid:
            return [f"{slot}: {word} is to be avoided"]
        if score < rules.min_score:
            return [f"{slot}: {word} scores {score}, below {rules.min_score}"]
        return []

    def _whole_faults(self) -> list[str]:
        """Faults of no single slot: missing letters, missing theme words, too many low scores."""
        rules, words = self.puzzle.rules, self.words
        faults = [f"{word} was to be placed, but is no entry" for word in rules.place if word not in words]
        if rules.pangram:
            missing = sorted(set(self.puzzle.lexicon.alphabet) - set("".join(self.letters.values())))
            faults += [f"the letters {''.join(missing)} are missing, so this is no pangram"] if missing else []
        if rules.max_below is not None:
            count, score = rules.max_below
            low = sum(value < score for value in self.scores)
            faults += [f"{low} entries score below {score}; at most {count} may"] if low > count else []
        return faults
