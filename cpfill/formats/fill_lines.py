"""Fills as JSON lines, and such a file read back to go on from. Knows no search.

Every line ends with a newline, so a last line without one was cut off while it was written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from cpfill import __version__
from cpfill.errors import InputError, did_you_mean
from cpfill.formats.result_json import document
from cpfill.puzzle import Fill, Puzzle

_encode = json.JSONEncoder(ensure_ascii=False).encode


def fill_line(fill: Fill, run: Mapping[str, Any]) -> str:
    """The fill as one line without its newline: what ``cpfill solve --json`` prints, with ``run`` at its end."""
    return _encode({"status": "solved", **document(fill), **run})


def fingerprint(puzzle: Puzzle, order: str) -> str:
    """Twelve hexadecimal digits that grid, words, rules, the order of the fills and the version of cpfill determine."""
    grid, words, rules = puzzle.grid, puzzle.vocabulary, puzzle.rules
    hashed = hashlib.sha256()
    givens = sorted(grid.givens.items())
    told = [__version__, order, grid.rows(), givens, sorted(grid.bars), words.alphabet]
    told += [(name, _ordered(value)) for name, value in sorted(vars(rules).items())]
    hashed.update(repr(told).encode())
    for length in sorted({puzzle.length(slot) for slot in grid.slots}):
        hashed.update(words.letters(length).tobytes())
        hashed.update(words.scores(length).astype("<i2").tobytes())
    return hashed.hexdigest()[:12]


def _ordered(value: Any) -> Any:
    """The value with its sets and mappings in order, so that equal rules look equal."""
    if isinstance(value, Mapping):
        return sorted((key, _ordered(item)) for key, item in value.items())
    return sorted(value) if isinstance(value, frozenset) else value


class FillLines:
    """A file of fills to go on from; ``end`` is where its last whole fill ends.

    Reading it raises InputError when there is no such file, or when it is of another puzzle or another order.
    """

    def __init__(self, path: str, puzzle: Puzzle, order: str) -> None:
        self.path = path
        self._puzzle = puzzle
        self._mark = f'"puzzle": "{fingerprint(puzzle, order)}"'.encode()
        self.count = self.end = 0
        self._last = b""
        for line in self._lines():
            self.end, self.count, self._last = self.end + len(line), self.count + 1, line

    def fills(self) -> Iterator[Fill]:
        """Every fill of the file, in turn."""
        for number, line in enumerate(self._lines(), 1):
            yield self._fill(line, number)

    @property
    def last(self) -> Fill | None:
        """The last fill, or None when there is none."""
        return self._fill(self._last, self.count) if self.count else None

    def reopen(self) -> BinaryIO:
        """The file, open for writing behind its last whole fill; what stood there is dropped. Raises InputError."""
        try:
            os.truncate(self.path, self.end)
            return Path(self.path).open("ab")
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def _lines(self) -> Iterator[bytes]:
        """The lines that are fills, up to a summary or a line that was cut."""
        with self._open() as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                if self._mark not in line:
                    self._refuse(line, number)
                    return
                yield line

    def _open(self) -> BinaryIO:
        path = Path(self.path)
        try:
            return path.open("rb")
        except FileNotFoundError:
            near = did_you_mean(path.name, sorted(p.name for p in path.parent.glob("*")))
            raise InputError(f"{path}: there is no such file to go on from{near}; start one with -o {path}") from None
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None

    def _refuse(self, line: bytes, number: int) -> None:
        """Raises InputError unless the line is a summary."""
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if isinstance(found, dict) and "complete" in found:
            return
        if isinstance(found, dict) and "puzzle" in found:
            raise InputError(
                f"{self.path}:{number}: belongs to another enumeration;"
                " use the same grid, words, rules, --all or --count and version of cpfill as before"
            )
        raise InputError(f"{self.path}:{number}: is no fill that cpfill enumerate --json wrote")

    def _fill(self, line: bytes, number: int) -> Fill:
        try:
            rows = json.loads(line)["grid"]
            fill = Fill.from_rows(self._puzzle, rows)
        except (ValueError, KeyError, TypeError, IndexError):
            raise InputError(f"{self.path}:{number}: is no fill that cpfill enumerate --json wrote") from None
        if faults := fill.faults():
            raise InputError(f"{self.path}:{number}: the fill has a fault: {faults[0]}")
        return fill
