"""Fills one grid by a call of cpfill's library and prints what the call took. Knows no other engine."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.cases import load_list
from cpfill.formats import read_grid
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules
from cpfill.solving import solve

T = TypeVar("T")


def timed(call: Callable[[], T]) -> tuple[T, dict[str, float]]:
    """The call's value, and its seconds: ``cpu`` of this process and its children, and ``wall``."""
    before, started = _cpu(), time.perf_counter()
    value = call()
    return value, {"cpu": _cpu() - before, "wall": time.perf_counter() - started}


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def main(grid: str, words: str, seed: str, limit: str, model: str) -> None:
    """Print one line of JSON."""
    lexicon, config = load_list(Path(words)), ModelConfig.load(model)
    asked = read_grid(grid)

    def call() -> Any:
        return solve(Puzzle(asked, lexicon, Rules(min_score=0)), config, seed=int(seed), time_limit=float(limit))

    result, seconds = timed(call)
    rows = result.fill.rows if result.fill else None
    figures = {"engine": result.engine, **result.trace}
    print(json.dumps({"status": result.status.value, "rows": rows, "figures": figures, **seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
