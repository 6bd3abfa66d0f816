"""Models written as protobuf text are what CP-SAT solves to the same fills."""

import pytest
from ortools.sat.python import cp_model_helper as cp

from cpfill.domains import Domains
from cpfill.formats import proto
from cpfill.formulations import FORMULATIONS
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.modeller import FillModel
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce

PUZZLE = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "CD", "AC", "BD"]))


def solve(text: str) -> cp.CpSolverResponse:
    model = cp.CpModelProto()
    assert model.parse_text_format(text)
    response: cp.CpSolverResponse = cp.SolveWrapper().solve(model)  # type: ignore[no-untyped-call]
    return response


@pytest.mark.parametrize("name", list(FORMULATIONS))
def test_the_text_has_the_fills_of_the_puzzle(name: str) -> None:
    config = ModelConfig.load(name)
    response = solve(proto.write(PUZZLE, config).decode())
    model = FillModel(reduce(Domains.of(PUZZLE)).domains, config)
    if config.search == "guided":
        model.guide(0, config.noise)
    fill = model.fill(list(response.solution).__getitem__)
    assert fill is not None
    assert not fill.faults()


def test_what_reduction_finds_impossible_has_no_solution() -> None:
    puzzle = Puzzle(Grid.from_rows(["...."]), Lexicon.from_words(["AB"]))
    text = proto.write(puzzle, ModelConfig.load("literals")).decode()
    assert "# 1-Across has 4 letters, and no word has that length" in text
    assert solve(text).status.name == "INFEASIBLE"
