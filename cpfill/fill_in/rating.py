"""Rates a fill-in by the hardest technique that it needs and how often. Knows no search and no file.

The scale runs from 1.0 to 9.9. Its whole number is the hardest technique needed:

    1  intersection and unique-word tests      4  slow probes as well
    2  the single-slot test as well            5  slow probes inside slow probes
    3  fast probes as well                     6  one level deeper, and so on

Its fraction is 0.3 for every doubling of how often, up to 0.9: of the reduction cycles in 1 and 2, of the rounds of
that probing in 3 and above. Everything is counted in whole passes, each judging what the one before it left, so a
puzzle rates the same when its letters are exchanged or its grid is transposed or turned. What needs too many probes to
measure is 9.9.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from cpfill.errors import InputError
from cpfill.fill_in.choices import Choices, Tables
from cpfill.fill_in.probing import FAST, SLOW, probe, probe_name
from cpfill.fill_in.puzzle import FillInPuzzle
from cpfill.fill_in.reduction import ALL_TESTS, CYCLE, INTERSECTION, SINGLE_SLOT, UNIQUE_WORD, Record, reduce
from cpfill.fill_in.solving import solve_fill_in

LOWEST, HIGHEST = 1.0, 9.9
"""The ends of the scale."""
DEEPEST = 5
"""Deepest probing tried, which is level 8."""
MOST_PROBES = 20_000
"""Probing of depth d is tried only while the choices left to the power of d are no more: seconds, at worst minutes."""


@dataclass(frozen=True)
class Rating:
    """A figure from 1.0 to 9.9, and how often each technique removed something.

    ``steps`` has the productive cycles, the cycles in which each test removed something, the choices removed and rounds
    needed by each kind of probe, and the depth of probing: 0 for none or fast probes, 1 for slow ones, 2 and more for
    those inside others; where the figure is 9.9, the depth that was not measured.
    """

    figure: float
    steps: dict[str, int]


def rate(puzzle: FillInPuzzle) -> Rating:
    """The rating of a puzzle. Raises InputError when it has no solution or several, since these have none."""
    result = solve_fill_in(puzzle)
    if not result.unique:
        raise InputError(f"the puzzle has {result.solutions} solutions; only one with a single solution has a rating")
    return rate_unique(puzzle)


def rate_unique(puzzle: FillInPuzzle, highest: float = HIGHEST) -> Rating:
    """The rating of a puzzle that is known to have one solution.

    When it needs more than ``highest`` allows, the techniques beyond are not tried: the figure is then only known to
    be above ``highest``.
    """
    start = Choices(Tables.of(puzzle))
    plain, record = start.copy(), Record()
    reduce(plain, record, ALL_TESTS[:2], at_once=True)
    if not plain.open_slots:
        return _rating(1, record.rounds.get(CYCLE, 0), record, FAST)
    choices, record = start, Record()
    reduce(choices, record, at_once=True)
    if not choices.open_slots:
        return _rating(2, record.rounds[CYCLE], record, FAST)
    for depth in range(FAST, DEEPEST + 1):
        if 3 + depth > highest or (depth > SLOW and _choices_left(choices) ** depth > MOST_PROBES):
            break
        probe(choices, record, depth, at_once=True)
        if not choices.open_slots:
            return _rating(3 + depth, record.rounds[probe_name(depth)], record, depth)
    return Rating(HIGHEST, _steps(record, depth))


def _choices_left(choices: Choices) -> int:
    return sum(choices.left[s].bit_count() for s in choices.open_slots)


def _rating(level: int, times: int, record: Record, depth: int) -> Rating:
    fraction = min(0.9, 0.3 * log2(max(1, times)))
    return Rating(round(level + fraction, 1), _steps(record, depth))


def _steps(record: Record, depth: int) -> dict[str, int]:
    names = {"cycles": CYCLE, "intersection": INTERSECTION, "unique_word": UNIQUE_WORD, "single_slot": SINGLE_SLOT}
    steps = {key: record.rounds.get(name, 0) for key, name in names.items()}
    for key, level in (("fast", FAST), ("slow", SLOW)):
        steps[f"{key}_probes"] = record.removed.get(probe_name(level), 0)
        steps[f"{key}_rounds"] = record.rounds.get(probe_name(level), 0)
    return steps | {"depth": depth}
