"""What a start costs: the rooms below the screen must not pull Textual in."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("binairo_tui.engine", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.game", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.library", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.store", ["textual", "rich", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.settings", ["textual", "rich", "tomllib", "tomlkit", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.cli", ["textual", "rich", "sqlite3", "platformdirs", "asyncio"]),
        ("binairo_tui.tui.start", ["textual", "rich", "asyncio"]),
    ],
)
def test_importing_a_room_does_not_import(module: str, forbidden: list[str]) -> None:
    code = f"import {module}, sys; print(*[name for name in {forbidden} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
