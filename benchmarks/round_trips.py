"""Takes a folder's grids through every format and back: python benchmarks/round_trips.py FOLDER."""

from __future__ import annotations

import argparse
import random
import sys
from importlib import import_module
from pathlib import Path

from cpfill.errors import InputError
from cpfill.formats import read_document
from cpfill.formats.document import Document

FORMATS = ("result_json", "puz", "ipuz", "jpz", "xd")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def variants(document: Document, source: random.Random) -> list[Document]:
    """The grid as it is; filled with letters and clues; and with some of its squares holding several letters."""
    cells = document.grid.cells
    filled = {cell: source.choice(LETTERS) for cell in cells}
    clues = {slot.name: f"Clue {source.random()} & <more> ~ “of” {slot.name}" for slot in document.grid.slots}
    clues = {name: text.replace("“", '"').replace("”", '"') for name, text in clues.items()}
    rebus = filled | dict.fromkeys(source.sample(cells, min(3, len(cells))), "STAR")
    return [
        document,
        Document(document.grid, filled, clues, "A title", "An author", "2026", "Notes\n\nin two parts"),
        Document(document.grid, rebus, clues),
    ]


def changed(name: str, document: Document) -> str:
    """What is wrong with the way through the format and back; empty when nothing."""
    module = import_module(f"cpfill.formats.{name}")
    try:
        first = module.write(document)
        found = module.read(first)
    except InputError as error:
        return str(error)
    if found != document:
        return "the puzzle has changed"
    return "" if module.write(found) == first else "the bytes have changed"


def main() -> int:
    """0 when every grid came back from every format, bytes and values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    source, count, faults = random.Random(0), 0, 0
    for path in sorted(parser.parse_args().folder.rglob("*.txt")):
        for document in variants(read_document(path), source):
            for name in FORMATS:
                count += 1
                if fault := changed(name, document):
                    faults += 1
                    print(f"{path.name} {name}: {fault}")
    print(f"{count} ways there and back, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
