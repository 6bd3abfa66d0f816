"""Finds models/ and data/: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

from cpfill.errors import InputError

_PACKAGE = Path(__file__).resolve().parent


def resource(folder: str, name: str = "") -> Path:
    """The path of a shipped file, as in ``resource("models", "default.toml")``. Raises InputError when missing."""
    for base in (_PACKAGE / "resources", _PACKAGE.parent):
        path = base / folder / name
        if path.exists():
            return path
    raise InputError(f"{folder}/{name} is not part of this installation")
