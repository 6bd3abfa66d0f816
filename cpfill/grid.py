"""The grid: cells, slots and crossings. Knows no words and no solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from cpfill.errors import InputError, did_you_mean

BLOCK, VOID, EMPTY = "#", "~", "."
MAX_SIDE = 128
"""Longest side of a grid, in cells: the largest puzzles in print are below 100."""

Direction = Literal["Across", "Down"]


class Cell(NamedTuple):
    """A square, counted from 0 at the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"row {self.row + 1}, column {self.column + 1}"


class Bar(NamedTuple):
    """A thick line on one edge of a cell, at which slots end as they do at a block."""

    cell: Cell
    edge: Literal["right", "below"]


@dataclass(frozen=True)
class Slot:
    """A maximal run of two or more cells to be filled with one entry."""

    index: int
    number: int
    direction: Direction
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """What newspapers call it, as in ``17-Across``."""
        return f"{self.number}-{self.direction}"

    def __len__(self) -> int:
        return len(self.cells)


@dataclass(frozen=True)
class Crossing:
    """A cell in two slots: its place in the across slot and in the down slot (indices into Grid.slots)."""

    cell: Cell
    across: int
    across_position: int
    down: int
    down_position: int


@dataclass(frozen=True)
class Grid:
    """A pattern of cells and blocks with its givens.

    ``givens`` maps a cell to its upper-case letter, or to several letters for a rebus square.
    Void cells are blocks that a page leaves blank. Build one with :meth:`from_rows`.
    """

    height: int
    width: int
    blocks: frozenset[Cell]
    givens: Mapping[Cell, str] = field(default_factory=dict)
    voids: frozenset[Cell] = frozenset()
    bars: frozenset[Bar] = frozenset()
    circles: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        if self.height < 1 or self.width < 1:
            raise InputError("the grid has no cells")
        if max(self.height, self.width) > MAX_SIDE:
            raise InputError(f"the grid is {self.height}x{self.width}; the longest side allowed is {MAX_SIDE}")

    def __hash__(self) -> int:
        return hash((self.height, self.width, self.blocks, frozenset(self.givens.items()), self.bars))

    @classmethod
    def from_rows(cls, rows: Iterable[str], source: str = "grid") -> Grid:
        """Read rows of text: '.' white, '#' block, '~' void, a letter is given (either case).

        Raises InputError, naming ``source`` and the line, for ragged rows and characters that mean nothing.
        """
        lines = list(rows)
        if not lines or not lines[0]:
            raise InputError(f"{source}: the grid is empty")
        if len(lines) > MAX_SIDE or len(lines[0]) > MAX_SIDE:
            raise InputError(
                f"{source}: the grid is {len(lines)}x{len(lines[0])}; the longest side allowed is {MAX_SIDE}"
            )
        blocks, voids, givens = set(), set(), {}
        for r, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise InputError(
                    f"{source}:{r + 1}: row has {len(line)} cells, row 1 has {len(lines[0])}; rows must be equally long"
                )
            for c, mark in enumerate(line):
                cell = Cell(r, c)
                if mark in (BLOCK, VOID):
                    blocks.add(cell)
                    if mark == VOID:
                        voids.add(cell)
                elif mark.isalpha() and len(mark.upper()) == 1:
                    givens[cell] = mark.upper()
                elif mark != EMPTY:
                    raise InputError(
                        f"{source}:{r + 1}: column {c + 1} has {mark!r}; use '.' for white, '#' for a block or a letter"
                    )
        return cls(len(lines), len(lines[0]), frozenset(blocks), givens, frozenset(voids))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All white squares, row by row."""
        return tuple(Cell(r, c) for r in range(self.height) for c in range(self.width) if Cell(r, c) not in self.blocks)

    @cached_property
    def _white(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    def _joined(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell after this one in the same run, or None where the run ends."""
        across = direction == "Across"
        after = Cell(cell.row, cell.column + 1) if across else Cell(cell.row + 1, cell.column)
        barred = Bar(cell, "right" if across else "below") in self.bars
        return after if after in self._white and not barred else None

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Across slots by number, then down slots by number; runs of one cell are not slots."""
        runs: dict[Direction, dict[Cell, tuple[Cell, ...]]] = {"Across": {}, "Down": {}}
        for direction, found in runs.items():
            inside = {after for cell in self.cells if (after := self._joined(cell, direction))}
            for cell in self.cells:
                if cell not in inside and self._joined(cell, direction):
                    run = [cell]
                    while after := self._joined(run[-1], direction):
                        run.append(after)
                    found[cell] = tuple(run)
        starts = sorted({cell for found in runs.values() for cell in found})
        numbers = {cell: number for number, cell in enumerate(starts, 1)}
        return tuple(
            Slot(index, numbers[cells[0]], direction, cells)
            for index, (direction, cells) in enumerate(
                (direction, cells) for direction, found in runs.items() for cells in found.values()
            )
        )

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The number printed in each cell that starts a slot."""
        return {slot.cells[0]: slot.number for slot in self.slots}

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """Every checked cell, row by row."""
        across, down = (
            {cell: (slot.index, i) for slot in self.slots if slot.direction == way for i, cell in enumerate(slot.cells)}
            for way in ("Across", "Down")
        )
        checked = (cell for cell in self.cells if cell in across and cell in down)
        return tuple(Crossing(cell, *across[cell], *down[cell]) for cell in checked)

    def slot(self, name: str) -> Slot:
        """The slot of that name, in any case, also as ``17A`` or ``17a``; InputError when there is none."""
        wanted = name.strip().lower().replace(" ", "-")
        by_name = {slot.name.lower(): slot for slot in self.slots}
        short = {f"{slot.number}{slot.direction[0].lower()}": slot for slot in self.slots}
        found = by_name.get(wanted) or short.get(wanted.replace("-", ""))
        if found is None:
            near = did_you_mean(wanted.title(), [slot.name for slot in self.slots])
            raise InputError(f"the grid has no slot {name!r}{near}")
        return found

    def rows(self, letters: Mapping[Cell, str] | None = None) -> list[str]:
        """The grid as rows of text, with ``letters`` over the givens; a rebus square shows its first letter."""
        shown = {**self.givens, **(letters or {})}
        return ["".join([shown.get(cell, mark)[0] for cell, mark in row]) for row in self._frame]

    @cached_property
    def _frame(self) -> list[list[tuple[Cell, str]]]:
        """Row by row, each square with its mark where it has no letter."""
        return [[(cell, self._mark(cell)) for cell in row] for row in self._squares()]

    def _squares(self) -> Iterable[list[Cell]]:
        return ([Cell(r, c) for c in range(self.width)] for r in range(self.height))

    def _mark(self, cell: Cell) -> str:
        if cell in self.voids:
            return VOID
        return BLOCK if cell in self.blocks else EMPTY
