"""What the spawner imports is shared by all player processes; what they import later takes memory in each."""

from pathlib import Path

from tests.host.conftest import RunningHost, new_key, open_board, session
from tests.host.late_imports import FILE_NAME


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
