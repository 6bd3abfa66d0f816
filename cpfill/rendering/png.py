"""Writes a puzzle as a .png: the first page to print. Knows no solver."""

from __future__ import annotations

from cpfill.formats.document import Document
from cpfill.rendering.page import page_data
from cpfill.rendering.typst_page import compile_page


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of a .png file: grid and clues without the solution. Raises InputError where typst is missing."""
    return compile_page("page.typ", page_data(document, solution=False), "png")[0]
