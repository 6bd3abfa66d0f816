"""A puzzle as the flat arrays that the dive's kernel reads. Knows no search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cpfill.engines.kernel import Network
from cpfill.lexicon import Rows
from cpfill.puzzle import Mask, Puzzle

Array = npt.NDArray[Any]


def network_of(
    puzzle: Puzzle, candidates: Sequence[Rows], letters: Mask, slots: Sequence[int] | None = None
) -> Network:
    """The puzzle with these candidate rows per slot and letter masks per variable; of ``slots`` alone when given."""
    words = puzzle.vocabulary
    chosen = [slot for slot in puzzle.grid.slots if slots is None or slot.index in slots]
    lengths = [puzzle.length(slot) for slot in chosen]
    candidates = [candidates[slot.index] for slot in chosen]
    classes = sorted(set(lengths))
    counts = [words.count(n) for n in classes]
    scores = np.concatenate([*(words.scores(n) for n in classes), np.zeros(0, dtype=np.int16)])
    arrays: dict[str, Array | None] = {
        "masks": letters,
        "class_length": np.array(classes),
        "class_count": np.array(counts),
        "letters": np.concatenate([*(words.letters(n).ravel() for n in classes), np.zeros(0, dtype=np.int8)]),
        "scores": scores,
        "slot_class": np.array([classes.index(n) for n in lengths]),
        "slot_vars": np.concatenate([*(puzzle.slot_variables[s.index] for s in chosen), np.zeros(0, dtype=np.int32)]),
        "candidate_off": np.cumsum([0, *(len(rows) for rows in candidates)]),
        "candidates": np.concatenate([*candidates, np.zeros(0, dtype=np.int32)]),
    }
    if puzzle.rules.max_below is not None:
        arrays["low"] = scores < puzzle.rules.max_below[1]
    if puzzle.rules.place:
        starts = dict(zip(classes, np.cumsum([0, *counts]), strict=False))
        arrays["place"] = _placed(puzzle, starts)
    return Network(arrays | _groups(puzzle, classes))


def _placed(puzzle: Puzzle, starts: dict[int, int]) -> Array:
    """The number of each word to be placed among all words; -1, which no slot holds, for an impossible length."""
    numbers = []
    for word in dict.fromkeys(puzzle.rules.place):
        row = puzzle.vocabulary.row_of(word)
        numbers.append(-1 if row is None or len(word) not in starts else starts[len(word)] + row)
    return np.array(numbers)


def _groups(puzzle: Puzzle, classes: list[int]) -> dict[str, Array | None]:
    """The groups of words that exclude each other by stem or shared run, as two compressed sparse rows."""
    rules = puzzle.rules
    if not rules.distinct_stems and rules.max_shared is None:
        return {}
    from cpfill.clashing import Clashes

    by_rule = Clashes.of(puzzle).by_rule
    words, groups, taken = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], 0
    for rule in sorted(set(by_rule) - {"repeat"}):
        keys = [by_rule[rule][n] for n in classes]
        number = np.arange(sum(len(rows) for rows in keys))
        words.append(np.repeat(number, [rows.shape[1] for rows in keys for _ in range(len(rows))]))
        groups.append(np.concatenate([rows.ravel() for rows in keys]) if keys else np.zeros(0, dtype=np.int64))
        values = np.unique(groups[-1], return_inverse=True)[1].reshape(-1)
        groups[-1] = values + taken
        taken += int(values.max(initial=-1)) + 1
    pairs = np.unique(np.stack([np.concatenate(groups), np.concatenate(words)]), axis=1)
    total = sum(puzzle.vocabulary.count(n) for n in classes)
    by_word = pairs[:, np.lexsort(pairs)]
    return {
        "member_off": np.searchsorted(pairs[0], np.arange(taken + 1)),
        "member": pairs[1],
        "group_of_off": np.searchsorted(by_word[1], np.arange(total + 1)),
        "group_of": by_word[0],
    }
