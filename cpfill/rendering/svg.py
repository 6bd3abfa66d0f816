"""Draws a puzzle's grid as SVG: numbers, letters, bars, circles and colours. Knows no solver and needs no library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from cpfill.formats.document import Document
from cpfill.grid import Bar, Cell

SIDE = 36
"""Units a square."""
MARGIN = 3
LEGEND = 40
SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Libertinus Serif', sans-serif"
INK = "#111"


@dataclass(frozen=True)
class Look:
    """What a drawing shows beside the pattern: the solution, a colour and a tooltip a cell, small notes, a legend."""

    solution: bool = False
    colours: Mapping[Cell, str] = field(default_factory=dict)
    tips: Mapping[Cell, str] = field(default_factory=dict)
    notes: Mapping[Cell, str] = field(default_factory=dict)
    legend: Sequence[tuple[str, str]] = ()


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The empty puzzle, ready to print, as the bytes of an .svg file."""
    return draw(document).encode("utf-8")


def write_solution(document: Document, source: str = "the puzzle") -> bytes:
    """The puzzle with its letters, as the bytes of an .svg file."""
    return draw(document, Look(solution=True)).encode("utf-8")


def draw(document: Document, look: Look | None = None) -> str:
    """The grid as an SVG document; white squares, black blocks, voids left out."""
    look = look or Look()
    grid = document.grid
    width = grid.width * SIDE + 2 * MARGIN
    height = grid.height * SIDE + 2 * MARGIN + (LEGEND if look.legend else 0)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="{SANS}" role="img" aria-label={quoteattr(document.title or "crossword grid")}>',
        *(f"<title>{escape(document.title)}</title>" for _ in range(bool(document.title))),
        f'<g transform="translate({MARGIN} {MARGIN})">',
        f'<g fill="#fff" stroke="{INK}" stroke-width="0.8">',
        *_squares(document, look),
        "</g>",
        f'<g fill="none" stroke="#888" stroke-width="0.7">{"".join(_circles(document))}</g>',
        f'<path fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="square" d="{_outline(document)}"/>',
        f'<path fill="none" stroke="{INK}" stroke-width="3.6" stroke-linecap="butt" d="{_bars(document)}"/>',
        f'<g font-size="10.5" fill="{INK}">{"".join(_numbers(document))}</g>',
        f'<g font-size="22" fill="{INK}" text-anchor="middle">{"".join(_letters(document, look))}</g>',
        f'<g font-size="9" fill="#333" text-anchor="end">{"".join(_notes(look))}</g>',
        "</g>",
        *_legend(look, height),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _at(cell: Cell) -> tuple[int, int]:
    return cell.column * SIDE, cell.row * SIDE


def _squares(document: Document, look: Look) -> Iterator[str]:
    grid = document.grid
    for cell in (Cell(r, c) for r in range(grid.height) for c in range(grid.width)):
        if cell in grid.voids:
            continue
        x, y = _at(cell)
        colour = INK if cell in grid.blocks else look.colours.get(cell, "")
        fill = f' fill="{colour}"' if colour else ""
        tip = f"><title>{escape(look.tips[cell])}</title></rect>" if cell in look.tips else "/>"
        yield f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"{fill}{tip}\n'


def _circles(document: Document) -> Iterator[str]:
    for cell in sorted(document.grid.circles):
        x, y = _at(cell)
        yield f'<circle cx="{x + SIDE / 2}" cy="{y + SIDE / 2}" r="{SIDE / 2 - 1.2}"/>'


def _outline(document: Document) -> str:
    """The thick line around everything that is no void."""
    grid, parts = document.grid, []

    def inside(row: int, column: int) -> bool:
        return 0 <= row < grid.height and 0 <= column < grid.width and Cell(row, column) not in grid.voids

    for row in range(grid.height + 1):
        for column in range(grid.width + 1):
            if inside(row, column) != inside(row - 1, column):
                parts.append(f"M{column * SIDE} {row * SIDE}h{SIDE}")
            if inside(row, column) != inside(row, column - 1):
                parts.append(f"M{column * SIDE} {row * SIDE}v{SIDE}")
    return "".join(parts)


def _bars(document: Document) -> str:
    return "".join(_bar(bar) for bar in sorted(document.grid.bars))


def _bar(bar: Bar) -> str:
    x, y = _at(bar.cell)
    return f"M{x + SIDE} {y}v{SIDE}" if bar.edge == "right" else f"M{x} {y + SIDE}h{SIDE}"


def _numbers(document: Document) -> Iterator[str]:
    for cell, number in sorted(document.grid.numbers.items()):
        x, y = _at(cell)
        halo = ' stroke="#fff" stroke-width="3" paint-order="stroke"' if cell in document.grid.circles else ""
        yield f'<text x="{x + 2.2}" y="{y + 10.2}"{halo}>{number}</text>'


def _letters(document: Document, look: Look) -> Iterator[str]:
    shown = document.letters if look.solution else document.grid.givens
    for cell, text in sorted(shown.items()):
        x, y = _at(cell)
        size = "" if len(text) == 1 else f' font-size="{max(5.0, min(22.0, 46 / len(text))):.1f}"'
        down = 29.5 if len(text) == 1 else 27.5
        yield f'<text x="{x + SIDE / 2}" y="{y + down}"{size}>{escape(text)}</text>'


def _notes(look: Look) -> Iterator[str]:
    for cell, text in sorted(look.notes.items()):
        x, y = _at(cell)
        yield f'<text x="{x + SIDE - 2.5}" y="{y + SIDE - 3.5}">{escape(text)}</text>'


def _legend(look: Look, height: int) -> Iterator[str]:
    """Colour patches with their meaning, below the grid."""
    for i, (colour, text) in enumerate(look.legend):
        x, y = MARGIN + i * 84, height - LEGEND + 12
        yield f'<rect x="{x}" y="{y}" width="16" height="16" fill="{colour}" stroke="{INK}" stroke-width="0.6"/>'
        yield f'<text x="{x + 21}" y="{y + 12}" font-size="11" fill="{INK}">{escape(text)}</text>'
