"""cpfill models: the models there are. Knows no parameter."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Annotated

import typer

from cpfill.cli.options import JsonFlag
from cpfill.cli.screen import answer

app = typer.Typer(add_completion=False)


@app.callback(invoke_without_command=True, epilog="Example: cpfill models show default > mine.toml")
def models(context: typer.Context, as_json: JsonFlag = False) -> None:
    """Show the models there are: how a puzzle is stated and searched."""
    if context.invoked_subcommand is None:
        _show_all(as_json)


@app.command(name="list", epilog="Example: cpfill models list --json")
def list_models(as_json: JsonFlag = False) -> None:
    """List the models, one line each."""
    _show_all(as_json)


@app.command(epilog="Example: cpfill models show default > mine.toml")
def show(name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="One of cpfill models.")]) -> None:
    """Print a model's file, to read or to start a model of your own from."""
    from cpfill.parameters import ModelConfig
    from cpfill.resources import resource

    ModelConfig.load(name, {})
    path = Path(name) if name.endswith(".toml") else resource("models", f"{name}.toml")
    answer(path.read_text(encoding="utf-8").rstrip("\n"))


def _show_all(as_json: bool) -> None:
    from cpfill.resources import resource

    found = {path.stem: _description(path) for path in sorted(resource("models").glob("*.toml"))}
    if as_json:
        answer(json.dumps([{"model": name, "description": text} for name, text in found.items()]))
        return
    width = max(map(len, found), default=0)
    for name, text in found.items():
        answer(f"{name:<{width}}  {text}".rstrip())


def _description(path: Path) -> str:
    with path.open("rb") as file:
        return str(tomllib.load(file).get("model", {}).get("description", ""))
