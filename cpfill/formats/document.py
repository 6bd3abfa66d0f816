"""What puzzle files hold: a grid, its solution, clues and titles. Knows no file format and no solver."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from cpfill.errors import InputError
from cpfill.grid import BLOCK, EMPTY, MAX_SIDE, VOID, Bar, Cell, Direction, Grid, Slot
from cpfill.puzzle import Fill

MAX_REBUS = 32
"""Most letters in one square."""
DIRECTIONS: tuple[Direction, Direction] = ("Across", "Down")


@dataclass(frozen=True)
class Document:
    """A puzzle as files keep it.

    ``grid`` is the pattern; its givens are the letters that the solver of the puzzle is shown. ``letters`` is the
    solution as far as it is known; a rebus square has several. ``clues`` and ``scores`` go by slot name. ``words`` is
    the list that a fill-in prints instead of clues. ``remarks`` says in lines what a reader could not keep.
    Texts are kept without control characters and surplus space; only ``notes`` has lines.
    """

    grid: Grid
    letters: Mapping[Cell, str] = field(default_factory=dict)
    clues: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    copyright: str = ""
    notes: str = ""
    words: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict, compare=False)
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for name in ("title", "author", "copyright"):
            object.__setattr__(self, name, one_line(getattr(self, name)))
        object.__setattr__(self, "notes", _paragraphs(self.notes))
        slots = {slot.name for slot in self.grid.slots}
        clues = {name: one_line(text) for name, text in self.clues.items() if one_line(text)}
        lost = tuple(f"the clue of {name} is left out: the grid has no such entry" for name in clues.keys() - slots)
        object.__setattr__(self, "clues", {name: text for name, text in clues.items() if name in slots})
        object.__setattr__(self, "letters", {**self.grid.givens, **self.letters})
        object.__setattr__(self, "remarks", (*self.remarks, *sorted(lost)))

    @classmethod
    def from_grid(cls, grid: Grid) -> Document:
        """The puzzle whose solution, as far as known, is the grid's givens; none of them is shown."""
        return cls(replace(grid, givens={}), dict(grid.givens))

    @classmethod
    def from_fill(cls, fill: Fill) -> Document:
        """The puzzle that this fill solves."""
        scores = {entry["slot"]: entry["score"] for entry in fill.entries}
        return cls(replace(fill.puzzle.grid, givens={}), dict(fill.letters), scores=scores)

    def filled(self, fill: Fill) -> Document:
        """The same puzzle, its texts and shown letters kept, with the letters and scores of a fill of its grid."""
        found = Document.from_fill(fill)
        return replace(self, letters=found.letters, scores=found.scores)

    def to_solve(self) -> Grid:
        """The grid to fill: every letter known is a given."""
        return replace(self.grid, givens=dict(self.letters))

    @cached_property
    def rebus(self) -> dict[Cell, str]:
        """The squares that hold several letters."""
        return {cell: text for cell, text in self.letters.items() if len(text) > 1}

    def slots(self, direction: Direction) -> list[Slot]:
        """The slots of that direction by number."""
        return [slot for slot in self.grid.slots if slot.direction == direction]

    def answer(self, slot: Slot, unknown: str = "?") -> str:
        """The slot's entry, with ``unknown`` for each open square."""
        return "".join(self.letters.get(cell, unknown) for cell in slot.cells)

    def rows(self, block: str = BLOCK, void: str = VOID, empty: str = EMPTY) -> list[list[str]]:
        """Every square as the format marks it; squares with several letters come whole."""
        marks = {cell: void if cell in self.grid.voids else block for cell in self.grid.blocks}
        shown = {**self.letters, **marks}
        return [[shown.get(Cell(r, c), empty) for c in range(self.grid.width)] for r in range(self.grid.height)]


def one_line(text: str) -> str:
    """The text with runs of white space made one space and control characters dropped."""
    return " ".join("".join(" " if c.isspace() else c for c in text if c.isspace() or _printable(c)).split())


def _printable(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs", "Cn", "Co")


def _paragraphs(text: str) -> str:
    lines = [one_line(line) for line in text.splitlines()]
    kept = [line for i, line in enumerate(lines) if line or (i and lines[i - 1])]
    return "\n".join(kept).strip("\n")


def letters_of(value: str, source: str, cell: Cell) -> str:
    """The letters of a square in upper case, composed. Raises InputError for what no square can hold."""
    text = "".join(c.upper() if len(c.upper()) == 1 else c for c in unicodedata.normalize("NFC", value.strip()))
    if not text or len(text) > MAX_REBUS or not all(map(_printable, text)) or any(map(str.isspace, text)):
        raise InputError(f"{source}: {cell} holds {value[:40]!r}; a square takes 1 to {MAX_REBUS} letters")
    return text


def check_size(height: int, width: int, source: str) -> None:
    """Refuse a grid that is empty or too large, before anything is built for it."""
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise InputError(f"{source}: the grid is {height}x{width}; sides from 1 to {MAX_SIDE} are allowed")


def bars_at(cell: Cell, sides: str, grid_height: int, grid_width: int) -> list[Bar]:
    """The bars on the sides T, R, B and L of a cell, less those on the edge of the grid."""
    found = []
    if "R" in sides and cell.column + 1 < grid_width:
        found.append(Bar(cell, "right"))
    if "B" in sides and cell.row + 1 < grid_height:
        found.append(Bar(cell, "below"))
    if "L" in sides and cell.column > 0:
        found.append(Bar(Cell(cell.row, cell.column - 1), "right"))
    if "T" in sides and cell.row > 0:
        found.append(Bar(Cell(cell.row - 1, cell.column), "below"))
    return found


def with_texts(
    document: Document, texts: Mapping[str, str | None], clues: Mapping[str, str], *, listed: bool = False
) -> Document:
    """The document with those texts that are given, clues looked up by answer, and its entries listed if asked."""
    slots = document.grid.slots
    found = {slot.name: clues[document.answer(slot)] for slot in slots if document.answer(slot) in clues}
    words = tuple(sorted(document.answer(slot) for slot in slots)) if listed else document.words
    return replace(
        document,
        clues={**document.clues, **found},
        words=words,
        title=texts.get("title") or document.title,
        author=texts.get("author") or document.author,
        copyright=texts.get("copyright") or document.copyright,
    )
