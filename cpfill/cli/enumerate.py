"""cpfill enumerate: many fills of a grid. Knows no engine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import GridPath, JsonFlag, QuietFlag, RuleOptions, WordOptions, read_puzzle
from cpfill.cli.screen import Screen, answer
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.enumeration import Enumeration, Fills
    from cpfill.formats.fill_lines import FillLines
    from cpfill.puzzle import Fill, Puzzle
    from cpfill.result import Progress

Order = Literal["all", "count", "best"]
Write = Callable[[str], None]

_WHICH, _OUTPUT = "Which fills", "Output"
_JSON_ENDINGS = (".json", ".jsonl", ".ndjson")

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class WhichOptions:
    """Which fills are wanted, and how many."""

    every: Annotated[
        bool, Option("--all", rich_help_panel=_WHICH, help="Every fill once, with a proof that there are no others.")
    ] = False
    count: Annotated[
        int | None, Option(min=1, metavar="N", rich_help_panel=_WHICH, help="N fills by seed that share few entries.")
    ] = None
    best: Annotated[
        bool, Option("--best", rich_help_panel=_WHICH, help="Fills by falling total score, each proved the best left.")
    ] = False
    limit: Annotated[
        int | None, Option(min=1, metavar="N", rich_help_panel=_WHICH, help="With --all or --best: stop after N fills.")
    ] = None
    min_difference: Annotated[
        int | None,
        Option(min=1, metavar="K", rich_help_panel=_WHICH, help="With --count: any two differ in K slots or more."),
    ] = None
    count_only: Annotated[
        bool, Option("--count-only", rich_help_panel=_WHICH, help="Only count all fills; regions are multiplied.")
    ] = False
    seed: Annotated[
        int, Option(min=0, max=2**31 - 1, metavar="N", rich_help_panel=_WHICH, help="With --count: another seed.")
    ] = 0
    time_limit: Annotated[
        float | None, Option(min=0.0, metavar="SECONDS", rich_help_panel=_WHICH, help="Stop after that.")
    ] = None

    @property
    def order(self) -> Order:
        """Which of the ways was chosen. Raises InputError unless it is exactly one, with options that go with it."""
        orders: dict[Order, bool] = {"all": self.every, "count": self.count is not None, "best": self.best}
        chosen: list[Order] = [name for name, wanted in orders.items() if wanted]
        if self.count_only and not chosen:
            chosen = ["all"]
        if len(chosen) != 1:
            raise InputError("say which fills: one of --all, --count N and --best")
        if self.min_difference is not None and chosen != ["count"]:
            raise InputError("--min-difference goes with --count N")
        if self.limit is not None and chosen == ["count"]:
            raise InputError("--limit goes with --all and --best; --count N stops by itself")
        if self.count_only and (chosen != ["all"] or self.limit is not None):
            raise InputError("--count-only counts all fills; leave out --count, --best and --limit")
        return chosen[0]


@dataclass(frozen=True)
class GoalOptions:
    """Where the fills go."""

    output: Annotated[
        str | None,
        Option(
            "--output", "-o", metavar="FILE", rich_help_panel=_OUTPUT,
            help="Write the fills here as they are found; JSON lines where it ends in .json or .jsonl.",
        ),
    ] = None  # fmt: skip
    resume: Annotated[
        str | None,
        Option(metavar="FILE", rich_help_panel=_OUTPUT, help="Go on from an earlier run's JSON lines, in that file."),
    ] = None
    json: JsonFlag = False
    quiet: QuietFlag = False

    @property
    def as_json(self) -> bool:
        """Whether fills are JSON lines."""
        return self.json or self.resume is not None or (self.output or "").endswith(_JSON_ENDINGS)

    def check(self, which: WhichOptions) -> None:
        """Raises InputError for options that do not go together."""
        if self.resume is None:
            return
        if which.best or which.count_only:
            raise InputError("--resume goes with --all and --count N")
        if self.output is not None:
            raise InputError("--resume appends to its own file; leave out -o")


@app.command(name="enumerate", epilog="Example: cpfill enumerate grid.txt --words words.txt --all -o fills.jsonl")
@grouped
def enumerate_grid(
    grid: GridPath, words: WordOptions, rules: RuleOptions, which: WhichOptions, goal: GoalOptions
) -> None:
    """Find many fills of a grid: all of them, distinct ones by seed, or the best first.

    Exit codes: 0 fills found, 1 nothing fits, 2 bad input, 3 limit reached without a fill, 130 interrupted.
    """
    from cpfill.formats import read_grid

    order = which.order
    goal.check(which)
    screen = Screen(goal.quiet)
    puzzle = read_puzzle(read_grid(grid), words, rules, screen)
    earlier = _earlier(goal.resume, puzzle, order)
    with screen.progress() as progress, _destination(goal, earlier) as write:
        figures: dict[str, float] = {}
        if which.count_only:
            ended = _count(puzzle, which, progress)
        else:
            ended, figures = _Stream(puzzle, which, goal, write).run(order, earlier, progress)
        if goal.as_json:
            write(json.dumps(_summary(ended, figures)) + "\n")
        elif which.count_only:
            write(f"{ended.count}\n")
    screen.note(_sentence(ended, figures))
    raise typer.Exit(_exit_code(ended))


def _earlier(path: str | None, puzzle: Puzzle, order: Order) -> FillLines | None:
    if path is None:
        return None
    from cpfill.formats.fill_lines import FillLines

    return FillLines(path, puzzle, order)


@contextmanager
def _destination(goal: GoalOptions, earlier: FillLines | None) -> Iterator[Write]:
    """What writes text to where the options want it, at once."""
    if earlier is None and goal.output in (None, "-"):
        yield lambda text: answer(text.removesuffix("\n"))
        return
    from cpfill.formats.files import write_bytes

    path = earlier.path if earlier else str(goal.output)
    if earlier is None:
        write_bytes(path, b"")
    with earlier.reopen() if earlier else open(path, "ab") as file:

        def write(text: str) -> None:
            try:
                file.write(text.encode())
                file.flush()
            except OSError as error:
                raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None

        yield write


def _count(puzzle: Puzzle, which: WhichOptions, progress: Progress) -> Enumeration:
    from cpfill.enumeration import count_fills

    return count_fills(puzzle, time_limit=which.time_limit, progress=progress)


class _Stream:
    """Fills on their way from the search to the file."""

    def __init__(self, puzzle: Puzzle, which: WhichOptions, goal: GoalOptions, write: Write) -> None:
        self._puzzle, self._which, self._goal, self._write = puzzle, which, goal, write
        self._kept: list[Fill] = []
        self._started = time.perf_counter()

    def run(self, order: Order, earlier: FillLines | None, progress: Progress) -> tuple[Enumeration, dict[str, float]]:
        """Write every fill as it is found; how it ended and, for distinct fills, how different they are."""
        from cpfill.enumeration import Variety
        from cpfill.formats.fill_lines import fingerprint

        same = {"model": "default", "seed": self._which.seed, "engine": "dive", "bound": None, "reason": ""}
        same["puzzle"] = fingerprint(self._puzzle, order)
        fills = self._fills(order, earlier, progress)
        interrupted = False
        try:
            for number, fill in enumerate(fills):
                if order == "count":
                    self._kept.append(fill)
                self._write(self._json(fill, same) if self._goal.as_json else _text(fill, number))
        except KeyboardInterrupt:
            interrupted = True
        ended = fills.summary()
        figures = asdict(Variety.of(self._kept)) if order == "count" else {}
        return replace(ended, reason="interrupted") if interrupted else ended, figures

    def _fills(self, order: Order, earlier: FillLines | None, progress: Progress) -> Fills:
        which, puzzle = self._which, self._puzzle
        if order == "best":
            from cpfill.ranking import ranked_fills

            return ranked_fills(puzzle, limit=which.limit, time_limit=which.time_limit, progress=progress)
        from cpfill.enumeration import enumerate_fills, sample_fills

        if order == "all":
            after, found = (earlier.last, earlier.count) if earlier else (None, 0)
            return enumerate_fills(
                puzzle, limit=which.limit, time_limit=which.time_limit, after=after, found=found, progress=progress
            )
        self._kept = list(earlier.fills()) if earlier else []
        return sample_fills(
            puzzle,
            which.count or 0,
            seed=which.seed,
            min_difference=which.min_difference or 1,
            earlier=self._kept,
            time_limit=which.time_limit,
            progress=progress,
        )

    def _json(self, fill: Fill, same: Mapping[str, Any]) -> str:
        from cpfill.formats.fill_lines import fill_line

        seconds = round(time.perf_counter() - self._started, 6)
        return fill_line(fill, {**same, "seconds": {"total": seconds}}) + "\n"


def _text(fill: Fill, number: int) -> str:
    """The grid as rows, with an empty line before all but the first."""
    return "\n" * (number > 0) + "".join(f"{row}\n" for row in fill.rows)


def _summary(ended: Enumeration, figures: Mapping[str, float]) -> dict[str, Any]:
    """The last line; for distinct fills with the entries that two share on average, and the different words."""
    shown = {"complete": ended.complete, "count": ended.count, "seconds": round(ended.seconds, 6)}
    return {**shown, "reason": ended.reason, **{name: round(value, 3) for name, value in figures.items()}}


def _sentence(ended: Enumeration, figures: Mapping[str, float]) -> str:
    proof = "complete: there are no others" if ended.complete else ended.reason or "as many as asked for"
    variety = ""
    if figures:
        variety = f"; two fills share {figures['shared']:.1f} entries on average; {figures['words']:,} different words"
    return f"{ended.count:,} fill{'s' * (ended.count != 1)} in {ended.seconds:.2f} s ({proof}){variety}"


def _exit_code(ended: Enumeration) -> int:
    if ended.reason == "interrupted":
        return 130
    if ended.count:
        return 0
    return 1 if ended.complete else 3
