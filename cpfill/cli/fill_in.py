"""cpfill fill-in: solves, rates and makes fill-in puzzles. Knows no technique."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, OutputOptions, QuietFlag, WordOptions
from cpfill.cli.screen import Screen, answer
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.fill_in import FillInPuzzle, FillInResult, MadePuzzle, Recipe
    from cpfill.formats.document import Document
    from cpfill.lexicon import Lexicon

app = typer.Typer(
    add_completion=False,
    help="Fill-in (kriss-kross) puzzles: given words, each used exactly once.",
    no_args_is_help=True,
)


@dataclass(frozen=True)
class MakeOptions:
    """What puzzles to make."""

    size: Annotated[int, Option(min=3, max=128, metavar="N", help="Cells a side of a new pattern.")] = 9
    grid: Annotated[str | None, Option(metavar="FILE", help="Use this pattern instead; its letters stay given.")] = None
    given: Annotated[int, Option(min=0, metavar="K", help="Letters given.")] = 0
    rating: Annotated[str, Option(metavar="A..B", help="Keep puzzles rated from A to B, on a scale of 1 to 9.9.")] = (
        ".."
    )
    seed: Annotated[int, Option(min=0, max=2**31 - 1, metavar="N", help="Another seed, other puzzles.")] = 0
    count: Annotated[int, Option(min=1, metavar="N", help="How many puzzles.")] = 1

    def recipe(self, lexicon: Lexicon) -> Recipe:
        """The recipe that the library follows."""
        from cpfill.fill_in import Recipe
        from cpfill.formats import read_grid

        grid = read_grid(self.grid) if self.grid else None
        return Recipe(lexicon, self.size, grid, self.given, *_range(self.rating))


@app.command(epilog="Example: cpfill fill-in solve puzzle.txt --words puzzle.words --trace")
@grouped
def solve(
    grid: GridPath,
    words: WordOptions,
    output: OutputOptions,
    count_all: Annotated[bool, Option("--all", help="Count every solution, not only up to two.")] = False,
    trace: Annotated[bool, Option("--trace", help="Show every elimination, on standard error.")] = False,
    time_limit: Annotated[float | None, Option(min=0.0, metavar="SECONDS", help="Stop CP-SAT after that.")] = None,
) -> None:
    """Put every word into the grid, and tell whether there is another way.

    Exit codes: 0 solved, 1 no solution, 2 bad input, 3 limit reached.
    """
    from cpfill.fill_in import solve_fill_in
    from cpfill.formats import find_format, write_document

    find_format(output.output or "-", output.format, writing=True)
    started, screen = time.perf_counter(), Screen(output.quiet)
    puzzle = _read(grid, words)
    loaded = time.perf_counter() - started
    with screen.progress() as progress:
        result = solve_fill_in(puzzle, count_all=count_all, trace=trace, time_limit=time_limit, progress=progress)
    if trace and not (output.json or output.quiet):
        print(*result.trace, sep="\n", file=sys.stderr)
    seconds = {"load": round(loaded, 6), "total": round(time.perf_counter() - started, 6)}
    if result.solution and output.output not in (None, "-"):
        write_document(_document(puzzle, result), str(output.output), output.format)
    if output.json:
        answer(json.dumps(report(result, seconds, trace), ensure_ascii=False))
    elif result.solution and output.output in (None, "-"):
        answer("\n".join(result.solution.rows))
    screen.note(f"{result.status}; solutions: {result.solutions}; by {result.technique}{_because(result.reason)}")
    raise typer.Exit(result.status.exit_code)


@app.command(epilog="Example: cpfill fill-in rate puzzle.txt --words puzzle.words")
@grouped
def rate(grid: GridPath, words: WordOptions, as_json: JsonFlag = False) -> None:
    """Rate how hard a puzzle is, from 1.0 to 9.9, by the hardest technique that it needs and how often.

    1 intersection and unique-word tests, 2 the single-slot test too, 3 fast probes, 4 slow probes, 5 and more: search.
    """
    from cpfill import fill_in

    rating = fill_in.rate(_read(grid, words))
    if as_json:
        answer(json.dumps({"rating": rating.figure, "steps": rating.steps}))
    else:
        answer(f"{rating.figure:.1f}")
        answer("\n".join(f"{name.replace('_', ' ')}: {times}" for name, times in rating.steps.items()))


@app.command(
    epilog="Example: cpfill fill-in make --size 9 --words words.txt --given 3 --rating 2..3.9 --seed 7 -o new.pdf"
)
@grouped
def make(
    words: WordOptions,
    making: MakeOptions,
    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="FILE", help="Write it here; format by ending: .txt, .json, .svg, .pdf, ..."),
    ] = None,
    as_json: JsonFlag = False,
    quiet: QuietFlag = False,
) -> None:
    """Make puzzles that have exactly one solution and a rating in the range.

    With several puzzles and -o new.pdf, the files are new-1.pdf, new-2.pdf and so on.
    """
    from cpfill.fill_in import make_fill_ins
    from cpfill.formats.result_json import made_object
    from cpfill.formats.words import embedded_avoid
    from cpfill.rules import DEFAULT_MIN_SCORE

    screen = Screen(quiet)
    lexicon = words.read(screen).at_least(DEFAULT_MIN_SCORE)
    recipe = making.recipe(lexicon if words.words else lexicon.without(embedded_avoid()))
    with screen.progress() as progress:
        for number, made in enumerate(make_fill_ins(recipe, making.count, making.seed, progress), 1):
            if output and output != "-":
                path = Path(output)
                name = path if making.count == 1 else path.with_stem(f"{path.stem}-{number}")
                _write_made(made, str(name))
            if as_json:
                answer(json.dumps(made_object(made), ensure_ascii=False))
            elif output in (None, "-"):
                answer(page_text(made) + ("\n" if number < making.count else ""))


def _read(grid: str, words: WordOptions) -> FillInPuzzle:
    from cpfill.fill_in import FillInPuzzle
    from cpfill.formats import read_grid
    from cpfill.formats.word_multiset import read_word_multiset

    if not words.words:
        raise InputError("a fill-in needs its own list of words: give --words FILE")
    return FillInPuzzle.of(read_grid(grid), read_word_multiset(words.words, words.encoding, words.accents_name))


def _range(text: str) -> tuple[float, float]:
    """The ends of A..B; one that is left out is the end of the scale."""
    from cpfill.fill_in.rating import HIGHEST, LOWEST

    low, dots, high = text.partition("..")
    try:
        lowest = float(low) if low.strip() else LOWEST
        return lowest, float(high) if high.strip() else HIGHEST if dots else lowest
    except ValueError:
        raise InputError(f"--rating {text!r}: write it as A..B, such as 2..3.9") from None


def report(result: FillInResult, seconds: dict[str, float], trace: bool) -> dict[str, Any]:
    """What ``solve --json`` prints: the keys of ``cpfill solve --json``, the number of solutions and the technique."""
    solution = result.solution
    return {
        "status": result.status.value,
        "grid": solution.rows if solution else None,
        "entries": [{**entry, "score": None} for entry in solution.entries] if solution else [],
        "score": None,
        "seconds": seconds,
        "model": None,
        "seed": None,
        "engine": "fill-in",
        "bound": None,
        "reason": result.reason,
        "solutions": result.solutions,
        "technique": result.technique,
        **({"trace": [str(step) for step in result.trace]} if trace else {}),
    }


def page_text(made: MadePuzzle) -> str:
    """The puzzle as text: a line about it, the grid, and the words by length."""
    lines = [f"rating {made.rating.figure}, seed {made.seed}", "", *made.puzzle.grid.rows(), ""]
    lines += [f"{n} letters: {' '.join(group)}" for n, group in groupby(made.puzzle.words, key=len)]
    return "\n".join(lines)


def _document(puzzle: FillInPuzzle, answered: FillInResult | MadePuzzle) -> Document:
    from cpfill.formats.document import Document

    letters = answered.solution.letters if answered.solution else {}
    return Document(puzzle.grid, letters, title="Fill-in", words=puzzle.words)


def _write_made(made: MadePuzzle, path: str) -> None:
    """Text and JSON as on standard output, other formats as a puzzle document."""
    from cpfill.formats import find_format, write_document
    from cpfill.formats.files import write_bytes
    from cpfill.formats.result_json import made_object

    name = find_format(path, writing=True).name
    if name == "text":
        write_bytes(path, f"{page_text(made)}\n".encode())
    elif name == "json":
        write_bytes(path, (json.dumps(made_object(made), ensure_ascii=False) + "\n").encode())
    else:
        write_document(replace(_document(made.puzzle, made), notes=f"Rating {made.rating.figure}"), path)


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""
