"""CP-SAT finds exactly the fills that plain trial finds, under every rule and in every formulation."""

import gc
import time
import weakref
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.engines import cp_sat
from cpfill.engines.cp_sat_fills import CpSatFills
from cpfill.engines.cp_sat_run import Run
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.reduction import Domains
from cpfill.result import Status
from cpfill.rules import Rules
from tests.oracle import all_fills, grids, lexicons

FORMULATIONS = ["literals", "table", "crossings", "binary"]
WITH_SCORES = ["literals", "table"]


def puzzle(grid: str, words: str | dict[str, int], rules: Rules | None = None) -> Puzzle:
    listed = words.split() if isinstance(words, str) else words
    return Puzzle(Grid.from_rows(grid.split()), Lexicon.from_words(listed), rules or Rules())


def config(name: str) -> ModelConfig:
    return ModelConfig.load(name)


def fills(puzzle: Puzzle, model: ModelConfig) -> list[tuple[str, ...]]:
    """The rows of all fills that CP-SAT finds, after it proved that these are all."""
    stream = CpSatFills(Domains.of(puzzle), model)
    found = list(stream)
    assert stream.complete
    assert not any(fill.faults() for fill in found)
    return [tuple(fill.rows) for fill in found]


RULES = st.builds(
    Rules,
    min_score=st.sampled_from([0, 45]),
    allow_duplicates=st.booleans(),
    max_shared=st.sampled_from([None, None, 1, 2]),
    distinct_stems=st.booleans(),
    pangram=st.booleans(),
    max_below=st.sampled_from([None, None, (0, 50), (1, 50)]),
    place=st.sampled_from([(), (), ("AB",), ("ABA", "BA")]),
    avoid=st.sampled_from([frozenset(), frozenset({"AB", "BAB"})]),
)


@pytest.mark.parametrize("name", FORMULATIONS)
@settings(max_examples=60, deadline=None)
@given(grid=grids(), lexicon=lexicons(), rules=RULES)
def test_the_fills_are_those_of_plain_trial(name: str, grid: Grid, lexicon: Lexicon, rules: Rules) -> None:
    question = Puzzle(grid, lexicon, rules)
    found = fills(question, config(name))
    assert len(found) == len(set(found))
    assert set(found) == all_fills(question)


Case = tuple[str, str | dict[str, int], Rules]
# (grid, words, rules) that can just be filled, and what makes it impossible
EDGES: dict[str, tuple[Case, Case]] = {
    "words": (("..", "AB", Rules()), ("..", "ABC", Rules())),
    "crossing": ((".. .#", "AB AC", Rules()), (".. .#", "AB", Rules())),
    "repeats": ((".. ## ..", "AB CD", Rules()), (".. ## ..", "AB", Rules())),
    "stems": (
        ("....# ##### .....", "LION LIONS TIGER", Rules(distinct_stems=True)),
        ("....# ##### .....", "LION LIONS", Rules(distinct_stems=True)),
    ),
    "shared runs": (
        ("... ### ...", "ABC BCD XYZ", Rules(max_shared=1, entries={"1A": "ABC"})),
        ("... ### ...", "ABC BCD", Rules(max_shared=1)),
    ),
    "pangram": ((".. ## ..", "AB CD", Rules(pangram=True)), (".. ## ..", "AB AC AD", Rules(pangram=True))),
    "placed": ((".. ##  ..", "AB CD EF", Rules(place=("EF", "AB"))), ("..", "AB CD", Rules(place=("AB", "CD")))),
    "low scores": (
        (".. ## ..", {"AB": 10, "CD": 60, "EF": 10}, Rules(min_score=0, max_below=(1, 50))),
        (".. ## ..", {"AB": 10, "CD": 10}, Rules(min_score=0, max_below=(1, 50))),
    ),
}


@pytest.mark.parametrize("rule", list(EDGES))
@pytest.mark.parametrize("name", FORMULATIONS)
def test_the_smallest_feasible_and_infeasible_case(name: str, rule: str) -> None:
    feasible, infeasible = (puzzle(*case) for case in EDGES[rule])
    answer = cp_sat.solve(Domains.of(feasible), config(name))
    assert answer.status == Status.SOLVED
    assert answer.fill is not None
    assert not answer.fill.faults()
    assert cp_sat.solve(Domains.of(infeasible), config(name)).status == Status.INFEASIBLE


SCORED = {"AB": 10, "CD": 90, "AC": 30, "BD": 60, "XX": 100}


@pytest.mark.parametrize("name", WITH_SCORES)
def test_the_total_is_largest(name: str) -> None:
    question = puzzle(".. ..", SCORED, Rules(min_score=0))
    best = max(sum(question.lexicon.score_of(w) or 0 for w in words(rows)) for rows in all_fills(question))
    answer = cp_sat.solve(Domains.of(question), config(name), objective="total")
    assert answer.status == Status.OPTIMAL
    assert answer.fill is not None
    assert answer.bound == sum(answer.fill.scores) == best


@pytest.mark.parametrize("name", WITH_SCORES)
def test_the_lowest_score_is_lifted(name: str) -> None:
    question = puzzle(".. ## ..", {"AB": 10, "CD": 90, "EF": 40, "GH": 50}, Rules(min_score=0))
    answer = cp_sat.solve(Domains.of(question), config(name), objective="minimum")
    assert answer.fill is not None
    assert answer.bound == min(answer.fill.scores) == 50


def words(rows: tuple[str, ...]) -> list[str]:
    return [*rows, *("".join(column) for column in zip(*rows, strict=True))]


def test_a_start_is_kept_when_nothing_better_comes() -> None:
    question = puzzle(".. ..", SCORED, Rules(min_score=0))
    first = cp_sat.solve(Domains.of(question), config("literals")).fill
    answer = cp_sat.solve(Domains.of(question), config("literals"), objective="total", start=first)
    assert answer.status == Status.OPTIMAL


OPEN = puzzle("... ... ...", " ".join(a + b + c for a in "AB" for b in "ABC" for c in "ABCD"))


@pytest.mark.parametrize("name", FORMULATIONS)
def test_the_same_seed_gives_the_same_fill(name: str) -> None:
    first, second = (cp_sat.solve(Domains.of(OPEN), config(name), seed=5).fill for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.rows == second.rows


def test_other_seeds_give_other_fills() -> None:
    found = {tuple(cp_sat.solve(Domains.of(OPEN), config("literals"), seed=s).fill.rows) for s in range(8)}  # type: ignore
    assert len(found) > 1


def test_too_few_candidates_in_the_first_try_do_not_lose_the_fill() -> None:
    model = replace(config("literals"), candidate_limit=1)
    answer = cp_sat.solve(Domains.of(OPEN), model)
    assert answer.status == Status.SOLVED


def test_that_few_candidates_do_not_fit_proves_nothing() -> None:
    model = replace(config("literals"), candidate_limit=1)
    answer = cp_sat.solve(Domains.of(OPEN), model, deterministic_limit=1e-9)
    assert answer.status == Status.UNKNOWN
    question = puzzle(".. ..", "AB CD AC")
    assert cp_sat.solve(Domains.of(question), model).status == Status.INFEASIBLE


def test_ctrl_c_in_a_try_that_finds_nothing_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Run] = []

    class Watched(Run):
        def start(self) -> None:
            runs.append(self)
            super().start()

    def interrupt(phase: str, figures: object) -> None:
        if len(runs) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(cp_sat, "Run", Watched)
    model = replace(config("literals"), candidate_limit=2)
    answer = cp_sat.solve(Domains.of(OPEN), model, progress=interrupt)
    assert (answer.status, len(runs)) == (Status.INTERRUPTED, 1)


@pytest.mark.parametrize("reduction", ["cycles", "fast-probe", "full-probe"])
def test_every_reduction_keeps_all_fills(reduction: str) -> None:
    model = replace(config("literals"), reduction=reduction)  # type: ignore[arg-type]
    question = puzzle(".. ..", "AB CD AC BD")
    assert set(fills(question, model)) == all_fills(question)


def test_limits_leave_it_unknown() -> None:
    answer = cp_sat.solve(Domains.of(OPEN), config("table"), deterministic_limit=0.0)
    assert answer.status == Status.UNKNOWN
    assert answer.fill is None


def test_an_invalid_parameter_is_told_in_its_words() -> None:
    model = replace(config("literals"), solver={"num_workers": -1})
    answer = cp_sat.solve(Domains.of(OPEN), model)
    assert answer.status == Status.INVALID
    assert "num_workers" in answer.reason


def test_a_stream_can_be_left_early_and_is_then_not_complete() -> None:
    stream = CpSatFills(Domains.of(OPEN), config("literals"))
    assert not next(stream).faults()
    stream.close()
    assert not stream.complete
    assert list(stream) == []


def test_ctrl_c_ends_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = CpSatFills(Domains.of(OPEN), config("literals"))
    next(stream)

    def interrupt(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stream._queue, "get", interrupt)
    assert list(stream) == []
    assert (stream.complete, stream.reason) == (False, "interrupted")
    monkeypatch.undo()


def test_ctrl_c_stops_cp_sat_with_what_it_has() -> None:
    model = cp_sat.model_of(Domains.of(OPEN), config("literals"), None, 0)
    heard: list[Run] = []

    def slowly(run: Run) -> bool:
        heard.append(run)
        time.sleep(0.05)
        return True

    def interrupt(phase: str, figures: object) -> None:
        if heard:
            raise KeyboardInterrupt

    run = Run(model.proto, "num_workers: 1 enumerate_all_solutions: true catch_sigint_signal: false", slowly)
    run.start()
    response = run.finish(interrupt)
    assert run.interrupted
    assert response.status.name == "FEASIBLE"


def test_nothing_of_a_run_is_left_behind() -> None:
    """CP-SAT's wrapper knows its callbacks, and a cycle through it would keep every model for good."""
    model = cp_sat.model_of(Domains.of(OPEN), config("literals"), None, 0)
    run = Run(model.proto, "num_workers: 1 catch_sigint_signal: false", lambda run: True)
    run.start()
    run.finish()
    left = weakref.ref(run)
    del run
    gc.collect()
    assert left() is None
