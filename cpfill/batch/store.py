"""The results of a batch: JSON lines, one a job, that outlive a crash at any moment. Knows nothing of how they arise.

A line is written whole and brought to the disk before the next; a last line that was cut is dropped on opening.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any

from cpfill.errors import InputError
from cpfill.formats.files import replace_file

Line = dict[str, Any]

_encode = json.JSONEncoder(ensure_ascii=False).encode


class Store:
    """A file of results, open to add to; only one process may have it open.

    ``keys`` are the jobs that it has. Lines for which ``again`` is true are removed, so that their jobs are repeated.
    Raises InputError when the file holds anything else, is in use or cannot be written.
    """

    def __init__(self, path: str | Path, again: Callable[[Line], bool] | None = None) -> None:
        self.path = Path(path)
        try:
            self._file = self._open(again)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def _open(self, again: Callable[[Line], bool] | None) -> FileIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("ab", buffering=0)
        _lock(file, self.path)
        lines = list(read_lines(self.path))
        kept = [line for line in lines if again is None or not again(line)]
        if len(kept) < len(lines):
            replace_file(self.path, "".join(_encode(line) + "\n" for line in kept).encode())
            file.close()
            file = self.path.open("ab", buffering=0)
            _lock(file, self.path)
        self.keys = {str(line["job"]) for line in kept}
        self._end = _whole_lines_end(self.path)
        file.truncate(self._end)
        _sync_folder(self.path.parent)
        return file

    def add(self, line: Mapping[str, Any]) -> None:
        """Write a line and bring it to the disk; a job that is there already is left alone.

        Raises InputError when that fails, as on a full disk; the file then holds all earlier lines, and only those.
        """
        if line["job"] in self.keys:
            return
        data = (_encode(line) + "\n").encode()
        try:
            self._write(data)
        except OSError as error:
            with suppress(OSError):  # what cannot be cut off now is dropped on the next opening
                self._file.truncate(self._end)
            raise InputError(
                f"{self.path}: cannot be written: {error.strerror or error}; the {len(self.keys):,} results so far are"
                " safe: make room and give the same command again"
            ) from None
        self._end += len(data)
        self.keys.add(str(line["job"]))

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while len(rest):
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def read_lines(path: str | Path) -> Iterator[Line]:
    """The whole lines of a file of results. Raises InputError, naming the line, for what is no result."""
    source = Path(path)
    try:
        file = source.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    with file:
        for number, data in enumerate(file, 1):
            if not data.endswith(b"\n"):
                return
            try:
                line = json.loads(data)
            except ValueError:
                line = None
            if not (isinstance(line, dict) and isinstance(line.get("job"), str)):
                raise InputError(f"{path}:{number}: is no result that cpfill batch wrote; name another file with -o")
            yield line


def _whole_lines_end(path: Path) -> int:
    """Where the last whole line ends, in bytes."""
    data = path.read_bytes()
    return data.rfind(b"\n") + 1


def _lock(file: FileIO, path: Path) -> None:
    """Keep other processes from adding to the file, where the system can: the lock ends with the process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"{path}: another cpfill batch is writing it; wait for it or name another file") from None


def _sync_folder(folder: Path) -> None:
    """Bring the file's name to the disk, where folders can be opened."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
