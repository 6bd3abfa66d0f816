"""The arrangement of words as exact cover with coloured cells, for CP-SAT. Knows no filler and no random search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from cpfill.errors import ModelError
from cpfill.result import Status
from cpfill.word_search.dive import Arrangement
from cpfill.word_search.finder import Occurrence
from cpfill.word_search.placements import COMPASS, Space

Sample = Sequence[Sequence[int]]
"""Per word, the rows of ``Space.cells`` that the model may choose from, ascending."""


class ArrangementModel:
    """One Boolean a placement, exactly one of them a word; one Boolean a (cell, letter), at most one of them a cell.

    A letter's Boolean is true exactly if a placement puts the letter there, so that placements determine everything.
    Follows the colour codes of Knuth's Algorithm C (The Art of Computer Programming 4B, 7.2.2.1), where "purified"
    items may be covered repeatedly if their colours agree.
    """

    def __init__(self, space: Space, sample: Sample | None = None) -> None:
        self._cp_sat: Any = import_module("ortools.sat.python.cp_model_helper")
        self.space = space
        self.complete = sample is None
        self.sample = sample or [range(len(space.cells(w))) for w in range(len(space.codes))]
        self.proto: Any = self._cp_sat.CpModelProto()
        self._count = 0
        self._placement: list[dict[int, int]] = [
            dict(zip(rows, self._booleans(len(rows)), strict=True)) for rows in self.sample
        ]
        self._letter: dict[tuple[int, int], int] = {}
        self._each_word_is_placed_once()
        self._placements_put_their_letters()
        self._cells_hold_one_letter()
        self._words_inside_words_lie_there()
        self._the_covered_cells_are_as_many_as_allowed()
        if space.search.balanced:
            self._directions_are_balanced()

    def _booleans(self, count: int) -> range:
        for _ in range(count):
            self.proto.variables.add().domain.extend((0, 1))
        self._count += count
        return range(self._count - count, self._count)

    def _clause(self, literals: Sequence[int]) -> None:
        self.proto.constraints.add().bool_or.literals.extend(list(literals))

    def _sum(self, literals: Sequence[int], low: int, high: int) -> None:
        linear = self.proto.constraints.add().linear
        linear.vars.extend(list(literals))
        linear.coeffs.extend([1] * len(literals))
        linear.domain.extend([low, high])

    def _each_word_is_placed_once(self) -> None:
        for rows in self._placement:
            self.proto.constraints.add().exactly_one.literals.extend(list(rows.values()))

    def _placements_put_their_letters(self) -> None:
        """Placements of one word exclude each other, so with the letter's negation they are an at-most-one."""
        putting: dict[tuple[int, int, int], list[int]] = {}
        for word, rows in enumerate(self._placement):
            cells = self.space.cells(word)[list(rows)].tolist()
            codes = self.space.codes[word].tolist()
            for boolean, line in zip(rows.values(), cells, strict=True):
                for cell, code in zip(line, codes, strict=True):
                    putting.setdefault((cell, code, word), []).append(boolean)
        reasons: dict[int, list[int]] = {}
        for (cell, code, _), booleans in putting.items():
            if (cell, code) not in self._letter:
                self._letter[cell, code] = self._booleans(1)[0]
            letter = self._letter[cell, code]
            self.proto.constraints.add().at_most_one.literals.extend([*booleans, ~letter])
            reasons.setdefault(letter, []).extend(booleans)
        for letter, booleans in reasons.items():
            self._clause([*booleans, ~letter])

    def _cells_hold_one_letter(self) -> None:
        by_cell: dict[int, list[int]] = {}
        for (cell, _), letter in self._letter.items():
            by_cell.setdefault(cell, []).append(letter)
        for letters in by_cell.values():
            self.proto.constraints.add().at_most_one.literals.extend(letters)

    def _words_inside_words_lie_there(self) -> None:
        """Each word occurs once, so where a host shows it, there it is placed."""
        for word, hosts in self.space.hosts.items():
            length = len(self.space.codes[word])
            for host, at, backwards in hosts:
                for row, boolean in self._placement[host].items():
                    part = tuple(self.space.cells(host)[row].tolist()[at : at + length])
                    inner = self.space.row_of(word, part[::-1] if backwards else part)
                    if inner is not None:
                        own = self._placement[word].get(inner)
                        self._clause([~boolean] if own is None else [~boolean, own])

    def _the_covered_cells_are_as_many_as_allowed(self) -> None:
        low, high = self.space.search.covered_range
        if low > 0 or high < min(len(self.space.search.grid.cells), self.space.search.total_letters):
            self._sum(list(self._letter.values()), low, high)

    def _directions_are_balanced(self) -> None:
        search = self.space.search
        least, more = divmod(len(search.words), len(search.directions))
        for name in search.directions:
            way = COMPASS.index(name)
            booleans = [
                boolean
                for word, rows in enumerate(self._placement)
                for row, boolean in rows.items()
                if self.space.direction(word)[row] == way
            ]
            self._sum(booleans, least, least + (more > 0))

    def forbid(self, found: Occurrence) -> None:
        """Refuse the letters of that occurrence in its cells, unless a placed word shows them."""
        cells = tuple(r * self.space.width + c for r, c in found.squares)
        pairs = [(cell, ord(letter)) for cell, letter in zip(cells, found.word, strict=True)]
        if all(pair in self._letter for pair in pairs):
            self._clause([*(~self._letter[pair] for pair in pairs), *self._showing(found.word, cells)])

    def _showing(self, text: str, cells: tuple[int, ...]) -> list[int]:
        """The placements that excuse an occurrence: the word's own, or, of an avoided word, those around it."""
        words = self.space.search.words
        if text in words:
            row = self.space.row_of(words.index(text), cells)
            own = None if row is None else self._placement[words.index(text)].get(row)
            return [] if own is None else [own]
        around = [w for w, word in enumerate(words) if text in word or text[::-1] in word]
        return [
            boolean
            for w in around
            for row, boolean in self._placement[w].items()
            if set(cells) <= set(self.space.cells(w)[row].tolist())
        ]

    def forbid_arrangement(self, arrangement: Arrangement) -> None:
        """Refuse exactly this arrangement."""
        self._clause([~self._placement[word][row] for word, row in enumerate(arrangement)])

    def keep_only(self, word: int, rows: set[int]) -> None:
        """Leave that word only these placements."""
        for row, boolean in self._placement[word].items():
            if row not in rows:
                self._clause([~boolean])

    def hint(self, arrangement: Arrangement) -> None:
        """Suggest where the search begins."""
        self.proto.clear_solution_hint()
        for word, rows in enumerate(self._placement):
            self.proto.solution_hint.vars.extend(list(rows.values()))
            self.proto.solution_hint.values.extend([int(row == arrangement[word]) for row in rows])

    def solve(
        self,
        parameters: Mapping[str, object],
        found: Callable[[Arrangement], bool] | None = None,
    ) -> tuple[Status, Arrangement | None]:
        """Solve with CP-SAT's parameters; ``found`` gets each solution, and stops the search by returning False.

        Raises ModelError when CP-SAT refuses a parameter.
        """
        cp_sat, settings = self._cp_sat, self._cp_sat.SatParameters()
        text = " ".join(f"{name}: {str(value).lower()}" for name, value in parameters.items())
        if not settings.merge_text_format(text):
            raise ModelError(f"CP-SAT has no such parameters: {text}")
        solver = cp_sat.SolveWrapper()
        solver.set_parameters(settings)
        if found is not None:
            listener = self._listener(found)  # kept: the solver does not
            solver.add_solution_callback(listener)
        response = solver.solve(self.proto)
        if response.status == cp_sat.CpSolverStatus.MODEL_INVALID:
            raise ModelError(f"CP-SAT refuses the model: {response.solution_info}")
        if response.status == cp_sat.CpSolverStatus.INFEASIBLE:
            return Status.INFEASIBLE, None
        if response.status == cp_sat.CpSolverStatus.UNKNOWN:
            return Status.UNKNOWN, None
        done = response.status == cp_sat.CpSolverStatus.OPTIMAL
        return Status.OPTIMAL if done else Status.SOLVED, self._arrangement(response.solution)

    def _arrangement(self, solution: Sequence[int]) -> Arrangement:
        return tuple(next(row for row, boolean in rows.items() if solution[boolean]) for rows in self._placement)

    def _listener(self, found: Callable[[Arrangement], bool]) -> Any:
        read = self._arrangement

        def heard(listener: Any) -> None:
            if not found(read(listener.Response().solution)):
                listener.StopSearch()

        return type("Listener", (self._cp_sat.SolutionCallback,), {"OnSolutionCallback": heard})()
