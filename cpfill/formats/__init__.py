"""The file formats: one table of names, endings and modules. Knows no format's insides."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cpfill.errors import InputError, did_you_mean
from cpfill.formats.files import read_bytes, write_bytes

if TYPE_CHECKING:
    from cpfill.formats.document import Document
    from cpfill.grid import Grid
    from cpfill.puzzle import Fill

MAX_GRID_BYTES = 4 << 20
"""Largest puzzle file read, in bytes: enough for every grid of up to 128x128 with its clues."""


@dataclass(frozen=True)
class Format:
    """A file format, by the name that ``--format`` takes and the endings that choose it.

    ``module`` is imported on first use. Where ``reads``, it has ``read(data: bytes, source: str) -> Document``;
    where ``writes``, it has ``write(document: Document, source: str) -> bytes``. Both raise InputError.
    """

    name: str
    endings: tuple[str, ...]
    module: str
    reads: bool = True
    writes: bool = True


FORMATS = (
    Format("text", (".txt", ".text", ".grid"), "cpfill.formats.text"),
    Format("json", (".json",), "cpfill.formats.result_json"),
    Format("puz", (".puz",), "cpfill.formats.puz"),
    Format("ipuz", (".ipuz",), "cpfill.formats.ipuz"),
    Format("jpz", (".jpz",), "cpfill.formats.jpz"),
    Format("xd", (".xd",), "cpfill.formats.xd"),
    Format("svg", (".svg",), "cpfill.rendering.svg", reads=False),
    Format("html", (".html", ".htm"), "cpfill.rendering.html", reads=False),
    Format("pdf", (".pdf",), "cpfill.rendering.pdf", reads=False),
    Format("png", (".png",), "cpfill.rendering.png", reads=False),
)


def find_format(path: str | Path, name: str | None = None, *, writing: bool = False) -> Format:
    """The format of that name, else the one its ending tells, else text.

    Raises InputError for a name that is none, and for a format that cannot be read or cannot be written.
    """
    usable = [form for form in FORMATS if (form.writes if writing else form.reads)]
    ending = Path(path).suffix.lower()
    if name is None:
        found = next((form for form in FORMATS if ending in form.endings), FORMATS[0])
    else:
        found = _named(name, usable)
    if found not in usable:
        raise InputError(f"{path}: {found.name} cannot be {'written' if writing else 'read'}; use {_names(usable)}")
    return found


def _named(name: str, usable: list[Format]) -> Format:
    for form in FORMATS:
        if form.name == name.lower():
            return form
    near = did_you_mean(name, [form.name for form in usable])
    raise InputError(f"there is no format {name!r}{near or '; there are ' + _names(usable)}")


def _names(formats: list[Format]) -> str:
    return ", ".join(form.name for form in formats)


def read_document(path: str | Path, format: str | None = None) -> Document:
    """Read a puzzle from a file, or from standard input where the path is ``-``. Raises InputError, naming the file."""
    form = find_format(path, format)
    source = "standard input" if str(path) == "-" else str(path)
    data = read_bytes(path, "grid", MAX_GRID_BYTES)
    return cast("Document", import_module(form.module).read(data, source))


def read_grid(path: str | Path, format: str | None = None) -> Grid:
    """Read a grid to be filled, every letter that the file knows as a given. As ``read_document``."""
    return read_document(path, format).to_solve()


def encode_document(document: Document, path: str | Path = "-", format: str | None = None) -> bytes:
    """The puzzle as a file's bytes, in the named format or the one that the path's ending tells."""
    module = import_module(find_format(path, format, writing=True).module)
    return cast(bytes, module.write(document, "the puzzle" if str(path) == "-" else str(path)))


def write_document(document: Document, path: str | Path, format: str | None = None) -> None:
    """Write a puzzle to a file, or to standard output where the path is ``-``. Raises InputError when it cannot be."""
    write_bytes(path, encode_document(document, path, format))


def encode_fill(fill: Fill, path: str | Path = "-", format: str | None = None) -> bytes:
    """The fill as a file's bytes, in the named format or the one that the path's ending tells."""
    from cpfill.formats.document import Document

    return encode_document(Document.from_fill(fill), path, format)


def write_fill(fill: Fill, path: str | Path, format: str | None = None) -> None:
    """Write a fill to a file, or to standard output where the path is ``-``. As ``write_document``."""
    from cpfill.formats.document import Document

    write_document(Document.from_fill(fill), path, format)
