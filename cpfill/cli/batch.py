"""cpfill batch: many grids x words x models x seeds. Knows no engine and no process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from cpfill.cli.bar import Show, bar
from cpfill.cli.grouping import grouped
from cpfill.cli.options import JsonFlag, QuietFlag
from cpfill.cli.screen import Screen, answer

if TYPE_CHECKING:
    from cpfill.batch import Outcome
    from cpfill.batch.running import Runner
    from cpfill.result import Progress

_FOLDER, _RUN, _OUTPUT = "With a folder", "Running", "Output"

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class FolderOptions:
    """What to do with the grids of a folder; a file of jobs says this itself."""

    words: Annotated[
        list[str] | None,
        Option("--words", "-w", metavar="FILE", rich_help_panel=_FOLDER, help="A word list; each one gives its jobs."),
    ] = None
    model: Annotated[
        list[str] | None, Option(metavar="NAME|FILE.toml", rich_help_panel=_FOLDER, help="A model; repeatable.")
    ] = None
    seeds: Annotated[int | None, Option(min=1, metavar="N", rich_help_panel=_FOLDER, help="Seeds 0 to N-1.")] = None


@dataclass(frozen=True)
class RunOptions:
    """How to run the jobs, and their limits."""

    time_limit: Annotated[
        float | None, Option(min=0.0, metavar="SECONDS", rich_help_panel=_RUN, help="Stop each job after that.")
    ] = None
    memory_limit: Annotated[
        int | None, Option(min=1, metavar="MIB", rich_help_panel=_RUN, help="Memory that each job may use.")
    ] = None
    workers: Annotated[
        int, Option(min=1, max=1024, metavar="N", rich_help_panel=_RUN, help="Do N jobs at a time on this machine.")
    ] = 1
    split: Annotated[
        int | None,
        Option(min=1, max=10_000, metavar="N", rich_help_panel=_RUN, help="Do each enumeration in N parts."),
    ] = None
    scheduler: Annotated[
        str | None,
        Option(metavar="ADDRESS", rich_help_panel=_RUN, help="Do the jobs on a Dask cluster: tcp://HOST:PORT."),
    ] = None
    retry_failed: Annotated[
        bool, Option("--retry-failed", rich_help_panel=_RUN, help="Do jobs again that failed in an earlier run.")
    ] = False

    def runner(self) -> Runner:
        """Where the jobs are done."""
        if self.scheduler is not None:
            from cpfill.batch.cluster import DaskRunner

            return DaskRunner(self.scheduler)
        from cpfill.batch.local import LocalRunner

        return LocalRunner(self.workers)


@dataclass(frozen=True)
class ResultOptions:
    """Where the results go."""

    output: Annotated[
        str | None,
        Option(
            "--output", "-o", metavar="FILE", rich_help_panel=_OUTPUT,
            help="JSON lines, one a job; what it has is not done again. Without it, JOBS-results.jsonl.",
        ),
    ] = None  # fmt: skip
    table: Annotated[
        str | None, Option(metavar="FILE.csv", rich_help_panel=_OUTPUT, help="Also write a table, one row a job.")
    ] = None
    json: JsonFlag = False
    quiet: QuietFlag = False


@app.command(epilog="Example: cpfill batch jobs.toml --workers 4 -o results.jsonl --table results.csv")
@grouped
def batch(
    jobs: Annotated[str, Argument(metavar="JOBS", help="A TOML file of jobs, or a folder of grids to fill.")],
    folder: FolderOptions,
    run: RunOptions,
    results: ResultOptions,
) -> None:
    """Do many jobs, each grid with each word list, model and seed; the same command goes on after any stop.

    Exit codes: 0 all done, 1 some failed, 2 bad input or a full disk, 4 bad model, 130 interrupted.
    """
    from cpfill.batch import Store, read_batch, run_batch

    screen = Screen(results.quiet)
    asked = read_batch(jobs, _values(folder, run))
    runner = run.runner()
    output = results.output or f"{Path(jobs).resolve().stem}-results.jsonl"
    with Store(output, _failed if run.retry_failed else None) as store:
        before = sum(job.key in store.keys for job in asked.jobs)
        if before:
            screen.note(f"{before:,} of {len(asked.jobs):,} jobs are done already in {output}")
        with bar(results.quiet) as show:
            outcome = run_batch(asked, store, runner, _shown(show))
    if results.table is not None:
        from cpfill.batch.tables import write_table

        write_table(output, results.table)
    if results.json:
        answer(json.dumps(_summary(outcome)))
    screen.note(_sentence(outcome, output))
    raise typer.Exit(1 if outcome.failed else 0)


def _values(folder: FolderOptions, run: RunOptions) -> dict[str, Any]:
    """The options that were given, by the names that a file of jobs has for them."""
    named: dict[str, Any] = {"words": folder.words, "models": folder.model, "seeds": folder.seeds}
    named |= {"time-limit": run.time_limit, "memory-limit": run.memory_limit, "split": run.split}
    return {name: value for name, value in named.items() if value is not None}


def _failed(line: Mapping[str, Any]) -> bool:
    return bool(line["status"] == "failed")


def _shown(show: Show) -> Progress:
    """The progress of a batch as a bar."""

    def progress(phase: str, figures: Mapping[str, float]) -> None:
        failed = f", {figures['failed']:,} failed" if figures["failed"] else ""
        show(phase, f"jobs{failed}", figures["done"], figures["done"] + figures["left"])

    return progress


def _summary(outcome: Outcome) -> dict[str, Any]:
    shown = {"jobs": outcome.jobs, "done": outcome.done, "before": outcome.before, "failed": outcome.failed}
    return {**shown, "statuses": dict(outcome.statuses), "seconds": round(outcome.seconds, 6)}


def _sentence(outcome: Outcome, output: str) -> str:
    counts = ", ".join(f"{count:,} {status}" for status, count in sorted(outcome.statuses.items()))
    return f"{outcome.done:,} jobs done in {outcome.seconds:.1f} s; {output} has {outcome.jobs:,}: {counts}"
