"""Sets a word search on paper: the page to solve, then the solution. Knows no solver."""

from __future__ import annotations

from cpfill.rendering.typst_page import compile_page
from cpfill.rendering.word_search_svg import draw_page
from cpfill.word_search.instance import LetterGrid


def pdf_pages(grid: LetterGrid, title: str = "", *, puzzle: bool = True, solution: bool = True) -> bytes:
    """The bytes of a PDF file of A4 pages. Raises InputError where typst is missing."""
    pages = [draw_page(grid, title, shown) for shown, wanted in ((False, puzzle), (True, solution)) if wanted]
    return compile_page("word_search.typ", {"pages": pages}, "pdf")[0]
