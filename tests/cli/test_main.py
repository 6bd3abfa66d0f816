"""The command line as a whole: help, version, usage errors, laziness."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cpfill import __version__
from cpfill.cli import COMMANDS

from .conftest import Run


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"cpfill {__version__}\n", "")


def test_no_command_shows_the_help_and_is_a_usage_error(run: Run) -> None:
    outcome = run()
    assert outcome.code == 2
    assert "Usage: cpfill" in outcome.out + outcome.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_text(run: Run, name: str) -> None:
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert f"Usage: cpfill {name}" in outcome.out


@pytest.mark.parametrize("line", ["solve", "check", "reduce", "models", "models show", "words stats", "words merge"])
def test_every_command_gives_an_example(run: Run, line: str) -> None:
    assert "Example: cpfill" in run(*line.split(), "--help").out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("slove grid.txt", "cpfill: there is no command 'slove'; did you mean 'solve'?; see cpfill --help\n"),
        ("solve", "cpfill: Missing argument 'GRID'; see cpfill solve --help\n"),
        ("check --wrds x", "cpfill: No such option: --wrds"),
        ("solve x --seed high", "cpfill: Invalid value for '--seed'"),
        ("solve x --time-limit -1", "cpfill: Invalid value for '--time-limit'"),
    ],
)
def test_usage_errors_are_one_line(run: Run, line: str, message: str) -> None:
    outcome = run(*line.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(message)
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("heavy", ["pandas", "ortools", "rich", "cpfill.solving"])
def test_heavy_modules_stay_out_of_simple_commands(heavy: str) -> None:
    code = (
        "import sys\nfrom cpfill.cli import main\n"
        "try: main(['check', '-', '--quiet'])\n"
        "except SystemExit: pass\n"
        f"print({heavy!r} in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input="#", capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_completion_knows_the_commands() -> None:
    environment = {"_CPFILL_COMPLETE": "complete_bash", "COMP_WORDS": "cpfill so", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", "from cpfill.cli import main; main()"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["solve"]


def test_a_closed_pipe_is_no_error() -> None:
    code = "from cpfill.cli import main; main(['words', 'filter'])"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.read(100)
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == 141
