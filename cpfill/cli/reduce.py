"""cpfill reduce: what cyclic reduction leaves of a puzzle. Knows no engine."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer

if TYPE_CHECKING:
    from cpfill.probing import Depth
    from cpfill.reduction import Cycle, Domains, Reduction

app = typer.Typer(add_completion=False)


class ProbeChoice(StrEnum):
    """How far each trial of a letter or word is followed."""

    NONE = "none"
    FAST = "fast"
    FULL = "full"


@app.command(epilog='Example: cpfill reduce grid.txt --words words.txt --entry "1-Across=QUIZ"')
@grouped
def reduce(
    grid: GridPath,
    words: WordOptions,
    rules: RuleOptions,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw how free each cell still is: letters left, candidates.")
    ] = None,
    probe: Annotated[
        ProbeChoice, typer.Option(help="Try letters and words one by one too, with one cycle after each or all.")
    ] = ProbeChoice.NONE,
    as_json: JsonFlag = False,
    quiet: QuietFlag = False,
) -> None:
    """Show what reduction leaves: each cycle's tests, decided letters, candidates per slot.

    Exit codes: 0, 1 when the reduction proves that nothing fits, 2 bad input.
    """
    from cpfill import probing
    from cpfill.formats import read_grid
    from cpfill.reduction import Domains, reduce

    screen = Screen(quiet)
    domains = Domains.of(read_puzzle(read_grid(grid), words, rules, screen))
    reduction = reduce(domains) if probe is ProbeChoice.NONE else probing.probe(domains, cast("Depth", probe.value))
    if svg is not None:
        from cpfill.formats.files import write_bytes
        from cpfill.rendering.heat import freedom_svg

        write_bytes(svg, freedom_svg(reduction.domains).encode())
    shown = report(reduction)
    answer(json.dumps(shown, ensure_ascii=False) if as_json else _page(shown))
    if reduction.contradiction is not None:
        screen.note(f"infeasible: {reduction.contradiction}")
    raise typer.Exit(0 if reduction.contradiction is None else 1)


def report(reduction: Reduction) -> dict[str, Any]:
    """What ``--json`` prints: status, grid, cycles, slots and, when nothing fits, the reason."""
    return {
        "status": "reduced" if reduction.contradiction is None else "infeasible",
        "grid": _decided_rows(reduction.domains),
        "cycles": [{"cycle": cycle.number, "steps": _steps(cycle)} for cycle in reduction.cycles],
        "slots": _slots(reduction.domains),
        "reason": reduction.contradiction or "",
    }


def _steps(cycle: Cycle) -> list[dict[str, Any]]:
    return [
        {
            "test": step.test,
            "letters": sum(removed.bit_count() for removed in step.letters.values()),
            "candidates": sum(step.candidates.values()),
        }
        for step in cycle.steps
    ]


def _slots(domains: Domains) -> list[dict[str, Any]]:
    return [
        {"slot": slot.name, "pattern": domains.pattern(slot), "candidates": len(domains.candidates[slot.index])}
        for slot in domains.puzzle.grid.slots
    ]


def _decided_rows(domains: Domains) -> list[str]:
    puzzle = domains.puzzle
    found = {
        cell: puzzle.vocabulary.alphabet[int(mask).bit_length() - 1]
        for (cell, place), mask in zip(puzzle.variables, domains.letters.tolist(), strict=True)
        if int(mask).bit_count() == 1 and place == 0
    }
    return puzzle.grid.rows(found)


def _page(shown: dict[str, Any]) -> str:
    lines = [*shown["grid"], ""]
    lines += [
        f"cycle {cycle['cycle']}: {step['test']} removed {step['letters']:,} letters"
        f" and {step['candidates']:,} candidates"
        for cycle in shown["cycles"]
        for step in cycle["steps"]
    ]
    lines.append("")
    width = max((len(slot["slot"]) for slot in shown["slots"]), default=0)
    longest = max((len(slot["pattern"]) for slot in shown["slots"]), default=0)
    lines += [
        f"{slot['slot']:<{width}}  {slot['pattern']:<{longest}}  {slot['candidates']:>9,}" for slot in shown["slots"]
    ]
    return "\n".join(lines)
