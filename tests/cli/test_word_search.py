"""cpfill word-search from the command line: answers on standard output, notes on standard error, exit codes."""

import json
import sys
from xml.etree import ElementTree

import pytest

from cpfill.word_search import find_words

FRUIT = "# fruit\nIce cream\nBanana;60\ncherry\nplum\nquince\n"


def test_make_prints_a_grid_with_its_words_that_solve_reads(run, tmp_path):
    (tmp_path / "fruit.txt").write_text(FRUIT)
    made = run("word-search", "make", "--words", "fruit.txt", "--size", "10x9", "--seed", "3")
    assert made.code == 0
    rows, _, words = made.out.partition("\n\n")
    assert [len(row.split()) for row in rows.splitlines()] == [9] * 10
    assert words.split("\n")[:3] == ["BANANA", "CHERRY", "ICE CREAM"]
    solved = run("word-search", "solve", "-", stdin=made.out)
    assert solved.code == 0
    assert len(solved.out.splitlines()) == 5


def test_json_tells_grid_and_placements_from_one(run):
    made = run("word-search", "make", "--word", "cat", "--word", "dog", "--size", "5", "--json", "--quiet").json
    assert (made["status"], made["seed"]) == ("solved", 0)
    found = find_words(made["grid"], ["CAT", "DOG"])
    assert [(p["word"], p["row"] - 1, p["column"] - 1, p["direction"]) for p in made["placements"]] == found


def test_solve_finds_every_occurrence(run, tmp_path):
    (tmp_path / "grid.txt").write_text("CAT\nA#A\nTAC\n")
    solved = run("word-search", "solve", "grid.txt", "--word", "cat", "--json")
    places = [(p["row"], p["column"], p["direction"]) for p in solved.json["occurrences"]]
    assert places == [(1, 1, "E"), (1, 1, "S"), (3, 3, "W"), (3, 3, "N")]


def test_solve_tells_what_is_missing(run, tmp_path):
    (tmp_path / "grid.txt").write_text("CAT\nXYZ\n")
    solved = run("word-search", "solve", "grid.txt", "--word", "cat", "--word", "dog")
    assert (solved.code, solved.out) == (1, "CAT at row 1, column 1, going E\n")
    assert "not found: DOG" in solved.err


def test_what_is_impossible_ends_with_one(run):
    made = run("word-search", "make", "--word", "elephant", "--size", "5x5")
    assert (made.code, made.out) == (1, "")
    assert "ELEPHANT has 8 letters, but the longest line of the 5x5 grid" in made.err


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "there are no words"),
        (("--word", "x"), "'x' cannot be hidden"),
        (("--word", "cat", "--size", "big"), "--size is 'big'"),
        (("--word", "cat", "--directions", "up"), "no direction 'UP'"),
        (("--word", "cat", "--pack", "--size", "4"), "--pack finds the size itself"),
        (("--word", "cat", "--count", "2", "--all"), "either --count or --all"),
        (("--word", "cat", "-o", "page.png"), "page.png: a page's name ends in"),
        (("--word", "cat", "--mask", "none.txt"), "none.txt: there is no such file"),
        (("--word", "cat", "--exact-message"), "an exact message needs a message"),
        (("--word", "cat", "--size", "0x5"), "the grid has no cells"),
    ],
    ids=str,
)
def test_bad_input_is_one_line(run, arguments, error):
    made = run("word-search", "make", *arguments)
    assert (made.code, made.out, len(made.err.splitlines())) == (2, "", 1)
    assert error in made.err


def test_all_grids_with_a_proof(run):
    listed = run("word-search", "make", "--word", "abc", "--size", "1x4", "--directions", "E,W", "--all", "--json")
    *grids, ended = map(json.loads, listed.out.splitlines())
    assert (len(grids), ended["complete"], ended["count"]) == (4, True, 4)
    assert "proved" in listed.err


def test_a_count_of_grids_in_numbered_files(run, tmp_path):
    made = run("word-search", "make", "--word", "cat", "--size", "4", "--count", "2", "-o", "page.svg", "--count-only")
    assert (made.code, json.loads(made.out)["count"]) == (0, 2)
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["page-1.svg", "page-2.svg"]


def test_pages_and_solutions_as_svg(run, tmp_path):
    (tmp_path / "fruit.txt").write_text(FRUIT)
    (tmp_path / "mask.txt").write_text("..........\n" * 9 + "..####....\n")
    made = run(
        *("word-search", "make", "-w", "fruit.txt", "--mask", "mask.txt", "--message", "Eat!"),
        *("-o", "page.svg", "--solution", "rings.svg", "--title", "Fruit & more"),
    )
    assert (made.code, made.out) == (0, "")
    page, rings = (ElementTree.parse(tmp_path / name).getroot() for name in ("page.svg", "rings.svg"))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in page.iter(f"{space}text")]
    assert texts[0] == "Fruit & more"
    assert len([text for text in texts if len(text) == 1]) == 96
    assert texts[-5:] == ["BANANA", "CHERRY", "ICE CREAM", "PLUM", "QUINCE"]
    assert len([rect for rect in rings.iter(f"{space}rect") if rect.get("rx")]) == 5
    assert not [rect for rect in page.iter(f"{space}rect") if rect.get("rx")]


def test_solution_on_standard_output(run):
    made = run("word-search", "make", "--word", "cat", "--size", "1x5", "--directions", "E", "--solution", "-", "-q")
    assert "CAT at row 1, column" in made.out
    assert sorted("".join(made.out.split("\n\n")[2].split())) == sorted("..CAT")


def test_pdf_pages(run, tmp_path):
    pytest.importorskip("typst")
    made = run("word-search", "make", "--word", "cat", "--size", "5", "-o", "page.pdf")
    assert made.code == 0
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_pdf_without_typst_is_refused(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    made = run("word-search", "make", "--word", "cat", "--size", "5", "-o", "page.pdf")
    assert made.code == 2
    assert "pip install" in made.err


def test_packing_tells_the_bound(run):
    made = run("word-search", "make", "--word", "cat", "--word", "dog", "--pack", "--json")
    assert (made.json["status"], made.json["bound"], len(made.json["grid"])) == ("optimal", 3, 3)
    assert "no smaller square will do" in made.err


def test_an_avoid_list_replaces_the_embedded_one(run, tmp_path):
    (tmp_path / "avoid.txt").write_text("TT\n")
    arguments = ("word-search", "make", "--word", "cat", "--size", "6", "--filler", "TX", "--json", "-q")
    assert not find_words(run(*arguments, "--avoid", "avoid.txt").json["grid"], ["TT"])
    assert find_words(run(*arguments, "--avoid", "none").json["grid"], ["TT"])
