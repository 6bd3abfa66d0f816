"""Word lists: lines of WORD or WORD;SCORE, in any encoding and alphabet. Knows no grid and no solver."""

from __future__ import annotations

import gzip
import io
import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from cpfill.errors import InputError, did_you_mean
from cpfill.formats import word_cache
from cpfill.formats.files import read_bytes, write_bytes
from cpfill.lexicon import BARE_SCORE, HIGHEST_SCORE, Lexicon
from cpfill.resources import resource

Accents = Literal["keep", "strip"]

MAX_BYTES = 256 << 20
"""Largest word list read, in bytes, also once unpacked."""
LONGEST_WORD = 128
"""In letters: no grid has a longer slot."""
COMMENT = "#"

_ACCENTED = re.compile("([A-Z\u00c0-\u024f\u0370-\u03ff\u1e00-\u1eff])[\u0300-\u036f]+")
_STROKED = str.maketrans({"Ø": "O", "Ł": "L", "Đ": "D", "Ħ": "H", "Ŧ": "T", "Æ": "AE", "Œ": "OE"})
_LINE_END = re.compile("\r\n|\n|\r")


def normal(text: str, accents: Accents = "keep") -> str:
    """Upper case with composed letters; with "strip", Latin and Greek letters lose their accents.

    Cyrillic letters never do: Й and Ё are letters of their own. Æ and Œ become two letters.
    """
    upper = unicodedata.normalize("NFC", text.upper())
    if accents == "keep" or upper.isascii():
        return upper
    bare = _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", upper))
    return unicodedata.normalize("NFC", bare).translate(_STROKED)


def read_words(paths: Sequence[str | Path], encoding: str = "utf-8", accents: Accents = "keep") -> Lexicon:
    """Read and merge word lists, packed ones (.gz) too; of a word listed twice the highest score counts.

    A bare word scores 50. Lines that are no word are counted in ``Lexicon.rejected``, each reason with an example.
    A large list is kept in the user's cache folder, so that it loads quickly the next time.
    Raises InputError for a file that cannot be read, a wrong encoding and lists without any word.
    """
    files = [(str(path), read_bytes(path, "word list", MAX_BYTES)) for path in paths]
    kept = word_cache.place(files, f"{encoding.lower()} {accents}")
    found = word_cache.load(kept) if kept else None
    if found is None:
        found = _parse(files, encoding, accents)
        if kept:
            word_cache.save(kept, found)
    return found


def embedded_words() -> Lexicon:
    """The scored English list that comes with cpfill."""
    return read_words([resource("data", "words-en.txt.gz")])


def embedded_avoid() -> frozenset[str]:
    """The words of the embedded list that an editor would keep out of a grid."""
    return read_word_set(resource("data", "avoid-en.txt"))


def read_word_set(path: str | Path, encoding: str = "utf-8", accents: Accents = "keep") -> frozenset[str]:
    """The words of one list, without their scores. Raises InputError as :func:`read_words` does."""
    return frozenset(_parse([(str(path), read_bytes(path, "word list", MAX_BYTES))], encoding, accents))


def write_words(lexicon: Lexicon, path: str | Path) -> None:
    """Write lines of WORD;SCORE in UTF-8, packed where the path ends in .gz. Raises InputError when it cannot be."""
    data = "".join(f"{line}\n" for line in word_lines(lexicon)).encode()
    write_bytes(path, gzip.compress(data, mtime=0) if str(path).endswith(".gz") else data)


def word_lines(lexicon: Lexicon) -> Iterator[str]:
    """Each word as WORD;SCORE, by length, then alphabetically."""
    for n in lexicon.lengths:
        for word, score in zip(lexicon.words(n), lexicon.scores(n).tolist(), strict=True):
            yield f"{word};{score}"


def _parse(files: list[tuple[str, bytes]], encoding: str, accents: Accents) -> Lexicon:
    best: dict[str, int] = {}
    rejected = _Rejected()
    for source, data in files:
        lines = _LINE_END.split(decode(source, data, encoding))
        for number, line in enumerate(lines, 1):
            if not line or line[0] == COMMENT or line.isspace():
                continue
            text, separator, score_text = line.partition(";")
            word = normal(text.strip(), accents)
            score = _score(score_text) if separator else BARE_SCORE
            if score is not None and 2 <= len(word) <= LONGEST_WORD and word.isalpha():
                if score > best.get(word, -1):
                    best[word] = score
            else:
                rejected.add(word, score, f"{line[:40]!r} ({source}:{number})")
    if not best:
        names = ", ".join(source for source, _ in files)
        raise InputError(f"{names}: no words; a word list has lines of WORD or WORD;SCORE{rejected.first()}")
    try:
        return Lexicon.from_words(best, rejected.counts())
    except InputError as error:
        raise InputError(f"{files[0][0]}: {error}; name it with --encoding") from None


def _score(text: str) -> int | None:
    """A score from 0 to 1000, rounded; None for anything else."""
    try:
        score = round(float(text))
    except (ValueError, OverflowError):
        return None
    return score if 0 <= score <= HIGHEST_SCORE else None


class _Rejected:
    """Counts lines that are no word by reason, with the first of each as its example."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, str]] = {}

    def add(self, word: str, score: int | None, example: str) -> None:
        if not word.isalpha():
            reason = "not letters only"
        elif score is None:
            reason = f"no score from 0 to {HIGHEST_SCORE}"
        else:
            reason = "only one letter" if len(word) < 2 else f"more than {LONGEST_WORD} letters"
        count, first = self._found.get(reason, (0, example))
        self._found[reason] = (count + 1, first)

    def counts(self) -> dict[str, int]:
        return {f"{reason}, such as {example}": count for reason, (count, example) in self._found.items()}

    def first(self) -> str:
        return "".join(f"; {reason}: {example}" for reason, (_, example) in list(self._found.items())[:1])


def decode(source: str, data: bytes, encoding: str) -> str:
    """The text of a word list, unpacked where the source ends in .gz. Raises InputError for another encoding."""
    unpacked = _unpack(source, data) if source.endswith(".gz") else data
    try:
        text = unpacked.decode(encoding)
    except UnicodeError as error:
        raise InputError(
            f"{source}: {_where(unpacked, error)} is not {encoding}; name its encoding with --encoding,"
            " such as --encoding windows-1251"
        ) from None
    except LookupError:
        from encodings.aliases import aliases

        names = [name.replace("_", "-") for name in {*aliases, *aliases.values()}]
        raise InputError(f"there is no encoding {encoding!r}{did_you_mean(encoding.lower(), sorted(names))}") from None
    if "\0" in text:
        raise InputError(
            f"{source}: is a binary file or not {encoding}; a word list has lines of WORD or WORD;SCORE"
            " and another encoding is named with --encoding"
        )
    return text.removeprefix("\ufeff")


def _where(data: bytes, error: UnicodeError) -> str:
    if not isinstance(error, UnicodeDecodeError):
        return "the text"
    line = data.count(b"\n", 0, error.start) + 1
    return f"line {line}"


def _unpack(source: str, data: bytes) -> bytes:
    try:
        with gzip.open(io.BytesIO(data)) as packed:
            unpacked = packed.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{source}: is no gzip file: {error}") from None
    if len(unpacked) > MAX_BYTES:
        raise InputError(f"{source}: larger than {MAX_BYTES >> 20} MiB once unpacked, too large for a word list")
    return unpacked
