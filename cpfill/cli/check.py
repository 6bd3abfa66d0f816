"""cpfill check: the faults of a filled grid. Knows no engine."""

from __future__ import annotations

import dataclasses
import json

import typer

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: cpfill solve grid.txt | cpfill check -")
@grouped
def check(
    grid: GridPath, words: WordOptions, rules: RuleOptions, as_json: JsonFlag = False, quiet: QuietFlag = False
) -> None:
    """List the faults of a filled grid: open cells, words not listed, repeats, broken rules.

    Exit codes: 0 no faults, 1 faults, 2 bad input.
    """
    from cpfill.formats import read_grid
    from cpfill.puzzle import Fill

    screen = Screen(quiet)
    filled = read_grid(grid)
    rebus = {cell: letters for cell, letters in filled.givens.items() if len(letters) > 1}
    puzzle = read_puzzle(dataclasses.replace(filled, givens=rebus), words, rules, screen)
    faults = Fill(puzzle, filled.givens).faults()
    if as_json:
        answer(json.dumps({"faults": faults}, ensure_ascii=False))
    elif faults:
        answer("\n".join(faults))
    screen.note(f"{len(faults)} fault{'s' * (len(faults) != 1)}" if faults else "no faults")
    raise typer.Exit(1 if faults else 0)
