"""cpfill convert: a puzzle from one format into another, or into a page. Knows no solver."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from cpfill.cli.options import QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer_bytes

if TYPE_CHECKING:
    from cpfill.puzzle import Puzzle

app = typer.Typer(add_completion=False)

Path = Annotated[str, typer.Argument(metavar="IN", help="A puzzle: text, .json, .puz, .ipuz, .jpz or .xd, or -.")]
Target = Annotated[
    str,
    typer.Argument(metavar="OUT", help="Its new file, also .pdf, .png, .svg, .html, .cnf or .pb; - is stdout."),
]


def _text(help: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(metavar="TEXT", help=help)
    return option


@app.command(epilog="Example: cpfill convert fill.json page.pdf --title 'Saturday Puzzle' --clues clues.txt")
def convert(
    source: Path,
    target: Target,
    from_format: Annotated[str | None, typer.Option("--from", metavar="NAME", help="The format of IN.")] = None,
    to_format: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="The format of OUT, whatever its ending.")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the letters (.svg).")] = False,
    title: Annotated[str | None, _text("The title to print.")] = None,
    author: Annotated[str | None, _text("The author to print.")] = None,
    copyright: Annotated[str | None, _text("The copyright line to print.")] = None,
    clues: Annotated[
        str | None, typer.Option(metavar="FILE", help="Clues by answer: lines of WORD;clue. They replace those of IN.")
    ] = None,
    words: Annotated[
        bool, typer.Option("--words", help="Print the list of entries instead of clues, as a fill-in has it.")
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The model to write: binary as .cnf for SAT solvers, any as .pb for CP-SAT."),
    ] = None,
    word_list: Annotated[
        list[str] | None, typer.Option(metavar="FILE", help="Words to fill the grid with (.cnf, .pb); repeatable.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="FILE.toml", help="Rules of the fill (.cnf, .pb), as solve has them.")
    ] = None,
    quiet: QuietFlag = False,
) -> None:
    """Convert a puzzle, or set it as a page to print or to play, or as a model for a solver.

    Exit codes: 0, 2 bad input or a puzzle that the format cannot hold, 4 a model without clauses.
    """
    from cpfill.formats import encode_document, find_format, read_document, read_grid

    kind = (to_format or PurePath(target).suffix).lower()
    if kind in (".cnf", "dimacs", ".pb", "proto"):
        asked = WordOptions(words=word_list), RuleOptions(rules=rules)
        puzzle = read_puzzle(read_grid(source, from_format), *asked, Screen(quiet))
        _write(target, _clauses(puzzle, model) if kind in (".cnf", "dimacs") else _proto(puzzle, model))
        return
    from cpfill.formats.document import with_texts

    screen = Screen(quiet)
    form = find_format(target, to_format, writing=True)
    document = read_document(source, from_format)
    texts = {"title": title, "author": author, "copyright": copyright}
    document = with_texts(document, texts, _read_clues(clues) if clues else {}, listed=words)
    for remark in document.remarks:
        screen.note(remark)
    if solution and form.name == "svg":
        from cpfill.rendering.svg import write_solution

        data = write_solution(document)
    else:
        data = encode_document(document, target, to_format)
    _write(target, data)


def _write(target: str, data: bytes) -> None:
    from cpfill.formats.files import write_bytes

    if target == "-":
        answer_bytes(data)
    else:
        write_bytes(target, data)


def _clauses(puzzle: Puzzle, model: str | None) -> bytes:
    """What is left of the puzzle after reduction, as DIMACS clauses."""
    from cpfill.domains import Domains
    from cpfill.errors import ModelError
    from cpfill.formats import dimacs
    from cpfill.formulations.clauses import BinaryClauses
    from cpfill.reduction import reduce

    if model not in (None, "binary"):
        raise ModelError(f"the model {model!r} is not made of clauses; use --model binary")
    return dimacs.write(BinaryClauses(reduce(Domains.of(puzzle)).domains))


def _proto(puzzle: Puzzle, model: str | None) -> bytes:
    """What is left of the puzzle after reduction, as a CP-SAT model."""
    from cpfill.formats import proto
    from cpfill.parameters import ModelConfig

    return proto.write(puzzle, ModelConfig.load(model or "literals"))


def _read_clues(path: str) -> dict[str, str]:
    from cpfill.formats.clues import read_clues

    return read_clues(path)
