"""Parts of an enumeration: together they are the whole, and no two share a fill."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.batch import Store, read_batch, run_batch, table
from cpfill.batch.local import LocalRunner
from cpfill.batch.splitting import split
from cpfill.batch.store import read_lines
from cpfill.enumeration import count_fills, enumerate_fills
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.puzzle import Puzzle
from cpfill.rules import Rules

from ..oracle import all_fills, grids, lexicons
from .drawn import WORDS, write_files


@settings(deadline=None, max_examples=60)
@given(grid=grids(), lexicon=lexicons(), parts=st.integers(1, 9), apart=st.booleans())
def test_parts_are_the_whole_and_share_nothing(grid: Grid, lexicon: Lexicon, parts: int, apart: bool) -> None:
    puzzle = Puzzle(grid, lexicon, Rules(allow_duplicates=not apart))
    found = split(puzzle, parts)
    assert 1 <= len(found) <= parts
    fills = [tuple(fill.rows) for part in found for fill in enumerate_fills(part)]
    assert len(fills) == len(set(fills))
    assert set(fills) == all_fills(puzzle)
    assert sum(count_fills(part).count for part in found) == len(fills)


def test_there_are_as_many_parts_as_asked_for_and_they_keep_the_rules() -> None:
    words = Lexicon.from_words([line.partition(";")[0] for line in WORDS.split()])
    rules = Rules(slot_words={"1a": frozenset({"TEA", "ATE", "ANT", "EAT"})}, slot_patterns={"1-Down": "[^N].*"})
    puzzle = Puzzle(Grid.from_rows(["...", "...", "..."]), words, rules)
    found = split(puzzle, 8)
    assert len(found) == 8
    whole = {tuple(fill.rows) for fill in enumerate_fills(puzzle)}
    assert {tuple(fill.rows) for part in found for fill in enumerate_fills(part)} == whole


@pytest.mark.parametrize("fills", ["true", "false"])
def test_a_batch_merges_the_parts(tmp_path: Path, fills: str) -> None:
    text = f'do = "enumerate"\nwords = ["words.txt"]\ngrids = ["grids"]\nfills = {fills}\n'
    write_files(tmp_path, whole=text, parts=f"{text}split = 8\n")
    lines = {}
    for name in ("whole", "parts"):
        with Store(tmp_path / f"{name}.jsonl") as store:
            run_batch(read_batch(tmp_path / f"{name}.toml"), store, LocalRunner(2))
        lines[name] = {line["job"]: line for line in read_lines(store.path) if "whole" not in line}
        assert len(table(store.path)) == 2
    assert lines["whole"].keys() == lines["parts"].keys()
    for key, whole in lines["whole"].items():
        merged = lines["parts"][key]
        assert (merged["count"], merged["complete"], merged["parts"]) == (whole["count"], True, 8)
        assert sorted(merged.get("fills", [])) == sorted(whole.get("fills", []))
