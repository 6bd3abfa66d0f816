"""Searches side by side: the first to decide decides, all are heard meanwhile, and none is left behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cpfill.engines.race import gather, race
from cpfill.errors import CpfillError
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Fill, Puzzle

SQUARE = Grid.from_rows(["..", ".."])
Tell = Callable[[Mapping[str, float]], None]


def puzzle(*words: str) -> Puzzle:
    return Puzzle(SQUARE, Lexicon.from_words(words))


def told(number: int, tell: Tell) -> int:
    """A job."""
    tell({"nodes": number, "mean": number, "bound": number})
    return number


def failing(tell: Tell) -> None:
    """A job without an answer."""
    raise RuntimeError


def test_the_first_to_decide_decides() -> None:
    asked = puzzle("AB", "CD", "AC", "BD")
    finish = race(asked, {}, [3, 4], None)
    assert finish is not None
    assert finish.letters is not None
    assert not Fill(asked, finish.letters).faults()
    none = race(puzzle("AB", "CD", "AC"), {}, [3, 4], None)
    assert none is not None
    assert none.letters is None


def test_all_are_heard_together() -> None:
    heard: list[tuple[str, Mapping[str, float]]] = []
    answers = gather([(told, (3,)), (told, (4,))], "jobs", lambda *said: heard.append(said))
    assert sorted(answers) == [3, 4]
    assert heard[-1] == ("jobs", {"workers": 2, "nodes": 7, "mean": 4, "bound": 3})


def test_a_race_tells_of_its_progress() -> None:
    heard: list[str] = []
    race(puzzle("AB", "CD", "AC", "BD"), {}, [1], None, lambda phase, figures: heard.append(phase))
    assert set(heard) == {"dive"}


def test_one_that_fails_is_left_out_and_if_all_do_it_is_told() -> None:
    assert gather([(failing, ()), (told, (5,))], "jobs") == [5]
    with pytest.raises(CpfillError, match="without an answer"):
        gather([(failing, ()), (failing, ())], "jobs")
