"""Sets pages through typst, an optional library. Knows no puzzle: a template beside it and data go in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from cpfill.errors import InputError

_TEMPLATES = Path(__file__).resolve().parent
PNG_DOTS = 200
"""Pixels an inch of a .png page."""


def compile_page(template: str, data: Mapping[str, Any], form: Literal["pdf", "png"]) -> list[bytes]:
    """Set the template with the data: one PDF file, or one PNG file a page.

    The data reach the template as JSON text, never as markup, so that no title or clue is taken for typst code.
    Only typst's own fonts are used: the same page on every machine. Raises InputError where typst is missing.
    """
    try:
        import typst
    except ImportError:
        raise InputError(
            f"{form.upper()} pages need typst: pip install 'cpfill[pages]' (.svg and .html need nothing)"
        ) from None
    try:
        pages = typst.compile(
            str(_TEMPLATES / template),
            format=form,
            ppi=PNG_DOTS,
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
    except typst.TypstError as error:
        raise InputError(f"the page cannot be set: {str(error)[:120]}") from None
    return [pages] if isinstance(pages, bytes) else list(pages)
