"""What a batch of jobs survives: each disturbance by itself, and whether the table is that of an undisturbed run.

    python -m benchmarks.batch FOLDER                       all of them; the results stay in FOLDER, which must be new
    python -m benchmarks.batch FOLDER --only full-disk      one of them; repeatable

Needs Dask for those of a cluster: pip install 'cpfill[cluster]'. Everything runs on this machine, on loopback.
"""

from __future__ import annotations

import argparse
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from cpfill.batch import table
from cpfill.batch.store import read_lines

NEWSPAPERS = ("newspaper15-1", "newspaper15-2", "newspaper15-3")
GRIDS = ("daily11-1", "daily11-2", "daily13-1", "daily13-2", "ring13", *NEWSPAPERS)
SEEDS = 25
JOBS = f"""
grids = [{", ".join(f'"{name}.txt"' for name in GRIDS)}]
seeds = {SEEDS}
models = ["dive"]
"""
"""Two hundred fills of eight grids."""
ENUMERATION = """
[[jobs]]
do = "enumerate"
grids = ["open-4.txt"]
words = ["short.txt"]
"""
SHORT = 1500
"""Words of the list for the enumeration."""
TOO_LITTLE = 70
"""MiB in which no job has room."""
_COMMAND = (sys.executable, "-m", "cpfill.cli", "batch")


class Bench:
    """A folder with the files of jobs, and the result of their undisturbed run."""

    def __init__(self, folder: Path) -> None:
        from cpfill.formats.words import embedded_words
        from cpfill.resources import resource as file_of

        folder.mkdir(parents=True)
        self.folder = folder
        for name in (*GRIDS, "open-4"):
            (folder / f"{name}.txt").write_bytes(file_of("data", f"grids/{name}.txt").read_bytes())
        (folder / "jobs.toml").write_text(JOBS)
        (folder / "fills.toml").write_text(ENUMERATION)
        (folder / "short-of-memory.toml").write_text(f"memory-limit = {TOO_LITTLE}\n" + JOBS)
        words = embedded_words().at_least(50)
        four = [words.word(4, row) for row in range(len(words.letters(4)))]
        (folder / "short.txt").write_text("\n".join(four[:: max(len(four) // SHORT, 1)]) + "\n")

    def start(self, output: str, *options: str, jobs: str = "jobs.toml", room: int | None = None) -> Running:
        """Begin the batch; ``room`` is how many bytes a file may have."""

        def little_room() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room or resource.RLIM_INFINITY, resource.RLIM_INFINITY))

        command = [*_COMMAND, jobs, "-o", output, *options]
        process = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.PIPE, text=True, preexec_fn=little_room)
        return Running(process, self.folder / output)

    def run(self, output: str, *options: str, jobs: str = "jobs.toml") -> str:
        """Do the batch to its end; its last line."""
        return self.start(output, *options, jobs=jobs).end(0)

    def compare(self, output: str, other: str = "undisturbed.jsonl") -> str:
        """How two files of results differ but for the time that the jobs took."""
        mine, theirs = ([line["job"] for line in read_lines(self.folder / name)] for name in (output, other))
        whole = [line["job"] for line in read_lines(self.folder / output) if "part" not in line]
        tables = [table(self.folder / name).drop(columns="seconds") for name in (output, other)]
        same = "the same table" if tables[0].equals(tables[1]) else "ANOTHER TABLE"
        twice = len(mine) - len(set(mine))
        return f"{len(whole)} of {len(theirs)} jobs, {twice} twice, {same}"


class Running:
    """A batch under way, and its file of results."""

    def __init__(self, process: subprocess.Popen[str], output: Path) -> None:
        self.process, self._output = process, output

    def wait_for(self, lines: int) -> None:
        """Wait until there are that many results. Raises RuntimeError when the batch ends before."""
        while not (self._output.exists() and self._output.read_bytes().count(b"\n") >= lines):
            if self.process.poll() is not None:
                raise RuntimeError(f"ended before {lines} results: {self.end(self.process.returncode)}")
            time.sleep(0.01)

    def kill(self) -> None:
        """End it as kill -9 does."""
        self.process.kill()
        self.process.communicate()

    def end(self, code: int) -> str:
        """Wait for its end; its last line. Raises RuntimeError for another exit code."""
        told = self.process.communicate()[1].strip()
        if self.process.returncode != code:
            raise RuntimeError(f"exit code {self.process.returncode}, not {code}: {told}")
        return told.splitlines()[-1] if told else ""


def killed(bench: Bench) -> str:
    """The batch itself is killed at a quarter, a half and three quarters, and given again."""
    for share in (50, 100, 150):
        running = bench.start("killed.jsonl", "--workers", "2")
        running.wait_for(share)
        running.kill()
    bench.run("killed.jsonl", "--workers", "2")
    return bench.compare("killed.jsonl")


def job_killed(bench: Bench) -> str:
    """The process that does a job is killed, five times."""
    running = bench.start("job-killed.jsonl", "--workers", "2")
    for lines in (20, 50, 80, 110, 140):
        running.wait_for(lines)
        _kill(_descendants(running.process.pid, "cpfill.batch.worker")[:1])
    running.end(0)
    return bench.compare("job-killed.jsonl")


def out_of_memory(bench: Bench) -> str:
    """No job has room; then, with room, those that failed are done again."""
    told = bench.start("memory.jsonl", "--workers", "2", jobs="short-of-memory.toml").end(1)
    bench.run("memory.jsonl", "--workers", "2", "--retry-failed")
    return f"{bench.compare('memory.jsonl')}; before: {told.split(': ')[-1]}"


def full_disk(bench: Bench) -> str:
    """There is room for some results only; then there is more."""
    room = (bench.folder / "undisturbed.jsonl").stat().st_size // 3
    told = bench.start("full.jsonl", "--workers", "2", room=room).end(2)
    bench.run("full.jsonl", "--workers", "2")
    return f"{bench.compare('full.jsonl')}; before: {told}"


def local_cluster(bench: Bench) -> str:
    """A Dask LocalCluster of two processes."""
    import distributed

    made: Any = distributed.LocalCluster
    here = {"host": "127.0.0.1", "protocol": "tcp://", "dashboard_address": None}
    with made(n_workers=2, threads_per_worker=1, processes=True, **here) as cluster:
        bench.run("local-cluster.jsonl", "--scheduler", cluster.scheduler_address)
    return bench.compare("local-cluster.jsonl")


def two_workers(bench: Bench) -> str:
    """A separate scheduler with two workers."""
    with cluster() as (address, _):
        bench.run("two-workers.jsonl", "--scheduler", address)
    return bench.compare("two-workers.jsonl")


def worker_killed(bench: Bench) -> str:
    """Of two Dask workers one is killed, twice; its nanny starts another."""
    with cluster() as (address, parts):
        running = bench.start("worker-killed.jsonl", "--scheduler", address)
        for lines in (40, 100):
            running.wait_for(lines)
            _kill(_descendants(parts["worker 1"].pid, "spawn_main")[:1])
        running.end(0)
    return bench.compare("worker-killed.jsonl")


def scheduler_restarted(bench: Bench) -> str:
    """The scheduler is killed and another started at its address; workers are started again, as a supervisor does."""
    with cluster() as (address, parts):
        running = bench.start("restarted.jsonl", "--scheduler", address)
        running.wait_for(70)
        for part in parts.values():
            _kill([*_descendants(part.pid, ""), part.pid])
        with cluster(int(address.rpartition(":")[2])):
            running.end(0)
    return bench.compare("restarted.jsonl")


def split(bench: Bench) -> str:
    """One enumeration in eight parts, here and on a cluster, against the whole one."""
    bench.run("whole.jsonl", jobs="fills.toml")
    bench.run("split.jsonl", "--workers", "2", "--split", "8", jobs="fills.toml")
    with cluster() as (address, _):
        bench.run("split-cluster.jsonl", "--split", "8", "--scheduler", address, jobs="fills.toml")
    counts = [
        next(line["count"] for line in read_lines(bench.folder / f"{name}.jsonl") if "part" not in line)
        for name in ("whole", "split", "split-cluster")
    ]
    return f"{counts[0]:,} fills; in 8 parts {counts[1]:,}; on the cluster {counts[2]:,}"


DISTURBANCES: dict[str, Callable[[Bench], str]] = {
    "killed": killed,
    "job-killed": job_killed,
    "out-of-memory": out_of_memory,
    "full-disk": full_disk,
    "local-cluster": local_cluster,
    "two-workers": two_workers,
    "worker-killed": worker_killed,
    "scheduler-restarted": scheduler_restarted,
    "split": split,
}


@contextmanager
def cluster(port: int | None = None) -> Iterator[tuple[str, dict[str, subprocess.Popen[bytes]]]]:
    """A Dask scheduler with two workers of one thread, each by its own command; its address and the processes."""
    port = port or _free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduler = ["scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = ["worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-dashboard"]
    with ExitStack() as stack:
        parts = {}
        for name, arguments in {"scheduler": scheduler, "worker 1": worker, "worker 2": worker}.items():
            command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
            parts[name] = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(_end, parts[name])
        yield address, parts


def _end(process: subprocess.Popen[bytes]) -> None:
    below = _descendants(process.pid, "")
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _kill(below)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _kill(processes: list[int]) -> None:
    for process in processes:
        subprocess.run(["kill", "-9", str(process)], stderr=subprocess.DEVNULL, check=False)


def _descendants(process: int, command: str) -> list[int]:
    """The processes below one, whose command lines hold that text."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    below, found = {process}, []
    for pid, parent, arguments in sorted(rows, key=lambda row: int(row[0])):
        if int(parent) in below:
            below.add(int(pid))
            if command in arguments:
                found.append(int(pid))
    return found


def main() -> None:
    """Read the command line, and print a line for each disturbance as it ends."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", choices=list(DISTURBANCES))
    asked = parser.parse_args()
    if asked.folder.exists():
        parser.error(f"{asked.folder} is there already; name a new folder")
    bench = Bench(asked.folder)
    print("undisturbed:", bench.run("undisturbed.jsonl"), flush=True)
    for name in asked.only or DISTURBANCES:
        print(f"{name}: {DISTURBANCES[name](bench)}", flush=True)


if __name__ == "__main__":
    main()
