"""The options of cpfill word-search, in groups, and what they ask for. Knows no engine and no command."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from cpfill.cli.options import JsonFlag, QuietFlag
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.grid import Grid
    from cpfill.word_search import LetterGrid, WordSearch

WORDS, RULES, SEARCH, OUTPUT = "Words", "Rules", "Search", "Output"
ENDINGS = [".txt", ".json", ".svg", ".pdf"]
_ROOM = 1.8
"""Cells per letter of a square chosen without --size: about half of the cells are then filler."""


@dataclass(frozen=True)
class ListOptions:
    """Which words."""

    words: Annotated[
        list[str] | None,
        Option(
            "--words", "-w", metavar="FILE", rich_help_panel=WORDS, help="Words or phrases, one a line; repeatable."
        ),
    ] = None
    word: Annotated[
        list[str] | None, Option(metavar="WORD", rich_help_panel=WORDS, help="One more word; repeatable.")
    ] = None
    encoding: Annotated[str, Option(metavar="NAME", rich_help_panel=WORDS, help="The word lists' encoding.")] = "utf-8"

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
        Option(metavar="RxC", rich_help_panel=RULES, help="Rows and columns, such as 15x15; or one side, such as 15."),
    ] = None
    mask: Annotated[
        str | None, Option(metavar="FILE", rich_help_panel=RULES, help="An outline: rows of '.' and '#' for outside.")
    ] = None
    pack: Annotated[bool, Option("--pack", rich_help_panel=RULES, help="Find the smallest square.")] = False
    directions: Annotated[
        str,
        Option(
            metavar="8|4|2|LIST",
            rich_help_panel=RULES,
            help="8 for all, 4 for E,SE,S,NE, 2 for E,S, or names such as E,S,NW.",
        ),
    ] = "8"
    min_overlap: Annotated[
        int, Option(min=0, metavar="N", rich_help_panel=RULES, help="At least N letters saved by shared cells.")
    ] = 0
    max_overlap: Annotated[
        int | None, Option(min=0, metavar="N", rich_help_panel=RULES, help="At most N letters saved; 0 for none.")
    ] = None
    balanced: Annotated[
        bool, Option("--balanced", rich_help_panel=RULES, help="Use each direction equally often, give or take one.")
    ] = False
    message: Annotated[
        str, Option(metavar="TEXT", rich_help_panel=RULES, help="Unused cells begin with this, in reading order.")
    ] = ""
    exact_message: Annotated[
        bool, Option("--exact-message", rich_help_panel=RULES, help="The message takes every unused cell.")
    ] = False
    avoid: Annotated[
        list[str] | None,
        Option(
            metavar="FILE|none",
            rich_help_panel=RULES,
            help="Words that may appear nowhere, instead of the embedded English list; repeatable.",
        ),
    ] = None
    filler: Annotated[
        str, Option(metavar="LETTERS", rich_help_panel=RULES, help="Letters of unused cells, not the words' own.")
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
        int, Option(min=0, max=2**31 - 1, metavar="N", rich_help_panel=SEARCH, help="Another seed, another grid.")
    ] = 0
    count: Annotated[
        int | None, Option(min=1, metavar="N", rich_help_panel=SEARCH, help="N grids with different placements.")
    ] = None
    all_grids: Annotated[
        bool, Option("--all", rich_help_panel=SEARCH, help="Every grid, with the proof that there are no more.")
    ] = False
    count_only: Annotated[
        bool, Option("--count-only", rich_help_panel=SEARCH, help="Print how many grids, not the grids.")
    ] = False
    time_limit: Annotated[
        float | None, Option(min=0.0, metavar="SECONDS", rich_help_panel=SEARCH, help="Stop searching after that.")
    ] = None
    workers: Annotated[int, Option(min=1, max=1024, metavar="N", rich_help_panel=SEARCH, help="CP-SAT's threads.")] = 1


@dataclass(frozen=True)
class PageOptions:
    """Where the answer goes, and how."""

    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="FILE", rich_help_panel=OUTPUT, help="The page: .txt, .json, .svg or .pdf."),
    ] = None
    solution: Annotated[
        str | None,
        Option(metavar="FILE", rich_help_panel=OUTPUT, help="The solution, words ringed: .txt, .svg, .pdf or -."),
    ] = None
    title: Annotated[str, Option(metavar="TEXT", rich_help_panel=OUTPUT, help="The page's headline.")] = ""
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
