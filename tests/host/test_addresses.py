"""Where a host listens, what it tells its operator of that, and where its control socket is."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import pytest

from binairo_tui.host.cli import verb
from binairo_tui.host.server import control, run, setup
from binairo_tui.host.server.limits import Limits
from tests.faults.harness import ROOT
from tests.host.conftest import RunningHost, asyncssh


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("*:2222", ""),
        ("0.0.0.0:2222", "0.0.0.0"),
        ("127.0.0.1:2222", "127.0.0.1"),
        ("[::1]:2222", "::1"),
        ("[fe80::1%eth0]:2222", "fe80::1%eth0"),
        ("name:2222", "name"),
    ],
)
def test_only_an_asterisk_stands_for_all_addresses(text: str, address: str) -> None:
    assert verb._parse_address((text,)) == (address, 2222)


@pytest.mark.parametrize(
    "text", ["2222", ":2222", "::1", "::1:2222", "[]:2222", "[::1]", "[::1", "*", "**:2222", "name:٢", "name:65536"]
)
def test_an_address_in_another_form_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="expected ADDRESS:PORT such as"):
        verb._parse_address((text,))


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("", socket.gethostname()),
        ("0.0.0.0", socket.gethostname()),
        ("::", socket.gethostname()),
        ("::1", "localhost"),
        ("192.0.2.7", "192.0.2.7"),
    ],
)
def test_the_line_that_players_type_names_a_machine(tmp_path: Path, address: str, name: str) -> None:
    told: list[str] = []
    log: Any = None
    options = run.HostOptions(tmp_path, address, 22, Limits(), "open", None, log, told.append)
    run._announce(options, "SHA256:x", f"{address or '*'}:2222", lambda _: None)
    assert f"Players type: ssh -p 2222 {name}" in told


async def test_all_addresses_are_those_of_both_protocols() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.listen("", port, server_host_keys=[key], gss_host=None)
    families = {family for family in (socket.AF_INET, socket.AF_INET6) if _has(family)}
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        if family in families:
            with socket.socket(family) as client:
                client.connect((address, port))
    acceptor.close()


def _has(family: int) -> bool:
    with suppress(OSError), socket.socket(family) as probe:
        probe.bind(("127.0.0.1" if family == socket.AF_INET else "::1", 0))
        return True
    return False


def test_a_check_of_all_addresses_finds_one_that_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", os.getuid)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        faults = setup.find_faults(tmp_path / "host", "", port, Limits())
    assert any(f"*:{port} cannot be used" in fault for fault in faults) or os.geteuid() == 0


def test_the_control_socket_needs_no_proc_unless_its_path_is_long(tmp_path: Path) -> None:
    with control._address(tmp_path) as address:
        assert address == str(tmp_path / control.NAME)
    long = tmp_path / ("x" * 120)
    long.mkdir()
    with control._address(long) as address:
        assert address.startswith("/proc/")


def test_a_host_starts_where_only_its_own_directory_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    site = tmp_path / "sitecustomize.py"
    site.write_text("import tempfile\ntempfile._candidate_tempdir_list = lambda: ['/nonexistent']\n")
    mine = RunningHost(tmp_path / "own", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert mine.stop() == 0
