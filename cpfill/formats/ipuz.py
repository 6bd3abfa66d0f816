"""Reads and writes .ipuz (JSON) crosswords, version 2 of the format (ipuz.org). Knows no solver."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cpfill.errors import InputError
from cpfill.formats.document import DIRECTIONS, Document, bars_at, check_size, letters_of, one_line
from cpfill.grid import Bar, Cell, Direction, Grid

VERSION, KIND = "http://ipuz.org/v2", "http://ipuz.org/crossword#1"
Square = dict[str, Any]


def read(data: bytes, source: str = "grid.ipuz") -> Document:
    """Read the bytes of an .ipuz file. Raises InputError, naming the place, for what is no crossword."""
    top = _parse(data, source)
    kinds = top.get("kind")
    if not isinstance(kinds, list) or not any("crossword" in kind for kind in kinds if isinstance(kind, str)):
        raise InputError(f"{source}: 'kind' names no crossword")
    squares = _squares(top, source)
    grid, labels = _grid(top, squares, source)
    letters = _solution(top, grid, source)
    clues, remarks = _clues(top, grid, labels, source)
    title, author, owner, notes = (_text(top, name, source) for name in ("title", "author", "copyright", "notes"))
    return Document(grid, letters, clues, title, author, owner, notes, remarks=remarks)


def _parse(data: bytes, source: str) -> Mapping[str, Any]:
    try:
        text = data.decode("utf-8-sig").strip()
        if text.startswith("ipuz(") and text.endswith(")"):
            text = text[5:-1]
        top = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: not an .ipuz file ({one_line(str(error))[:80]})") from None
    if not isinstance(top, dict):
        raise InputError(f"{source}: not an .ipuz file (no JSON object)")
    return top


def _text(top: Mapping[str, Any], name: str, source: str) -> str:
    value = top.get(name)
    if not isinstance(value, str | None):
        raise InputError(f"{source}: {name!r} is {type(value).__name__}, not text")
    return value or ""


def _squares(top: Mapping[str, Any], source: str) -> list[list[Square]]:
    """The puzzle's squares, each as an object with 'cell', 'style' and 'value'."""
    rows = top.get("puzzle")
    size = top.get("dimensions")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InputError(f"{source}: 'puzzle' is not a list of rows")
    check_size(len(rows), len(rows[0]) if rows else 0, source)
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"{source}: row {r + 1} of 'puzzle' has {len(row)} cells, row 1 has {len(rows[0])}")
    if not isinstance(size, dict) or (size.get("height"), size.get("width")) != (len(rows), len(rows[0])):
        raise InputError(f"{source}: 'dimensions' do not fit the {len(rows)}x{len(rows[0])} squares of 'puzzle'")
    return [[dict(s) if isinstance(s, dict) else {"cell": s} for s in row] for row in rows]


def _grid(top: Mapping[str, Any], squares: list[list[Square]], source: str) -> tuple[Grid, dict[str, Cell]]:
    """The pattern, and the cell that each printed number stands in."""
    block, empty = (str(top.get(name, default)) for name, default in (("block", "#"), ("empty", "0")))
    height, width = len(squares), len(squares[0])
    blocks, voids, circles, bars = set[Cell](), set[Cell](), set[Cell](), set[Bar]()
    givens, labels = dict[Cell, str](), dict[str, Cell]()
    for cell, square in ((Cell(r, c), square) for r, row in enumerate(squares) for c, square in enumerate(row)):
        mark, style = square.get("cell", empty), square.get("style")
        if mark is None or str(mark) == block:
            blocks.add(cell)
            if mark is None:
                voids.add(cell)
            continue
        if not isinstance(mark, str | int):
            raise InputError(f"{source}: {cell} of 'puzzle' is {type(mark).__name__}, not a number or text")
        if str(mark) != empty:
            labels.setdefault(str(mark), cell)
        if isinstance(square.get("value"), str) and square["value"]:
            givens[cell] = letters_of(square["value"], source, cell)
        style = _style(style, top)
        if style.get("shapebg") == "circle":
            circles.add(cell)
        bars.update(bars_at(cell, str(style.get("barred", "")), height, width))
    whole = Grid(height, width, frozenset(blocks), givens, frozenset(voids), frozenset(bars), frozenset(circles))
    return whole, labels


def _style(style: object, top: Mapping[str, Any]) -> Mapping[str, Any]:
    """A square's style, looked up where it is a name of 'styles'."""
    named = top.get("styles")
    if isinstance(style, str) and isinstance(named, dict):
        style = named.get(style)
    return style if isinstance(style, dict) else {}


def _solution(top: Mapping[str, Any], grid: Grid, source: str) -> dict[Cell, str]:
    rows = top.get("solution")
    if rows is None:
        return {}
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InputError(f"{source}: 'solution' is not a list of rows")
    if [len(row) for row in rows] != [grid.width] * grid.height:
        raise InputError(f"{source}: 'solution' does not have the {grid.height}x{grid.width} squares of 'puzzle'")
    letters = {}
    for cell in grid.cells:
        value = rows[cell.row][cell.column]
        if isinstance(value, dict):
            value = value.get("value")
        if isinstance(value, str) and value.strip() and value != str(top.get("empty", "0")):
            letters[cell] = letters_of(value, source, cell)
    return letters


def _clues(
    top: Mapping[str, Any], grid: Grid, labels: Mapping[str, Cell], source: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The clues by slot name, found by the printed number and the direction, and what fits no slot."""
    starts = {(slot.direction, slot.cells[0]): slot.name for slot in grid.slots}
    numbered = {str(number): cell for cell, number in grid.numbers.items()} | dict(labels)
    lists = top.get("clues", {})
    if not isinstance(lists, dict):
        raise InputError(f"{source}: 'clues' is {type(lists).__name__}, not an object")
    clues, remarks = {}, []
    for title, entries in lists.items():
        direction = _direction(title)
        for entry in entries if isinstance(entries, list) else []:
            number, text = _clue(entry)
            name = starts.get((direction, numbered[number])) if direction and number in numbered else None
            if name:
                clues[name] = text
            else:
                remarks.append(f"{source}: clue {number} of {title[:40]!r} is left out: no entry starts there")
    return clues, tuple(remarks)


def _direction(title: str) -> Direction | None:
    """Clue lists are called 'Across', or 'Across:Waagerecht' where another name is to be printed."""
    return next((way for way in DIRECTIONS if title.split(":")[0].strip().lower() == way.lower()), None)


def _clue(entry: object) -> tuple[str, str]:
    """Number and text of a clue: [1, "text"], {"number": 1, "clue": "text"} or plain text."""
    if isinstance(entry, dict):
        number, text = entry.get("number", ""), entry.get("clue", "")
    else:
        number, text = (entry[0], entry[1]) if isinstance(entry, list) and len(entry) > 1 else ("", entry)
    return one_line(str(number))[:40], text if isinstance(text, str) else ""


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of an .ipuz file; every document can be written."""
    grid = document.grid
    top: dict[str, Any] = {"version": VERSION, "kind": [KIND], "origin": "cpfill"}
    texts = {name: getattr(document, name) for name in ("title", "author", "copyright", "notes")}
    top |= {name: text for name, text in texts.items() if text}
    top |= {"dimensions": {"width": grid.width, "height": grid.height}, "block": "#", "empty": "0"}
    squares = [[_square(document, Cell(r, c)) for c in range(grid.width)] for r in range(grid.height)]
    top["puzzle"] = squares
    if document.letters:
        top["solution"] = [[_known(document, Cell(r, c)) for c in range(grid.width)] for r in range(grid.height)]
    top["clues"] = {
        way: [[slot.number, document.clues.get(slot.name, "")] for slot in document.slots(way)] for way in DIRECTIONS
    }
    lines = json.dumps(top, ensure_ascii=False, indent=1)
    return (lines + "\n").encode("utf-8")


def _square(document: Document, cell: Cell) -> int | str | Square | None:
    grid = document.grid
    if cell in grid.blocks:
        return None if cell in grid.voids else "#"
    label = grid.numbers.get(cell, 0)
    sides = "".join(side for side, bar in (("R", Bar(cell, "right")), ("B", Bar(cell, "below"))) if bar in grid.bars)
    style = {"barred": sides} if sides else {}
    if cell in grid.circles:
        style["shapebg"] = "circle"
    square: Square = {"cell": label}
    if style:
        square["style"] = style
    if cell in grid.givens:
        square["value"] = grid.givens[cell]
    return square if len(square) > 1 else label


def _known(document: Document, cell: Cell) -> str | int | None:
    """The solution's square: a number 0 where it is open, which no reader takes for a letter."""
    if cell in document.grid.blocks:
        return None if cell in document.grid.voids else "#"
    return document.letters.get(cell, 0)
