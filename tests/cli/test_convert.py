"""cpfill convert: between formats, into pages, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpfill.formats import read_document
from tests.cli.conftest import Run
from tests.clients.samples import SAMPLES

GRID = "SEA#\nODOR\n#ELF\nFRY#\n"


@pytest.mark.parametrize("ending", ["txt", "json", "puz", "ipuz", "jpz", "xd"])
def test_there_and_back(run: Run, ending: str) -> None:
    Path("in.txt").write_text(GRID)
    assert run("convert", "in.txt", f"out.{ending}") == (0, "", "")
    assert run("convert", f"out.{ending}", "-").out == GRID


@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<svg"), ("html", b"<!DOCTYPE"), ("pdf", b"%PDF"), ("png", b"\x89PNG")]
)
def test_pages(run: Run, ending: str, start: bytes) -> None:
    if ending in ("pdf", "png"):
        pytest.importorskip("typst")
    Path("in.txt").write_text(GRID)
    assert run("convert", "in.txt", f"page.{ending}").code == 0
    assert Path(f"page.{ending}").read_bytes().startswith(start)


def test_titles_and_clues_are_put_in(run: Run) -> None:
    Path("in.txt").write_text(GRID)
    Path("clues.txt").write_text("# drafts\nSEA;Where ships are\nODOR;It may be smelt\n")
    assert run("convert", "in.txt", "out.ipuz", "--title", "T", "--author", "A", "--clues", "clues.txt").code == 0
    found = read_document("out.ipuz")
    assert (found.title, found.author) == ("T", "A")
    assert found.clues == {"1-Across": "Where ships are", "4-Across": "It may be smelt"}


def test_the_solution_is_drawn_only_when_asked(run: Run) -> None:
    Path("in.txt").write_text(GRID)
    assert ">S</text>" not in run("convert", "in.txt", "-", "--format", "svg").out
    assert ">S</text>" in run("convert", "in.txt", "-", "--format", "svg", "--solution").out


def test_entries_are_listed_for_a_fill_in(run: Run) -> None:
    Path("in.txt").write_text("AB\nCD\n")
    assert run("convert", "in.txt", "page.html", "--words").code == 0
    assert '"words": ["AB", "AC", "BD", "CD"]' in Path("page.html").read_text()


def test_what_a_reader_leaves_out_is_said(run: Run) -> None:
    ipuz = {
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 2, "height": 1},
        "puzzle": [[1, 0]],
        "clues": {"Diagonal": [[1, "odd"]]},
    }
    Path("in.ipuz").write_text(json.dumps(ipuz))
    found = run("convert", "in.ipuz", "out.xd")
    assert (found.code, found.out) == (0, "")
    assert found.err == "cpfill: in.ipuz: clue 1 of 'Diagonal' is left out: no entry starts there\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("none.puz", "out.txt"), "cpfill: none.puz: there is no such file"),
        (("in.txt", "out.puz"), "has 'К', but .puz holds Latin-1 only; .ipuz, .jpz and .xd can"),
        (("in.txt", "out.pdf", "--format", "pfd"), "there is no format 'pfd'; did you mean 'pdf'?"),
        (("page.pdf", "out.txt"), "page.pdf: pdf cannot be read"),
        (("in.txt", "none/out.xd"), "none/out.xd: cannot be written"),
        (("in.txt", "out.xd", "--clues", "in.txt"), "in.txt:1: 'КОТ' is no line of WORD;clue"),
    ],
)
def test_refusals(run: Run, arguments: tuple[str, ...], line: str) -> None:
    Path("in.txt").write_text("КОТ\n...\n...\n", encoding="utf-8")
    found = run("convert", *arguments)
    assert found.code == 2
    assert line in found.err
    assert found.err.count("\n") == 1


def test_clauses_for_a_sat_solver(run: Run) -> None:
    Path("in.txt").write_text("..\n..\n")
    Path("words.txt").write_text("AB\nCD\nAC\nBD\n")
    Path("rules.toml").write_text("[rules]\nallow-duplicates = true\n")
    assert run("convert", "in.txt", "out.cnf", "--model", "binary", "--word-list", "words.txt") == (0, "", "")
    lines = Path("out.cnf").read_text().splitlines()
    assert "c alphabet ABCD" in lines
    arguments = ("convert", "in.txt", "-", "--format", "dimacs", "--word-list", "words.txt", "--rules", "rules.toml")
    assert "p cnf 8 " in run(*arguments).out
    found = run("convert", "in.txt", "out.cnf", "--model", "table", "--word-list", "words.txt")
    assert found == (4, "", "cpfill: the model 'table' is not made of clauses; use --model binary\n")


def test_a_model_for_cp_sat(run: Run) -> None:
    Path("in.txt").write_text("..\n..\n")
    Path("words.txt").write_text("AB\nCD\nAC\nBD\n")
    assert run("convert", "in.txt", "out.pb", "--model", "table", "--word-list", "words.txt") == (0, "", "")
    assert "table {" in Path("out.pb").read_text()
    assert "exactly_one {" in run("convert", "in.txt", "-", "--format", "proto", "--word-list", "words.txt").out
    assert run("convert", "in.txt", "out.pb", "--model", "tabel", "--word-list", "words.txt").code == 4


def test_reduce_draws_how_free_cells_are(run: Run) -> None:
    Path("in.txt").write_text("...\n#.#\n...\n")
    Path("words.txt").write_text("TOE\nOWE\nLEO\n")
    assert run("reduce", "in.txt", "--words", "words.txt", "--svg", "heat.svg").code == 0
    assert "row 2, column 2: W" in Path("heat.svg").read_text()


def test_features_survive_a_chain_of_formats(run: Run) -> None:
    from cpfill.formats import write_document

    write_document(SAMPLES["bars"], "a.ipuz")
    for left, right in (("a.ipuz", "b.jpz"), ("b.jpz", "c.xd"), ("c.xd", "d.json"), ("d.json", "e.ipuz")):
        assert run("convert", left, right).code == 0
    assert Path("e.ipuz").read_bytes() == Path("a.ipuz").read_bytes()
