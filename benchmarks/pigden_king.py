"""Sets cpfill's models beside Pigden and King's record, on work of the same size. Knows no model's insides.

Theirs: 73,338 words, a grid of 60 slots and 132 crossings; 1,092,868 clauses, 76 s to generate them and 367 s for
sat4j to solve them, on a 3.2 GHz PC of 2007.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cpfill.domains import Domains
from cpfill.fleshing import flesh_out
from cpfill.formats import read_grid
from cpfill.formats.words import read_words
from cpfill.formulations.clauses import BinaryClauses
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig, models
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import reduce
from cpfill.rules import Rules
from cpfill.solving import solve

WORDS, SLOTS, CROSSINGS = 73_338, 60, 132
GRID = Path(__file__).with_name("grids") / "lattice23-132.txt"
MODELS = ("binary", "crossings", "table", "literals", "divide", "default")


@dataclass(frozen=True)
class Row:
    """One line of the table; seconds are CPU seconds, and None is "does not apply"."""

    model: str
    variables: int | None = None
    constraints: int | None = None
    generating: float | None = None
    solving: float | None = None
    outcome: str = "no answer within the limit"
    checked: bool | None = None


def sampled(path: Path, seed: int, count: int = WORDS) -> Lexicon:
    """That many words of a list, by seed; words of A to Z of the lengths that a grid may have."""
    words = [word for word in read_words([path]) if 2 < len(word) <= 23 and word.isascii()]
    return Lexicon.from_words(random.Random(seed).sample(words, min(count, len(words))))


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The call's value, and its CPU seconds."""
    start = time.process_time()
    value = call()
    return value, time.process_time() - start


def binary_by_sat(puzzle: Puzzle, tell: Callable[[Row], None]) -> None:
    """The clauses solved by CaDiCaL; letters without entries are excluded one by one."""
    from pysat.solvers import Cadical153

    encoding, generating = timed(lambda: BinaryClauses(reduce(Domains.of(puzzle)).domains))
    row = Row("binary, by CaDiCaL", encoding.count, len(encoding.clauses), generating)
    tell(row)

    def search() -> Fill | None:
        with Cadical153(bootstrap_with=encoding.clauses) as solver:
            while solver.solve():
                true = np.zeros(encoding.count, dtype=np.bool_)
                true[[n - 1 for n in solver.get_model() if 0 < n <= encoding.count]] = True
                fill = flesh_out(encoding.domains, encoding.masks(true))
                if fill is not None:
                    return fill
                solver.add_clause(encoding.excluding(true))
        return None

    fill, solving = timed(search)
    tell(replace(row, solving=solving, outcome="solved" if fill else "infeasible", checked=sound(fill)))


def by_model(name: str, puzzle: Puzzle, seed: int, limit: float, tell: Callable[[Row], None]) -> None:
    """One of cpfill's models; the CP-SAT model's size is counted apart, without its first, incomplete try."""
    config, row = ModelConfig.load(name), Row(name)
    if config.engines == ("cp-sat",):
        from cpfill.modeller import FillModel

        domains = reduce(Domains.of(puzzle)).domains
        model, generating = timed(lambda: FillModel(domains, config))
        row = Row(name, len(model.proto.variables), len(model.proto.constraints), generating)
        tell(row)
    result, solving = timed(lambda: solve(puzzle, config, seed=seed, time_limit=limit))
    tell(replace(row, solving=solving, outcome=result.status.value, checked=sound(result.fill)))


def sound(fill: Fill | None) -> bool | None:
    """Whether a fill, if there is one, has no faults."""
    return None if fill is None else not fill.faults()


def within(limit: float, call: Callable[..., None], *arguments: object) -> Row | None:
    """The last row that a call tells in a process of its own, which ends with the limit and some grace."""
    reader, writer = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=call, args=(*arguments, writer.send))
    process.start()
    writer.close()
    row, end = None, time.monotonic() + limit + 30
    try:
        while reader.poll(max(end - time.monotonic(), 0)):
            row = reader.recv()
    except EOFError:
        pass
    process.kill()
    process.join()
    return row


def table(rows: list[Row]) -> str:
    """The rows as Markdown, with the record first."""
    record = Row("Pigden and King, sat4j, 2007", None, 1_092_868, 76.0, 367.0, "solved")
    head = "| model | variables | clauses or constraints | generating, s | solving, s | outcome | checked |"
    lines = [head, "|---|---:|---:|---:|---:|---|---|"]
    for row in [record, *rows]:
        counts = ["" if n is None else f"{n:,}" for n in (row.variables, row.constraints)]
        seconds = ["" if s is None else f"{s:.2f}" for s in (row.generating, row.solving)]
        checked = {None: "", True: "yes", False: "FAULTS"}[row.checked]
        lines.append(f"| {' | '.join([row.model, *counts, *seconds, row.outcome, checked])} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table, and write the rows as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="?", type=Path, default=Path("/usr/share/dict/american-english-huge"))
    parser.add_argument("--grid", type=Path, default=GRID)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time-limit", type=float, default=400.0)
    parser.add_argument("-o", "--output", type=Path)
    chosen = parser.parse_args()
    grid, lexicon = read_grid(chosen.grid), sampled(chosen.words, chosen.seed)
    puzzle = Puzzle(grid, lexicon, Rules(min_score=0))
    print(f"{len(lexicon):,} words, {len(grid.slots)} slots, {len(grid.crossings)} crossings\n")
    found = [within(chosen.time_limit, binary_by_sat, puzzle)]
    known = models()
    names = [name for name in MODELS if name in known]
    found += [within(chosen.time_limit, by_model, name, puzzle, chosen.seed, chosen.time_limit) for name in names]
    rows = [row for row in found if row is not None]
    print(table(rows))
    if chosen.output:
        chosen.output.write_text(json.dumps([vars(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
