"""What one search costs, in deterministic seconds: the same on every machine. Knows no tuning."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cpfill.domains import Domains
from cpfill.engines.dive import Dive
from cpfill.errors import ModelError
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import Reduction, reduce
from cpfill.result import Status
from cpfill.solving import FIRST_SHARE, LARGEST_REST, SHARE_SECONDS

REVISIONS = 500_000
"""Revisions of the dive that count as one deterministic second: about what a processor does in one."""
FLOOR = 0.001
"""Deterministic seconds that every search is taken to cost: what differs below that concerns nobody."""
PENALTY = 10
"""An undecided search counts as that many budgets (PAR10)."""
_STEP = 500
"""Nodes of the dive between two looks at the budget."""
_SAFETY = (60.0, 10.0)
"""Wall-clock seconds after which CP-SAT is stopped whatever it counts: so many, and so many a second of budget."""


@dataclass(frozen=True)
class Run:
    """One search: its cost in deterministic seconds, with the penalty; whether it decided; its processor seconds."""

    cost: float
    decided: bool
    seconds: float


@dataclass(frozen=True)
class Instance:
    """One search to be made: a puzzle, by the name of its grid, with a seed."""

    grid: str
    puzzle: Puzzle
    seed: int


def check_tunable(config: ModelConfig) -> None:
    """Raises ModelError where an engine of the model has no deterministic clock."""
    if odd := [engine for engine in config.engines if engine not in ("dive", "cp-sat")]:
        raise ModelError(f"the engine {odd[0]} of the model {config.name} has nothing to tune; use dive or cp-sat")


def measure(instance: Instance, config: ModelConfig, budget: float) -> Run:
    """Search for a fill within so many deterministic seconds. Raises KeyboardInterrupt when interrupted."""
    started = time.process_time()
    attempt = _Attempt(instance, config, budget)
    decided = attempt.decide() and attempt.spent <= budget
    cost = max(attempt.spent, FLOOR) if decided else PENALTY * budget
    return Run(cost, decided, time.process_time() - started)


def mean_log(costs: Sequence[float]) -> float:
    """The logarithm of the geometric mean, which tuning makes small."""
    return float(np.mean(np.log(costs)))


class _Attempt:
    """The pipeline of ``solving.solve`` against a deterministic clock."""

    def __init__(self, instance: Instance, config: ModelConfig, budget: float) -> None:
        self._instance, self._config, self._budget = instance, config, budget
        self._dive: Dive | None = None
        self._reduction: Reduction | None = None
        self.spent = 0.0

    def decide(self) -> bool:
        """Whether the engines, taking their turns, decided within the budget."""
        engines = {"dive": self._take_dive, "cp-sat": self._take_cp_sat}
        chosen = [engines[name] for name in self._config.engines]
        for turn in itertools.count():
            for engine in chosen:
                if engine(None if len(chosen) == 1 else turn):
                    return True
                if self.spent >= self._budget:
                    return False
            if len(chosen) == 1:
                return False
        return False

    def _take_dive(self, turn: int | None) -> bool:
        instance = self._instance
        dive = self._dive = self._dive or Dive(instance.puzzle, self._config.dive, instance.seed)
        before = dive.counts["revisions"]
        left = self._budget - self.spent
        spent = 0.0
        while spent < left and (turn is None or dive.counts["nodes"] < FIRST_SHARE << turn):
            fill = dive.step(_STEP)
            spent = (dive.counts["revisions"] - before) / REVISIONS
            if dive.exhausted or _sound(fill):
                self.spent += spent
                return True
        self.spent += spent
        return False

    def _take_cp_sat(self, turn: int | None) -> bool:
        from cpfill.engines import cp_sat

        instance = self._instance
        reduction = self._reduction = self._reduction or reduce(Domains.of(instance.puzzle))
        if reduction.contradiction:
            return True
        if turn is not None and sum(map(len, reduction.domains.candidates)) > LARGEST_REST:
            return False
        left = self._budget - self.spent
        answer = cp_sat.solve(
            reduction.domains,
            self._config,
            seed=instance.seed,
            time_limit=_SAFETY[0] + _SAFETY[1] * self._budget,
            deterministic_limit=left if turn is None else min(left, SHARE_SECONDS * 2**turn),
        )
        if answer.status == Status.INTERRUPTED:
            raise KeyboardInterrupt
        self.spent += answer.counts.get("deterministic", 0.0)
        return answer.status == Status.INFEASIBLE or _sound(answer.fill)


def _sound(fill: Fill | None) -> bool:
    """Whether there is a fill; one with faults is an error of the engine, never a quick answer."""
    if fill is not None and (faults := fill.faults()):
        raise RuntimeError(f"a search that is tuned gave a fill with faults: {faults[0]}")
    return fill is not None
