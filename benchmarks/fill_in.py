"""Measures fill-ins: the technique and seconds of each case, and whether made puzzles are unique by exact cover.

    python -m benchmarks.fill_in CASES                       a folder of NAME.txt, NAME.words and NAME.solution
    python -m benchmarks.fill_in --make 100 --rating 2..4    made 9x9 puzzles; --words LIST for other words

The independent count needs miniexact, from PyPI: an exact cover of slots and words, the cells' letters as colours.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cpfill.fill_in import FillInPuzzle, Recipe, make_fill_ins, rate, solve_fill_in
from cpfill.formats import read_grid
from cpfill.formats.word_multiset import read_word_multiset
from cpfill.formats.words import embedded_words, read_words

FOUND, SOLUTIONS_LOOKED_AT = 10, 1000


def exact_cover_solutions(puzzle: FillInPuzzle) -> Iterator[tuple[str, ...]]:
    """The solutions as words slot by slot, by miniexact; those that only exchange equal words come again."""
    import miniexact

    problem, options = miniexact.miniexacts_c(), []
    slots = [problem.primary(f"slot {s}") for s in range(len(puzzle.slots))]
    words = [problem.primary(f"word {w}") for w in range(len(puzzle.words))]
    cells = {cell: problem.secondary(f"cell {cell.row} {cell.column}") for cell in sorted(puzzle.slot_cells)}
    colours = {letter: problem.color(letter) for letter in sorted(set("".join(puzzle.words)))}
    givens = puzzle.grid.givens
    for s, slot in enumerate(puzzle.slots):
        for w, word in enumerate(puzzle.words):
            placed = list(zip(slot.cells, word, strict=False))
            if len(word) == len(slot) and all(givens.get(cell, letter) == letter for cell, letter in placed):
                problem.add(slots[s])
                problem.add(words[w])
                for cell, letter in placed:
                    problem.add(cells[cell], colours[letter])
                problem.add(0)
                options.append((s, word))
    while problem.solve() == FOUND:
        chosen = dict(options[number - 1] for number in problem.selected_options())
        yield tuple(chosen[s] for s in range(len(puzzle.slots)))


def independent_count(puzzle: FillInPuzzle) -> int:
    """How many different solutions exact cover finds among the first thousand."""
    found = zip(exact_cover_solutions(puzzle), range(SOLUTIONS_LOOKED_AT), strict=False)
    return len({words for words, _ in found})


def table(folder: Path) -> None:
    """One line a case, of which the seconds are CPU."""
    print(
        f"{'case':14} {'grid':>7} {'words':>5} {'solutions':>9} {'exact cover':>11} {'technique':>10} {'rating':>6}"
        f" {'solve':>7} {'all':>7}  check"
    )
    for path in sorted(folder.glob("*.txt")):
        puzzle = FillInPuzzle.of(read_grid(path), read_word_multiset([path.with_suffix(".words")]))
        started = time.process_time()
        result = solve_fill_in(puzzle)
        decided = time.process_time()
        exact = solve_fill_in(puzzle, count_all=True)
        counted = time.process_time()
        rating = f"{rate(puzzle).figure:.1f}" if result.unique else "-"
        known = path.with_suffix(".solution")
        faults = exact.solution.faults() if exact.solution else []
        same = known.exists() and exact.solution and known.read_text().upper().split() == exact.solution.rows
        check = "faults" if faults else "as published" if same else "differs" if known.exists() else "no fault"
        size = f"{puzzle.grid.height}x{puzzle.grid.width}"
        print(
            f"{path.stem:14} {size:>7} {len(puzzle.words):5} {exact.solutions:>9} {independent_count(puzzle):11}"
            f" {result.technique:>10} {rating:>6} {decided - started:7.3f} {counted - decided:7.3f}  {check}"
        )


def make(count: int, words: str | None, rating: str, given: int, size: int) -> None:
    """Make puzzles; say how many candidates a minute that took and whether each is unique and in range."""
    low, high = map(float, rating.split(".."))
    lexicon = (read_words([words]) if words else embedded_words()).at_least(50)
    recipe, tried = Recipe(lexicon, size, given=given, lowest=low, highest=high), [0.0]
    started = time.process_time()
    made = list(make_fill_ins(recipe, count, progress=lambda _, figures: tried.append(figures["candidates"])))
    seconds = time.process_time() - started
    unique = sum(independent_count(puzzle.puzzle) == 1 for puzzle in made)
    ranged = sum(low <= rate(puzzle.puzzle).figure <= high for puzzle in made)
    print(
        f"{len(made)} puzzles {size}x{size}, {given} letters given, rated {rating}: {tried[-1]:.0f} candidates in"
        f" {seconds:.1f} s CPU, {tried[-1] / seconds * 60:,.0f} a minute; unique {unique}, in range {ranged}"
    )
    ratings = Counter(puzzle.rating.figure for puzzle in made)
    print("ratings: " + ", ".join(f"{figure} ({times})" for figure, times in sorted(ratings.items())))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="?", type=Path)
    parser.add_argument("--make", type=int, default=0, metavar="N")
    parser.add_argument("--words")
    parser.add_argument("--rating", default="1..9.9")
    parser.add_argument("--given", type=int, default=2)
    parser.add_argument("--size", type=int, default=9)
    asked = parser.parse_args()
    if asked.cases:
        table(asked.cases)
    if asked.make:
        make(asked.make, asked.words, asked.rating, asked.given, asked.size)


if __name__ == "__main__":
    main()
