"""What the host's processes import: the spawner's imports are shared, and what a player process adds takes memory."""

from pathlib import Path

import pytest

from tests.host.conftest import RunningHost, new_key, open_board, session
from tests.host.late_imports import FILE_NAME
from tests.test_architecture import imported

ROOM = "binairo_tui.host"


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        (f"{ROOM}.cli.verb", ["asyncssh", "textual", "rich", "sqlite3", "platformdirs", "asyncio"]),
        (f"{ROOM}.server.spawner", ["asyncssh", "sqlite3", f"{ROOM}.server.ssh"]),
        (f"{ROOM}.server.child", ["asyncssh", f"{ROOM}.server.ssh", f"{ROOM}.server.database"]),
    ],
)
def test_importing_a_module_does_not_import(module: str, forbidden: list[str]) -> None:
    assert imported(module, forbidden) == []


async def test_a_first_game_imports_nothing_after_the_fork(tmp_path: Path) -> None:
    host = RunningHost(tmp_path, program="tests.host.late_imports")
    try:
        async with session(host, new_key()) as terminal:
            await open_board(terminal, "ada")
            terminal.type("n0i")
            await terminal.see("Hint 1 of")
            terminal.type("\x11")
            await terminal.end()
    finally:
        host.stop()
    (found,) = (host.directory / "host" / "players").glob(f"*/{FILE_NAME}")
    assert found.read_text().split() == []
