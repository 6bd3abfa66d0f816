"""Standard output for the answer, standard error for everything else. Knows no puzzle."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import typer

from cpfill.formats.files import write_bytes
from cpfill.result import Progress, silent

PIPE_CLOSED = 141
"""Exit code when the reader of our output has gone, as a shell reports it."""
_SECONDS_BETWEEN = 0.1
_COLUMNS = 80
"""Width of a terminal that does not tell it."""


def answer(text: str) -> None:
    """Print part of the answer, with its newline, on standard output; ends the command when nobody reads it."""
    answer_bytes(f"{text}\n".encode())


def answer_bytes(data: bytes) -> None:
    """Print part of the answer as it is; text is UTF-8 wherever it goes."""
    try:
        write_bytes("-", data)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(PIPE_CLOSED) from None


class Screen:
    """Notes and progress on standard error; silent when ``quiet``."""

    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet

    def note(self, text: str) -> None:
        """Tell the user something that is no part of the answer."""
        if not self._quiet:
            print(f"cpfill: {text}", file=sys.stderr)

    @contextmanager
    def progress(self) -> Iterator[Progress]:
        """A progress that rewrites one line while a search runs; silent unless standard error is a terminal."""
        if self._quiet or not sys.stderr.isatty():
            yield silent
            return
        line = _ProgressLine()
        try:
            yield line
        finally:
            line.clear()


class _ProgressLine:
    def __init__(self) -> None:
        self._started = self._written = time.monotonic()
        self._phase = ""

    def __call__(self, phase: str, figures: Mapping[str, float]) -> None:
        now = time.monotonic()
        if phase == self._phase and now - self._written < _SECONDS_BETWEEN:
            return
        self._written, self._phase = now, phase
        counts = "".join(f", {name.replace('_', ' ')} {value:,.6g}" for name, value in figures.items())
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or _COLUMNS
        text = f"{phase} {now - self._started:.1f} s{counts}"[: columns - 1]
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave the line empty for what comes next."""
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
