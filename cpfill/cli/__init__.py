"""The command line: finds the command and turns errors into one line and an exit code. Knows no puzzle."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cpfill import __version__
from cpfill.errors import CpfillError, InputError, did_you_mean

COMMANDS = {
    "solve": "cpfill.cli.solve",
    "enumerate": "cpfill.cli.enumerate",
    "check": "cpfill.cli.check",
    "reduce": "cpfill.cli.reduce",
    "suggest": "cpfill.cli.suggest",
    "explain": "cpfill.cli.explain",
    "models": "cpfill.cli.models",
    "fill-in": "cpfill.cli.fill_in",
    "word-search": "cpfill.cli.word_search",
    "words": "cpfill.cli.words",
    "convert": "cpfill.cli.convert",
    "tune": "cpfill.cli.tune",
    "batch": "cpfill.cli.batch",
}
"""Each command's module, which has a typer application named ``app``; only the one that is called is imported."""

_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[2]
"""What all of typer's usage errors are; typer gives this class no public name."""


class _LazyCommands(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:
                return None
            raise InputError(f"there is no command {cmd_name!r}{did_you_mean(cmd_name, COMMANDS)}; see cpfill --help")
        command = typer.main.get_command(import_module(COMMANDS[cmd_name]).app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=_LazyCommands,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    epilog="Example: cpfill solve grid.txt --words words.txt --seed 7",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cpfill {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Fill crossword grids: words for every slot, or a proof that nothing fits."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def main(arguments: list[str] | None = None) -> None:
    """Run a command line and end the process with its exit code; bad input is one line on standard error."""
    sys.exit(_run(arguments))


def _run(arguments: list[str] | None) -> int:
    try:
        code = typer.main.get_command(app).main(arguments, prog_name="cpfill", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except CpfillError as error:
        print(f"cpfill: {error}", file=sys.stderr)
        return error.exit_code
    except _USAGE_ERROR as error:
        if text := _usage(error):
            print(f"cpfill: {text}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("cpfill: interrupted", file=sys.stderr)
        return 130


def _usage(error: Any) -> str:
    """The error as one line; empty where typer has shown a help page instead."""
    text = " ".join(error.format_message().split()).removesuffix(".")
    context = getattr(error, "ctx", None)
    return f"{text}; see {context.command_path} --help" if text and context else text
