"""Two drawings of a tuning as SVG: its trials, and the held-out searches under both models. Knows no search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import accumulate

from cpfill.tuning.report import Report

WIDTH, HEIGHT, MARGIN = 640, 420, 64
BLUE, RED, GREY = "#0b5fa5", "#c9491f", "#8a8a8a"


def trials_svg(report: Report) -> str:
    """The cost of each trial, hollow where it was stopped early, and the best so far as a line."""
    costs = [trial.cost for trial in report.trials]
    across, up = _Linear(0, max(len(costs) - 1, 1)), _Log(costs)
    best = accumulate((math.inf if trial.stopped else trial.cost for trial in report.trials), min)
    path = _steps([(across(number), up(cost)) for number, cost in enumerate(best)])
    dots = [
        f'<circle cx="{across(number):.1f}" cy="{up(trial.cost):.1f}" r="3.5" stroke="{BLUE}"'
        f' fill="{"none" if trial.stopped else BLUE}"/>'
        for number, trial in enumerate(report.trials)
    ]
    line = f'<path d="{path}" fill="none" stroke="{RED}" stroke-width="1.6"/>'
    title = f"Trials of {report.default.name}; hollow: stopped early; line: the best so far"
    return _page(
        title, "trials, the first with the defaults", "deterministic seconds", [*up.grid(across=False), line, *dots]
    )


def held_out_svg(report: Report) -> str:
    """Each held-out search as a dot, default across and tuned up: below the diagonal the tuned model is better."""
    pairs = report.comparison.pairs if report.comparison else ()
    costs = [cost for pair in pairs for cost in (pair.default.cost, pair.tuned.cost)]
    across, up = _Log(costs, across=True), _Log(costs)
    low, high = up.low, up.high
    diagonal = f'<path d="M{across(low):.1f} {up(low):.1f}L{across(high):.1f} {up(high):.1f}" stroke="{GREY}"/>'
    dots = [
        f'<circle cx="{across(pair.default.cost):.1f}" cy="{up(pair.tuned.cost):.1f}" r="4" fill="{BLUE}"'
        f' fill-opacity="0.6"><title>{escape(pair.grid)}, seed {pair.seed}</title></circle>'
        for pair in pairs
    ]
    title = f"Held-out searches under {report.default.name} and tuned: below the line, tuned is better"
    names = ("default, deterministic seconds", "tuned, deterministic seconds")
    return _page(title, *names, [*across.grid(across=True), *up.grid(across=False), diagonal, *dots])


def _steps(points: Sequence[tuple[float, float]]) -> str:
    """A line through the points that changes its height only at one."""
    (x, y), *rest = points
    return f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest)


class _Linear:
    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high

    def __call__(self, value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * (value - self._low) / (self._high - self._low)


class _Log:
    """Positive values to pixels, by magnitude, between whole powers of ten."""

    def __init__(self, values: Sequence[float], across: bool = False) -> None:
        powers = [math.log10(value) for value in values] or [0.0]
        self._low, self._high = math.floor(min(powers)), math.ceil(max(powers))
        self._high += self._high == self._low
        self.low, self.high = 10.0**self._low, 10.0**self._high
        self._ends = (MARGIN, WIDTH - MARGIN) if across else (HEIGHT - MARGIN, MARGIN)

    def __call__(self, value: float) -> float:
        start, end = self._ends
        share = (math.log10(value) - self._low) / (self._high - self._low) if value < math.inf else 1.0
        return start + (end - start) * share

    def grid(self, across: bool) -> list[str]:
        """Lines and labels of the powers of ten."""
        parts = []
        for power in range(self._low, self._high + 1):
            place = self(10.0**power)
            label = f"{10.0**power:g}"
            if across:
                parts.append(f'<path d="M{place:.1f} {MARGIN}V{HEIGHT - MARGIN}" stroke="#e4e4e4"/>')
                parts.append(_text(place, HEIGHT - MARGIN + 18, label, "middle"))
            else:
                parts.append(f'<path d="M{MARGIN} {place:.1f}H{WIDTH - MARGIN}" stroke="#e4e4e4"/>')
                parts.append(_text(MARGIN - 6, place + 4, label, "end"))
        return parts


def _page(title: str, across: str, up: str, parts: Sequence[str]) -> str:
    """A drawing with its title and the names of its axes."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12"><rect width="100%" height="100%" fill="white"/>'
    )
    names = [
        _text(WIDTH / 2, 28, title, "middle"),
        _text(WIDTH / 2, HEIGHT - 20, across, "middle"),
        f'<g transform="translate(16 {HEIGHT / 2}) rotate(-90)">{_text(0, 0, up, "middle")}</g>',
    ]
    return "\n".join([head, *names, *parts, "</svg>\n"])


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
