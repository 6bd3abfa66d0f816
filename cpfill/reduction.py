"""What is left of a puzzle before any search: candidates per slot, letters per cell. Knows no solver.

Cyclic reduction after J. W. Shipman's crossword program: each cycle applies every test once, until a cycle removes
nothing. The intersection test alone reaches the minimised letter sets of Pigden and King.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains
from cpfill.puzzle import Mask

__all__ = ["Contradiction", "Cycle", "Domains", "Reducer", "Reduction", "Step", "reduce"]

_ONE = np.uint64(1)
_CODES = np.arange(64, dtype=np.uint64)


class Contradiction(Exception):
    """Some cell, slot or rule is left with nothing; the message names it in one line."""


@dataclass(frozen=True)
class Step:
    """What one test removed in one cycle: masks of letters by variable, numbers of candidates by slot index."""

    test: str
    letters: Mapping[int, int] = field(default_factory=dict)
    candidates: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Cycle:
    """One round of all tests, counted from 1; tests that removed nothing are left out."""

    number: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Reduction:
    """The reduced domains, what each cycle removed, and what is impossible, if anything is."""

    domains: Domains
    cycles: tuple[Cycle, ...]
    contradiction: str | None = None


def reduce(domains: Domains, cycles: int | None = None) -> Reduction:
    """Apply all tests until nothing changes, or for that many cycles. The domains given stay as they are."""
    reducer = Reducer(domains)
    contradiction = reducer.run(cycles)
    return Reduction(reducer.domains, tuple(reducer.trace), contradiction)


class Reducer:
    """Domains on their way to the fixpoint, with the counts that make each cycle cheap."""

    def __init__(self, domains: Domains) -> None:
        self.domains = domains.copy()
        self.tables = domains.tables
        self.trace: list[Cycle] = []
        self.settled: set[int] = set()
        self._counts: list[npt.NDArray[np.int64] | None] = [None] * len(domains.candidates)
        self.support = np.zeros(len(self.tables.places), dtype=np.uint64)
        self._stale = dict.fromkeys(range(len(domains.candidates)))
        self._letters: dict[int, int] = {}
        self._candidates: dict[int, int] = {}

    def copy(self) -> Reducer:
        """A reducer that goes on from here by itself, for trying out an assumption."""
        twin = object.__new__(Reducer)
        twin.__dict__.update(self.__dict__)
        twin.domains, twin.trace, twin.settled = self.domains.copy(), [], set(self.settled)
        twin._counts, twin.support, twin._stale = list(self._counts), self.support.copy(), dict(self._stale)
        twin._letters, twin._candidates = {}, {}
        return twin

    def run(self, cycles: int | None = None) -> str | None:
        """Cycle to the fixpoint, or for that many cycles; returns what is impossible, or None."""
        while cycles is None or len(self.trace) < cycles:
            steps, contradiction = self._cycle()
            if steps:
                self.trace.append(Cycle(len(self.trace) + 1, steps))
            if contradiction is not None or not steps:
                return contradiction
        return None

    def _cycle(self) -> tuple[tuple[Step, ...], str | None]:
        """Every test once: what each removed, and what is impossible."""
        tests: tuple[tuple[str, Callable[[], None]], ...] = (
            ("intersection", self._intersection),
            ("unique word", self._unique_words),
            ("single slot", self._single_slots),
            ("low scores", self._low_scores),
            ("pangram", self._pangram),
        )
        steps: list[Step] = []
        for name, test in tests:
            contradiction = self._try(test)
            steps += self._taken(name)
            if contradiction is not None:
                return tuple(steps), contradiction
        return tuple(steps), None

    def apply(self, name: str, change: Callable[[], None]) -> str | None:
        """Make a change from outside, run to the fixpoint; the trace shows the change under that name."""
        contradiction = self._try(change)
        steps = tuple(self._taken(name))
        if steps:
            self.trace.append(Cycle(len(self.trace) + 1, steps))
        return contradiction or self.run()

    def _try(self, test: Callable[[], None]) -> str | None:
        try:
            test()
        except Contradiction as found:
            return str(found)
        return None

    def _taken(self, name: str) -> list[Step]:
        """The changes since the last call, as a step of that name if there were any."""
        steps = [Step(name, self._letters, self._candidates)] if self._letters or self._candidates else []
        self._letters, self._candidates = {}, {}
        return steps

    # -- changes -------------------------------------------------------------------------------------------------

    def restrict_letters(self, letters: Mask) -> None:
        """Leave only these letters, a mask per variable; Contradiction when a variable has none."""
        before = self.domains.letters
        after = before & letters
        changed = np.flatnonzero(after != before)
        if not len(changed):
            return
        self.domains.letters = after
        for variable in changed.tolist():
            removed = int(before[variable] & ~after[variable])
            self._letters[variable] = self._letters.get(variable, 0) | removed
        empty = changed[after[changed] == 0]
        if len(empty):
            raise Contradiction(self._no_letter(int(empty[0]), before))

    def keep_candidates(self, slot: int, keep: npt.NDArray[np.bool_]) -> None:
        """Leave only the candidates marked; Contradiction when the slot has none."""
        before = self.domains.candidates[slot]
        after = before[keep]
        if len(after) == len(before):
            return
        counts = self._counts[slot]
        if counts is not None and 2 * len(after) > len(before):
            counts = counts - self.tables.counts(self.tables.lengths[slot], before[~keep])
        else:
            counts = None
        self._counts[slot] = counts
        self._stale[slot] = None
        self.domains.candidates[slot] = after
        self._candidates[slot] = self._candidates.get(slot, 0) + len(before) - len(after)
        if not len(after):
            raise Contradiction(self._no_word(slot))

    def _no_letter(self, variable: int, before: Mask) -> str:
        puzzle = self.domains.puzzle
        cell, _ = puzzle.variables[variable]
        slots = [slot.name for slot in puzzle.grid.slots if cell in slot.cells]
        return f"{cell} has no letter that fits {' and '.join(slots)}"

    def _no_word(self, slot: int) -> str:
        found = self.domains.puzzle.grid.slots[slot]
        length = self.tables.lengths[slot]
        if not self.domains.puzzle.vocabulary.count(length):
            return f"{found.name} has {length} letters, and no word has that length"
        return f"{found.name} ({self.domains.pattern(found)}) has no word"

    # -- tests ---------------------------------------------------------------------------------------------------

    def _intersection(self) -> None:
        """A letter stays while both its slots have a candidate with it; a candidate, while its letters stay."""
        tables, domains = self.tables, self.domains
        for slot in list(self._stale):
            self._support(slot)
        together = domains.letters.copy()
        np.bitwise_and.at(together, tables.places, self.support)
        self.restrict_letters(together)
        excess = self.support & ~domains.letters[tables.places]
        for slot in np.unique(tables.owner[excess != 0]).tolist():
            start = tables.starts[slot]
            positions = np.flatnonzero(excess[start : tables.starts[slot + 1]])
            rows = domains.candidates[slot]
            bits = tables.bits[tables.lengths[slot]]
            keep = np.ones(len(rows), dtype=np.bool_)
            for position in positions.tolist():
                keep &= (bits[position][rows] & domains.letters[tables.places[start + position]]) != 0
            self.keep_candidates(slot, keep)
            self._support(slot)

    def _support(self, slot: int) -> None:
        """Note which letters the candidates of the slot have; Contradiction when there is no candidate."""
        if not len(self.domains.candidates[slot]):
            raise Contradiction(self._no_word(slot))
        counts = self._counts[slot]
        if counts is None:
            counts = self.tables.counts(self.tables.lengths[slot], self.domains.candidates[slot])
            self._counts[slot] = counts
        self._stale.pop(slot, None)
        start, end = self.tables.starts[slot : slot + 2]
        self.support[start:end] = np.where(counts > 0, _ONE << _CODES, np.uint64(0)).sum(axis=1, dtype=np.uint64)

    def _unique_words(self) -> None:
        """A slot with one candidate left takes it, so what clashes with it leaves every other slot."""
        candidates = self.domains.candidates
        if not self.tables.clashes.by_rule:
            return
        for slot in range(len(candidates)):
            if len(candidates[slot]) == 1 and slot not in self.settled:
                self.settled.add(slot)
                for other in range(len(candidates)):
                    if other != slot:
                        self._set_apart(slot, other)

    def _set_apart(self, slot: int, other: int) -> None:
        """Remove from the other slot what clashes with the word of a decided one."""
        lengths, candidates = self.tables.lengths, self.domains.candidates
        row, others = int(candidates[slot][0]), candidates[other]
        hit = self.tables.clashes.between(lengths[slot], row, lengths[other], others)
        if hit.all():
            raise Contradiction(self._clash(slot, other))
        self.keep_candidates(other, ~hit)

    def _clash(self, slot: int, other: int) -> str:
        slots, words = self.domains.puzzle.grid.slots, self.domains.puzzle.vocabulary
        word = words.word(self.tables.lengths[slot], int(self.domains.candidates[slot][0]))
        pattern = self.domains.pattern(slots[other])
        return f"{slots[other].name} ({pattern}) has no word that may stand beside {word} at {slots[slot].name}"

    def _single_slots(self) -> None:
        """A word that must be placed, and is a candidate of one slot only, is that slot's word."""
        candidates = self.domains.candidates
        for word, length, row in self.tables.placed:
            slots = [slot for slot, n in enumerate(self.tables.lengths) if n == length and row in candidates[slot]]
            if not slots:
                raise Contradiction(f"{word} is to be placed, but fits no slot")
            if len(slots) == 1:
                self.keep_candidates(slots[0], candidates[slots[0]] == row)

    def _low_scores(self) -> None:
        """Once as many slots as may be are sure to score low, every other slot must not."""
        rule = self.domains.puzzle.rules.max_below
        if rule is None:
            return
        most, score = rule
        words = self.domains.puzzle.vocabulary
        fair = [
            words.scores(n)[rows] >= score for n, rows in zip(self.tables.lengths, self.domains.candidates, strict=True)
        ]
        low = sum(not marks.any() for marks in fair)
        if low > most:
            raise Contradiction(f"at most {most} entries may score below {score}, but {low} must")
        if low == most:
            for slot, marks in enumerate(fair):
                if marks.any():
                    self.keep_candidates(slot, marks)

    def _pangram(self) -> None:
        """A letter that one cell alone may hold goes there."""
        puzzle = self.domains.puzzle
        if not puzzle.rules.pangram:
            return
        given = set("".join(puzzle.grid.givens.values()))
        wanted = self.domains.letters.copy()
        for letter in puzzle.lexicon.alphabet:
            if letter not in given:
                bit = _ONE << np.uint64(puzzle.vocabulary.alphabet.index(letter))
                cells = np.flatnonzero(self.domains.letters & bit)
                if not len(cells):
                    raise Contradiction(f"no cell can hold the letter {letter}, so there is no pangram")
                if len(cells) == 1:
                    wanted[cells[0]] &= bit
        self.restrict_letters(wanted)
