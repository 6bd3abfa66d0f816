"""What the modeller states beyond the formulations: guidance and hints."""

import pytest

from cpfill.crossability import letter_weights, most_crossable
from cpfill.domains import Domains
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.modeller import FillModel
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules

PUZZLE = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(["AB", "CD", "AC", "BD"]))


@pytest.mark.parametrize("name", ["literals", "table"])
def test_guidance_lists_every_letter_of_every_cell_once(name: str) -> None:
    domains = Domains.of(PUZZLE)
    model = FillModel(domains, ModelConfig.load(name))
    model.guide(seed=1, noise=1.0)
    decided = list(model.proto.search_strategy[0].variables)
    letters = sum(int(mask).bit_count() for mask in domains.letters)
    assert len(decided) == len(set(decided)) == letters


def test_without_noise_the_letter_with_most_candidates_comes_first() -> None:
    model = FillModel(Domains.of(PUZZLE), ModelConfig.load("literals"))
    model.guide(seed=1, noise=0.0)
    first = PUZZLE.vocabulary.alphabet.index("A")
    assert model.proto.search_strategy[0].variables[0] == model.formulation.letter(0, first)


def test_a_second_hint_replaces_the_first() -> None:
    model = FillModel(Domains.of(PUZZLE), ModelConfig.load("literals"))
    for rows in (["AB", "CD"], ["AC", "BD"]):
        model.hint(Fill.from_rows(PUZZLE, rows))
        assert len(list(model.proto.solution_hint.vars)) == 4


def test_weights_add_up_the_logs_of_both_slots() -> None:
    weights = letter_weights(Domains.of(PUZZLE))
    assert weights[0, 0] == pytest.approx(2 * 0.6931, abs=1e-3)


def test_a_cut_keeps_the_most_crossable_words_and_those_to_be_placed() -> None:
    words = ["AB", "AC", "BA", "XY"]
    puzzle = Puzzle(Grid.from_rows(["..", ".."]), Lexicon.from_words(words), Rules(place=("XY",)))
    cut = most_crossable(Domains.of(puzzle), 2)
    for rows in cut.candidates:
        kept = [puzzle.vocabulary.word(2, int(row)) for row in rows]
        assert len(kept) == 2
        assert "XY" in kept
