"""Files and folders of jobs: what they become, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpfill.batch import read_batch
from cpfill.batch.work import Enumerate, MakeFillIns, Solve
from cpfill.errors import InputError, ModelError

from .drawn import write_files

ALL = """
words = ["words.txt"]
seeds = 3
time-limit = 5

[[jobs]]
grids = ["grids/*.txt"]
models = ["default", "dive"]
rules = { entry = ["1-Down=ANT"] }

[[jobs]]
do = "enumerate"
grids = ["grids"]
split = 4

[[jobs]]
do = "fill-in"
sizes = [5]
given = 1
"""


def test_each_grid_with_each_model_and_seed(tmp_path: Path) -> None:
    write_files(tmp_path, all=ALL)
    jobs = read_batch(tmp_path / "all.toml").jobs
    kinds = [type(job.work) for job in jobs]
    assert [kinds.count(kind) for kind in (Solve, Enumerate, MakeFillIns)] == [2 * 2 * 3, 2, 3]
    assert len({job.key for job in jobs}) == len(jobs)
    assert {job.time_limit for job in jobs} == {5}
    assert [job.split for job in jobs if isinstance(job.work, Enumerate)] == [4, 4]


def test_a_folder_is_its_grids(tmp_path: Path) -> None:
    write_files(tmp_path)
    batch = read_batch(tmp_path / "grids", {"words": [str(tmp_path / "words.txt")], "seeds": 2})
    assert [job.label["file"] for job in batch.jobs] == ["cross.txt", "cross.txt", "open.txt", "open.txt"]


def test_a_key_depends_on_what_is_asked_and_on_nothing_else(tmp_path: Path) -> None:
    text = 'words = ["words.txt"]\ngrids = ["grids/open.txt"]\n'
    keys = []
    more = {"one": "", "two": "", "memory": "memory-limit = 99", "rules": "rules = {pangram = true}"}
    for name, line in more.items():
        (tmp_path / name).mkdir()
        write_files(tmp_path / name, jobs=text + line)
        keys.append(read_batch(tmp_path / name / "jobs.toml").jobs[0].key)
    assert keys[0] == keys[1] == keys[2] != keys[3]


def test_equal_jobs_are_one(tmp_path: Path) -> None:
    write_files(tmp_path, jobs='words = ["words.txt"]\ngrids = ["grids/open.txt", "grids/open.txt"]\nseeds = [1, 1]\n')
    assert len(read_batch(tmp_path / "jobs.toml").jobs) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("grid = ['a']", r"there is no key 'grid'; did you mean 'grids'\?"),
        ("", "there are no grids"),
        ("grids = ['grids/*.puz']", "no grid is found as 'grids/"),
        ("grids = ['grids']\nseeds = 0", "seeds is 0"),
        ("grids = ['grids']\ntime-limit = 'ten'", "time-limit is 'ten'"),
        ("grids = ['grids']\ndo = 'solv'", "do is 'solv'"),
        ("[[jobs]]\ngrids = ['grids']\nsplit = 2", "table 1: 'split' does not go with do = 'solve'"),
        ("[[jobs]]\ndo = 'enumerate'\ngrids = ['grids']\nmodels = ['dive']", "'models' does not go with"),
        ("do = 'enumerate'\ngrids = ['grids']\nsplit = 2\ncount = 3", "split goes with all fills"),
        ("do = 'fill-in'\n", "on grids or by sizes"),
        ("do = 'fill-in'\nsizes = [5]\nrating = [3, 2]", "the rating is 3.0..2.0"),
        ("grids = ['grids']\nrules = {pangramm = true}", "there is no rule 'pangramm'; did you mean 'pangram'"),
        ("grids = ['grids']\nrules = {entry = ['9-Down=ANT']}", "cross.txt: the grid has no slot '9-Down'"),
        ("grids = [", "is no TOML"),
        ("jobs = 3", "jobs must be tables"),
    ],
)
def test_what_cannot_be_used_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    write_files(tmp_path, jobs=f"words = ['words.txt']\n{text}\n")
    with pytest.raises(InputError, match=told) as raised:
        read_batch(tmp_path / "jobs.toml")
    assert "\n" not in str(raised.value)


def test_an_unknown_model_is_told_before_anything_runs(tmp_path: Path) -> None:
    write_files(tmp_path, jobs="words = ['words.txt']\ngrids = ['grids']\nmodels = ['defualt']\n")
    with pytest.raises(ModelError, match="did you mean 'default'"):
        read_batch(tmp_path / "jobs.toml")
