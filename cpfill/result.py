"""What a search reports: its status, its result and its progress. Knows no engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from cpfill.puzzle import Fill


class Status(StrEnum):
    """How a search ended. None of these stands for another; each has its own exit code."""

    SOLVED = "solved"
    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"
    INVALID = "invalid"

    @property
    def exit_code(self) -> int:
        """What the command line ends with."""
        return {"infeasible": 1, "unknown": 3, "invalid": 4, "interrupted": 130}.get(self.value, 0)


@dataclass(frozen=True)
class Result:
    """The answer to a puzzle.

    ``fill`` is the best fill found, also when the search was interrupted. ``seconds`` are wall-clock seconds per phase.
    ``reason`` says in one line why there is no fill. ``bound`` is a proved upper bound on the total score.
    ``trace`` holds figures of the search, such as nodes, failures and conflicts.
    """

    status: Status
    fill: Fill | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""
    bound: int | None = None
    engine: str = ""
    trace: Mapping[str, float] = field(default_factory=dict)


class Progress(Protocol):
    """Called now and then during a search, from the thread that searches."""

    def __call__(self, phase: str, figures: Mapping[str, float]) -> None:
        """``phase`` is one word, such as "dive"; ``figures`` are counts so far: conflicts, best score, bound."""


def silent(phase: str, figures: Mapping[str, float]) -> None:
    """The progress that nobody watches."""
