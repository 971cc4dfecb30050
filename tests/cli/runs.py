"""Ways to run the command: inside this process, or as a process of its own."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from binairo_tui.cli.program import program

CLASSIC = "6x6;1...10.....0.0.1.....11.0.....1.0..."
CLASSIC_ROWS = "1...10 .....0 .0.1.. ...11. 0..... 1.0..."
CLASSIC_SOLUTION = "110010 011010 001101 100110 011001 100101"
UNSATISFIABLE = "4x4;0..01.1...1....."
"""No solution, though no rule is broken yet."""
TWO_SOLUTIONS = "4x4;1....0...0.....1"


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects on stdout, one of every line."""
        return [json.loads(line) for line in self.out.splitlines()]


def binairo(*arguments: str, stdin: str | bytes = "") -> Outcome:
    """Run a verb in this process. An exception other than the end of the command is raised here, too."""
    result = CliRunner().invoke(program, arguments, input=stdin, prog_name="binairo", catch_exceptions=False)
    return Outcome(result.exit_code, result.stdout, result.stderr)


def process(*arguments: str, stdin: bytes = b"", python: Sequence[str] = ("-m", "binairo_tui")) -> Outcome:
    """Run the command as a process of its own; `python` is what stands between the interpreter and the arguments."""
    command = [sys.executable, *python, *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def without(module: str) -> tuple[str, str]:
    """For `process`: the command where a module is not installed."""
    run = "from binairo_tui.cli.program import run; sys.exit(run(sys.argv[1:]))"
    return "-c", f"import sys; sys.modules[{module!r}] = None; {run}"
