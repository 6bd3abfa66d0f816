"""The options that several commands share, and what they make: a lexicon, rules, a puzzle. Knows no solver."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from cpfill.cli.screen import Screen

if TYPE_CHECKING:
    from cpfill.formats.words import Accents
    from cpfill.grid import Grid
    from cpfill.lexicon import Lexicon
    from cpfill.parameters import ModelConfig
    from cpfill.puzzle import Puzzle

_WORDS, _RULES, _SEARCH, _OUTPUT = "Words", "Rules", "Search", "Output"

GridPath = Annotated[
    str,
    Argument(metavar="GRID", help="A grid file, or - for standard input: '.' white, '#' block, a letter is given."),
]


class AccentChoice(StrEnum):
    """What becomes of É, Ü and other accented letters."""

    KEEP = "keep"
    STRIP = "strip"


class Objective(StrEnum):
    """What makes a fill better."""

    SCORE = "score"
    MIN = "min"


@dataclass(frozen=True)
class WordOptions:
    """Which words may be used."""

    words: Annotated[
        list[str] | None,
        Option(
            "--words",
            "-w",
            metavar="FILE",
            rich_help_panel=_WORDS,
            help="A word list with lines of WORD or WORD;SCORE, also packed (.gz); repeatable, the highest score"
            " counts. Without it the embedded English list is used. A bare word scores 50.",
        ),
    ] = None
    encoding: Annotated[
        str, Option(metavar="NAME", rich_help_panel=_WORDS, help="The word lists' encoding, such as windows-1251.")
    ] = "utf-8"
    accents: Annotated[
        AccentChoice, Option(rich_help_panel=_WORDS, help="Keep or strip the accents of Latin and Greek letters.")
    ] = AccentChoice.KEEP

    @property
    def accents_name(self) -> Accents:
        """The choice as the library names it."""
        return self.accents.value

    def read(self, screen: Screen) -> Lexicon:
        """The words of all lists; tells the user of lines that are no word."""
        from cpfill.formats.words import embedded_words, read_words

        if not self.words:
            return embedded_words()
        lexicon = read_words(self.words, self.encoding, self.accents_name)
        for reason, count in lexicon.rejected.items():
            screen.note(f"{count:,} {'line is' if count == 1 else 'lines are'} no word: {reason}")
        return lexicon


@dataclass(frozen=True)
class RuleOptions:
    """What a fill must obey besides its words."""

    min_score: Annotated[
        int | None, Option(metavar="N", rich_help_panel=_RULES, help="Use words that score N or more; 50 unless given.")
    ] = None
    entry: Annotated[
        list[str] | None,
        Option(metavar="SLOT=WORD", rich_help_panel=_RULES, help='An entry: --entry "17-Across=THEME"; repeatable.'),
    ] = None
    place: Annotated[
        list[str] | None,
        Option(metavar="WORD", rich_help_panel=_RULES, help="A word that must appear in some slot; repeatable."),
    ] = None
    avoid: Annotated[
        list[str] | None,
        Option(
            metavar="FILE",
            rich_help_panel=_RULES,
            help="A list of words not to use; repeatable. The embedded word list comes with one, which"
            " --avoid none leaves out.",
        ),
    ] = None
    max_shared: Annotated[
        int | None, Option(metavar="N", rich_help_panel=_RULES, help="No two entries share a run of N+1 letters.")
    ] = None
    pangram: Annotated[
        bool, Option("--pangram", rich_help_panel=_RULES, help="Every letter of the alphabet must appear.")
    ] = False
    allow_duplicates: Annotated[
        bool, Option("--allow-duplicates", rich_help_panel=_RULES, help="Let a word appear more than once.")
    ] = False
    distinct_stems: Annotated[
        bool, Option("--distinct-stems", rich_help_panel=_RULES, help="No two entries like LION and LIONS.")
    ] = False
    max_below: Annotated[
        str | None,
        Option(metavar="N:SCORE", rich_help_panel=_RULES, help="At most N entries may score below SCORE."),
    ] = None
    slot_words: Annotated[
        list[str] | None,
        Option(
            metavar="SLOT=FILE",
            rich_help_panel=_RULES,
            help='Only these words in a slot: --slot-words "17-Across=themes.txt"; repeatable.',
        ),
    ] = None
    slot_pattern: Annotated[
        list[str] | None,
        Option(
            metavar="SLOT=REGEX",
            rich_help_panel=_RULES,
            help='A regular expression for a whole entry: --slot-pattern "17-Across=.*ING"; repeatable.',
        ),
    ] = None
    rules: Annotated[
        str | None,
        Option(
            metavar="FILE.toml", rich_help_panel=_RULES, help="A TOML file with a table named rules of these names."
        ),
    ] = None

    def table(self) -> dict[str, Any]:
        """The rules of the file and of the command line in one table, by their names."""
        from cpfill.formats.rules import KINDS, merge_rule_tables, read_rule_table

        given = {name: getattr(self, name.replace("-", "_")) for name in KINDS}
        told = {name: value for name, value in given.items() if value is not None and value is not False}
        return merge_rule_tables(read_rule_table(self.rules) if self.rules else {}, told)


@dataclass(frozen=True)
class SearchOptions:
    """How to search."""

    model: Annotated[
        str, Option(metavar="NAME|FILE.toml", rich_help_panel=_SEARCH, help="What to search with: see cpfill models.")
    ] = "default"
    settings: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="PARAMETER=VALUE",
            rich_help_panel=_SEARCH,
            help="Override a parameter of the model; CP-SAT's own names, repeatable.",
        ),
    ] = None
    seed: Annotated[
        int, Option(min=0, max=2**31 - 1, metavar="N", rich_help_panel=_SEARCH, help="Another seed, another fill.")
    ] = 0
    time_limit: Annotated[
        float | None, Option(min=0.0, metavar="SECONDS", rich_help_panel=_SEARCH, help="Stop searching after that.")
    ] = None
    maximize: Annotated[
        Objective | None,
        Option(
            rich_help_panel=_SEARCH,
            help="Improve the fill until the best is proved or time is up: the total score, or the lowest score first.",
        ),
    ] = None
    workers: Annotated[
        int, Option(min=1, max=1024, metavar="N", rich_help_panel=_SEARCH, help="Search with N seeds side by side.")
    ] = 1

    def config(self) -> ModelConfig:
        """The model with the overrides. Raises ModelError."""
        from cpfill.errors import ModelError
        from cpfill.parameters import ModelConfig

        overrides: dict[str, str] = {}
        for text in self.settings or []:
            name, equals, value = text.partition("=")
            if not (name.strip() and equals):
                raise ModelError(f"--set {text!r}: write it as PARAMETER=VALUE")
            overrides[name.strip()] = value.strip()
        return ModelConfig.load(self.model, overrides)


@dataclass(frozen=True)
class OutputOptions:
    """Where the answer goes, and how."""

    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="FILE", rich_help_panel=_OUTPUT, help="Write it here; format by ending."),
    ] = None
    format: Annotated[
        str | None, Option(metavar="NAME", rich_help_panel=_OUTPUT, help="The output's format, whatever its ending.")
    ] = None
    svg: Annotated[
        str | None,
        Option(metavar="FILE", rich_help_panel=_OUTPUT, help="Draw the fill with its entries coloured by score."),
    ] = None
    json: Annotated[bool, Option("--json", rich_help_panel=_OUTPUT, help="Print one JSON object.")] = False
    quiet: Annotated[bool, Option("--quiet", "-q", rich_help_panel=_OUTPUT, help="No notes and no progress.")] = False


JsonFlag = Annotated[bool, Option("--json", rich_help_panel=_OUTPUT, help="Print JSON.")]
QuietFlag = Annotated[bool, Option("--quiet", "-q", rich_help_panel=_OUTPUT, help="No notes and no progress.")]


def read_puzzle(grid: Grid, words: WordOptions, rules: RuleOptions, screen: Screen) -> Puzzle:
    """The question that the options ask of a grid."""
    from cpfill.formats.rules import rules_of
    from cpfill.formats.words import embedded_avoid
    from cpfill.puzzle import Puzzle

    avoid = frozenset if words.words else embedded_avoid
    asked = rules_of(rules.table(), words.encoding, words.accents_name, avoid)
    return Puzzle(grid, words.read(screen), asked)
