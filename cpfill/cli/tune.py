"""cpfill tune: better parameters from real grids. Knows no optimiser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cpfill.cli.bar import Show, bar
from cpfill.cli.grouping import grouped
from cpfill.cli.options import JsonFlag, QuietFlag, SearchOptions, WordOptions
from cpfill.cli.screen import Screen, answer
from cpfill.errors import InputError

if TYPE_CHECKING:
    from cpfill.parameters import ModelConfig
    from cpfill.puzzle import Puzzle
    from cpfill.result import Progress
    from cpfill.tuning import Report, Space

_QUESTION, _TUNING, _OUTPUT = "Question", "Tuning", "Output"
NOT_BETTER = 1
"""Exit code when no model was shown to be better."""

app = typer.Typer(add_completion=False)


@dataclass(frozen=True)
class QuestionOptions:
    """What is tuned, and for which puzzles."""

    grids: Annotated[
        Path,
        Option(metavar="FOLDER", rich_help_panel=_QUESTION, help="A folder of grids, in any format that can be read."),
    ]
    model: Annotated[
        str, Option(metavar="NAME|FILE.toml", rich_help_panel=_QUESTION, help="The model to start from.")
    ] = "default"
    settings: Annotated[
        list[str] | None,
        Option("--set", metavar="PARAMETER=VALUE", rich_help_panel=_QUESTION, help="Override a parameter of it."),
    ] = None
    min_score: Annotated[
        int | None, Option(metavar="N", rich_help_panel=_QUESTION, help="Use words that score N or more; 50 if none.")
    ] = None

    def config(self) -> ModelConfig:
        """The model to start from, with the overrides."""
        return SearchOptions(self.model, self.settings).config()

    def puzzles(self, words: WordOptions, screen: Screen) -> dict[str, Puzzle]:
        """The folder's puzzles by file name."""
        from cpfill.formats import FORMATS, read_grid
        from cpfill.puzzle import Puzzle
        from cpfill.rules import DEFAULT_MIN_SCORE, Rules

        if not self.grids.is_dir():
            raise InputError(f"{self.grids}: is no folder; give one that holds grids")
        endings = {ending for form in FORMATS if form.reads for ending in form.endings}
        files = sorted(path for path in self.grids.iterdir() if path.suffix.lower() in endings and path.is_file())
        if not files:
            raise InputError(f"{self.grids}: holds no grid; their names end in {', '.join(sorted(endings))}")
        lexicon = words.read(screen)
        rules = Rules(min_score=DEFAULT_MIN_SCORE if self.min_score is None else self.min_score)
        return {path.name: Puzzle(read_grid(path), lexicon, rules) for path in files}


@dataclass(frozen=True)
class TuningOptions:
    """How to search for parameters."""

    trials: Annotated[
        int, Option(min=1, metavar="N", rich_help_panel=_TUNING, help="Settings to try, the model's own first.")
    ] = 50
    space: Annotated[
        str | None,
        Option(
            metavar="NAME|FILE.toml",
            rich_help_panel=_TUNING,
            help="What may change: dive, cp-sat, or a file like those in models/spaces; by the model's engines.",
        ),
    ] = None
    keep: Annotated[
        list[str] | None,
        Option(metavar="PARAMETER", rich_help_panel=_TUNING, help="Leave one as it is: model.formulation; repeatable."),
    ] = None
    seeds: Annotated[int, Option(min=1, metavar="N", rich_help_panel=_TUNING, help="Searches of each grid.")] = 3
    budget: Annotated[
        float,
        Option(
            min=0.001,
            metavar="SECONDS",
            rich_help_panel=_TUNING,
            help="Deterministic seconds of a search; one that has not decided by then counts as ten times as many.",
        ),
    ] = 10.0
    held_out: Annotated[
        float,
        Option(min=0.0, max=1.0, metavar="SHARE", rich_help_panel=_TUNING, help="Share of the grids to confirm on."),
    ] = 0.5
    seed: Annotated[
        int, Option(min=0, max=2**31 - 1, metavar="N", rich_help_panel=_TUNING, help="Another seed, other trials.")
    ] = 0
    study: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            rich_help_panel=_TUNING,
            help="Keeps the trials, so that the same command goes on where it ended; without it, beside the output.",
        ),
    ] = None

    def chosen(self, config: ModelConfig) -> Space:
        """The space to search."""
        from cpfill.tuning import Space

        space = Space.load(self.space) if self.space else Space.for_model(config)
        return space.without(self.keep or [])


@dataclass(frozen=True)
class ResultOptions:
    """Where the model and the report go."""

    output: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FILE.toml", rich_help_panel=_OUTPUT, help="Write the model here."),
    ] = None
    report: Annotated[
        Path | None,
        Option(
            metavar="FOLDER", rich_help_panel=_OUTPUT, help="Write tables and plots of the tuning into this folder."
        ),
    ] = None
    json: JsonFlag = False
    quiet: QuietFlag = False


@app.command(epilog="Example: cpfill tune --model literals --grids grids --trials 60 -o mine.toml --report report")
@grouped
def tune(question: QuestionOptions, words: WordOptions, tuning: TuningOptions, result: ResultOptions) -> None:
    """Find better parameters for a model from real grids, and write them as a model of their own.

    Some of the grids are searched with many settings; the best is then confirmed on the others, and no model is written
    unless it is shown to be better there. Needs pip install 'cpfill[tune]'.

    Exit codes: 0 a better model, 1 none shown to be better, 2 bad input, 4 bad model or space, 130 interrupted.
    """
    import cpfill.tuning

    screen = Screen(result.quiet)
    config = question.config()
    space = tuning.chosen(config)
    puzzles = question.puzzles(words, screen)
    study = tuning.study or (result.output and result.output.with_suffix(".study"))
    with bar(result.quiet) as show:
        report = cpfill.tuning.tune(
            config,
            puzzles,
            trials=tuning.trials,
            space=space,
            seeds=tuning.seeds,
            budget=tuning.budget,
            held_out=tuning.held_out,
            seed=tuning.seed,
            study=study,
            progress=_shown(show),
        )
    give(report, result, screen)
    raise typer.Exit(0 if report.better else NOT_BETTER)


def _shown(show: Show) -> Progress:
    """The progress of a tuning as a bar: trials, then those that simplify the best, then the confirmation."""

    def progress(phase: str, figures: Mapping[str, float]) -> None:
        best = f", best {figures['best']:.3g} s" if "best" in figures else ""
        if phase == "tune":
            kind = "trial" if "trial" in figures else "simpler"
            share = (figures["run"] - 1) / figures["of runs"]
            show(kind, f"{kind} {figures[kind]:.0f}{best}", figures[kind] - 1 + share, figures["of"])
        else:
            show(phase, "confirming", figures["run"] - 1, figures["of"])

    return progress


def give(report: Report, result: ResultOptions, screen: Screen) -> None:
    """Give the model where the options want it, the report if they want one, and a line about it."""
    from cpfill.formats.files import write_bytes
    from cpfill.tuning import as_json, model_text

    if result.report is not None:
        write_report(report, result.report)
    if report.better and result.output is not None:
        write_bytes(result.output, model_text(report).encode())
    if result.json:
        answer(json.dumps(as_json(report), ensure_ascii=False))
    elif report.better and result.output is None:
        answer(model_text(report).rstrip("\n"))
    screen.note(report.figures if report.better else f"no model is written: not shown to be better: {report.doubt}")


def write_report(report: Report, folder: Path) -> None:
    """Write report.md, trials.csv, held-out.csv and two plots into the folder."""
    from cpfill.formats.files import write_bytes
    from cpfill.tuning import markdown, pairs_table, trials_table
    from cpfill.tuning.plots import held_out_svg, trials_svg

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {(error.strerror or str(error)).lower()}") from None
    write_bytes(folder / "report.md", markdown(report).encode())
    write_bytes(folder / "trials.csv", trials_table(report).to_csv(index=False).encode())
    write_bytes(folder / "trials.svg", trials_svg(report).encode())
    if report.comparison is not None:
        write_bytes(folder / "held-out.csv", pairs_table(report.comparison.pairs).to_csv(index=False).encode())
        write_bytes(folder / "held-out.svg", held_out_svg(report).encode())
