"""Colours for grids: how free each cell still is, and how good each entry scores. Knows drawings, but no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpfill.formats.document import Document
from cpfill.grid import Cell
from cpfill.rendering.svg import Look, draw

if TYPE_CHECKING:
    from cpfill.domains import Domains
    from cpfill.puzzle import Fill

FREEDOM = (
    (0, "#d7191c", "none left"),
    (1, "#e6e6e6", "decided"),
    (3, "#fc8d59", "2 or 3"),
    (6, "#fee090", "4 to 6"),
    (12, "#d9eef3", "7 to 12"),
    (20, "#b4d6e8", "13 to 20"),
    (64, "#8fbadb", "over 20"),
)
"""Most letters left, colour and what the legend says; the scale is told apart by colour-blind readers too."""
SCORES = (
    (19, "#ef6a5a", "below 20"),
    (39, "#fc8d59", "20 to 39"),
    (49, "#fee090", "40 to 49"),
    (69, "#e9f5f8", "50 to 69"),
    (1000, "#91bfdb", "70 and up"),
)
"""Highest score, colour and what the legend says; 50 is where editors begin to accept."""
Scale = tuple[tuple[int, str, str], ...]


def _colour(scale: Scale, value: int) -> str:
    return next((colour for most, colour, _ in scale if value <= most), scale[-1][1])


def _legend(scale: Scale) -> list[tuple[str, str]]:
    return [(colour, text) for _, colour, text in scale]


def freedom_svg(domains: Domains) -> str:
    """The grid coloured by the letters left in each cell, with that number and a tooltip of letters and candidates."""
    puzzle = domains.puzzle
    left = _letters_left(domains)
    tightest = {cell: min(letters, key=len) for cell, letters in left.items()}
    decided = {cell: "".join(letters) for cell, letters in left.items() if all(len(choice) == 1 for choice in letters)}
    look = Look(
        solution=True,
        colours={cell: _colour(FREEDOM, 1 if cell in decided else _free(letters)) for cell, letters in left.items()},
        tips={cell: _tip(domains, cell, left[cell]) for cell in left},
        notes={cell: str(len(letters)) for cell, letters in tightest.items() if cell not in decided},
        legend=_legend(FREEDOM),
    )
    return draw(Document(puzzle.grid, decided), look)


def _free(letters: list[str]) -> int:
    """The letters left where the cell is least free; a rebus square counts its open letters only."""
    counts = [len(choice) for choice in letters]
    return min((count for count in counts if count != 1), default=1)


def _letters_left(domains: Domains) -> dict[Cell, list[str]]:
    """Per cell the letters left for each of its letters, one but for a rebus square."""
    alphabet = domains.puzzle.vocabulary.alphabet
    left: dict[Cell, list[str]] = {}
    for (cell, _), mask in zip(domains.puzzle.variables, domains.letters.tolist(), strict=True):
        left.setdefault(cell, []).append("".join(letter for i, letter in enumerate(alphabet) if mask >> i & 1))
    return left


def _tip(domains: Domains, cell: Cell, letters: list[str]) -> str:
    slots = [slot for slot in domains.puzzle.grid.slots if cell in slot.cells]
    counts = [f"{slot.name}: {len(domains.candidates[slot.index])} candidates" for slot in slots]
    return "; ".join([f"{cell}: {' '.join(choice or 'nothing' for choice in letters)}", *counts])


def scores_svg(fill: Fill) -> str:
    """The filled grid, each cell in the colour of its lower-scoring entry, with both entries in a tooltip."""
    document = Document.from_fill(fill)
    low, tips = dict[Cell, int](), dict[Cell, str]()
    for slot, entry in zip(fill.puzzle.grid.slots, fill.entries, strict=True):
        for cell in slot.cells:
            low[cell] = min(low.get(cell, entry["score"]), entry["score"])
            text = f"{entry['slot']} {entry['word']} {entry['score']}"
            tips[cell] = f"{tips[cell]}; {text}" if cell in tips else text
    colours = {cell: _colour(SCORES, score) for cell, score in low.items()}
    return draw(document, Look(solution=True, colours=colours, tips=tips, legend=_legend(SCORES)))
