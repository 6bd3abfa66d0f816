"""Small puzzles, each with one feature that files may or may not hold."""

from __future__ import annotations

from cpfill.formats.document import Document
from cpfill.grid import Bar, Cell, Grid

CORNER = Cell(0, 0)


def _document(rows: list[str], grid: Grid | None = None, **letters: str) -> Document:
    plain = Document.from_grid(Grid.from_rows(rows))
    grid = grid or plain.grid
    clues = {slot.name: f"Clue of {slot.name}, & more" for slot in grid.slots}
    found = {**plain.letters, **{Cell(*map(int, name[1:].split("_"))): text for name, text in letters.items()}}
    return Document(grid, found, clues, "A title", "An author", "2026 someone")


def _with(rows: list[str], **parts: frozenset[Cell] | frozenset[Bar] | dict[Cell, str]) -> Grid:
    plain = Document.from_grid(Grid.from_rows(rows)).grid
    return Grid(plain.height, plain.width, plain.blocks, **{"voids": plain.voids, **parts})  # type: ignore[arg-type]


PLAIN = ["SEA#", "ODOR", "#ELF", "FRY#"]
SAMPLES: dict[str, Document] = {
    "plain": _document(PLAIN),
    "circles": _document(PLAIN, _with(PLAIN, circles=frozenset({CORNER, Cell(1, 2)}))),
    "rebus": _document(PLAIN, c1_1="STAR"),
    "shown": _document(PLAIN, _with(PLAIN, givens={Cell(1, 1): "D"})),
    "bars": _document(
        ["CAT", "ORE", "DEN"],
        _with(["...", "...", "..."], bars=frozenset({Bar(CORNER, "below"), Bar(Cell(1, 1), "right")})),
    ),
    "voids": _document(["~SEA", "ARC~", "SON#"]),
    "latin": _document(["ÄRA", "NÉE", "ÑUÇ"]),
    "cyrillic": _document(["КОТ", "ОНА", "ДАР"]),
}
