"""A puzzle as DIMACS clauses for SAT solvers, and their answers read back. Knows no solver.

Comments tell which variable is which bit of which letter, so that an answer can be read without cpfill.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpfill.errors import InputError
from cpfill.fleshing import flesh_out
from cpfill.formulations.clauses import BinaryClauses, Bits, Clauses
from cpfill.puzzle import Fill, Puzzle

CHUNK = 1_000_000
"""Literals turned into text at a time."""


def write(encoding: BinaryClauses) -> bytes:
    """The clauses as a DIMACS file with the map of its variables in comments."""
    head = [*_comments(encoding), f"p cnf {encoding.count} {len(encoding.clauses)}"]
    return b"".join(["".join(f"{line}\n" for line in head).encode(), *_lines(encoding.clauses, encoding.count)])


def read_model(encoding: BinaryClauses, output: str) -> Bits | None:
    """The model in a solver's output of ``s`` and ``v`` lines: true or false per variable; None for unsatisfiable.

    Raises InputError for output that says neither.
    """
    lines = output.splitlines()
    status = next((line[1:].strip() for line in lines if line.startswith("s ")), None)
    if status == "UNSATISFIABLE":
        return None
    values = [value for line in lines if line.startswith("v ") for value in line[2:].split()]
    try:
        literals = np.array(values, dtype=np.int64)
    except ValueError:
        raise InputError("the solver's v lines must hold numbers only") from None
    literals = literals[(literals != 0) & (abs(literals) <= encoding.count)]
    if not np.isin(np.arange(1, encoding.letter_count + 1), abs(literals)).all():
        raise InputError("the solver's output has no v lines with a value for every bit of a letter")
    true = np.zeros(encoding.count, dtype=np.bool_)
    true[literals[literals > 0] - 1] = True
    return true


def fill_of(encoding: BinaryClauses, true: Bits) -> Fill | None:
    """A fill with the checked letters of a model; None when its letters leave too few different words.

    The clauses together with ``encoding.excluding(true)`` then have the other answers.
    """
    return flesh_out(encoding.domains, encoding.masks(true))


def _comments(encoding: BinaryClauses) -> Iterator[str]:
    puzzle = encoding.domains.puzzle
    width, alphabet = encoding.width, puzzle.vocabulary.alphabet
    yield f"c A crossword of {len(puzzle.grid.slots)} entries: the letters of its checked cells."
    for row in puzzle.grid.rows():
        yield f"c grid {row}"
    yield f"c A letter is a number of {width} bit{'s' * (width > 1)}: its place, from 0, in the alphabet."
    yield f"c alphabet {alphabet}"
    yield "c cell ROW COLUMN PLACE FIRST: rows and columns count from 1; PLACE is for squares of several letters."
    yield "c FIRST is the variable of the letter's highest bit, the next ones are its lower bits."
    yield f"c Variables above {encoding.letter_count} depend on these."
    for variable in np.flatnonzero(encoding.checked).tolist():
        cell, place = puzzle.variables[variable]
        yield f"c cell {cell.row + 1} {cell.column + 1} {place + 1} {encoding.first[variable]}"
    yield "c To read an answer: write the letters of its bits into the grid, then look up words for the other cells."
    for rule in _unstated(puzzle):
        yield f"c Not stated here: {rule}."


def _unstated(puzzle: Puzzle) -> list[str]:
    """The rules that only the choice of entries keeps."""
    rules = puzzle.rules
    asked = {
        "slots with unchecked letters hold different words": not rules.allow_duplicates,
        "entries have different stems": rules.distinct_stems,
        f"no two entries share a run of {(rules.max_shared or 0) + 1} letters": rules.max_shared is not None,
        "every letter appears": rules.pangram,
        "few entries score low": rules.max_below is not None,
        "every word to be placed is an entry": bool(rules.place),
    }
    return [text for text, holds in asked.items() if holds]


def _lines(clauses: Clauses, count: int) -> Iterator[bytes]:
    """One clause a line, by looking each literal up in a table of texts with a common width."""
    size = len(str(count)) + 2
    texts = [f"{literal} " if literal else "0\n" for literal in range(-count, count + 1)]
    table = np.array([list(text.encode().ljust(size, b"\0")) for text in texts], dtype=np.uint8)
    ended = np.insert(clauses.literals, clauses.offsets[1:], 0)
    for start in range(0, len(ended), CHUNK):
        yield _packed(table[ended[start : start + CHUNK] + count])


def _packed(texts: npt.NDArray[np.uint8]) -> bytes:
    packed: bytes = texts[texts != 0].tobytes()
    return packed
