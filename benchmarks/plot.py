"""Line plots as SVG, with logarithmic axes where asked. Knows nothing of what is measured."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 820, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 230, 30, 55
COLOURS = ("#0b5fa5", "#c9491f", "#2c8a3f", "#7b3fa0", "#9a7400", "#00838a", "#b0266b", "#5b5b5b")


def line_plot(
    lines: Mapping[str, Points], title: str, across: str, up: str, *, log_across: bool = False, log_up: bool = True
) -> str:
    """A plot of named lines through (x, y) points, with a legend at the right."""
    points = [point for line in lines.values() for point in line]
    x_axis = _Axis([x for x, _ in points], LEFT, WIDTH - RIGHT, log_across)
    y_axis = _Axis([y for _, y in points], HEIGHT - BOTTOM, TOP, log_up)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12"><rect width="100%" height="100%" fill="white"/>',
        _text(LEFT, 18, title, 'font-size="14" font-weight="bold"'),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, 'text-anchor="middle"'),
        f'<g transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2:.1f}) rotate(-90)">',
        _text(0, 0, up, 'text-anchor="middle"') + "</g>",
    ]
    for value in x_axis.ticks:
        x = x_axis.place(value)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e4e4e4"/>')
        parts.append(_text(x, HEIGHT - BOTTOM + 16, f"{value:g}", 'text-anchor="middle"'))
    for value in y_axis.ticks:
        y = y_axis.place(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e4e4e4"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{value:g}", 'text-anchor="end"'))
    for number, (name, line) in enumerate(lines.items()):
        parts += _line(number, name, [(x_axis.place(x), y_axis.place(y)) for x, y in line])
    return "\n".join([*parts, "</svg>\n"])


class _Axis:
    """Values to pixels; the ends are rounded so that all values lie inside."""

    def __init__(self, values: Sequence[float], start: float, end: float, log: bool) -> None:
        self._log, self._start, self._end = log, start, end
        if log:
            positive = [value for value in values if value > 0] or [1.0]
            low, high = math.floor(math.log10(min(positive))), math.ceil(math.log10(max(positive)))
            high += high == low
            self._low, self._high = float(low), float(high)
            self.ticks = [10.0**power for power in range(low, high + 1)]
        else:
            top = max(values, default=1.0) or 1.0
            step = 10 ** math.floor(math.log10(top))
            step = next(part for part in (step / 5, step / 2, step, step * 2) if top / part <= 8)
            count = math.ceil(top / step)
            self._low, self._high = 0.0, count * step
            self.ticks = [index * step for index in range(count + 1)]

    def place(self, value: float) -> float:
        scaled = math.log10(max(value, 10**self._low)) if self._log else value
        return self._start + (self._end - self._start) * (scaled - self._low) / (self._high - self._low)


def _line(number: int, name: str, places: list[tuple[float, float]]) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    dash = ' stroke-dasharray="5 3"' if number >= len(COLOURS) else ""
    legend = TOP + 12 + 18 * number
    x = WIDTH - RIGHT + 14
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>' for x, y in places]
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>',
        *dots,
        f'<path d="M{x} {legend - 4}h18" stroke="{colour}" stroke-width="3"{dash}/>',
        _text(x + 24, legend, name),
    ]


def _text(x: float, y: float, text: str, style: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
