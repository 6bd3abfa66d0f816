"""Letters for the cells that no word covers, so that no word comes up by accident. Knows no placement model."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from cpfill.grid import BLOCK
from cpfill.word_search.finder import Occurrence, Square
from cpfill.word_search.instance import LetterGrid, WordSearch

ROUNDS = 60
"""Rounds of redrawing letters before CP-SAT is asked."""


@dataclass(frozen=True)
class Spoilt:
    """Why an arrangement cannot be finished: ``occurrence`` is one that must not be.

    With ``by_words`` it stands in cells that words cover; otherwise no letters for the unused cells prevent them all.
    """

    occurrence: Occurrence
    by_words: bool


def finish(search: WordSearch, placements: Sequence[Occurrence], seed: int) -> LetterGrid | Spoilt:
    """The grid with the message and filler letters in the unused cells, or what spoils the arrangement."""
    return _Filler(search, placements, seed).finish()


class _Filler:
    def __init__(self, search: WordSearch, placements: Sequence[Occurrence], seed: int) -> None:
        self.search, self.placements = search, tuple(placements)
        self.random = random.Random(seed)
        self.letters: dict[Square, str] = {}
        for placed in self.placements:
            self.letters.update(zip(placed.squares, placed.word, strict=True))
        self.covered = frozenset(self.letters)
        unused = [(cell.row, cell.column) for cell in search.grid.cells if (cell.row, cell.column) not in self.covered]
        self.letters.update(zip(unused, search.message, strict=False))
        self.free = unused[len(search.message) :]
        self.is_free = frozenset(self.free)

    def finish(self) -> LetterGrid | Spoilt:
        fixed = self._unwanted()
        if fixed:
            return Spoilt(fixed[0], self.covered.issuperset(fixed[0].squares))
        for square in self.free:
            self.letters[square] = self.random.choice(self.search.filler_letters)
        for _ in range(ROUNDS):
            unwanted = self._unwanted()
            if not unwanted:
                return LetterGrid(self.search, tuple(self._rows()), self.placements)
            for found in unwanted:
                square = self.random.choice([square for square in found.squares if square in self.is_free])
                self.letters[square] = self.random.choice(self.search.filler_letters)
        return self._finish_exactly()

    def _rows(self) -> list[str]:
        grid = self.search.grid
        outside = {(cell.row, cell.column) for cell in grid.blocks}
        return [
            "".join(BLOCK if (r, c) in outside else self.letters.get((r, c), " ") for c in range(grid.width))
            for r in range(grid.height)
        ]

    def _unwanted(self) -> list[Occurrence]:
        return self.search.unwanted(self._rows(), self.placements)

    def _finish_exactly(self) -> LetterGrid | Spoilt:
        """CP-SAT chooses the letters; each word that then comes up is forbidden there, until none does."""
        cp_sat: Any = import_module("ortools.sat.python.cp_model_helper")

        alphabet = sorted(set(self.search.filler_letters))
        model = cp_sat.CpModelProto()
        literal = {(s, x): i for i, (s, x) in enumerate((s, x) for s in self.free for x in alphabet)}
        for _ in literal:
            model.variables.add().domain.extend([0, 1])
        for square in self.free:
            model.constraints.add().exactly_one.literals.extend([literal[square, x] for x in alphabet])
        unwanted = self._unwanted()
        while unwanted:
            for found in unwanted:
                pairs = [p for p in zip(found.squares, found.word, strict=True) if p[0] in self.is_free]
                model.constraints.add().bool_or.literals.extend([~literal[p] for p in pairs])
            parameters = cp_sat.SatParameters()
            parameters.merge_text_format(f"num_workers: 1 random_seed: {self.random.randrange(1000)}")
            solver = cp_sat.SolveWrapper()
            solver.set_parameters(parameters)
            response = solver.solve(model)
            if response.status == cp_sat.CpSolverStatus.INFEASIBLE:
                return Spoilt(unwanted[0], by_words=False)
            self.letters.update({square: x for (square, x), i in literal.items() if response.solution[i]})
            unwanted = self._unwanted()
        return LetterGrid(self.search, tuple(self._rows()), self.placements)
