"""Paired comparison of positive figures: a signed-rank test and a bootstrap interval. Knows not what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import numpy as np
import numpy.typing as npt

DRAWS = 10_000
"""Resamples of the bootstrap."""
_EXACT = 200
"""Pairs up to which the test's distribution is computed; beyond, the normal one is as good."""

Floats = npt.NDArray[np.float64]


def signed_rank(differences: Sequence[float]) -> float:
    """The probability of differences at least that much below zero if their signs were tosses of a coin.

    Wilcoxon's test (Biometrics Bulletin, 1945), one-sided; zeros are left out, and ties share their mean rank. The
    distribution is exact, also under ties: all signs of the ranks that there are. Without a difference it is 1.
    """
    values = np.array([d for d in differences if d != 0.0])
    if not len(values):
        return 1.0
    doubled = _doubled_ranks(np.abs(values))
    positive = int(doubled[values > 0].sum())
    if len(values) > _EXACT:
        spread = sqrt(float((doubled.astype(float) ** 2).sum()) / 4)
        return 0.5 * erfc((doubled.sum() / 2 - positive) / spread / sqrt(2))
    chances = np.zeros(int(doubled.sum()) + 1)
    chances[0] = 1.0
    for rank in doubled.tolist():
        chances[rank:] = (chances[rank:] + chances[: len(chances) - rank]) / 2
        chances[:rank] /= 2
    return float(min(chances[: positive + 1].sum(), 1.0))


def _doubled_ranks(sizes: Floats) -> npt.NDArray[np.int64]:
    """Twice each size's rank from 1 up; ties share their mean rank, so that doubled ranks are whole."""
    ordered = np.sort(sizes)
    first = np.searchsorted(ordered, sizes, side="left")
    last = np.searchsorted(ordered, sizes, side="right")
    return np.asarray(first + last + 1, dtype=np.int64)


def mean_interval(values: Sequence[float], seed: int = 0, level: float = 0.95) -> tuple[float, float]:
    """The bootstrap's percentile interval for the mean, shape (2,); equal ends for a single value."""
    sample = np.asarray(values, dtype=float)
    draws = np.random.default_rng(seed).integers(len(sample), size=(DRAWS, len(sample)))
    means = np.sort(sample[draws].mean(axis=1))
    tail = (1 - level) / 2
    return float(np.quantile(means, tail)), float(np.quantile(means, 1 - tail))
