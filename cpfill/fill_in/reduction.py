"""Shipman's cyclic reduction of a fill-in, by three tests, with its trace. Knows no probing and no search.

John W. Shipman, "Crossword solver", sections 4.5 and 4.6: a cycle applies the intersection test to every crossing, the
unique-word test to every slot and the single-slot test to every word; cycles repeat until one changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cpfill.fill_in.choices import Choices, bits

INTERSECTION, UNIQUE_WORD, SINGLE_SLOT = "intersection test", "unique-word test", "single-slot test"
CYCLE = "cycle"


@dataclass(frozen=True)
class Step:
    """One elimination: the round it fell in, the technique, what happened in words, and the choices it removed."""

    round: int
    technique: str
    text: str
    removed: int

    def __str__(self) -> str:
        return f"{self.round}. {self.technique}: {self.text}"


@dataclass
class Record:
    """What the techniques did: rounds and removed choices by technique, and each step when ``steps`` is a list.

    ``rounds`` counts the reduction cycles, or the rounds of probing, in which the technique removed something; under
    "cycle" those in which any test did.
    """

    rounds: dict[str, int] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    steps: list[Step] | None = None
    cycle: int = 0

    def note(self, technique: str, text: Callable[[], str], removed: int) -> None:
        """Count one elimination; ``text`` is only called for a trace."""
        self.removed[technique] = self.removed.get(technique, 0) + removed
        if self.steps is not None:
            self.steps.append(Step(self.cycle, technique, text(), removed))


Test = Callable[[Choices, Record, bool], int]


def intersection_test(choices: Choices, record: Record, at_once: bool = False) -> int:
    """For every crossing, keep in both slots the words whose letter there is possible in the other slot too.

    Returns how many choices went. With ``at_once`` every crossing judges the choices as they stood before the test;
    otherwise, as Shipman steps through the cells, each judges what the ones before it left.
    """
    tables, changed, judged = choices.tables, choices.changed, choices.judged
    seen = choices.left[:] if at_once else choices.left
    start, removed = choices.clock, 0
    for k, (_, across, down, letters) in enumerate(tables.meetings):
        last = judged[k]
        if changed[across] <= last and changed[down] <= last:
            continue
        one, other = seen[across], seen[down]
        keep_one = keep_other = 0
        for _letter, with_one, with_other in letters:
            if one & with_one and other & with_other:
                keep_one |= with_one
                keep_other |= with_other
        gone = choices.keep(across, keep_one) if one & ~keep_one else 0
        gone += choices.keep(down, keep_other) if other & ~keep_other else 0
        judged[k] = start if at_once else choices.clock
        if gone:
            removed += gone
            record.note(INTERSECTION, _crossing_text(choices, k, one, other), gone)
    return removed


def _crossing_text(choices: Choices, k: int, one: int, other: int) -> Callable[[], str]:
    def text() -> str:
        cell, across, down, letters = choices.tables.meetings[k]
        slots = choices.tables.puzzle.slots
        common = [letter for letter, a, d in letters if one & a and other & d]
        fewer = (
            f"{slots[s].name} from {before.bit_count()} to {choices.left[s].bit_count()} choices"
            for s, before in ((across, one), (down, other))
            if choices.left[s] != before
        )
        return f"{cell} can be {' or '.join(common) or 'no letter'}: {', '.join(fewer)}"

    return text


def unique_word_test(choices: Choices, record: Record, at_once: bool = False) -> int:
    """For every slot with one choice, remove that word from all other slots; how many choices went.

    A word listed several times leaves the other slots once as many slots have nothing else.
    """
    seen = choices.left[:] if at_once else choices.left
    removed = 0
    for s, words in enumerate(seen):
        if not words or words & (words - 1) or choices.settled >> s & 1:
            continue
        n = choices.tables.lengths[s]
        alone = [t for t in choices.tables.slots_of[n] if seen[t] == words]
        copies = choices.tables.copies[n][words.bit_length() - 1]
        if len(alone) < copies:
            continue
        for t in alone:
            choices.settled |= 1 << t
        losers = [t for t in choices.tables.slots_of[n] if seen[t] & words and t not in alone]
        gone = sum(choices.keep(t, ~words) for t in losers)
        if len(alone) > copies:
            gone += sum(choices.keep(t, 0) for t in alone)
        if gone:
            removed += gone
            record.note(UNIQUE_WORD, _word_text(choices, alone, words, ", so to no other slot"), gone)
    return removed


def single_slot_test(choices: Choices, record: Record, at_once: bool = False) -> int:
    """For every word that is a choice for only one slot, remove all other choices there; how many choices went.

    A word listed several times goes into the slots that have it when there are no more of them than copies.
    """
    removed = 0
    for n in choices.tables.words:
        if n not in choices.stale:
            continue
        choices.stale.discard(n)
        seen = choices.left[:] if at_once else choices.left
        for bit in _scarce_words(choices, n):
            word = 1 << bit
            homes = [s for s in choices.tables.slots_of[n] if seen[s] & word]
            if len(homes) > choices.tables.copies[n][bit]:
                continue
            gone = sum(choices.keep(s, word) for s in homes)
            if gone:
                removed += gone
                record.note(SINGLE_SLOT, _word_text(choices, homes, word, ", since it fits nowhere else"), gone)
    return removed


def _scarce_words(choices: Choices, length: int) -> list[int]:
    """The words, as bits, that exactly one slot has as a choice, and those listed several times."""
    once = twice = 0
    for s in choices.tables.slots_of[length]:
        twice |= once & choices.left[s]
        once |= choices.left[s]
    return sorted({*bits(once & ~twice), *choices.tables.repeated[length]})


def _word_text(choices: Choices, slots: list[int], word: int, consequence: str) -> Callable[[], str]:
    def text() -> str:
        names = " and ".join(choices.tables.puzzle.slots[s].name for s in slots)
        return f"{choices.tables.word(slots[0], word)} goes to {names}{consequence}"

    return text


ALL_TESTS: tuple[tuple[str, Test], ...] = (
    (INTERSECTION, intersection_test),
    (UNIQUE_WORD, unique_word_test),
    (SINGLE_SLOT, single_slot_test),
)


def cycle(
    choices: Choices, record: Record, tests: tuple[tuple[str, Test], ...] = ALL_TESTS, at_once: bool = False
) -> bool:
    """One reduction cycle: each test once over everything. True when it removed something."""
    record.cycle += 1
    progress = False
    for name, test in tests:
        if test(choices, record, at_once):
            record.rounds[name] = record.rounds.get(name, 0) + 1
            progress = True
    if progress:
        record.rounds[CYCLE] = record.rounds.get(CYCLE, 0) + 1
    return progress


def reduce(
    choices: Choices, record: Record, tests: tuple[tuple[str, Test], ...] = ALL_TESTS, at_once: bool = False
) -> str:
    """Cycles until one changes nothing, everything is decided or something has nothing left, which it returns.

    The result is the same with and without ``at_once``; only then do the counted cycles not depend on the order of the
    cells, so that a puzzle and its mirror image get the same figures.
    """
    impossible = choices.impossible()
    while not impossible and cycle(choices, record, tests, at_once):
        impossible = choices.impossible()
    return impossible
