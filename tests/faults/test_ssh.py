"""A real SSH server on the loopback: play, lose the connection, log in again, go on."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Report
from tests.faults.hang_up import BOARD, PROMISED, saved_steps
from tests.faults.harness import ROOT
from tests.terminal.pty_terminal import PtyTerminal

pytestmark = pytest.mark.long

Connect = Callable[..., PtyTerminal]


@pytest.fixture
def connect(tmp_path: Path, environ: dict[str, str]) -> Iterator[Connect]:
    """Start a server, log in with a new key, and run `binairo`."""
    sshd, ssh = shutil.which("sshd", path="/usr/sbin:/sbin:/usr/bin"), shutil.which("ssh")
    if sshd is None or ssh is None:
        pytest.skip("openssh-server or its client is not installed")
    for name in ("host", "key"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True)
    (tmp_path / "authorized").write_bytes((tmp_path / "key.pub").read_bytes())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {
        "Port": port,
        "ListenAddress": "127.0.0.1",
        "HostKey": tmp_path / "host",
        "AuthorizedKeysFile": tmp_path / "authorized",
        "PidFile": "none",
        "StrictModes": "no",
        "UsePAM": "no",
        "PasswordAuthentication": "no",
        "PermitRootLogin": "yes",
    }
    (tmp_path / "sshd").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    Path("/run/sshd").mkdir(exist_ok=True)
    with subprocess.Popen([sshd, "-D", "-e", "-f", str(tmp_path / "sshd")], stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        assert b"listening" in server.stderr.readline()
        remote = [f"{name}={environ[name]}" for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LANG")]
        remote += [f"PYTHONPATH={ROOT}", sys.executable, "-m", "binairo_tui"]
        options = ["UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "LogLevel=ERROR", "IdentitiesOnly=yes"]
        command = [ssh, "-tt", "-F", "none", "-p", str(port), "-i", str(tmp_path / "key")]
        command += [word for option in options for word in ("-o", option)]

        def connect_once(*arguments: str) -> PtyTerminal:
            words = " ".join(f"'{word}'" for word in ("env", *remote, *arguments))
            return PtyTerminal([*command, "127.0.0.1", f"echo $$ >{tmp_path}/pid; exec {words}"], environ)

        yield connect_once
        server.terminate()


def has_ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["the client is killed", "the client ends"])
def test_a_game_survives_a_lost_ssh_connection(
    connect: Connect, environ: dict[str, str], tmp_path: Path, report: Report, end: int
) -> None:
    with closing(connect("play", BOARD)) as first:
        first.wait_for("0 1 place")
        first.press("1", "right", "0", "down", "1")
        first.wait_for(" 6%")
        pid = int((tmp_path / "pid").read_text())
        began = time.monotonic()
        first.kill(end)
        while not has_ended(pid) and time.monotonic() < began + 10:
            time.sleep(0.01)  # not a child process, so there is nothing to wait for
        gone = time.monotonic() - began
        report(f"ssh: client ended by {signal.Signals(end).name}, program gone in {gone:.2f} s")
        assert gone < PROMISED
    assert saved_steps(environ) == 3
    with closing(connect()) as second:
        second.wait_for("8x6")
        second.press("enter")
        second.wait_for("0 1 place")
        second.press("right", "0")
        second.wait_for(" 8%")
        second.press("\x11")
        assert second.ends_within(10)
    assert saved_steps(environ) == 4
