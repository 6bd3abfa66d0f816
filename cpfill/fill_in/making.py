"""Makes fill-ins with exactly one solution and a rating in a range, by seed. Knows no file and no page.

As Mike Metcalf makes puzzles: generate a candidate, rate it, retain or reject it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cpfill.errors import InputError
from cpfill.fill_in.choices import Choices, Tables
from cpfill.fill_in.filling import Filler
from cpfill.fill_in.pattern import random_pattern
from cpfill.fill_in.puzzle import FillInPuzzle, FillInSolution
from cpfill.fill_in.rating import HIGHEST, LOWEST, Rating, rate_unique
from cpfill.fill_in.search import NodeLimitReached, solutions
from cpfill.grid import Cell, Grid
from cpfill.lexicon import Lexicon
from cpfill.result import Progress, silent

RIVALS = 20
"""Other solutions looked at when a given is chosen."""
NODE_LIMIT = 200
"""Nodes of a proof that the solution is the only one; a candidate that needs more is rejected."""
CANDIDATE_LIMIT = 100_000
"""Candidates tried for one puzzle before giving up."""


@dataclass(frozen=True)
class Recipe:
    """What puzzles to make: on ``grid``, or on new patterns of ``size`` cells a side.

    ``given`` letters are given besides those of the grid; the rating is from ``lowest`` to ``highest``. Raises
    InputError for what cannot be.
    """

    lexicon: Lexicon
    size: int = 9
    grid: Grid | None = None
    given: int = 0
    lowest: float = LOWEST
    highest: float = HIGHEST

    def __post_init__(self) -> None:
        if self.given < 0:
            raise InputError(f"given is {self.given}; a puzzle has 0 or more given letters")
        if not LOWEST <= self.lowest <= self.highest <= HIGHEST:
            raise InputError(
                f"the rating is {self.lowest}..{self.highest}; use a range A..B within {LOWEST}..{HIGHEST}"
            )
        if self.grid is not None:
            if not self.grid.slots:
                raise InputError("the grid has no slot to fill")
            for slot in self.grid.slots:
                if not self.lexicon.count(len(slot)):
                    raise InputError(f"{slot.name} has {len(slot)} cells, but no word has that length")


@dataclass(frozen=True)
class MadePuzzle:
    """A puzzle, its only solution and its rating. Its own ``seed`` makes it again at once."""

    puzzle: FillInPuzzle
    solution: FillInSolution
    rating: Rating
    seed: int


def make_fill_ins(recipe: Recipe, count: int = 1, seed: int = 0, progress: Progress = silent) -> Iterator[MadePuzzle]:
    """Puzzles one by one as they are found, from the candidates with the seeds ``seed``, ``seed + 1`` and so on.

    ``progress`` is told the candidates tried and the puzzles retained. Raises InputError when 100,000 candidates in a
    row are rejected.
    """
    filler, retained, rejected = Filler(recipe.lexicon), 0, 0
    candidate = seed
    while retained < count:
        made = make_candidate(recipe, candidate, filler)
        candidate += 1
        rejected = 0 if made else rejected + 1
        if rejected == CANDIDATE_LIMIT:
            raise InputError(f"none of {rejected} candidates fits; allow more ratings or givens, or use other words")
        if made:
            retained += 1
        progress("make", {"candidates": candidate - seed, "puzzles": retained})
        if made:
            yield made


def make_candidate(recipe: Recipe, seed: int, filler: Filler) -> MadePuzzle | None:
    """The candidate with that seed: None when it is rejected."""
    rng = random.Random(seed)
    pattern = recipe.grid or random_pattern(recipe.size, recipe.lexicon.lengths, rng)
    words = filler.fill(pattern, rng)
    if words is None:
        return None
    bare = FillInPuzzle.of(pattern, words)
    solution = FillInSolution.from_words(bare, words)
    puzzle = _with_givens(bare, solution, recipe.given, rng)
    rating = rate_unique(puzzle, recipe.highest) if puzzle else None
    if puzzle is None or rating is None or not recipe.lowest <= rating.figure <= recipe.highest:
        return None
    return MadePuzzle(puzzle, replace(solution, puzzle=puzzle), rating, seed)


def _with_givens(puzzle: FillInPuzzle, solution: FillInSolution, given: int, rng: random.Random) -> FillInPuzzle | None:
    """The puzzle with that many more givens, chosen so that the solution is the only one; None when that fails.

    Each given is the cell in which most rivals differ; when no rival is left, any cell.
    """
    cells = [cell for cell in sorted(puzzle.slot_cells) if cell not in puzzle.grid.givens]
    rng.shuffle(cells)
    rivals = _rivals(puzzle, solution)
    for _ in range(min(given, len(cells))):
        differing = [sum(rival.letters[cell] != solution.letters[cell] for rival in rivals) for cell in cells]
        cell = cells.pop(differing.index(max(differing)))
        puzzle = _given(puzzle, cell, solution.letters[cell])
        rivals = rivals and _rivals(puzzle, solution)
    return None if rivals else puzzle


def _given(puzzle: FillInPuzzle, cell: Cell, letter: str) -> FillInPuzzle:
    return replace(puzzle, grid=replace(puzzle.grid, givens={**puzzle.grid.givens, cell: letter}))


def _rivals(puzzle: FillInPuzzle, solution: FillInSolution) -> list[FillInSolution]:
    """Some other solutions of the puzzle: an empty list is a proof that there is none.

    When the search gives up before it has found one, the solution itself stands for those that are not ruled out.
    """
    found: list[FillInSolution] = []
    try:
        for other in solutions(Choices(Tables.of(puzzle)), NODE_LIMIT):
            if other.letters != solution.letters:
                found.append(other)
            if len(found) == RIVALS:
                break
    except NodeLimitReached:
        return found or [solution]
    return found
