"""cpfill words: what a word list holds; merging and filtering lists. Knows no grid."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from cpfill.cli.grouping import grouped
from cpfill.cli.options import AccentChoice, JsonFlag, QuietFlag, WordOptions
from cpfill.cli.screen import Screen, answer, answer_bytes
from cpfill.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from cpfill.lexicon import Lexicon

app = typer.Typer(add_completion=False, help="Word lists: figures, merging, filtering.", no_args_is_help=True)

Files = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE]...", help="Word lists; without one, the embedded English list.")
]
Output = Annotated[
    str | None, Option("--output", "-o", metavar="FILE", help="Write here, packed where the name ends in .gz.")
]


@dataclass(frozen=True)
class ReadOptions:
    """How the lists are read."""

    encoding: Annotated[str, Option(metavar="NAME", help="The lists' encoding, such as windows-1251.")] = "utf-8"
    accents: Annotated[AccentChoice, Option(help="Keep or strip accents.")] = AccentChoice.KEEP
    quiet: QuietFlag = False

    def read(self, files: list[str] | None) -> Lexicon:
        """The words of all files, merged."""
        return WordOptions(files, self.encoding, self.accents).read(Screen(self.quiet))


@app.command(epilog="Example: cpfill words stats words.txt --encoding windows-1251")
@grouped
def stats(reading: ReadOptions, files: Files = None, as_json: JsonFlag = False) -> None:
    """Count the words of each length, with their scores; 50 and above is fit to print."""
    lexicon = reading.read(files)
    by_length = length_table(lexicon.table)
    if as_json:
        totals = {"words": len(lexicon), "alphabet": lexicon.alphabet, "rejected": sum(lexicon.rejected.values())}
        answer(json.dumps({**totals, "lengths": by_length.reset_index().to_dict("records")}, ensure_ascii=False))
        return
    answer(by_length.reset_index().to_string(index=False))
    answer(f"\n{len(lexicon):,} words over {len(lexicon.alphabet)} letters: {lexicon.alphabet}")


def length_table(table: pd.DataFrame) -> pd.DataFrame:
    """Per length: how many words, how many of them fit to print, lowest, mean and highest score."""
    fit = table.assign(fit=table["score"] >= 50)
    grouped_words = fit.groupby("length")
    return grouped_words.agg(
        words=("word", "size"),
        fit=("fit", "sum"),
        lowest=("score", "min"),
        mean=("score", "mean"),
        highest=("score", "max"),
    ).round(1)


@app.command(epilog="Example: cpfill words merge names.txt words.txt.gz -o all.txt")
@grouped
def merge(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Word lists.")],
    reading: ReadOptions,
    output: Output = None,
) -> None:
    """Merge word lists into one of WORD;SCORE lines; of a word in several the highest score counts."""
    _write(reading.read(files), output, reading.quiet)


@app.command(name="filter", epilog="Example: cpfill words filter words.txt --min-score 60 --length 3..15 -o good.txt")
@grouped
def filter_words(
    reading: ReadOptions,
    files: Files = None,
    min_score: Annotated[int | None, Option(metavar="N", help="Scores of N and above.")] = None,
    max_score: Annotated[int | None, Option(metavar="N", help="Scores of N and below.")] = None,
    length: Annotated[str | None, Option(metavar="A..B", help="Lengths from A to B, or one length.")] = None,
    pattern: Annotated[str | None, Option(metavar="REGEX", help="A regular expression for the whole word.")] = None,
    avoid: Annotated[list[str] | None, Option(metavar="FILE", help="Leave out this list's words; repeatable.")] = None,
    output: Output = None,
) -> None:
    """Keep the words of a list that pass every test given, as lines of WORD;SCORE."""
    from cpfill.formats.words import read_word_set
    from cpfill.lexicon import HIGHEST_SCORE, Lexicon

    lowest, longest = _range(length)
    regex = _regex(pattern)
    table = reading.read(files).table
    keep = table["score"].between(
        0 if min_score is None else min_score, HIGHEST_SCORE if max_score is None else max_score
    )
    keep &= table["length"].between(lowest, longest)
    if regex is not None:
        keep &= table["word"].map(lambda word: regex.fullmatch(word) is not None)
    for path in avoid or []:
        keep &= ~table["word"].isin(read_word_set(path, reading.encoding, reading.accents.value))
    _write(Lexicon.from_table(table[keep]), output, reading.quiet)


def _range(text: str | None) -> tuple[int, int]:
    if text is None:
        return 0, 1 << 30
    low, dots, high = text.partition("..")
    if not low.isdecimal() or (dots and not high.isdecimal()):
        raise InputError(f"--length is {text!r}; write it as 3..15 or 7")
    return int(low), int(high or low)


def _regex(pattern: str | None) -> re.Pattern[str] | None:
    try:
        return None if pattern is None else re.compile(pattern)
    except re.error as error:
        raise InputError(f"--pattern {pattern!r} is no regular expression: {error}") from None


def _write(lexicon: Lexicon, output: str | None, quiet: bool) -> None:
    from cpfill.formats.words import word_lines, write_words

    if output in (None, "-"):
        answer_bytes("".join(f"{line}\n" for line in word_lines(lexicon)).encode())
    else:
        write_words(lexicon, str(output))
    Screen(quiet).note(f"{len(lexicon):,} words")
