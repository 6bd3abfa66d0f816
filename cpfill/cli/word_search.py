"""cpfill word-search: makes and solves word searches. Knows no engine."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import JsonFlag, QuietFlag
from cpfill.cli.screen import Screen, answer
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.grid import Grid
    from cpfill.result import Progress
    from cpfill.word_search import Enumeration, LetterGrid, Making, WordSearch

_WORDS, _RULES, _SEARCH, _OUTPUT = "Words", "Rules", "Search", "Output"
_ROOM = 1.8
"""Cells per letter of a square chosen without --size: about half of the cells are then filler."""

app = typer.Typer(add_completion=False, help="Word searches: making and solving.", no_args_is_help=True)


@dataclass(frozen=True)
class ListOptions:
    """Which words."""

    words: Annotated[
        list[str] | None,
        Option(
            "--words", "-w", metavar="FILE", rich_help_panel=_WORDS, help="Words or phrases, one a line; repeatable."
        ),
    ] = None
    word: Annotated[
        list[str] | None, Option(metavar="WORD", rich_help_panel=_WORDS, help="One more word; repeatable.")
    ] = None
    encoding: Annotated[str, Option(metavar="NAME", rich_help_panel=_WORDS, help="The word lists' encoding.")] = "utf-8"

    def titles(self, listed: list[str] | None = None) -> dict[str, str]:
        """Word -> the phrase that a page lists. Raises InputError where there is none."""
        from cpfill.formats.word_search import MAX_WORDS, read_titles, titled

        lines = [line for path in self.words or [] for line in read_titles(path, self.encoding)]
        titles = titled([*lines, *(self.word or [])] or listed or [])
        if not titles:
            raise InputError("there are no words; give a list with --words FILE, or --word WORD")
        if len(titles) > MAX_WORDS:
            raise InputError(f"the list has {len(titles)} words, more than a page holds; give at most {MAX_WORDS}")
        return titles


@dataclass(frozen=True)
class ShapeOptions:
    """The grid and what it must obey."""

    size: Annotated[
        str | None,
        Option(metavar="RxC", rich_help_panel=_RULES, help="Rows and columns, such as 15x15; or one side, such as 15."),
    ] = None
    mask: Annotated[
        str | None, Option(metavar="FILE", rich_help_panel=_RULES, help="An outline: rows of '.' and '#' for outside.")
    ] = None
    pack: Annotated[bool, Option("--pack", rich_help_panel=_RULES, help="Find the smallest square.")] = False
    directions: Annotated[
        str,
        Option(
            metavar="8|4|2|LIST",
            rich_help_panel=_RULES,
            help="8 for all, 4 for E,SE,S,NE, 2 for E,S, or names such as E,S,NW.",
        ),
    ] = "8"
    min_overlap: Annotated[
        int, Option(min=0, metavar="N", rich_help_panel=_RULES, help="At least N letters saved by shared cells.")
    ] = 0
    max_overlap: Annotated[
        int | None, Option(min=0, metavar="N", rich_help_panel=_RULES, help="At most N letters saved; 0 for none.")
    ] = None
    balanced: Annotated[
        bool, Option("--balanced", rich_help_panel=_RULES, help="Use each direction equally often, give or take one.")
    ] = False
    message: Annotated[
        str, Option(metavar="TEXT", rich_help_panel=_RULES, help="Unused cells begin with this, in reading order.")
    ] = ""
    exact_message: Annotated[
        bool, Option("--exact-message", rich_help_panel=_RULES, help="The message takes every unused cell.")
    ] = False
    avoid: Annotated[
        list[str] | None,
        Option(
            metavar="FILE|none",
            rich_help_panel=_RULES,
            help="Words that may appear nowhere, instead of the embedded English list; repeatable.",
        ),
    ] = None
    filler: Annotated[
        str, Option(metavar="LETTERS", rich_help_panel=_RULES, help="Letters of unused cells, not the words' own.")
    ] = ""

    def grid(self, words: list[str]) -> Grid:
        """The outline, the size or, without either, a square with room for filler."""
        from cpfill.formats.word_search import read_mask
        from cpfill.grid import MAX_SIDE, Grid

        asked = _size(self.size)
        if self.mask is not None:
            mask = read_mask(self.mask)
            if asked and asked != (mask.height, mask.width):
                raise InputError(f"--size is {self.size}, but {self.mask} is {mask.height}x{mask.width}")
            return mask
        letters = sum(map(len, words)) + len(self.message)
        side = min(MAX_SIDE, max(round((letters * _ROOM) ** 0.5), *map(len, words), 1))
        height, width = asked or (side, side)
        return Grid(height, width, frozenset())

    def search(self, titles: dict[str, str], encoding: str) -> WordSearch:
        """The question that the options ask."""
        from cpfill.word_search import WordSearch, letters_of, parse_directions

        if self.pack and (self.size or self.mask):
            raise InputError("--pack finds the size itself; leave out --size and --mask")
        return WordSearch(
            self.grid(list(titles)),
            tuple(titles),
            parse_directions(self.directions),
            min_overlap=self.min_overlap,
            max_overlap=self.max_overlap,
            balanced=self.balanced,
            message=letters_of(self.message),
            exact_message=self.exact_message,
            avoid=self._avoided(encoding),
            filler=letters_of(self.filler),
            titles=titles,
        )

    def _avoided(self, encoding: str) -> frozenset[str]:
        from cpfill.formats.words import embedded_avoid, read_word_set

        if self.avoid is None:
            return embedded_avoid()
        return frozenset(
            word for path in self.avoid if path.lower() != "none" for word in read_word_set(path, encoding)
        )


@dataclass(frozen=True)
class EffortOptions:
    """How to search, and how many grids."""

    seed: Annotated[
        int, Option(min=0, max=2**31 - 1, metavar="N", rich_help_panel=_SEARCH, help="Another seed, another grid.")
    ] = 0
    count: Annotated[
        int | None, Option(min=1, metavar="N", rich_help_panel=_SEARCH, help="N grids with different placements.")
    ] = None
    all_grids: Annotated[
        bool, Option("--all", rich_help_panel=_SEARCH, help="Every grid, with the proof that there are no more.")
    ] = False
    count_only: Annotated[
        bool, Option("--count-only", rich_help_panel=_SEARCH, help="Print how many grids, not the grids.")
    ] = False
    time_limit: Annotated[
        float | None, Option(min=0.0, metavar="SECONDS", rich_help_panel=_SEARCH, help="Stop searching after that.")
    ] = None
    workers: Annotated[int, Option(min=1, max=1024, metavar="N", rich_help_panel=_SEARCH, help="CP-SAT's threads.")] = 1


@dataclass(frozen=True)
class PageOptions:
    """Where the answer goes, and how."""

    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="FILE", rich_help_panel=_OUTPUT, help="The page: .txt, .json, .svg or .pdf."),
    ] = None
    solution: Annotated[
        str | None,
        Option(metavar="FILE", rich_help_panel=_OUTPUT, help="The solution, words ringed: .txt, .svg, .pdf or -."),
    ] = None
    title: Annotated[str, Option(metavar="TEXT", rich_help_panel=_OUTPUT, help="The page's headline.")] = ""
    as_json: JsonFlag = False
    quiet: QuietFlag = False

    def __post_init__(self) -> None:
        for path, endings in ((self.output, ENDINGS), (self.solution, [e for e in ENDINGS if e != ".json"])):
            if path not in (None, "-") and Path(str(path)).suffix.lower() not in endings:
                raise InputError(f"{path}: a page's name ends in {', '.join(endings[:-1])} or {endings[-1]}")

    def write(self, grid: LetterGrid) -> None:
        """The files that were asked for."""
        from cpfill.formats.files import write_bytes

        for path, solution in ((self.output, False), (self.solution, True)):
            if path not in (None, "-"):
                alone = solution or self.solution is not None
                write_bytes(str(path), _page(grid, Path(str(path)).suffix.lower(), self.title, solution, alone))


ENDINGS = [".txt", ".json", ".svg", ".pdf"]


def _page(grid: LetterGrid, ending: str, title: str, solution: bool, alone: bool) -> bytes:
    """A file's content; a PDF without a solution of its own has it as its second page."""
    from cpfill.formats import word_search as texts

    if ending == ".pdf":
        from cpfill.rendering.word_search_pdf import pdf_pages

        return pdf_pages(grid, title, puzzle=not solution, solution=solution or not alone)
    if ending == ".svg":
        from cpfill.rendering.word_search_svg import draw_page

        return draw_page(grid, title, solution).encode()
    if ending == ".json":
        return (json.dumps(texts.grid_table(grid), ensure_ascii=False) + "\n").encode()
    return (texts.solution_text(grid) if solution else texts.page_text(grid)).encode()


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    rows, times, columns = text.lower().replace("×", "x").partition("x")
    if not rows.strip().isdecimal() or (times and not columns.strip().isdecimal()):
        raise InputError(f"--size is {text!r}; write rows and columns as 15x15")
    return int(rows), int(columns if times else rows)


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
    proof = "" if made.bound is None else (
        "; no smaller square will do" if made.bound == len(grid.rows) else f"; no square below {made.bound} will do"
    )
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
        ended = _enumerate(search, enumerate_grids, found, effort, progress)
    if pages.as_json or effort.count_only:
        answer(json.dumps({"complete": ended.complete, "count": ended.count, "seconds": round(ended.seconds, 6)}))
    proof = " (proved: there are no more)" if ended.complete else ""
    screen.note(f"{ended.count} grids{proof}{': ' + ended.reason if ended.reason else ''} ({ended.seconds:.2f} s)")
    none_found = 1 if ended.complete else 3
    raise typer.Exit(none_found if not ended.count else 0 if ended.complete or ended.count == effort.count else 3)


def _enumerate(
    search: WordSearch, run: Any, found: _Printer, effort: EffortOptions, progress: Progress
) -> Enumeration:
    ended: Enumeration = run(
        search, found, count=effort.count, seed=effort.seed, time_limit=effort.time_limit, progress=progress
    )
    return ended


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
        str, Option(metavar="8|4|2|LIST", rich_help_panel=_RULES, help="Where to look: as for make.")
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
