"""Why nothing fits: an irreducible set of slots, givens and rules that cannot go together. Knows the dive.

QuickXplain (Junker, AAAI 2004): halves of the constraints are left out as long as what stays is still impossible. Each
question is a puzzle with fewer slots, givens and rules, which the dive fills or refutes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cpfill.domains import Domains
from cpfill.engines.dive import CHUNK, Demands, Dive, params_of
from cpfill.engines.kernel import EXHAUSTED, SOLVED, Kernel
from cpfill.engines.network import network_of
from cpfill.grid import Slot
from cpfill.puzzle import Fill, Puzzle
from cpfill.result import Progress, Status, silent
from cpfill.rules import Rules

Kind = Literal["slot", "given", "rule"]
Dropping = Callable[[Rules], Rules]

NODES = 200_000
"""Decisions spent on one question; without an answer its constraints are kept, and the set may be reducible."""


@dataclass(frozen=True)
class Element:
    """A constraint of the puzzle: a slot must hold a word, a letter is given, or a rule holds."""

    kind: Kind
    name: str
    text: str


@dataclass(frozen=True)
class Explanation:
    """A conflict, when ``status`` is infeasible; ``irreducible`` when each element left out makes the rest possible.

    With status solved, ``fill`` shows that there is nothing to explain; with unknown, neither was found.
    """

    status: Status
    conflict: tuple[Element, ...] = ()
    irreducible: bool = False
    fill: Fill | None = None


def explain(puzzle: Puzzle, *, time_limit: float | None = None, progress: Progress = silent) -> Explanation:
    """Find why nothing fits the puzzle, in terms that a constructor can change.

    ``time_limit`` is in wall-clock seconds. Raises KeyboardInterrupt when interrupted.
    """
    court = _Court(puzzle, time_limit, progress)
    everything = court.elements()
    whole = Dive(puzzle, {}, 0)
    fill: Fill | None = None
    while fill is None and not whole.exhausted and not court.late():
        fill = whole.step()
        progress("explain", whole.counts)
    if not whole.exhausted:
        return Explanation(Status.SOLVED if fill else Status.UNKNOWN, fill=fill)
    conflict = court.conflict([], False, everything)
    sure = all(court.possible([other for other in conflict if other != one]) for one in conflict)
    return Explanation(Status.INFEASIBLE, tuple(court.told(conflict)), sure)


class _Court:
    """Decides for sets of elements whether they can go together."""

    def __init__(self, puzzle: Puzzle, time_limit: float | None, progress: Progress) -> None:
        self._puzzle = puzzle
        self._deadline = None if time_limit is None else time.perf_counter() + time_limit
        self._progress = progress
        self._asked = 0

    def elements(self) -> list[Element]:
        """All constraints: givens first, since a conflict that can do without the later ones keeps the earlier."""
        grid = self._puzzle.grid
        givens = [
            Element("given", str(cell), f"{letter} is given at {cell}")
            for cell, letter in sorted(grid.givens.items())
            if len(letter) == 1
        ]
        rules = [Element("rule", name, text) for name, (text, _) in _droppable(self._puzzle.rules).items()]
        return givens + rules + [Element("slot", slot.name, f"{slot.name} needs a word") for slot in grid.slots]

    def possible(self, elements: Sequence[Element]) -> bool | None:
        """Whether some fill obeys these constraints; None when that is not found out in time."""
        puzzle, slots = self._part(elements)
        if any(not puzzle.vocabulary.count(puzzle.length(slot)) for slot in slots):
            return False
        candidates = [puzzle.candidates(slot) for slot in puzzle.grid.slots]
        network = network_of(puzzle, candidates, puzzle.letter_sets, [slot.index for slot in slots])
        kernel = Kernel(network, params_of(puzzle, {}, Demands()), 0)
        self._asked += 1
        outcome = 0
        while outcome not in (SOLVED, EXHAUSTED) and kernel.counts["nodes"] < NODES and not self.late():
            outcome = kernel.run(CHUNK)
            self._progress("explain", {"questions": self._asked, "constraints": len(elements)})
        return None if outcome not in (SOLVED, EXHAUSTED) else outcome == SOLVED

    def conflict(self, kept: list[Element], changed: bool, doubtful: list[Element]) -> list[Element]:
        """The elements of ``doubtful`` that an irreducible conflict needs besides ``kept``."""
        if changed and self.possible(kept) is False:
            return []
        if len(doubtful) == 1:
            return doubtful
        half = len(doubtful) // 2
        first, second = doubtful[:half], doubtful[half:]
        needed_second = self.conflict(kept + first, True, second)
        needed_first = self.conflict(kept + needed_second, bool(needed_second), first)
        return needed_first + needed_second

    def told(self, conflict: list[Element]) -> list[Element]:
        """The conflict with texts that say what each element allows."""
        puzzle, _ = self._part(conflict)
        crossed = [puzzle.grid.slot(e.name) for e in conflict if e.kind == "slot"]
        return [self._told_slot(puzzle, e, crossed) if e.kind == "slot" else e for e in conflict]

    def _told_slot(self, puzzle: Puzzle, element: Element, crossed: list[Slot]) -> Element:
        slot = puzzle.grid.slot(element.name)
        domains = Domains.of(puzzle)
        pattern, count = domains.pattern(slot), len(domains.candidates[slot.index])
        if not count:
            return replace(element, text=f"{slot.name} ({pattern}) has no word")
        words = "1 word" if count == 1 else f"{count:,} words"
        meets = [_meeting(domains, slot, other) for other in crossed if other.direction != slot.direction]
        return replace(element, text="; ".join([f"{slot.name} ({pattern}) has {words}", *filter(None, meets)]))

    def _part(self, elements: Sequence[Element]) -> tuple[Puzzle, list[Slot]]:
        """The puzzle with these constraints alone, and the slots that need a word."""
        names = {(e.kind, e.name) for e in elements}
        grid = self._puzzle.grid
        givens = {c: v for c, v in grid.givens.items() if len(v) > 1 or ("given", str(c)) in names}
        rules = self._puzzle.rules
        for name, (_, without) in _droppable(rules).items():
            if ("rule", name) not in names:
                rules = without(rules)
        part = Puzzle(replace(grid, givens=givens), self._puzzle.lexicon, rules)
        if rules.vouched == self._puzzle.rules.vouched:  # the same words then: spare filtering them again
            part.__dict__["vocabulary"] = self._puzzle.vocabulary
        return part, [slot for slot in grid.slots if ("slot", slot.name) in names]

    def late(self) -> bool:
        """Whether the time limit is reached."""
        return self._deadline is not None and time.perf_counter() >= self._deadline


def _droppable(rules: Rules) -> dict[str, tuple[str, Dropping]]:
    """The rules in force that a constructor could give up: name, text, and the rules without it."""
    found: dict[str, tuple[str, Dropping]] = {}
    if not rules.allow_duplicates:
        found["no-duplicates"] = ("no two entries are the same", lambda r: replace(r, allow_duplicates=True))
    if rules.max_shared is not None:
        text = f"no two entries share more than {rules.max_shared} letters in a row"
        found["max-shared"] = (text, lambda r: replace(r, max_shared=None))
    if rules.distinct_stems:
        found["distinct-stems"] = ("no two entries have the same stem", lambda r: replace(r, distinct_stems=False))
    if rules.pangram:
        found["pangram"] = ("every letter appears", lambda r: replace(r, pangram=False))
    if rules.max_below is not None:
        text = f"at most {rules.max_below[0]} entries score below {rules.max_below[1]}"
        found["max-below"] = (text, lambda r: replace(r, max_below=None))
    for slot, word in rules.entries.items():
        found[f"entry {slot}={word}"] = (f"{slot} is to be {word}", _without_entry(slot))
    for word in dict.fromkeys(rules.place):
        found[f"place {word}"] = (f"{word} is to be placed somewhere", _without_place(word))
    return found


def _without_entry(slot: str) -> Dropping:
    return lambda rules: replace(rules, entries={name: word for name, word in rules.entries.items() if name != slot})


def _without_place(word: str) -> Dropping:
    return lambda rules: replace(rules, place=tuple(other for other in rules.place if other != word))


def _meeting(domains: Domains, slot: Slot, other: Slot) -> str:
    """Which letters both slots' words allow where they cross; empty when they do not, or when many letters do."""
    shared = [cell for cell in slot.cells if cell in other.cells]
    if not shared:
        return ""
    mine, theirs = (_letters_at(domains, each, slot, other) for each in (slot, other))
    if len(mine & theirs) > 0:
        return ""
    allowed, wanted = ("".join(sorted(letters)) or "nothing" for letters in (mine, theirs))
    return f"it cannot cross {other.name} at {shared[0]}, where it allows {allowed} and {other.name} {wanted}"


def _letters_at(domains: Domains, each: Slot, slot: Slot, other: Slot) -> set[str]:
    """The letters of the candidates of ``each`` in the cell where the two slots cross."""
    puzzle = domains.puzzle
    crossing = set(puzzle.slot_variables[slot.index].tolist()) & set(puzzle.slot_variables[other.index].tolist())
    place = puzzle.slot_variables[each.index].tolist().index(min(crossing))
    rows = domains.candidates[each.index]
    codes = set(puzzle.vocabulary.letters(puzzle.length(each))[rows, place].tolist())
    return {puzzle.vocabulary.alphabet[code] for code in codes}
