"""cpfill solve: fills a grid. Knows no engine."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import typer

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, OutputOptions, RuleOptions, SearchOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer, answer_bytes

if TYPE_CHECKING:
    from cpfill.formats.document import Document
    from cpfill.result import Result

app = typer.Typer(add_completion=False)


@app.command(epilog='Example: cpfill solve grid.txt --words words.txt --entry "17-Across=THEME" --seed 7 -o fill.txt')
@grouped
def solve(grid: GridPath, words: WordOptions, rules: RuleOptions, search: SearchOptions, output: OutputOptions) -> None:
    """Fill a grid, or prove that nothing fits; with --maximize, as well as possible.

    Exit codes: 0 filled, 1 nothing fits, 2 bad input, 3 limit reached, 4 bad model, 130 interrupted.
    """
    from cpfill import solving
    from cpfill.formats import find_format, read_document

    started = time.perf_counter()
    screen = Screen(output.quiet)
    find_format(output.output or "-", output.format, writing=True)
    config = search.config()
    document = read_document(grid)
    puzzle = read_puzzle(document.to_solve(), words, rules, screen)
    loaded = time.perf_counter() - started
    with screen.progress() as progress:
        result = solving.solve(
            puzzle,
            config,
            seed=search.seed,
            time_limit=search.time_limit,
            workers=search.workers,
            maximize=search.maximize.value if search.maximize else None,
            progress=progress,
        )
    seconds = {**result.seconds, "load": loaded, "total": time.perf_counter() - started}
    show(result, output, screen, {"model": search.model, "seed": search.seed, "seconds": seconds}, document)
    raise typer.Exit(result.status.exit_code)


def show(result: Result, output: OutputOptions, screen: Screen, run: dict[str, Any], document: Document) -> None:
    """Give the answer where the options want it, with the texts of the file asked about, and a line about it."""
    from cpfill.formats import encode_document, write_document

    to_file = output.output not in (None, "-")
    if result.fill is not None and to_file:
        write_document(document.filled(result.fill), str(output.output), output.format)
    if result.fill is not None and output.svg is not None:
        from cpfill.formats.files import write_bytes
        from cpfill.rendering.heat import scores_svg

        write_bytes(output.svg, scores_svg(result.fill).encode())
    if output.json:
        from cpfill.formats.result_json import result_object

        answer(json.dumps(result_object(result, run), ensure_ascii=False))
    elif result.fill is not None and not to_file:
        answer_bytes(encode_document(document.filled(result.fill), "-", output.format))
    screen.note(summary(result, run["seconds"]["total"]))


def summary(result: Result, seconds: float) -> str:
    """The outcome in one line."""
    scores = result.fill.scores if result.fill else []
    quality = f"; mean score {sum(scores) / len(scores):.1f}, lowest {min(scores)}" if scores else ""
    if scores and result.bound is not None and result.status != "optimal":
        quality += f"; no mean above {result.bound / len(scores):.1f} is possible"
    reason = f": {result.reason}" if result.reason else ""
    return f"{result.status}{reason} ({seconds:.2f} s{', ' + result.engine if result.engine else ''}{quality})"
