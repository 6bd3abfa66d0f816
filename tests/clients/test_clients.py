"""Programs of others read what cpfill writes: the table of format, feature and reader, each cell tested.

The npm programs are taken from tests/clients/node_modules or $CPFILL_CLIENTS/node_modules; pypuz from Python. What is
not installed is skipped. A feature that a reader does not know is named in BEYOND.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from cpfill.errors import InputError
from cpfill.formats import write_document
from cpfill.formats.document import Document
from tests.clients.samples import SAMPLES

MODULES = Path(os.environ.get("CPFILL_CLIENTS", str(Path(__file__).parent))) / "node_modules"
READERS = {
    "puz": ("xword", "xd", "pypuz"),
    "ipuz": ("xword", "pypuz"),
    "jpz": ("xword", "xd", "pypuz"),
    "xd": ("xword", "xd"),
}
REFUSED = {("puz", "bars"), ("puz", "voids"), ("puz", "cyrillic")}
BEYOND = {
    ("xword", "xd", "circles"): "reads no file with headers, which circles need",
    ("xword", "xd", "bars"): "reads no file with headers, which bars need",
    ("xword", "xd", "voids"): "reads no file with headers, which voids need",
    ("xword", "xd", "shown"): "reads no file with headers, which shown letters need",
    ("xword", "xd", "latin"): "takes A to Z only",
    ("xword", "xd", "cyrillic"): "takes A to Z only",
    ("xword", "jpz", "voids"): "takes a void for a white square",
    ("xword", "ipuz", "voids"): "takes a void for a white square",
    ("xword", "xd", "rebus"): "leaves the rebus mark in the square",
    ("xd", "jpz", "voids"): "takes a void for a white square",
    ("xd", "jpz", "rebus"): "splits a rebus into squares",
}
CASES = [
    (reader, form, name)
    for form, readers in READERS.items()
    for reader in readers
    for name in SAMPLES
    if (form, name) not in REFUSED and (reader, form, name) not in BEYOND
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written")
    for form in READERS:
        for name, document in SAMPLES.items():
            if (form, name) not in REFUSED:
                write_document(document, place / f"{name}.{form}")
    return place


@pytest.fixture(scope="module")
def seen(folder: Path) -> dict[tuple[str, str, str], Any]:
    """What the npm programs saw, all in one run."""
    if not (MODULES / "@xwordly" / "xword-parser").exists() or not shutil.which("node"):
        pytest.skip("npm clients are not installed")
    cases = [case for case in CASES if case[0] != "pypuz"]
    arguments = [text for reader, form, name in cases for text in (reader, str(folder / f"{name}.{form}"))]
    script = str(Path(__file__).parent / "read.mjs")
    run = subprocess.run(["node", script, str(MODULES), *arguments], capture_output=True, check=True, timeout=120)
    return dict(zip(cases, json.loads(run.stdout), strict=True))


def _clues(document: Document, direction: str) -> list[list[Any]]:
    slots = [slot for slot in document.grid.slots if slot.direction == direction]
    return [[slot.number, document.clues[slot.name]] for slot in slots]


def _check_clues(found: dict[str, Any], document: Document, case: tuple[str, str]) -> None:
    seen, meant = (
        [[number, unescape(text)] for way in ("across", "down") for number, text in found[way]],
        _clues(document, "Across") + _clues(document, "Down"),
    )
    if case == ("xword", "jpz"):  # It shows the word's id as the number.
        assert [text for _, text in seen] == [text for _, text in meant]
    elif case == ("xword", "puz"):  # It takes the clues for all across, then all down, which no .puz file has.
        assert sorted(text for _, text in seen) == sorted(text for _, text in meant)
    else:
        assert seen == meant


@pytest.mark.parametrize(("reader", "form", "name"), [case for case in CASES if case[0] != "pypuz"])
def test_npm_clients_see_the_puzzle(seen: dict[tuple[str, str, str], Any], reader: str, form: str, name: str) -> None:
    found, document = seen[reader, form, name], SAMPLES[name]
    assert "failed" not in found
    assert found["rows"] == document.rows(void="#")
    assert [found["title"], found["author"]] == [document.title, document.author]
    assert not found.get("errors")
    _check_clues(found, document, (reader, form))
    if (reader, form) != ("xd", "jpz"):
        assert found["circles"] == [list(cell) for cell in sorted(document.grid.circles)]
    if reader == "xd" and name == "bars":
        assert (found["top"], found["left"]) == ([[1, 0]], [[1, 2]])


@pytest.mark.parametrize(("form", "name"), [case[1:] for case in CASES if case[0] == "pypuz"])
def test_pypuz_sees_the_puzzle(folder: Path, form: str, name: str) -> None:
    pypuz = pytest.importorskip("pypuz.pypuz")
    found, document = pypuz.load(str(folder / f"{name}.{form}")), SAMPLES[name]
    assert found.grid.solutionArray() == document.rows(void="_")
    assert [found.metadata.title, found.metadata.author] == [document.title, document.author]
    for way, clues in zip(("Across", "Down"), found.clues, strict=True):
        assert [[int(clue.number), clue.clue] for clue in clues["clues"]] == _clues(document, way)
    circled = {(cell.y, cell.x) for cell in found.grid.cells if cell.style.get("shapebg") == "circle"}
    if (form, name) != ("puz", "shown"):
        assert circled == set(document.grid.circles)
    if name == "bars":
        barred = {(cell.y, cell.x): cell.style["barred"] for cell in found.grid.cells if "barred" in cell.style}
        assert barred == {(0, 0): "B", (1, 1): "R"}


@pytest.mark.parametrize(("form", "name"), sorted(REFUSED))
def test_what_a_format_cannot_hold_is_refused(form: str, name: str) -> None:
    module = importlib.import_module(f"cpfill.formats.{form}")
    with pytest.raises(InputError, match=r"\.ipuz, \.jpz and \.xd can"):
        module.write(SAMPLES[name])


@pytest.mark.parametrize("form", list(READERS))
@pytest.mark.parametrize("name", list(SAMPLES))
def test_we_read_our_own(form: str, name: str) -> None:
    if (form, name) in REFUSED:
        pytest.skip("refused")
    module = importlib.import_module(f"cpfill.formats.{form}")
    assert module.read(module.write(SAMPLES[name])) == SAMPLES[name]
