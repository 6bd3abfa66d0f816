"""Word lists: lines, encodings, accents, merging, and the cache."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpfill.errors import InputError
from cpfill.formats import word_cache
from cpfill.formats.words import normal, read_word_set, read_words, word_lines, write_words
from cpfill.lexicon import Lexicon


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CPFILL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _list(folder: Path, text: str | bytes, name: str = "words.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _scored(lexicon: Lexicon) -> dict[str, int]:
    return {word: int(lexicon.score_of(word) or 0) for word in lexicon}


@pytest.mark.parametrize(
    ("text", "scored"),
    [
        ("ant\nBee;70\n", {"ANT": 50, "BEE": 70}),
        ("\ufeffant\r\n\r\nbee ; 70 \r", {"ANT": 50, "BEE": 70}),
        ("# bee\nant;49.6", {"ANT": 50}),
        ("ant;40\nANT;60\nant;50", {"ANT": 60}),
        ("null\nnan\ntrue", {"NULL": 50, "NAN": 50, "TRUE": 50}),
        ("ant;0\nbee;1000", {"ANT": 0, "BEE": 1000}),
        ("e\u0301te\u0301", {"ÉTÉ": 50}),
        ("straße", {"STRASSE": 50}),
    ],
)
def test_lines(tmp_path: Path, text: str, scored: dict[str, int]) -> None:
    assert _scored(read_words([_list(tmp_path, text)])) == scored


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("don't", 'not letters only, such as "don\'t" (words.txt:2)'),
        ("ice cream", "not letters only, such as 'ice cream' (words.txt:2)"),
        ("x;50", "only one letter, such as 'x;50' (words.txt:2)"),
        ("bee;high", "no score from 0 to 1000, such as 'bee;high' (words.txt:2)"),
        ("bee;1001", "no score from 0 to 1000, such as 'bee;1001' (words.txt:2)"),
        ("bee;nan", "no score from 0 to 1000, such as 'bee;nan' (words.txt:2)"),
        ("bee;inf", "no score from 0 to 1000, such as 'bee;inf' (words.txt:2)"),
        ("b" * 129, "more than 128 letters, such as"),
    ],
)
def test_lines_that_are_no_word_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    _list(tmp_path, f"ant\n{line}\n{line}\n")
    lexicon = read_words(["words.txt"])
    assert list(lexicon) == ["ANT"]
    assert list(lexicon.rejected.values()) == [2]
    assert next(iter(lexicon.rejected)).startswith(reason)


def test_files_are_merged_with_the_highest_score(tmp_path: Path) -> None:
    first, second = _list(tmp_path, "ant;40\nbee;90", "a"), _list(tmp_path, "ant;60\nbee;10", "b")
    assert _scored(read_words([first, second])) == {"ANT": 60, "BEE": 90}


@pytest.mark.parametrize("encoding", ["windows-1251", "koi8-r", "utf-16", "utf-8-sig", "iso8859-5"])
def test_any_encoding_by_name(tmp_path: Path, encoding: str) -> None:
    path = _list(tmp_path, "ёж\nйод\n".encode(encoding))
    assert list(read_words([path], encoding)) == ["ЁЖ", "ЙОД"]


def test_packed_lists(tmp_path: Path) -> None:
    assert list(read_words([_list(tmp_path, gzip.compress(b"ant\n"), "words.txt.gz")])) == ["ANT"]


@pytest.mark.parametrize(
    ("text", "kept", "stripped"),
    [
        ("Élève", "ÉLÈVE", "ELEVE"),
        ("Łódź", "ŁÓDŹ", "LODZ"),
        ("œuvre", "ŒUVRE", "OEUVRE"),
        ("καλή", "ΚΑΛΉ", "ΚΑΛΗ"),
        ("ёжйод", "ЁЖЙОД", "ЁЖЙОД"),
        ("Ǖ", "Ǖ", "U"),
        ("ant", "ANT", "ANT"),
    ],
)
def test_accents(text: str, kept: str, stripped: str) -> None:
    assert (normal(text), normal(text, "strip")) == (kept, stripped)


@given(st.text())
def test_normal_form_is_stable(text: str) -> None:
    once = normal(text, "strip")
    assert normal(once, "strip") == once


def test_accents_in_a_list(tmp_path: Path) -> None:
    path = _list(tmp_path, "été;60\nete;40\n")
    assert _scored(read_words([path], accents="strip")) == {"ETE": 60}
    assert _scored(read_words([path])) == {"ÉTÉ": 60, "ETE": 40}
    assert read_word_set(path, accents="strip") == {"ETE"}


def test_written_lists_read_back(tmp_path: Path) -> None:
    lexicon = Lexicon.from_words({"ANT": 40, "ЁЖ": 70, "BEE": 0})
    for name in ("out.txt", "out.txt.gz"):
        write_words(lexicon, tmp_path / name)
        assert _scored(read_words([tmp_path / name])) == _scored(lexicon)


@pytest.fixture
def long_list(tmp_path: Path) -> Path:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    words = [a + b + c + d for a in letters for b in letters for c in letters for d in "XYZ"]
    return _list(tmp_path, "".join(f"{word};{i % 101}\n" for i, word in enumerate(words)) + "it's\n")


def test_the_cache_gives_the_same_lexicon(long_list: Path, cache: Path) -> None:
    parsed = read_words([long_list])
    assert len(list(cache.iterdir())) == 1
    loaded = read_words([long_list])
    assert list(word_lines(loaded)) == list(word_lines(parsed))
    assert (loaded.alphabet, loaded.rejected) == (parsed.alphabet, parsed.rejected)
    assert np.array_equal(loaded.letters(4), parsed.letters(4))
    assert loaded.letters(4).dtype == np.int8


def test_the_cache_goes_by_content_and_options(long_list: Path, cache: Path) -> None:
    read_words([long_list])
    read_words([long_list], accents="strip")
    read_words([long_list], "ascii")
    long_list.write_bytes(long_list.read_bytes().replace(b"AAAX;0", b"AAAX;9"))
    assert read_words([long_list]).score_of("AAAX") == 9
    assert len(list(cache.iterdir())) == 4


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04", b"x" * 1000])
def test_a_damaged_cache_is_made_again(long_list: Path, cache: Path, damage: bytes) -> None:
    read_words([long_list])
    (kept,) = cache.iterdir()
    kept.write_bytes(damage or kept.read_bytes()[:-2000])
    assert read_words([long_list]).score_of("AAAY") == 1
    assert word_cache.load(kept) is not None


def test_arrays_that_do_not_belong_together_are_refused(long_list: Path, cache: Path) -> None:
    read_words([long_list])
    (kept,) = cache.iterdir()
    with np.load(kept) as arrays:
        changed = dict(arrays)
    np.savez(kept, **{**changed, "letters": changed["letters"] + 60})
    assert word_cache.load(kept) is None


def test_an_unwritable_cache_is_left_alone(long_list: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("", str(long_list / "inside"), "\0"):
        if "\0" not in folder:
            monkeypatch.setenv("CPFILL_CACHE", folder)
        assert len(read_words([long_list])) == 26**3 * 3


def test_the_oldest_lists_leave_the_cache(long_list: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_cache, "KEPT", 2)
    for encoding in ("ascii", "utf-8", "latin-1", "cp1251"):
        read_words([long_list], encoding)
    assert len(list(cache.iterdir())) == 2


def test_small_lists_are_not_kept(tmp_path: Path, cache: Path) -> None:
    read_words([_list(tmp_path, "ant\n")])
    assert not cache.exists()


def test_a_packed_list_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpfill.formats.words.MAX_BYTES", 1 << 20)
    path = _list(tmp_path, gzip.compress(b"ant\n" * (1 << 20)), "words.txt.gz")
    with pytest.raises(InputError, match="larger than 1 MiB once unpacked"):
        read_words([path])
