"""The ways to state a puzzle to CP-SAT, behind one signature (see base.py). Knows no rule and no search."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from cpfill.domains import Domains
from cpfill.formulations.base import Formulation

FORMULATIONS = {"literals": "Literals", "table": "Table", "crossings": "Crossings", "binary": "Binary"}


def formulation(name: str, domains: Domains) -> Formulation:
    """State that every slot spells one of its candidates. The domains must be reduced."""
    module = import_module(f"cpfill.formulations.{name}")
    return cast("Callable[[Domains], Formulation]", getattr(module, FORMULATIONS[name]))(domains)
