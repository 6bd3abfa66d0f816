"""Writes a puzzle as one .html file to be played with keyboard and touch. Knows no solver; needs no library, no net."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from cpfill.formats.document import Document
from cpfill.grid import Bar, Cell

_TEMPLATE = Path(__file__).resolve().parent / "play.html"


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of an .html file. The solution is in it, as checking and revealing need it."""
    title = escape(document.title or "Crossword")
    page = _TEMPLATE.read_text(encoding="utf-8").replace("{{title}}", title, 1)
    return page.replace("{{puzzle}}", _script_text(_puzzle(document)), 1).encode("utf-8")


def _script_text(data: dict[str, Any]) -> str:
    """JSON that cannot end the script element it stands in, whatever its texts say."""
    text = json.dumps(data, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _puzzle(document: Document) -> dict[str, Any]:
    grid = document.grid
    return {
        "title": document.title,
        "author": document.author,
        "copyright": document.copyright,
        "notes": document.notes,
        "rows": [[_square(document, Cell(r, c)) for c in range(grid.width)] for r in range(grid.height)],
        "slots": [
            {
                "direction": slot.direction,
                "number": slot.number,
                "cells": [list(cell) for cell in slot.cells],
                "clue": document.clues.get(slot.name, ""),
                "length": len(document.answer(slot)),
            }
            for slot in grid.slots
        ],
        "words": sorted(document.words, key=lambda word: (len(word), word)),
    }


def _square(document: Document, cell: Cell) -> dict[str, Any]:
    """What the player needs of a square, with only those marks that it has."""
    grid = document.grid
    if cell in grid.blocks:
        return {"kind": "void" if cell in grid.voids else "block"}
    marks = {
        "kind": "white",
        "number": grid.numbers.get(cell),
        "letters": document.letters.get(cell),
        "given": grid.givens.get(cell),
        "circle": cell in grid.circles,
        "right": Bar(cell, "right") in grid.bars,
        "below": Bar(cell, "below") in grid.bars,
    }
    return {name: value for name, value in marks.items() if value}
