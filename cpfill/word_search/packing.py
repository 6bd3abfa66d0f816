"""The smallest square that hides all words, proved smallest or with a bound. Prints nothing, reads no files."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

from cpfill.errors import InputError
from cpfill.grid import MAX_SIDE, Grid
from cpfill.result import Progress, Status, silent
from cpfill.word_search.instance import WordSearch
from cpfill.word_search.making import Clock, Maker, Making
from cpfill.word_search.model import ArrangementModel
from cpfill.word_search.placements import COMPASS, Space
from cpfill.word_search.refusal import cells_needed, why_impossible

Square = tuple[int, int]

SECONDS_PER_SIDE = 60.0
"""How long a smaller square is tried without a time limit, in seconds."""


def square(side: int) -> Grid:
    """A square grid without blocks."""
    return Grid(side, side, frozenset())


def pack(
    search: WordSearch,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
    progress: Progress = silent,
) -> Making:
    """The words in the smallest square; the grid of ``search`` is ignored.

    Sides are tried downwards from the first that a dive fills: a smaller square lies inside every larger one, so the
    first side that is proved impossible settles all below it. Where that proof takes too long, small sides are proved
    impossible one after the other. ``status`` is optimal when the side is proved smallest, otherwise solved, with
    ``bound`` the least side that is not proved impossible. Raises InputError for rules that speak of all cells.
    """
    if search.exact_message or search.max_overlap is not None:
        raise InputError("the smallest square cannot be asked for together with an exact message or a maximum overlap")
    clock = Clock(time_limit)
    bound = least_side(search)
    best = _first_that_fits(search, bound, seed, clock, workers, progress)
    if best.grid is None:
        return replace(best, bound=bound)
    side = best.grid.search.grid.height
    while side > bound:
        made = _settle(replace(search, grid=square(side - 1)), seed, _share(clock), workers, progress)
        if made.grid is None:
            bound = side if made.status == Status.INFEASIBLE else bound
            break
        best, side = made, side - 1
    while bound < side - 1 and not clock.over:
        made = _settle(replace(search, grid=square(bound)), seed, _share(clock), workers, progress)
        if made.status != Status.INFEASIBLE:
            break
        bound += 1
    status = Status.OPTIMAL if side == bound else Status.SOLVED
    return replace(best, status=status, bound=bound, seconds=clock.seconds)


def _share(clock: Clock) -> Clock:
    """The time for one side: half of what is left, or a minute."""
    return Clock(SECONDS_PER_SIDE if clock.left is None else clock.left / 2)


def least_side(search: WordSearch) -> int:
    """A lower bound on the side, from the longest word and from counting letters."""
    side = max(map(len, search.words))
    needed = len(search.message) + cells_needed(Space(replace(search, grid=square(side))))
    side = max(side, isqrt(needed - 1) + 1)
    while side < MAX_SIDE and why_impossible(Space(replace(search, grid=square(side)))):
        side += 1
    return side


def _first_that_fits(
    search: WordSearch, bound: int, seed: int, clock: Clock, workers: int, progress: Progress
) -> Making:
    """The smallest side that dives alone can fill."""
    for side in range(bound, MAX_SIDE + 1):
        maker = Maker(replace(search, grid=square(side)), seed, clock, workers, progress)
        made = maker.by_diving()
        if made is not None:
            return made
    raise InputError(f"the words do not fit into {MAX_SIDE}x{MAX_SIDE}, the largest grid allowed")


def _settle(search: WordSearch, seed: int, clock: Clock, workers: int, progress: Progress) -> Making:
    """A grid of that size or the proof that there is none, by CP-SAT over all placements."""
    maker = Maker(search, seed, clock, workers, progress)
    model = ArrangementModel(maker.space)
    longest = max(range(len(search.words)), key=lambda w: (len(search.words[w]), -w))
    if not search.balanced:
        model.keep_only(longest, unlike_placements(maker.space, longest))
    return maker.settle(model, linearization_level=2)


def unlike_placements(space: Space, word: int) -> set[int]:
    """One of each set of placements that turning or mirroring the square, and the directions with it, makes alike."""
    side, text = space.height, space.search.words[word]
    palindrome = text == text[::-1]
    kept: set[int] = set()
    seen: set[tuple[Square, ...]] = set()
    turns = [turn for turn in range(8) if _keeps_directions(space, turn)]
    for row, line in enumerate(space.cells(word).tolist()):
        squares = [divmod(cell, side) for cell in line]
        if tuple(squares) not in seen:
            kept.add(row)
        for turn in turns:
            image = tuple(_turned(r, c, side, turn) for r, c in squares)
            seen.update((image, image[::-1]) if palindrome else (image,))
    return kept


def _turned(row: int, column: int, side: int, turn: int) -> Square:
    """The square after one of the eight symmetries: bit 0 transposes, bit 1 flips rows, bit 2 flips columns."""
    if turn & 1:
        row, column = column, row
    return (side - 1 - row if turn & 2 else row), (side - 1 - column if turn & 4 else column)


def _keeps_directions(space: Space, turn: int) -> bool:
    steps = {"E": (1, 2), "SE": (2, 2), "S": (2, 1), "SW": (2, 0), "W": (1, 0), "NW": (0, 0), "N": (0, 1), "NE": (0, 2)}
    used = {steps[name] for name in COMPASS if name in space.search.directions}
    return {_turned(r, c, 3, turn) for r, c in used} == used
