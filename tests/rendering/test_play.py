"""The page is played in headless Chromium: typing, arrows, Tab, Backspace, touch, check, reveal, clear."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cpfill.formats import write_document
from tests.clients.samples import SAMPLES
from tests.clients.test_clients import MODULES

SCRIPT = Path(__file__).parents[1] / "clients" / "play.mjs"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a player sees of SEA#/ODOR/#ELF/FRY# after each move."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not (browser and shutil.which("node") and (MODULES / "playwright-core").exists()):
        pytest.skip("no Chromium with playwright-core")
    page = tmp_path_factory.mktemp("page") / "page.html"
    write_document(SAMPLES["plain"], page)
    command = ["node", str(SCRIPT), str(MODULES), browser, str(page)]
    run = subprocess.run(command, capture_output=True, check=True, timeout=120)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def letters(view: dict[str, Any]) -> str:
    return "".join(letter or "." for letter in view["letters"])


def test_the_page_runs_alone_and_without_errors(seen: dict[str, Any]) -> None:
    assert seen["errors"] == []
    assert len(seen["requests"]) == 1


def test_it_starts_at_the_first_entry(seen: dict[str, Any]) -> None:
    assert seen["start"]["now"] == "0,0"
    assert seen["start"]["word"] == ["0,0", "0,1", "0,2"]
    assert "Clue of 1-Across, & more" in seen["start"]["clue"]


def test_typing_moves_on_and_check_marks_what_is_wrong(seen: dict[str, Any]) -> None:
    assert letters(seen["typed"]).startswith("SEX.")
    assert seen["typed"]["now"] == "0,2"
    assert seen["checked"]["wrong"] == ["0,2"]
    assert seen["checked"]["state"] == "1 square is wrong."


def test_the_keyboard_moves_and_erases(seen: dict[str, Any]) -> None:
    assert letters(seen["erased"]).startswith("SEA.")
    assert seen["erased"]["wrong"] == []
    assert seen["tabbed"]["now"] == "1,0"
    assert "4 Across" in seen["tabbed"]["clue"]
    assert "1 Down" in seen["turned"]["clue"]
    assert seen["turned"]["now"] == "0,0"
    assert seen["below"]["now"] == "1,0"


def test_touch_and_reveal(seen: dict[str, Any]) -> None:
    assert seen["tapped"]["now"] == "1,1"
    assert letters(seen["revealed"]) == "SEA" + ".D.." + "..." + "..."
    assert letters(seen["revealedWord"]) in ("SEA" + "ODOR" + "...", "SEA.D...E..R.", "SEA.D..E...R.")
    assert letters(seen["all"]) == "SEAODORELFFRY"
    assert seen["all"]["state"] == "Solved. Well done!"
    assert letters(seen["cleared"]) == "." * 13
