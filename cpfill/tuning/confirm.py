"""Whether a tuned model is better on grids that it was not tuned on. Knows no trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

import numpy as np

from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.result import Progress
from cpfill.tuning.cost import Instance, Run, measure
from cpfill.tuning.statistics import mean_interval, signed_rank

SIGNIFICANT = 0.05
"""The test's probability below which a tuned model counts as better."""
GRIDS_FOR_TEST = 6
"""Held-out grids from which each counts as one pair; with fewer, each of its seeds does, and says less."""


@dataclass(frozen=True)
class Pair:
    """The same search, grid and seed, under the defaults and under the tuned model."""

    grid: str
    seed: int
    default: Run
    tuned: Run


@dataclass(frozen=True)
class Comparison:
    """Both models on the held-out grids; ratios are tuned to default, so below 1 is better."""

    pairs: tuple[Pair, ...]

    @property
    def by_grid(self) -> bool:
        """Whether grids are what is compared, or single runs where there are too few grids."""
        return len({pair.grid for pair in self.pairs}) >= GRIDS_FOR_TEST

    @cached_property
    def logs(self) -> list[float]:
        """The logarithm of each ratio of costs, per grid or per run."""
        return self._logs(lambda run: run.cost)

    @cached_property
    def ratio(self) -> float:
        """The ratio of the geometric means of cost."""
        return exp(float(np.mean(self.logs)))

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The ratio's 95% bootstrap interval, (low, high)."""
        low, high = mean_interval(self.logs)
        return exp(low), exp(high)

    @cached_property
    def chance(self) -> float:
        """The signed-rank test's probability of so much gain without a real one."""
        return signed_rank(self.logs)

    @cached_property
    def seconds_interval(self) -> tuple[float, float]:
        """The 95% bootstrap interval of the ratio in processor seconds, undecided searches as long as they took."""
        low, high = mean_interval(self._logs(lambda run: max(run.seconds, 1e-3)))
        return exp(low), exp(high)

    @property
    def better(self) -> bool:
        """Whether the tuned model is shown to be better."""
        return not self.doubt

    @property
    def doubt(self) -> str:
        """Why the tuned model is not shown to be better; empty when it is."""
        low, high = self.interval
        figures = f"costs {self.ratio:.3g} times the default on held-out grids, 95% interval {low:.3g} to {high:.3g}"
        if high >= 1 or self.chance >= SIGNIFICANT:
            return f"{figures}, signed-rank p = {self.chance:.2g}"
        if self.seconds_interval[0] > 1:
            return f"{figures}, but takes more processor seconds: {self.seconds_interval[0]:.3g} times or more"
        return ""

    def _logs(self, figure: Callable[[Run], float]) -> list[float]:
        groups: dict[object, list[float]] = {}
        for pair in self.pairs:
            key = pair.grid if self.by_grid else (pair.grid, pair.seed)
            groups.setdefault(key, []).append(log(figure(pair.tuned)) - log(figure(pair.default)))
        return [float(np.mean(group)) for group in groups.values()]


def compare(
    default: ModelConfig,
    tuned: ModelConfig,
    puzzles: Mapping[str, Puzzle],
    seeds: Sequence[int],
    budget: float,
    progress: Progress,
) -> Comparison:
    """Run both models on every puzzle with every seed."""
    pairs: list[Pair] = []
    for grid, puzzle in puzzles.items():
        for seed in seeds:
            progress("confirm", {"run": len(pairs) + 1, "of": len(puzzles) * len(seeds)})
            instance = Instance(grid, puzzle, seed)
            pairs.append(Pair(grid, seed, measure(instance, default, budget), measure(instance, tuned, budget)))
    return Comparison(tuple(pairs))
