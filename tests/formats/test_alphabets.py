"""Grids of other languages end to end: their words, a fill, every format that can hold it, and the pages."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from cpfill.errors import InputError
from cpfill.formats import read_document, write_document
from cpfill.formats.document import Document
from cpfill.formats.words import read_words
from cpfill.grid import Grid
from cpfill.puzzle import Fill, Puzzle
from cpfill.rules import Rules

SQUARES = {
    "Russian": ("кот она дар код тар", ["КОТ", "ОНА", "ДАР"]),
    "French": ("été tué été eue été", ["ÉTÉ", "TUÉ", "ÉÉE"]),
    "German": ("ähm hüt mtö", ["ÄHM", "HÜT", "MTÖ"]),
    "Spanish": ("año ñus osé", ["AÑO", "ÑUS", "OSÉ"]),
    "Polish": ("łąk ąże kęs", ["ŁĄK", "ĄŻE", "KĘS"]),
    "Greek": ("ωδη δεν ηνι", ["ΩΔΗ", "ΔΕΝ", "ΗΝΙ"]),
}
"""Words and a square that they fill, read across and down; the words need be none."""
LATIN_1 = ("French", "German", "Spanish")


def fill_of(language: str, folder: Path) -> Fill:
    """The square's fill, over a list with its rows and columns in lower case."""
    rows = SQUARES[language][1]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    path = folder / "words.txt"
    words = (*SQUARES[language][0].split(), *rows, *columns)
    path.write_text("\n".join(word.lower() for word in words), encoding="utf-8")
    puzzle = Puzzle(Grid.from_rows(["..."] * 3), read_words([str(path)]), Rules(allow_duplicates=True))
    return Fill.from_rows(puzzle, rows)


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CPFILL_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(("language", "ending"), list(product(SQUARES, ["txt", "json", "ipuz", "jpz", "xd", "puz"])))
def test_a_fill_goes_to_a_file_and_back(language: str, ending: str, tmp_path: Path) -> None:
    document = Document.from_fill(fill_of(language, tmp_path))
    path = tmp_path / f"fill.{ending}"
    if ending == "puz" and language not in LATIN_1:
        with pytest.raises(InputError, match=r"\.puz holds Latin-1 only; \.ipuz, \.jpz and \.xd can"):
            write_document(document, path)
    else:
        write_document(document, path)
        assert read_document(path) == document


@pytest.mark.parametrize(("language", "ending"), list(product(SQUARES, ["svg", "html"])))
def test_pages_show_the_letters(language: str, ending: str, tmp_path: Path) -> None:
    from cpfill.rendering import html, svg

    document = Document.from_fill(fill_of(language, tmp_path))
    page = (svg.write_solution(document) if ending == "svg" else html.write(document)).decode("utf-8")
    assert all(letter in page for letter in document.letters.values())


@pytest.mark.parametrize("language", SQUARES)
def test_printed_pages_have_every_letter(language: str, tmp_path: Path) -> None:
    """Each letter looks like no other and unlike a missing one, so the font has it."""
    pytest.importorskip("typst")
    from cpfill.rendering.page import page_data
    from cpfill.rendering.typst_page import compile_page

    document = Document.from_fill(fill_of(language, tmp_path))
    data = page_data(document, solution=False)
    letters = ["?", "\uffff", *sorted(set(document.letters.values()))]
    pages = {letter: compile_page("page.typ", {**data, "title": letter}, "png")[0] for letter in letters}
    assert len(set(pages.values())) == len(pages)


@pytest.mark.parametrize("language", SQUARES)
def test_the_square_is_solved(language: str, tmp_path: Path) -> None:
    pytest.importorskip("cpfill.parameters")
    from cpfill.solving import solve

    fill = fill_of(language, tmp_path)
    result = solve(Puzzle(fill.puzzle.grid, fill.puzzle.lexicon, Rules(allow_duplicates=True)))
    assert fill.faults() == []
    assert result.fill is not None
    assert result.fill.faults() == []
