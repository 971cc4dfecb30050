"""Runs a host: starts the spawner, then the server, and stops both on a signal."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from binairo_tui.files import bug_reports
from binairo_tui.host import links, setup
from binairo_tui.host.database import HostDatabase
from binairo_tui.host.hub import Hub
from binairo_tui.host.limits import Limits
from binairo_tui.host.spawner import Spawner


class HostOptions(NamedTuple):
    """The options of a host.

    `policy` is `open`, `allow` or `invite`; `allowed` holds the fingerprints of the keys that `allow` admits. `log` is
    the file for the log, and `say` is called with each line that the operator sees at startup.
    """

    directory: Path
    address: str
    port: int
    limits: Limits
    policy: str
    allowed: frozenset[str]
    log: TextIO
    say: Callable[[str], None]


class SpawnerLostError(Exception):
    """The host has ended because no more games could be started."""


def run_host(options: HostOptions) -> None:
    """Run a host until SIGTERM or SIGINT. Raises StoreError or OSError if it cannot start, or SpawnerLostError."""
    setup.make_directory(options.directory)
    descriptor = setup.lock(options.directory)
    spawner = Spawner()  # before asyncssh is imported and the key is read
    try:
        asyncio.run(_run(options, spawner))
    finally:
        spawner.close()
        os.close(descriptor)


async def _run(options: HostOptions, spawner: Spawner) -> None:
    # Only now may asyncssh be imported.
    from binairo_tui.host.server import close, listen, watch_idle
    from binairo_tui.host.state import Host

    # Absolute, because XDG directories that are relative are ignored: all players would share the operator's own games.
    directory, limits, policy = options.directory.absolute(), options.limits, options.policy

    def write_log(line: str) -> None:
        print(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {line}", file=options.log, flush=True)

    def take_in(visitor: links.Visitor) -> None:
        (players / visitor.player / setup.VISITOR_MARK).unlink(missing_ok=True)
        write_log(f"named {visitor.name} ({visitor.fingerprint})")

    key, database = setup.host_key(directory), HostDatabase(directory / setup.DATABASE_NAME)
    setup.remove_strays(directory, {player.id for player in database.players()})
    players = directory / setup.PLAYERS_NAME
    hub = Hub(database, limits=limits, needs_invitation=policy == "invite", on_named=take_in, log=write_log)
    host = Host(hub, spawner, database, players, limits, policy, options.allowed, write_log)
    ended, is_lost = asyncio.Event(), asyncio.Event()

    def lose_spawner() -> None:
        write_log("failed: the process that starts games has ended")
        is_lost.set()
        ended.set()

    spawner.attach(lose_spawner)
    await hub.rooms.load()
    asyncio.get_running_loop().set_exception_handler(partial(_report, write_log))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    acceptor = await listen(host, options.address, options.port, key)
    port = acceptor.get_port()
    address, say = options.address, options.say
    say(f"Host key {key.get_fingerprint()}")
    where = "localhost" if address in ("127.0.0.1", "::1") else address
    say(f"Players type: ssh -p {port} {where}")
    write_log(f"open {address}:{port} ({policy})")
    watcher = asyncio.create_task(watch_idle(host))
    await ended.wait()
    acceptor.close()
    watcher.cancel()
    await close(host)
    hub.close()
    write_log("closed")
    if is_lost.is_set():
        raise SpawnerLostError("the process that starts games has ended")


def _report(log: Callable[[str], None], _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception that has ended a task of the host; the others go on."""
    error = context.get("exception")
    if isinstance(error, OSError):
        log(f"failed: {error.strerror or error}")
    elif isinstance(error, Exception):
        log(f"failed: {bug_reports.report(error, 'on the host')}")
