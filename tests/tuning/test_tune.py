"""Tuning: a tiny space with one value that is plainly better; resuming; refusal."""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

pytest.importorskip("optuna")

from cpfill.errors import InputError, ModelError
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.tuning import Report, Space, markdown, model_text, split, trials_table, tune
from cpfill.tuning import study as study_module
from cpfill.tuning.cost import Instance, Run, measure
from cpfill.tuning.plots import held_out_svg, trials_svg
from cpfill.tuning.study import hopeless

WORDS = Lexicon.from_words({a + b + c: 50 for a in "BCDFGH" for b in "AEIOU" for c in "LMNPRST"})
PUZZLES = {
    name: Puzzle(Grid.from_rows(rows), WORDS)
    for name, rows in {
        "a": ["...", "#.#", "..."],
        "b": ["...", ".##", "..."],
        "c": ["...", "##.", "..."],
        "d": [".#.", "...", ".#."],
    }.items()
}
SPACE = Space.from_tables({"dive": {"noise": {"low": 0.0, "high": 2.0, "step": 0.5}}}, "tiny", "tiny.toml")
DIVE = ModelConfig.load("dive", {"dive.noise": "1.0"})


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Every search costs 1 more than the noise; gives the noises that were measured."""
    asked: list[float] = []

    def measured(instance: Instance, config: ModelConfig, budget: float) -> Run:
        noise = float(config.dive.get("noise", 1.0))
        asked.append(noise)
        return Run(1 + noise + 0.01 * instance.seed, True, 1 + noise)

    monkeypatch.setattr(study_module, "measure", measured)
    monkeypatch.setattr("cpfill.tuning.confirm.measure", measured)
    return asked


def found(trials: int = 12, study: Path | None = None, config: ModelConfig = DIVE) -> Report:
    return tune(config, PUZZLES, trials=trials, space=SPACE, seeds=3, budget=1.0, study=study)


def test_the_better_value_is_found_confirmed_and_written(pretend: list[float]) -> None:
    report = found()
    assert pretend[0] == 1.0, "the defaults come first"
    assert report.better
    assert report.changed == {"dive.noise": (1.0, 0.0)}
    assert report.comparison is not None
    assert report.comparison.ratio == pytest.approx(0.5, abs=0.02)
    text = model_text(report)
    assert tomllib.loads(text) == {
        "model": {"description": f"{DIVE.description}, tuned", "engines": ["dive"]},
        "dive": {"noise": 0.0},
    }
    assert "95% interval" in text
    assert "was 1.0" in text


def test_a_written_model_loads_and_says_the_same(pretend: list[float], tmp_path: Path) -> None:
    report = found()
    path = tmp_path / "mine.toml"
    path.write_text(model_text(report))
    assert dict(ModelConfig.load(str(path)).dive) == dict(report.tuned.dive)


def test_no_model_is_written_when_none_is_better(pretend: list[float]) -> None:
    report = found(config=ModelConfig.from_tables({**DIVE.tables(), "dive": {"noise": 0.0}}, "best", "best.toml"))
    assert not report.better
    with pytest.raises(InputError, match=r"no model is written: .* none of 5 trials was better"):
        model_text(report)
    assert "Not shown to be better" in markdown(report)


def test_luck_on_the_tuning_grids_is_not_enough(pretend: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpfill.tuning.confirm.measure", lambda instance, config, budget: Run(1.0, True, 1.0))
    report = found()
    assert report.changed
    assert not report.better
    with pytest.raises(InputError, match="costs 1 times the default on held-out grids"):
        model_text(report)


def test_a_study_goes_on_where_it_ended(pretend: list[float], tmp_path: Path) -> None:
    whole = found(12, tmp_path / "whole.study")
    first = found(12, tmp_path / "cut.study")
    del pretend[:]

    class Killed(Exception):
        pass

    def cut_short(phase: str, figures: Mapping[str, float]) -> None:
        if figures.get("trial") == 5 or phase == "confirm":
            raise Killed

    with pytest.raises(Killed):
        tune(DIVE, PUZZLES, trials=12, space=SPACE, budget=1.0, study=tmp_path / "killed.study", progress=cut_short)
    resumed = found(12, tmp_path / "killed.study")
    assert [trial.point for trial in resumed.trials] == [trial.point for trial in whole.trials]
    assert resumed.point == whole.point == first.point
    done = len(pretend)
    found(12, tmp_path / "killed.study")
    confirming = 2 * 3 * len(resumed.held_out_grids)
    assert len(pretend) == done + confirming, "a finished study is only confirmed again"


def test_each_trial_is_of_another_point_until_there_are_no_more(pretend: list[float]) -> None:
    points = [trial.point["dive.noise"] for trial in found(12).trials]
    assert sorted(points) == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_a_sampler_that_repeats_itself_gives_way_to_chance(pretend: list[float]) -> None:
    choices = {"noise": {"choices": [0.0, 0.5, 1.0]}, "list_below": {"choices": [32, 64, 128]}}
    space = Space.from_tables({"dive": choices}, "tiny", "tiny.toml")
    assert len(tune(DIVE, PUZZLES, trials=20, space=space, seeds=1, budget=1.0).trials) == 9


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_finished_study_has_no_more_to_try(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int) -> None:
    def measured(instance: Instance, config: ModelConfig, budget: float) -> Run:
        return Run(1 + zlib.crc32(repr(sorted(config.dive.items())).encode()) % 1000 / 1000, True, 1.0)

    monkeypatch.setattr(study_module, "measure", measured)
    monkeypatch.setattr("cpfill.tuning.confirm.measure", measured)
    space = Space.load("dive").without(["dive.restart_first", "dive.restart_growth"])
    one, two = (
        tune(DIVE, PUZZLES, trials=14, space=space, seeds=1, budget=1.0, seed=seed, study=tmp_path / "one.study")
        for _ in range(2)
    )
    assert [trial.point for trial in one.trials] == [trial.point for trial in two.trials]
    assert one.point == two.point


def test_a_kill_between_two_steps_of_a_trial_leaves_a_whole_study(
    pretend: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import optuna

    whole, asked = found(5), [0]
    original = optuna.Study.ask

    def ask(study: optuna.Study) -> optuna.Trial:
        asked[0] += 1
        if asked[0] == 3:
            raise KeyboardInterrupt
        return original(study)

    monkeypatch.setattr(optuna.Study, "ask", ask)
    with pytest.raises(KeyboardInterrupt):
        found(5, tmp_path / "cut.study")
    assert [trial.point for trial in found(5, tmp_path / "cut.study").trials] == [trial.point for trial in whole.trials]


def test_a_study_of_something_else_is_refused(pretend: list[float], tmp_path: Path) -> None:
    found(2, tmp_path / "one.study")
    with pytest.raises(InputError, match="was begun with other seeds; remove it"):
        tune(DIVE, PUZZLES, trials=2, space=SPACE, seeds=2, budget=1.0, study=tmp_path / "one.study")
    (tmp_path / "text.study").write_text("this is no database, however one looks at it\n" * 50)
    with pytest.raises(InputError, match="cannot be used as a study"):
        found(2, tmp_path / "text.study")


def test_hopeless_trials_stop_early(pretend: list[float]) -> None:
    report = found(15)
    stopped = [trial for trial in report.trials if trial.stopped]
    assert stopped
    assert all(len(trial.runs) < 6 for trial in stopped)
    cheap, dear = Run(1.0, True, 1.0), Run(1.5, True, 1.0)
    assert not hopeless([dear] * 3, [cheap] * 9)
    assert hopeless([dear] * 4, [cheap] * 9)
    assert not hopeless([cheap] * 8, [dear] * 9)


def test_the_dive_is_tuned_for_real_the_same_each_time() -> None:
    space = Space.from_tables({"dive": {"letter_branching": {"choices": [0, 1, 2]}}}, "tiny", "tiny.toml")
    one, two = (tune(DIVE, PUZZLES, trials=3, space=space, seeds=2, budget=1.0) for _ in range(2))
    assert [[run.cost for run in trial.runs] for trial in one.trials] == [
        [run.cost for run in trial.runs] for trial in two.trials
    ]
    assert len(trials_table(one)) == len(one.trials)


def test_an_undecided_search_costs_ten_budgets() -> None:
    run = measure(Instance("a", PUZZLES["a"], 0), DIVE, 1e-9)
    assert (run.decided, run.cost) == (False, 1e-8)


def test_plots_are_whole_pages(pretend: list[float]) -> None:
    report = found()
    for drawing in (trials_svg(report), held_out_svg(report)):
        assert drawing.startswith("<svg")
        assert drawing.endswith("</svg>\n")
        assert drawing.count("<circle") > 3


def test_grids_are_split_by_the_seed() -> None:
    names = [f"grid{number}" for number in range(9)]
    tuning, held_out = split(names, 0.5, 0)
    assert sorted(tuning + held_out) == names
    assert split(names, 0.5, 0) == (tuning, held_out) != split(names, 0.5, 1)
    with pytest.raises(InputError, match="two grids or more"):
        split(["one"], 0.5, 0)


def test_an_engine_without_a_deterministic_clock_is_refused() -> None:
    with pytest.raises(ModelError, match="the engine divide"):
        tune(ModelConfig(engines=("divide",)), PUZZLES, trials=1, space=SPACE)
