"""Pages hold what the puzzle says, are safe whatever its texts say, and say what they need."""

from __future__ import annotations

import builtins
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from cpfill.errors import InputError
from cpfill.formats.document import Document
from cpfill.grid import Cell, Grid
from cpfill.rendering import html, pdf, png, svg
from cpfill.rendering.page import page_data
from tests.clients.samples import SAMPLES

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</script><script>alert(1)</script> #import "x" $1$ \\ & ]]>'


def hostile() -> Document:
    grid = Grid.from_rows(["..", ".."])
    return Document(grid, {Cell(0, 0): "A"}, {"1-Across": HOSTILE}, HOSTILE, HOSTILE, HOSTILE, HOSTILE)


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", list(SAMPLES))
def test_svg_shows_numbers_and_only_the_letters_to_be_shown(name: str) -> None:
    document = SAMPLES[name]
    numbers = [str(number) for _, number in sorted(document.grid.numbers.items())]
    assert texts(svg.write(document).decode()) == [*numbers, *document.grid.givens.values()]
    solved = [text for _, text in sorted(document.letters.items())]
    assert texts(svg.write_solution(document).decode()) == [*numbers, *solved]


def test_svg_leaves_voids_out_and_draws_blocks_bars_and_circles() -> None:
    voids = ET.fromstring(svg.write(SAMPLES["voids"]).decode())
    assert len(list(voids.iter(f"{SVG}rect"))) == 12 - 2
    assert len(list(ET.fromstring(svg.write(SAMPLES["circles"]).decode()).iter(f"{SVG}circle"))) == 2
    bars = [path.get("d") for path in ET.fromstring(svg.write(SAMPLES["bars"]).decode()).iter(f"{SVG}path")]
    assert bars[1] == "M0 36h36M72 36v36"


def test_hostile_texts_stay_texts() -> None:
    drawing = ET.fromstring(svg.write(hostile()).decode())
    assert drawing.find(f"{SVG}title").text == hostile().title  # type: ignore[union-attr]
    page = html.write(hostile()).decode()
    assert page.count("<script") == 2
    assert "alert(1)</script>" not in page


def test_html_is_one_file_that_asks_for_nothing() -> None:
    page = html.write(SAMPLES["plain"]).decode()
    assert not re.search(r"(src|href)=|url\(|@import|fetch\(|XMLHttp", page)
    assert "default-src 'none'" in page


def test_html_holds_the_whole_puzzle() -> None:
    page = html.write(SAMPLES["rebus"]).decode()
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    assert data["rows"][1][1]["letters"] == "STAR"
    assert data["slots"][0] == {
        "direction": "Across",
        "number": 1,
        "cells": [[0, 0], [0, 1], [0, 2]],
        "clue": "Clue of 1-Across, & more",
        "length": 3,
    }


@pytest.mark.parametrize("name", [*SAMPLES, "hostile"])
def test_pages_are_set(name: str) -> None:
    pytest.importorskip("typst")
    document = hostile() if name == "hostile" else SAMPLES[name]
    assert pdf.write(document).startswith(b"%PDF-")
    assert png.write(document).startswith(b"\x89PNG")


def test_a_long_list_and_a_large_grid_are_set() -> None:
    pytest.importorskip("typst")
    grid = Grid.from_rows(["." * 25] * 25)
    clues = {slot.name: "A long clue that goes on and on for several lines of a column " * 4 for slot in grid.slots}
    assert pdf.write(Document(grid, {}, clues)).startswith(b"%PDF-")


def test_pages_are_the_same_each_time() -> None:
    pytest.importorskip("typst")
    assert png.write(SAMPLES["plain"]) == png.write(SAMPLES["plain"])


def test_clues_without_text_show_the_length_and_words_go_by_length() -> None:
    document = Document(Grid.from_rows(["...", ".#.", "..."]), words=("TWO", "SIX", "FOUR"))
    assert page_data(document)["words"] == [
        {"length": 3, "words": ["SIX", "TWO"]},
        {"length": 4, "words": ["FOUR"]},
    ]
    assert page_data(Document(document.grid))["lists"][0]["clues"][0] == ["1", "(3)"]


def test_without_typst_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def none(name: str, *rest: Any) -> Any:
        if name == "typst":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", none)
    with pytest.raises(InputError, match=r"PDF pages need typst: pip install 'cpfill\[pages\]'"):
        pdf.write(SAMPLES["plain"])
