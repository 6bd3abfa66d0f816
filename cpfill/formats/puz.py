"""Reads and writes .puz (Across Lite) files, version 1.3, through puzpy. Knows no solver.

One byte a square and Latin-1 texts: other alphabets, bars and voids are refused with the formats that hold them.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from cpfill.errors import InputError
from cpfill.formats.document import Document, check_size, letters_of, one_line
from cpfill.grid import Cell, Grid, Slot

if TYPE_CHECKING:
    import puz

BLOCKS, OPEN = ".:", "-"
_HEADER = struct.Struct("<H11s")
_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "\u2011": "-"})
"""Typographic marks that Latin-1 lacks and everyone writes straight in these files."""
MAX_REBUS_KINDS = 100
"""The format numbers its rebus texts with two digits."""


def read(data: bytes, source: str = "grid.puz") -> Document:
    """Read the bytes of a .puz file. Raises InputError for anything that is none."""
    import puz

    try:
        puzzle = puz.load(data)
    except (puz.PuzzleFormatError, ValueError, LookupError, struct.error) as error:
        raise InputError(f"{source}: not a sound .puz file ({_short(error)})") from None
    check_size(puzzle.height, puzzle.width, source)
    if len(puzzle.solution) != puzzle.height * puzzle.width or len(puzzle.fill) != len(puzzle.solution):
        raise InputError(f"{source}: the .puz file ends inside its grid")
    grid, letters, remarks = _grid(puzzle, source)
    order = _clue_order(grid)
    if len(order) != len(puzzle.clues):
        remarks += (f"{source}: {len(puzzle.clues)} clues for {len(order)} entries",)
    clues = {slot.name: text for slot, text in zip(order, puzzle.clues, strict=False)}
    return Document(grid, letters, clues, puzzle.title, puzzle.author, puzzle.copyright, puzzle.notes, remarks=remarks)


def _short(error: Exception) -> str:
    return one_line(str(getattr(error, "message", "") or error))[:80] or type(error).__name__


def _clue_order(grid: Grid) -> list[Slot]:
    """The order that the format keeps clues in: by number, across before down."""
    return sorted(grid.slots, key=lambda slot: (slot.number, slot.direction))


def _cell(index: int, width: int) -> Cell:
    return Cell(*divmod(index, width))


def _grid(puzzle: puz.Puzzle, source: str) -> tuple[Grid, dict[Cell, str], tuple[str, ...]]:
    import puz

    squares = {_cell(i, puzzle.width): mark for i, mark in enumerate(puzzle.solution)}
    blocks = frozenset(cell for cell, mark in squares.items() if mark in BLOCKS)
    rebus, markup = _rebus(puzzle, source), _markup(puzzle)
    hidden = puzzle.solution_state in (puz.SolutionState.NotProvided, puz.SolutionState.Locked)
    letters = (
        {}
        if hidden
        else {
            cell: letters_of(rebus.get(cell, mark), source, cell)
            for cell, mark in squares.items()
            if cell not in blocks and (mark != OPEN or cell in rebus)
        }
    )
    circles = frozenset(c for c, flags in markup.items() if flags & puz.GridMarkup.Circled and c not in blocks)
    shown = {
        cell: letters.get(cell) or letters_of(mark, source, cell)
        for cell, mark in ((_cell(i, puzzle.width), mark) for i, mark in enumerate(puzzle.fill))
        if markup.get(cell, 0) & puz.GridMarkup.Revealed and cell not in blocks and mark not in (OPEN, " ")
    }
    remarks = (f"{source}: the solution is locked or missing, so its letters are left out",) if hidden else ()
    return Grid(puzzle.height, puzzle.width, blocks, shown, circles=circles), letters, remarks


def _markup(puzzle: puz.Puzzle) -> dict[Cell, int]:
    import puz

    flags = puzzle.extensions.get(puz.Extensions.Markup, b"")[: puzzle.width * puzzle.height]
    return {_cell(i, puzzle.width): flag for i, flag in enumerate(flags)}


def _rebus(puzzle: puz.Puzzle, source: str) -> dict[Cell, str]:
    import puz

    keys = puzzle.extensions.get(puz.Extensions.Rebus, b"")[: puzzle.width * puzzle.height]
    table = puzzle.extensions.get(puz.Extensions.RebusSolutions, b"").decode(puzzle.encoding, "replace")
    texts = {int(key): text for key, text in re.findall(r" *([0-9]{1,3}):([^;:]+);", table)}
    used = {_cell(i, puzzle.width): key - 1 for i, key in enumerate(keys) if key}
    if missing := sorted({key for key in used.values() if key not in texts}):
        raise InputError(f"{source}: rebus text number {missing[0]} is used but missing")
    return {cell: texts[key] for cell, key in used.items()}


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of a .puz file. Raises InputError for what the format cannot hold, naming the formats that can."""
    import puz

    _check(document, source)
    grid, puzzle = document.grid, puz.Puzzle("1.3")
    squares = [square for row in document.rows(block=".", void=".", empty=OPEN) for square in row]
    puzzle.width, puzzle.height = grid.width, grid.height
    puzzle.solution = "".join(square[0] for square in squares)
    marks = [(Cell(*divmod(i, grid.width)), mark) for i, mark in enumerate(puzzle.solution)]
    puzzle.fill = "".join(grid.givens.get(cell, mark if mark == "." else OPEN)[0] for cell, mark in marks)
    flags = bytes(
        puz.GridMarkup.Circled * (cell in grid.circles) | puz.GridMarkup.Revealed * (cell in grid.givens)
        for cell, _ in marks
    )
    if any(flags):
        puzzle.extensions[puz.Extensions.Markup] = flags
    if document.rebus:
        kinds = sorted(set(document.rebus.values()))
        keys = bytes(kinds.index(document.rebus[cell]) + 1 if cell in document.rebus else 0 for cell, _ in marks)
        puzzle.extensions[puz.Extensions.Rebus] = keys
        table = "".join(f"{i:2d}:{text};" for i, text in enumerate(kinds))
        puzzle.extensions[puz.Extensions.RebusSolutions] = table.encode("latin-1")
    for name in ("title", "author", "copyright", "notes"):
        setattr(puzzle, name, getattr(document, name).translate(_STRAIGHT))
    puzzle.clues = [document.clues.get(slot.name, "").translate(_STRAIGHT) for slot in _clue_order(grid)]
    return bytes(puzzle.tobytes())


def _check(document: Document, source: str) -> None:
    if document.grid.bars or document.grid.voids:
        thing = "bars between cells" if document.grid.bars else "void squares"
        raise InputError(f"{source}: .puz cannot hold {thing}; .ipuz, .jpz and .xd can")
    texts = {
        **{f"the square at {cell}": text for cell, text in {**document.letters, **document.grid.givens}.items()},
        **{name: getattr(document, name) for name in ("title", "author", "copyright", "notes")},
        **{f"the clue of {name}": text for name, text in document.clues.items()},
    }
    for name, text in texts.items():
        if odd := [c for c in text.translate(_STRAIGHT) if ord(c) > 255]:
            raise InputError(f"{source}: {name} has {odd[0]!r}, but .puz holds Latin-1 only; .ipuz, .jpz and .xd can")
    for cell, text in document.rebus.items():
        if set(text) & set(":;"):
            raise InputError(f"{source}: the square at {cell} has {text!r}; .puz keeps ':' and ';' for itself")
    if any(text in (*BLOCKS, OPEN) for text in document.letters.values()):
        raise InputError(f"{source}: '.', ':' and '-' are no letters in .puz; .ipuz and .jpz can hold them")
    if len(set(document.rebus.values())) > MAX_REBUS_KINDS:
        raise InputError(f"{source}: .puz holds {MAX_REBUS_KINDS} different rebus texts; .ipuz and .jpz hold more")
