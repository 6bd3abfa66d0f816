"""Why words cannot be hidden in a grid, as far as counting tells. Knows no solver and no search."""

from __future__ import annotations

from collections import Counter

from cpfill.word_search.placements import COMPASS, Space


def why_impossible(space: Space) -> str:
    """The reason why no grid exists, when lengths and counts already show it; otherwise an empty string."""
    return _too_long(space) or _too_many_cells(space) or _too_many_letters(space) or _unbalanced(space)


def why_no_arrangement(space: Space) -> str:
    """What to say when a search has proved that no grid exists."""
    words = space.search.words
    for word, hosts in space.hosts.items():
        names = sorted({words[host] for host, _, _ in hosts})
        if len(hosts) > 1:
            places = " and ".join(names) if len(names) > 1 else f"{names[0]} more than once"
            return (
                f"no grid hides each word exactly once (proved); note that {words[word]} lies inside {places}"
                ", so that it occurs there too: leave one of them out"
            )
    return "no grid hides each word exactly once (proved); try a larger grid, more directions or fewer words"


def _size(space: Space) -> str:
    whole = not space.search.grid.blocks
    return f"{space.height}x{space.width}" + ("" if whole else f" (with {len(space.search.grid.cells)} cells inside)")


def _too_long(space: Space) -> str:
    for index, word in enumerate(space.search.words):
        if not len(space.cells(index)):
            return (
                f"{word} has {len(word)} letters, but the longest line of the {_size(space)} grid"
                f" in the directions {', '.join(space.search.directions)} has {space.longest_run()}"
            )
    return ""


def _too_many_cells(space: Space) -> str:
    """The overlap and the message leave too few cells, or ask for more overlap than there are letters."""
    search = space.search
    low, high = search.covered_range
    cells, needed = len(search.grid.cells), cells_needed(space)
    message = f" and the message {len(search.message)}" if search.message else ""
    if low > cells - len(search.message):
        return (
            f"the words have {search.total_letters} letters and may share {search.max_overlap}, so they need {low}"
            f" cells{message}, but the {_size(space)} grid has {cells}"
        )
    if needed > high:
        why = f"the minimum overlap leaves them {high}" if not message else f"the grid leaves them {max(high, 0)}"
        return f"the words need at least {needed} cells{message}, but {why}"
    if low > high or (search.exact_message and low > search.total_letters):
        return (
            f"the message has {len(search.message)} letters for {cells - min(high, search.total_letters)}"
            f" unused cells or more of the {_size(space)} grid; make the message longer or the grid smaller"
        )
    return ""


def cells_needed(space: Space) -> int:
    """A lower bound on the cells that the words cover: each letter as often as the word that has most of it."""
    words = space.search.words
    return sum(max(word.count(letter) for word in words) for letter in set("".join(words)))


def _outer_words(space: Space) -> list[str]:
    words = space.search.words
    return [word for index, word in enumerate(words) if index not in space.hosts]


def _too_many_letters(space: Space) -> str:
    """Words on one line share letters only where one ends as another begins, and a cell lies on one line per axis."""
    words = _outer_words(space)
    if not words:
        return ""
    axes = sorted({COMPASS.index(name) % 4 for name in space.search.directions})
    shortest, needed = min(map(len, words)), _letters_of_their_own(words)
    capacity = sum(run for axis in axes for run in _runs(space, axis) if run >= shortest)
    if needed <= capacity:
        return ""
    return (
        f"the words have {sum(map(len, words))} letters in all, {needed} without those that words on one line can"
        f" share, but the lines of the {_size(space)} grid in the directions {', '.join(space.search.directions)}"
        f" have room for {capacity}"
    )


def _letters_of_their_own(words: list[str]) -> int:
    """The letters less, for each word, the most that it can share with the word before it on its line."""
    texts = {*words, *(word[::-1] for word in words)}
    ends = Counter(text[-n:] for text in texts for n in range(1, len(text)))
    return sum(len(word) - max(_join(word, ends), _join(word[::-1], ends)) for word in words)


def _join(word: str, ends: Counter[str]) -> int:
    """The most letters with which the word begins as another one, either way round, ends."""
    own = {word, word[::-1]}
    return max(
        (n for n in range(1, len(word)) if ends[word[:n]] > sum(text.endswith(word[:n]) for text in own)), default=0
    )


def _runs(space: Space, axis: int) -> list[int]:
    """The lengths of the maximal lines of cells along E, SE, S or SW."""
    down, right = ((0, 1), (1, 1), (1, 0), (1, -1))[axis]
    inside = set(space.search.grid.cells)
    squares = {(cell.row, cell.column) for cell in inside}
    runs = []
    for r, c in sorted(squares):
        if (r - down, c - right) not in squares:
            length = 0
            while (r + length * down, c + length * right) in squares:
                length += 1
            runs.append(length)
    return runs


def _unbalanced(space: Space) -> str:
    search = space.search
    if not search.balanced:
        return ""
    least = len(search.words) // len(search.directions)
    for name in search.directions:
        way = COMPASS.index(name)
        fitting = sum(bool((space.direction(w) == way).any()) for w in range(len(search.words)))
        if fitting < least:
            return f"balanced directions need {least} words going {name}, but only {fitting} can go that way"
    return ""
