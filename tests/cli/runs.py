"""Runs the command, in this process or in a subprocess, and reads its arguments."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from binairo_tui.cli.found import Found, Rejected
from binairo_tui.cli.program import program
from binairo_tui.cli.puzzle_input import read_puzzles
from tests.cli.schemas import SCHEMAS, check

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."
CLASSIC_ROWS = "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
CLASSIC_SOLUTION = "110010 011010 001101 100110 011001 100101"
UNSATISFIABLE = "4x4;0..01.1...1....."
"""A puzzle without a solution, though no rule is broken yet."""
TWO_SOLUTIONS = "4x4;1....0...0.....1"


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Return the JSON objects on stdout, one from each line."""
        return [json.loads(line) for line in self.out.splitlines()]


def _check_schema(arguments: Sequence[str], out: str) -> None:
    """Fail unless every object that a verb printed with `--json` agrees with its schema."""
    words = [it for it in arguments if not it.startswith("-")]
    fits = [it for it in SCHEMAS if it.split()[0] == (words or [""])[0] and {*it.split()} <= {*words}]
    verb = max(fits, key=len, default="")
    if verb and "--json" in arguments and "--help" not in arguments:
        for line in out.splitlines():
            check(verb, json.loads(line))


def binairo(*arguments: str, stdin: str | bytes = "") -> Outcome:
    """Run a verb in this process. Exceptions other than the end of the command propagate."""
    result = CliRunner().invoke(program, arguments, input=stdin, prog_name="binairo", catch_exceptions=False)
    _check_schema(arguments, result.stdout)
    return Outcome(result.exit_code, result.stdout, result.stderr)


def process(
    *arguments: str, stdin: bytes = b"", python: Sequence[str] = ("-m", "binairo_tui"), seconds: float = 60
) -> Outcome:
    """Run the command in a subprocess, with the arguments `python` before its own, for at most so many seconds."""
    command = [sys.executable, *python, *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=seconds, check=False)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def without(module: str) -> tuple[str, str]:
    """Return the `python` of `process` that runs the command as if a module were not installed."""
    run = "from binairo_tui.cli.program import run; sys.exit(run(sys.argv[1:]))"
    return "-c", f"import sys; sys.modules[{module!r}] = None; {run}"


def read(*arguments: str) -> list[Found | Rejected]:
    return list(read_puzzles(arguments))


def puzzles(*arguments: str) -> list[tuple[str, str]]:
    """Return (title, notation) of every puzzle; fail on anything else."""
    items = read(*arguments)
    assert not [item for item in items if isinstance(item, Rejected)]
    return [(item.title, str(item.puzzle)) for item in items if isinstance(item, Found)]


def complaint(*arguments: str) -> str:
    """Return the message of the only item, which must be an error."""
    (item,) = read(*arguments)
    assert isinstance(item, Rejected)
    return item.message
