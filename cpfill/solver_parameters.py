"""CP-SAT's own parameters, checked against CP-SAT's own list. Knows no model file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cpfill.errors import ModelError, did_you_mean

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor, FieldDescriptor

Values = Mapping[str, Any]

_INTEGERS = (3, 4, 5, 13, 17, 18)
_DOUBLES = (1, 2)
_BOOL, _STRING, _MESSAGE, _ENUM = 8, 9, 11, 14
_WHAT = {_BOOL: "true or false", _STRING: "a text", _MESSAGE: "a table", _ENUM: "a name"}


def check(values: Values, source: str) -> None:
    """Check every name, type and range. Raises ModelError, naming ``source``, for the first that is wrong."""
    text = as_text(values, source)
    trouble = _trouble(text)
    if trouble:
        raise ModelError(f"{source}: CP-SAT says: {trouble}")


def as_text(values: Values, source: str) -> str:
    """The parameters in protobuf's text format. Raises ModelError for an unknown name or a wrong type."""
    from google.protobuf import json_format, text_format
    from ortools.sat.sat_parameters_pb2 import SatParameters

    _check_fields(values, SatParameters.DESCRIPTOR, source)
    try:
        message = json_format.ParseDict(dict(values), SatParameters())
    except json_format.ParseError as error:
        raise ModelError(f"{source}: {str(error).splitlines()[0]}") from None
    return str(text_format.MessageToString(message))


def _check_fields(values: Values, descriptor: Descriptor, source: str) -> None:
    for name, value in values.items():
        known = descriptor.fields_by_name.get(name)
        if known is None:
            near = did_you_mean(name, descriptor.fields_by_name)
            raise ModelError(f"{source}: CP-SAT has no parameter {name!r}{near}")
        if known.is_repeated != isinstance(value, list):
            wanted = "a list" if known.is_repeated else _kind(known)
            raise ModelError(f"{source}: {name} is {value!r}; CP-SAT wants {wanted}")
        for one in value if isinstance(value, list) else [value]:
            _check_value(known, one, source)


def _check_value(field: FieldDescriptor, value: Any, source: str) -> None:
    number = isinstance(value, int) and not isinstance(value, bool)
    fits = {
        _BOOL: isinstance(value, bool),
        _STRING: isinstance(value, str),
        _MESSAGE: isinstance(value, dict),
        _ENUM: isinstance(value, str),
    }.get(field.type, number or (field.type in _DOUBLES and isinstance(value, float)))
    if not fits:
        raise ModelError(f"{source}: {field.name} is {value!r}; CP-SAT wants {_kind(field)}")
    if field.message_type is not None:
        _check_fields(value, field.message_type, source)
    elif field.enum_type is not None and value not in field.enum_type.values_by_name:
        names = list(field.enum_type.values_by_name)
        near = did_you_mean(value, names)
        raise ModelError(f"{source}: {field.name} is {value!r}; CP-SAT wants one of {', '.join(names)}{near}")


def _kind(field: FieldDescriptor) -> str:
    return _WHAT.get(field.type, "a whole number" if field.type in _INTEGERS else "a number")


def _trouble(text: str) -> str:
    """What CP-SAT says of these parameters when it solves a model of one variable; empty when it takes them."""
    from ortools.sat.python import cp_model_helper as cp

    model = cp.CpModelProto()
    model.variables.add().domain.extend([0, 1])
    parameters = cp.SatParameters()
    if not parameters.merge_text_format(text):
        return "the parameters cannot be read"
    parameters.max_time_in_seconds = min(parameters.max_time_in_seconds, 1.0)
    solver = cp.SolveWrapper()
    solver.set_parameters(parameters)
    response = solver.solve(model)  # type: ignore[no-untyped-call]
    return str(response.solution_info) if response.status == cp.CpSolverStatus.MODEL_INVALID else ""
