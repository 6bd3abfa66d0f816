"""Notes and progress on standard error."""

from __future__ import annotations

import io
import os
import sys

import pytest

from cpfill.cli.screen import Screen


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


def _lines(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, screen: Screen) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((40, 24)))
    with screen.progress() as progress:
        progress("dive", {"nodes": 1234, "best_score": 7.5})
        progress("dive", {"nodes": 1235})
        progress("cp-sat", {"conflicts": 10**9, "a figure with a very long name": 1})
    return stream.getvalue()


def test_a_terminal_gets_one_line_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = _lines(monkeypatch, _Terminal(), Screen())
    assert "\n" not in shown
    steps = [step.removeprefix("\x1b[K") for step in shown.split("\r")]
    assert steps[1] == "dive 0.0 s, nodes 1,234, best score 7.5"
    assert steps[2].startswith("cp-sat 0.0 s, conflicts 1e+09")
    assert steps[-1] == ""
    assert all(len(step) < 40 for step in steps)


@pytest.mark.parametrize(("stream", "quiet"), [(io.StringIO(), False), (_Terminal(), True)])
def test_no_progress_where_nobody_watches(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, quiet: bool) -> None:
    assert _lines(monkeypatch, stream, Screen(quiet)) == ""


def test_quiet_has_no_notes(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(quiet=True).note("something")
    Screen().note("something else")
    assert capsys.readouterr().err == "cpfill: something else\n"
