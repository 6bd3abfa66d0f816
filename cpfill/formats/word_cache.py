"""Keeps parsed word lists as flat arrays in the user's cache folder. Knows nothing of lines and encodings."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cpfill.formats.files import replace_file
from cpfill.lexicon import MAX_ALPHABET, Lexicon

Numbers = npt.NDArray[Any]

VERSION = 1
"""Raise it when the parsing or the arrays change: older files are then no longer found."""
MIN_BYTES = 64 << 10
"""Smaller lists are parsed as quickly as they are loaded."""
KEPT = 30
"""How many lists stay in the folder; the ones used longest ago go first."""


def place(files: list[tuple[str, bytes]], options: str) -> Path | None:
    """Where these files, read with these options, are or will be kept; None when the cache is off or not worth it.

    The environment variable CPFILL_CACHE names another folder; set but empty, it switches the cache off.
    """
    if sum(len(data) for _, data in files) < MIN_BYTES:
        return None
    named = os.environ.get("CPFILL_CACHE")
    if named is None:
        from platformdirs import user_cache_dir

        named = user_cache_dir("cpfill", appauthor=False)
    digest = hashlib.sha256(f"{VERSION} {options}".encode())
    for source, data in files:
        digest.update(f"\0{source}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return Path(named) / f"words-{digest.hexdigest()[:40]}.npz" if named else None


def load(path: Path) -> Lexicon | None:
    """The list kept there, or None when there is none or the file is damaged."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            alphabet = arrays["alphabet"].tobytes().decode("utf-32-le")
            sizes, flat, scores = arrays["sizes"], arrays["letters"], arrays["scores"]
            rejected = json.loads(arrays["rejected"].tobytes())
        os.utime(path)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None
    if not _is_whole(alphabet, sizes, flat, scores):
        return None
    letter_ends = np.cumsum(sizes[:, 0] * sizes[:, 1])
    word_ends = np.cumsum(sizes[:, 1])
    rows = [part.reshape(-1, n) for part, n in zip(np.split(flat, letter_ends[:-1]), sizes[:, 0], strict=True)]
    lengths = sizes[:, 0].tolist()
    by_length = dict(zip(lengths, np.split(scores, word_ends[:-1]), strict=True))
    return Lexicon(alphabet, dict(zip(lengths, rows, strict=True)), by_length, rejected)


def _is_whole(alphabet: str, sizes: Numbers, flat: Numbers, scores: Numbers) -> bool:
    """Whether the arrays have the shapes and ranges that :func:`save` gives them."""
    return (
        len(alphabet) <= MAX_ALPHABET
        and sizes.ndim == 2
        and flat.dtype == np.int8
        and scores.dtype == np.int16
        and len(flat) == int((sizes[:, 0] * sizes[:, 1]).sum()) > 0
        and len(scores) == int(sizes[:, 1].sum())
        and 0 <= int(flat.min()) <= int(flat.max()) < len(alphabet)
    )


def save(path: Path, lexicon: Lexicon) -> None:
    """Keep the list, whole or not at all; a folder that cannot be written is left alone."""
    lengths = lexicon.lengths
    arrays: dict[str, Any] = {
        "alphabet": np.frombuffer(lexicon.alphabet.encode("utf-32-le"), dtype=np.uint32),
        "sizes": np.array([(n, lexicon.count(n)) for n in lengths], dtype=np.int64),
        "letters": np.concatenate([lexicon.letters(n).ravel() for n in lengths]),
        "scores": np.concatenate([lexicon.scores(n) for n in lengths]),
        "rejected": np.frombuffer(json.dumps(dict(lexicon.rejected)).encode(), dtype=np.uint8),
    }
    whole = io.BytesIO()
    np.savez(whole, **arrays)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, whole.getvalue())
        by_age = sorted(path.parent.glob("words-*.npz"), key=lambda kept: kept.stat().st_mtime)
        for old in by_age[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return
