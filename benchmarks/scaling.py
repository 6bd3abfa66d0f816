"""How cost grows: one grid over ever longer lists, and ever larger grids over one list. Knows no engine's insides.

Example: python -m benchmarks.scaling --words data/words-en.txt.gz --words big.txt -o benchmarks/scaling
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from benchmarks import run
from benchmarks.cases import Case
from benchmarks.engines import engines
from benchmarks.plot import line_plot
from benchmarks.report import markdown, read
from cpfill.formats.words import read_words
from cpfill.resources import resource

LIST_SIZES = (25_000, 50_000, 100_000, 200_000, 400_000)
GRID_SIZES = tuple(range(9, 32, 2))
GRID_LIST = 100_000
"""Words of the list over which grids grow."""


def main(
    words: Annotated[list[Path], typer.Option("--words", "-w", help="Lists to draw from, merged; repeatable.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder for figures, tables and plots.")],
    engine: Annotated[list[str] | None, typer.Option(help="As for benchmarks.run; repeatable.")] = None,
    mode: Annotated[str, typer.Option(help="process or library.")] = "library",
    seeds: Annotated[int, typer.Option(min=1, help="Seeds 0 to N-1.")] = 5,
    time_limit: Annotated[float, typer.Option(help="Seconds a run.")] = 60.0,
    grid: Annotated[Path | None, typer.Option(help="The grid for the lists; a newspaper 15x15 if not given.")] = None,
) -> None:
    """Measure both, continuing where an earlier run stopped, and draw them."""
    from benchmarks.patterns import pattern

    lists = _samples(words, output)
    fixed = (grid or resource("data", "grids/newspaper15-1.txt")).resolve()
    grids = {}
    for size in GRID_SIZES:
        grids[size] = (output / f"made{size}.txt").resolve()
        grids[size].write_text("\n".join(pattern(size, 1)) + "\n")
    base = lists.get(GRID_LIST, max(lists.items())[1])
    cases = {("list", size): (fixed, path) for size, path in lists.items()}
    cases |= {("grid", size): (path, base) for size, path in grids.items()}
    usable = [each for each in engines(engine or ["cpfill"], [mode]) if not each.missing()]
    for (kind, _), (pattern_file, listed) in cases.items():
        jobs = [(each, Case(pattern_file, listed, seed, time_limit)) for seed in range(seeds) for each in usable]
        run.run_all(jobs, output / f"{kind}.csv")
    _draw(output, "list", "words", "words in the list", {path.stem: size for size, path in lists.items()})
    _draw(output, "grid", "grid", "cells a side", {path.stem: size for size, path in grids.items()})


def _samples(paths: list[Path], output: Path) -> dict[int, Path]:
    """Lists of each size, each within the next, drawn from all words together; sizes beyond the words are left out."""
    output.mkdir(parents=True, exist_ok=True)
    every = sorted(read_words(paths))
    random.Random(1).shuffle(every)
    found = {}
    for size in LIST_SIZES:
        if size <= len(every):
            path = (output / f"words{size}.dict").resolve()
            path.write_text("".join(f"{word};50\n" for word in sorted(every[:size])), encoding="utf-8")
            found[size] = path
    if not found:
        raise SystemExit(f"the lists have {len(every):,} words; {LIST_SIZES[0]:,} are needed at least")
    return found


def _draw(output: Path, kind: str, column: str, across: str, sizes: dict[str, int]) -> None:
    table = read(output / f"{kind}.csv")
    table["size"] = table[column].map(sizes)
    groups = table.groupby(["engine", "size"])
    shown = pd.DataFrame({"median": groups["cost"].median().round(4), "decided": groups["decided"].sum()}).reset_index()
    lines = {
        str(engine): list(zip(part["size"], part["median"], strict=True)) for engine, part in shown.groupby("engine")
    }
    plot = line_plot(lines, f"Cost against {across}", across, "CPU seconds, median", log_across=kind == "list")
    (output / f"{kind}.svg").write_text(plot, encoding="utf-8")
    (output / f"{kind}.md").write_text(markdown(shown) + "\n", encoding="utf-8")
    typer.echo(markdown(shown))


if __name__ == "__main__":
    typer.run(main)
