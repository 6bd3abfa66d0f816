"""Runs one command and asks the system what it took. Knows nothing of grids."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

GRACE = 10.0
"""Seconds beyond the limit after which a command is ended that does not end by itself."""


@dataclass(frozen=True)
class Measured:
    """A command's end. ``cpu`` is its user and system time in seconds, its children's included; ``memory`` in MiB.

    A command that had to be ended has the limit as its seconds.
    """

    code: int
    output: str
    errors: str
    cpu: float
    wall: float
    memory: float
    ended: bool = False


def run(command: list[str], limit: float) -> Measured:
    """Run a command in a process group of its own, at most ``limit`` seconds and some grace.

    Python programs may keep their compiled modules, as they do for users.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        spawn = [sys.executable, "-S", "-E", str(Path(__file__).with_name("spawn.py")), str(report), *command]
        process = subprocess.Popen(
            spawn,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=environment,
        )
        try:
            output, errors = process.communicate(timeout=limit + GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Measured(-signal.SIGKILL, "", "", limit, limit, float("nan"), ended=True)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        taken = json.loads(report.read_text())
    texts = output.decode(errors="replace"), errors.decode(errors="replace")
    return Measured(taken["code"], *texts, taken["cpu"], taken["wall"], taken["memory"] / 1024)
