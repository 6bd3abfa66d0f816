"""What a tuning found: figures, a table, the model's file. Knows no trial that is to come and writes no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING, Any

import numpy as np

from cpfill.errors import InputError
from cpfill.parameters import ModelConfig
from cpfill.tuning.confirm import Comparison, Pair
from cpfill.tuning.space import Point, Value, value_of
from cpfill.tuning.study import Trial

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Report:
    """A finished tuning.

    ``default_point`` and ``point`` are the values of the space's parameters in the default and in the tuned model.
    ``comparison`` is on the held-out grids; None when no trial was better than the defaults even on the others.
    """

    default: ModelConfig
    tuned: ModelConfig
    default_point: Point
    point: Point
    trials: tuple[Trial, ...]
    tuning_grids: tuple[str, ...]
    held_out_grids: tuple[str, ...]
    seeds: int
    budget: float
    comparison: Comparison | None

    @property
    def better(self) -> bool:
        """Whether the tuned model is shown to be better than the default."""
        return not self.doubt

    @property
    def doubt(self) -> str:
        """Why the tuned model is not shown to be better; empty when it is."""
        if self.comparison is None:
            return f"none of {len(self.trials)} trials was better than the default"
        return self.comparison.doubt

    @property
    def changed(self) -> dict[str, tuple[Value, Value]]:
        """(default, tuned) of every parameter that tuning changed."""
        return {name: (old, self.point[name]) for name, old in self.default_point.items() if self.point[name] != old}

    @property
    def figures(self) -> str:
        """The comparison in one line; empty when there was none."""
        if self.comparison is None:
            return ""
        one = self.comparison
        (low, high), (fast, slow) = one.interval, one.seconds_interval
        unit = f"{len(self.held_out_grids)} held-out grids, {self.seeds} seeds each"
        return (
            f"{one.ratio:.3f} times the default's deterministic time (95% interval {low:.3f} to {high:.3f}, signed-rank"
            f" p = {one.chance:.2g}) on {unit}; processor time {fast:.2f} to {slow:.2f} times"
        )


def trials_table(report: Report) -> pd.DataFrame:
    """One line a trial: its cost in deterministic seconds, its runs, whether it was stopped, and its point."""
    import pandas as pd

    return pd.DataFrame(
        {
            "trial": number,
            "cost": trial.cost,
            "runs": len(trial.runs),
            "undecided": sum(not run.decided for run in trial.runs),
            "stopped": trial.stopped,
            **trial.point,
        }
        for number, trial in enumerate(report.trials)
    )


def pairs_table(pairs: Sequence[Pair]) -> pd.DataFrame:
    """One line a held-out search: the cost and the processor seconds under both models."""
    import pandas as pd

    return pd.DataFrame(
        {
            "grid": pair.grid,
            "seed": pair.seed,
            "default_cost": pair.default.cost,
            "tuned_cost": pair.tuned.cost,
            "default_decided": pair.default.decided,
            "tuned_decided": pair.tuned.decided,
            "default_seconds": round(pair.default.seconds, 3),
            "tuned_seconds": round(pair.tuned.seconds, 3),
        }
        for pair in pairs
    )


def markdown(report: Report) -> str:
    """The report as a page: the verdict, what changed, and the held-out grids one by one."""
    verdict = report.figures if report.better else f"Not shown to be better: {report.doubt}."
    stopped = sum(trial.stopped for trial in report.trials)
    lines = [
        f"# Tuning of the model {report.default.name}",
        "",
        f"{len(report.trials)} trials, {stopped} of them stopped early, on {len(report.tuning_grids)} grids"
        f" ({', '.join(report.tuning_grids)}) with {report.seeds} seeds each; a search may take {report.budget:g}"
        " deterministic seconds, and one that has not decided by then counts as ten times that.",
        "",
        verdict[0].upper() + verdict[1:],
        "",
        *_table(["parameter", "default", "tuned"], [[k, f"{a}", f"{b}"] for k, (a, b) in report.changed.items()]),
    ]
    if report.comparison is not None:
        rows = [_by_grid(grid, report.comparison.pairs) for grid in report.held_out_grids]
        head = ["held-out grid", "default, det. s", "tuned, det. s", "ratio", "undecided"]
        lines += ["", *_table(head, rows)]
    return "\n".join([*lines, ""])


def model_text(report: Report) -> str:
    """The tuned model as a file with what differs from all defaults. Raises InputError when it is not better."""
    if not report.better:
        raise InputError(f"no model is written: the tuned {report.default.name} is not shown better; {report.doubt}")
    grids = ", ".join(report.tuning_grids)
    head = [
        f"# Tuned from the model {report.default.name}: {report.figures}.",
        f"# {len(report.trials)} trials on {grids}.",
    ]
    description = f"{report.default.description or report.default.name}, tuned".strip()
    said = {**report.tuned.tables(), "model": {**report.tuned.tables()["model"], "description": description}}
    lines = []
    for table, values in said.items():
        kept = {key: value for key, value in values.items() if not _usual(f"{table}.{key}", value)}
        if kept:
            lines += ["", f"[{table}]", *(_line(f"{table}.{key}", value, report) for key, value in kept.items())]
    return "\n".join([*head, *lines, ""])


def as_json(report: Report) -> dict[str, Any]:
    """The report as plain values, as ``cpfill tune --json`` prints it."""
    one = report.comparison
    return {
        "model": report.default.name,
        "better": report.better,
        "reason": report.doubt,
        "ratio": one and one.ratio,
        "interval": one and list(one.interval),
        "p": one and one.chance,
        "changed": {name: {"default": old, "tuned": new} for name, (old, new) in report.changed.items()},
        "trials": len(report.trials),
        "stopped": sum(trial.stopped for trial in report.trials),
        "tuning_grids": list(report.tuning_grids),
        "held_out_grids": list(report.held_out_grids),
        "seeds": report.seeds,
        "budget": report.budget,
    }


def _usual(name: str, value: Any) -> bool:
    """Whether a file that says nothing of this parameter says the same."""
    return bool(value_of(ModelConfig(), name) == value) if not isinstance(value, list) else False


def _line(name: str, value: Any, report: Report) -> str:
    if name not in report.changed:
        return f"{name.partition('.')[2]} = {_toml(value)}"
    default, tuned = report.changed[name]
    line = f"{name.partition('.')[2]} = {_toml(tuned)}"
    return f"{line:<32}# was {_toml(default)}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False)
    return f"{value!r}"


def _by_grid(grid: str, pairs: Sequence[Pair]) -> list[str]:
    mine = [pair for pair in pairs if pair.grid == grid]
    default, tuned = (exp(float(np.mean([log(run.cost) for run in runs]))) for runs in _sides(mine))
    lost = [sum(not run.decided for run in runs) for runs in _sides(mine)]
    return [grid, f"{default:.3f}", f"{tuned:.3f}", f"{tuned / default:.2f}", f"{lost[0]} / {lost[1]}"]


def _sides(pairs: Sequence[Pair]) -> tuple[list[Any], list[Any]]:
    return [pair.default for pair in pairs], [pair.tuned for pair in pairs]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows]]
