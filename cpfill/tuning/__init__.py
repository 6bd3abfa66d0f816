"""Better parameters from real grids: search on some of them, confirm on the others. Prints and writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from cpfill.errors import InputError
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.result import Progress, silent
from cpfill.tuning.confirm import compare
from cpfill.tuning.cost import Instance, check_tunable
from cpfill.tuning.report import Report, as_json, markdown, model_text, pairs_table, trials_table
from cpfill.tuning.space import Space, applied
from cpfill.tuning.study import Study

__all__ = ["Report", "Space", "as_json", "markdown", "model_text", "pairs_table", "split", "trials_table", "tune"]


def tune(
    config: ModelConfig,
    puzzles: Mapping[str, Puzzle],
    *,
    trials: int,
    space: Space | None = None,
    seeds: int = 3,
    budget: float = 10.0,
    held_out: float = 0.5,
    seed: int = 0,
    study: Path | None = None,
    progress: Progress = silent,
) -> Report:
    """Search the space for parameters better than the model's own, and confirm them on held-out puzzles.

    The cost of a point is the geometric mean of deterministic seconds over puzzles x ``seeds``, an undecided search
    counting as ten times its ``budget`` (PAR10: Hutter et al., JAIR 2009). The share ``held_out`` of the puzzles takes
    no part in the search. ``study`` keeps the trials, so that the same call goes on where an earlier one ended. The
    same call gives the same parameters, resumed or not. Raises InputError for fewer than two puzzles, for a study of
    other puzzles and without optuna, ModelError for a space that does not fit the model.
    """
    check_tunable(config)
    space = space or Space.for_model(config)
    tuning, confirming = split(list(puzzles), held_out, seed)
    instances = [Instance(grid, puzzles[grid], seed + k) for k in range(seeds) for grid in tuning]
    search = Study(config, space, instances, budget=budget, seed=seed, file=study)
    search.search(trials, progress)
    best = search.simplify(progress)
    tuned = applied(config, best.point)
    comparison = None
    if best.point != search.default:
        fresh = range(seed + seeds, seed + 2 * seeds)
        comparison = compare(config, tuned, {grid: puzzles[grid] for grid in confirming}, fresh, budget, progress)
    return Report(
        config, tuned, search.default, best.point, tuple(search.trials), tuning, confirming, seeds, budget, comparison
    )


def split(names: list[str], held_out: float, seed: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(tuning, held-out) names, drawn by the seed, at least one of each. Raises InputError for fewer than two."""
    if len(names) < 2:
        raise InputError("tuning needs two grids or more: some to tune on, others to confirm on")
    order = np.random.default_rng(seed).permutation(len(names)).tolist()
    count = min(max(round(len(names) * held_out), 1), len(names) - 1)
    chosen = set(order[:count])
    drawn = [name for index, name in enumerate(names) if index in chosen]
    return tuple(name for name in names if name not in drawn), tuple(drawn)
