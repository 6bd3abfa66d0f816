"""The paired comparison, against all signs tried one by one."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.tuning.statistics import mean_interval, signed_rank


def tried(differences: list[float]) -> float:
    """The same probability from the definition: the share of all signs with no more rank above zero."""
    values = [d for d in differences if d]
    sizes = sorted(abs(d) for d in values)
    rank = {size: sizes.index(size) + 1 + (sizes.count(size) - 1) / 2 for size in sizes}
    seen = sum(rank[abs(d)] for d in values if d > 0)
    sums = [sum(rank[abs(d)] for d, up in zip(values, signs, strict=True) if up) for signs in signs_of(len(values))]
    return sum(one <= seen for one in sums) / len(sums)


def signs_of(count: int) -> list[tuple[bool, ...]]:
    return list(product([False, True], repeat=count))


@given(st.lists(st.integers(-4, 4), max_size=9))
def test_the_signed_rank_test_counts_all_signs(differences: list[int]) -> None:
    assert signed_rank([float(d) for d in differences]) == pytest.approx(tried([float(d) for d in differences]))


def test_five_gains_of_five_are_one_chance_in_thirty_two() -> None:
    assert signed_rank([-1.0, -2.0, -3.0, -4.0, -5.0]) == pytest.approx(1 / 32)


def test_the_normal_distribution_takes_over_smoothly() -> None:
    few, many = [(-1.0) ** i * (i + 3) for i in range(200)], [(-1.0) ** i * (i + 3) for i in range(202)]
    assert signed_rank(few) == pytest.approx(signed_rank(many), abs=0.01)


def test_the_interval_holds_the_mean_and_repeats() -> None:
    low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert 1.0 <= low < 2.5 < high <= 4.0
    assert mean_interval([1.0, 2.0, 3.0, 4.0]) == (low, high)
    assert mean_interval([2.0]) == (2.0, 2.0)
