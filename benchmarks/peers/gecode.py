"""Gecode through MiniZinc (Debian: minizinc, flatzinc). Knows nothing of cpfill's engines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from benchmarks.cases import Answer, Case
from cpfill.formats import read_grid
from cpfill.formats.words import read_words

_HEAD = 'include "table.mzn";\ninclude "alldifferent.mzn";\n'


class Gecode:
    """A table constraint a slot over word and letters, all words of a length different.

    Letters by domain size over weighted degree at random values, restarts by Luby: the usual set-up for crosswords.
    """

    name, mode = "gecode", "process"

    def missing(self) -> str:
        program = shutil.which("minizinc") and shutil.which("fzn-gecode")
        return "" if program else "minizinc with Gecode is not installed: apt install minizinc flatzinc"

    def command(self, case: Case, folder: Path) -> list[str]:
        model = folder / "crossword.mzn"
        model.write_text(_model(case))
        options = ["--solver", "gecode", "-s", "-r", str(case.seed), "--time-limit", str(int(case.limit * 1000))]
        return ["minizinc", *options, str(model)]

    def read(self, case: Case, code: int, output: str) -> Answer:
        figures = {name: float(value) for name, value in re.findall(r"(nodes|failures|restarts)=(\d+)", output)}
        if "=====UNSATISFIABLE=====" in output:
            return Answer("infeasible", figures=figures)
        found = re.search(r"^letters ([\d ]+)$", output, re.MULTILINE)
        if found is None:
            return Answer("unknown", figures=figures)
        grid, alphabet = read_grid(case.grid), read_words([case.words]).alphabet
        letters = {cell: alphabet[int(code)] for cell, code in zip(grid.cells, found[1].split(), strict=True)}
        return Answer("solved", grid.rows(letters), figures)


def _model(case: Case) -> str:
    grid, lexicon = read_grid(case.grid), read_words([case.words])
    numbers = {cell: number for number, cell in enumerate(grid.cells, 1)}
    lines = [_HEAD, f"array[1..{len(numbers)}] of var 0..{len(lexicon.alphabet) - 1}: x;\n"]
    for length in sorted({len(slot) for slot in grid.slots}):
        rows = lexicon.letters(length).tolist()
        cells = "|".join(",".join(map(str, [index, *row])) for index, row in enumerate(rows))
        lines.append(f"array[1..{len(rows)}, 1..{length + 1}] of int: words{length} = [|{cells}|];\n")
        same = [slot for slot in grid.slots if len(slot) == length]
        lines.append(f"array[1..{len(same)}] of var 0..{max(len(rows) - 1, 0)}: w{length};\n")
        for place, slot in enumerate(same, 1):
            columns = ",".join(f"x[{numbers[cell]}]" for cell in slot.cells)
            lines.append(f"constraint table([w{length}[{place}],{columns}], words{length});\n")
        lines.append(f"constraint alldifferent(w{length});\n")
    for cell, letter in grid.givens.items():
        lines.append(f"constraint x[{numbers[cell]}] = {lexicon.alphabet.find(letter)};\n")
    lines.append("solve :: int_search(x, dom_w_deg, indomain_random) :: restart_luby(250) satisfy;\n")
    lines.append('output ["letters "] ++ ["\\(x[i]) " | i in index_set(x)] ++ ["\\n"];\n')
    return "".join(lines)
