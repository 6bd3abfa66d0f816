"""The compiled kernel of the dive, through ctypes. Knows arrays; the meaning of the numbers is the dive's business."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cpfill.errors import CpfillError

MORE, SOLVED, EXHAUSTED, NO_MEMORY = range(4)
"""What a run ends with: its node limit, a fill, the end of the tree, or too little memory."""


class Params(ctypes.Structure):
    """How the kernel searches; the fields are explained beside their twins in kernel.c."""

    _fields_ = (
        ("list_below", ctypes.c_int32),
        ("letter_branching", ctypes.c_int32),
        ("noise", ctypes.c_int32),
        ("score_weight", ctypes.c_int32),
        ("restart_first", ctypes.c_int32),
        ("restart_growth", ctypes.c_double),
        ("letter_growth", ctypes.c_double),
        ("weight_decay", ctypes.c_double),
        ("distinct", ctypes.c_int32),
        ("max_low", ctypes.c_int32),
        ("required", ctypes.c_uint64),
        ("learn", ctypes.c_int32),
        ("max_same", ctypes.c_int32),
        ("has_min_total", ctypes.c_int32),
        ("min_total", ctypes.c_int64),
    )


class Counts(ctypes.Structure):
    """Figures of a search so far."""

    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("nodes", "failures", "restarts", "revisions", "solutions", "depth")
    )


_SIZES = ("nvars", "nslots", "nclasses", "npositions", "ngroups", "nplace", "nearlier")
_ARRAYS: dict[str, Any] = {
    "masks": np.uint64,
    "class_length": np.int32,
    "class_count": np.int32,
    "letters": np.uint8,
    "low": np.uint8,
    "scores": np.int16,
    "slot_class": np.int32,
    "slot_vars": np.int32,
    "candidate_off": np.int32,
    "candidates": np.int32,
    "group_of_off": np.int32,
    "group_of": np.int32,
    "member_off": np.int32,
    "member": np.int32,
    "place": np.int32,
    "earlier": np.int32,
}


class _Problem(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int32) for name in _SIZES) + tuple((name, ctypes.c_void_p) for name in _ARRAYS)


@dataclass(frozen=True)
class Network:
    """The constraint network as flat arrays; ``arrays`` has every name of the C struct, None for what is absent.

    ``masks`` (variables,) uint64; per class of equal length ``class_length`` and ``class_count``; ``letters``, ``low``
    and ``scores`` of all words in turn; per slot its class and, in ``slot_vars``, its variables; candidate rows of slot
    s are ``candidates[candidate_off[s]:candidate_off[s + 1]]``. Words of one group exclude each other: ``group_of``
    lists the groups of each word, ``member`` the words of each group. ``earlier`` holds the rows of earlier fills, slot
    by slot, for the rule that fills differ.
    """

    arrays: dict[str, npt.NDArray[Any] | None]

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return len(_required(self.arrays["slot_class"]))


def _required(array: npt.NDArray[Any] | None) -> npt.NDArray[Any]:
    return np.zeros(0) if array is None else array


class Kernel:
    """One search. ``run`` may be called again: after its node limit it goes on, after a fill it seeks another."""

    def __init__(self, network: Network, params: Params, seed: int) -> None:
        self._library = _library()
        self._kept = {name: _contiguous(network.arrays.get(name), kind) for name, kind in _ARRAYS.items()}
        kept = self._kept
        problem = _Problem(
            nvars=_length(kept["masks"]),
            nslots=_length(kept["slot_class"]),
            nclasses=_length(kept["class_length"]),
            npositions=_length(kept["slot_vars"]),
            ngroups=max(_length(kept["member_off"]) - 1, 0),
            nplace=_length(kept["place"]),
            nearlier=_length(kept["earlier"]),
            **{name: None if array is None else array.ctypes.data for name, array in kept.items()},
        )
        self._rows = np.zeros(max(network.slots, 1), dtype=np.int32)
        self._handle = self._library.kernel_new(ctypes.byref(problem), ctypes.byref(params), seed)
        if not self._handle:
            raise MemoryError("not enough memory for the dive")
        self._slots = network.slots
        self._written = ctypes.c_int32(0)

    def run(self, nodes: int) -> int:
        """Take up to ``nodes`` decisions; returns MORE, SOLVED or EXHAUSTED. Raises MemoryError."""
        outcome: int = self._library.kernel_run(self._handle, nodes, self._rows.ctypes.data)
        if outcome == NO_MEMORY:
            raise MemoryError("not enough memory for the dive")
        return outcome

    def count(self, nodes: int) -> int:
        """As ``run``, but fills are only counted, in ``counts["solutions"]``; returns MORE or EXHAUSTED."""
        return self._collect(nodes, None)

    def collect(self, nodes: int, room: int) -> tuple[int, npt.NDArray[np.int32]]:
        """As ``run``, but on through up to ``room`` fills: the outcome and their rows, shape (fills, slots)."""
        rows = np.empty((room, self._slots), dtype=np.int32)
        outcome = self._collect(nodes, rows)
        return outcome, rows[: self._written.value]

    def _collect(self, nodes: int, rows: npt.NDArray[np.int32] | None) -> int:
        room = 0 if rows is None else len(rows)
        out = None if rows is None else rows.ctypes.data
        outcome: int = self._library.kernel_collect(self._handle, nodes, out, room, ctypes.byref(self._written))
        if outcome == NO_MEMORY:
            raise MemoryError("not enough memory for the dive")
        return outcome

    def assume(self, masks: npt.NDArray[np.uint64], min_total: int = 0) -> None:
        """Search anew with only these letters per variable; EXHAUSTED then speaks of the assumptions alone.

        ``min_total`` holds when the kernel was made with a rule on the total. Call it before the first ``run``.
        """
        self._assumed = np.ascontiguousarray(masks, dtype=np.uint64)
        self._library.kernel_assume(self._handle, self._assumed.ctypes.data, min_total)

    def seek(self, rows: Sequence[int]) -> bool:
        """Pass over all fills up to the one with these rows; False when they are no fill. Only for a fresh search."""
        given = np.array(rows, dtype=np.int32)
        return bool(self._library.kernel_seek(self._handle, given.ctypes.data) == SOLVED)

    @property
    def rows(self) -> Sequence[int]:
        """After SOLVED: the row of each slot's word among the words of its length."""
        found: list[int] = self._rows[: self._slots].tolist()
        return found

    @property
    def counts(self) -> dict[str, int]:
        """Nodes, failures, restarts, revisions, solutions and greatest depth so far."""
        counts = Counts()
        self._library.kernel_counts(self._handle, ctypes.byref(counts))
        return {field[0]: int(getattr(counts, field[0])) for field in Counts._fields_}

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle:
            self._library.kernel_free(handle)
            self._handle = None


def sharing_pairs(one: npt.NDArray[np.int32], other: npt.NDArray[np.int32], ids: int) -> int:
    """Pairs of rows, one of each array, that have a number from 0 to ids - 1 in common. Raises MemoryError."""
    left = np.ascontiguousarray(one[np.lexsort(one.T[::-1])], dtype=np.int32)
    right = np.ascontiguousarray(other, dtype=np.int32)
    pairs: int = _library().kernel_sharing_pairs(
        left.ctypes.data, len(left), left.shape[1], right.ctypes.data, len(right), right.shape[1], ids
    )
    if pairs < 0:
        raise MemoryError("not enough memory to compare two regions")
    return pairs


def _length(array: npt.NDArray[Any] | None) -> int:
    return 0 if array is None else len(array)


def _contiguous(array: npt.NDArray[Any] | None, kind: Any) -> npt.NDArray[Any] | None:
    return None if array is None else np.ascontiguousarray(array, dtype=kind)


def _load(path: Path) -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise CpfillError(f"the dive's kernel cannot be loaded ({error}); install cpfill again") from None
    library.kernel_source.restype = ctypes.c_uint64
    library.kernel_source.argtypes = []
    return library


@cache
def _library() -> ctypes.CDLL:
    """The shared library that installing cpfill compiles; a bare checkout compiles it on first use."""
    from cpfill.engines import build_kernel

    path = build_kernel.library_path(Path(__file__).parent)
    library = _load(path) if path.exists() else None
    if library is None or library.kernel_source() != build_kernel.source_digest():
        try:
            library = _load(build_kernel.build_in_cache())
        except (RuntimeError, OSError) as error:
            raise CpfillError(f"the dive's kernel cannot be compiled: {error}") from None
    library.kernel_new.restype = ctypes.c_void_p
    library.kernel_new.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64]
    library.kernel_run.restype = ctypes.c_int32
    library.kernel_run.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p]
    library.kernel_collect.restype = ctypes.c_int32
    library.kernel_collect.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint64,
        ctypes.c_void_p,
        ctypes.c_int32,
        ctypes.c_void_p,
    ]
    library.kernel_assume.restype = None
    library.kernel_assume.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.kernel_seek.restype = ctypes.c_int32
    library.kernel_seek.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    library.kernel_sharing_pairs.restype = ctypes.c_int64
    matrix: list[Any] = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32]
    library.kernel_sharing_pairs.argtypes = [*matrix, *matrix, ctypes.c_int32]
    library.kernel_free.restype = None
    library.kernel_free.argtypes = [ctypes.c_void_p]
    library.kernel_counts.restype = None
    library.kernel_counts.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    return library
