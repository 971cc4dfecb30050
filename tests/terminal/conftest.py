"""The program in a pseudo-terminal, with a home of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.pty_terminal import PtyTerminal, home_environ


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """All that the program gets to know of the machine; it has been started before."""
    tmp_path.chmod(0o700)
    for directory in (tmp_path / "data", tmp_path / "data" / "binairo-tui"):
        directory.mkdir(mode=0o700)
    return home_environ(tmp_path)


@pytest.fixture
def start(environ: dict[str, str]) -> Iterator[Callable[..., PtyTerminal]]:
    """Start `binairo` with some arguments."""
    started: list[PtyTerminal] = []

    def start_one(
        *arguments: str, columns: int = 80, lines: int = 24, answers: dict[str, Any] | None = None, **more: str
    ) -> PtyTerminal:
        terminal = PtyTerminal.python(
            "-m", "binairo_tui", *arguments, environ=environ | more, columns=columns, lines=lines, **answers or {}
        )
        started.append(terminal)
        return terminal

    yield start_one
    for terminal in started:
        terminal.close()
