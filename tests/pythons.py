"""The README's test command, word for word, on other Pythons and bare machines: `python -m tests.pythons`.

Without arguments, it runs in a new clone on each Python that this machine has. As root, names of Debian releases, such
as `python -m tests.pythons trixie sid`, run it in systems that debootstrap makes, which have Python and little else.
`--compiler no` and `--user root` choose rows of the table. `--list` only prints where Pythons are, lowest first.

Needs git; for other systems also root, debootstrap, unshare and a network.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LOWEST = (3, 11)
STRANGER = "stranger"
"""The user of the new systems, who has never seen the project."""
CONFIGURATION = ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files of this machine without which a new system could not install packages."""
VERSION = "import ensurepip, sys; print(*sys.version_info[:2], sys.executable)"
COUNTS = re.compile(r"(\d+) (passed|failed|error|skipped)")


class Cell(NamedTuple):
    """A run of the test command: on which Python, with or without the compiled core, and as whom."""

    python: str
    compiler: str
    user: str


def find_pythons() -> dict[tuple[int, int], str]:
    """Return the path of a Python for each version from 3.11 on, lowest first, on PATH or else in pyenv's folder."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    on_path = [path for minor in range(LOWEST[1], 30) if (path := shutil.which(f"python3.{minor}"))]
    found: dict[tuple[int, int], str] = {}
    for candidate in (*on_path, *map(str, sorted(pyenv.glob("3.*/bin/python3")))):
        asked = subprocess.run([candidate, "-c", VERSION], capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            major, minor, path = asked.stdout.split(maxsplit=2)
            found.setdefault((int(major), int(minor)), path.strip())
    return {version: found[version] for version in sorted(found) if version >= LOWEST}


def test_command() -> str:
    """Return the command of README that runs the tests."""
    _, _, rest = (ROOT / "README.md").read_text().partition("To run the tests:\n\n```sh\n")
    return rest.partition("\n```")[0]


def environment(compiler: str) -> list[str]:
    """Return a command that empties the environment, but for what pip needs."""
    kept = [f"{name}={value}" for name, value in os.environ.items() if name.startswith("PIP_")]
    missing = [] if compiler == "yes" else ["CC=no-compiler"]
    return ["env", "-i", "TERM=xterm-256color", *kept, *missing]


def run_here(python: str, compiler: str) -> tuple[Cell, str]:
    """Run the test command in a new clone; return the cell and the output."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bin").mkdir()
        (folder / "bin" / "python3").symlink_to(python)
        (folder / "home").mkdir()
        clone(folder / "project")
        places = [f"HOME={folder / 'home'}", f"PATH={folder / 'bin'}:{os.environ['PATH']}"]
        command = [*environment(compiler), *places, "sh", "-c", test_command()]
        output = run(command, cwd=folder / "project")
        version = run([python, "-c", "import platform; print(platform.python_version())"]).strip()
    return Cell(version, compiler, "root" if os.geteuid() == 0 else "user"), output


def run_in_debian(release: str, directory: Path, compiler: str, user: str) -> tuple[Cell, str]:
    """Run the test command in a Debian system below `directory`, made if it is not there yet."""
    system = directory / f"{release}-{'compiler' if compiler == 'yes' else 'bare'}"
    if not (system / "usr/bin/python3").exists():
        packages = "python3-venv,ca-certificates" + (",gcc,libc6-dev,python3-dev" if compiler == "yes" else "")
        run(["debootstrap", "--variant=minbase", f"--include={packages}", release, str(system)])
        run([*inside(system), "useradd", "--create-home", STRANGER])
    for name in CONFIGURATION:
        if Path("/", name).exists():
            shutil.copyfile(Path("/", name), system / name)
    home = "/root" if user == "root" else f"/home/{STRANGER}"
    project = system / home[1:] / "project"
    shutil.rmtree(project, ignore_errors=True)
    clone(project)
    run([*inside(system), "chown", "--recursive", user, f"{home}/project"])
    places = [*environment("yes"), f"HOME={home}", "PATH=/usr/bin:/bin"]
    as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *places]
    output = run([*inside(system), *as_user, "sh", "-c", f"cd ~/project && {test_command()}"])
    version = run([*inside(system), "python3", "-c", "import platform; print(platform.python_version())"]).strip()
    return Cell(f"{version} ({release})", compiler, user), output


def inside(system: Path) -> list[str]:
    """Return a command that runs another in a system, with mounts that vanish when it ends."""
    mounts = (
        "mount -t proc proc proc && mount --bind /dev dev && mount -t devpts -o newinstance,ptmxmode=666 pts dev/pts"
    )
    links = "mount --bind dev/pts/ptmx dev/ptmx"
    return ["unshare", "--mount", "sh", "-c", f'cd "$0" && {mounts} && {links} && exec chroot . "$@"', str(system)]


def clone(folder: Path) -> None:
    """Clone what is committed."""
    run(["git", "clone", "--quiet", str(ROOT), str(folder)])


def run(command: list[str], cwd: Path | None = None) -> str:
    """Return the output of a command, whatever its status."""
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def row(cell: Cell, output: str, seconds: float) -> str:
    """Return a row of the table. A run that did not come to its end has failed."""
    counts = dict.fromkeys(("passed", "failed", "error", "skipped"), 0)
    last = output.strip().rpartition("\n")[2]
    counts |= {kind: int(number) for number, kind in COUNTS.findall(last)}
    fields = (*cell, *map(str, counts.values()), f"{seconds:.0f}")
    return " | ".join(fields) + ("" if counts["passed"] else f"\n{output[-2000:]}")


def cells(chosen: argparse.Namespace) -> Iterator[tuple[Cell, str]]:
    """Yield each cell with the output of its run."""
    for compiler in chosen.compiler:
        for release in chosen.releases:
            for user in chosen.user:
                yield run_in_debian(release, chosen.directory, compiler, user)
        if not chosen.releases:
            for version, python in find_pythons().items():
                if not chosen.python or f"{version[0]}.{version[1]}" in chosen.python:
                    yield run_here(python, compiler)


def main() -> int:
    """Print where Pythons are, or run the tests and print a table; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.pythons")
    parser.add_argument("releases", nargs="*", metavar="RELEASE")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--python", action="append", metavar="3.N", help="only this Python of this machine")
    parser.add_argument("--compiler", nargs="+", choices=("yes", "no"), default=("yes", "no"))
    parser.add_argument("--user", nargs="+", choices=("root", STRANGER), default=(STRANGER,))
    parser.add_argument("--directory", type=Path, default=Path("/var/tmp/binairo-systems"), help="of the systems")
    chosen = parser.parse_args()
    if chosen.list:
        print(*find_pythons().values(), sep="\n")
        return 0
    print("Python | compiler | user | passed | failed | errors | skipped | seconds", flush=True)
    is_green = True
    started = time.monotonic()
    for cell, output in cells(chosen):
        print(row(cell, output, time.monotonic() - started), flush=True)
        for line in output.splitlines():
            if line.startswith(("FAILED", "ERROR")):
                print(f"    {line}", flush=True)
                is_green = False
        started = time.monotonic()
    return 0 if is_green else 1


if __name__ == "__main__":
    sys.exit(main())
