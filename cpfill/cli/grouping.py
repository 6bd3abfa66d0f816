"""Lets commands share groups of options, each group a dataclass. Knows no option by itself."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def grouped(function: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameters of a dataclass type are given on the command line as that class's fields.

    The fields are annotated as typer parameters are: ``seed: Annotated[int, Option("--seed")] = 0``.
    """
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, tuple[Any, list[str]]] = {}
    flat: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        kind = hints[name]
        if dataclasses.is_dataclass(kind):
            fields = dataclasses.fields(kind)
            types = get_type_hints(kind, include_extras=True)
            groups[name] = (kind, [field.name for field in fields])
            flat += [_parameter(field.name, types[field.name], field.default) for field in fields]
        else:
            flat.append(_parameter(name, kind, parameter.default))

    def command(**values: Any) -> None:
        packed = {
            name: kind(**{field: values.pop(field) for field in fields}) for name, (kind, fields) in groups.items()
        }
        function(**values, **packed)

    command.__name__, command.__doc__ = function.__name__, function.__doc__
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in flat}
    command.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    return command


def _parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    missing = default is dataclasses.MISSING
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=inspect.Parameter.empty if missing else default, annotation=kind
    )
