"""Cells are coloured by how free they still are, and entries by their scores."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

from cpfill.domains import Domains
from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import reduce
from cpfill.rendering.heat import freedom_svg, scores_svg

SVG = "{http://www.w3.org/2000/svg}"
GRID = Grid.from_rows(["...", "#.#", "..."])


def squares(drawing: str) -> dict[str, tuple[str, str]]:
    """Place of each coloured square with a tooltip: its colour and its tooltip."""
    rects = [rect for rect in ET.fromstring(drawing).iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    return {f"{r.get('x')},{r.get('y')}": (r.get("fill", ""), r.findtext(f"{SVG}title", "")) for r in rects}


def test_freedom_is_the_letters_left() -> None:
    lexicon = Lexicon.from_words(["TOE", "OWE", "LEO"])
    found = squares(freedom_svg(reduce(Domains.of(Puzzle(GRID, lexicon))).domains))
    assert len(found) == len(GRID.cells)
    colour, tip = found["36,36"]
    assert tip == "row 2, column 2: W; 2-Down: 1 candidates"
    assert colour == "#e6e6e6"


def test_nothing_left_is_red() -> None:
    grid = Grid(1, 2, frozenset(), {Cell(0, 0): "Q"})
    lexicon = Lexicon.from_words(["AB", "QX", "QY"])
    found = squares(freedom_svg(Domains.of(Puzzle(grid, lexicon))))
    assert found["0,0"][0] == "#e6e6e6"
    domains = Domains.of(Puzzle(grid, lexicon))
    domains.letters = domains.letters * 0
    assert squares(freedom_svg(domains))["0,0"][0] == "#d7191c"


def test_a_cell_takes_the_colour_of_its_worse_entry() -> None:
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words({"AB": 90, "CD": 10, "AC": 60, "BD": 90}))
    letters = dict(Grid.from_rows(["AB", "CD"]).givens)
    fill = Fill(Puzzle(puzzle.grid, puzzle.lexicon, replace(puzzle.rules, min_score=0)), letters)
    found = squares(scores_svg(fill))
    assert found["0,0"] == ("#e9f5f8", "1-Across AB 90; 1-Down AC 60")
    assert found["36,0"][0] == "#91bfdb"
    assert found["36,36"] == ("#ef6a5a", "3-Across CD 10; 2-Down BD 90")
