"""Model files: what they may say, and how they say it is wrong."""

import sys
from pathlib import Path

import pytest

from cpfill.errors import ModelError
from cpfill.parameters import DEFAULT, ModelConfig, models


def write(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_default_file_says_what_the_default_is() -> None:
    assert ModelConfig.load("default") is DEFAULT


def test_the_default_is_read_without_a_solver() -> None:
    import subprocess

    code = "import sys; from cpfill.parameters import ModelConfig; ModelConfig.load(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"ortools", "pydantic", "pandas"} & set(loaded)


@pytest.mark.parametrize("name", list(models()))
def test_every_shipped_model_is_valid_and_described(name: str) -> None:
    config = ModelConfig.load(name)
    config.check(name)
    assert config.name == name
    assert config.description == models()[name] != ""


@pytest.mark.parametrize("name", list(models()))
def test_tables_say_the_same_again(name: str) -> None:
    config = ModelConfig.load(name)
    assert ModelConfig.from_tables(config.tables(), name, "again") == config


def test_overrides_are_typed_by_what_they_set() -> None:
    config = ModelConfig.load(
        "literals",
        {
            "num_workers": "3",
            "cp_model_presolve": "true",
            "random_branches_ratio": "0.5",
            "search_branching": "FIXED_SEARCH",
            "subsolvers": '["default_lp"]',
            "model.search": "free",
            "model.noise": "2",
            "dive.noise": "0.5",
        },
    )
    assert config.solver["num_workers"] == 3
    assert config.solver["cp_model_presolve"] is True
    assert config.solver["search_branching"] == "FIXED_SEARCH"
    assert config.solver["subsolvers"] == ["default_lp"]
    assert (config.search, config.noise, config.dive["noise"]) == ("free", 2.0, 0.5)


@pytest.mark.parametrize(
    ("overrides", "text"),
    [
        ({"num_wrokers": "3"}, r"--set: CP-SAT has no parameter 'num_wrokers'; did you mean 'num_workers'\?"),
        ({"num_workers": "many"}, r"--set: num_workers is 'many'; CP-SAT wants a whole number"),
        ({"num_workers": "1.5"}, r"num_workers is 1.5; CP-SAT wants a whole number"),
        ({"cp_model_presolve": "1"}, r"cp_model_presolve is 1; CP-SAT wants true or false"),
        ({"search_branching": "FIXED"}, r"search_branching is 'FIXED'; CP-SAT wants one of .*FIXED_SEARCH"),
        ({"subsolvers": "a"}, r"subsolvers is 'a'; CP-SAT wants a list"),
        ({"num_workers": "-1"}, r"--set: CP-SAT says: .*num_workers.*-1"),
        ({"num_workers": "99999999999999"}, r"--set: .*num_workers"),
        ({"subsolver_params": '[{nmae = "x"}]'}, r"CP-SAT has no parameter 'nmae'; did you mean 'name'"),
        ({"dive.nois": "1"}, r"the dive has no parameter 'nois'; did you mean 'noise'"),
        ({"modle.noise": "1"}, r"there is no table 'modle'; did you mean 'model'"),
        ({"model.noise": "-1"}, r"\[model\] noise is -1: input should be greater than or equal to 0"),
    ],
)
def test_overrides_that_do_not_fit(overrides: dict[str, str], text: str) -> None:
    with pytest.raises(ModelError, match=text) as caught:
        ModelConfig.load("default", overrides)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[modle]\n", r"mine.toml: there is no table \[modle\]; did you mean 'model'\?"),
        ('[model]\nformulaton = "table"\n', r"\[model\] has no key 'formulaton'; did you mean 'formulation'\?"),
        ('[model]\nformulation = "tabel"\n', r"\[model\] formulation is 'tabel': input should be .*'table'"),
        ("[model]\ncandidate_limit = true\n", r"\[model\] candidate_limit is True"),
        ("[model]\nengines = []\n", r"\[model\] engines is \[\]"),
        ('[model]\nengines = ["diev"]\n', r"\[model\] engines is 'diev'"),
        ('[dive]\nnoise = "loud"\n', r"\[dive\] noise is 'loud'"),
        ("[solver]\nlog = true\n", r"CP-SAT has no parameter 'log'"),
        ("[solver]\nrandom_seed = -5\nnum_workers = -5\n", r"CP-SAT says"),
        ("[model\n", r"mine.toml: is no TOML"),
    ],
)
def test_files_that_do_not_fit(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ModelError, match=told) as caught:
        ModelConfig.load(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nowhere.toml: no such file"):
        ModelConfig.load(str(tmp_path / "nowhere.toml"))
    with pytest.raises(ModelError, match=r"there is no model 'litterals'; did you mean 'literals'\?"):
        ModelConfig.load("litterals")
