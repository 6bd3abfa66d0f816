"""Counts the solutions of what reduction left, with CP-SAT. Knows no reduction, probing or trace."""

from __future__ import annotations

from ortools.sat.python import cp_model

from cpfill.fill_in.choices import Choices, bits
from cpfill.fill_in.puzzle import FillInSolution
from cpfill.fill_in.search import Count

PARAMETERS = {"num_workers": 1, "cp_model_presolve": False, "cp_model_probing_level": 0, "symmetry_level": 0}
"""One worker: with more, CP-SAT's enumeration misses solutions."""


class FillInModel:
    """One literal for each choice of each slot and each letter of each crossing.

    Every slot has exactly one word, every word exactly as many slots as it is listed, every crossing one letter.
    """

    def __init__(self, choices: Choices) -> None:
        self.tables = choices.tables
        self.model = cp_model.CpModel()
        self.literals = [{bit: self.model.new_bool_var("") for bit in bits(words)} for words in choices.left]
        self._every_slot_has_one_word()
        self._every_word_has_its_slots()
        self._crossing_words_agree()

    def _every_slot_has_one_word(self) -> None:
        for words in self.literals:
            self.model.add_exactly_one(words.values())

    def _every_word_has_its_slots(self) -> None:
        for n, copies in self.tables.copies.items():
            for bit, often in enumerate(copies):
                homes = [self.literals[s][bit] for s in self.tables.slots_of[n] if bit in self.literals[s]]
                if often == 1:
                    self.model.add_exactly_one(homes)
                else:
                    self.model.add(sum(homes) == often)

    def _crossing_words_agree(self) -> None:
        for meeting in self.tables.meetings:
            letters = []
            for _, with_one, with_other in meeting.letters:
                letter = self.model.new_bool_var("")
                letters.append(letter)
                for slot, with_letter in ((meeting.across, with_one), (meeting.down, with_other)):
                    having = [literal for bit, literal in self.literals[slot].items() if with_letter >> bit & 1]
                    self.model.add_bool_or([*having, letter.negated()])
                    for literal in having:
                        self.model.add_implication(literal, letter)
            self.model.add_exactly_one(letters)

    def solution(self, value: cp_model.CpSolverSolutionCallback) -> FillInSolution:
        """The solution that a callback sees."""
        words = [
            self.tables.word(s, 1 << next(bit for bit, literal in words.items() if value.boolean_value(literal)))
            for s, words in enumerate(self.literals)
        ]
        return FillInSolution.from_words(self.tables.puzzle, words)


class _Counter(cp_model.CpSolverSolutionCallback):
    """Keeps the first solution and counts the others."""

    def __init__(self, model: FillInModel, limit: int | None) -> None:
        super().__init__()
        self.model, self.limit, self.found = model, limit, 0
        self.first: FillInSolution | None = None

    def on_solution_callback(self) -> None:
        """Called by CP-SAT with each solution."""
        self.found += 1
        self.first = self.first or self.model.solution(self)
        if self.found == self.limit:
            self.stop_search()


def count(choices: Choices, limit: int | None, time_limit: float | None = None) -> Count:
    """Count solutions, all or up to ``limit``, within ``time_limit`` seconds."""
    model = FillInModel(choices)
    solver = cp_model.CpSolver()
    for name, value in PARAMETERS.items():
        setattr(solver.parameters, name, value)
    solver.parameters.enumerate_all_solutions = True
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = time_limit
    counter = _Counter(model, limit)
    status = solver.solve(model.model, counter)
    complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and counter.found != limit
    return Count(counter.first, counter.found, complete)
