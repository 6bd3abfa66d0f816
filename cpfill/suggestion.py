"""The candidates of a slot with which the whole grid can still be filled, each with its proof. Knows the dive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cpfill.domains import Domains
from cpfill.engines.dive import Dive
from cpfill.grid import Slot
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import reduce
from cpfill.result import Progress, silent

FIRST_NODES = 500
"""Decisions spent on each candidate in the first round; every round has eight times as many as the one before."""


@dataclass(frozen=True)
class Suggestion:
    """A candidate and what is proved of it.

    ``viable`` is true with a ``fill`` that has the word, and false when none exists: by "reduction", or by "search".
    """

    word: str
    score: int
    viable: bool
    proof: str
    fill: Fill | None = None


class Suggestions(Iterator[Suggestion]):
    """A stream of suggestions: by falling score as far as they are decided at once, hard ones later.

    ``complete`` is true once every candidate is decided. Ctrl-C, which sets ``interrupted``, and the time limit end
    the stream.
    """

    def __init__(self, puzzle: Puzzle, slot: Slot, time_limit: float | None, progress: Progress) -> None:
        self.complete = self.interrupted = False
        self._deadline = None if time_limit is None else time.perf_counter() + time_limit
        self._source = self._decide(puzzle, slot, progress)

    def __next__(self) -> Suggestion:
        try:
            return next(self._source)
        except KeyboardInterrupt:
            self.interrupted = True
            raise StopIteration from None

    def _late(self) -> bool:
        return self._deadline is not None and time.perf_counter() >= self._deadline

    def _decide(self, puzzle: Puzzle, slot: Slot, progress: Progress) -> Iterator[Suggestion]:
        domains = Domains.of(puzzle)
        reduction = reduce(domains)
        rows = domains.candidates[slot.index]
        scores = puzzle.vocabulary.scores(puzzle.length(slot))[rows]
        ranked = rows[np.lexsort((rows, -scores))].tolist()
        left = set() if reduction.contradiction else set(reduction.domains.candidates[slot.index].tolist())
        trial = _Trial(puzzle, reduction.domains, slot)
        waiting, nodes = [row for row in ranked if row in left], FIRST_NODES
        while waiting:
            undecided = []
            for row in waiting:
                if self._late():
                    return
                found = trial.decide(row, nodes)
                if found is None:
                    undecided.append(row)
                else:
                    yield found
                progress("suggest", {"undecided": len(waiting), "nodes": nodes})
            waiting, nodes = undecided, nodes * 8
        yield from (trial.suggestion(row, None, "reduction") for row in ranked if row not in left)
        self.complete = True


class _Trial:
    """The search that every candidate of a slot is tried with."""

    def __init__(self, puzzle: Puzzle, domains: Domains, slot: Slot) -> None:
        self._puzzle, self._slot, self._domains = puzzle, slot, domains
        self._words = puzzle.vocabulary.letters(puzzle.length(slot))
        self._dive = Dive(puzzle, {}, 0, domains)

    def decide(self, row: int, nodes: int) -> Suggestion | None:
        """What that many decisions prove of the word, or None."""
        letters = self._domains.letters.copy()
        letters[self._puzzle.slot_variables[self._slot.index]] = np.uint64(1) << self._words[row].astype(np.uint64)
        self._dive.assume(letters)
        fill = self._dive.step(nodes)
        return self.suggestion(row, fill, "search") if fill or self._dive.exhausted else None

    def suggestion(self, row: int, fill: Fill | None, proof: str) -> Suggestion:
        """The outcome for the word; a fill that is given out has no faults."""
        if fill is not None and (faults := fill.faults()):
            raise RuntimeError(f"a suggestion gave a fill with faults: {faults[0]}")
        length = self._words.shape[1]
        score = int(self._puzzle.vocabulary.scores(length)[row])
        return Suggestion(self._puzzle.vocabulary.word(length, row), score, fill is not None, proof, fill)


def suggest(puzzle: Puzzle, slot: Slot, *, time_limit: float | None = None, progress: Progress = silent) -> Suggestions:
    """Every word that the slot's own letters allow, best first, with the proof that it can or cannot stay."""
    return Suggestions(puzzle, slot, time_limit, progress)
