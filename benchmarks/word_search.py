"""Measures word searches against exact-cover solvers with colours, on the same words and sizes.

    python -m benchmarks.word_search                       all solvers that are installed, all cases
    python -m benchmarks.word_search --limit 60 --only cpfill miniexact --seeds 3

The peers are xcover, miniexact and pyxcc, from PyPI: an option a placement, its cells as coloured secondary items. They
place the words only; cpfill also draws the filler and checks every grid. CPU seconds of the whole process.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import measure
from cpfill.formats.words import embedded_words
from cpfill.word_search import WordSearch
from cpfill.word_search.making import Clock, Maker
from cpfill.word_search.model import ArrangementModel
from cpfill.word_search.packing import square
from cpfill.word_search.placements import Space

CASES = {"8x8": (8, 8), "10x10": (10, 14), "15x15": (15, 40), "25x25": (25, 100)}
"""Side and number of words, which have 4 to 8 letters."""
SPARSE, DENSE = 0.85, 1.1
"""Letters of all words a cell."""
FOUND = 10


def draw_words(side: int, count: int, density: float, seed: int) -> list[str]:
    """Words of 4 to 8 letters, none inside another, with about ``density`` letters a cell."""
    lexicon = embedded_words().at_least(50)
    pools = {n: lexicon.words(n) for n in range(4, 9)}
    dice, words = random.Random(seed), list[str]()
    while len(words) < count:
        left = density * side * side - sum(map(len, words))
        length = min(8, max(4, round(left / (count - len(words)) + dice.uniform(-1.4, 1.4))))
        word = dice.choice(pools[length])
        if not any(word in known or known in word or word[::-1] in known or known in word[::-1] for known in words):
            words.append(word)
    return words


def _options(search: WordSearch) -> list[tuple[str, list[tuple[int, str]]]]:
    """(word, its cells with their letters) of each placement, in random order: a fixed order fills one corner first."""
    space = Space(search)
    options = [
        (word, list(zip(line, word, strict=True)))
        for w, word in enumerate(search.words)
        for line in space.cells(w).tolist()
    ]
    random.Random(0).shuffle(options)
    return options


def _xcover(search: WordSearch) -> bool:
    from xcover import covers

    options = [[word, *(f"{cell}:{letter}" for cell, letter in cells)] for word, cells in _options(search)]
    cells = [str(cell) for cell in range(search.grid.height * search.grid.width)]
    return next(covers(options, primary=list(search.words), secondary=cells, colored=True), None) is not None


def _miniexact(search: WordSearch) -> bool:
    import miniexact

    problem = miniexact.miniexacts_c()
    words = {word: problem.primary(word) for word in search.words}
    cells = [problem.secondary(f"cell{cell}") for cell in range(search.grid.height * search.grid.width)]
    colours = {letter: problem.color(letter) for letter in sorted(set("".join(search.words)))}
    for word, placed in _options(search):
        problem.add(words[word])
        for cell, letter in placed:
            problem.add(cells[cell], colours[letter])
        problem.add(0)
    return bool(problem.solve() == FOUND)


def _pyxcc(search: WordSearch) -> bool:
    pyxcc: Any = import_module("pyxcc")  # its type stubs are wrong

    options = [
        pyxcc.Option(str(number), [word], [(f"c{cell}", letter) for cell, letter in cells])
        for number, (word, cells) in enumerate(_options(search))
    ]
    cells = [f"c{cell}" for cell in range(search.grid.height * search.grid.width)]
    return bool(pyxcc.solve(pyxcc.Problem(list(search.words), cells, options), False).count())


def _cp_sat(search: WordSearch) -> bool:
    """All placements, no dive, no hint; the filler is drawn as cpfill does."""
    maker = Maker(search, 0, Clock(None))
    return maker.settle(ArrangementModel(maker.space)).grid is not None


ALONE: dict[str, Callable[[WordSearch], bool]] = {
    "cp-sat alone": _cp_sat,
    "xcover": _xcover,
    "miniexact": _miniexact,
    "pyxcc": _pyxcc,
}


def main() -> None:
    """Print one line a solver, case and density."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=30.0, help="wall-clock seconds a run")
    parser.add_argument("--only", nargs="+", default=["cpfill", *ALONE], choices=["cpfill", *ALONE])
    parser.add_argument("--seeds", type=int, default=1, help="word lists a case")
    parser.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    parser.add_argument("--alone", nargs=3, metavar=("SOLVER", "SIDE", "FILE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.alone:
        name, side, path = asked.alone
        words = tuple(Path(path).read_text(encoding="utf-8").split())
        sys.exit(0 if ALONE[name](WordSearch(square(int(side)), words)) else 1)
    print(f"{'case':8} {'letters/cell':>12} {'seed':>4}  {'solver':14} {'CPU s':>8}  outcome")
    for case in asked.cases:
        for density in (SPARSE, DENSE):
            for seed in range(asked.seeds):
                _measure(case, density, seed, asked.only, asked.limit)


def _measure(case: str, density: float, seed: int, names: list[str], limit: float) -> None:
    side, count = CASES[case]
    words = draw_words(side, count, density, seed)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "words.txt"
        path.write_text("\n".join(words), encoding="utf-8")
        for name in names:
            own = ["-m", "cpfill.cli", "word-search", "make", "-w", str(path), "--size", case, "--json"]
            peer = ["-m", "benchmarks.word_search", "--alone", name, str(side), str(path)]
            ran = measure.run([sys.executable, *(own if name == "cpfill" else peer)], limit)
            outcome = "limit" if ran.ended or ran.wall > limit else {0: "made", 1: "none"}.get(ran.code, "failed")
            letters = sum(map(len, words)) / side**2
            print(f"{case:8} {letters:12.2f} {seed:4}  {name:14} {ran.cpu:8.2f}  {outcome}", flush=True)


if __name__ == "__main__":
    main()
