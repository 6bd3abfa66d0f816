"""The README's commands and examples, run as a reader would run them, in a copy of the files they name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpfill.formats import text
from cpfill.formats.words import embedded_words
from cpfill.grid import Grid
from cpfill.puzzle import Fill, Puzzle

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def _commands() -> list[str]:
    """Each command line, without the installation it starts with; the tests are not run within the tests."""
    lines = [line for block in _blocks("sh") for line in block.splitlines() if line and not line.startswith("#")]
    bare = [line.split(" && ")[-1].replace(".venv/bin/", "") for line in lines]
    return [line for line in bare if "pytest" not in line]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the data and a ``cpfill`` command."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "data", folder / "data")
    command = folder / "bin" / "cpfill"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from cpfill.cli import main; main()" "$@"\n')
    command.chmod(0o755)
    return folder


def test_the_two_commands_come_first() -> None:
    first, second = _blocks("sh")[:2]
    assert "pip install" in first
    assert "cpfill solve" in first
    assert second.rstrip().endswith("-m pytest")


@pytest.mark.parametrize("line", _commands())
def test_commands_end_well(copy: Path, line: str) -> None:
    path = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PATH": f"{copy / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
    }
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_the_example_of_the_library(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(copy)
    for block in _blocks("python"):
        exec(compile(block, "README.md", "exec"), {})


def test_the_rules_file_is_valid(tmp_path: Path) -> None:
    from cpfill.formats.rules import read_rule_table, rules_of

    (block,) = _blocks("toml")
    (tmp_path / "theme.toml").write_text(block)
    assert rules_of(read_rule_table(tmp_path / "theme.toml")).max_below == (2, 65)


def test_the_picture_is_a_fill() -> None:
    (picture,) = re.findall(r"<!-- picture -->\n+```text\n(.*?)```", README, re.DOTALL)
    rows = [line.split() for line in picture.splitlines()]
    asked, filled = (Grid.from_rows([row[side] for row in rows]) for side in (0, 1))
    assert asked.rows() == text.read((ROOT / "data/grids/newspaper15-1.txt").read_bytes()).to_solve().rows()
    assert Fill(Puzzle(asked, embedded_words()), filled.givens).faults() == []
