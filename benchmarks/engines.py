"""The engines there are to measure, by name: cpfill's models, and peers. Knows no case."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from benchmarks.cases import Answer, Case, Engine
from benchmarks.peers import blacksquare, gecode, qxw


class CpfillProcess:
    """``cpfill solve`` from the shell, with one model."""

    mode = "process"

    def __init__(self, model: str) -> None:
        self.model = model
        self.name = f"cpfill:{model}"

    def missing(self) -> str:
        return ""

    def command(self, case: Case, folder: Path) -> list[str]:
        beside = shutil.which("cpfill", path=str(Path(sys.executable).parent))
        start = [beside] if beside else [sys.executable, "-m", "cpfill.cli"]
        options = ["--min-score", "0", "--seed", str(case.seed), "--model", self.model]
        limit = ["--time-limit", str(case.limit)]
        return [*start, "solve", str(case.grid), "--words", str(case.words), *options, *limit, "--json", "--quiet"]

    def read(self, case: Case, code: int, output: str) -> Answer:
        found = json.loads(output)
        figures = {"engine": found["engine"], **found.get("trace", {})}
        return Answer(found["status"], found["grid"], figures)


class LibraryCall:
    """A call within a process that has loaded the list before; only the call is measured."""

    mode = "library"

    def __init__(self, name: str, module: str, *arguments: str, missing: str = "") -> None:
        self.name, self._module, self._arguments, self._missing = name, module, arguments, missing

    def missing(self) -> str:
        return self._missing

    def command(self, case: Case, folder: Path) -> list[str]:
        options = [str(case.grid), str(case.words), str(case.seed), str(case.limit)]
        return [sys.executable, "-m", self._module, *options, *self._arguments]

    def read(self, case: Case, code: int, output: str) -> Answer:
        return Answer(**json.loads(output.splitlines()[-1]))


class WholeProcess(LibraryCall):
    """The same, with the process measured as a whole: start-up, loading and the call."""

    mode = "process"

    def read(self, case: Case, code: int, output: str) -> Answer:
        answer = super().read(case, code, output)
        return Answer(answer.status, answer.rows, answer.figures)


def engines(names: list[str], modes: list[str]) -> list[Engine]:
    """The engines of these names (cpfill, cpfill:MODEL, blacksquare, qxw, gecode) that have one of these modes."""
    found: list[Engine] = []
    for name in names:
        kind, _, model = name.partition(":")
        if kind == "cpfill":
            model = model or "default"
            found += [CpfillProcess(model), LibraryCall(f"cpfill:{model}", "benchmarks.library", model)]
        elif kind == "blacksquare":
            for way in (WholeProcess, LibraryCall):
                found.append(way(kind, "benchmarks.peers.blacksquare", missing=blacksquare.missing()))
        elif kind in ("qxw", "gecode"):
            found.append(qxw.Qxw() if kind == "qxw" else gecode.Gecode())
        else:
            raise SystemExit(f"there is no engine {name!r}; there are cpfill, cpfill:MODEL, blacksquare, qxw, gecode")
    return [engine for engine in found if engine.mode in modes]
