"""A puzzle as the JSON object that scripts read, and read back. Knows nothing of how it was found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from cpfill.errors import InputError
from cpfill.formats.document import Document, letters_of
from cpfill.grid import Bar, Cell, Grid

if TYPE_CHECKING:
    from cpfill.fill_in import MadePuzzle
    from cpfill.puzzle import Entry, Fill
    from cpfill.result import Result

PHASES = ("load", "reduce", "dive", "cp_sat", "improve", "total")


class Score(TypedDict):
    """Figures over all entries; a grid without slots has no mean and no least score."""

    mean: float | None
    min: int | None
    total: int


class FillObject(TypedDict):
    """What ``cpfill solve --json`` says of the fill itself."""

    grid: list[str]
    entries: list[Entry]
    score: Score


def document(fill: Fill) -> FillObject:
    """The fill as plain lists and numbers."""
    return {"grid": fill.rows, "entries": fill.entries, "score": _score(fill.scores)}


def _score(scores: list[int]) -> Score:
    mean = round(sum(scores) / len(scores), 2) if scores else None
    return {"mean": mean, "min": min(scores, default=None), "total": sum(scores)}


def result_object(result: Result, run: Mapping[str, Any]) -> dict[str, Any]:
    """What ``cpfill solve --json`` says of a result; without a fill its grid and score are null.

    ``run`` has model and seed, and ``seconds`` by phase.
    """
    fill = dict(document(result.fill)) if result.fill else {"grid": None, "entries": [], "score": None}
    seconds = {phase: round(run["seconds"].get(phase, 0.0), 6) for phase in PHASES}
    return {
        "status": result.status.value,
        **fill,
        **run,
        "seconds": seconds,
        "engine": result.engine,
        "bound": result.bound,
        "reason": result.reason,
        "trace": dict(result.trace),
    }


def made_object(made: MadePuzzle) -> dict[str, Any]:
    """What ``cpfill fill-in make --json`` says of a puzzle."""
    return {
        "grid": made.puzzle.grid.rows(),
        "words": list(made.puzzle.words),
        "solution": made.solution.rows,
        "rating": made.rating.figure,
        "seed": made.seed,
    }


def write(document: Document, source: str = "the puzzle") -> bytes:
    """One JSON object in UTF-8, ending in a newline: grid, entries and score, and what else the puzzle has.

    Rows and columns count from 1. ``bars`` are [row, column, "right" or "below"], ``rebus`` [row, column, letters].
    """
    grid = document.grid
    entries = [
        {"slot": slot.name, "word": document.answer(slot), "score": document.scores.get(slot.name)}
        for slot in grid.slots
    ]
    top: dict[str, Any] = {"grid": grid.rows(document.letters), "entries": entries}
    top["score"] = _score(list(document.scores.values()))
    top |= {name: getattr(document, name) for name in ("title", "author", "copyright", "notes")}
    top["clues"] = dict(document.clues)
    top["rebus"] = [[c.row + 1, c.column + 1, text] for c, text in sorted(document.rebus.items())]
    top["circles"] = [[c.row + 1, c.column + 1] for c in sorted(grid.circles)]
    top["bars"] = [[bar.cell.row + 1, bar.cell.column + 1, bar.edge] for bar in sorted(grid.bars)]
    top["shown"] = [[c.row + 1, c.column + 1, text] for c, text in sorted(grid.givens.items())]
    always = ("grid", "entries", "score")
    kept = {name: value for name, value in top.items() if value or name in always}
    return (json.dumps(kept, ensure_ascii=False) + "\n").encode()


def read(data: bytes, source: str = "grid.json") -> Document:
    """Read the rows under ``grid`` and what else ``write`` puts there. Raises InputError for anything else."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise InputError(f'{source}: is no JSON; a grid there is an object with its rows under "grid"') from None
    rows = found.get("grid") if isinstance(found, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise InputError(f'{source}: has no "grid" that is a list of rows')
    plain = Grid.from_rows(rows, source)
    rebus, shown = _lettered(found, "rebus", plain, source), _lettered(found, "shown", plain, source)
    bars = frozenset(
        Bar(cell, more[0]) for cell, more in _places(found, "bars", plain, source) if more[:1] in (["right"], ["below"])
    )
    circles = frozenset(cell for cell, _ in _places(found, "circles", plain, source))
    grid = replace(plain, givens=shown, bars=bars, circles=circles)
    title, author, owner, notes = (_text(found, name, source) for name in ("title", "author", "copyright", "notes"))
    clues = found.get("clues") or {}
    if not isinstance(clues, dict) or not all(isinstance(text, str) for text in clues.values()):
        raise InputError(f'{source}: "clues" is no object of slot names and texts')
    return Document(grid, {**plain.givens, **rebus}, clues, title, author, owner, notes)


def _text(found: dict[str, Any], name: str, source: str) -> str:
    value = found.get(name) or ""
    if not isinstance(value, str):
        raise InputError(f'{source}: "{name}" is {type(value).__name__}, not text')
    return value


def _places(found: dict[str, Any], name: str, grid: Grid, source: str) -> list[tuple[Cell, list[Any]]]:
    """The items of a list of [row, column, ...], each with its white square."""
    items = found.get(name) or []
    white, placed = frozenset(grid.cells), []
    for item in items if isinstance(items, list) else [items]:
        where = item[:2] if isinstance(item, list) else []
        if [type(number) for number in where] != [int, int] or Cell(where[0] - 1, where[1] - 1) not in white:
            raise InputError(f'{source}: "{name}" has {str(item)[:40]}, which starts with no white square')
        placed.append((Cell(where[0] - 1, where[1] - 1), item[2:]))
    return placed


def _lettered(found: dict[str, Any], name: str, grid: Grid, source: str) -> dict[Cell, str]:
    places = _places(found, name, grid, source)
    if wrong := [cell for cell, more in places if not (more and isinstance(more[0], str))]:
        raise InputError(f'{source}: "{name}" has no letters for {wrong[0]}')
    return {cell: letters_of(more[0], source, cell) for cell, more in places}
