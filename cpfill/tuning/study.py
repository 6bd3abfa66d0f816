"""The search for better parameters: trials, early stops, resuming. Knows no held-out grids and no files but its own."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import exp, log
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np

from cpfill.errors import InputError
from cpfill.parameters import ModelConfig
from cpfill.result import Progress
from cpfill.tuning.cost import Instance, Run, mean_log, measure
from cpfill.tuning.space import Parameter, Point, Space, Value, applied
from cpfill.tuning.statistics import signed_rank

if TYPE_CHECKING:
    import optuna

HOPELESS = 0.1
"""A trial stops when the signed-rank test gives it less than that chance not to be worse than the best."""
WASTEFUL = 5.0
"""A trial that is behind the best also stops when it has spent that many times what the best did in all."""
STARTUP = 10
"""Trials around the defaults before the sampler learns from them."""
VARIED = 0.3
"""Share of the parameters that such a trial draws at random; most settings far from the defaults are hopeless."""
DRAWN_OUT = 30
"""So many points in a row that were tried before end the search: the space holds few others."""
SAME = 1.02
"""A parameter goes back to its default where that costs at most that many times as much."""


@dataclass(frozen=True)
class Trial:
    """One point of the space and its runs, in the order of the instances; fewer where it was stopped early."""

    point: Point
    runs: tuple[Run, ...]
    stopped: bool

    @cached_property
    def cost(self) -> float:
        """The geometric mean of the runs' costs, in deterministic seconds."""
        return exp(mean_log([run.cost for run in self.runs]))


class Study:
    """A search for the point of least cost over the instances; ``file`` keeps it, to go on after an end of any kind."""

    def __init__(
        self,
        config: ModelConfig,
        space: Space,
        instances: Sequence[Instance],
        *,
        budget: float,
        seed: int = 0,
        file: Path | None = None,
    ) -> None:
        self.config, self.space, self.instances = config, space, instances
        self.budget, self.seed = budget, seed
        self.default, self._parameters = space.around(config)
        with _quiet():
            self._optuna = _imported()
            self._study = self._opened(file)

    @property
    def trials(self) -> list[Trial]:
        """The finished trials, each of another point; the first is that of the defaults."""
        return [
            Trial(
                trial.user_attrs["point"],
                tuple(Run(*run) for run in trial.user_attrs["runs"]),
                trial.state.name == "PRUNED",
            )
            for trial, is_repeat in self._judged()
            if not is_repeat
        ]

    @property
    def best(self) -> Trial:
        """The trial of least cost, run to its end, of those that the sampler chose: not of the simpler ones since."""
        told = {repr(trial.user_attrs["point"]) for trial in self._finished() if not trial.user_attrs["simpler"]}
        chosen = [trial for trial in self.trials if repr(trial.point) in told and not trial.stopped]
        return min(chosen, key=lambda trial: trial.cost)

    def search(self, trials: int, progress: Progress) -> None:
        """Go on until there are that many trials, the defaults first, or the space seems to hold no more."""
        while (done := self._searched()) < trials and self._repeats() < DRAWN_OUT:
            self._try(None if done else self.default, progress, {"trial": done + 1, "of": trials})

    def simplify(self, progress: Progress) -> Trial:
        """The best trial, with every parameter at its default where that costs no more; further trials tell."""
        best = self.best
        changed = [name for name in self.default if best.point[name] != self.default[name]]
        for number, name in enumerate(changed):
            figures = {"simpler": number + 1, "of": len(changed)}
            point = {**best.point, name: self.default[name]}
            trial = self._known(point) or self._try(point, progress, figures, simpler=True)
            if not trial.stopped and trial.cost <= best.cost * SAME:
                best = trial
        return best

    def _try(
        self, point: Point | None, progress: Progress, figures: Mapping[str, float], simpler: bool = False
    ) -> Trial:
        """Run one trial, at that point or at one that the sampler chooses."""
        with _quiet():
            self._study.sampler = self._sampler()
            self._study.enqueue_trial(dict(point or self._kept()))
            asked = self._study.ask()
            drawn = {name: _suggested(asked, name, one) for name, one in self._parameters.items()}
            chosen = point or {name: _rounded(value, self.default[name]) for name, value in drawn.items()}
        trial = self._known(chosen) or self._run(chosen, progress, figures)
        with _quiet():
            asked.report(log(trial.cost), len(trial.runs))
            asked.set_user_attr("point", dict(chosen))
            asked.set_user_attr("simpler", simpler)
            asked.set_user_attr("runs", [[run.cost, run.decided, run.seconds] for run in trial.runs])
            if trial.stopped:
                self._study.tell(asked, state=self._optuna.trial.TrialState.PRUNED)
            else:
                self._study.tell(asked, log(trial.cost))
        return trial

    def _known(self, point: Point) -> Trial | None:
        """An earlier trial of the same point, which need not be run again."""
        return next((trial for trial in self.trials if trial.point == point), None)

    def _run(self, point: Point, progress: Progress, figures: Mapping[str, float]) -> Trial:
        config = applied(self.config, point)
        whole = [trial for trial in self.trials if not trial.stopped]
        best = min(whole, key=lambda trial: trial.cost) if whole else None
        told = {"best": best.cost} if best else {}
        runs: list[Run] = []
        for instance in self.instances:
            progress("tune", {**figures, "run": len(runs) + 1, "of runs": len(self.instances), **told})
            runs.append(measure(instance, config, self.budget))
            if best and len(runs) < len(self.instances) and hopeless(runs, best.runs):
                return Trial(point, tuple(runs), True)
        return Trial(point, tuple(runs), False)

    def _sampler(self) -> optuna.samplers.BaseSampler:
        """A sampler that depends on nothing but the seed and the finished trials, so that resuming changes nothing.

        One that comes back to what it has tried gives way to chance, until there is a new point.
        """
        seed = (self.seed * 1_000_003 + len(self._finished())) % 2**32
        samplers = self._optuna.samplers
        chance = samplers.RandomSampler(seed=seed)
        learnt = samplers.TPESampler(seed=seed, n_startup_trials=STARTUP, multivariate=True)
        return cast("optuna.samplers.BaseSampler", chance if self._repeats() else learnt)

    def _kept(self) -> dict[str, Value]:
        """The values that the next trial takes from the defaults: none once the sampler has something to learn from."""
        done, names = len(self._finished()), list(self.default)
        if self._searched() > STARTUP or self._repeats():
            return {}
        count = max(round(VARIED * len(names)), 1)
        varied = np.random.default_rng([self.seed, done]).choice(len(names), count, replace=False).tolist()
        return {name: self.default[name] for index, name in enumerate(names) if index not in varied}

    def _searched(self) -> int:
        """How many points the sampler has chosen, the defaults among them."""
        return sum(not (trial.user_attrs["simpler"] or is_repeat) for trial, is_repeat in self._judged())

    def _repeats(self) -> int:
        """How many of the points that the sampler chose last had been tried before."""
        chosen = [is_repeat for trial, is_repeat in self._judged() if not trial.user_attrs["simpler"]]
        return len(list(takewhile(bool, reversed(chosen))))

    def _judged(self) -> list[tuple[optuna.trial.FrozenTrial, bool]]:
        """The finished trials, and whether their points had been tried before."""
        seen: list[Point] = []
        found = []
        for trial in self._finished():
            point = trial.user_attrs["point"]
            found.append((trial, point in seen))
            seen.append(point)
        return found

    def _finished(self) -> list[optuna.trial.FrozenTrial]:
        states = self._optuna.trial.TrialState
        return self._study.get_trials(deepcopy=False, states=(states.COMPLETE, states.PRUNED))

    def _opened(self, file: Path | None) -> optuna.Study:
        """The study of the file, without what an end in mid-trial left behind."""
        library = self._optuna
        if file is None:
            return cast("optuna.Study", library.create_study())
        from sqlalchemy.exc import SQLAlchemyError

        mine = question(self.config, self.default, self._parameters, self.instances, self.seed, self.budget)
        try:
            study = library.create_study(storage=f"sqlite:///{file}", study_name="cpfill", load_if_exists=True)
        except (SQLAlchemyError, library.exceptions.OptunaError):
            raise InputError(f"{file}: cannot be used as a study; give another file with --study") from None
        theirs = study.user_attrs.setdefault("question", mine)
        if odd := [name for name in mine if mine[name] != theirs.get(name)]:
            told = ", ".join(odd)
            raise InputError(f"{file}: was begun with other {told}; remove it, or give another file with --study")
        study.set_user_attr("question", mine)
        states = library.trial.TrialState
        while study.get_trials(deepcopy=False, states=(states.WAITING,)):
            study.ask()  # only what runs can be ended
        for trial in study.get_trials(states=(states.RUNNING,)):
            study.tell(trial.number, state=states.FAIL)
        return cast("optuna.Study", study)


def hopeless(runs: Sequence[Run], best: Sequence[Run]) -> bool:
    """Whether a trial with these first runs is not worth going on with, against all runs of the best."""
    ratios = [log(mine.cost / theirs.cost) for mine, theirs in zip(runs, best, strict=False)]
    if sum(ratios) <= 0:
        return False
    wasteful = sum(run.cost for run in runs) > WASTEFUL * sum(run.cost for run in best)
    return wasteful or signed_rank([-ratio for ratio in ratios]) < HOPELESS


def question(
    config: ModelConfig,
    default: Point,
    parameters: Mapping[str, Parameter],
    instances: Sequence[Instance],
    seed: int,
    budget: float,
) -> dict[str, str]:
    """What must be the same for trials to be comparable, as digests by name."""
    vocabularies = {one.grid: one.puzzle.vocabulary for one in instances}
    parts: dict[str, object] = {
        "model": config.tables(),
        "defaults": sorted(default.items()),
        "space": {name: one.model_dump() for name, one in parameters.items()},
        "grids": list({one.grid: repr(one.puzzle.grid) for one in instances}.items()),
        "words": [(grid, words.alphabet, *words) for grid, words in vocabularies.items()],
        "seeds": (seed, sorted({one.seed for one in instances})),
        "budget": budget,
    }
    return {name: hashlib.sha256(repr(part).encode()).hexdigest()[:16] for name, part in parts.items()}


def _suggested(trial: optuna.Trial, name: str, parameter: Parameter) -> Value:
    if parameter.choices:
        return parameter.choices[parameter.choices.index(trial.suggest_categorical(name, parameter.choices))]
    low, high, step = parameter.low or 0, parameter.high or 0, parameter.step
    if parameter.whole:
        return int(trial.suggest_int(name, int(low), int(high), step=int(step or 1), log=parameter.log))
    return float(trial.suggest_float(name, low, high, step=step, log=parameter.log))


def _rounded(value: Value, default: Value) -> Value:
    """The value as a person would write it; the default as it is."""
    return float(f"{value:.4g}") if isinstance(value, float) and value != default else value


def _imported() -> ModuleType:
    try:
        import optuna
    except ImportError:
        raise InputError("tuning needs optuna, which is not installed; pip install 'cpfill[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


@contextmanager
def _quiet() -> Iterator[None]:
    """Optuna's warnings of what is experimental are nothing that a user could act on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
