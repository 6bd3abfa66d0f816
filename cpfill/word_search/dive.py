"""Places words one by one and takes words out again where they clash. Knows no CP-SAT; what it finds is no proof."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpfill.word_search.placements import COMPASS, Space

Arrangement = tuple[int, ...]
"""Per word, the row of its placement in ``Space.cells``."""
EVENNESS = 1.5
"""How much a direction is avoided that all words so far have, in clashes."""
MOVES = 300
"""Words moved so that as many cells are covered as the rules ask for."""


def dive(space: Space, seed: int, sharing: float, steps: int) -> Arrangement | None:
    """A place for every word without clashing letters, or None after ``steps`` placements.

    The longest waiting word goes where it clashes least and shares most: one more shared letter is worth ``sharing``
    clashes. Words that it clashes with are taken out and wait; each time a word is taken out it becomes dearer to take
    out. Words inside other words are left to their hosts. In the end words move until overlap and message are right.
    """
    return _Dive(space, seed, sharing).run(steps)


class _Dive:
    def __init__(self, space: Space, seed: int, sharing: float) -> None:
        self.space, self.sharing = space, sharing
        self.random = np.random.default_rng(seed)
        self.words = [w for w in range(len(space.codes)) if not self._comes_with_host(w)]
        self.letters = np.zeros(space.squares, dtype=np.int32)
        self.covers = np.zeros(space.squares, dtype=np.int32)
        self.dearness = np.zeros(space.squares)
        self.weight = np.ones(len(space.codes))
        self.rows: dict[int, int] = {}

    def _comes_with_host(self, word: int) -> bool:
        """Whether a host, wherever it is put, shows this word too; of two mirrored words the second one does."""
        ways = {COMPASS.index(name) for name in self.space.search.directions}
        mirrored = {(way + 4) % 8 for way in ways} == ways
        length = len(self.space.codes[word])
        return any(
            (mirrored or not backwards) and (len(self.space.codes[host]) > length or host < word)
            for host, _, backwards in self.space.hosts.get(word, ())
        )

    def run(self, steps: int) -> Arrangement | None:
        waiting = set(self.words)
        noise = self.random.random(len(self.space.codes))
        for _ in range(steps):
            if not waiting:
                return self._with_inner_words() if self._cover(*self.space.search.covered_range) else None
            word = min(waiting, key=lambda w: (-len(self.space.codes[w]) - noise[w], w))
            waiting.remove(word)
            row = self._choose(word)
            if row is None:
                return None
            waiting.update(self._put(word, row))
        return None

    def _choose(self, word: int) -> int | None:
        cells = self.space.cells(word)
        held = self.letters[cells]
        same = held == self.space.codes[word]
        clash = np.where((held != 0) & ~same, self.dearness[cells], 0.0).sum(axis=1)
        cost = clash - self.sharing * same.sum(axis=1) + self.random.random(len(cells)) * 0.7
        used = np.bincount([self.space.direction(w)[r] for w, r in self.rows.items()], minlength=8)
        cost += EVENNESS * used[self.space.direction(word)] / (len(self.rows) + 1)
        if self.space.search.max_overlap == 0:
            cost += self.dearness[cells].sum(axis=1)
        if self.space.search.balanced:
            cost[~self._ways_left()[self.space.direction(word)]] = np.inf
        return int(cost.argmin()) if len(cost) and np.isfinite(cost.min()) else None

    def _ways_left(self) -> npt.NDArray[np.bool_]:
        """Per direction, whether one more word leaves it possible that all end within one of each other."""
        used = np.bincount([self.space.direction(w)[row] for w, row in self.rows.items()], minlength=8)
        least, more = divmod(len(self.words), len(self.space.search.directions))
        left: npt.NDArray[np.bool_] = (used < least) | ((used == least) & (int((used > least).sum()) < more))
        return left

    def _put(self, word: int, row: int) -> list[int]:
        """Place the word; the words that it clashes with, which are out again."""
        cells = self.space.cells(word)[row]
        held = self.letters[cells]
        wrong = (held != 0) & ((held != self.space.codes[word]) | (self.space.search.max_overlap == 0))
        bad = set(cells[wrong].tolist())
        out = [w for w, r in self.rows.items() if bad and not bad.isdisjoint(self.space.cells(w)[r].tolist())]
        for w in out:
            self._take_out(w)
            self.weight[w] += 0.3
        self.rows[word] = row
        self.letters[cells] = self.space.codes[word]
        self.covers[cells] += 1
        self.dearness[cells] += self.weight[word]
        return out

    def _take_out(self, word: int) -> None:
        cells = self.space.cells(word)[self.rows.pop(word)]
        self.covers[cells] -= 1
        self.dearness[cells] -= self.weight[word]
        self.letters[cells[self.covers[cells] == 0]] = 0

    def _cover(self, low: int, high: int) -> bool:
        """Move words, one at a time, until between ``low`` and ``high`` cells are covered; whether that came about."""
        for step in range(MOVES):
            covered = int((self.covers > 0).sum())
            if low <= covered <= high:
                return True
            word = self.words[int(self.random.integers(len(self.words)))]
            old = self.rows[word]
            self._take_out(word)
            cells = self.space.cells(word)
            held = self.letters[cells]
            fits = ((held == 0) | (held == self.space.codes[word])).all(axis=1)
            if self.space.search.balanced:
                fits &= self.space.direction(word) == self.space.direction(word)[old]
            new = (held == 0).sum(axis=1) + int((self.covers > 0).sum())
            off = np.maximum(np.maximum(low - new, new - high), 0) + self.random.random(len(cells)) * (1 + step % 2)
            self._put(word, int(np.where(fits, off, np.inf).argmin()))
        return False

    def _with_inner_words(self) -> Arrangement | None:
        """The arrangement with the words inside other words put there, innermost last."""
        space, rows = self.space, dict(self.rows)
        for word in sorted(set(range(len(space.codes))) - set(rows), key=lambda w: (-len(space.codes[w]), w)):
            length = len(space.codes[word])
            for host, at, backwards in space.hosts[word]:
                if host in rows:
                    part = tuple(space.cells(host)[rows[host]].tolist()[at : at + length])
                    row = space.row_of(word, part[::-1] if backwards else part)
                    if row is not None:
                        rows[word] = row
                        break
        return tuple(rows[w] for w in range(len(space.codes))) if len(rows) == len(space.codes) else None
