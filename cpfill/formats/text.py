"""Grids as rows of text: one character a cell. Knows no other format."""

from __future__ import annotations

import re
import unicodedata

from cpfill.errors import InputError
from cpfill.formats.document import Document
from cpfill.grid import BLOCK, EMPTY, Grid

_OTHER_EMPTY = "-?_"


def read(data: bytes, source: str = "grid") -> Document:
    """Read rows of text: '.' white, '#' block, '~' void, letters known; '-', '?' and '_' are white too.

    In a grid without '#' that marks its white squares by '-', '?' or '_', the '.' is a block, as in .puz files.
    Raises InputError, naming the source and the line, for what is no grid.
    """
    rows = re.split(r"\r\n|\n|\r", _decode(data, source))
    rows = [row.rstrip() for row in rows]
    while rows and not rows[-1]:
        rows.pop()
    return Document.from_grid(Grid.from_rows(_plain_marks(rows), source))


def _decode(data: bytes, source: str) -> str:
    utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = data.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{source}: is no text in UTF-8; a grid is rows of '.', '#' and letters") from None
    if "\0" in text:
        raise InputError(f"{source}: is a binary file; a grid is rows of '.', '#' and letters")
    return unicodedata.normalize("NFC", text)


def _plain_marks(rows: list[str]) -> list[str]:
    marks = set().union(*rows)
    other = str.maketrans(dict.fromkeys(_OTHER_EMPTY, EMPTY))
    if BLOCK not in marks and marks & set(_OTHER_EMPTY):
        other[ord(EMPTY)] = BLOCK
    return [row.translate(other) for row in rows]


def write(document: Document, source: str = "the puzzle") -> bytes:
    """The grid as rows of UTF-8 text; a rebus square shows its first letter."""
    return ("\n".join(document.grid.rows(document.letters)) + "\n").encode()
