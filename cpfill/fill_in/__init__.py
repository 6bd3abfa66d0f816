"""Fill-in (kriss-kross) puzzles: given words, each used exactly once. Solving, rating and making them."""

from cpfill.fill_in.making import MadePuzzle, Recipe, make_fill_ins
from cpfill.fill_in.puzzle import FillInPuzzle, FillInSolution
from cpfill.fill_in.rating import Rating, rate
from cpfill.fill_in.solving import FillInResult, solve_fill_in

__all__ = [
    "FillInPuzzle",
    "FillInResult",
    "FillInSolution",
    "MadePuzzle",
    "Rating",
    "Recipe",
    "make_fill_ins",
    "rate",
    "solve_fill_in",
]
