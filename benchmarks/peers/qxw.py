"""Qxw (Debian), run in its batch mode. Knows nothing of cpfill's engines."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.cases import Answer, Case
from cpfill.formats import read_grid
from cpfill.grid import Grid, Slot

_NO_FILL = 4


class Qxw:
    """Writes the grid as a deck of lights over numbered cells. It takes no seed: each run is a sample of its own."""

    name, mode = "qxw", "process"

    def missing(self) -> str:
        return "" if self._program() else "qxw is not installed: apt install qxw"

    def _program(self) -> str:
        return shutil.which("qxw") or shutil.which("qxw", path="/usr/games") or ""

    def command(self, case: Case, folder: Path) -> list[str]:
        grid = read_grid(case.grid)
        numbers = {cell: number for number, cell in enumerate(grid.cells)}
        plain = folder / "words.txt"
        lines = case.words.read_text(encoding="utf-8").splitlines()
        plain.write_text("".join(f"{line.partition(';')[0]}\n" for line in lines))
        lights = [" ".join(str(numbers[cell]) for cell in slot.cells) + _given(grid, slot) for slot in grid.slots]
        deck = folder / "deck.qxd"
        deck.write_text("\n".join([f".DICTIONARY 1 {plain}", ".RANDOM 1", ".UNIQUE 1", *lights]) + "\n")
        return [self._program(), "-b", str(deck)]

    def read(self, case: Case, code: int, output: str) -> Answer:
        words = [line.split()[1] for line in output.splitlines() if line.startswith("W")]
        grid = read_grid(case.grid)
        if code == _NO_FILL:
            return Answer("infeasible")
        if code != 0 or len(words) != len(grid.slots):
            return Answer("unknown")
        letters = {
            cell: letter
            for slot, word in zip(grid.slots, words, strict=True)
            for cell, letter in zip(slot.cells, word, strict=True)
        }
        return Answer("solved", grid.rows(letters))


def _given(grid: Grid, slot: Slot) -> str:
    pattern = "".join(grid.givens.get(cell, ".") for cell in slot.cells)
    return f" ={pattern}" if set(pattern) != {"."} else ""
