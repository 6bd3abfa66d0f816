"""Which words may not stand in one fill together, as keys that two entries must not share. Knows no solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules, stem

Keys = npt.NDArray[np.int64]

_BITS = 6
_FULL = 1 << 56


@dataclass(frozen=True)
class Clashes:
    """Per rule, the keys of every word: two entries clash when some rule gives them an equal key.

    ``by_rule`` maps what the rule forbids to arrays per length, of shape (words of that length, keys of a word).
    The rules are those of :func:`cpfill.rules.clashes`: repeats, equal stems, shared runs.
    """

    by_rule: dict[str, dict[int, Keys]]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Clashes:
        """The keys that the rules of this puzzle ask for, for the lengths that its slots have."""
        lengths = sorted({puzzle.length(slot) for slot in puzzle.grid.slots})
        return cls(_keys(puzzle.vocabulary, lengths, puzzle.rules))

    def between(self, length: int, row: int, other_length: int, others: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Which of the ``others``, rows of words of ``other_length``, clash with the word in that row."""
        hit = np.zeros(len(others), dtype=np.bool_)
        for rule, keys in self.by_rule.items():
            if rule == "repeat":
                hit |= (others == row) & (length == other_length)
            else:
                hit |= np.isin(keys[other_length][others], keys[length][row]).any(axis=1)
        return hit


def _keys(words: Lexicon, lengths: list[int], rules: Rules) -> dict[str, dict[int, Keys]]:
    by_rule = {}
    if not rules.allow_duplicates:
        by_rule["repeat"] = _repeats(words, lengths)
    if rules.distinct_stems:
        by_rule["stem"] = _stems(words, lengths)
    if rules.max_shared is not None:
        by_rule["run"] = _runs(words, lengths, rules.max_shared + 1)
    return by_rule


def _repeats(words: Lexicon, lengths: list[int]) -> dict[int, Keys]:
    """A key for each word, different over all lengths."""
    starts = np.cumsum([0, *(words.count(n) for n in lengths)])
    return {n: np.arange(start, start + words.count(n))[:, None] for n, start in zip(lengths, starts, strict=False)}


def _stems(words: Lexicon, lengths: list[int]) -> dict[int, Keys]:
    numbers: dict[str, int] = {}
    return {
        n: np.array([numbers.setdefault(stem(w), len(numbers)) for w in words.words(n)], dtype=np.int64)[:, None]
        for n in lengths
    }


def _runs(words: Lexicon, lengths: list[int], run: int) -> dict[int, Keys]:
    """A key for each run of letters: its letters as digits, ranked again whenever 64 bits would overflow."""
    windows = {n: np.lib.stride_tricks.sliding_window_view(words.letters(n), run, axis=1) for n in lengths if n >= run}
    flat = np.concatenate([w.reshape(-1, run) for w in windows.values()] or [np.zeros((0, run), dtype=np.int8)])
    keys = np.zeros(len(flat), dtype=np.int64)
    for column in flat.T:
        if len(keys) and keys.max() >= _FULL:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        keys = (keys << _BITS) + column
    found: dict[int, Keys] = {n: np.zeros((words.count(n), 0), dtype=np.int64) for n in lengths}
    start = 0
    for n, view in windows.items():
        count = view.shape[0] * view.shape[1]
        found[n] = keys[start : start + count].reshape(view.shape[:2])
        start += count
    return found
