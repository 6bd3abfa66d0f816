"""The question, a word search to make, and the answer, a grid that lists its own faults. Knows no solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cpfill.errors import InputError, did_you_mean
from cpfill.grid import BLOCK, EMPTY, Grid
from cpfill.word_search.finder import STEPS, Occurrence, find_words

DIRECTION_SETS: dict[str, tuple[str, ...]] = {"2": ("E", "S"), "4": ("E", "SE", "S", "NE"), "8": tuple(STEPS)}
"""What a number of directions stands for: 2 and 4 are those that read from left to right or downwards."""


def parse_directions(text: str) -> tuple[str, ...]:
    """``8``, ``4``, ``2`` or names such as ``E,S,NE``, in the order of the compass from east. Raises InputError."""
    if text.strip() in DIRECTION_SETS:
        return DIRECTION_SETS[text.strip()]
    names = [name.strip().upper() for name in text.replace(";", ",").split(",") if name.strip()]
    for name in names:
        if name not in STEPS:
            raise InputError(f"there is no direction {name!r}; use 2, 4, 8 or some of {', '.join(STEPS)}")
    if not names:
        raise InputError(f"no direction is given; use 2, 4, 8 or some of {', '.join(STEPS)}")
    return tuple(name for name in STEPS if name in names)


def letters_of(text: str) -> str:
    """The letters and digits of a phrase in upper case: ``Ice cream`` is hidden as ICECREAM."""
    import unicodedata

    return "".join(mark for mark in unicodedata.normalize("NFC", text).upper() if mark.isalnum())


@dataclass(frozen=True)
class WordSearch:
    """Which grid hides these words, each exactly once?

    ``grid`` gives the size; its blocks are outside the puzzle. ``words`` are upper-case. A word occurs where its
    letters stand in line in one of ``directions``: which cells they are counts, so that a palindrome occurs once, not
    twice, and a word inside another one is placed there. The *overlap* is the number of letters of all words less the
    number of cells that they cover. ``balanced`` keeps the counts of the directions within one of each other.
    ``message`` stands in the unused cells in reading order, in all of them with ``exact_message``, otherwise followed
    by filler letters. ``avoid`` holds words that appear nowhere in any direction, except inside a placed word.
    ``filler`` holds the letters for unused cells; the default is the words' own letters, as frequent as in them.
    Raises InputError when the parts do not fit each other.
    """

    grid: Grid
    words: tuple[str, ...]
    directions: tuple[str, ...] = DIRECTION_SETS["8"]
    min_overlap: int = 0
    max_overlap: int | None = None
    balanced: bool = False
    message: str = ""
    exact_message: bool = False
    avoid: frozenset[str] = frozenset()
    filler: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.words:
            raise InputError("there are no words to hide")
        for word, times in Counter(self.words).items():
            if times > 1:
                raise InputError(f"the word {word} is listed {times} times; list it once")
            if len(word) < 2 or word != letters_of(word):
                raise InputError(f"{word!r} cannot be hidden; words have two letters or more, in upper case")
        for name in self.directions:
            if name not in STEPS:
                raise InputError(f"there is no direction {name!r}{did_you_mean(name, STEPS)}")
        if not self.directions:
            raise InputError("no direction is allowed")
        if self.grid.givens:
            cell = next(iter(self.grid.givens))
            raise InputError(f"{cell} of the mask holds a letter; use '.' for a cell and '#' for what is outside")
        if not self.grid.cells:
            raise InputError("the mask has no cells inside")
        self._check_overlap()

    def _check_overlap(self) -> None:
        if self.min_overlap < 0 or (self.max_overlap is not None and self.max_overlap < 0):
            raise InputError("an overlap below 0 is not possible")
        if self.max_overlap is not None and self.min_overlap > self.max_overlap:
            raise InputError(f"the minimum overlap {self.min_overlap} is above the maximum {self.max_overlap}")
        if self.exact_message and not self.message:
            raise InputError("an exact message needs a message")

    @property
    def total_letters(self) -> int:
        """The letters of all words together."""
        return sum(map(len, self.words))

    @property
    def covered_range(self) -> tuple[int, int]:
        """The least and the greatest number of cells that the words may cover, from the overlap and the message."""
        cells, total = len(self.grid.cells), self.total_letters
        high = min(cells - len(self.message), total - self.min_overlap)
        low = 0 if self.max_overlap is None else total - self.max_overlap
        return (max(low, cells - len(self.message)) if self.exact_message else low), high

    @cached_property
    def filler_letters(self) -> str:
        """The letters that unused cells are drawn from, each as often as it is likely."""
        return self.filler or "".join(sorted("".join(self.words)))

    def is_balanced(self, directions: Iterable[str]) -> bool:
        """Whether each allowed direction is used about equally often: the counts differ by one at most."""
        used = Counter(directions)
        counts = [used[name] for name in self.directions]
        return max(counts) - min(counts) <= 1

    def unwanted(self, rows: Sequence[str], placements: Iterable[Occurrence]) -> list[Occurrence]:
        """Occurrences in ``rows`` that must not be: repeated words, and avoided words that lie in no placed word."""
        placed = {found.word: frozenset(found.squares) for found in placements}
        extra = [
            found
            for found in find_words(rows, self.words, self.directions)
            if placed.get(found.word) != frozenset(found.squares)
        ]
        avoided = find_words(rows, sorted(self.avoid - set(self.words)))
        return extra + [
            found for found in avoided if not any(squares.issuperset(found.squares) for squares in placed.values())
        ]


@dataclass(frozen=True)
class LetterGrid:
    """An answer: rows of letters ('#' outside the puzzle) and the place of each word, in the order of the words."""

    search: WordSearch
    rows: tuple[str, ...]
    placements: tuple[Occurrence, ...]

    @cached_property
    def covered(self) -> frozenset[tuple[int, int]]:
        """The squares that words cover."""
        return frozenset(square for placed in self.placements for square in placed.squares)

    @property
    def overlap(self) -> int:
        """How many letters the words save by sharing cells."""
        return self.search.total_letters - len(self.covered)

    @property
    def solution_rows(self) -> tuple[str, ...]:
        """The grid with a dot in each cell that no word covers."""
        return tuple(
            "".join(mark if mark == BLOCK or (r, c) in self.covered else EMPTY for c, mark in enumerate(row))
            for r, row in enumerate(self.rows)
        )

    @property
    def unused(self) -> str:
        """The letters that no word covers, in reading order: they begin with the message."""
        squares = (cell for cell in self.search.grid.cells if (cell.row, cell.column) not in self.covered)
        return "".join(self.rows[cell.row][cell.column] for cell in squares)

    def faults(self) -> list[str]:
        """Every rule that the grid breaks, one line each; empty for a correct grid."""
        shape = self._shape_faults()
        return shape or [*self._word_faults(), *self._rule_faults()]

    def _shape_faults(self) -> list[str]:
        grid = self.search.grid
        if [len(row) for row in self.rows] != [grid.width] * grid.height:
            return [f"the letters do not fill {grid.height} rows of {grid.width}"]
        inside = {(cell.row, cell.column) for cell in grid.cells}
        marks = {(r, c): mark for r, row in enumerate(self.rows) for c, mark in enumerate(row)}
        return [
            f"row {r + 1}, column {c + 1} has {mark!r}"
            for (r, c), mark in marks.items()
            if ((r, c) in inside) != mark.isalnum() or ((r, c) not in inside and mark != BLOCK)
        ]

    def _word_faults(self) -> list[str]:
        faults = []
        occurrences: dict[str, list[Occurrence]] = {word: [] for word in self.search.words}
        for found in find_words(self.rows, self.search.words, self.search.directions):
            occurrences[found.word].append(found)
        if [placed.word for placed in self.placements] != list(self.search.words):
            faults.append("the placements are not those of the words, in their order")
        for placed in self.placements:
            found_at = occurrences.get(placed.word, [])
            if len(found_at) != 1:
                faults.append(f"{placed.word} occurs {len(found_at)} times")
            elif set(found_at[0].squares) != set(placed.squares) or placed.direction not in self.search.directions:
                faults.append(f"{placed.word} is not where its placement says: {found_at[0]}")
        return faults + [f"{found} is to be avoided" for found in self._avoided()]

    def _avoided(self) -> list[Occurrence]:
        words = self.search.avoid - set(self.search.words)
        inside = [set(placed.squares) for placed in self.placements]
        found = find_words(self.rows, sorted(words))
        return [occurrence for occurrence in found if not any(set(occurrence.squares) <= word for word in inside)]

    def _rule_faults(self) -> list[str]:
        search, faults = self.search, []
        if self.overlap < search.min_overlap:
            faults.append(f"the overlap is {self.overlap}, below {search.min_overlap}")
        if search.max_overlap is not None and self.overlap > search.max_overlap:
            faults.append(f"the overlap is {self.overlap}, above {search.max_overlap}")
        if search.balanced and not search.is_balanced(placed.direction for placed in self.placements):
            faults.append("the directions are not balanced")
        if not self.unused.startswith(search.message) or (search.exact_message and self.unused != search.message):
            faults.append(f"the unused cells do not read {search.message}")
        stray = sorted(set(self.unused[len(search.message) :]) - set(search.filler_letters))
        return faults + ([f"the filler has letters of its own: {''.join(stray)}"] if stray else [])
