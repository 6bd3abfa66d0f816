"""Bars: what they show of a tuning, and that they are for terminals only."""

from __future__ import annotations

import sys

import pytest

from cpfill.cli import tune
from cpfill.cli.bar import bar


def test_a_tuning_shows_its_trials_and_then_its_confirmation() -> None:
    seen: list[tuple[object, ...]] = []
    progress = tune._shown(lambda *said: seen.append(said))
    progress("tune", {"trial": 2, "of": 9, "run": 3, "of runs": 4, "best": 0.125})
    progress("tune", {"simpler": 1, "of": 2, "run": 1, "of runs": 4})
    progress("confirm", {"run": 5, "of": 6})
    assert seen == [
        ("trial", "trial 2, best 0.125 s", 1.5, 9),
        ("simpler", "simpler 1", 0, 2),
        ("confirm", "confirming", 4, 6),
    ]


@pytest.mark.parametrize(("terminal", "quiet"), [(True, False), (True, True), (False, False)])
def test_a_bar_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool, quiet: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with bar(quiet) as show:
        show("one", "first", 1, 2)
        show("two", "second", 1, 4)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert ("second" in shown.err) == (terminal and not quiet)
