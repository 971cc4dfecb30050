"""The compiled core under sanitizers, with random calls and a memory that sometimes runs out.

`python -m tests.engine.core_fuzz --seconds 600` compiles `core/` twice, with AddressSanitizer and
UndefinedBehaviorSanitizer. In one of the two, every fiftieth allocation fails. Then it calls everything with positions,
signs, orders and types of all kinds, good and bad. A leak of the core is an error, too. The answers are tested by
`test_core.py`.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g", "-O0")
REFUSALS = (ValueError, TypeError, OverflowError, RuntimeError, MemoryError, IndexError, ZeroDivisionError)
FAILING_ALLOCATIONS = """
#include <stdlib.h>
static unsigned core_fuzz_state = 1;
static int core_fuzz_fails(void)
{
    core_fuzz_state = core_fuzz_state * 1103515245u + 12345u;
    return (core_fuzz_state >> 16) % 50 == 0;
}
static inline void *failing_malloc(size_t size) { return core_fuzz_fails() ? NULL : malloc(size); }
static inline void *failing_calloc(size_t count, size_t size) { return core_fuzz_fails() ? NULL : calloc(count, size); }
static inline void *failing_realloc(void *old, size_t size) { return core_fuzz_fails() ? NULL : realloc(old, size); }
#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
"""


def sanitizer_library() -> str | None:
    """The path of AddressSanitizer's runtime, or None if it, a compiler or Python's headers are missing."""
    if shutil.which("gcc") is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        return None
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout
    return found.strip() if Path(found.strip()).is_absolute() else None


def build(folder: Path, *, fails: bool) -> Path:
    """Compile the core for the sanitizers; `fails`: with a memory that runs out at times."""
    header, target = folder / "failing.h", folder / f"_core_{fails:d}.so"
    header.write_text(FAILING_ALLOCATIONS if fails else "", "utf-8")
    sources = sorted(str(path) for path in (ROOT / "core").glob("*.c"))
    include = ["-include", str(header), f"-I{sysconfig.get_path('include')}"]
    subprocess.run(["gcc", *SANITIZERS, "-fPIC", "-shared", *include, *sources, "-o", str(target)], check=True)
    return target


def fuzz(library: Path, seconds: float, seed: int) -> str:
    """The last line of a run in a process of its own; raises AssertionError for whatever the sanitizers say."""
    runtime = sanitizer_library()
    assert runtime is not None
    environment = {
        **os.environ,
        "LD_PRELOAD": runtime,
        "ASAN_OPTIONS": "detect_leaks=1:leak_check_at_exit=0:exitcode=99",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
        "BINAIRO_PURE": "1",
    }
    command = [
        sys.executable,
        "-m",
        "tests.engine.core_fuzz",
        "--worker",
        library,
        "--seconds",
        seconds,
        "--seed",
        seed,
    ]
    run = subprocess.run(
        [str(part) for part in command], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said[-4000:]
    assert "LeakSanitizer has encountered a fatal error" not in said, said
    # Python leaves memory behind, too; only what the core allocated counts.
    leaks = [block for block in run.stderr.split("\n\n") if "leak of" in block and f"{ROOT}/core/" in block]
    assert not leaks, "\n\n".join(leaks[:3])
    return run.stdout.splitlines()[-1]


# The process with the sanitizers.


def load(library: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("_core", library)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Fuzzer:
    """Random calls of one module."""

    def __init__(self, core: Any, seed: int) -> None:
        self.core = core
        self.rng = Random(seed)
        self.calls = self.refused = 0

    def number(self, end: int) -> int:
        return int(self.rng.random() * end)

    def call(self, function: Callable[..., Any], *arguments: object) -> Any:
        """What it returns, or None if it refuses. Sometimes an argument is missing, or of another kind."""
        self.calls += 1
        if self.number(40) == 0:
            wrong: tuple[object, ...] = (None, "7", -1, 1 << 4000, 2.5, (), [(), 1], {}, b"1", float)
            changed = list(arguments)
            if changed:
                changed[self.number(len(changed))] = wrong[self.number(len(wrong))]
            arguments = tuple(changed[: self.number(len(changed) + 1) or None])
        try:
            return function(*arguments)
        except REFUSALS:
            self.refused += 1
            return None

    def position(self, width: int, height: int, lane: int) -> int:
        """Draw any position, or a chequered pattern with holes; sometimes with bits that belong to no cell."""
        kept, pattern = self.rng.random(), self.number(3)
        position = 0
        for row in range(height):
            for column in range(width):
                if self.rng.random() < kept:
                    code = (1 + self.number(2), 1 + (row + column // 2 + row // 2) % 2, 1 + (row // 2 + column) % 2)
                    position |= code[pattern] << 2 * (row * lane + column)
        if self.number(30) == 0:
            position |= 1 << self.number(2 * lane * height + 9)
        return position

    def board(self) -> None:
        """A board and everything that it can be asked."""
        size = 42 if self.number(4) == 0 else 9
        width, height = self.number(size), self.number(size)
        signs = []
        for _ in range(self.number(2) and self.number(12)):
            a = self.number(max(width * height, 1))
            signs.append((a, a + (1, width, 2)[min(self.number(7) // 3, 2)], bool(self.number(2))))
        board = self.call(self.core.Board, width, height, signs, bool(self.number(2)), bool(self.number(2)))
        if board is None:
            return
        lane = max(width, height) + 2
        for _ in range(4):
            position = self.position(width, height, lane)
            fixpoint = self.call(board.fixpoint, position)
            if fixpoint is not None and self.call(board.fixpoint, fixpoint) not in (fixpoint, None):
                raise AssertionError("a fixpoint is not a fixpoint")
            self.call(board.exact, position, self.number(1 << 2 * height), self.number(1 << 2 * width))
            for band in range(7):
                self.call(board.closure, position, band)
                self.call(board.is_solvable, position, band)
            self.call(board.path_band, position)
            self.search(board, position, (0, position, self.position(width, height, lane)))
            if width * height < 150:
                self.call(board.failing, position)
            self.remove_givens(board, position, width * height)
            order = list(range(width * height))
            self.rng.shuffle(order)
            chance = self.rng.random if self.number(9) else lambda: 1 / self.number(3)
            check = None if self.number(2) else self.check
            self.call(board.random_solution, position, order, 1 + self.number(40), chance, check)

    def remove_givens(self, board: Any, position: int, cells: int) -> None:
        order = list(range(cells))
        self.rng.shuffle(order)
        size = 1 + self.number(3)
        orbits = [order[start : start + size] for start in range(0, cells, size)]
        self.call(board.remove_givens, position, orbits, 1 + self.number(cells), self.number(7), self.check)

    def check(self) -> None:
        if self.number(60) == 0:
            raise RuntimeError("called off")

    def search(self, board: Any, position: int, assumed: Sequence[int]) -> None:
        search = self.call(board.search, position, (-1, 0, 12)[self.number(3)])
        for _ in range(self.number(6)):
            if search is not None:
                if self.number(3) == 0:
                    self.call(search.ask, assumed[self.number(3)])
                self.call((search.take, search.count)[self.number(2)], self.number(600), 1 + self.number(256))
                self.call(lambda: (search.nodes, search.conflicts, search.is_done))

    def line(self) -> None:
        """A line and everything that it can be asked."""
        length = self.number(42)
        signs = [(self.number(length + 1), bool(self.number(2))) for _ in range(self.number(3))]
        line = self.call(self.core.Line, length, signs)
        if line is not None:
            state = self.position(length, 1, length)
            self.call(line.forced, state)
            full = [self.position(length, 1, length) for _ in range(self.number(5))]
            self.call(line.forced_excluding, state, full)

    def seam(self) -> None:
        """A board with a seam and a few of its counts."""
        width, height = 1 + self.number(6 if self.number(9) else 20), 2 + self.number(5 if self.number(9) else 40)
        ones, cells = width - width // 2 - (self.number(40) == 0), range(width)
        rows = sorted({sum(1 << i for i in self.rng.sample(cells, ones)) for _ in range(1 + self.number(16))})
        choices = [[row for row in rows if self.number(5)] for _ in range(height)]
        signs = [tuple((self.number(1 << width) & -(self.number(4) == 0)) for _ in "=x") for _ in range(height - 1)]
        seam = self.call(self.core.Seam, width, 1 + self.number(height), rows, choices, signs, bool(self.number(2)))
        for _ in range(4):
            if seam is not None:
                self.call(seam.count, rows[self.number(len(rows))], rows[self.number(len(rows))], self.check)


def work(library: Path, seconds: float, seed: int) -> str:
    """Call at random until the time is over."""
    fuzzer = Fuzzer(load(library), seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        fuzzer.board()
        for _ in range(5):
            fuzzer.line()
        fuzzer.seam()
    gc.collect()
    ctypes.CDLL(None).__lsan_do_recoverable_leak_check()
    return f"{library.stem}: {fuzzer.calls} calls, {fuzzer.refused} refused, nothing for the sanitizers to say"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.core_fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker is not None:
        print(work(options.worker, options.seconds, options.seed))
        return 0
    if sanitizer_library() is None:
        print("gcc, AddressSanitizer or Python's headers are missing.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        for fails in (False, True):
            print(fuzz(build(Path(name), fails=fails), options.seconds / 2, options.seed), flush=True)
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
