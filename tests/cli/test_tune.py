"""The tune command."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from cpfill.tuning import study as study_module
from cpfill.tuning.cost import Instance, Run

from .conftest import Run as Command

SPACE = "[dive]\nnoise = { low = 0.0, high = 2.0, step = 0.5 }\n"
WORDS = "".join(f"{a}{b}{c}\n" for a in "BCDFGH" for b in "AEIOU" for c in "LMNPRST")
LINE = (
    "tune",
    "--model",
    "dive",
    "--set",
    "dive.noise=1.0",
    "--grids",
    "grids",
    "--words",
    "words.txt",
    "--space",
    "space.toml",
)


@pytest.fixture
def grids(folder: Callable[..., None], tmp_path: Path) -> Path:
    """A folder of four grids and one other file, beside a word list and a space."""
    (tmp_path / "grids").mkdir()
    rows = {
        "a.txt": "...\n#.#\n...\n",
        "b.txt": "...\n.##\n...\n",
        "c.txt": "...\n##.\n...\n",
        "d.txt": ".#.\n...\n.#.\n",
    }
    folder(**{"words.txt": WORDS, "space.toml": SPACE, "grids/README.md": "Grids.\n"})
    folder(**{f"grids/{name}": text for name, text in rows.items()})
    return tmp_path


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search costs 1 more than the noise."""
    pytest.importorskip("optuna")

    def measured(instance: Instance, config: object, budget: float) -> Run:
        cost = 1 + float(getattr(config, "dive", {}).get("noise", 1.0)) + 0.01 * instance.seed
        return Run(cost, True, cost)

    monkeypatch.setattr(study_module, "measure", measured)
    monkeypatch.setattr("cpfill.tuning.confirm.measure", measured)


@pytest.mark.usefixtures("pretend")
def test_a_better_model_and_its_report_are_written(run: Command, grids: Path) -> None:
    outcome = run(*LINE, "--trials", "12", "-o", "mine.toml", "--report", "report")
    assert (outcome.code, outcome.out) == (0, "")
    assert "95% interval" in outcome.err
    assert tomllib.loads((grids / "mine.toml").read_text())["dive"] == {"noise": 0.0}
    assert sorted(path.name for path in (grids / "report").iterdir()) == [
        "held-out.csv",
        "held-out.svg",
        "report.md",
        "trials.csv",
        "trials.svg",
    ]
    shown = run("models", "show", "mine.toml")
    assert shown.code == 0


@pytest.mark.usefixtures("pretend")
def test_without_a_file_the_model_is_the_answer(run: Command, grids: Path) -> None:
    outcome = run(*LINE, "--trials", "12", "--quiet")
    assert tomllib.loads(outcome.out)["dive"] == {"noise": 0.0}
    assert outcome.err == ""
    told = run(*LINE, "--trials", "12", "--json").json
    assert told["better"]
    assert told["changed"] == {"dive.noise": {"default": 1.0, "tuned": 0.0}}


@pytest.mark.usefixtures("pretend")
def test_a_model_that_is_not_better_is_not_written(run: Command, grids: Path) -> None:
    outcome = run(*LINE, "--trials", "3", "--set", "dive.noise=0.0", "-o", "mine.toml")
    assert outcome.code == 1
    assert "no model is written: not shown to be better: none of" in outcome.err
    assert not (grids / "mine.toml").exists()


@pytest.mark.parametrize(
    ("extra", "code", "told"),
    [
        (("--grids", "words.txt"), 2, "words.txt: is no folder"),
        (("--grids", "empty"), 2, "empty: holds no grid"),
        (("--keep", "dive.niose"), 4, "did you mean 'dive.noise'"),
        (("--space", "spce.toml"), 4, "spce.toml: no such file"),
        (("--model", "divide"), 4, "the engine divide"),
    ],
)
def test_bad_input_is_one_line(run: Command, grids: Path, extra: tuple[str, ...], code: int, told: str) -> None:
    (grids / "empty").mkdir()
    outcome = run(*LINE, *extra)
    assert outcome.code == code
    assert told in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_missing_optuna_is_told_with_the_remedy(run: Command, grids: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    outcome = run(*LINE)
    assert outcome.code == 2
    assert "pip install 'cpfill[tune]'" in outcome.err
