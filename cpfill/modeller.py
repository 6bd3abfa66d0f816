"""A puzzle as a CP-SAT model: what every formulation must obey. Knows no search and no solver's answer but letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from cpfill.crossability import letter_weights
from cpfill.domains import Domains
from cpfill.formulations import formulation
from cpfill.formulations.base import Numbers, Solution, Sum
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill

Objective = Literal["total", "minimum"]


class FillModel:
    """The model of a puzzle within its domains: one method a rule.

    ``objective`` is what to make as large as possible: the total of all scores, or the lowest one. The domains must
    have a candidate for every slot and a letter for every cell. Letters determine every other variable, so that each
    fill is one solution. ``proto`` is the model for CP-SAT.
    """

    def __init__(self, domains: Domains, config: ModelConfig, objective: Objective | None = None) -> None:
        self.domains = domains
        self.puzzle = domains.puzzle
        self.formulation = formulation(config.formulation, domains)
        self.statement = self.formulation.statement
        self.proto = self.statement.proto
        self._entries_do_not_clash()
        self._words_are_placed()
        self._few_entries_score_low()
        self._every_letter_appears()
        if objective == "total":
            self._total_is_largest()
        elif objective == "minimum":
            self._lowest_score_is_largest()

    def _entries_do_not_clash(self) -> None:
        """No two entries are the same, have the same stem or share a long run, as the rules have it."""
        lengths = self.domains.tables.lengths
        if len(lengths) < 2:
            return
        for rule, by_length in self.domains.tables.clashes.by_rule.items():
            keys = [by_length[n][rows] for n, rows in zip(lengths, self.domains.candidates, strict=True)]
            self.formulation.differ(keys, number_words=rule == "repeat")

    def _words_are_placed(self) -> None:
        """Each word that must appear is the entry of some slot."""
        lengths, candidates = self.domains.tables.lengths, self.domains.candidates
        for _, length, row in self.domains.tables.placed:
            places = [
                self.formulation.choice(slot, int(np.searchsorted(candidates[slot], row)))
                for slot, n in enumerate(lengths)
                if n == length and row in candidates[slot]
            ]
            self.statement.clause(places)

    def _few_entries_score_low(self) -> None:
        """At most so many entries score below the threshold."""
        if self.puzzle.rules.max_below is None:
            return
        most, threshold = self.puzzle.rules.max_below
        low = self._summed([(scores < threshold).astype(np.int64) for scores in self._scores()])
        self.statement.at_most(low.variables, low.coefficients, most - low.offset)

    def _every_letter_appears(self) -> None:
        """In a pangram each letter of the word list is in some cell."""
        if not self.puzzle.rules.pangram:
            return
        given = set("".join(self.puzzle.grid.givens.values()))
        for letter in self.puzzle.lexicon.alphabet:
            if letter not in given:
                code = self.puzzle.vocabulary.alphabet.index(letter)
                cells = [self.formulation.letter(v, code) for v in range(len(self.puzzle.variables))]
                self.statement.clause([literal for literal in cells if literal is not None])

    def _total_is_largest(self) -> None:
        total = self._summed(self._scores())
        self.statement.maximize(total.variables, total.coefficients, total.offset)

    def _lowest_score_is_largest(self) -> None:
        scores = self._scores()
        lowest = self.statement.integer(range(min(map(min, scores)), min(map(max, scores)) + 1))
        for slot, values in enumerate(scores):
            score = self.formulation.value(slot, values)
            self.statement.at_least([*score.variables, lowest], [*score.coefficients, -1], -score.offset)
        self.statement.maximize([lowest], [1], 0)

    def _scores(self) -> list[Numbers]:
        """Per slot the score of each candidate."""
        words, lengths = self.puzzle.vocabulary, self.domains.tables.lengths
        return [
            words.scores(n)[rows].astype(np.int64) for n, rows in zip(lengths, self.domains.candidates, strict=True)
        ]

    def _summed(self, values: list[Numbers]) -> Sum:
        """What all slots' choices are worth together."""
        parts = [self.formulation.value(slot, numbers) for slot, numbers in enumerate(values)]
        return Sum(
            [v for part in parts for v in part.variables],
            [c for part in parts for c in part.coefficients],
            sum(part.offset for part in parts),
        )

    def guide(self, seed: int, noise: float) -> None:
        """Tell CP-SAT in which order to decide letters, for FIXED_SEARCH: cells slot by slot, and in each cell the
        letters by how many candidates of its slots have them, with seeded Gumbel noise on the logarithm."""
        weights = letter_weights(self.domains)
        weights += noise * np.random.default_rng(seed).gumbel(size=weights.shape)
        order = dict.fromkeys(int(v) for variables in self.puzzle.slot_variables for v in variables)
        literals = [self.formulation.letter(v, int(c)) for v in order for c in np.argsort(-weights[v], kind="stable")]
        self.statement.decide([literal for literal in literals if literal is not None])

    def hint(self, fill: Fill) -> None:
        """Tell CP-SAT to start from a fill."""
        hint = self.proto.solution_hint
        self.proto.clear_solution_hint()
        alphabet = self.puzzle.vocabulary.alphabet
        for variable, (cell, place) in enumerate(self.puzzle.variables):
            literal = self.formulation.letter(variable, alphabet.index(fill.letters[cell][place]))
            if literal is not None:
                hint.vars.append(literal)
                hint.values.append(1)

    def fills(self, solution: Solution) -> Iterator[Fill]:
        """The fills that a solution of the model stands for: here one, since all letters are decided."""
        yield Fill.from_codes(self.puzzle, self.formulation.codes(solution))
