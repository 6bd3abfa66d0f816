"""Reads many damaged files of every format; reports faults and slow ones: python benchmarks/fuzz.py --count 10000.

With atheris installed, ``--atheris FORMAT`` lets coverage guide it. Only CpfillError with one line may come out.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from cpfill.errors import CpfillError
from cpfill.formats.document import Document
from cpfill.grid import Bar, Cell, Grid

FORMATS = ("text", "result_json", "puz", "ipuz", "jpz", "xd")
WRITERS = (*(f"cpfill.formats.{name}" for name in FORMATS), "cpfill.rendering.svg", "cpfill.rendering.html")
SLOW = 2.0
TOKENS = (
    b"\0",
    b"\xff",
    b"[",
    b"{",
    b'"',
    b"<",
    b">",
    b"&",
    b"&a;",
    b"<!DOCTYPE a [",
    b"]>",
    b"null",
    b"1e999",
    b"-1",
    b"\n",
    b"99999999999",
    b"#",
    b"~",
    b".",
    b"\xd0\x96",
    b"## Grid\n",
    b"Rebus: 1=",
    b"PK\3\4",
    b"GRBS",
    b"\x80" * 9,
    b"A1. ",
)


def samples(name: str) -> list[bytes]:
    """Sound files of the format: a plain grid, and one with all the features that it holds."""
    rows = ["ABC#DE", "FGHIJK", "L#MNOP", "QRSTUV"]
    plain = Document.from_grid(Grid.from_rows(rows))
    clues = {slot.name: f"A clue for {slot.name}" for slot in plain.grid.slots}
    grid = plain.grid
    features = [Document(grid, plain.letters, clues, "A title", "An author", "2026", "Some\nnotes")]
    marked = Grid(4, 6, grid.blocks, {Cell(0, 0): "A"}, circles=frozenset({Cell(1, 1)}))
    features.append(Document(marked, {**plain.letters, Cell(1, 2): "STAR"}, clues))
    if name != "puz":
        barred = Grid(4, 6, grid.blocks, {}, frozenset({Cell(0, 3)}), frozenset({Bar(Cell(1, 1), "right")}))
        features.append(Document(barred, plain.letters, clues))
    write = import_module(f"cpfill.formats.{name}").write
    return [write(document) for document in features]


def damaged(data: bytes, source: random.Random) -> bytes:
    """The file with a few bytes, tokens or stretches removed, put in, doubled or swapped."""
    whole = bytearray(data)
    for _ in range(source.randint(1, 6)):
        start = source.randint(0, len(whole))
        end = min(len(whole), start + source.choice((0, 1, 1, 4, 30)))
        kind = source.randrange(5)
        if kind == 0:
            whole[start:end] = bytes(source.randrange(256) for _ in range(end - start))
        elif kind == 1:
            whole[start:end] = source.choice(TOKENS)
        elif kind == 2:
            whole[start:start] = whole[start:end] * source.choice((1, 2, 50))
        elif kind == 3:
            del whole[start:end]
        elif whole:
            whole[source.randrange(len(whole))] ^= 1 << source.randrange(8)
    return bytes(whole)


def mended(name: str, data: bytes) -> bytes:
    """A damaged .puz file with right check sums, so that what lies behind them is reached too."""
    if name != "puz":
        return data
    import struct

    import puz

    try:
        puzzle = puz.Puzzle()
        puzzle.global_cksum = puzzle.header_cksum = puzzle.magic_cksum = lambda *a: 0
        clean = bytearray(data)
        struct.pack_into("<H", clean, 0, 0)
        struct.pack_into("<H", clean, 14, 0)
        struct.pack_into("<Q", clean, 16, 0)
        puzzle.load(bytes(clean))
        for method in ("global_cksum", "header_cksum", "magic_cksum"):
            del puzzle.__dict__[method]
        return bytes(puzzle.tobytes())
    except (puz.PuzzleFormatError, ValueError, LookupError, struct.error):
        return data


def read_once(name: str, data: bytes) -> str:
    """How it ended: read, refused, or the fault. What was read is also written in every format and drawn."""
    try:
        document = import_module(f"cpfill.formats.{name}").read(data, "file")
        document.to_solve()
        for writer in WRITERS:
            with suppress(CpfillError):
                import_module(writer).write(document)
    except CpfillError as error:
        return "refused" if "\n" not in str(error) else f"FAULT {str(error)!r}"
    except Exception as error:
        return f"FAULT {type(error).__name__}: {error}"
    return "read"


def fuzz(name: str, count: int, seed: int) -> bool:
    """Read ``count`` damaged files of one format; print what came of them. True when nothing went wrong."""
    source, sound = random.Random(seed), samples(name)
    ends, slowest = Counter[str](), 0.0
    for i in range(count):
        data = damaged(source.choice(sound), source)
        data = mended(name, data) if i % 2 else data
        started = time.perf_counter()
        end = read_once(name, data)
        slowest = max(slowest, time.perf_counter() - started)
        if end.startswith("FAULT") and ends[end] == 0:
            print(f"  {name} {end[:200]}\n  {data!r}"[:1500])
        ends[end] += 1
    faults = sum(n for end, n in ends.items() if end.startswith("FAULT"))
    print(f"{name:12} {ends['read']:7} read {ends['refused']:7} refused {faults:5} faults; slowest {slowest:.3f} s")
    return not faults and slowest < SLOW


def guided(name: str, count: int) -> None:
    """Let atheris look for faults in one format, beginning with the sound files."""
    import atheris

    with atheris.instrument_imports():
        import_module(f"cpfill.formats.{name}")

    def one(data: bytes) -> None:
        end = read_once(name, data)
        if end.startswith("FAULT"):
            raise RuntimeError(end)

    with tempfile.TemporaryDirectory() as corpus:
        for i, data in enumerate(samples(name)):
            Path(corpus, str(i)).write_bytes(data)
        atheris.Setup([sys.argv[0], corpus, f"-runs={count}", "-max_len=20000", f"-timeout={SLOW:.0f}"], one)
        atheris.Fuzz()


def main() -> int:
    """0 when no format had a fault or took over two seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--atheris", metavar="FORMAT", choices=FORMATS)
    options = parser.parse_args()
    if options.atheris:
        guided(options.atheris, options.count)
    results = [fuzz(name, options.count, options.seed) for name in FORMATS]
    return 0 if False not in results else 1


if __name__ == "__main__":
    sys.exit(main())
