"""A puzzle as a CP-SAT model: what every formulation must obey. Knows no search and no solver's answer but letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from cpfill.crossability import letter_weights
from cpfill.domains import Domains
from cpfill.errors import ModelError
from cpfill.fleshing import all_fleshed, flesh_out
from cpfill.formulations import formulation
from cpfill.formulations.base import Numbers, Solution, Sum, WordFormulation
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Fill, Mask

Objective = Literal["total", "minimum"]


class FillModel:
    """The model of a puzzle within its domains: one method a rule.

    ``objective`` is what to make as large as possible: the total of all scores, or the lowest one. The domains must
    be as :func:`cpfill.reduction.reduce` leaves them, without a contradiction. The letters that are stated determine
    every other variable, so that each choice of them is one solution. ``proto`` is the model for CP-SAT. Raises
    ModelError for an objective with a formulation that leaves letters open.
    """

    def __init__(self, domains: Domains, config: ModelConfig, objective: Objective | None = None) -> None:
        self.domains = domains
        self.puzzle = domains.puzzle
        self.formulation = formulation(config.formulation, domains)
        self.statement = self.formulation.statement
        self.proto = self.statement.proto
        self.says_all = isinstance(self.formulation, WordFormulation) and not self.formulation.open.any()
        if isinstance(self.formulation, WordFormulation):
            self._entries_do_not_clash(self.formulation)
            self._words_are_placed(self.formulation)
            self._few_entries_score_low(self.formulation)
            self._every_letter_appears()
        if objective is not None:
            self._scores_are_largest(objective, config.formulation)

    def _entries_do_not_clash(self, words: WordFormulation) -> None:
        """No two entries are the same, have the same stem or share a long run, as the rules have it."""
        lengths = self.domains.tables.lengths
        if len(lengths) < 2:
            return
        for rule, by_length in self.domains.tables.clashes.by_rule.items():
            keys = [by_length[n][rows] for n, rows in zip(lengths, self.domains.candidates, strict=True)]
            words.differ(keys, number_words=rule == "repeat")

    def _words_are_placed(self, words: WordFormulation) -> None:
        """Each word that must appear is the entry of some slot."""
        lengths, candidates = self.domains.tables.lengths, self.domains.candidates
        for _, length, row in self.domains.tables.placed:
            places = [
                words.choice(slot, int(np.searchsorted(candidates[slot], row)))
                for slot, n in enumerate(lengths)
                if n == length and row in candidates[slot]
            ]
            self.statement.clause(places)

    def _few_entries_score_low(self, words: WordFormulation) -> None:
        """At most so many entries score below the threshold."""
        if self.puzzle.rules.max_below is None:
            return
        most, threshold = self.puzzle.rules.max_below
        low = self._summed(words, [(scores < threshold).astype(np.int64) for scores in self._scores()])
        self.statement.at_most(low.variables, low.coefficients, most - low.offset)

    def _every_letter_appears(self) -> None:
        """In a pangram each letter of the word list is in some cell, unless an open one may have it."""
        if not self.puzzle.rules.pangram:
            return
        given = set("".join(self.puzzle.grid.givens.values()))
        for letter in self.puzzle.lexicon.alphabet:
            code = self.puzzle.vocabulary.alphabet.index(letter)
            can = self.domains.letters >> np.uint64(code) & np.uint64(1) == 1
            if letter not in given and not (can & self.formulation.open).any():
                literals = [self.formulation.letter(v, code) for v in np.flatnonzero(can).tolist()]
                self.statement.clause([literal for literal in literals if literal is not None])

    def _scores_are_largest(self, objective: Objective, name: str) -> None:
        """The total, or the lowest score, is as large as can be."""
        words = self.formulation
        if not isinstance(words, WordFormulation) or not self.says_all:
            raise ModelError(f"the formulation {name!r} leaves entries open and cannot maximize; use literals or table")
        if objective == "total":
            total = self._summed(words, self._scores())
            self.statement.maximize(total.variables, total.coefficients, total.offset)
            return
        scores = self._scores()
        lowest = self.statement.integer(range(min(map(min, scores)), min(map(max, scores)) + 1))
        for slot, values in enumerate(scores):
            score = words.value(slot, values)
            self.statement.at_least([*score.variables, lowest], [*score.coefficients, -1], -score.offset)
        self.statement.maximize([lowest], [1], 0)

    def _scores(self) -> list[Numbers]:
        """Per slot the score of each candidate."""
        words, lengths = self.puzzle.vocabulary, self.domains.tables.lengths
        return [
            words.scores(n)[rows].astype(np.int64) for n, rows in zip(lengths, self.domains.candidates, strict=True)
        ]

    def _summed(self, words: WordFormulation, values: list[Numbers]) -> Sum:
        """What all slots' choices are worth together."""
        parts = [words.value(slot, numbers) for slot, numbers in enumerate(values)]
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
        if stated := [literal for literal in literals if literal is not None]:
            self.statement.decide(stated)

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

    def fill(self, solution: Solution) -> Fill | None:
        """A fill that a solution of the model stands for; None when open letters cannot be chosen to fit."""
        codes = self.formulation.codes(solution)
        if self.says_all:
            return Fill.from_codes(self.puzzle, codes)
        return flesh_out(self.domains, self._masks(codes))

    def fills(self, solution: Solution) -> Iterator[Fill]:
        """All fills that a solution of the model stands for."""
        codes = self.formulation.codes(solution)
        if self.says_all:
            yield Fill.from_codes(self.puzzle, codes)
        else:
            yield from all_fleshed(self.domains, self._masks(codes))

    def exclude(self, solution: Solution) -> None:
        """Add that the letters of this solution are not those of any other."""
        self.statement.clause(self.formulation.excluding(self.formulation.codes(solution)))

    def _masks(self, codes: list[int]) -> Mask:
        """The letters left per variable: one where stated."""
        stated = np.array([1 << code if code >= 0 else 0 for code in codes], dtype=np.uint64)
        return np.where(self.formulation.open, self.domains.letters, stated)
