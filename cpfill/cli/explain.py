"""cpfill explain: why nothing fits a grid. Knows no engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer
from cpfill.result import Status

if TYPE_CHECKING:
    from cpfill.explanation import Explanation

_NOTES = {
    Status.SOLVED: "there is nothing to explain: the grid can be filled, see cpfill solve",
    Status.UNKNOWN: "neither a fill nor a proof that nothing fits within the time limit",
}

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: cpfill explain grid.txt --words words.txt")
@grouped
def explain(
    grid: GridPath,
    words: WordOptions,
    rules: RuleOptions,
    time_limit: Annotated[float | None, Option(min=0.0, metavar="SECONDS", help="Stop after that.")] = None,
    as_json: JsonFlag = False,
    quiet: QuietFlag = False,
) -> None:
    """Name a smallest set of slots, givens and rules that cannot go together.

    Exit codes: 0 the grid can be filled, 1 nothing fits and this is why, 2 bad input, 3 limit reached.
    """
    from cpfill.explanation import explain
    from cpfill.formats import read_grid

    screen = Screen(quiet)
    puzzle = read_puzzle(read_grid(grid), words, rules, screen)
    with screen.progress() as progress:
        found = explain(puzzle, time_limit=time_limit, progress=progress)
    if as_json:
        answer(json.dumps(report(found), ensure_ascii=False))
    else:
        for element in found.conflict:
            answer(element.text)
    smallest = "each is needed for the conflict" if found.irreducible else "perhaps not all are needed"
    screen.note(_NOTES.get(found.status, f"{found.status}: these cannot go together; {smallest}"))
    raise typer.Exit(found.status.exit_code)


def report(found: Explanation) -> dict[str, Any]:
    """What ``--json`` prints: each element under its kind, with its text."""
    conflict = [{element.kind: element.name, "text": element.text} for element in found.conflict]
    return {"status": found.status.value, "conflict": conflict, "irreducible": found.irreducible}
