"""The words and their scores, as one letter matrix per length. Knows no grid and no solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cpfill.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Letters = npt.NDArray[np.int8]
Scores = npt.NDArray[np.int16]
Rows = npt.NDArray[np.int32]

MAX_ALPHABET = 64
"""A set of letters is one 64-bit mask, everywhere."""
BARE_SCORE = 50
"""Score of a word listed without one."""
HIGHEST_SCORE = 1000
"""Largest score accepted: lists in use run from 0 to 100."""


@dataclass(frozen=True)
class Lexicon:
    """Words of one alphabet, grouped by length and sorted, each with a score.

    ``letters(n)`` has shape (words of length n, n) and dtype int8: codes into ``alphabet``. Its row number is the
    value of a slot's variable. ``scores(n)`` has shape (words of length n,), usually 0 to 100.
    ``rejected`` counts, per reason, the lines of a word list that were no word.
    """

    alphabet: str
    _letters: Mapping[int, Letters]
    _scores: Mapping[int, Scores]
    rejected: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_words(cls, words: Iterable[str] | Mapping[str, int], rejected: Mapping[str, int] | None = None) -> Lexicon:
        """Build from upper-case words, or from a mapping of words to scores. Raises InputError past 64 letters."""
        scored = dict(words) if isinstance(words, Mapping) else dict.fromkeys(words, BARE_SCORE)
        alphabet = "".join(sorted(set().union(*scored))) if scored else ""
        if len(alphabet) > MAX_ALPHABET:
            raise InputError(
                f"the words use {len(alphabet)} different letters; at most {MAX_ALPHABET} are possible"
                " (is the encoding right?)"
            )
        by_length: dict[int, list[str]] = {}
        for word in sorted(scored):
            by_length.setdefault(len(word), []).append(word)
        codes = np.array([ord(letter) for letter in alphabet], dtype=np.uint32)
        letters = {n: _encode(group, n, codes) for n, group in sorted(by_length.items())}
        scores = {n: np.array([scored[w] for w in group], dtype=np.int16) for n, group in sorted(by_length.items())}
        return cls(alphabet, letters, scores, dict(rejected or {}))

    @classmethod
    def from_table(cls, table: pd.DataFrame) -> Lexicon:
        """Build from a table with the columns ``word`` and ``score``; of equal words the highest score counts."""
        best = table.groupby("word")["score"].max()
        return cls.from_words({str(word): int(score) for word, score in best.items()})

    @cached_property
    def table(self) -> pd.DataFrame:
        """All words as a table: word, length, score; by length, then alphabetically."""
        import pandas as pd

        lengths = np.concatenate([np.full(self.count(n), n) for n in self.lengths] or [np.zeros(0, dtype=np.int64)])
        scores = np.concatenate([self.scores(n) for n in self.lengths] or [np.zeros(0, dtype=np.int16)])
        return pd.DataFrame({"word": list(self), "length": lengths, "score": scores})

    @property
    def lengths(self) -> list[int]:
        """The lengths that some word has, ascending."""
        return [n for n, rows in self._letters.items() if len(rows)]

    def letters(self, length: int) -> Letters:
        """The letter codes of all words of that length: shape (count, length), int8; empty when there is none."""
        rows = self._letters.get(length)
        return np.zeros((0, length), dtype=np.int8) if rows is None else rows

    def scores(self, length: int) -> Scores:
        """The scores of all words of that length: shape (count,), int16."""
        scores = self._scores.get(length)
        return np.zeros(0, dtype=np.int16) if scores is None else scores

    def count(self, length: int) -> int:
        """How many words have that length."""
        return len(self.letters(length))

    def __len__(self) -> int:
        return sum(len(rows) for rows in self._letters.values())

    def __iter__(self) -> Iterator[str]:
        for n in self.lengths:
            yield from self.words(n)

    def words(self, length: int) -> list[str]:
        """The words of that length, in the order of their rows."""
        rows = self.letters(length)
        points = np.frombuffer(self.alphabet.encode("utf-32-le"), dtype=np.uint32)
        text = points[rows].tobytes().decode("utf-32-le") if len(rows) else ""
        return [text[i : i + length] for i in range(0, len(text), length)]

    def word(self, length: int, row: int) -> str:
        """The word in that row of ``letters(length)``."""
        return "".join(self.alphabet[code] for code in self.letters(length)[row])

    def encode(self, word: str) -> Letters | None:
        """The letter codes of a word, or None when it has a letter outside the alphabet."""
        codes = [self.alphabet.find(letter) for letter in word]
        return None if -1 in codes else np.array(codes, dtype=np.int8)

    def row_of(self, word: str) -> int | None:
        """The row of the word in ``letters(len(word))``, or None when it is not listed."""
        codes, rows = self.encode(word), self.letters(len(word))
        if codes is None or not rows.size:
            return None
        packed = np.ascontiguousarray(rows).view(f"S{len(word)}").ravel()  # rows are sorted, so bytes are too
        row = int(np.searchsorted(packed, codes.tobytes()))
        return row if row < len(rows) and (rows[row] == codes).all() else None

    def score_of(self, word: str) -> int | None:
        """The score of the word, or None when it is not listed."""
        known = self._known_scores.get(word)
        if known is not None:
            return known
        row = self.row_of(word)
        if row is None:
            return None
        score = self._known_scores[word] = int(self.scores(len(word))[row])
        return score

    @cached_property
    def _known_scores(self) -> dict[str, int]:
        """Scores of words that were asked for before: an enumeration asks for the same ones again and again."""
        return {}

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.row_of(word) is not None

    def select(self, keep: Mapping[int, npt.NDArray[np.bool_]]) -> Lexicon:
        """The words whose entry in ``keep[length]`` is true; lengths not named keep all. The alphabet stays."""
        letters = {n: rows[keep[n]] if n in keep else rows for n, rows in self._letters.items()}
        scores = {n: rows[keep[n]] if n in keep else rows for n, rows in self._scores.items()}
        return Lexicon(self.alphabet, letters, scores, self.rejected)

    def at_least(self, score: int) -> Lexicon:
        """The words with that score or a higher one."""
        return self.select({n: self.scores(n) >= score for n in self.lengths})

    def including(self, words: Mapping[str, int]) -> Lexicon:
        """The words with these added; their letters may extend the alphabet, which changes the codes."""
        if not words:
            return self
        alphabet = "".join(sorted(set(self.alphabet).union(*words)))
        if len(alphabet) > MAX_ALPHABET:
            raise InputError(f"the words use {len(alphabet)} different letters; at most {MAX_ALPHABET} are possible")
        recode = np.array([alphabet.index(letter) for letter in self.alphabet], dtype=np.int8)
        letters = {n: recode[rows] for n, rows in self._letters.items()}
        scores = dict(self._scores)
        codes = np.array([ord(letter) for letter in alphabet], dtype=np.uint32)
        for word, score in words.items():
            n = len(word)
            rows = np.concatenate([letters.get(n, np.zeros((0, n), dtype=np.int8)), _encode([word], n, codes)])
            order = np.lexsort(rows.T[::-1])
            letters[n] = rows[order]
            scores[n] = np.append(scores.get(n, np.zeros(0, dtype=np.int16)), np.int16(score))[order]
        return Lexicon(alphabet, dict(sorted(letters.items())), scores, self.rejected)

    def without(self, words: Iterable[str]) -> Lexicon:
        """The words that are not among ``words``."""
        keep = {n: np.ones(self.count(n), dtype=np.bool_) for n in self.lengths}
        for word in words:
            row = self.row_of(word)
            if row is not None:
                keep[len(word)][row] = False
        return self.select(keep)


def _encode(words: list[str], length: int, codes: npt.NDArray[np.uint32]) -> Letters:
    points = np.frombuffer("".join(words).encode("utf-32-le"), dtype=np.uint32)
    return np.searchsorted(codes, points).astype(np.int8).reshape(len(words), length)
