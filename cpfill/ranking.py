"""Fills in order of falling total score, each proved the best of the rest. Knows the dive; proofs are its exhaustion.

All fills whose total lies in a band are found by a search that the least total prunes, and sorted; then the next band
below follows, wider while bands hold few fills and narrower when they hold many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpfill.domains import Domains
from cpfill.engines.dive import EXHAUSTIVE, ROOM, Demands, Dive
from cpfill.enumeration import Fills, Watch
from cpfill.improvement import Improver
from cpfill.lexicon import Rows
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import reduce
from cpfill.result import Progress, silent

MOST = 20_000
"""Fills of one band that are kept to be sorted; a band of a single total needs no sorting and keeps none."""
ROUNDS = 200
"""Neighbourhoods tried for a good fill, whose total is where the first band ends."""

Totals = npt.NDArray[np.int64]


def ranked_fills(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    progress: Progress = silent,
) -> Fills:
    """Every fill, each exactly once, by falling total score; fills of equal total come in an order of no meaning.

    A fill that comes is proved: none of those to follow has a higher total. ``limit`` is a number of fills,
    ``time_limit`` in wall-clock seconds.
    """
    watch = Watch(limit, time_limit, progress)
    return Fills(_by_bands(puzzle, watch), watch)


@dataclass
class _Band:
    """The fills whose total is at least ``low`` and below ``high``, as one search finds them."""

    dive: Dive
    domains: Domains
    watch: Watch
    low: int
    high: int

    def chunks(self) -> Iterator[tuple[Rows, Totals]]:
        """The rows of the words and the totals, some fills at a time, until none are left or a limit is reached."""
        self.dive.assume(self.domains.letters, self.low)
        while not self.dive.exhausted and not self.watch.over():
            rows = self.dive.collect_rows()
            totals = self._totals(rows)
            inside = totals < self.high
            yield rows[inside], totals[inside]
            self.watch.progress("rank", {"fills": self.watch.count, "total": self.low, **self.dive.counts})

    def _totals(self, rows: Rows) -> Totals:
        words, lengths = self.domains.puzzle.vocabulary, self.domains.tables.lengths
        columns = [words.scores(n)[rows[:, slot]].astype(np.int64) for slot, n in enumerate(lengths)]
        return np.sum(columns, axis=0, dtype=np.int64) if columns else np.zeros(len(rows), dtype=np.int64)

    def sorted_rows(self) -> Rows | None:
        """All of them, the best first; None when there are more than MOST."""
        found = [np.zeros((0, len(self.domains.candidates)), dtype=np.int32)]
        totals, kept = [np.zeros(0, dtype=np.int64)], 0
        for rows, sums in self.chunks():
            found.append(rows)
            totals.append(sums)
            kept += len(rows)
            if kept > MOST:
                return None
        order = np.argsort(-np.concatenate(totals), kind="stable")
        return np.asarray(np.concatenate(found)[order])


def _by_bands(puzzle: Puzzle, watch: Watch) -> Iterator[Fill]:
    first = _good_fill(puzzle, watch)
    if first is None:
        return
    domains = reduce(Domains.of(puzzle)).domains
    least, most = _limits(domains)
    dive = Dive(puzzle, EXHAUSTIVE, 0, domains, Demands(min_total=0))
    high, step = most + 1, most + 1 - sum(first.scores)
    while high > least and not watch.over():
        band = _Band(dive, domains, watch, max(high - step, least), high)
        if step == 1:
            yield from (fill for rows, _ in band.chunks() for fill in _given_out(dive, rows, watch))
            few = True
        else:
            best = band.sorted_rows()
            few = best is not None
            if best is not None and dive.exhausted:
                yield from _given_out(dive, best, watch)
        if dive.exhausted and few:
            high = band.low
        step = step * 2 if few else max(step // 4, 1)
    watch.complete = not watch.reason


def _given_out(dive: Dive, rows: Rows, watch: Watch) -> Iterator[Fill]:
    """The fills with these words, up to the limit."""
    for start in range(0, len(rows), ROOM):
        for fill in dive.fills_of(rows[start : start + ROOM]):
            if watch.full():
                return
            yield fill


def _good_fill(puzzle: Puzzle, watch: Watch) -> Fill | None:
    """A fill that neighbourhoods made better for a while; None when there is none, or too little time."""
    dive, fill = Dive(puzzle, {}, 0), None
    while fill is None and not watch.over():
        fill = dive.step()
        watch.progress("dive", dive.counts)
        if dive.exhausted:
            watch.complete = True
            return None
    if fill is None:
        return None
    improver = Improver(fill, {}, 0)
    while improver.rounds < ROUNDS and not watch.over():
        improver.step()
        watch.progress("improve", {"total": improver.total, "rounds": improver.rounds})
    return improver.fill


def _limits(domains: Domains) -> tuple[int, int]:
    """Totals that no fill is below and none above."""
    scores = [domains.puzzle.vocabulary.scores(n) for n in domains.tables.lengths]
    left = [score[rows] for score, rows in zip(scores, domains.candidates, strict=True)]
    return sum(int(values.min()) for values in left), sum(int(values.max()) for values in left)
