"""What a tuning may change: parameters with their ranges or choices, from a TOML file. Knows no search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from cpfill.errors import ModelError, did_you_mean
from cpfill.parameters import ModelConfig, read_tables
from cpfill.resources import resource

Value = bool | int | float | str
Point = Mapping[str, Value]
"""A value for each parameter of a space, by names such as ``dive.noise``."""

TABLES = ("model", "dive", "solver")


class Parameter(BaseModel):
    """One parameter: ``choices``, or whole or broken numbers from ``low`` to ``high``, in steps or by magnitude."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    choices: tuple[Value, ...] = ()
    low: int | float | None = None
    high: int | float | None = None
    step: int | float | None = None
    log: bool = False

    @property
    def whole(self) -> bool:
        """Whether the range is of whole numbers: both ends are written as such."""
        return isinstance(self.low, int) and isinstance(self.high, int)

    @property
    def extremes(self) -> tuple[Value, ...]:
        """All choices, or both ends: what must be valid in a model for the whole range to be."""
        return self.choices or (self.low or 0, self.high or 0)

    def takes(self, value: Value) -> bool:
        """Whether the range holds that value."""
        low, high = self.low or 0, self.high or 0
        if isinstance(value, str) or not low <= value <= high or (self.whole and value != int(value)):
            return False
        steps = (value - low) / self.step if self.step else 0.0
        return abs(steps - round(steps)) < 1e-8

    def fault(self) -> str:
        """What is wrong with this range, or an empty text."""
        if self.choices:
            numbers = (self.low, self.high, self.step)
            return "has choices and a range; give one of them" if self.log or numbers != (None, None, None) else ""
        if self.low is None or self.high is None:
            return "has no range; give choices = [...], or low and high"
        if not self.low < self.high:
            return f"runs from {self.low} to {self.high}; low must be below high"
        if self.log and (self.low <= 0 or self.step is not None):
            return "is logarithmic; its low must be above 0, and it takes no step"
        if self.step is not None and not 0 < self.step <= self.high - self.low:
            return f"has the step {self.step}; use one above 0 and within the range"
        return "is of whole numbers; its step must be one too" if self.whole and isinstance(self.step, float) else ""


@dataclass(frozen=True)
class Space:
    """The parameters that a tuning may change, by names such as ``solver.linearization_level``."""

    name: str
    parameters: Mapping[str, Parameter]

    @classmethod
    def load(cls, name: str) -> Space:
        """A shipped space, or that of a .toml file. Raises ModelError, in one line, for all that does not fit."""
        path = _path(name)
        space = cls.from_tables(read_tables(path), path.stem, str(path))
        space._check_values(str(path))
        return space

    @classmethod
    def for_model(cls, config: ModelConfig) -> Space:
        """The shipped spaces of the model's engines, together."""
        spaces = [cls.load(engine) for engine in config.engines if engine in spaces_there()]
        parameters = {name: one for space in spaces for name, one in space.parameters.items()}
        return cls("+".join(space.name for space in spaces), parameters)

    @classmethod
    def from_tables(cls, tables: Mapping[str, Any], name: str, source: str) -> Space:
        """Build from the tables of a file; ModelError, naming ``source``."""
        parameters = {}
        for table, keys in tables.items():
            if table not in TABLES:
                raise ModelError(f"{source}: there is no table [{table}]{did_you_mean(table, TABLES)}")
            if not isinstance(keys, dict):
                raise ModelError(f"{source}: {table} is {keys!r}; write it as a table, [{table}]")
            for key, said in keys.items():
                parameters[f"{table}.{key}"] = _parameter(said, f"{source}: {table}.{key}")
        if not parameters:
            raise ModelError(f"{source}: declares no parameter, such as [dive] noise = {{ low = 0.0, high = 2.0 }}")
        return cls(name, parameters)

    def without(self, names: Iterable[str]) -> Space:
        """The space with these parameters left at the model's values. Raises ModelError for one it has not."""
        for name in names:
            if name not in self.parameters:
                near = did_you_mean(name, self.parameters) or f"; it has {', '.join(self.parameters)}"
                raise ModelError(f"the space {self.name} has no parameter {name!r}{near}")
        left = {name: one for name, one in self.parameters.items() if name not in names}
        if not left:
            raise ModelError(f"the space {self.name} has no parameter left to tune")
        return Space(self.name, left)

    def around(self, config: ModelConfig) -> tuple[dict[str, Value], dict[str, Parameter]]:
        """The model's own point, and the parameters with its values among their choices.

        Raises ModelError for a value outside its range: trials could not be compared with it.
        """
        point: dict[str, Value] = {}
        parameters: dict[str, Parameter] = {}
        for name, parameter in self.parameters.items():
            value = value_of(config, name)
            if value is None:
                raise ModelError(f"the space {self.name}: {name} has no single default; give the model a value")
            if parameter.choices and value not in parameter.choices:
                parameter = parameter.model_copy(update={"choices": (value, *parameter.choices)})
            elif not parameter.choices and not parameter.takes(value):
                raise ModelError(
                    f"the space {self.name}: {name} is {value!r} in the model {config.name}, which is no value of its"
                    f" range from {parameter.low} to {parameter.high}; widen the range or change its step"
                )
            point[name], parameters[name] = value, parameter
        return point, parameters

    def _check_values(self, source: str) -> None:
        """Try every choice and both ends of every range in a model, as its file would be checked."""
        for name, parameter in self.parameters.items():
            for value in parameter.extremes:
                applied(ModelConfig(), {name: value}, source).check(f"{source}: {name}")


def spaces_there() -> list[str]:
    """The names of the shipped spaces: those of the engines, and others."""
    return [path.stem for path in sorted(resource("models", "spaces").glob("*.toml"))]


def applied(config: ModelConfig, point: Point, source: str = "tuning") -> ModelConfig:
    """The model with these values. Raises ModelError, naming ``source``, where one does not fit the model's file."""
    tables = config.tables()
    for name, value in point.items():
        table, _, key = name.partition(".")
        tables[table][key] = value
    return ModelConfig.from_tables(tables, config.name, source)


def value_of(config: ModelConfig, name: str) -> Value | None:
    """What the model says of a parameter, else what its engine takes by default; None where that is no one value."""
    table, _, key = name.partition(".")
    said = config.tables()[table]
    if key in said:
        return _plain(said[key])
    if table == "dive":
        from cpfill.engines.dive import SETTINGS

        return SETTINGS.get(key)
    return _solver_default(key) if table == "solver" else None


def _solver_default(key: str) -> Value | None:
    """CP-SAT's own default; enumerations by name."""
    from ortools.sat.sat_parameters_pb2 import SatParameters

    field = SatParameters.DESCRIPTOR.fields_by_name[key]
    if field.is_repeated or field.message_type is not None:
        return None
    if field.enum_type is not None:
        return str(field.enum_type.values_by_number[field.default_value].name)
    return _plain(field.default_value)


def _plain(value: Any) -> Value | None:
    return value if isinstance(value, bool | int | float | str) else None


def _parameter(said: Any, where: str) -> Parameter:
    if not isinstance(said, dict):
        raise ModelError(f"{where} is {said!r}; write {{ choices = [...] }} or {{ low = ..., high = ... }}")
    choices = {"choices": tuple(said["choices"])} if isinstance(said.get("choices"), list) else {}
    try:
        parameter = Parameter.model_validate({**said, **choices})
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0])
        if first["type"] == "extra_forbidden":
            raise ModelError(f"{where} has no {key!r}{did_you_mean(key, Parameter.model_fields)}") from None
        raise ModelError(f"{where}: {key} is {said[key]!r}: {first['msg'][0].lower()}{first['msg'][1:]}") from None
    if fault := parameter.fault():
        raise ModelError(f"{where} {fault}")
    return parameter


def _path(name: str) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    there = spaces_there()
    if name not in there:
        near = did_you_mean(name, there) or f"; there are {', '.join(there)}"
        raise ModelError(f"there is no space {name!r}{near}; a file's name ends in .toml")
    return resource("models", f"spaces/{name}.toml")
