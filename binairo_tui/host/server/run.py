"""Runs a host: starts the spawner, then the server, and stops both on a signal."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from binairo_tui.files import bug_reports
from binairo_tui.host.server import control, keys_file, limits, links, service, setup, wall
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.hub import Hub
from binairo_tui.host.server.spawner import Spawner

if TYPE_CHECKING:
    from binairo_tui.host.server.state import Host


class HostOptions(NamedTuple):
    """`policy` is `open`, `allow` or `invite`; `allow` is the file of keys. `say` gets each line shown at startup."""

    directory: Path
    address: str
    port: int
    limits: limits.Limits
    policy: str
    allow: Path | None
    log: service.LogFile
    say: Callable[[str], None]


class SpawnerLostError(Exception):
    """The host has ended because no more games could be started."""


def run_host(options: HostOptions) -> None:
    """Run until SIGTERM or SIGINT. Raises StoreError, KeysFileError or OSError at the start, SpawnerLostError later."""
    # Absolute, because XDG directories that are relative are ignored: all players would share the operator's own games.
    options = options._replace(directory=options.directory.absolute(), allow=options.allow and options.allow.absolute())
    setup.make_directory(options.directory)
    wall.find_walls()  # forks, so it comes before any thread
    # The spawner must not inherit the lock, asyncssh, the host key or the raised limit on open files, so it is started
    # first. It could otherwise hold the lock a moment longer than a host that was killed.
    spawner = Spawner()
    try:
        descriptor = setup.lock(options.directory)
        limits.raise_open_files()
        asyncio.run(_run(options, spawner))
        os.close(descriptor)
    finally:
        spawner.close()


async def _run(options: HostOptions, spawner: Spawner) -> None:
    # Only now may asyncssh be imported. To find libraries, it writes a temporary file, and perhaps no other directory
    # is writable.
    tempfile.tempdir = str(options.directory)
    from binairo_tui.host.server.ssh import close, listen, watch_idle

    key, host = setup.host_key(options.directory), _make_host(options, spawner)
    loop, ended, is_lost = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def lose_spawner() -> None:
        host.log("failed: the process that starts games has ended")
        is_lost.set()
        ended.set()

    spawner.attach(lose_spawner)
    await host.hub.rooms.load()
    loop.set_exception_handler(partial(_report, host.log))
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each packet for a client that has gone
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    loop.add_signal_handler(signal.SIGHUP, reload, options, host)
    acceptor = await listen(host, options.address, options.port, key)
    where = f"{options.address or '*'}:{acceptor.get_port()}"
    methods = {"status": lambda _: {"address": where, **host.status()}, "kick": host.kick}
    controller = await control.listen(options.directory, methods)
    _announce(options, key.get_fingerprint(), where, host.log)
    service.notify(service.READY)
    _beside = [asyncio.create_task(watch_idle(host)), asyncio.create_task(service.keep_alive())]  # cancelled at the end
    await ended.wait()
    service.notify(service.STOPPING)
    acceptor.close()
    controller.close()
    await close(host)
    host.hub.close()
    host.log("closed")
    if is_lost.is_set():
        raise SpawnerLostError("the process that starts games has ended")


def _make_host(options: HostOptions, spawner: Spawner) -> Host:
    from binairo_tui.host.server.state import Host

    directory, policy, log = options.directory, options.policy, options.log.write
    allowed = keys_file.read_keys(options.allow) if options.allow else frozenset()
    players, database = directory / setup.PLAYERS_NAME, HostDatabase(directory / setup.DATABASE_NAME)
    setup.remove_strays(directory, {player.id for player in database.players()})

    def take_in(visitor: links.Visitor) -> None:
        (players / visitor.player / setup.VISITOR_MARK).unlink(missing_ok=True)
        log(f"named {visitor.name} ({visitor.fingerprint})")

    fitted = options.limits.fitted(limits.most_open_files())
    hub = Hub(database, limits=fitted, needs_invitation=policy == "invite", on_named=take_in, log=log)
    return Host(hub, spawner, database, players, fitted, policy, allowed, log)


def _announce(options: HostOptions, fingerprint: str, where: str, log: Callable[[str], None]) -> None:
    """Tell the operator how players log in, which walls confine them, and what is wrong with the limits."""
    names = {"127.0.0.1": "localhost", "::1": "localhost"} | dict.fromkeys(("", "0.0.0.0", "::"), socket.gethostname())  # noqa: S104
    lack = limits.lack_of_files(options.limits)
    for line in filter(None, [f"open {where} ({options.policy})", lack]):
        log(line)
    name, port = names.get(options.address, options.address), where.rpartition(":")[2]
    login, walls = f"Players type: ssh -p {port} {name}", f"Walls around each player: {wall.find_walls()}."
    for line in filter(None, [f"Host key {fingerprint}", login, walls, lack]):
        options.say(line)


def reload(options: HostOptions, host: Host) -> None:
    service.notify(service.RELOADING, f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
    failures = []
    try:
        options.log.reopen()
    except OSError as error:
        failures.append(f"failed: the log cannot be opened again: {error.strerror}")
    try:
        if options.allow:
            host.allowed = keys_file.read_keys(options.allow)
    except keys_file.KeysFileError as error:
        failures.append(f"failed: {error}; the keys that were read before still count")
    for line in failures or ["reloaded"]:
        host.log(line)
    service.notify(service.READY)


def _report(log: Callable[[str], None], _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, OSError):
        log(f"failed: {error.strerror or error}")
    elif isinstance(error, Exception):
        log(f"failed: {bug_reports.report(error, 'on the host')}")
