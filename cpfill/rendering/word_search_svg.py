"""Draws a word search as an SVG page with its word list, or its solution with the words ringed. Knows no solver."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, ceil, degrees, hypot
from xml.sax.saxutils import escape

from cpfill.formats.word_search import word_list
from cpfill.grid import BLOCK
from cpfill.rendering.svg import INK, SANS
from cpfill.word_search.finder import Occurrence
from cpfill.word_search.instance import LetterGrid

SIDE = 30
"""Units a cell."""
MARGIN = 24
TITLE = 40
LINE = 22
RING = 0.78
"""Width of a ring, in cells."""


def draw_page(grid: LetterGrid, title: str = "", solution: bool = False) -> str:
    """The page as an SVG document; with ``solution`` the words are ringed and the unused letters grey."""
    rows = grid.rows
    words = word_list(grid)
    columns = _columns(words, len(rows[0]) * SIDE)
    head = TITLE if title else 0
    width = max(len(rows[0]), 8) * SIDE + 2 * MARGIN
    list_top = MARGIN + head + len(rows) * SIDE + LINE
    height = list_top + ceil(len(words) / columns) * LINE + MARGIN
    left = (width - len(rows[0]) * SIDE) / 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" font-family="{SANS}" role="img">',
            f"<title>{escape(title or 'Word search')}</title>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<text x="{width / 2}" y="{MARGIN + 18}" font-size="22" text-anchor="middle">{escape(title)}</text>',
            f'<g transform="translate({left} {MARGIN + head})">',
            *(_rings(grid) if solution else ()),
            f'<g font-size="18" text-anchor="middle" fill="{INK}">{"".join(_letters(grid, solution))}</g>',
            f'<path fill="none" stroke="{INK}" stroke-width="1.2" stroke-linecap="square" d="{_outline(rows)}"/>',
            "</g>",
            f'<g font-size="14" fill="{INK}">{"".join(_list(words, columns, width, list_top))}</g>',
            "</svg>\n",
        ]
    )


def _columns(words: list[str], width: int) -> int:
    return max(1, min(6, len(words), width // (max(map(len, words)) * 11 + 16)))


def _letters(grid: LetterGrid, solution: bool) -> Iterator[str]:
    for r, row in enumerate(grid.rows):
        for c, mark in enumerate(row):
            if mark != BLOCK:
                grey = ' fill="#999"' if solution and (r, c) not in grid.covered else ""
                yield f'<text x="{(c + 0.5) * SIDE:g}" y="{(r + 0.5) * SIDE + 6.5:g}"{grey}>{escape(mark)}</text>'


def _rings(grid: LetterGrid) -> Iterator[str]:
    """A capsule around each word."""
    for placed in grid.placements:
        yield _ring(placed)


def _ring(placed: Occurrence) -> str:
    (r0, c0), (r1, c1) = placed.squares[0], placed.squares[-1]
    x, y = (c0 + c1 + 1) / 2 * SIDE, (r0 + r1 + 1) / 2 * SIDE
    thick = RING * SIDE
    length = hypot(r1 - r0, c1 - c0) * SIDE + thick
    turn = degrees(atan2(r1 - r0, c1 - c0))
    return (
        f'<rect x="{x - length / 2:.2f}" y="{y - thick / 2:.2f}" width="{length:.2f}" height="{thick:.2f}"'
        f' rx="{thick / 2:.2f}" transform="rotate({turn:g} {x:g} {y:g})" fill="none" stroke="#c22" stroke-width="1.4"'
        f"><title>{escape(placed.word)}</title></rect>"
    )


def _outline(rows: tuple[str, ...]) -> str:
    """The border between the cells and what is outside, as path data."""

    def inside(r: int, c: int) -> bool:
        return 0 <= r < len(rows) and 0 <= c < len(rows[0]) and rows[r][c] != BLOCK

    parts = []
    for r in range(len(rows) + 1):
        for c in range(len(rows[0]) + 1):
            if inside(r, c) != inside(r - 1, c):
                parts.append(f"M{c * SIDE} {r * SIDE}h{SIDE}")
            if inside(r, c) != inside(r, c - 1):
                parts.append(f"M{c * SIDE} {r * SIDE}v{SIDE}")
    return "".join(parts)


def _list(words: list[str], columns: int, width: int, top: int) -> Iterator[str]:
    deep = ceil(len(words) / columns)
    for i, word in enumerate(words):
        column, line = divmod(i, deep)
        x = MARGIN + column * (width - 2 * MARGIN) / columns
        yield f'<text x="{x:g}" y="{top + (line + 0.7) * LINE:g}">{escape(word)}</text>'
