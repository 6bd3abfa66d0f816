"""A CP-SAT model in the making, written straight into its proto. Knows no puzzle.

Whole lists go in at once: that is several times faster than CP-SAT's own modelling classes, which also import pandas.
A *literal* is the index of a Boolean variable, or its bitwise complement for the negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ortools.sat.python import cp_model_helper as cp

LARGEST = 1 << 40
"""Bound of a sum that has none: far beyond any score."""


class Statement:
    """Variables and constraints, one method a kind; each takes Python lists of indices or literals."""

    def __init__(self) -> None:
        self.proto = cp.CpModelProto()
        self._true: int | None = None

    def booleans(self, count: int) -> int:
        """Add that many Booleans; returns the index of the first. Doubling is far faster than one by one."""
        first = len(self.proto.variables)
        block = cp.CpModelProto()
        block.variables.add().domain.extend([0, 1])
        while count:
            if count & 1:
                self.proto.merge_from(block)
            count >>= 1
            if count:
                twin = cp.CpModelProto()
                twin.copy_from(block)
                block.merge_from(twin)
        return first

    def integer(self, values: Iterable[int]) -> int:
        """Add an integer variable with these ascending values; returns its index."""
        self.proto.variables.add().domain.extend(_intervals(values))
        return len(self.proto.variables) - 1

    @property
    def true(self) -> int:
        """A literal that is always true."""
        if self._true is None:
            self._true = self.integer([1])
        return self._true

    def clause(self, literals: list[int]) -> None:
        """One of the literals is true."""
        self.proto.constraints.add().bool_or.literals.extend(literals)

    def many_clauses(self, literals: list[int], ends: list[int]) -> None:
        """Clauses one after the other, each up to the next of ``ends``."""
        add, start = self.proto.constraints.add, 0
        for end in ends:
            add().bool_or.literals.extend(literals[start:end])
            start = end

    def exactly_one(self, literals: list[int]) -> None:
        """One literal is true and no other."""
        self.proto.constraints.add().exactly_one.literals.extend(literals)

    def at_most_one(self, literals: list[int]) -> None:
        """No two of the literals are true."""
        self.proto.constraints.add().at_most_one.literals.extend(literals)

    def all_different(self, variables: Sequence[int]) -> None:
        """The integer variables take different values."""
        different = self.proto.constraints.add().all_diff
        for variable in variables:
            _refer(different.exprs.add(), variable)

    def table(self, variables: Sequence[int], values: list[int]) -> None:
        """The variables take the values of one row; ``values`` holds row after row."""
        table = self.proto.constraints.add().table
        for variable in variables:
            _refer(table.exprs.add(), variable)
        table.values.extend(values)

    def at_least(self, variables: list[int], coefficients: list[int], least: int) -> None:
        """The weighted sum is ``least`` or more."""
        self._linear(variables, coefficients, [least, LARGEST])

    def at_most(self, variables: list[int], coefficients: list[int], most: int) -> None:
        """The weighted sum is ``most`` or less."""
        self._linear(variables, coefficients, [-LARGEST, most])

    def equivalent(self, literal: int, variable: int, values: Iterable[int], others: Iterable[int]) -> None:
        """The literal is true when the integer variable has one of ``values``, false when one of ``others``."""
        for condition, domain in ((literal, values), (~literal, others)):
            constraint = self.proto.constraints.add()
            constraint.enforcement_literal.append(condition)
            constraint.linear.vars.append(variable)
            constraint.linear.coeffs.append(1)
            constraint.linear.domain.extend(_intervals(domain))

    def maximize(self, variables: list[int], coefficients: list[int], offset: int) -> None:
        """The weighted sum plus ``offset`` is to be as large as possible."""
        objective = self.proto.objective
        objective.vars.extend(variables)
        objective.coeffs.extend([-c for c in coefficients])
        objective.scaling_factor = -1.0
        objective.offset = float(-offset)

    def decide(self, literals: list[int]) -> None:
        """Search by making the first open literal true (with FIXED_SEARCH)."""
        strategy = self.proto.search_strategy.add()
        strategy.variables.extend(literals)
        kinds = cp.DecisionStrategyProto
        strategy.variable_selection_strategy = kinds.VariableSelectionStrategy.CHOOSE_FIRST
        strategy.domain_reduction_strategy = kinds.DomainReductionStrategy.SELECT_MAX_VALUE

    def _linear(self, variables: list[int], coefficients: list[int], domain: list[int]) -> None:
        linear = self.proto.constraints.add().linear
        linear.vars.extend(variables)
        linear.coeffs.extend(coefficients)
        linear.domain.extend(domain)


def _refer(expression: cp.LinearExpressionProto, variable: int) -> None:
    expression.vars.append(variable)
    expression.coeffs.append(1)


def _intervals(values: Iterable[int]) -> list[int]:
    """Ascending values as CP-SAT's domain: pairs of first and last."""
    pairs: list[int] = []
    for value in values:
        if pairs and value == pairs[-1] + 1:
            pairs[-1] = value
        else:
            pairs += [value, value]
    return pairs
