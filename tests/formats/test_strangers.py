"""Files from strangers end in a document or in one clear line, never in a traceback and never late."""

from __future__ import annotations

import io
import json
import zipfile
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.formats.document import Document
from cpfill.grid import Grid

FORMATS = ("puz", "ipuz", "jpz", "xd", "result_json", "text")
SAMPLE = Document(
    Grid.from_rows(["..#", "...", "#.."]),
    dict(Grid.from_rows(["AB#", "CDE", "#FG"]).givens),
    {"1-Across": "A clue", "3-Down": "Another"},
    "Title",
)


def read(name: str, data: bytes) -> None:
    """Read, and let nothing but InputError with one line out."""
    line = ""
    try:
        import_module(f"cpfill.formats.{name}").read(data, "file")
    except InputError as error:
        line = str(error)
    assert not line or line.startswith("file")
    assert "\n" not in line


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_damaged_files(name: str, data: st.DataObject) -> None:
    whole = bytearray(import_module(f"cpfill.formats.{name}").write(SAMPLE))
    for _ in range(data.draw(st.integers(1, 4))):
        start, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 8))
        whole[start : start + length] = data.draw(st.binary(max_size=8))
    read(name, bytes(whole))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=40, deadline=None)
@given(noise=st.binary(max_size=200))
def test_noise(name: str, noise: bytes) -> None:
    read(name, noise)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["#", "0", "A"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
KEYS = ("version", "kind", "dimensions", "puzzle", "solution", "clues", "title", "styles", "block", "empty", "notes")


@settings(max_examples=150, deadline=None)
@given(changed=st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3))
def test_ipuz_of_wrong_types(changed: dict[str, object]) -> None:
    whole = json.loads(import_module("cpfill.formats.ipuz").write(SAMPLE))
    read("ipuz", json.dumps({**whole, **changed}).encode())


@settings(max_examples=100, deadline=None)
@given(keys=st.dictionaries(st.sampled_from(["grid", "rebus", "circles", "bars", "shown", "clues", "title"]), JSON))
def test_json_of_wrong_types(keys: dict[str, object]) -> None:
    read("result_json", json.dumps({"grid": ["AB", "CD"], **keys}).encode())


LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (LAUGHS, "declares a document type"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "declares a document type"),
        ("<a>&undeclared;</a>", "no sound XML"),
        ("<a>" * 5000, "nested deeper than 60"),
        ('<?xml version="1.0" encoding="idna"?><a/>', "no sound XML"),
        ("<crossword><grid width='9999' height='1'/></crossword>", "1x9999"),
        ("<crossword><grid width='-1' height='x'/></crossword>", "not a number"),
        ("<crossword><grid width='3' height='3'><cell x='9' y='1'/></grid></crossword>", "outside the 3x3 grid"),
    ],
)
def test_hostile_xml(text: str, match: str) -> None:
    with pytest.raises(InputError, match=match):
        import_module("cpfill.formats.jpz").read(text.encode())


def test_a_zip_that_unpacks_without_end_is_refused_and_names_are_never_used() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../etc/bomb", b" " * (9 << 20))
    with pytest.raises(InputError, match="unpacks to more than 8 MiB"):
        import_module("cpfill.formats.jpz").read(packed.getvalue())


def test_a_zipped_jpz_is_read() -> None:
    jpz, packed = import_module("cpfill.formats.jpz"), io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("/puzzle.xml", jpz.write(SAMPLE))
    assert jpz.read(packed.getvalue()) == SAMPLE


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, '{"kind": ' + "9" * 6000 + "}", '{"kind": ["crossword"], "puzzle": [[]]}'],
)
def test_hostile_json(text: str) -> None:
    with pytest.raises(InputError):
        import_module("cpfill.formats.ipuz").read(text.encode())


def test_foreign_clue_forms_are_read() -> None:
    ipuz = {
        "version": "http://ipuz.org/v1",
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 2, "height": 2},
        "styles": {"c": {"shapebg": "circle"}},
        "puzzle": [[1, {"cell": "2", "style": "c"}], [3, 0]],
        "solution": [["A", {"value": "b"}], ["C", "D"]],
        "clues": {"Across:Waagerecht": [{"number": 1, "clue": "one"}, ["3", "three"]], "Down": [[9, "none"]]},
    }
    found = import_module("cpfill.formats.ipuz").read(f"ipuz({json.dumps(ipuz)})".encode(), "x.ipuz")
    assert found.clues == {"1-Across": "one", "3-Across": "three"}
    assert [str(cell) for cell in found.grid.circles] == ["row 1, column 2"]
    assert found.remarks == ("x.ipuz: clue 9 of 'Down' is left out: no entry starts there",)


def test_jpz_words_given_as_ranges_are_read() -> None:
    text = """<r><rectangular-puzzle><crossword><grid width="2" height="2">
      <cell x="1" y="1" solution="A"/><cell x="2" y="1" solution="B"/><cell x="1" y="2" solution="C"/>
      <cell x="2" y="2" type="block"/></grid><word id="1" x="1-2" y="1"/><word id="2"><cells x="1" y="1-2"/></word>
      <clues><title>Waagerecht</title><clue word="1" number="1">On <i>top</i></clue></clues>
      <clues><title>Senkrecht</title><clue word="2" number="1">Left</clue></clues>
      </crossword></rectangular-puzzle></r>"""
    found = import_module("cpfill.formats.jpz").read(text.encode())
    assert found.clues == {"1-Across": "On top", "1-Down": "Left"}


def test_xd_dots_are_blocks_where_nothing_else_is() -> None:
    found = import_module("cpfill.formats.xd").read(b"Title: T\n\n\nAB.\nCDE\n.FG\n\n\nA1. One ~ AB\n")
    assert found.grid.rows(found.letters) == ["AB#", "CDE", "#FG"]
    assert found.clues == {"1-Across": "One"}
