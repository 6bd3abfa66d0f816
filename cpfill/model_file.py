"""What a model's file may say, as strict types. Knows no engine: their parameters are checked elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cpfill.errors import ModelError, did_you_mean
from cpfill.parameters import Engine, Formulation, Reducing, Search


class ModelTable(BaseModel):
    """The table [model]."""

    model_config = ConfigDict(strict=True, extra="forbid")

    description: str = ""
    engines: list[Engine] = Field(default_factory=list, min_length=1)
    formulation: Formulation = "literals"
    reduction: Reducing = "cycles"
    search: Search = "guided"
    candidate_limit: int = Field(default=0, ge=0)
    noise: float = Field(default=1.0, ge=0.0, allow_inf_nan=False)


class ModelFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(strict=True, extra="forbid")

    model: ModelTable = Field(default_factory=ModelTable)
    dive: dict[str, float] = Field(default_factory=dict)
    solver: dict[str, Any] = Field(default_factory=dict)


def validated(tables: Mapping[str, Any], source: str) -> ModelFile:
    """The file's contents. Raises ModelError with all that is wrong, in one line."""
    try:
        return ModelFile.model_validate(dict(tables))
    except ValidationError as error:
        told = "; ".join(_told(list(one["loc"]), one["type"], one["msg"], one["input"]) for one in error.errors())
        raise ModelError(f"{source}: {told}") from None


def _told(place: list[int | str], kind: str, message: str, value: Any) -> str:
    """One of pydantic's errors in our words: where, what is there, what should be."""
    if kind == "extra_forbidden" and len(place) == 1:
        return f"there is no table [{place[0]}]{did_you_mean(str(place[0]), ModelFile.model_fields)}"
    if kind == "extra_forbidden":
        return f"[{place[0]}] has no key {place[1]!r}{did_you_mean(str(place[1]), ModelTable.model_fields)}"
    where = f"[{place[0]}] {place[1]}" if len(place) > 1 else str(place[0])
    return f"{where} is {value!r}: {message[0].lower()}{message[1:]}"
