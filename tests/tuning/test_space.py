"""Spaces: what a file may declare, and the point of a model in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpfill.errors import ModelError
from cpfill.parameters import ModelConfig, models
from cpfill.tuning.space import Space, applied, spaces_there


@pytest.mark.parametrize("name", spaces_there())
def test_shipped_spaces_load_and_are_no_models(name: str) -> None:
    assert Space.load(name).parameters
    assert not set(models()) & {f"spaces/{name}", "spaces"}


@pytest.mark.parametrize("name", ["default", "dive", "literals", "table"])
def test_a_models_own_point_lies_in_the_space_of_its_engines(name: str) -> None:
    config = ModelConfig.load(name)
    point, parameters = Space.for_model(config).around(config)
    assert point.keys() == parameters.keys()
    assert applied(config, point).formulation == config.formulation


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "declares no parameter"),
        ("[dvie]\nnoise = { low = 0, high = 1 }", "no table .dvie.; did you mean 'dive'"),
        ("dive = 3", "write it as a table"),
        ("[dive]\nnoise = 3", "dive.noise is 3; write"),
        ("[dive]\nnoise = { lo = 0, high = 1 }", "dive.noise has no 'lo'; did you mean 'low'"),
        ("[dive]\nnoise = { low = 1, high = 1 }", "low must be below high"),
        ("[dive]\nnoise = { low = 0.0, high = 1.0, log = true }", "its low must be above 0"),
        ("[dive]\nnoise = { low = 0, high = 9, step = 0.5 }", "its step must be one too"),
        ("[dive]\nnoise = { choices = [1.0], low = 0.0 }", "choices and a range"),
        ("[dive]\nnoise = { low = 'a', high = 1 }", "low is 'a'"),
        ("[dive]\nniose = { low = 0, high = 1 }", "no parameter 'niose'; did you mean 'noise'"),
        ("[model]\nformulation = { choices = ['tables'] }", "formulation is 'tables'"),
        ("[solver]\nsymmetry_level = { low = 0, high = 99.5 }", "symmetry_level"),
        ("[dive", "is no TOML"),
    ],
)
def test_what_is_wrong_with_a_space_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "space.toml"
    path.write_text(text)
    with pytest.raises(ModelError, match=told) as raised:
        Space.load(str(path))
    assert "\n" not in str(raised.value)
    assert "space.toml" in str(raised.value)


def test_a_value_outside_the_choices_joins_them_and_outside_a_range_is_refused() -> None:
    tables = {"dive": {"noise": {"choices": [0.0]}, "restart_first": {"low": 500, "high": 900}}}
    space = Space.from_tables(tables, "mine", "mine.toml")
    dive = ModelConfig.load("dive", {"dive.noise": "1.0"})
    with pytest.raises(ModelError, match=r"dive.restart_first is 100 .* widen the range"):
        space.around(dive)
    point, parameters = space.without(["dive.restart_first"]).around(dive)
    assert point == {"dive.noise": 1.0}
    assert parameters["dive.noise"].choices == (1.0, 0.0)


def test_unknown_names_are_told_with_the_nearest() -> None:
    with pytest.raises(ModelError, match="did you mean 'dive'"):
        Space.load("dvie")
    with pytest.raises(ModelError, match=r"did you mean 'dive.noise'"):
        Space.load("dive").without(["dive.niose"])
