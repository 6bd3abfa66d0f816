"""Clue lists: lines of WORD;clue in UTF-8. Knows no grid."""

from __future__ import annotations

from pathlib import Path

from cpfill.errors import InputError
from cpfill.formats.files import read_bytes

MAX_BYTES = 64 << 20
"""Largest clue list read, in bytes."""


def read_clues(path: str | Path) -> dict[str, str]:
    """The clue of each word, in upper case; of several the first counts. Raises InputError, naming the line."""
    try:
        text = read_bytes(path, "clue list", MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is no text in UTF-8; a clue list has lines of WORD;clue") from None
    clues: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word, semicolon, clue = line.partition(";")
        if not (word.strip() and semicolon):
            raise InputError(f"{path}:{number}: {line[:40]!r} is no line of WORD;clue")
        clues.setdefault(word.strip().upper(), clue.strip())
    return clues
