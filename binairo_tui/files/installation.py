"""Finds out how this program was installed, and names the command that installs an optional library for it."""

import shlex
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from binairo_tui.files.paths import is_file


def install_command(*libraries: str) -> str:
    """Return the command that makes libraries available to this program, for a POSIX shell.

    If pipx or uv made an environment for this program, the command uses the same tool, because the environment may have
    no pip. It tells pipx the name of the environment, and uv its Python. If the system manages this Python, pip refuses
    to install; the command overrules this, but installs only for this user. A program in a zip file uses the libraries
    of the Python that runs it.
    """
    prefix, python, names = Path(sys.prefix), shlex.quote(sys.executable), shlex.join(libraries)
    if is_file(prefix / "pipx_metadata.json") and prefix.parent.name == "venvs":  # not one of `pipx run`
        return f"pipx inject {shlex.quote(prefix.name)} {names}"
    if is_file(prefix / "uv-receipt.toml") or (_is_environment() and find_spec("pip") is None):
        return f"uv pip install --python {python} {names}"
    marker = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    overruling = "--user --break-system-packages " if is_file(marker) and not _is_environment() else ""
    return f"{python} -m pip install {overruling}{names}"


def _is_environment() -> bool:
    return sys.prefix != sys.base_prefix
