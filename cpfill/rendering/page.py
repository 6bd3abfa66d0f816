"""What a printed page of a puzzle says: its drawings, clue lists or word list. Knows no typesetter."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from cpfill.formats.document import DIRECTIONS, Document
from cpfill.grid import Slot
from cpfill.rendering.svg import Look, draw


def page_data(document: Document, *, solution: bool = True) -> dict[str, Any]:
    """The page as plain data for ``page.typ``; with ``solution``, a solution page follows where letters are known."""
    return {
        "title": document.title,
        "author": document.author,
        "copyright": document.copyright,
        "notes": document.notes,
        "columns": document.grid.width,
        "rows": document.grid.height,
        "grid": draw(document),
        "solution": draw(document, Look(solution=True)) if solution and document.letters else "",
        "lists": [] if document.words else _clue_lists(document),
        "words": _words_by_length(document),
    }


def _clue_lists(document: Document) -> list[dict[str, Any]]:
    return [
        {"heading": way, "clues": [_clue(document, slot) for slot in document.slots(way)]}
        for way in DIRECTIONS
        if document.slots(way)
    ]


def _clue(document: Document, slot: Slot) -> list[str]:
    """Number and text; without a clue, the length of the answer."""
    length = sum(len(document.letters.get(cell, "?")) for cell in slot.cells)
    return [str(slot.number), document.clues.get(slot.name) or f"({length})"]


def _words_by_length(document: Document) -> list[dict[str, Any]]:
    ordered = sorted(document.words, key=lambda word: (len(word), word))
    return [{"length": length, "words": list(words)} for length, words in groupby(ordered, key=len)]
