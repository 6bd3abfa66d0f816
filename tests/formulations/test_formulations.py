"""All formulations and engines find the same fills, in any alphabet, and pass over letters that leave no words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.engines import cp_sat
from cpfill.engines.cp_sat_fills import CpSatFills
from cpfill.engines.dive import EXHAUSTIVE, Dive
from cpfill.engines.divide import Divide
from cpfill.formulations import FORMULATIONS
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill, Puzzle
from cpfill.reduction import Domains
from cpfill.result import Status
from cpfill.rules import Rules
from tests.oracle import all_fills

CYRILLIC, FRENCH = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÇÈÉÊÎÔŒÙ"
SHAPES = (["...", ".#.", "..."], ["...", ".#.", ".#."], [".#.", "...", ".#."], ["..#", "...", "#.."])


def sets(puzzle: Puzzle) -> dict[str, list[tuple[str, ...]]]:
    """The fills that each formulation and each engine finds."""
    found: dict[str, list[Fill]] = {"dive": [], "divide": []}
    for name in FORMULATIONS:
        stream = CpSatFills(Domains.of(puzzle), ModelConfig.load(name))
        found[name] = list(stream)
        assert stream.complete
    for name, engine in (("dive", Dive(puzzle, EXHAUSTIVE, 0)), ("divide", Divide(puzzle, 1))):
        while not engine.exhausted:
            fill = engine.step()
            found[name] += [fill] if fill else []
    return {name: sorted(tuple(fill.rows) for fill in fills) for name, fills in found.items()}


@settings(max_examples=30, deadline=None)
@given(
    alphabet=st.sampled_from([CYRILLIC, FRENCH, "ABC"]),
    shape=st.sampled_from(SHAPES),
    repeats=st.booleans(),
    data=st.data(),
)
def test_all_find_the_same_fills(alphabet: str, shape: list[str], repeats: bool, data: st.DataObject) -> None:
    few = data.draw(st.lists(st.sampled_from(alphabet), min_size=3, max_size=3, unique=True))
    words = data.draw(st.sets(st.text(few, min_size=2, max_size=3), min_size=5, max_size=25))
    lexicon = Lexicon.from_words([*words, alphabet * 4])
    puzzle = Puzzle(Grid.from_rows(shape), lexicon, Rules(allow_duplicates=repeats))
    expected = sorted(all_fills(puzzle))
    assert sets(puzzle) == dict.fromkeys([*FORMULATIONS, "dive", "divide"], expected)


@pytest.mark.parametrize("name", list(FORMULATIONS))
def test_letters_without_words_are_passed_over(name: str) -> None:
    """Three downs that start alike need three words: A has two, C three or, in the second list, two as well."""
    grid = Grid.from_rows([".....", ".#.#.", ".#.#."])
    words = ["ABABA", "CBCBC", "AXX", "AYY", "CXX", "CYY"]
    enough = Puzzle(grid, Lexicon.from_words([*words, "CZZ"]))
    answer = cp_sat.solve(Domains.of(enough), ModelConfig.load(name))
    assert answer.fill is not None
    assert answer.fill.words[0] == "CBCBC"
    assert answer.fill.faults() == []
    few = Puzzle(grid, Lexicon.from_words(words))
    assert cp_sat.solve(Domains.of(few), ModelConfig.load(name)).status == Status.INFEASIBLE
