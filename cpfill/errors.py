"""The errors that cpfill raises; each carries one line for the user and the exit code it ends with."""

from __future__ import annotations

from collections.abc import Iterable


class CpfillError(Exception):
    """Something the user can put right: the message names the thing, the value and the remedy."""

    exit_code = 2


class InputError(CpfillError):
    """A grid, word list, rule or option that cannot be used."""


class ModelError(CpfillError):
    """A model file or solver parameter that does not exist or does not fit."""

    exit_code = 4


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The nearest valid name as the end of an error line, or an empty string when none is near."""
    import difflib

    near = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
