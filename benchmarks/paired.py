"""Two settings of a model on the same grids and seeds, by deterministic cost. Knows no search.

Example: python -m benchmarks.paired grids --model dive --set dive.noise=0.5 --seeds 3 --budget 10
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cpfill.formats import read_grid
from cpfill.formats.words import embedded_words, read_words
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.result import silent
from cpfill.rules import Rules
from cpfill.tuning.confirm import compare


def main(
    grids: Annotated[Path, typer.Argument(help="A folder of grids as text.")],
    model: Annotated[str, typer.Option(help="The model as it is: the first of the two.")],
    settings: Annotated[list[str], typer.Option("--set", help="PARAMETER=VALUE: makes the second; repeatable.")],
    against: Annotated[list[str] | None, typer.Option(help="PARAMETER=VALUE of the first; repeatable.")] = None,
    words: Annotated[
        Path | None, typer.Option("--words", "-w", help="The list; the embedded one if not given.")
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Seeds 0 to N-1.")] = 3,
    budget: Annotated[
        float, typer.Option(help="Deterministic seconds a search; undecided counts as ten times that.")
    ] = 10.0,
) -> None:
    """Print the ratio of their costs with its 95% interval, the test's probability and how many stayed undecided."""
    lexicon, rules = (read_words([words]), Rules(min_score=0)) if words else (embedded_words(), Rules())
    puzzles = {path.name: Puzzle(read_grid(path), lexicon, rules) for path in sorted(grids.glob("*.txt"))}
    if not puzzles:
        raise typer.BadParameter(f"{grids} holds no grid as text")
    one, two = ModelConfig.load(model, _values(against or [])), ModelConfig.load(model, _values(settings))
    found = compare(one, two, puzzles, range(seeds), budget, silent)
    (low, high), (fast, slow) = found.interval, found.seconds_interval
    was = sum(not pair.default.decided for pair in found.pairs)
    lost = sum(not pair.tuned.decided for pair in found.pairs)
    print(f"{', '.join(settings)} on {len(puzzles)} grids, {seeds} seeds: costs {found.ratio:.3f} times as much")
    print(f"95% interval {low:.3f} to {high:.3f}, signed-rank p = {found.chance:.2g}")
    print(f"processor time {fast:.2f} to {slow:.2f} times; undecided {lost}, was {was}")


def _values(settings: list[str]) -> dict[str, str]:
    if odd := [text for text in settings if "=" not in text]:
        raise typer.BadParameter(f"{odd[0]} has no value; write PARAMETER=VALUE")
    return dict(text.split("=", 1) for text in settings)


if __name__ == "__main__":
    typer.run(main)
