"""The entries that go with given checked letters: one choice, or all. Does not know how the letters were found.

Checked letters leave each slot its candidates alone to choose from, but entries must differ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cpfill.domains import Domains
from cpfill.engines.dive import EXHAUSTIVE, Dive
from cpfill.lexicon import Rows
from cpfill.puzzle import Fill, Mask


def narrowed(domains: Domains, letters: Mask) -> Domains:
    """The domains with only these letters, a mask per variable, and the candidates that have them."""
    tables = domains.tables
    candidates = []
    for rows, variables in zip(domains.candidates, domains.puzzle.slot_variables, strict=True):
        bits = tables.bits[len(variables)]
        keep = np.ones(len(rows), dtype=np.bool_)
        for place, mask in enumerate(letters[variables]):
            keep &= (bits[place][rows] & mask) != 0
        candidates.append(rows[keep])
    return Domains(domains.puzzle, candidates, domains.letters & letters, tables)


def flesh_out(domains: Domains, letters: Mask) -> Fill | None:
    """A fill with these letters, or None when there is none.

    ``letters`` are masks per variable, of one letter where the variable is checked. Of a slot's candidates those with
    high scores come first. Different entries are an all-different matching; other rules ask for a search.
    """
    left = narrowed(domains, letters)
    if left.empty_slot() is not None:
        return None
    rows = _matched(left)
    if rows is None:
        return None
    fill = _fill(left, rows)
    return next(all_fleshed(domains, letters), None) if fill.faults() else fill


def all_fleshed(domains: Domains, letters: Mask) -> Iterator[Fill]:
    """Every fill with these letters, each once, in an order that depends on the puzzle and the letters alone."""
    left = narrowed(domains, letters)
    if left.empty_slot() is not None:
        return
    dive = Dive(left.puzzle, EXHAUSTIVE, 0, domains=left)
    while not dive.exhausted:
        yield from dive.collect()


def _fill(domains: Domains, rows: list[int]) -> Fill:
    words = domains.puzzle.vocabulary
    codes = np.zeros(len(domains.puzzle.variables), dtype=np.int8)
    for row, variables in zip(rows, domains.puzzle.slot_variables, strict=True):
        codes[variables] = words.letters(len(variables))[row]
    return Fill.from_codes(domains.puzzle, codes.tolist())


def _matched(domains: Domains) -> list[int] | None:
    """A row for each slot, different ones in slots of one length, by augmenting paths; None when there are none.

    A slot needs no more candidates than there are slots, since the others can take no more than all but one of them.
    """
    puzzle = domains.puzzle
    best = [
        _best(domains, rows, len(variables))
        for rows, variables in zip(domains.candidates, puzzle.slot_variables, strict=True)
    ]
    if puzzle.rules.allow_duplicates:
        return [int(rows[0]) for rows in best]
    choices = [[(len(v), row) for row in rows.tolist()] for rows, v in zip(best, puzzle.slot_variables, strict=True)]
    holder: dict[tuple[int, int], int] = {}
    for slot in range(len(choices)):
        if not _place(slot, choices, holder, set()):
            return None
    chosen = {slot: row for (_, row), slot in holder.items()}
    return [chosen[slot] for slot in range(len(choices))]


def _best(domains: Domains, rows: Rows, length: int) -> Rows:
    scores = domains.puzzle.vocabulary.scores(length)[rows]
    return rows[np.argsort(-scores, kind="stable")[: len(domains.candidates)]]


def _place(
    slot: int, choices: list[list[tuple[int, int]]], holder: dict[tuple[int, int], int], seen: set[tuple[int, int]]
) -> bool:
    """Give the slot a word, moving others on where that frees one."""
    for word in choices[slot]:
        if word not in seen:
            seen.add(word)
            if word not in holder or _place(holder[word], choices, holder, seen):
                holder[word] = slot
                return True
    return False
