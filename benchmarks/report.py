"""Tables and a cactus plot of what benchmarks.run measured. Knows no engine and runs nothing.

Example: python -m benchmarks.report benchmarks/results.csv -o benchmarks/report
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from benchmarks.plot import line_plot

DECIDED = ("solved", "optimal", "infeasible")
GROUP = ["words", "mode", "engine"]


def main(
    results: Annotated[Path, typer.Argument(help="A CSV file of benchmarks.run.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder for report.md and the plots.")],
) -> None:
    """Write report.md, and a cactus plot for every list and mode."""
    table = read(results)
    output.mkdir(parents=True, exist_ok=True)
    parts = [
        "# Benchmark\n",
        "Seconds are CPU time of the process and its children; a run is decided when it is filled",
        "without faults or proved to have no fill. Medians count an undecided run as its limit.\n",
        markdown(summary(table)),
    ]
    for (words, mode), part in table.groupby(["words", "mode"]):
        plot = f"cactus-{words}-{mode}.svg"
        (output / plot).write_text(cactus(part, f"{words}, {mode}"), encoding="utf-8")
        parts += [
            f"\n## {words}, {mode}: median seconds a grid\n",
            markdown(by_grid(part)),
            f"\n![cactus plot]({plot})",
        ]
    (output / "report.md").write_text("\n".join(parts) + "\n", encoding="utf-8")
    typer.echo(output / "report.md")


def read(path: Path) -> pd.DataFrame:
    """The runs, with ``decided``, and ``cost``: CPU seconds, or the limit where nothing was decided."""
    table = pd.read_csv(path, keep_default_na=False, na_values={"nodes": [""], "failures": [""], "memory": [""]})
    table["decided"] = table["status"].isin(DECIDED) & (table["faults"] == 0)
    table["cost"] = table["cpu"].where(table["decided"], table["limit"])
    return table


def summary(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each list, mode and engine: runs, outcomes, faulty fills, sum of the grids' medians, peak memory.

    The two medians over all runs are plain seconds, whatever the outcome.
    """
    medians = table.groupby([*GROUP, "grid"])["cost"].median().groupby(level=[0, 1, 2]).sum()
    groups = table.groupby(GROUP)
    return pd.DataFrame(
        {
            "runs": groups.size(),
            "decided": groups["decided"].sum(),
            "infeasible": groups["status"].agg(lambda status: (status == "infeasible").sum()),
            "faulty": groups["faults"].agg(lambda faults: (faults > 0).sum()),
            "sum of medians": medians.round(2),
            "median CPU": groups["cpu"].median().round(3),
            "median wall": groups["wall"].median().round(3),
            "MiB": groups["memory"].max().round(0),
        }
    ).reset_index()


def by_grid(part: pd.DataFrame) -> pd.DataFrame:
    """A row a grid and a column an engine: the median cost, and how many runs were decided where not all were."""
    groups = part.groupby(["grid", "engine"])
    shown = pd.DataFrame({"cost": groups["cost"].median(), "decided": groups["decided"].sum(), "runs": groups.size()})
    text = shown.apply(_cell, axis=1)
    return text.unstack("engine").fillna("").reset_index()


def _cell(row: pd.Series) -> str:
    decided, runs = int(row["decided"]), int(row["runs"])
    return f"{row['cost']:.2f}" if decided == runs else f"{row['cost']:.2f} ({decided} of {runs})"


def cactus(part: pd.DataFrame, title: str) -> str:
    """How many runs each engine decides within a time: the further right, the more; the lower, the quicker."""
    lines = {}
    for engine, runs in part.groupby("engine"):
        costs = sorted(runs.loc[runs["decided"], "cpu"])
        lines[str(engine)] = [(float(count), max(cost, 0.001)) for count, cost in enumerate(costs, 1)]
    return line_plot(lines, title, "runs decided", "CPU seconds")


def markdown(table: pd.DataFrame) -> str:
    """The table as Markdown."""
    rows = [[str(name) for name in table.columns], ["---"] * len(table.columns)]
    rows += [[str(value) for value in row] for row in table.itertuples(index=False, name=None)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


if __name__ == "__main__":
    typer.run(main)
