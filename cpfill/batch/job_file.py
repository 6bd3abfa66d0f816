"""What a file of jobs may say, as strict types. Knows no grid: what it names is read elsewhere."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cpfill.errors import InputError, did_you_mean
from cpfill.fill_in.rating import HIGHEST, LOWEST
from cpfill.formats.files import read_bytes

MAX_JOBS_BYTES = 16 << 20
EMBEDDED = "embedded"
"""As a word list: the one that comes with cpfill."""

Do = Literal["solve", "enumerate", "fill-in"]
Seed = Annotated[int, Field(ge=0, le=2**31 - 1)]
Positive = Annotated[int, Field(ge=1)]


class JobTable(BaseModel):
    """A set of jobs: each of its grids (or sizes) with each of its word lists, models and seeds."""

    model_config = ConfigDict(strict=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"))

    do: Do = "solve"
    grids: list[str] = []
    words: list[str | list[str]] = Field(default=[EMBEDDED], min_length=1)
    encoding: str = "utf-8"
    accents: Literal["keep", "strip"] = "keep"
    rules: dict[str, Any] = {}
    seeds: Positive | list[Seed] = [0]
    time_limit: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    memory_limit: Positive | None = None
    models: list[str] = Field(default=["default"], min_length=1)
    maximize: Literal["score", "min"] | None = None
    fills: bool = False
    limit: Positive | None = None
    split: Annotated[int, Field(ge=1, le=10_000)] = 1
    count: Positive | None = None
    sizes: list[Annotated[int, Field(ge=3, le=128)]] = []
    given: Annotated[int, Field(ge=0)] = 0
    rating: list[float] = Field(default=[LOWEST, HIGHEST], min_length=2, max_length=2)

    @property
    def all_seeds(self) -> list[int]:
        """The seeds: those listed, or as many as said from 0 on."""
        return list(range(self.seeds)) if isinstance(self.seeds, int) else self.seeds


_EVERY = {"do", "grids", "words", "encoding", "accents", "seeds", "time-limit", "memory-limit"}
_KEYS: Mapping[str, set[str]] = {
    "solve": _EVERY | {"rules", "models", "maximize"},
    "enumerate": _EVERY | {"rules", "fills", "limit", "split", "count"},
    "fill-in": _EVERY | {"sizes", "given", "rating", "count"},
}
_NAMES = sorted(set().union(*_KEYS.values()))


def read_job_tables(path: Path) -> list[JobTable]:
    """Every [[jobs]] table of a TOML file, with the keys above them as defaults; these alone when there is no table.

    Raises InputError, in one line, for a key or value that does not fit.
    """
    try:
        tables = tomllib.loads(read_bytes(path, "jobs file", MAX_JOBS_BYTES).decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: is no TOML: {error}") from None
    listed = tables.pop("jobs", None)
    if listed is None:
        return [_validated({}, tables, str(path))]
    if not isinstance(listed, list) or not listed or not all(isinstance(table, dict) for table in listed):
        raise InputError(f"{path}: jobs must be tables, each under a line [[jobs]]")
    _validated({}, tables, str(path), anything=True)
    return [_validated(tables, table, f"{path}: jobs table {number}") for number, table in enumerate(listed, 1)]


def table_of(values: Mapping[str, Any], source: str) -> JobTable:
    """A set of jobs from such keys and values. Raises InputError, naming ``source``."""
    return _validated({}, values, source)


def _validated(defaults: Mapping[str, Any], own: Mapping[str, Any], source: str, anything: bool = False) -> JobTable:
    """A set of jobs. Its own keys must all be of use to what it does; defaults that are not are left out."""
    for name in own:
        if name not in _NAMES:
            raise InputError(f"{source}: there is no key {name!r}{did_you_mean(name, _NAMES)}")
    do = own.get("do", defaults.get("do", "solve"))
    known = _KEYS.get(do if isinstance(do, str) else "", set(_NAMES))
    if not anything and (useless := next((name for name in own if name not in known), None)):
        raise InputError(f"{source}: {useless!r} does not go with do = {do!r}; there are {', '.join(sorted(known))}")
    try:
        table = JobTable.model_validate({name: value for name, value in {**defaults, **own}.items() if name in _NAMES})
    except ValidationError as error:
        told = "; ".join(_told(list(one["loc"]), one["msg"], one["input"]) for one in error.errors()[:3])
        raise InputError(f"{source}: {told}") from None
    ignored = {name.replace("-", "_") for name in defaults if name not in known}
    table = table.model_copy(update={name: JobTable.model_fields[name].default for name in ignored})
    if not anything:
        _check_together(table, source)
    return table


def _check_together(table: JobTable, source: str) -> None:
    if table.do == "fill-in":
        if bool(table.grids) == bool(table.sizes):
            raise InputError(f"{source}: fill-ins are made on grids or by sizes; give one of the two")
    elif not table.grids:
        raise InputError(f"{source}: there are no grids; give files, folders or patterns such as 'grids/*.txt'")
    if table.split > 1 and (table.count or table.limit):
        raise InputError(f"{source}: split goes with all fills; leave out count and limit")
    if table.do == "enumerate":
        if table.count and (table.fills or table.limit):
            raise InputError(f"{source}: count asks for fills by seed; leave out fills and limit, which are of all")
        if table.limit and not table.fills:
            raise InputError(f"{source}: limit goes with fills = true; without it all fills are counted")


def _told(place: list[int | str], message: str, value: Any) -> str:
    names = [str(part) for part in place if isinstance(part, str) and "[" not in part and part not in ("int", "str")]
    return f"{'.'.join(names)} is {value!r}: {message[0].lower()}{message[1:]}"
