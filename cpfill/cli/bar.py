"""A bar with the time that is left, on a terminal only. Knows no job and no trial."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Show = Callable[[str, str, float, float], None]
"""Shows a phase, what is done in it in words, how much is done and how much there is to do."""


@contextmanager
def bar(quiet: bool) -> Iterator[Show]:
    """A way to show how far something is; each new phase begins a new bar."""
    if quiet or not sys.stderr.isatty():
        yield lambda phase, text, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), Remaining())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = {"": shown.add_task("", total=None)}

        def show(phase: str, text: str, done: float, total: float) -> None:
            if phase not in task:
                shown.remove_task(task.popitem()[1])
                task[phase] = shown.add_task(text, total=total)
            shown.update(task[phase], description=text, completed=done, total=total)

        yield show
