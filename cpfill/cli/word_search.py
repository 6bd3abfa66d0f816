"""cpfill word-search: makes and solves word searches. Knows no engine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import JsonFlag, QuietFlag
from cpfill.cli.screen import Screen, answer
from cpfill.cli.word_search_options import RULES, EffortOptions, ListOptions, PageOptions, ShapeOptions
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.word_search import LetterGrid, Making, WordSearch

app = typer.Typer(add_completion=False, help="Word searches: making and solving.", no_args_is_help=True)


@app.command(epilog="Example: cpfill word-search make --words animals.txt --size 15x15 --seed 7 -o page.svg")
@grouped
def make(words: ListOptions, shape: ShapeOptions, effort: EffortOptions, pages: PageOptions) -> None:
    """Make a grid that hides every word exactly once, or prove that there is none.

    Exit codes: 0 made, 1 there is none, 2 bad input, 3 limit reached, 130 interrupted.
    """
    from cpfill import word_search

    screen = Screen(pages.quiet)
    search = shape.search(words.titles(), words.encoding)
    if effort.count is not None or effort.all_grids:
        _make_many(search, shape, effort, pages, screen)
        return
    with screen.progress() as progress:
        run = word_search.pack if shape.pack else word_search.make
        made = run(search, seed=effort.seed, time_limit=effort.time_limit, workers=effort.workers, progress=progress)
    _show(made, effort.seed, pages, screen)
    raise typer.Exit(made.status.exit_code)


def _show(made: Making, seed: int, pages: PageOptions, screen: Screen) -> None:
    from cpfill.formats.word_search import grid_table

    if made.grid is not None:
        pages.write(made.grid)
    if pages.as_json:
        table = {"grid": None, "placements": []} if made.grid is None else grid_table(made.grid)
        ending = {"engine": made.engine, "bound": made.bound, "reason": made.reason, "seconds": round(made.seconds, 6)}
        answer(json.dumps({"status": made.status.value, **table, "seed": seed, **ending}, ensure_ascii=False))
    elif made.grid is not None:
        _print(made.grid, pages)
    screen.note(_summary(made))


def _print(grid: LetterGrid, pages: PageOptions) -> None:
    from cpfill.formats.word_search import page_text, solution_text

    if pages.output in (None, "-"):
        answer(page_text(grid).rstrip("\n"))
    if pages.solution == "-":
        answer("\n" + solution_text(grid).rstrip("\n"))


def _summary(made: Making) -> str:
    if made.grid is None:
        return f"{made.status}: {made.reason} ({made.seconds:.2f} s)"
    grid = made.grid
    proof = ""
    if made.bound is not None:
        proof = "; no smaller square" if made.bound == len(grid.rows) else f"; no square below {made.bound}"
        proof += " will do"
    return (
        f"{made.status}: {len(grid.placements)} words in {len(grid.rows)}x{len(grid.rows[0])}, overlap {grid.overlap}"
        f"{proof} ({made.seconds:.2f} s, {made.engine})"
    )


def _make_many(
    search: WordSearch, shape: ShapeOptions, effort: EffortOptions, pages: PageOptions, screen: Screen
) -> None:
    from cpfill.word_search import enumerate_grids

    if shape.pack:
        raise InputError("--pack makes one grid; leave out --count and --all")
    if effort.count is not None and effort.all_grids:
        raise InputError("give either --count or --all")
    found = _Printer(effort, pages)
    with screen.progress() as progress:
        ended = enumerate_grids(
            search, found, count=effort.count, seed=effort.seed, time_limit=effort.time_limit, progress=progress
        )
    if pages.as_json or effort.count_only:
        answer(json.dumps({"complete": ended.complete, "count": ended.count, "seconds": round(ended.seconds, 6)}))
    proof = " (proved: there are no more)" if ended.complete else ""
    screen.note(f"{ended.count} grids{proof}{': ' + ended.reason if ended.reason else ''} ({ended.seconds:.2f} s)")
    none_found = 1 if ended.complete else 3
    raise typer.Exit(none_found if not ended.count else 0 if ended.complete or ended.count == effort.count else 3)


class _Printer:
    """Prints each grid as it is found, or writes it to a numbered file: page.svg becomes page-1.svg."""

    def __init__(self, effort: EffortOptions, pages: PageOptions) -> None:
        self.effort, self.pages, self.count = effort, pages, 0

    def __call__(self, grid: LetterGrid) -> None:
        from cpfill.formats.word_search import grid_table

        self.count += 1
        page, solution = _numbered(self.pages.output, self.count), _numbered(self.pages.solution, self.count)
        numbered = replace(self.pages, output=page, solution=solution)
        numbered.write(grid)
        if self.effort.count_only:
            return
        if self.pages.as_json:
            answer(json.dumps({"status": "solved", **grid_table(grid)}, ensure_ascii=False))
        else:
            _print(grid, numbered)
            if numbered.output in (None, "-"):
                answer("")


def _numbered(path: str | None, number: int) -> str | None:
    if path in (None, "-"):
        return path
    name = Path(str(path))
    return str(name.with_name(f"{name.stem}-{number}{name.suffix}"))


@app.command(epilog="Example: cpfill word-search solve page.txt --words animals.txt")
@grouped
def solve(
    grid: Annotated[str, typer.Argument(metavar="GRID", help="Rows of letters, as text or JSON, or -.")],
    words: ListOptions,
    directions: Annotated[
        str, Option(metavar="8|4|2|LIST", rich_help_panel=RULES, help="Where to look: as for make.")
    ] = "8",
    as_json: JsonFlag = False,
    quiet: QuietFlag = False,
) -> None:
    """Find every occurrence of every word; without --words, of the words below the grid.

    Exit codes: 0 every word is there, 1 some word is not, 2 bad input.
    """
    from cpfill.formats.word_search import occurrence_table, read_letters
    from cpfill.word_search import find_words, parse_directions

    rows, listed = read_letters(grid)
    titles = words.titles(listed)
    found = find_words(rows, titles, parse_directions(directions))
    counts = {word: sum(occurrence.word == word for occurrence in found) for word in titles}
    missing = [word for word, count in counts.items() if not count]
    squares = {square for occurrence in found for square in occurrence.squares}
    unused = "".join(
        mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark.isalnum() and (r, c) not in squares
    )
    if as_json:
        places = [occurrence_table(occurrence, titles) for occurrence in found]
        answer(json.dumps({"occurrences": places, "missing": missing, "unused": unused}, ensure_ascii=False))
    else:
        for occurrence in found:
            answer(str(occurrence))
    several = sum(count > 1 for count in counts.values())
    screen = Screen(quiet)
    screen.note(f"{len(titles) - len(missing)} of {len(titles)} words found, {several} of them more than once")
    if missing:
        screen.note(f"not found: {', '.join(missing)}")
    if unused and not missing:
        screen.note(f"unused letters: {unused}")
    raise typer.Exit(1 if missing else 0)
