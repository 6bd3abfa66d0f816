"""Measures engines on a folder of grids, with several lists and seeds, into a CSV file. Knows no engine's insides.

Each run is a process of its own, measured by the system. Runs that the file already has are not repeated.
Example: python -m benchmarks.run data/grids --words data/words-en.txt.gz --engine cpfill --engine qxw --seeds 5
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from benchmarks import measure
from benchmarks.cases import Answer, Case, Engine, faults_of, load_list, prepare_list
from benchmarks.engines import engines
from cpfill.formats import read_grid

KEY = ["engine", "mode", "grid", "words", "seed", "limit"]
COLUMNS = [*KEY, "status", "cpu", "wall", "memory", "nodes", "failures", "decided_by", "faults", "fault"]


def main(
    grids: Annotated[list[Path], typer.Argument(help="Grid files, or folders of them.")],
    words: Annotated[list[Path], typer.Option("--words", "-w", help="A word list; repeatable.")],
    engine: Annotated[list[str], typer.Option(help="cpfill, cpfill:MODEL, blacksquare, qxw, gecode; repeatable.")],
    mode: Annotated[
        list[str] | None, typer.Option(help="process, from the shell (default), or library: list loaded before.")
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Seeds 0 to N-1.")] = 5,
    time_limit: Annotated[float, typer.Option(help="Seconds a run.")] = 60.0,
    min_score: Annotated[int, typer.Option(help="Words from this score on.")] = 50,
    letters: Annotated[str, typer.Option(help="Only words of these letters; peers know A to Z only.")] = "",
    output: Annotated[Path, typer.Option("-o", "--output", help="The CSV file.")] = Path("benchmarks/results.csv"),
) -> None:
    """Measure engines on grids, lists and seeds; continue where an earlier run stopped."""
    found = engines(engine, mode or ["process"])
    for absent in [each for each in found if each.missing()]:
        typer.echo(f"left out: {absent.missing()}", err=True)
    usable = [each for each in found if not each.missing()]
    folder = output.parent / "lists"
    lists = [prepare_list(path, min_score, folder, letters).resolve() for path in words]
    jobs = [
        (each, Case(grid, listed, seed, time_limit))
        for listed in lists
        for grid in _grid_files(grids)
        for seed in range(seeds)
        for each in usable
    ]
    run_all(jobs, output)


def _grid_files(paths: list[Path]) -> list[Path]:
    found = [file for path in paths for file in (sorted(path.glob("*.txt")) if path.is_dir() else [path])]
    return [file.resolve() for file in found]


def run_all(jobs: list[tuple[Engine, Case]], output: Path) -> None:
    """Measure what the file does not have yet, adding a row after each run."""
    known = done(output)
    todo = [(engine, case) for engine, case in jobs if key(engine, case) not in known]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("", total=len(jobs), completed=len(jobs) - len(todo))
        for row in _rows(todo, progress, task):
            append(output, row)
            progress.advance(task)


def _rows(todo: list[tuple[Engine, Case]], progress: Progress, task: Any) -> Iterator[dict[str, Any]]:
    lexicons = {case.words: load_list(case.words) for _, case in todo}
    for engine, case in todo:
        progress.update(task, description=f"{engine.name} {case.grid.stem} seed {case.seed}")
        with tempfile.TemporaryDirectory() as folder:
            measured = measure.run(engine.command(case, Path(folder)), case.limit)
            answer = _answer(engine, case, measured)
        faults = faults_of(read_grid(case.grid), lexicons[case.words], answer.rows) if answer.rows else []
        yield row_of(engine, case, measured, answer, faults)


def _answer(engine: Engine, case: Case, measured: measure.Measured) -> Answer:
    if measured.ended:
        return Answer("unknown")
    try:
        return engine.read(case, measured.code, measured.output)
    except (ValueError, LookupError, TypeError):
        reason = measured.errors.strip().splitlines()[-1:] or ["no answer"]
        return Answer(f"failed: {reason[0][:200]}")


def key(engine: Engine, case: Case) -> tuple[str, ...]:
    """What tells one run from another, as the CSV file spells it."""
    values = (engine.name, engine.mode, case.grid.stem, case.words.stem, case.seed, float(case.limit))
    return tuple(str(value) for value in values)


def row_of(engine: Engine, case: Case, measured: measure.Measured, answer: Answer, faults: list[str]) -> dict[str, Any]:
    """A row of the CSV file: seconds, MiB, the engine's own counts, and the faults of its fill."""
    return {
        **dict(zip(KEY, key(engine, case), strict=True)),
        "status": answer.status,
        "cpu": round(measured.cpu if answer.cpu is None else answer.cpu, 4),
        "wall": round(measured.wall if answer.wall is None else answer.wall, 4),
        "memory": round(measured.memory, 1),
        "nodes": answer.figures.get("nodes"),
        "failures": answer.figures.get("failures"),
        "decided_by": answer.figures.get("engine", ""),
        "faults": len(faults),
        "fault": faults[0] if faults else "",
    }


def done(output: Path) -> set[tuple[str, ...]]:
    """The keys of the rows that the file has; a last row cut short is removed from it."""
    if not output.exists():
        return set()
    text = output.read_text(encoding="utf-8")
    if not text.endswith("\n"):
        output.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    table = pd.read_csv(output, dtype=str, keep_default_na=False)
    return set(table[KEY].itertuples(index=False, name=None))


def append(output: Path, row: dict[str, Any]) -> None:
    """Add one row at once, and see that it is on the disk."""
    output.parent.mkdir(parents=True, exist_ok=True)
    line = pd.DataFrame([row], columns=COLUMNS).to_csv(index=False, header=not output.exists())
    with output.open("a", encoding="utf-8") as file:
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


if __name__ == "__main__":
    typer.run(main)
