"""The clauses on the bits of checked letters, as a CP-SAT model. Knows no rule but what the clauses state."""

from __future__ import annotations

import numpy as np

from cpfill.domains import Domains
from cpfill.formulations.base import Solution
from cpfill.formulations.clauses import BinaryClauses
from cpfill.formulations.statement import Statement

CHUNK = 20_000
"""Clauses handed over at a time, so that few numbers are in memory as Python objects."""


class Binary:
    """Pigden and King's compilation: nothing but clauses, few variables and many clauses."""

    def __init__(self, domains: Domains) -> None:
        self.statement = Statement()
        self.domains = domains
        self.encoding = BinaryClauses(domains)
        self.open = ~self.encoding.checked
        self.statement.booleans(self.encoding.count)
        literals, offsets = self.encoding.clauses.literals, self.encoding.clauses.offsets
        for first in range(0, len(self.encoding.clauses), CHUNK):
            ends = offsets[first : first + CHUNK + 1]
            part = literals[ends[0] : ends[-1]]
            indices = np.where(part > 0, part - 1, part)
            self.statement.many_clauses(indices.tolist(), (ends[1:] - ends[0]).tolist())

    def letter(self, variable: int, code: int) -> int | None:
        """None: a letter is several bits."""
        return None

    def codes(self, solution: Solution) -> list[int]:
        """The letter code of each variable of the puzzle in a solution, or -1 where it is open."""
        width = self.encoding.width
        found = []
        for first in self.encoding.first.tolist():
            bits = [solution(first - 1 + bit) for bit in range(width)] if first else []
            found.append(sum(value << (width - 1 - bit) for bit, value in enumerate(bits)) if first else -1)
        return found

    def excluding(self, codes: list[int]) -> list[int]:
        """The clause that no solution with these letters satisfies."""
        width = self.encoding.width
        return [
            ~(first - 1 + bit) if code >> (width - 1 - bit) & 1 else first - 1 + bit
            for first, code in zip(self.encoding.first.tolist(), codes, strict=True)
            if first
            for bit in range(width)
        ]
