"""The results of a batch as a pandas table. Knows no search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpfill.batch.store import read_lines
from cpfill.formats.files import write_bytes

if TYPE_CHECKING:
    import pandas as pd

    from cpfill.batch.store import Line

COLUMNS = [
    "do", "file", "words", "model", "seed", "part", "status", "complete", "count", "mean", "min", "total", "bound",
    "rating", "nodes", "engine", "seconds", "reason", "job",
]  # fmt: skip
_ORDER = ["do", "file", "words", "model", "seed", "job"]


def table(path: str | Path) -> pd.DataFrame:
    """One row a job, by what was asked, whatever the order in which the jobs ended.

    ``mean``, ``min`` and ``total`` are of the entries' scores, ``count`` is of fills or of made puzzles, ``rating`` of
    made puzzles on average, ``seconds`` wall-clock. Parts of an enumeration are left out once they are merged.
    Raises InputError when the file holds no results.
    """
    import pandas as pd

    lines = list(read_lines(path))
    merged = {line["job"] for line in lines if "parts" in line}
    rows = [_row(line) for line in lines if not ("part" in line and line["whole"] in merged)]
    found = pd.DataFrame(rows, columns=COLUMNS)
    numbers = ["seed", "count", "min", "total", "bound", "nodes"]
    found[numbers] = found[numbers].apply(pd.to_numeric).astype("Int64")
    return found.sort_values(_ORDER, kind="stable", ignore_index=True)


def write_table(results: str | Path, path: str | Path) -> None:
    """Write the table of a file of results as CSV, replacing the file whole. Raises InputError when it cannot be."""
    write_bytes(path, table(results).to_csv(index=False).encode())


def _row(line: Line) -> dict[str, Any]:
    made = line.get("puzzles")
    row = {name: line.get(name) for name in COLUMNS}
    row |= line.get("score") or {}
    row["words"] = "+".join(line.get("words") or [])
    row["part"] = "/".join(map(str, line.get("part") or []))
    row["nodes"] = (line.get("trace") or {}).get("nodes")
    row["seconds"] = (line.get("seconds") or {}).get("total")
    if made is not None:
        row["count"] = len(made)
        row["rating"] = round(sum(puzzle["rating"] for puzzle in made) / len(made), 2) if made else None
    return row
