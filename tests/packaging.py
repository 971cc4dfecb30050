"""Build the package, install it into empty environments, and play a game from each: with a compiler and without one.

Then make a single file of everything, as the README shows, and play from it.

`python -m tests.packaging` builds the sdist from a copy of the source tree, which must not change. From the sdist, it
builds a wheel with the compiled core, if there is a compiler, and a wheel without it. It needs pip, and the packages
that the game depends on.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
PUZZLE = "classics:1"
REMAINS = ("_core.abi3.so", "core_missing.txt")
"""What an editable install may leave in the source tree."""


def run(*command: object, path: str | None = None, typed: str = "", where: str | Path = "/", **variables: str) -> str:
    """The output of a command, which must succeed. `path` replaces the PATH; the checkout is not on Python's path."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BINAIRO_"))}
    environment |= variables
    if path is not None:
        environment["PATH"] = path
    arguments = [str(part) for part in command]
    done = subprocess.run(
        arguments, env=environment, input=typed, capture_output=True, text=True, cwd=where, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_of_the_tree(folder: Path) -> Path:
    """A read-only copy of the source tree, with the remains of an editable install, and without .gitignore."""
    tree = folder / "tree"
    others = (".git", ".gitignore", ".venv*", ".hypothesis", ".*_cache", "__pycache__", "*.so")
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*others))
    set_writable(tree, is_writable=True)
    for name in REMAINS:
        (tree / "binairo_tui" / "engine" / name).write_text("stale", encoding="utf-8")
    set_writable(tree, is_writable=False)
    return tree


def set_writable(tree: Path, *, is_writable: bool) -> None:
    """Let the owner write to a directory and everything below it, or nobody."""
    for path in (tree, *tree.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | 0o200 if is_writable else mode & ~0o222)


def contents(tree: Path) -> dict[Path, bytes]:
    """All files below a directory."""
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def build_sdist(folder: Path, python: Path, tree: Path) -> Path:
    """Build the sdist and return its path; it must hold everything that is needed to build and test from it."""
    run(python, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, where=tree)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        (about,) = [name for name in archive.getnames() if name.endswith("/PKG-INFO")]
        shown = archive.extractfile(about)
        assert shown is not None
        assert b"](docs/" not in shown.read()  # it would lead nowhere on a package index
    needed = {
        ".ci/run",
        ".clang-format",
        ".github/workflows/test.yml",
        "core/module.c",
        "core/core.h",
        "hatch_build.py",
        "puzzles/classics.txt",
        "tests/packaging.py",
        "README.md",
    }
    assert needed <= names, needed - names
    assert not [name for name in names if name.endswith((".so", ".pyc", "core_missing.txt"))]
    return sdist


def build_wheel(folder: Path, python: Path, source: Path, *options: str, path: str, **variables: str) -> Path:
    """The wheel of an sdist or a source tree, built with this PATH."""
    folder.mkdir()
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", *options, "-w", folder, source, path=path, **variables)
    (wheel,) = folder.iterdir()
    return wheel


def check_required(folder: Path, python: Path, tree: Path, path: str) -> None:
    """A build fails if it must have the core and has no compiler."""
    try:
        build_wheel(folder, python, tree, "--no-build-isolation", path=path, BINAIRO_REQUIRE_CORE="1")
    except SystemExit as failure:
        assert "The compiled core was not built: no C compiler was found" in str(failure)
    else:
        raise AssertionError("a wheel without the required core was built")


def check_editable(python: Path, tree: Path, path: str) -> None:
    """An editable install without a compiler removes the core from the source tree, and says there why."""
    core, reason = (tree / "binairo_tui" / "engine" / name for name in REMAINS)
    before = contents(tree)
    set_writable(tree, is_writable=True)
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", tree, path=path)
    after = contents(tree)
    assert {file for file in {*before, *after} if before.get(file) != after.get(file)} == {core, reason}
    assert core not in after
    assert after[reason] == b"no C compiler was found"


def play(wheel: Path, folder: Path, pip_python: Path, engine: str, reason: str) -> None:
    """Install a wheel into an empty environment and play a game to its end, without the screen."""
    venv.create(folder, symlinks=True)
    run(pip_python, "-m", "pip", "--python", folder, "install", "--quiet", "--disable-pip-version-check", wheel)
    binairo = folder / "bin" / "binairo"
    home = folder / "home"
    os.environ.update(HOME=str(home), XDG_DATA_HOME=str(home), XDG_CONFIG_HOME=str(home), XDG_STATE_HOME=str(home))
    assert f"runs in {engine}: the compiled core was {reason}\n" in run(binairo, "doctor")
    solution = run(binairo, "solve", PUZZLE).splitlines()[1:]
    typed = "".join(
        f"r{row}c{column} {value}\n" for row, line in enumerate(solution, 1) for column, value in enumerate(line, 1)
    )
    answers = run(binairo, "play", "--plain", PUZZLE, typed=typed + "quit\n")
    assert "olved" in answers, answers
    puzzle = run(binairo, "generate", "--size", "8", "--band", "medium", "--seed", "1")
    print(
        f"{wheel.name}, {wheel.stat().st_size // 1024} kB: runs in {engine}, plays a game, generates {puzzle.strip()}"
    )


def check_single_file(wheel: Path, folder: Path, python: Path) -> None:
    """Make one file of a wheel and what it needs; solve, work in several processes, and resume a game with it alone."""
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "shiv")
    file = folder / "binairo.pyz"
    run(python.with_name("shiv"), "--quiet", "-c", "binairo", "--extend-pythonpath", "-o", file, wheel)
    venv.create(folder / "alone", symlinks=True)
    home, alone = folder / "home", (folder / "alone" / "bin" / "python", file)
    os.environ.update(HOME=str(home), XDG_DATA_HOME=str(home), XDG_CONFIG_HOME=str(home), XDG_STATE_HOME=str(home))
    assert run(*alone, "solve", "classics", "--workers", "2") == run(*alone, "solve", "classics")
    run(*alone, "play", "--plain", PUZZLE, typed="r1c2 1\nquit\n")
    assert "row 1: 1 1 blank blank 1 0" in run(*alone, "play", "--plain", PUZZLE, typed="quit\n")
    print(f"{file.name}, {file.stat().st_size // 1024} kB: solves in two processes, resumes a game")


def compiler_path() -> str | None:
    """The PATH if it has a compiler, and Python the headers that it needs."""
    has_headers = Path(sysconfig.get_path("include"), "Python.h").exists()
    has_compiler = any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    return os.environ["PATH"] if has_headers and has_compiler else None


def main(arguments: Sequence[str] = ()) -> int:
    """Build, install and play."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "build", with_pip=True, symlinks=True)
        python = folder / "build" / "bin" / "python"
        tools = ("hatchling>=1.25", "setuptools>=68", "editables")
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *tools)
        tree = copy_of_the_tree(folder)
        before = contents(tree)
        sdist = build_sdist(folder, python, tree)
        print(f"{sdist.name}, {sdist.stat().st_size // 1024} kB")
        path = compiler_path()
        if path is None:
            print("There is no compiler, or Python has no headers: only the wheel without the compiled core is built.")
        else:
            wheel = build_wheel(folder / "compiled", python, sdist, path=path)
            assert "abi3" in wheel.name, wheel.name
            play(wheel, folder / "with", python, "C", "built")
        path = str(folder / "build" / "bin")
        wheel = build_wheel(folder / "pure", python, tree, "--no-build-isolation", path=path)
        assert wheel.name.endswith("-py3-none-any.whl"), wheel.name
        assert not [name for name in ZipFile(wheel).namelist() if name.endswith((".so", ".c"))]
        play(wheel, folder / "without", python, "Python", "not built: no C compiler was found")
        check_required(folder / "required", python, tree, path)
        assert contents(tree) == before  # a build writes nothing into the source tree
        check_editable(python, tree, path)
        check_single_file(wheel, folder, python)
    print(f"built, installed and played in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
