"""How good fills get in a given time: first fill, best of cpfill, best of blacksquare. Knows no engine's insides.

    python -m benchmarks.quality GRID... --seconds 60 -o quality.md

All get the same list with the same scores. Blacksquare stops at its first fill, so it is called again and again, and
its best fill without faults counts. One process each, one core.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.cases import prepare_list
from benchmarks.peers import blacksquare
from cpfill.formats import read_grid
from cpfill.formats.words import embedded_words
from cpfill.puzzle import Fill, Puzzle
from cpfill.resources import resource
from cpfill.rules import DEFAULT_MIN_SCORE
from cpfill.solving import solve


def mean(fill: Fill) -> float:
    """Mean score of the entries."""
    return sum(fill.scores) / max(len(fill.scores), 1)


def best_of_blacksquare(puzzle: Puzzle, grid: str, words: Path, seconds: float) -> tuple[float | None, int, int]:
    """Mean score of its best fill without faults, and how many fills it gave, and how many of those had faults."""
    if blacksquare.missing():
        return None, 0, 0
    best, fills, faulty = None, 0, 0
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 1:
        command = [sys.executable, "-m", "benchmarks.peers.blacksquare", grid, str(words), "0", str(int(left) + 1)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=left + 30)
        answer = json.loads(done.stdout) if done.returncode == 0 else {"rows": None}
        if answer["rows"] is None:
            continue
        fill = Fill.from_rows(puzzle, answer["rows"])
        fills += 1
        if fill.faults():
            faulty += 1
        elif best is None or mean(fill) > best:
            best = mean(fill)
    return best, fills, faulty


def main() -> None:
    """Print a row for each grid and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("grids", nargs="+")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("-o", "--output", type=Path, required=True)
    asked = parser.parse_args()
    lexicon = embedded_words()
    lines = [
        f"Mean score of the entries, embedded list, {asked.seconds:g} s of one core for each improvement.",
        "",
        "| grid | words | first | maximized | bound | gained | blacksquare's best | its fills (with faults) |",
        "|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        words = prepare_list(resource("data", "words-en.txt.gz"), DEFAULT_MIN_SCORE, Path(folder))
        for grid in asked.grids:
            puzzle = Puzzle(read_grid(grid), lexicon)
            first = solve(puzzle, seed=1).fill
            result = solve(puzzle, seed=1, maximize="score", time_limit=asked.seconds)
            if first is None or result.fill is None:
                continue
            slots = len(puzzle.grid.slots)
            bound = "" if result.bound is None else f"{result.bound / slots:.1f}"
            peer, fills, faulty = best_of_blacksquare(puzzle, grid, words, asked.seconds)
            shown = "none" if peer is None else f"{peer:.1f}"
            gained = mean(result.fill) - mean(first)
            lines.append(
                f"| {Path(grid).stem} | {slots} | {mean(first):.1f} | {mean(result.fill):.1f} | {bound} | {gained:+.1f}"
                f" | {shown} | {fills} ({faulty}) |"
            )
            print(lines[-1], flush=True)
    asked.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
