"""One enumeration as independent parts, each with its own share of one slot's words. Knows no process and no file.

Every fill has one word in that slot, so it belongs to exactly one part: counts add up and no fill is found twice.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from cpfill.batch.work import Enumerate, Job, Line, Part, digest, enumeration_line
from cpfill.domains import Domains
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce
from cpfill.regions import regions
from cpfill.rules import Rules

Weights = npt.NDArray[np.float64]


def split(puzzle: Puzzle, parts: int) -> list[Puzzle]:
    """Puzzles with the same fills together as this one, no fill in two of them; at most ``parts``, at least one.

    They are balanced by an estimate: the product over a word's crossings of how many words fit there. Where no slot
    has enough words, the heaviest parts are split again by another slot.
    """
    shares: list[tuple[float, Rules]] = [(1.0, puzzle.rules)]
    while len(shares) < parts:
        heaviest = max(range(len(shares)), key=lambda i: shares[i][0])
        weight, rules = shares[heaviest]
        divided = _divided(replace(puzzle, rules=rules), parts - len(shares) + 1)
        if divided:
            shares[heaviest : heaviest + 1] = [(weight * share, narrowed) for share, narrowed in divided]
        elif weight:
            shares[heaviest] = (0.0, rules)
        else:
            break
    return [replace(puzzle, rules=rules) for _, rules in shares]


def _divided(puzzle: Puzzle, parts: int) -> list[tuple[float, Rules]]:
    """The rules of up to that many parts, with their shares of the weight; none when nothing is left to choose."""
    reduction = reduce(Domains.of(puzzle))
    if reduction.contradiction:
        return []
    domains = reduction.domains
    slot, weights = _choose(domains)
    if slot is None:
        return []
    name, length = puzzle.grid.slots[slot].name, domains.tables.lengths[slot]
    others = {key: words for key, words in puzzle.rules.slot_words.items() if puzzle.grid.slot(key).index != slot}
    found = []
    for group in _groups(weights, parts):
        words = frozenset(puzzle.vocabulary.word(length, int(row)) for row in domains.candidates[slot][group])
        share = float(weights[group].sum())
        found.append((share, replace(puzzle.rules, slot_words={**others, name: words})))
    return found


def _choose(domains: Domains) -> tuple[int | None, Weights]:
    """The slot to divide by, and the shares of its candidates: where the largest share is least, so that parts balance.

    Only slots of the region with most possibilities are asked: dividing another would repeat that one in every part.
    """

    def size(region: list[int]) -> float:
        return sum(math.log(len(domains.candidates[slot])) for slot in region)

    best: tuple[int | None, Weights] = (None, np.ones(1))
    for slot in max(regions(domains), key=size, default=[]):
        if len(domains.candidates[slot]) > 1:
            weights = _weights(domains, slot)
            if best[0] is None or weights.max() < best[1].max():
                best = slot, weights
    return best


def _weights(domains: Domains, slot: int) -> Weights:
    """Per candidate, its share of the product over its letters of the crossing candidates with that letter."""
    tables, rows = domains.tables, domains.candidates[slot]
    letters = tables.letters[tables.lengths[slot]][:, rows]
    total = np.zeros(len(rows))
    for place, variable in enumerate(tables.places[tables.starts[slot] : tables.starts[slot + 1]].tolist()):
        for other in np.flatnonzero(tables.places == variable).tolist():
            owner = int(tables.owner[other])
            if owner != slot:
                counts = tables.counts(tables.lengths[owner], domains.candidates[owner])
                total += np.log(np.maximum(counts[other - tables.starts[owner]], 1))[letters[place]]
    weights = np.exp(total - total.max())
    shares: Weights = weights / weights.sum()
    return shares


def _groups(weights: Weights, parts: int) -> list[list[int]]:
    """Up to that many groups of like weight: each candidate, the heaviest first, goes to the lightest group (LPT)."""
    groups: list[list[int]] = [[] for _ in range(min(parts, len(weights)))]
    loads = [(0.0, 0, number) for number in range(len(groups))]
    for item in np.argsort(-weights, kind="stable").tolist():
        load, members, number = loads[0]
        groups[number].append(item)
        heapq.heapreplace(loads, (load + float(weights[item]), members + 1, number))
    return [sorted(group) for group in groups]


def parts_of(job: Job, lexicon: Lexicon) -> list[Job]:
    """The jobs of the parts of a job that is to be split; the job alone when it is not."""
    if job.split < 2 or not isinstance(job.work, Enumerate):
        return [job]
    work = job.work
    puzzles = split(Puzzle(work.grid, lexicon, work.rules), job.split)
    found = []
    for number, puzzle in enumerate(puzzles, 1):
        part = Part(job.key, number, len(puzzles))
        key = f"{job.key} part {number}/{len(puzzles)} {digest(puzzle.rules)[:4]}"
        found.append(replace(job, key=key, work=replace(work, rules=puzzle.rules), split=1, part=part))
    return found


def merge(job: Job, parts: Sequence[Line]) -> Line:
    """The line of the whole enumeration: counts added, fills one after another, complete when every part is."""
    trouble = next((line for line in parts if line.get("complete") is None), None)
    if trouble is not None:
        number, of = trouble["part"]
        reason = f"part {number} of {of}: {trouble['reason']}"
        return job.line({"status": trouble["status"], "reason": reason, "parts": len(parts)})
    reason = next((line["reason"] for line in parts if line["reason"]), "")
    rows: list[Any] | None = None
    if "fills" in parts[0]:
        rows = [fill for line in parts for fill in line["fills"]]
    seconds = sum(line["seconds"]["total"] for line in parts)
    count, complete = sum(line["count"] for line in parts), all(line["complete"] for line in parts)
    answer = enumeration_line(complete, count, reason, seconds, rows)
    return job.line({**answer, "parts": len(parts)})
