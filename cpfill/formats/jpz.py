"""Reads and writes .jpz (Crossword Compiler XML), plain or zipped. Knows no solver."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from cpfill.errors import InputError
from cpfill.formats.document import DIRECTIONS, Document, bars_at, check_size, letters_of, one_line
from cpfill.formats.safe_xml import Element, parse
from cpfill.grid import Bar, Cell, Direction, Grid, Slot

MAX_UNPACKED = 8 << 20
"""Largest XML taken out of a zipped file, in bytes."""
_NAMESPACES = ("http://crossword.info/xml/crossword-compiler-applet", "http://crossword.info/xml/rectangular-puzzle")
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIDES = {"top-bar": "T", "right-bar": "R", "bottom-bar": "B", "left-bar": "L"}


def read(data: bytes, source: str = "grid.jpz") -> Document:
    """Read the bytes of a .jpz file. Raises InputError, naming the place, for what is no crossword."""
    root = parse(_unzipped(data, source), source)
    crossword = root.find("crossword")
    square_list = crossword.find("grid") if crossword else None
    if crossword is None or square_list is None:
        raise InputError(f"{source}: has no <crossword> with a <grid>")
    grid, letters = _grid(square_list, source)
    clues, remarks = _clues(crossword, grid, source)
    metadata = root.find("metadata") or Element("metadata", {})
    names = ("title", "creator", "copyright", "description")
    title, author, owner, notes = (_text(metadata.child(name)) for name in names)
    return Document(grid, letters, clues, title, author, owner, notes, remarks=remarks)


def _text(element: Element | None) -> str:
    return element.text if element else ""


def _unzipped(data: bytes, source: str) -> bytes:
    """The XML itself. Of a zipped file the first member is read into memory, whatever its name says."""
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(archive.infolist()[0]) as member:
            xml = member.read(MAX_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, ValueError, LookupError, OSError, RuntimeError, EOFError) as error:
        raise InputError(f"{source}: a damaged zip file ({one_line(str(error))[:80]})") from None
    if len(xml) > MAX_UNPACKED:
        raise InputError(f"{source}: unpacks to more than {MAX_UNPACKED >> 20} MiB")
    return xml


def _number(element: Element, name: str, source: str) -> int:
    text = element.attributes.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise InputError(f"{source}: <{element.name}> has {name}={text[:20]!r}, not a number")
    return int(text)


def _cell(element: Element, height: int, width: int, source: str) -> Cell:
    cell = Cell(_number(element, "y", source) - 1, _number(element, "x", source) - 1)
    if not (0 <= cell.row < height and 0 <= cell.column < width):
        raise InputError(f"{source}: {cell} is outside the {height}x{width} grid")
    return cell


def _grid(square_list: Element, source: str) -> tuple[Grid, dict[Cell, str]]:
    height, width = _number(square_list, "height", source), _number(square_list, "width", source)
    check_size(height, width, source)
    blocks, voids, circles, bars = set[Cell](), set[Cell](), set[Cell](), set[Bar]()
    letters, shown = dict[Cell, str](), dict[Cell, str]()
    for square in (element for element in square_list.children if element.name == "cell"):
        cell, marks = _cell(square, height, width, source), square.attributes
        if marks.get("type") in ("block", "void"):
            blocks.add(cell)
            if marks["type"] == "void":
                voids.add(cell)
            continue
        if marks.get("solution", "").strip():
            letters[cell] = letters_of(marks["solution"], source, cell)
        if marks.get("hint") == "true" and cell in letters:
            shown[cell] = letters[cell]
        if marks.get("background-shape") == "circle":
            circles.add(cell)
        sides = "".join(side for name, side in _SIDES.items() if marks.get(name) == "true")
        bars.update(bars_at(cell, sides, height, width))
    grid = Grid(height, width, frozenset(blocks), shown, frozenset(voids), frozenset(bars), frozenset(circles - blocks))
    return grid, {cell: text for cell, text in letters.items() if cell not in blocks}


def _clues(crossword: Element, grid: Grid, source: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The clues by slot name, found by the word's first two squares, else by the list's title and the number."""
    words = {word.attributes.get("id", ""): word for word in crossword.children if word.name == "word"}
    by_start = {slot.cells[:2]: slot.name for slot in grid.slots}
    names = {slot.name for slot in grid.slots}
    clues, remarks = {}, []
    for group in (element for element in crossword.children if element.name == "clues"):
        title = _text(group.child("title")).strip()
        for clue in (element for element in group.children if element.name == "clue"):
            start = _start(words.get(clue.attributes.get("word", "")), grid, source)
            name = by_start.get(start) or f"{clue.attributes.get('number', '')[:20]}-{title[:20].title()}"
            if name in names:
                clues[name] = clue.text
            else:
                remarks.append(f"{source}: clue {one_line(name)} is left out: no entry starts there")
    return clues, tuple(remarks)


def _start(word: Element | None, grid: Grid, source: str) -> tuple[Cell, ...]:
    """The first two squares of a word: single <cells>, or ranges such as x="2-7" in <cells> or the word itself."""
    if word is None:
        return ()
    found: list[Cell] = []
    for element in (word, *(child for child in word.children if child.name == "cells")):
        if {"x", "y"} <= element.attributes.keys() and len(found) < 2:
            (left, right), (top, bottom) = (_span(element, name, source) for name in ("x", "y"))
            ahead = Cell(top + (bottom > top), left + (right > left))
            found += [Cell(top, left)] if ahead == Cell(top, left) else [Cell(top, left), ahead]
    return tuple(found[:2])


def _span(element: Element, name: str, source: str) -> tuple[int, int]:
    first, _, last = element.attributes[name].partition("-")
    ends = [_number(Element(element.name, {name: text}), name, source) - 1 for text in (first, last or first)]
    return ends[0], ends[1]


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of a .jpz file, unzipped; every document can be written."""
    metadata = {
        "title": document.title,
        "creator": document.author,
        "copyright": document.copyright,
        "description": document.notes,
    }
    alphabet = "".join(sorted(set(_LATIN).union(*document.letters.values())))
    ids = {slot.name: index for index, slot in enumerate(document.grid.slots, 1)}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<crossword-compiler-applet xmlns="{_NAMESPACES[0]}">',
        f'<rectangular-puzzle xmlns="{_NAMESPACES[1]}" alphabet={quoteattr(alphabet)}>',
        "<metadata>",
        *(f"<{name}>{escape(text)}</{name}>" for name, text in metadata.items()),
        "</metadata>",
        "<crossword>",
        *_grid_lines(document),
        *(line for slot in document.grid.slots for line in _word_lines(slot, ids)),
        *(line for direction in DIRECTIONS for line in _clue_lines(document, direction, ids)),
        "</crossword>",
        "</rectangular-puzzle>",
        "</crossword-compiler-applet>",
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _grid_lines(document: Document) -> list[str]:
    grid = document.grid
    lines = [f'<grid width="{grid.width}" height="{grid.height}">', '<grid-look numbering-scheme="normal"/>']
    for cell in (Cell(r, c) for r in range(grid.height) for c in range(grid.width)):
        marks = {"x": str(cell.column + 1), "y": str(cell.row + 1)} | _marks(document, cell)
        lines.append("<cell " + " ".join(f"{name}={quoteattr(value)}" for name, value in marks.items()) + "/>")
    return [*lines, "</grid>"]


def _marks(document: Document, cell: Cell) -> dict[str, str]:
    grid = document.grid
    if cell in grid.blocks:
        return {"type": "void" if cell in grid.voids else "block"}
    letters = document.letters.get(cell) or grid.givens.get(cell)
    marks = {"solution": letters} if letters else {}
    if cell in grid.numbers:
        marks["number"] = str(grid.numbers[cell])
    if cell in grid.circles:
        marks["background-shape"] = "circle"
    for name, bar in (("right-bar", Bar(cell, "right")), ("bottom-bar", Bar(cell, "below"))):
        if bar in grid.bars:
            marks[name] = "true"
    if cell in grid.givens:
        marks |= {"solve-state": grid.givens[cell], "hint": "true"}
    return marks


def _word_lines(slot: Slot, ids: Mapping[str, int]) -> list[str]:
    """One <cells> a square: a reader that takes ranges alone would lose words that turn."""
    cells = (f'<cells x="{cell.column + 1}" y="{cell.row + 1}"/>' for cell in slot.cells)
    return [f'<word id="{ids[slot.name]}">{"".join(cells)}</word>']


def _clue_lines(document: Document, direction: Direction, ids: Mapping[str, int]) -> list[str]:
    clues = (
        f'<clue word="{ids[slot.name]}" number="{slot.number}">{escape(document.clues.get(slot.name, ""))}</clue>'
        for slot in document.slots(direction)
    )
    return [f'<clues ordering="normal"><title><b>{direction}</b></title>', *clues, "</clues>"]
