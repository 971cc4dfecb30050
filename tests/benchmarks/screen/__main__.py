"""Prints what a start and a key cost: in this app, in the least app with Textual, and in other given commands."""

import argparse
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from binairo_tui.engine import EMPTY, ZERO, solutions
from binairo_tui.library import collections
from tests.benchmarks.machine import this_machine
from tests.benchmarks.screen.program import Cost, Program

HERE = Path(__file__).parent
APP, BARE, STOCK = "binairo-tui", "bare app", "stock widget"
FOOTER = b"undo"
"""The last line of the screen is drawn last."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.screen", description=__doc__)
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=COMMAND", help="another binairo command")
    parser.add_argument("--sizes", default="14,20", help="sizes of boards (default: 14,20)")
    parser.add_argument("--starts", type=int, default=10, help="starts of each program")
    parser.add_argument("--keys", type=int, default=150, help="presses of each key")
    options = parser.parse_args(arguments)
    others = {name: shlex.split(command) for name, _, command in (text.partition("=") for text in options.beside)}
    print(this_machine())
    for size in map(int, options.sizes.split(",")):
        apps = {APP: [sys.executable, "-m", "binairo_tui"], **others}
        players = {name: [*command, "play", f"{size}x{size}:1"] for name, command in apps.items()}
        print(f"\n{size}x{size}")
        _print_starts(size, players, options.starts)
        _print_keys(size, players, options.keys)
    return 0


def _print_starts(size: int, players: Mapping[str, Sequence[str]], count: int) -> None:
    bare = [sys.executable, str(HERE / "bare_app.py")]
    found: dict[str, list[Cost]] = {}
    for _ in range(count):
        for name, command in {BARE: bare, **players}.items():
            with TemporaryDirectory() as home:
                program = _started(command, b"ready" if name == BARE else FOOTER, home)
                found.setdefault(name, []).append(program.start)
                program.close()
    _print_table("first board", found, BARE)


def _print_keys(size: int, players: Mapping[str, Sequence[str]], count: int) -> None:
    stock = [sys.executable, str(HERE / "stock_board.py"), str(size)]
    with TemporaryDirectory() as home:
        programs = {
            name: _started(command, b"." if name == STOCK else FOOTER, f"{home}/{index}")
            for index, (name, command) in enumerate({STOCK: stock, **players}.items())
        }
        right, value = _first_move(size)
        for program in programs.values():
            for key in ["down"] * (right // size) + ["right"] * (right % size):
                program.press(key)
        found: dict[str, dict[str, list[Cost]]] = {"move": {}, "fill": {}, "undo": {}}
        for _ in range(count):
            for key, kind in (("right", "move"), ("left", "move"), (value, "fill"), ("u", "undo")):
                for name, program in programs.items():
                    found[kind].setdefault(name, []).append(program.press(key))
        for program in programs.values():
            program.close()
    for kind, costs in found.items():
        _print_table(kind, costs, STOCK)


def _started(command: Sequence[str], ready: bytes, home: str) -> Program:
    Path(home).mkdir(exist_ok=True)
    return Program(command, ready, Path(home))


def _first_move(size: int) -> tuple[int, str]:
    """The first empty cell of the puzzle played, and its value in the solution."""
    collection = next(it for it in collections() if it.name == f"{size}x{size}")
    puzzle = collection.entries[0].puzzle
    (solution,) = solutions(puzzle, 1)
    givens = puzzle.geometry.text(puzzle.givens)
    cell = givens.index(EMPTY)
    return cell, "0" if puzzle.geometry.value(solution, cell) == ZERO else "1"


def _print_table(title: str, found: Mapping[str, Sequence[Cost]], reference: str) -> None:
    base = _middle(cost.cpu_ms for cost in found[reference]), _middle(cost.wall_ms for cost in found[reference])
    for name, costs in found.items():
        cpu, wall = sorted(cost.cpu_ms for cost in costs), sorted(cost.wall_ms for cost in costs)
        print(
            f"{title:<12} {name:<14} n={len(costs):<4} CPU ms {_middle(cpu):7.2f} p99 {_high(cpu):7.2f}"
            f"  x{_middle(cpu) / base[0]:5.2f}   wall ms {_middle(wall):7.1f} p99 {_high(wall):7.1f}"
            f"  x{_middle(wall) / base[1]:5.2f}   bytes {_middle(cost.bytes for cost in costs):7.0f}",
            flush=True,
        )


def _middle(values: Iterable[float]) -> float:
    return median(values)


def _high(values: Sequence[float]) -> float:
    return values[-(-99 * len(values) // 100) - 1]


if __name__ == "__main__":
    sys.exit(main())
