"""The directory of a host: its key, its lock, checks of the setup, and the systemd unit that runs the host."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import sys
from contextlib import suppress
from errno import errorcode
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from binairo_tui import files
from binairo_tui.files.atomic import atomic_write
from binairo_tui.host.server import control
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.limits import Limits, lack_of_files
from binairo_tui.store import errors, private_files

if TYPE_CHECKING:
    import asyncssh

KEY_NAME = "host_key"
KEY_KIND = "ssh-ed25519"
DATABASE_NAME = "host.db"
PLAYERS_NAME = "players"
LOCK_NAME = "lock"
AS_ROOT = "The host runs as root: run it as a separate user."
SESSION_MIB, SHARED_MIB = 32, 1024
"""The memory, in MiB, that the systemd unit allows for each session, and for everything else."""
SESSION_TASKS = 10
"""The number of threads and processes that the systemd unit allows for each session."""
VISITOR_MARK = "visitor"
"""A file with this name marks the directory of a visitor who has no name yet."""

UNIT = """# Before the first start: useradd --system --home-dir /var/lib/binairo-host binairo-host
# To manage players: sudo -u binairo-host {program} host --data /var/lib/binairo-host players --help
[Unit]
Description=Binairo over SSH
After=network.target

[Service]
Type=notify
NotifyAccess=main
ExecStart={command}
ExecReload=/bin/kill -HUP $MAINPID
User=binairo-host
StateDirectory=binairo-host
StateDirectoryMode=0700
LogsDirectory=binairo-host
LogsDirectoryMode=0700
Environment=HOME=%S/binairo-host
Restart=on-failure
WatchdogSec=60
TimeoutStopSec=10
LimitNOFILE={files}
OOMPolicy=continue
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=no
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service landlock_create_ruleset landlock_add_rule landlock_restrict_self
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
MemoryMax={memory}M
TasksMax={tasks}

[Install]
WantedBy=multi-user.target
"""


def unit(program: str, command: str, limits: Limits) -> str:
    """Return a systemd unit for a command that runs the host. `program` is `binairo`, quoted for a shell."""
    return UNIT.format(
        program=program,
        command=command,
        files=max(8192, limits.open_files),
        memory=max(4096, SHARED_MIB + SESSION_MIB * limits.players),
        tasks=max(2000, 100 + SESSION_TASKS * limits.players),
    )


def make_directory(directory: Path) -> None:
    """Create the directory of a host if it is missing, and keep other users from writing to it. Raises StoreError."""
    check_owner(directory)
    try:
        private_files.make_private_directory(directory)
        private_files.make_private_directory(directory / PLAYERS_NAME)
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(directory, error)) from error


def check_owner(directory: Path) -> None:
    """Raise UnsafePathError if the directory of a host belongs to another user."""
    with suppress(OSError):
        if directory.stat().st_uid != os.geteuid():
            raise errors.UnsafePathError(
                f"{directory} belongs to another user: run this as that user (sudo -u), or give another --data"
            )


def lock(directory: Path) -> int:
    """Lock a host's directory until the returned descriptor is closed. Raises StoreError if it is in use."""
    try:
        descriptor = os.open(directory / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise errors.UnavailableError(f"another host uses {directory}") from None
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(directory / LOCK_NAME, error)) from error
    return descriptor


def is_in_use(directory: Path) -> bool:
    try:
        os.close(lock(directory))
    except errors.UnavailableError:
        return True
    return False


def host_key(directory: Path) -> asyncssh.SSHKey:
    import asyncssh

    path = directory / KEY_NAME
    try:
        if not files.paths.is_there(path):
            atomic_write(path, asyncssh.generate_private_key(KEY_KIND).export_private_key())
        key = asyncssh.import_private_key(private_files.read_private(path))
    except asyncssh.KeyImportError as error:
        raise errors.UnavailableError(f"{path} is not a private key: {error}") from error
    except OSError as error:
        raise errors.UnavailableError(files.paths.explain(path, error)) from error
    if key.get_algorithm() != KEY_KIND:
        raise errors.UnavailableError(f"{path} is not an Ed25519 key: remove it, and the host makes one")
    return key


def remove_tree(directory: Path) -> None:
    """Remove the directory of a player, as far as that is possible.

    A player's process may have nested directories deeper than a path or Python's stack allows, so inner directories are
    moved up first. It may also have taken away the right to open them, so that right is restored.
    """
    if directory.is_symlink():
        return
    with suppress(OSError):
        directory.chmod(0o700)
        while inner := [it for it in directory.iterdir() if stat.S_ISDIR(it.lstat().st_mode)]:
            for place in inner:
                place.chmod(0o700)
                for path in place.iterdir():
                    if stat.S_ISDIR(path.lstat().st_mode):
                        path.chmod(0o700)
                        path.rename(directory / token_hex(16))
                    else:
                        path.unlink()
                place.rmdir()
    shutil.rmtree(directory, ignore_errors=True)


def remove_strays(directory: Path, known: set[str]) -> None:
    """Remove the directories of visitors who never chose a name.

    The directories of players who have a name are kept even if the database does not know the players, because it may
    have been restored from an old backup. `known` holds the ids of the players in the database.
    """
    for path in (directory / PLAYERS_NAME).glob(f"*/{VISITOR_MARK}"):
        if path.parent.name not in known and not path.parent.is_symlink():
            remove_tree(path.parent)


def find_faults(directory: Path, address: str, port: int, limits: Limits) -> list[str]:
    """Each fault is a sentence. A running host with this directory that does not answer is also a fault."""
    if os.geteuid() == 0 and not files.paths.is_directory(directory):
        return [AS_ROOT, *closed_program()]  # the separate user could not use a directory that root has made
    faults = []
    try:
        make_directory(directory)
        if shutil.disk_usage(directory).free < 100 << 20:
            faults.append(f"Less than 100 MB is free for {directory}.")
        host_key(directory)
        HostDatabase(directory / DATABASE_NAME).close()
    except errors.StoreError as error:
        faults.append(f"{error}.")
    try:
        if is_in_use(directory):
            control.ask(directory, "status")
            return faults
        kind = socket.AF_INET6 if ":" in address or not address else socket.AF_INET
        socket.create_server((address, port), family=kind, dualstack_ipv6=not address).close()
        faults += filter(None, [lack_of_files(limits)])
    except control.ControlError as error:
        faults.append(f"{str(error)[0].upper()}{str(error)[1:]}.")
    except OSError as error:
        faults.append(f"{address or '*'}:{port} cannot be used: {bind_failure(error)}.")
    if os.geteuid() == 0:
        faults.append(AS_ROOT)
    return faults


def closed_program() -> list[str]:
    """Return a sentence if Python is in a directory that other users, such as the unit's user, may not enter."""
    program = Path(sys.executable)
    for place in (*program.parents, *program.resolve().parents):
        if not place.stat().st_mode & stat.S_IXOTH:
            return [f"{program} is below {place}, which is closed to other users: install it in /usr/local/lib."]
    return []


def bind_failure(error: OSError) -> str:
    """Return why an address cannot be bound; leave out the address, which Python adds to the message."""
    number = error.errno or 0
    return os.strerror(number) if number in errorcode else str(error.strerror or error)
