"""Jobs from a TOML file or a folder of grids: everything is read and checked before any job starts. Runs nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from glob import escape, glob
from pathlib import Path
from typing import Any

from cpfill.batch.job_file import EMBEDDED, JobTable, read_job_tables, table_of
from cpfill.batch.work import Enumerate, Job, MakeFillIns, Solve, Work, digest, words_digest
from cpfill.errors import InputError
from cpfill.formats import FORMATS, read_grid
from cpfill.formats.rules import checked_rule_table, rules_of
from cpfill.formats.words import embedded_avoid, embedded_words, read_words
from cpfill.grid import Grid
from cpfill.lexicon import Lexicon
from cpfill.parameters import ModelConfig
from cpfill.rules import Rules

LIMITS = ("split", "time-limit", "memory-limit")
"""What may be given for all jobs at once, besides a file of jobs."""


@dataclass(frozen=True)
class Batch:
    """Different jobs, and their lexicons by digest."""

    jobs: tuple[Job, ...]
    lexicons: Mapping[str, Lexicon]


def read_batch(path: str | Path, values: Mapping[str, Any] | None = None) -> Batch:
    """The jobs of a TOML file, or of a folder: its grids with these values, as a table of such a file has them.

    A TOML file's values are its own, but ``values`` may give ``split``, ``time-limit`` and ``memory-limit``. Equal jobs
    are one. Raises InputError or ModelError, in one line, for anything that cannot be used.
    """
    source, values = Path(path), dict(values or {})
    if source.is_dir():
        if "split" in values:
            told = "the grids of a folder are filled, and a split is of an enumeration"
            raise InputError(f'{path}: {told}; write a file of jobs with do = "enumerate"')
        words = [_absolute(words) for words in values.pop("words", [EMBEDDED])]
        models = [str(Path(name).resolve()) if name.endswith(".toml") else name for name in values.pop("models", [])]
        given = {"grids": ["."], "words": words, **({"models": models} if models else {}), **values}
        return _Reader(source, source).batch([table_of(given, str(path))])
    tables = read_job_tables(source)
    if "split" in values and not any(map(_can_be_split, tables)):
        raise InputError(f'{path}: has nothing to split: no table with do = "enumerate" asks for all fills')
    tables = [table.model_copy(update=_changes(table, values)) for table in tables]
    return _Reader(source.parent, source).batch(tables)


def _absolute(words: str | list[str]) -> str | list[str]:
    """The list's files by their whole paths, as those of a command line are of the current folder."""
    if isinstance(words, list):
        return [str(Path(name).resolve()) for name in words]
    return words if words == EMBEDDED else str(Path(words).resolve())


def _changes(table: JobTable, values: Mapping[str, Any]) -> dict[str, Any]:
    for name, value in values.items():
        if name in LIMITS and value <= 0:
            raise InputError(f"{name} is {value}; it must be more than 0")
        if name not in LIMITS:
            raise InputError(f"{name} is for a folder of grids; write it into the file of jobs")
    changed = {name.replace("-", "_"): value for name, value in values.items()}
    if not _can_be_split(table):
        changed.pop("split", None)
    return changed


def _can_be_split(table: JobTable) -> bool:
    return table.do == "enumerate" and not table.count and not table.limit


@dataclass
class _Reader:
    """Reads every file once; paths are taken from ``folder``, and errors name ``source``."""

    folder: Path
    source: Path
    lexicons: dict[str, Lexicon] = field(default_factory=dict)
    _lists: dict[tuple[str, ...], str] = field(default_factory=dict)
    _grids: dict[Path, Grid] = field(default_factory=dict)

    def batch(self, tables: list[JobTable]) -> Batch:
        jobs: dict[str, Job] = {}
        for table in tables:
            for job in self._jobs(table):
                jobs.setdefault(job.key, job)
        return Batch(tuple(jobs.values()), self.lexicons)

    def _jobs(self, table: JobTable) -> Iterator[Job]:
        for words in table.words:
            names = [words] if isinstance(words, str) else words
            lexicon = self._lexicon(names, table)
            rules = self._rules(table, embedded=names == [EMBEDDED])
            for label, model, work in self._works(table, rules, names == [EMBEDDED]):
                try:
                    work.check(self.lexicons[lexicon])
                except InputError as error:
                    raise InputError(f"{label}: {error}") from None
                shown: dict[str, Any] = {"do": table.do, "file": label, "words": [Path(name).name for name in names]}
                shown |= {} if model is None else {"model": model}
                shown |= {"seed": getattr(work, "seed", 0)}
                mark = digest(work, lexicon, table.time_limit)
                key = " ".join([table.do, Path(label).stem, *filter(None, [model]), str(shown["seed"]), mark])
                split = table.split if table.do == "enumerate" else 1
                yield Job(key, shown, work, lexicon, table.time_limit, table.memory_limit, split)

    def _works(self, table: JobTable, rules: Rules, embedded: bool) -> Iterator[tuple[str, str | None, Work]]:
        """Each grid's name or size, the model's name, and what to do."""
        seeds = table.all_seeds
        if table.do == "solve":
            for config in [ModelConfig.load(self._model(name)) for name in table.models]:
                for name, grid in self._read_grids(table.grids):
                    for seed in seeds:
                        yield name, config.name, Solve(grid, rules, config, seed, table.maximize)
        elif table.do == "enumerate":
            for name, grid in self._read_grids(table.grids):
                for seed in seeds if table.count else [0]:
                    yield name, None, Enumerate(grid, rules, table.fills, table.limit, table.count, seed)
        else:
            patterns = [(name, grid, 0) for name, grid in self._read_grids(table.grids)]
            avoid = embedded_avoid() if embedded else frozenset()
            for name, pattern, size in [*patterns, *((f"{size}x{size}", None, size) for size in table.sizes)]:
                for seed in seeds:
                    rating = (table.rating[0], table.rating[1])
                    yield name, None, MakeFillIns(size, pattern, avoid, table.given, rating, table.count or 1, seed)

    def _lexicon(self, names: list[str], table: JobTable) -> str:
        """The digest of the lists' lexicon, which is read the first time."""
        asked = (*names, table.encoding, table.accents)
        if asked not in self._lists:
            if names == [EMBEDDED]:
                lexicon = embedded_words()
            else:
                lexicon = read_words([self.folder / name for name in names], table.encoding, table.accents)
            self._lists[asked] = words_digest(lexicon)
            self.lexicons.setdefault(self._lists[asked], lexicon)
        return self._lists[asked]

    def _rules(self, table: JobTable, embedded: bool) -> Rules:
        checked = checked_rule_table(table.rules, str(self.source), self.folder)
        avoid = embedded_avoid if embedded else frozenset
        return rules_of(checked, table.encoding, table.accents, avoid)

    def _model(self, name: str) -> str:
        return str(self.folder / name) if name.endswith(".toml") else name

    def _read_grids(self, named: list[str]) -> list[tuple[str, Grid]]:
        """Every grid with its name from the folder of the jobs."""
        found: dict[str, Grid] = {}
        for name in named:
            for path in self._grid_files(name):
                if path not in self._grids:
                    self._grids[path] = read_grid(path)
                shown = path.relative_to(self.folder) if path.is_relative_to(self.folder) else path
                found[shown.as_posix()] = self._grids[path]
        return list(found.items())

    def _grid_files(self, name: str) -> list[Path]:
        """The files that a path, a folder or a pattern names, in order of their names."""
        path = self.folder / name
        if path.is_dir():
            endings = {ending for form in FORMATS if form.reads for ending in form.endings}
            files = sorted(file for file in path.iterdir() if file.suffix.lower() in endings and file.is_file())
        elif any(mark in name for mark in "*?["):
            found = glob(os.path.join(escape(str(self.folder)), name), recursive=True)
            files = sorted(file for file in map(Path, found) if file.is_file())
        else:
            return [path]
        if not files:
            raise InputError(f"{self.source}: no grid is found as {name!r}")
        return files
