"""Probing: a choice is asserted, and removed for good when that leaves something with nothing. Knows no search.

Mike Metcalf's contradiction test: fast, the choice is followed by one reduction cycle; slow, by cycles until nothing
changes. Deeper still, the asserted puzzle is itself probed: depth 2 is slow probing inside slow probing, and so on.
"""

from __future__ import annotations

from collections.abc import Callable

from cpfill.fill_in.choices import Choices, bits
from cpfill.fill_in.reduction import Record, cycle, reduce

FAST, SLOW = 0, 1
"""The two depths of probing that a person can do."""


def probe_name(depth: int) -> str:
    """What a probe of that depth is called."""
    return {FAST: "fast probe", SLOW: "slow probe"}.get(depth, f"probe of depth {depth}")


def refutation(choices: Choices, slot: int, word: int, depth: int) -> str:
    """What is left with nothing when that word (one bit) is put into the slot; empty when nothing is.

    The one cycle of a fast probe judges all at once: what it finds must not depend on the order of the cells.
    """
    trial = choices.copy()
    trial.keep(slot, word)
    if depth == FAST:
        cycle(trial, Record(), at_once=True)
        return trial.impossible()
    return reduce(trial, Record()) or (probe(trial, Record(), depth - 1) if depth > SLOW else "")


def probe_round(choices: Choices, record: Record, depth: int, at_once: bool = False) -> bool:
    """Probe every choice of every open slot once; True when some were removed.

    With ``at_once`` all are judged by what was left before the round, so that their order does not matter.
    """
    seen = choices.copy() if at_once else choices
    name, progress = probe_name(depth), False
    record.cycle += 1
    for slot in seen.open_slots:
        for bit in bits(seen.left[slot]):
            if why := refutation(seen, slot, 1 << bit, depth):
                choices.keep(slot, ~(1 << bit))
                record.note(name, _probe_text(choices, slot, 1 << bit, why), 1)
                progress = True
    if progress:
        record.rounds[name] = record.rounds.get(name, 0) + 1
    return progress


def _probe_text(choices: Choices, slot: int, word: int, why: str) -> Callable[[], str]:
    return lambda: f"not {choices.tables.word(slot, word)} in {choices.tables.puzzle.slots[slot].name}, or else {why}"


def probe(choices: Choices, record: Record, depth: int, at_once: bool = False) -> str:
    """Rounds of probing, each followed by reduction, until all is decided, a round removes nothing or something has
    nothing left, which it returns."""
    impossible = choices.impossible()
    while not impossible and choices.open_slots and probe_round(choices, record, depth, at_once):
        impossible = choices.impossible() or reduce(choices, record, at_once=at_once)
    return impossible
