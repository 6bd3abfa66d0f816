"""What each format keeps comes back as it was, for documents of every shape that it can hold."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.formats.document import Document
from cpfill.grid import Bar, Cell, Grid

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ANY = LATIN + "ÄÖÜÉÈÇÑŁŚŻĄΑΩΣЖЩЮЁЙ"
PLAIN_TEXT = st.text(st.characters(codec="latin-1", categories=("L", "N", "P", "S", "Zs")), max_size=30)
ANY_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Co", "Cn")), max_size=30)


@st.composite
def documents(
    draw: st.DrawFn, alphabet: str = ANY, text: st.SearchStrategy[str] = ANY_TEXT, *, rich: bool = True
) -> Document:
    """Puzzles with rebus squares, circles and shown letters; when rich, with bars and voids too."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = [Cell(r, c) for r in range(height) for c in range(width)]
    blocks = draw(st.sets(st.sampled_from(cells), max_size=len(cells) // 2))
    white = [cell for cell in cells if cell not in blocks]
    voids = draw(st.sets(st.sampled_from(sorted(blocks)))) if rich and blocks else set()
    edges = [Bar(c, "right") for c in white if c.column < width - 1]
    edges += [Bar(c, "below") for c in white if c.row < height - 1]
    bars = draw(st.sets(st.sampled_from(edges), max_size=4)) if rich and edges else set()
    letter = st.text(alphabet, min_size=1, max_size=1 if bars else draw(st.sampled_from([1, 1, 4])))
    letters = draw(st.dictionaries(st.sampled_from(white), letter)) if white else {}
    circles = draw(st.sets(st.sampled_from(white), max_size=3)) if white else set()
    shown = draw(st.sets(st.sampled_from(sorted(letters)), max_size=3)) if letters else set()
    grid = Grid(
        height,
        width,
        frozenset(blocks),
        {c: letters[c] for c in shown},
        frozenset(voids),
        frozenset(bars),
        frozenset(circles),
    )
    clues = {slot.name: draw(text) for slot in grid.slots if draw(st.booleans())}
    return Document(grid, letters, clues, draw(text), draw(text), draw(text), draw(text) + "\n\n" + draw(text))


def again(name: str, document: Document) -> Document:
    module = import_module(f"cpfill.formats.{name}")
    found: Document = module.read(module.write(document))
    return found


@pytest.mark.parametrize("name", ["ipuz", "jpz", "xd", "result_json"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_document_comes_back(name: str, data: st.DataObject) -> None:
    document = data.draw(documents())
    found = again(name, document)
    assert found == document
    assert found.remarks == ()


@settings(max_examples=60, deadline=None)
@given(documents(LATIN + "ÄÖÜÉÇÑ", PLAIN_TEXT, rich=False))
def test_puz_keeps_what_latin_1_can_hold(document: Document) -> None:
    assert again("puz", document) == document


@pytest.mark.parametrize("name", ["puz", "ipuz", "jpz", "xd"])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_writing_is_a_function_of_what_was_read(name: str, data: st.DataObject) -> None:
    module = import_module(f"cpfill.formats.{name}")
    document = data.draw(documents(LATIN, PLAIN_TEXT, rich=name != "puz"))
    written = module.write(document)
    assert module.write(module.read(written)) == written


@pytest.mark.parametrize(
    ("grid", "letters", "match"),
    [
        (Grid.from_rows(["..", ".."]), {Cell(0, 0): "Ж"}, r"square at row 1, column 1 has 'Ж'.*\.ipuz, \.jpz and \.xd"),
        (Grid.from_rows(["..", "~."]), {}, r"void squares; \.ipuz, \.jpz and \.xd can"),
        (Grid(2, 2, frozenset(), bars=frozenset({Bar(Cell(0, 0), "right")})), {}, "bars between cells; .ipuz"),
    ],
)
def test_puz_refuses_what_it_cannot_hold(grid: Grid, letters: dict[Cell, str], match: str) -> None:
    from cpfill.formats import puz

    with pytest.raises(InputError, match=match):
        puz.write(Document(grid, letters))


def test_puz_writes_typographic_marks_straight() -> None:
    grid = Grid.from_rows(["..", ".."])
    found = again("puz", Document(grid, {}, {"1-Across": "“So—it’s”…"}))
    assert found.clues == {"1-Across": '"So-it\'s"...'}


def test_a_fill_keeps_the_texts_of_the_puzzle_that_it_fills() -> None:
    from cpfill.lexicon import Lexicon
    from cpfill.puzzle import Fill, Puzzle

    asked = Document(Grid.from_rows(["..", ".."]), {}, {"1-Across": "A clue"}, "A title", "An author")
    puzzle = Puzzle(asked.to_solve(), Lexicon.from_words({"AB": 60, "CD": 70, "AC": 80, "BD": 90}))
    found = asked.filled(Fill.from_rows(puzzle, ["AB", "CD"]))
    assert (found.title, found.clues) == ("A title", {"1-Across": "A clue"})
    assert found.grid.rows(found.letters) == ["AB", "CD"]
    assert found.scores == {"1-Across": 60, "3-Across": 70, "1-Down": 80, "2-Down": 90}
