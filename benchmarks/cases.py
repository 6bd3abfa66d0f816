"""What is measured: a grid, a word list, an engine, a seed. Knows no engine's insides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from cpfill.formats.words import normal, read_words
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules


@dataclass(frozen=True)
class Case:
    """One run to be measured. ``words`` is a list in the plain form that :func:`prepare_list` writes."""

    grid: Path
    words: Path
    seed: int
    limit: float


@dataclass(frozen=True)
class Answer:
    """What an engine said: solved, infeasible or unknown, the rows of its fill, and its own figures.

    ``cpu`` and ``wall`` are the seconds of the call alone, for engines that are called as a library.
    """

    status: str
    rows: list[str] | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    cpu: float | None = None
    wall: float | None = None


class Engine(Protocol):
    """Something that fills grids, run as a process of its own."""

    name: str
    mode: str

    def missing(self) -> str:
        """What is not installed, in one line; empty when it can run."""

    def command(self, case: Case, folder: Path) -> list[str]:
        """The command line, its input written into the folder first where it needs any."""

    def read(self, case: Case, code: int, output: str) -> Answer:
        """The answer in what the command printed."""


def prepare_list(path: Path, min_score: int, folder: Path, letters: str = "") -> Path:
    """Write a list in the form that all engines read alike: upper-case WORD;SCORE lines at or above the score.

    ``letters``, when given, are the only ones allowed. The file is named as the list.
    """
    kept = read_words([path]).at_least(min_score)
    words = [
        f"{word};{score}\n"
        for n in kept.lengths
        for word, score in zip(kept.words(n), kept.scores(n).tolist(), strict=True)
        if not letters or set(word) <= set(letters)
    ]
    target = folder / f"{path.name.split('.')[0]}.dict"
    folder.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(words), encoding="utf-8")
    return target


def load_list(path: Path) -> Lexicon:
    """The words of a prepared list; loading them here also warms cpfill's cache."""
    return read_words([path])


def faults_of(grid: Grid, lexicon: Lexicon, rows: list[str]) -> list[str]:
    """The faults of anybody's fill, found by code that had no part in it. All listed words count as good."""
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    upper = [normal(row) for row in rows]
    if [len(row) for row in upper] != [grid.width] * grid.height:
        return ["the rows are not those of the grid"]
    return Fill.from_rows(puzzle, upper).faults()
