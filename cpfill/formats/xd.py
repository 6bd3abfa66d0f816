"""Reads and writes .xd, the plain-text format for crosswords: implicit sections and ``## `` headers. Knows no solver.

Circles, bars, voids and shown letters go into the Design and Start sections, which only ``## `` files have; every
other puzzle is written with implicit sections, which more programs read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from cpfill.errors import InputError
from cpfill.formats.document import DIRECTIONS, Document, check_size, letters_of
from cpfill.grid import BLOCK, EMPTY, Bar, Cell, Grid

_CLUE = re.compile(r"([AD])(\d{1,5})\.(?:\s+(.*))?")
_LETTER_STYLE = re.compile(r"([^\s{}]) *\{([^{}]*)\}")
_REBUS_MARKS = "1234567890abcdefghijklmnopqrstuvwxyz" + "".join(map(chr, range(0x2460, 0x24FF)))
_UNKNOWN = "?"
_HEADINGS = {"title": "Title", "author": "Author", "copyright": "Copyright"}
Sections = dict[str, list[str]]


def read(data: bytes, source: str = "grid.xd") -> Document:
    """Read the bytes of an .xd file. Raises InputError, naming the place, for what is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{source}: no text in UTF-8, so no .xd file") from None
    lines = text.replace("\r\n", "\n").split("\n")
    sections = _headed(lines) if any(line.startswith("## ") for line in lines) else _implicit(lines)
    head = _metadata(sections.get("metadata", []))
    rows = [unicodedata.normalize("NFC", line.strip()) for line in sections.get("grid", []) if line.strip()]
    grid, letters = _grid(rows, head, source)
    grid = _designed(grid, sections)
    shown = {c: mark for c, mark in _placed(grid, sections.get("start", [])) if mark.isalpha() or mark.isdigit()}
    shown = {cell: letters.get(cell) or letters_of(mark, source, cell) for cell, mark in shown.items()}
    grid = Grid(grid.height, grid.width, grid.blocks, shown, grid.voids, grid.bars, grid.circles)
    clues, remarks = _clues(sections.get("clues", []), grid, source)
    notes = "\n".join(line.removeprefix(" ") if line.startswith(" ##") else line for line in sections.get("notes", []))
    title, author, owner = (head.get(name, "") for name in _HEADINGS)
    return Document(grid, letters, clues, title, author, owner, notes, remarks=remarks)


def _headed(lines: list[str]) -> Sections:
    sections: Sections = {}
    name = ""
    for line in lines:
        if line.startswith("## "):
            name = line[3:].strip().lower()
            name = "metadata" if name == "meta" else name
        else:
            sections.setdefault(name, []).append(line)
    return sections


def _implicit(lines: list[str]) -> Sections:
    """Blocks between blank lines: metadata, grid, clues while they look it, notes."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    sections: Sections = {"metadata": blocks.pop(0) if blocks and ":" in blocks[0][0] else []}
    sections["grid"] = blocks.pop(0) if blocks else []
    sections["clues"] = []
    while blocks and _CLUE.match(blocks[0][0]):
        sections["clues"] += blocks.pop(0)
    sections["notes"] = [line for block in blocks for line in (*block, "")]
    return sections


def _metadata(lines: list[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}


def _grid(rows: list[str], head: Mapping[str, str], source: str) -> tuple[Grid, dict[Cell, str]]:
    check_size(len(rows), len(rows[0]) if rows else 0, source)
    rebus = dict(part.split("=", 1) for part in head.get("rebus", "").split() if "=" in part)
    special = head.get("special", "").lower() in ("circle", "shaded")
    marks = set("".join(rows))
    dotted = BLOCK not in marks and any(mark.isalpha() for mark in marks)
    blocks, voids, circles, letters = set[Cell](), set[Cell](), set[Cell](), dict[Cell, str]()
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"{source}: row {r + 1} of the grid has {len(row)} cells, row 1 has {len(rows[0])}")
        for c, mark in enumerate(row):
            cell = Cell(r, c)
            if mark in (BLOCK, "_") or (mark == EMPTY and dotted):
                blocks.add(cell)
                if mark == "_":
                    voids.add(cell)
            elif mark not in (EMPTY, _UNKNOWN):
                letters[cell] = letters_of(rebus.get(mark, mark), source, cell)
                if special and mark.islower() and mark not in rebus:
                    circles.add(cell)
    grid = Grid(len(rows), len(rows[0]), frozenset(blocks), {}, frozenset(voids), circles=frozenset(circles))
    return grid, letters


def _placed(grid: Grid, lines: list[str]) -> Iterator[tuple[Cell, str]]:
    """The marks that a drawing of the grid puts on its squares."""
    for r, line in enumerate(line.strip() for line in lines if line.strip()):
        for c, mark in enumerate(line):
            if r < grid.height and c < grid.width and mark not in (EMPTY, BLOCK, " "):
                yield Cell(r, c), mark


def _designed(grid: Grid, sections: Sections) -> Grid:
    """The grid with the circles, bars and voids of the Design section."""
    text = "\n".join(sections.get("design", []))
    sheet, _, drawing = text.rpartition("</style>")
    styles = {mark: set(re.sub(r"\s", "", rule).split(";")) for mark, rule in _LETTER_STYLE.findall(sheet)}
    circles, bars, voids = set(grid.circles), set(grid.bars), set(grid.voids)
    for cell, mark in _placed(grid, drawing.split("\n")):
        style = styles.get(mark, set())
        if "background:circle" in style and cell not in grid.blocks:
            circles.add(cell)
        if "bar-left:true" in style and cell.column:
            bars.add(Bar(Cell(cell.row, cell.column - 1), "right"))
        if "bar-top:true" in style and cell.row:
            bars.add(Bar(Cell(cell.row - 1, cell.column), "below"))
        if "background:void" in style and cell in grid.blocks:
            voids.add(cell)
    return Grid(
        grid.height, grid.width, grid.blocks, grid.givens, frozenset(voids), frozenset(bars), frozenset(circles)
    )


def _clues(lines: list[str], grid: Grid, source: str) -> tuple[dict[str, str], tuple[str, ...]]:
    names = {slot.name for slot in grid.slots}
    clues, remarks = {}, []
    for line in (line.strip() for line in lines):
        found = _CLUE.fullmatch(line)
        if not found:
            continue
        name = f"{int(found[2])}-{'Across' if found[1] == 'A' else 'Down'}"
        text = f" {found[3] or ''} "
        if name in names:
            clues[name] = text.rpartition(" ~ ")[0] if " ~ " in text else text
        else:
            remarks.append(f"{source}: clue {name} is left out: no entry starts there")
    return clues, tuple(remarks)


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of an .xd file. Raises InputError for squares that the format has no mark for."""
    _check(document, source)
    rebus = dict(zip(sorted(set(document.rebus.values())), _free_marks(document), strict=False))
    if len(rebus) < len(set(document.rebus.values())):
        raise InputError(f"{source}: .xd has marks for {len(rebus)} different rebus texts; .ipuz and .jpz hold more")
    head = [f"{heading}: {getattr(document, name)}" for name, heading in _HEADINGS.items() if getattr(document, name)]
    if rebus:
        head.append("Rebus: " + " ".join(f"{mark}={text}" for text, mark in rebus.items()))
    if document.grid.bars:
        head.append("Form: barred")
    head.append("Generator: cpfill")
    lists = [[_clue_line(document, slot.name) for slot in document.slots(way)] for way in DIRECTIONS]
    parts = [head, _rows(document, rebus), *lists]
    if not _needs_headers(document):
        parts += [document.notes.split("\n")] if document.notes else []
        text = "\n\n\n".join("\n".join(part) for part in parts if part)
    else:
        names = ["Metadata", "Grid", "Clues", "Notes", "Start", "Design"]
        notes = [f" {line}" if line.startswith("##") else line for line in document.notes.split("\n")]
        bodies = [head, parts[1], [*lists[0], "", *lists[1]], notes, _start_rows(document), _design(document)]
        text = "\n\n".join(
            f"## {name}\n\n" + "\n".join(body) for name, body in zip(names, bodies, strict=True) if any(body)
        )
    return (text + "\n").encode("utf-8")


def _check(document: Document, source: str) -> None:
    for cell, text in {**document.letters, **document.grid.givens}.items():
        if len(text) == 1 and (text in "#._?~*" or text.islower() or text in _REBUS_MARKS):
            raise InputError(f"{source}: {cell} holds {text!r}, which .xd cannot show; .ipuz and .jpz can")
    if document.rebus and document.grid.bars:
        raise InputError(f"{source}: .xd has no rebus squares in barred grids; .ipuz and .jpz can hold them")


def _free_marks(document: Document) -> list[str]:
    used = set(document.letters.values())
    return [mark for mark in _REBUS_MARKS if mark not in used]


def _needs_headers(document: Document) -> bool:
    grid = document.grid
    risky = any(_CLUE.match(line) or line.startswith("##") for line in document.notes.split("\n"))
    return bool(grid.bars or grid.circles or grid.voids or grid.givens or (document.notes and risky))


def _rows(document: Document, rebus: Mapping[str, str]) -> list[str]:
    """The rows; an open square is '.', or '?' where '.' would be taken for a block."""
    empty = _UNKNOWN if document.letters and not document.grid.blocks else EMPTY
    rows = document.rows(void=BLOCK, empty=empty)
    return ["".join(rebus.get(square, square) for square in row) for row in rows]


def _start_rows(document: Document) -> list[str]:
    grid = document.grid
    if not grid.givens:
        return []
    marks = {cell: text[0] for cell, text in grid.givens.items()} | dict.fromkeys(grid.blocks, BLOCK)
    return ["".join(marks.get(Cell(r, c), EMPTY) for c in range(grid.width)) for r in range(grid.height)]


def _design(document: Document) -> list[str]:
    grid, styles, drawing = document.grid, dict[str, str](), list[str]()
    for r in range(grid.height):
        rules = [_rule(grid, Cell(r, c)) for c in range(grid.width)]
        for rule in rules:
            if rule:
                styles.setdefault(rule, "ABCDEFGHIJ"[len(styles)])
        marks = [BLOCK if Cell(r, c) in grid.blocks else EMPTY for c in range(grid.width)]
        drawing.append("".join(styles.get(rule, mark) for rule, mark in zip(rules, marks, strict=True)))
    sheet = [f"{mark} {{ {rule} }}" for rule, mark in styles.items()]
    return ["<style>", *sheet, "</style>", "", *drawing] if styles else []


def _rule(grid: Grid, cell: Cell) -> str:
    rules = {
        "background: circle": cell in grid.circles,
        "background: void": cell in grid.voids,
        "bar-left: true": Bar(Cell(cell.row, cell.column - 1), "right") in grid.bars,
        "bar-top: true": Bar(Cell(cell.row - 1, cell.column), "below") in grid.bars,
    }
    return "; ".join(rule for rule, holds in rules.items() if holds)


def _clue_line(document: Document, name: str) -> str:
    slot = document.grid.slot(name)
    clue = document.clues.get(name, "")
    return f"{slot.direction[0]}{slot.number}. {clue} ~ {document.answer(slot, _UNKNOWN)}"
