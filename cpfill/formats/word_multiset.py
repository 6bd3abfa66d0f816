"""The word list of a fill-in, where a word listed twice counts twice. Knows no grid and no solver."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cpfill.errors import InputError
from cpfill.formats.files import read_bytes
from cpfill.formats.words import COMMENT, MAX_BYTES, Accents, decode, normal


def read_word_multiset(paths: Sequence[str | Path], encoding: str = "utf-8", accents: Accents = "keep") -> list[str]:
    """The words of all lists in upper case, as often as they are listed; what follows a ';' is ignored.

    Every word of a fill-in counts, so a line that is no word is an InputError that names the file and the line.
    """
    words = []
    for path in paths:
        text = decode(str(path), read_bytes(path, "word list", MAX_BYTES), encoding)
        for number, line in enumerate(text.splitlines(), 1):
            word = normal(line.partition(";")[0].strip(), accents)
            if not word or word.startswith(COMMENT):
                continue
            if not word.isalpha() or len(word) < 2:
                raise InputError(
                    f"{path}:{number}: {line.strip()[:40]!r} is no word of two or more letters; one a line"
                )
            words.append(word)
    if not words:
        raise InputError(f"{', '.join(map(str, paths))}: no words; a fill-in's list has one word a line")
    return words
