"""Small files of jobs, and what their results say but for the time that they took."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cpfill.batch.store import read_lines

WORDS = "ANT;60\nTEA;70\nATE\nTEN\nNET\nTAN\nEAT;55\nTAT\nNAT\nETA\nANA\nNAN\nAN\nAT\nNE\nTE\nTA\nEN\nEA\n"
CROSS = ".#.\n...\n.#.\n"
OPEN = "...\n...\n...\n"


def write_files(folder: Path, **jobs: str) -> None:
    """Two grids, a word list, and files of jobs by name."""
    (folder / "grids").mkdir(exist_ok=True)
    (folder / "grids" / "cross.txt").write_text(CROSS)
    (folder / "grids" / "open.txt").write_text(OPEN)
    (folder / "words.txt").write_text(WORDS)
    for name, text in jobs.items():
        (folder / f"{name}.toml").write_text(text)


def answers(path: Path) -> list[dict[str, Any]]:
    """The lines by job, without what depends on the clock."""
    lines = [{key: value for key, value in line.items() if key != "seconds"} for line in read_lines(path)]
    return sorted(lines, key=lambda line: str(line["job"]))
