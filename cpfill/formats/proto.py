"""A puzzle's CP-SAT model as protobuf text, for other programs to solve or to read. Knows no solver's answer."""

from __future__ import annotations

from collections.abc import Iterator

from cpfill.domains import Domains
from cpfill.parameters import ModelConfig
from cpfill.puzzle import Puzzle
from cpfill.reduction import reduce

NOTHING_FITS = "constraints { bool_or { } }\n"
"""The model that has no solution: a clause of nothing."""


def write(puzzle: Puzzle, config: ModelConfig) -> bytes:
    """The model of what reduction leaves, with its order of search if it has one; comments say what it is of.

    It is a CpModelProto of CP-SAT in text format. A puzzle that reduction finds impossible gives an empty clause.
    """
    reduction = reduce(Domains.of(puzzle))
    if reduction.contradiction is not None:
        text = f"# {reduction.contradiction}\n{NOTHING_FITS}"
    else:
        from cpfill.engines.cp_sat import model_of

        text = f"{model_of(reduction.domains, config, None, 0).proto}\n"
    return ("".join(f"# {line}\n" for line in _comments(puzzle, config)) + text).encode()


def _comments(puzzle: Puzzle, config: ModelConfig) -> Iterator[str]:
    yield f"proto-message: CpModelProto, the formulation {config.formulation!r} of a crossword:"
    yield from puzzle.grid.rows()
    for parameter in config.solver.items():
        yield "solve with {}: {}".format(*parameter)
