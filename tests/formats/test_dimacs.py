"""An independent SAT solver reads the DIMACS file and gives the same answers as plain trial."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.domains import Domains
from cpfill.errors import InputError
from cpfill.fleshing import all_fleshed
from cpfill.formats import dimacs
from cpfill.formulations.clauses import BinaryClauses
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce
from cpfill.rules import Rules
from tests.engines.test_dive import RULES
from tests.oracle import all_fills, grids, lexicons

SQUARE = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "CD", "AC", "BD"]))


def encoded(puzzle: Puzzle) -> BinaryClauses:
    return BinaryClauses(reduce(Domains.of(puzzle)).domains)


def solver_of(encoding: BinaryClauses) -> Any:
    """The solver, fed from the text of the file alone."""
    formula = pytest.importorskip("pysat.formula").CNF(from_string=dimacs.write(encoding).decode())
    assert formula.nv <= encoding.count
    assert formula.clauses == list(encoding.clauses)
    return pytest.importorskip("pysat.solvers").Cadical153(bootstrap_with=formula.clauses)


def answers(encoding: BinaryClauses) -> list[tuple[str, ...]]:
    """The fills of every model, entries fleshed out in all ways."""
    found = []
    with solver_of(encoding) as solver:
        while solver.solve():
            model = [n for n in solver.get_model() if abs(n) <= encoding.count]
            missing = set(range(1, encoding.count + 1)) - {abs(n) for n in model}
            true = dimacs.read_model(encoding, f"s SATISFIABLE\nv {' '.join(map(str, [*model, *missing]))} 0\n")
            assert true is not None
            fills = list(all_fleshed(encoding.domains, encoding.masks(true)))
            chosen = dimacs.fill_of(encoding, true)
            assert (chosen is None) == (not fills)
            if chosen is not None:
                assert chosen.faults() == []
            found += [tuple(fill.rows) for fill in fills]
            solver.add_clause(encoding.excluding(true))
            if not encoding.letter_count:
                break
    return found


@settings(max_examples=80, deadline=None)
@given(grid=grids(), lexicon=lexicons(), rules=RULES)
def test_a_sat_solver_finds_exactly_the_fills_of_the_oracle(grid: Grid, lexicon: Lexicon, rules: Rules) -> None:
    puzzle = Puzzle(grid, lexicon, rules)
    found = answers(encoded(puzzle))
    assert len(found) == len(set(found))
    assert set(found) == all_fills(puzzle)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÈÉÊÎÔŒÙ"]), st.data())
def test_letters_of_six_bits(alphabet: str, data: st.DataObject) -> None:
    few = data.draw(st.lists(st.sampled_from(alphabet), min_size=4, max_size=4, unique=True))
    words = data.draw(st.sets(st.text(few, min_size=3, max_size=3), min_size=5, max_size=30))
    puzzle = Puzzle(Grid.from_rows(["...", ".#.", "..."]), Lexicon.from_words([*words, alphabet]))
    assert set(answers(encoded(puzzle))) == all_fills(puzzle)


def test_comments_tell_the_map() -> None:
    lines = dimacs.write(encoded(SQUARE)).decode().splitlines()
    assert "c grid .." in lines
    assert "c alphabet ABCD" in lines
    assert [line for line in lines if line.startswith("c cell ") and line[7].isdigit()] == [
        "c cell 1 1 1 1",
        "c cell 1 2 1 3",
        "c cell 2 1 1 5",
        "c cell 2 2 1 7",
    ]
    assert lines[next(i for i, line in enumerate(lines) if line.startswith("p ")) :][0].startswith("p cnf ")


def test_reads_a_model_over_several_lines() -> None:
    encoding = encoded(SQUARE)
    true = dimacs.read_model(encoding, "c hello\ns SATISFIABLE\nv -1 -2 -3 4\nv 5 -6 7 8 0\n")
    assert true is not None
    assert np.flatnonzero(true[:8]).tolist() == [3, 4, 6, 7]
    fill = dimacs.fill_of(encoding, true)
    assert fill is not None
    assert fill.rows == ["AB", "CD"]


def test_reads_unsatisfiable() -> None:
    assert dimacs.read_model(encoded(SQUARE), "s UNSATISFIABLE\n") is None


@pytest.mark.parametrize("output", ["", "s UNKNOWN\n", "s SATISFIABLE\nv 1 2 0\n", "s SATISFIABLE\nv 1 x 0\n"])
def test_refuses_what_is_no_answer(output: str) -> None:
    with pytest.raises(InputError, match="v lines"):
        dimacs.read_model(encoded(SQUARE), output)
