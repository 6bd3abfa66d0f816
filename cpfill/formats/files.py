"""Reads and writes whole files, turning what goes wrong into one clear line. Knows no format."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from cpfill.errors import InputError, did_you_mean


def read_bytes(path: str | Path, kind: str, limit: int) -> bytes:
    """The bytes of a file, or of standard input where the path is ``-``.

    ``kind`` is what the file should be, such as "grid", and ``limit`` its largest size in bytes. Raises InputError.
    """
    data = sys.stdin.buffer.read(limit + 1) if str(path) == "-" else _read_file(Path(path), kind, limit)
    if len(data) > limit:
        raise InputError(f"{path}: larger than {limit >> 20} MiB, too large for a {kind}")
    return data


def _read_file(path: Path, kind: str, limit: int) -> bytes:
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a directory; give a {kind} file")
        with path.open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file{did_you_mean(path.name, _beside(path))}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _beside(path: Path) -> list[str]:
    try:
        return sorted(os.listdir(path.parent))
    except OSError:
        return []


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file, replacing it whole: readers see the old one or the new one; ``-`` is standard output.

    Raises InputError when it cannot be written, and BrokenPipeError when nobody reads standard output any more.
    """
    if str(path) == "-":
        _write_out(data)
        return
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                file.write(data)
        else:
            replace_file(target, data)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _write_out(data: bytes) -> None:
    """Write all of it, also where standard output is unbuffered and takes less at a time."""
    sys.stdout.flush()
    rest = memoryview(data)
    while len(rest):
        rest = rest[sys.stdout.buffer.write(rest) :]
    sys.stdout.buffer.flush()


def replace_file(target: Path, data: bytes) -> None:
    """Write beside the target under another name, then put it in the target's place. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    """The permissions that new files lack; it can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
