"""Word searches: making, enumerating, packing and solving them. Knows no files and no command line."""

from cpfill.word_search.enumeration import Enumeration, enumerate_grids
from cpfill.word_search.finder import Occurrence, find_words
from cpfill.word_search.instance import LetterGrid, WordSearch, letters_of, parse_directions
from cpfill.word_search.making import Making, make
from cpfill.word_search.packing import pack

__all__ = [
    "Enumeration",
    "LetterGrid",
    "Making",
    "Occurrence",
    "WordSearch",
    "enumerate_grids",
    "find_words",
    "letters_of",
    "make",
    "pack",
    "parse_directions",
]
