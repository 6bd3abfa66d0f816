"""Counts fills region by region. Knows the kernel, and no other engine.

Parts of a grid that share no open cell are filled independently, but for the rules that span the grid. Where only the
rule that entries differ joins two regions, the fills of each are listed and the pairs without a common word counted on
bitsets, so that two million fills stand for a million million pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np

from cpfill.domains import Domains
from cpfill.engines.dive import CHUNK, EXHAUSTIVE, Demands, params_of
from cpfill.engines.kernel import EXHAUSTED, Kernel, sharing_pairs
from cpfill.engines.network import network_of
from cpfill.lexicon import Rows
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce
from cpfill.result import Progress

_ROOM = 10_000


def count_by_regions(puzzle: Puzzle, over: Callable[[], bool], progress: Progress) -> int:
    """How many fills the puzzle has. When ``over()`` becomes true, the product of what was counted so far."""
    reduction = reduce(Domains.of(puzzle))
    if reduction.contradiction:
        return 0
    domains = reduction.domains
    groups = _groups(domains)
    return math.prod(_count_group(domains, group, over, progress) for group in groups)


def regions(domains: Domains) -> list[list[int]]:
    """The slots that hang together by open cells, as lists of their indices; decided slots stand alone."""
    puzzle = domains.puzzle
    joined = list(range(len(puzzle.grid.slots)))
    seen: dict[int, int] = {}
    for slot in puzzle.grid.slots:
        for variable in puzzle.slot_variables[slot.index].tolist():
            if int(domains.letters[variable]).bit_count() > 1:
                _join(joined, slot.index, seen.setdefault(variable, slot.index))
    return _classes(joined)


def _root(joined: list[int], item: int) -> int:
    while joined[item] != item:
        item = joined[item]
    return item


def _join(joined: list[int], one: int, other: int) -> None:
    joined[_root(joined, one)] = _root(joined, other)


def _classes(joined: list[int]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for item in range(len(joined)):
        found.setdefault(_root(joined, item), []).append(item)
    return list(found.values())


def _groups(domains: Domains) -> list[list[list[int]]]:
    """Regions that the rule against repeats joins, together; all of them when another rule spans the grid."""
    found = regions(domains)
    rules = domains.puzzle.rules
    if rules.distinct_stems or rules.max_shared is not None or rules.pangram or rules.max_below or rules.place:
        return [[sorted(slot for region in found for slot in region)]]
    if rules.allow_duplicates:
        return [[region] for region in found]
    joined = list(range(len(found)))
    words = [_words(domains, region) for region in found]
    for one, other in combinations(range(len(found)), 2):
        if any(len(np.intersect1d(rows, words[other].get(n, rows[:0]))) for n, rows in words[one].items()):
            _join(joined, one, other)
    groups = [[found[i] for i in group] for group in _classes(joined)]
    return [group if len(group) <= 2 else [sorted(slot for region in group for slot in region)] for group in groups]


def _words(domains: Domains, region: list[int]) -> dict[int, Rows]:
    """Per length, the rows of all words that some slot of the region may take."""
    found: dict[int, list[Rows]] = {}
    for slot in region:
        found.setdefault(domains.tables.lengths[slot], []).append(domains.candidates[slot])
    return {n: np.unique(np.concatenate(rows)) for n, rows in found.items()}


def _count_group(domains: Domains, group: list[list[int]], over: Callable[[], bool], progress: Progress) -> int:
    if len(group) == 1:
        kernel = _kernel(domains, group[0])
        while not over() and kernel.count(CHUNK) != EXHAUSTED:
            progress("count", kernel.counts)
        return kernel.counts["solutions"]
    one, other = (_list_fills(domains, region, over, progress) for region in group)
    left, right, shared = _shared_ids(domains, group, one, other)
    return len(one) * len(other) - sharing_pairs(left, right, shared)


def _kernel(domains: Domains, region: list[int]) -> Kernel:
    network = network_of(domains.puzzle, domains.candidates, domains.letters, region)
    return Kernel(network, params_of(domains.puzzle, EXHAUSTIVE, Demands()), 0)


def _list_fills(domains: Domains, region: list[int], over: Callable[[], bool], progress: Progress) -> Rows:
    """The rows of every fill of the region: shape (fills, slots of the region)."""
    kernel = _kernel(domains, region)
    found = [np.zeros((0, len(region)), dtype=np.int32)]
    outcome = 0
    while not over() and outcome != EXHAUSTED:
        outcome, rows = kernel.collect(CHUNK, _ROOM)
        found.append(rows)
        progress("count", kernel.counts)
    return np.concatenate(found)


def _shared_ids(domains: Domains, group: list[list[int]], one: Rows, other: Rows) -> tuple[Rows, Rows, int]:
    """The fills with words as numbers that both regions agree on, -1 for a word of one alone; how many are shared."""
    lengths = domains.tables.lengths
    classes = sorted(set(lengths))
    sizes = [domains.puzzle.vocabulary.count(n) for n in classes]
    starts = dict(zip(classes, np.cumsum([0, *sizes]), strict=False))
    left, right = (
        rows + np.array([starts[lengths[slot]] for slot in region])
        for region, rows in zip(group, (one, other), strict=True)
    )
    both = np.intersect1d(left, right)
    number = np.full(sum(sizes), -1, dtype=np.int32)
    number[both] = np.arange(len(both))
    return number[left], number[right], len(both)
