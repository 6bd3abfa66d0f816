"""Starts one command and writes what the system says it took. Knows nothing else, and imports next to nothing.

A child's peak memory never reads lower than its parent's at the start, so the parent has to be small.
"""

import json
import os
import sys
import time


def main(report: str, *command: str) -> None:
    """Run the command to its end; ``report`` gets its exit code, seconds and peak memory in KiB."""
    started = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - started
    cpu = usage.ru_utime + usage.ru_stime
    with open(report, "w") as file:
        code = os.waitstatus_to_exitcode(status)
        json.dump({"code": code, "cpu": cpu, "wall": wall, "memory": usage.ru_maxrss}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
