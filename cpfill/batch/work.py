"""One job: what is asked, the key that tells it from all others, and its answer as a line. Knows no process.

A job holds its grid, rules and model, and names its words by their digest, so that it can be sent to any machine.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from cpfill.enumeration import count_fills, enumerate_fills, sample_fills
from cpfill.errors import CpfillError
from cpfill.fill_in import Recipe, make_fill_ins
from cpfill.formats.result_json import made_object, result_object
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.result import Status
from cpfill.rules import DEFAULT_MIN_SCORE, Rules
from cpfill.solving import solve

if TYPE_CHECKING:
    from cpfill.optimising import Objective

Line = dict[str, Any]

FAILED = "failed"
"""The status of a job whose process was killed, ran out of memory or crashed, also when tried again."""


class Work(Protocol):
    """What a job does with its words."""

    def check(self, lexicon: Lexicon) -> None:
        """Raises InputError when the words do not fit the rest of the question."""

    def run(self, lexicon: Lexicon, time_limit: float | None) -> Line:
        """The answer, with at least ``status``, ``seconds`` and ``reason``. Raises CpfillError for a bad question."""


@dataclass(frozen=True)
class Solve:
    """Fill a grid, as ``cpfill solve`` does."""

    grid: Grid
    rules: Rules
    config: ModelConfig
    seed: int = 0
    maximize: Objective | None = None

    def check(self, lexicon: Lexicon) -> None:
        """As Work."""
        Puzzle(self.grid, lexicon, self.rules)

    def run(self, lexicon: Lexicon, time_limit: float | None) -> Line:
        """What ``cpfill solve --json`` prints."""
        puzzle = Puzzle(self.grid, lexicon, self.rules)
        result = solve(puzzle, self.config, seed=self.seed, time_limit=time_limit, maximize=self.maximize)
        return result_object(result, {"model": self.config.name, "seed": self.seed, "seconds": result.seconds})


@dataclass(frozen=True)
class Enumerate:
    """Count all fills, or with ``fills`` list them; with ``count``, that many distinct ones by seed."""

    grid: Grid
    rules: Rules
    fills: bool = False
    limit: int | None = None
    count: int | None = None
    seed: int = 0

    def check(self, lexicon: Lexicon) -> None:
        """As Work."""
        Puzzle(self.grid, lexicon, self.rules)

    def run(self, lexicon: Lexicon, time_limit: float | None) -> Line:
        """The keys of ``cpfill enumerate --json``'s last line, with a status and, where wanted, the fills' rows."""
        puzzle = Puzzle(self.grid, lexicon, self.rules)
        if self.count is not None:
            stream = sample_fills(puzzle, self.count, seed=self.seed, time_limit=time_limit)
        elif self.fills:
            stream = enumerate_fills(puzzle, limit=self.limit, time_limit=time_limit)
        else:
            ended = count_fills(puzzle, time_limit=time_limit)
            return enumeration_line(ended.complete, ended.count, ended.reason, ended.seconds, None)
        rows = [fill.rows for fill in stream]
        ended = stream.summary()
        return enumeration_line(ended.complete, ended.count, ended.reason, ended.seconds, rows)


def enumeration_line(complete: bool, count: int, reason: str, seconds: float, rows: list[list[str]] | None) -> Line:
    """The answer to an enumeration: infeasible only when it is proved that there is no fill."""
    status = Status.SOLVED if count else Status.INFEASIBLE if complete else Status.UNKNOWN
    line: Line = {"status": status.value, "complete": complete, "count": count, "reason": reason}
    line |= {"seconds": {"total": round(seconds, 6)}, "engine": "dive"}
    return line if rows is None else {**line, "fills": rows}


@dataclass(frozen=True)
class MakeFillIns:
    """Make fill-ins, as ``cpfill fill-in make`` does. Each seed has 100,000 candidates of its own."""

    size: int
    grid: Grid | None
    avoid: frozenset[str]
    given: int
    rating: tuple[float, float]
    count: int = 1
    seed: int = 0

    def check(self, lexicon: Lexicon) -> None:
        """As Work."""
        self._recipe(lexicon)

    def run(self, lexicon: Lexicon, time_limit: float | None) -> Line:
        """The puzzles, each as ``cpfill fill-in make --json`` prints it."""
        started, reason = time.perf_counter(), ""
        made: list[Line] = []

        def watch(phase: str, figures: Mapping[str, float]) -> None:
            if time_limit is not None and time.perf_counter() - started >= time_limit:
                raise _TimeUp

        try:
            for puzzle in make_fill_ins(self._recipe(lexicon), self.count, self.seed * CANDIDATES, watch):
                made.append(made_object(puzzle))  # noqa: PERF401  the puzzles made before time is up count
        except _TimeUp:
            reason = f"no answer within the time limit of {time_limit:g} s"
        status = Status.UNKNOWN if reason else Status.SOLVED
        seconds = {"total": round(time.perf_counter() - started, 6)}
        return {"status": status.value, "puzzles": made, "seconds": seconds, "engine": "fill-in", "reason": reason}

    def _recipe(self, lexicon: Lexicon) -> Recipe:
        words = lexicon.at_least(DEFAULT_MIN_SCORE).without(self.avoid)
        return Recipe(words, self.size, self.grid, self.given, *self.rating)


CANDIDATES = 100_000
"""How far the first candidates of two seeds are apart."""


class _TimeUp(Exception):
    """The time limit of a job is reached."""


class Part(NamedTuple):
    """Which part of which enumeration: the whole job's key, the part's number from 1, how many parts there are."""

    whole: str
    number: int
    parts: int


@dataclass(frozen=True)
class Job:
    """A job: ``label`` says in its line where it comes from, ``words`` is the digest of its lexicon.

    ``time_limit`` is in wall-clock seconds and ``memory_limit`` in MiB. ``split`` is into how many parts an enumeration
    is to be split.
    """

    key: str
    label: Mapping[str, Any]
    work: Work
    words: str
    time_limit: float | None = None
    memory_limit: int | None = None
    split: int = 1
    part: Part | None = None

    def line(self, answer: Mapping[str, Any]) -> Line:
        """The answer as a line of the results."""
        part = {"whole": self.part.whole, "part": [self.part.number, self.part.parts]} if self.part else {}
        return {"job": self.key, **self.label, **part, **answer}

    def run(self, lexicon: Lexicon) -> Line:
        """Do it, here and now; what cannot be asked gives a line with the status invalid."""
        try:
            return self.line(self.work.run(lexicon, self.time_limit))
        except CpfillError as error:
            return self.without_answer(Status.INVALID.value, str(error))

    def without_answer(self, status: str, reason: str) -> Line:
        """A line that says why there is no answer."""
        return self.line({"status": status, "reason": reason})


def digest(*values: Any) -> str:
    """Twelve hexadecimal digits that the values determine, whatever the order of their sets and mappings."""
    return hashlib.sha256(repr(_plain(values)).encode()).hexdigest()[:12]


def words_digest(lexicon: Lexicon) -> str:
    """Twelve hexadecimal digits that the words and their scores determine."""
    hashed = hashlib.sha256(lexicon.alphabet.encode())
    for length in lexicon.lengths:
        hashed.update(np.ascontiguousarray(lexicon.letters(length)).tobytes())
        hashed.update(lexicon.scores(length).astype("<i2").tobytes())
    return hashed.hexdigest()[:12]


def _plain(value: Any) -> Any:
    """The value in lists with a fixed order; of a model only what it says to the engines."""
    if isinstance(value, ModelConfig):
        return _plain({"name": value.name, **value.tables()})
    if is_dataclass(value):
        shown = [(field.name, _plain(getattr(value, field.name))) for field in fields(value)]
        return [type(value).__name__, *shown]
    if isinstance(value, Mapping):
        return sorted((str(key), _plain(item)) for key, item in value.items())
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value
