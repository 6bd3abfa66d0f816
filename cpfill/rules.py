"""What a fill must obey besides its words. Knows how to judge entries, and no solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from cpfill.errors import InputError

DEFAULT_MIN_SCORE = 50
"""What editors and other fillers take as fit to print."""

Keys = Callable[[str], set[str]]

_SUFFIXES = ("INGS", "ING", "IEST", "IERS", "IER", "IES", "IED", "ERS", "EST", "ER", "ES", "ED", "LY", "E", "S", "D")


@dataclass(frozen=True)
class Rules:
    """The rules of a puzzle; the default asks only that entries differ and score at least 50.

    ``entries`` maps a slot's name to its word and ``place`` lists words to appear in any slot: such words need not be
    in the lexicon, since the user vouches for them. ``max_shared`` is N in "no two entries share a run of N+1 letters".
    ``max_below`` is (count, score): at most that many entries score below that. ``slot_words`` and ``slot_patterns``
    (regular expressions for the whole entry) narrow single slots.
    """

    entries: Mapping[str, str] = field(default_factory=dict)
    avoid: frozenset[str] = frozenset()
    min_score: int = DEFAULT_MIN_SCORE
    allow_duplicates: bool = False
    max_shared: int | None = None
    distinct_stems: bool = False
    pangram: bool = False
    max_below: tuple[int, int] | None = None
    place: tuple[str, ...] = ()
    slot_words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    slot_patterns: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.max_shared is not None and self.max_shared < 1:
            raise InputError(f"max-shared is {self.max_shared}; entries always share single letters, so use 1 or more")
        if self.max_below is not None and self.max_below[0] < 0:
            raise InputError(f"max-below allows {self.max_below[0]} entries; use 0 or more")
        for name, pattern in self.slot_patterns.items():
            try:
                re.compile(pattern)
            except re.error as error:
                raise InputError(f"the pattern {pattern!r} for {name} is no regular expression: {error}") from None

    @property
    def vouched(self) -> frozenset[str]:
        """Words the user put in by name, which are accepted whatever the lexicon says."""
        return frozenset(self.entries.values()) | frozenset(self.place)


def stem(word: str) -> str:
    """The word without an English inflection, so that LION and LIONS, BAKE and BAKING are alike.

    Only a key for comparing: it need not be a word. At least three letters stay.
    """
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            base = word[: -len(suffix)]
            doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "AEIOULSZ"
            return base[:-1] if doubled else base
    return word


def shared_runs(word: str, length: int) -> set[str]:
    """All runs of that many letters inside the word."""
    return {word[i : i + length] for i in range(len(word) - length + 1)}


def clashes(words: Iterable[tuple[str, str]], rules: Rules) -> list[str]:
    """Faults between entries, given as (slot name, word) pairs: repeats, equal stems and shared runs."""
    entries = list(words)
    faults = []
    if not rules.allow_duplicates:
        faults += _repeats(entries, lambda word: {word}, "are both {key}")
    if rules.distinct_stems:
        told = not rules.allow_duplicates
        faults += _repeats(entries, lambda word: {stem(word)}, "have the same stem ({key})", told)
    if rules.max_shared is not None:
        run = rules.max_shared + 1
        faults += _repeats(entries, lambda word: shared_runs(word, run), "share {key}")
    return faults


def _repeats(entries: list[tuple[str, str]], keys: Keys, text: str, equals_told: bool = False) -> list[str]:
    """Each key that two entries have. With ``equals_told``, equal words are left to the rule against repeats."""
    seen: dict[str, tuple[str, str]] = {}
    faults = []
    for name, word in entries:
        for key in sorted(keys(word)):
            if key not in seen:
                seen[key] = (name, word)
            elif not (equals_told and seen[key][1] == word):
                faults.append(f"{seen[key][0]} and {name} {text.format(key=key)}")
    return faults
