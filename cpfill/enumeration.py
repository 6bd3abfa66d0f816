"""Many fills: all of them with a proof, distinct ones by seed, or the best first. Knows no files."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from cpfill.engines.dive import EXHAUSTIVE, Demands, Dive
from cpfill.errors import InputError
from cpfill.puzzle import Fill, Puzzle
from cpfill.result import Progress, silent

SPREAD = 4.0
"""How much less a word counts, in log2 of crossing candidates, for each earlier fill that has it."""


@dataclass(frozen=True)
class Enumeration:
    """How an enumeration ended: ``complete`` only when it is proved that there is no further fill.

    ``count`` includes the fills of the run that this one goes on from. ``seconds`` are wall-clock seconds.
    """

    complete: bool
    count: int
    seconds: float
    reason: str = ""


@dataclass
class Watch:
    """The limits of an enumeration, and how it ended."""

    limit: int | None = None
    time_limit: float | None = None
    progress: Progress = silent
    count: int = 0
    complete: bool = False
    reason: str = ""
    started: float = field(default_factory=time.perf_counter)

    def full(self) -> bool:
        """Whether the limit of fills is reached, which then is the reason."""
        if self.limit is not None and self.count >= self.limit:
            self.reason = f"the limit of {self.limit} fills was reached"
        return bool(self.reason)

    def over(self) -> bool:
        """Whether a limit is reached, which then is the reason."""
        if not self.full() and self.time_limit is not None and time.perf_counter() - self.started >= self.time_limit:
            self.reason = f"the time limit of {self.time_limit:g} s was reached"
        return bool(self.reason)

    def summary(self) -> Enumeration:
        """What is known as of now."""
        return Enumeration(self.complete, self.count, time.perf_counter() - self.started, self.reason)


class Fills(Iterator[Fill]):
    """A stream of fills, each checked; ``summary()`` tells at any time how far it got. Ctrl-C ends it."""

    def __init__(self, source: Iterator[Fill], watch: Watch) -> None:
        self._source = source
        self._watch = watch
        self.summary = watch.summary

    def __next__(self) -> Fill:
        try:
            fill = next(self._source)
        except KeyboardInterrupt:
            self._watch.reason = "interrupted"
            raise StopIteration from None
        if faults := fill.faults():
            raise RuntimeError(f"the enumeration gave a fill with faults: {faults[0]}")
        self._watch.count += 1
        return fill


def enumerate_fills(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    after: Fill | None = None,
    found: int = 0,
    progress: Progress = silent,
) -> Fills:
    """Every fill, each exactly once, in an order that depends on the puzzle alone.

    ``after`` goes on behind that fill, the last of ``found`` fills of an earlier run. Two fills differ in some letter;
    the order is smallest choice first (Golomb and Baumert, JACM 1965). Raises InputError when ``after`` is no fill.
    """
    dive = Dive(puzzle, EXHAUSTIVE, 0)
    if after is not None and not dive.seek(after):
        raise InputError("the fill to go on from is no fill of this puzzle; are grid, words and rules the same?")
    watch = Watch(limit, time_limit, progress, found)
    return Fills(_exhaust(dive, watch), watch)


def _exhaust(dive: Dive, watch: Watch) -> Iterator[Fill]:
    while not watch.over():
        for fill in dive.collect():
            yield fill
            if watch.full():
                return
        if dive.exhausted:
            watch.complete = True
            return
        watch.progress("enumerate", {"fills": watch.count, **dive.counts})


def count_fills(puzzle: Puzzle, *, time_limit: float | None = None, progress: Progress = silent) -> Enumeration:
    """How many fills there are. Regions of the grid that do not touch are counted apart and multiplied."""
    from cpfill.regions import count_by_regions

    watch = Watch(None, time_limit, progress)
    try:
        watch.count = count_by_regions(puzzle, watch.over, watch.progress)
        watch.complete = not watch.reason
    except KeyboardInterrupt:
        watch.reason = "interrupted"
    return watch.summary()


def sample_fills(
    puzzle: Puzzle,
    count: int,
    *,
    seed: int = 0,
    min_difference: int = 1,
    earlier: Sequence[Fill] = (),
    settings: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    progress: Progress = silent,
) -> Fills:
    """Distinct fills by seed, any two of which differ in at least ``min_difference`` slots, sharing few entries.

    ``earlier`` fills count as found. The stream ends early when there is no further one: with a difference of 1 that
    proves that there are no other fills at all. With ``count`` fills the stream is done, without a reason. Raises
    InputError when ``min_difference`` is out of range.
    """
    slots = len(puzzle.grid.slots)
    if not 1 <= min_difference <= max(slots, 1):
        raise InputError(f"min-difference is {min_difference}; the grid has {slots} slots, so use 1 to {slots}")
    watch = Watch(None, time_limit, progress, len(earlier))
    more = _sample(puzzle, list(earlier), seed, slots - min_difference, settings or {}, watch)
    return Fills(islice(more, max(count - len(earlier), 0)), watch)


def _sample(
    puzzle: Puzzle, found: list[Fill], seed: int, max_same: int, settings: Mapping[str, float], watch: Watch
) -> Iterator[Fill]:
    uses: dict[str, int] = {}
    for fill in found:
        _count_uses(fill, uses)
    while not watch.over():
        if found and not puzzle.grid.slots:
            watch.complete, watch.reason = True, "a grid without slots has one fill"
            return
        demands = Demands(tuple(found), max_same, uses=uses)
        dive = Dive(puzzle, {**settings, "score_weight": SPREAD}, seed * 1_000_003 + len(found), demands=demands)
        found_now: Fill | None = None
        while found_now is None and not watch.over():
            found_now = dive.step()
            watch.progress("enumerate", {"fills": watch.count, **dive.counts})
            if dive.exhausted:
                watch.complete = max_same == len(puzzle.grid.slots) - 1
                least = len(puzzle.grid.slots) - max_same
                watch.reason = f"no further fill differs from each of these in {least} or more slots"
        if found_now is not None:
            _count_uses(found_now, uses)
            found.append(found_now)
            yield found_now


def _count_uses(fill: Fill, uses: dict[str, int]) -> None:
    for entry in fill.entries:
        uses[entry["word"]] = uses.get(entry["word"], 0) + 1


@dataclass(frozen=True)
class Variety:
    """How different fills are: entries that two of them share in the same slot, on average, and different words."""

    shared: float
    words: int

    @classmethod
    def of(cls, fills: Sequence[Fill]) -> Variety:
        """Measured over all pairs of these fills."""
        entries = [[entry["word"] for entry in fill.entries] for fill in fills]
        same = [sum(a == b for a, b in zip(one, two, strict=True)) for one, two in combinations(entries, 2)]
        return cls(sum(same) / len(same) if same else 0.0, len({word for words in entries for word in words}))
