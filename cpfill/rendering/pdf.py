"""Writes a puzzle as a .pdf: the page to print, then the solution. Knows no solver."""

from __future__ import annotations

from cpfill.formats.document import Document
from cpfill.rendering.page import page_data
from cpfill.rendering.typst_page import compile_page


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The bytes of a .pdf file. Raises InputError where typst is missing."""
    return compile_page("page.typ", page_data(document), "pdf")[0]
