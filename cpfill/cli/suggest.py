"""cpfill suggest: the words of a slot with which the whole grid can still be filled. Knows no engine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer

if TYPE_CHECKING:
    from cpfill.suggestion import Suggestion

app = typer.Typer(add_completion=False)


@app.command(epilog="Example: cpfill suggest grid.txt 17-Across --words words.txt --limit 10")
@grouped
def suggest(
    grid: GridPath,
    slot: Annotated[str, Argument(metavar="SLOT", help="The slot, as 17-Across or 17a.")],
    words: WordOptions,
    rules: RuleOptions,
    limit: Annotated[int | None, Option(min=1, metavar="N", help="Stop after N words that can stay.")] = None,
    time_limit: Annotated[float | None, Option(min=0.0, metavar="SECONDS", help="Stop after that.")] = None,
    as_json: JsonFlag = False,
    quiet: QuietFlag = False,
) -> None:
    """List the words of a slot with which the whole grid can still be filled, best first, each proved by a fill.

    With --json also the words refuted. Exit codes: 0 words found, 1 none can stay, 2 bad input, 3 limit reached first,
    130 interrupted.
    """
    from cpfill.formats import read_grid
    from cpfill.suggestion import suggest

    screen = Screen(quiet)
    puzzle = read_puzzle(read_grid(grid), words, rules, screen)
    viable = refuted = 0
    interrupted = False
    with screen.progress() as progress:
        found = suggest(puzzle, puzzle.grid.slot(slot), time_limit=time_limit, progress=progress)
        try:
            while limit is None or viable < limit:
                suggestion = next(found, None)
                if suggestion is None:
                    break
                viable += suggestion.viable
                refuted += not suggestion.viable
                show(suggestion, as_json)
        except KeyboardInterrupt:
            interrupted = True
    interrupted = interrupted or found.interrupted
    if as_json:
        answer(json.dumps({"complete": found.complete, "viable": viable, "refuted": refuted}))
    rest = "all candidates decided" if found.complete else "interrupted" if interrupted else "stopped by a limit"
    screen.note(f"{viable:,} word{'s' * (viable != 1)} can stay, {refuted:,} cannot; {rest}")
    raise typer.Exit(130 if interrupted else 0 if viable else 1 if found.complete else 3)


def show(suggestion: Suggestion, as_json: bool) -> None:
    """One line of the answer; people see only the words that can stay."""
    if as_json:
        said = {"word": suggestion.word, "score": suggestion.score, "viable": suggestion.viable}
        rows = suggestion.fill.rows if suggestion.fill else None
        answer(json.dumps({**said, "proof": suggestion.proof, "grid": rows}, ensure_ascii=False))
    elif suggestion.viable:
        answer(f"{suggestion.word};{suggestion.score}")
