import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from binairo_tui.store.leases import LiveSession, is_alive


def test_a_session_is_alive_until_it_is_closed(path: Path) -> None:
    session = LiveSession(path)
    assert is_alive(path, session.token)
    session.close()
    assert not is_alive(path, session.token)
    assert list((path.parent / "sessions").iterdir()) == []


def test_every_session_has_its_own_token(path: Path) -> None:
    sessions = [LiveSession(path) for _ in range(3)]
    assert len({session.token for session in sessions}) == 3
    sessions[1].close()
    assert [is_alive(path, session.token) for session in sessions] == [True, False, True]
    for session in (sessions[0], sessions[2]):
        session.close()


LIVE = """
import sys, time
from pathlib import Path
from binairo_tui.store.leases import LiveSession
print(LiveSession(Path(sys.argv[1])).token, flush=True)
time.sleep(60)
"""


def test_a_killed_session_is_dead_at_once_and_the_next_one_removes_its_file(path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", LIVE, path], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        token = child.stdout.readline().strip()
        assert is_alive(path, token)
        os.kill(child.pid, signal.SIGSTOP)
        assert is_alive(path, token)  # a hanging session is alive
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        assert not is_alive(path, token)
    assert (path.parent / "sessions" / token).exists()
    LiveSession(path).close()
    assert not (path.parent / "sessions" / token).exists()


@pytest.mark.parametrize("token", ["", "0" * 32, "../../progress.db", "A" * 32, "0" * 31 + "\n"])
def test_a_text_that_is_not_a_token_belongs_to_no_session(path: Path, token: str) -> None:
    path.write_bytes(b"")
    assert not is_alive(path, token)


def test_a_symlink_in_place_of_a_token_is_not_followed(path: Path) -> None:
    session = LiveSession(path)
    (path.parent / "sessions" / ("0" * 32)).symlink_to(session.token)
    assert not is_alive(path, "0" * 32)
    session.close()


def test_the_session_files_are_private(path: Path) -> None:
    session = LiveSession(path)
    directory = path.parent / "sessions"
    assert (directory.stat().st_mode & 0o777, (directory / session.token).stat().st_mode & 0o777) == (0o700, 0o600)
    session.close()
    directory.chmod(0o777)
    LiveSession(path).close()
    assert directory.stat().st_mode & 0o777 == 0o755


def test_without_locks_every_session_seems_dead(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.files.system.IS_POSIX", False)
    sessions = [LiveSession(path) for _ in range(2)]
    assert not any(is_alive(path, session.token) for session in sessions)
    for session in sessions:
        session.close()
    assert list((path.parent / "sessions").iterdir()) == []
