"""Fills one grid with blacksquare (PyPI) and prints what the call took. Knows nothing of cpfill's engines."""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path


def missing() -> str:
    """What is not installed, or an empty string."""
    return "" if find_spec("blacksquare") else "blacksquare is not installed: pip install blacksquare"


def main(grid: str, words: str, seed: str, limit: str) -> None:
    """Print one line of JSON. It takes no seed: each run is a sample of its own."""
    from blacksquare import BLACK, EMPTY, Crossword, WordList

    marks = {"#": BLACK, ".": EMPTY}
    rows = Path(grid).read_text(encoding="utf-8").split()
    crossword = Crossword(grid=[[marks.get(mark, mark) for mark in row] for row in rows])
    listed = WordList(words)
    before, started = time.process_time(), time.perf_counter()
    filled = crossword.fill(listed, timeout=float(limit), show_progress=False)
    cpu, wall = time.process_time() - before, time.perf_counter() - started
    answer = {"status": "unknown", "rows": None, "cpu": cpu, "wall": wall}
    if filled is not None:
        height, width = len(rows), len(rows[0])
        cells = [[filled[r, c].str for c in range(width)] for r in range(height)]
        shown = ["".join("#" if rows[r][c] == "#" else cells[r][c] for c in range(width)) for r in range(height)]
        answer |= {"status": "solved", "rows": shown}
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
