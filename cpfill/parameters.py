"""The models there are, and what one says: formulation, search, parameters of the engines. Knows no puzzle."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from cpfill.errors import ModelError, did_you_mean
from cpfill.resources import resource

Engine = Literal["dive", "cp-sat", "divide"]
Formulation = Literal["literals", "table", "crossings", "binary"]
Reducing = Literal["cycles", "fast-probe", "full-probe"]
Search = Literal["guided", "free"]
Tables = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class ModelConfig:
    """How a puzzle is stated and searched, as a file of models/ says it.

    ``engines`` take turns in that order. ``formulation`` is how CP-SAT is told the puzzle, after ``reduction``.
    ``search`` is guided (letters in the order that has most words behind it) or free (as CP-SAT likes it).
    ``candidate_limit`` is how many candidates a slot keeps in CP-SAT's first, incomplete try; each next one has four
    times as many, up to all of them. 0 is for no such tries.
    ``noise`` weighs the seeded noise in the guided order. ``dive`` and ``solver`` set parameters of the engines,
    the latter by CP-SAT's own names.
    """

    name: str = "default"
    description: str = ""
    engines: tuple[Engine, ...] = ("dive", "cp-sat")
    formulation: Formulation = "literals"
    reduction: Reducing = "cycles"
    search: Search = "guided"
    candidate_limit: int = 0
    noise: float = 1.0
    dive: Mapping[str, float] = field(default_factory=dict)
    solver: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, name: str = "default", overrides: Mapping[str, str] | None = None) -> ModelConfig:
        """The model of that name or in that .toml file, with PARAMETER=VALUE overrides.

        A parameter is one of CP-SAT's, or a key of another table as in ``model.search`` and ``dive.noise``. Raises
        ModelError, in one line, for anything unknown, of the wrong type or out of range.
        """
        path = _path(name)
        tables = read_tables(path)
        if tables == DEFAULT.tables() and not overrides:
            return DEFAULT
        config = cls.from_tables(tables, path.stem, str(path))
        if overrides:
            config = cls.from_tables(_overridden(config.tables(), overrides), path.stem, "--set")
        if overrides or path.parent != resource("models"):
            config.check("--set" if overrides else str(path))
        return config

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any], name: str, source: str) -> ModelConfig:
        """Build from the tables of a file; ModelError, naming ``source``, when they do not fit."""
        from cpfill.model_file import validated

        file = validated(tables, source)
        said = file.model.model_dump(exclude_unset=True)
        if "engines" in said:
            said["engines"] = tuple(said["engines"])
        return cls(name, **said, dive=file.dive, solver=file.solver)

    def tables(self) -> dict[str, dict[str, Any]]:
        """The tables of a file that says the same."""
        model = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("name", "dive", "solver")}
        return {"model": {**model, "engines": list(self.engines)}, "dive": dict(self.dive), "solver": dict(self.solver)}

    def check(self, source: str) -> None:
        """Check the engines' parameters, CP-SAT's by asking CP-SAT. Raises ModelError, naming ``source``."""
        if self.dive:
            from cpfill.engines.dive import SETTINGS

            for key in self.dive:
                if key not in SETTINGS:
                    raise ModelError(f"{source}: the dive has no parameter {key!r}{did_you_mean(key, SETTINGS)}")
        if self.solver:
            from cpfill.solver_parameters import check

            check(self.solver, source)


DEFAULT = ModelConfig(
    description="The dive, then CP-SAT on literals: quick on any grid, and proves when nothing fits",
    candidate_limit=1_500,
    solver={
        "cp_model_presolve": False,
        "cp_model_probing_level": 0,
        "symmetry_level": 0,
        "linearization_level": 0,
        "use_sat_inprocessing": False,
    },
)
"""What models/default.toml says: nothing needs checking when the file agrees."""


def models() -> dict[str, str]:
    """The shipped models and what they are for, by name."""
    found = {}
    for path in sorted(resource("models").glob("*.toml")):
        found[path.stem] = str(read_tables(path).get("model", {}).get("description", ""))
    return found


def _path(name: str) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    known = {path.stem: path for path in resource("models").glob("*.toml")}
    if name not in known:
        near = did_you_mean(name, known) or f"; there are {', '.join(sorted(known))}"
        raise ModelError(f"there is no model {name!r}{near}")
    return known[name]


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises ModelError, in one line, where it cannot be read."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise ModelError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: is no TOML: {error}") from None


def _overridden(tables: dict[str, dict[str, Any]], overrides: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The tables with the overrides in them; a value is TOML, or a plain text."""
    for name, text in overrides.items():
        table, dot, key = name.partition(".")
        if not dot:
            table, key = "solver", name
        if table not in tables:
            raise ModelError(f"--set {name}: there is no table {table!r}{did_you_mean(table, tables)}")
        tables[table][key] = _value(text)
    return tables


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
