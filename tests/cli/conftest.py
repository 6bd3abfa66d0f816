"""Runs command lines inside the test's own process and folder. Knows no command."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from cpfill.cli import main


class Outcome(NamedTuple):
    """What a command left behind: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer, where it is JSON."""
        return json.loads(self.out)


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs ``cpfill`` with these arguments in an empty folder, ``stdin`` as its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CPFILL_CACHE", str(tmp_path / "cache"))

    def command(*arguments: str, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return Outcome(int(ended.value.code or 0), printed.out, printed.err)

    return command


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., None]:
    """Writes files into the test's folder: ``folder(**{"grid.txt": "...\\n..."})``; bytes are written as they are."""

    def write(**files: str | bytes) -> None:
        for name, content in files.items():
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    return write
