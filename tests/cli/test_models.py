"""The models command."""

from __future__ import annotations

import tomllib

from .conftest import Run


def test_each_model_has_a_line_that_says_what_it_does(run: Run) -> None:
    lines = run("models").out.splitlines()
    names = [line.split()[0] for line in lines]
    assert "default" in names
    assert names == sorted(names)
    assert all(len(line.split()) > 2 for line in lines)
    assert run("models", "list").out.splitlines() == lines
    assert [model["model"] for model in run("models", "--json").json] == names


def test_a_model_is_shown_as_its_file(run: Run) -> None:
    shown = run("models", "show", "default")
    assert shown.code == 0
    assert "model" in tomllib.loads(shown.out)


def test_an_unknown_model_is_named_with_the_nearest(run: Run) -> None:
    outcome = run("models", "show", "defualt")
    assert outcome.code == 4
    assert "did you mean 'default'" in outcome.err
