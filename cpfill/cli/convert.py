"""cpfill convert: a puzzle from one format into another, or into a page. Knows no solver."""

from __future__ import annotations

from typing import Annotated

import typer

from cpfill.cli.options import QuietFlag
from cpfill.cli.screen import Screen, answer_bytes

app = typer.Typer(add_completion=False)

Path = Annotated[str, typer.Argument(metavar="IN", help="A puzzle: text, .json, .puz, .ipuz, .jpz or .xd, or -.")]
Target = Annotated[
    str, typer.Argument(metavar="OUT", help="Its new file; also .pdf, .png, .svg or .html, and - for standard output.")
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
    quiet: QuietFlag = False,
) -> None:
    """Convert a puzzle, or set it as a page to print or to play.

    Exit codes: 0, 2 bad input or a puzzle that the format cannot hold.
    """
    from cpfill.formats import encode_document, find_format, read_document
    from cpfill.formats.document import with_texts
    from cpfill.formats.files import write_bytes

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
    if target == "-":
        answer_bytes(data)
    else:
        write_bytes(target, data)


def _read_clues(path: str) -> dict[str, str]:
    from cpfill.formats.clues import read_clues

    return read_clues(path)
