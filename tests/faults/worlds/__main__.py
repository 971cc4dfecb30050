"""Tries seeds as the arguments say, and prints the figures and a script for each failure."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.faults.harness import ROOT, Figures
from tests.faults.shrink import shrink
from tests.faults.worlds.judging import failures, faults
from tests.faults.worlds.lines import Line
from tests.faults.worlds.making import homes, make
from tests.faults.worlds.running import IS_ROOT, Program, find_program, run, script


def shrunk(lines: Sequence[Line], fault: str, program: Program, tries: int) -> list[Line]:
    """Return the fewest lines found in so many tries that have the same fault, with the fewest parts."""
    few = shrink(lines, lambda some: fault in failures(some, program), tries)
    for number, line in enumerate(few):

        def fails(parts: Sequence[str], number: int = number, line: Line = line) -> bool:
            changed = line._replace(parts=tuple(parts))
            return fault in failures([*few[:number], changed, *few[number + 1 :]], program)

        few[number] = line._replace(parts=tuple(shrink(line.parts, fails, tries)))
    return few


def try_seeds(first: int, last: int, program: Program, tries: int) -> Figures:
    """Try the worlds of seeds; print and shrink what fails."""
    figures = Figures(seeds=0, broken=0)
    for seed in range(first, last + 1):
        lines = make(seed)
        figures["seeds"] += 1
        for fault, said in failures(lines, program).items():
            print(f"seed {seed}: {fault}\n{said}", file=sys.stderr, flush=True)
            if tries:
                lines = shrunk(lines, fault, program, tries)
                print(script(lines, program), file=sys.stderr, flush=True)
            figures.note("broken", f"seed {seed}: {fault}: {[line.in_script for line in lines]}: {said}")
    return figures


def visit_homes(program: Program) -> None:
    """Try every verb in every home, and print what is said there."""
    for lines in homes():
        for deed in run(lines, program):
            words = " / ".join(deed.error.replace(deed.home, "~").splitlines()[-2:])[-200:]
            print(f"{lines[1].text} | {deed.line.text} | {deed.status} | {words} | {faults(deed, lines) or 'ok'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-40", help="the first and the last seed")
    parser.add_argument("--homes", action="store_true", help="try every verb in every home instead")
    parser.add_argument("--tries", type=int, default=40, help="the most runs to shrink a failing seed; 0: do not")
    parser.add_argument("--program", type=Path, default=ROOT, help="a checkout of the program")
    arguments = parser.parse_args()
    if IS_ROOT and "WORLDS_MOUNTS" not in os.environ:  # whatever is mounted should be gone in the end
        command = ["unshare", "--mount", sys.executable, "-m", "tests.faults.worlds", *sys.argv[1:]]
        os.execvpe(command[0], command, os.environ | {"WORLDS_MOUNTS": "own"})
    program = find_program(arguments.program)
    if arguments.homes:
        visit_homes(program)
        return
    first, _, last = arguments.seeds.partition("-")
    began = time.monotonic()
    figures = try_seeds(int(first), int(last or first), program, arguments.tries)
    seconds = round(time.monotonic() - began, 1)
    print(json.dumps({**figures, "seconds": seconds, "first_trouble": figures.first_trouble}))


if __name__ == "__main__":
    main()
