"""CP-SAT on a puzzle's model: one fill, the best fill, or all fills. Knows no other engine."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ortools.sat.python import cp_model_helper as cp

from cpfill.crossability import most_crossable
from cpfill.domains import Domains
from cpfill.engines.cp_sat_run import Run
from cpfill.modeller import FillModel, Objective
from cpfill.parameters import ModelConfig
from cpfill.probing import probe
from cpfill.puzzle import Fill
from cpfill.reduction import Reduction, reduce
from cpfill.result import Progress, Status, silent
from cpfill.solver_parameters import as_text

FIRST_TRY = 0.5
"""Deterministic seconds for the first, incomplete try on the most crossable candidates."""
WIDER, LONGER = 4, 2
"""How many times as many candidates each further try has, and how many times as long it may take."""
COUNTS = ("conflicts", "branches", "deterministic")
_NEVER = 1e9

Counts = dict[str, float]


@dataclass(frozen=True)
class Answer:
    """What CP-SAT found out; ``bound`` is proved, on the objective; ``counts`` are figures of the search."""

    status: Status
    fill: Fill | None = None
    bound: int | None = None
    reason: str = ""
    counts: Mapping[str, float] = field(default_factory=dict)


@dataclass
class Limits:
    """What is left of the wall-clock seconds and of CP-SAT's deterministic seconds."""

    seconds: float | None = None
    deterministic: float | None = None

    def __post_init__(self) -> None:
        self._started = time.perf_counter()

    @property
    def spent(self) -> bool:
        """Whether nothing is left of either."""
        late = self.seconds is not None and time.perf_counter() - self._started >= self.seconds
        return late or (self.deterministic is not None and self.deterministic <= 0.0)

    def text(self, most: float = _NEVER) -> str:
        """The limits as CP-SAT's parameters, at most that many deterministic seconds."""
        left = _NEVER if self.seconds is None else max(self.seconds - (time.perf_counter() - self._started), 0.0)
        deterministic = max(min(most, _NEVER if self.deterministic is None else self.deterministic), 0.0)
        return f" max_time_in_seconds: {left} max_deterministic_time: {deterministic}"

    def spend(self, deterministic: float) -> None:
        """Take off what a call of CP-SAT used."""
        if self.deterministic is not None:
            self.deterministic -= deterministic


def solve(
    domains: Domains,
    config: ModelConfig,
    *,
    objective: Objective | None = None,
    start: Fill | None = None,
    seed: int = 0,
    workers: int = 1,
    time_limit: float | None = None,
    deterministic_limit: float | None = None,
    progress: Progress = silent,
) -> Answer:
    """A fill within the domains, or the proof that there is none.

    With an ``objective`` the best fill, from ``start`` if given: optimal when proved, solved when a limit came first.
    The status is unknown when a limit came before any fill. ``time_limit`` is in wall-clock seconds.
    ``deterministic_limit`` counts CP-SAT's deterministic seconds, the same on every machine.
    """
    reduction = reduced(domains, config)
    if reduction.contradiction is not None:
        return Answer(Status.INFEASIBLE, reason=reduction.contradiction)
    limits = Limits(time_limit, deterministic_limit)
    counts = dict.fromkeys(COUNTS, 0.0)
    for fewer, share in () if objective else _cuts(reduction.domains, config):
        model = model_of(fewer, config, None, seed)
        answer = _answer(model, parameters_of(config, model, seed, workers), limits, counts, progress, share)
        if answer.status not in (Status.INFEASIBLE, Status.UNKNOWN):
            return answer
        if limits.spent:
            return replace(answer, status=Status.UNKNOWN, reason=_undecided(counts))
    model = model_of(reduction.domains, config, objective, seed)
    if start is not None:
        model.hint(start)
    return _answer(model, parameters_of(config, model, seed, workers), limits, counts, progress)


def reduced(domains: Domains, config: ModelConfig) -> Reduction:
    """The domains after the reduction that the model names."""
    if config.reduction == "cycles":
        return reduce(domains)
    return probe(domains, "fast" if config.reduction == "fast-probe" else "full")


def _cuts(domains: Domains, config: ModelConfig) -> Iterator[tuple[Domains, float]]:
    """Few candidates, then more, each cut with the deterministic seconds that it may take.

    A fill among few candidates comes quickly or hardly ever: trying more of them soon loses little.
    """
    most, share = config.candidate_limit, FIRST_TRY
    while 0 < most < max(map(len, domains.candidates), default=0):
        reduction = reduce(most_crossable(domains, most))
        if reduction.contradiction is None:
            yield reduction.domains, share
        most, share = most * WIDER, share * LONGER


def model_of(domains: Domains, config: ModelConfig, objective: Objective | None, seed: int) -> FillModel:
    """The model that the config names, with the order to search it in."""
    model = FillModel(domains, config, objective)
    if config.search == "guided":
        model.guide(seed, config.noise)
    return model


def parameters_of(config: ModelConfig, model: FillModel, seed: int, workers: int) -> str:
    """CP-SAT's parameters in protobuf's text format: what this engine needs, then what the model says."""
    text = f"num_workers: {workers} random_seed: {seed % 2**31} catch_sigint_signal: false "
    if len(model.proto.search_strategy) and workers == 1:
        text += "search_branching: FIXED_SEARCH "
    return text + as_text(config.solver, config.name)


def _answer(
    model: FillModel, parameters: str, limits: Limits, counts: Counts, progress: Progress, most: float = _NEVER
) -> Answer:
    """Solve the model, again without each solution whose open letters cannot be chosen to fit; adds to the counts."""
    spent = 0.0
    while True:
        run = Run(model.proto, parameters + limits.text(most - spent), lambda run: True)
        run.start()
        response = run.finish(progress)
        for name, count in zip(COUNTS, _counted(response), strict=True):
            counts[name] += count
        spent += response.deterministic_time
        limits.spend(response.deterministic_time)
        if response.status not in (cp.CpSolverStatus.OPTIMAL, cp.CpSolverStatus.FEASIBLE):
            return _without_fill(run, counts, partial=most < _NEVER)
        fill = model.fill(response.solution.__getitem__)
        if fill is not None:
            return _with_fill(run, fill, model.proto.has_objective(), counts)
        model.exclude(response.solution.__getitem__)


def _counted(response: Any) -> tuple[float, ...]:
    return response.num_conflicts, response.num_branches, response.deterministic_time


def _undecided(counts: Counts) -> str:
    return f"CP-SAT did not decide: {counts['conflicts']:,.0f} conflicts"


def _without_fill(run: Run, counts: Counts, partial: bool) -> Answer:
    """Why there is no fill; of ``partial`` domains it proves nothing, and must not drown an interruption."""
    kinds = cp.CpSolverStatus
    if run.response.status == kinds.MODEL_INVALID:
        return Answer(Status.INVALID, reason=f"CP-SAT says: {run.response.solution_info}", counts=counts)
    if run.response.status == kinds.INFEASIBLE and not (run.interrupted and partial):
        reason = f"CP-SAT proved that no fill exists: {counts['conflicts']:,.0f} conflicts"
        return Answer(Status.INFEASIBLE, reason=reason, counts=counts)
    status = Status.INTERRUPTED if run.interrupted else Status.UNKNOWN
    return Answer(status, reason=_undecided(counts), counts=counts)


def _with_fill(run: Run, fill: Fill, has_objective: bool, counts: Counts) -> Answer:
    if not has_objective:
        return Answer(Status.SOLVED, fill, counts=counts)
    proved = Status.OPTIMAL if run.response.status == cp.CpSolverStatus.OPTIMAL else Status.SOLVED
    status = Status.INTERRUPTED if run.interrupted and proved != Status.OPTIMAL else proved
    return Answer(status, fill, math.floor(run.response.best_objective_bound + 1e-6), counts=counts)
