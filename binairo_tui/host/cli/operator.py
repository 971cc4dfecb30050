"""The verbs of `binairo host` with which the operator sees, manages, copies and restores a host."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypedDict, cast

import click

from binairo_tui import files, player, store
from binairo_tui.cli import json_fields, options, output
from binairo_tui.host import server

_MIB = 1 << 20


@click.group("players", cls=options.Verbs, subcommand_metavar="VERB ...")
def players() -> None:
    """List, rename, kick, ban, remove and invite players.

    The host may be running: a ban ends the player's sessions within seconds.
    """


class PlayerStatus(TypedDict):
    """A player. `since` is a date and `last_login` a time, both in UTC. `disk_bytes` counts all files of the player."""

    name: str
    since: str
    last_login: str
    disk_bytes: int
    is_banned: bool
    keys: list[str]


@players.command("list", cls=options.Verb, prints=[PlayerStatus])
@options.json_option
@click.pass_obj
def list_(directory: Path, *, as_json: bool) -> None:
    """List the players: name, arrival, last login, disk use, bans and keys."""
    with _database(directory) as database:
        for player in database.players():
            seen = time.gmtime(player.seen_utc)
            fields = PlayerStatus(
                name=player.name,
                since=time.strftime("%Y-%m-%d", time.gmtime(player.created_utc)),
                last_login=time.strftime("%Y-%m-%dT%H:%M:%SZ", seen),
                disk_bytes=server.usage.disk_bytes(directory / server.setup.PLAYERS_NAME / player.id),
                is_banned=player.is_banned,
                keys=database.keys_of(player.id),
            )
            about = f"{fields['since']}  {time.strftime('%Y-%m-%d', seen)}  {fields['disk_bytes'] / _MIB:6.1f} MiB"
            marks = f"{'  banned' * player.is_banned}  {' '.join(fields['keys'])}"
            output.print_result(fields, f"{player.name:<16}  {about}{marks}", as_json=as_json)


@players.command("rename", cls=options.Verb)
@click.argument("name")
@click.argument("new_name")
@click.pass_obj
def rename(directory: Path, name: str, new_name: str) -> None:
    """Change a player's name."""
    with _database(directory) as database:
        try:
            output.print_data(f"{name} is now {database.rename(_player(database, name).id, new_name)}.")
        except server.names.UnusableNameError as error:
            output.fail(str(error))


@players.command("ban", cls=options.Verb)
@click.option("--lift", is_flag=True, help="Let the player in again.")
@click.argument("name")
@click.pass_obj
def ban(directory: Path, name: str, *, lift: bool) -> None:
    """Keep a player out, and hide their results from the daily ranking."""
    with _database(directory) as database:
        database.ban(_player(database, name).id, is_banned=not lift)
        output.print_data(f"{name} may play again." if lift else f"{name} may not play any more.")


@players.command("kick", cls=options.Verb)
@click.argument("name")
@click.pass_obj
def kick(directory: Path, name: str) -> None:
    """End a player's sessions; their games are saved. "ban" also keeps the player out."""
    with _database(directory) as database:
        player = _player(database, name)
    try:
        count = server.control.ask(directory, "kick", player=player.id)["count"]
    except server.control.ControlError as error:
        output.fail(str(error))
    if not count:
        output.fail(f"{name} is not playing now", output.Status.NO)
    output.print_data(f"{name} was logged out.")


@players.command("remove", cls=options.Verb)
@click.argument("name")
@click.pass_obj
def remove(directory: Path, name: str) -> None:
    """Remove a player: name, keys, results and games."""
    with _database(directory) as database:
        player = _player(database, name)
        database.remove(player.id)
        server.setup.remove_tree(directory / server.setup.PLAYERS_NAME / player.id)
        output.print_data(f"{name} was removed.")


@players.command("remove-key", cls=options.Verb)
@click.argument("fingerprint")
@click.pass_obj
def remove_key(directory: Path, fingerprint: str) -> None:
    """Remove a key, such as a stolen one; the player keeps all other keys.

    FINGERPRINT is as "list" prints it. Sessions with the key end within
    seconds. A player without a key can no longer log in.
    """
    with _database(directory) as database:
        if not database.remove_key(fingerprint):
            output.fail(f"no player has the key {fingerprint!r}")
        output.print_data(f"{fingerprint} was removed.")


@players.command("code", cls=options.Verb)
@click.argument("name")
@click.pass_obj
def code(directory: Path, name: str) -> None:
    """Print a code that lets a player who lost the key log in with a new key.

    The code is valid once, for 15 minutes: the player logs in with the new key
    and types the code when asked for a name. "remove-key" removes the old key.
    """
    with _database(directory) as database:
        _print_code(database, _player(database, name).id)


@players.command("remove-result", cls=options.Verb)
@click.argument("name")
@click.argument("day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY")
@click.argument("size")
@click.pass_obj
def remove_result(directory: Path, name: str, day: datetime, size: str) -> None:
    """Remove a player's result from the daily ranking, for good.

    DAY is a date such as 2026-11-22, SIZE a size such as 8x8.
    """
    with _database(directory) as database:
        if not database.remove_result(_player(database, name).id, day.date(), size):
            output.fail(f"{name} has no result of {day:%Y-%m-%d} in {size}")
        output.print_data("The result was removed.")


@players.command("invite", cls=options.Verb)
@click.pass_obj
def invite(directory: Path) -> None:
    """Print an invitation for a new player, valid once, for a week."""
    with _database(directory) as database:
        _print_code(database, None)


def _print_code(database: server.database.HostDatabase, player: str | None) -> None:
    new = server.hub.new_code()
    database.add_code(new, player, int(time.time()))
    output.print_data(new)


class SessionStatus(TypedDict):
    """A session. The name is empty until the visitor has chosen one."""

    name: str
    address: str
    seconds: int
    idle_seconds: int


class HostStatus(TypedDict):
    """The status of a running host. Memory that its processes share counts once.

    `unverified` counts the results of today's and yesterday's puzzles whose logs look as if a program had solved them.
    """

    address: str
    version: str
    pid: json_fields.Number
    policy: str
    uptime_seconds: int
    max_sessions: json_fields.Number
    connections: int
    rooms: int
    races: int
    sessions: list[SessionStatus]
    players: int
    unverified: int
    memory_bytes: int
    disk_bytes: int
    disk_free_bytes: int


@click.command("status", cls=options.Verb, prints=[HostStatus])
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def status(directory: Path, *, as_json: bool) -> int:
    """Show who plays on the running host, its races, its memory and its disk.

    Exit status: 0; 1 if no host is running; 2 if it does not answer.
    """
    try:
        found = server.control.ask(directory, "status")
    except server.control.NotRunningError as error:
        output.fail(str(error), output.Status.NO)
    except server.control.ControlError as error:
        output.fail(str(error))
    with _database(directory) as database:
        unverified = database.rows(
            "SELECT count(*) FROM result WHERE style = ? AND day >= date('now', '-1 day')", player.text.UNVERIFIED
        )[0][0]
    fields = cast(
        "HostStatus",
        {
            **found,
            "players": len({it["name"] for it in found["sessions"]} - {""}),
            "unverified": unverified,
            "memory_bytes": server.usage.memory_bytes(found["pid"]),
            "disk_bytes": server.usage.disk_bytes(directory),
            "disk_free_bytes": shutil.disk_usage(directory).free,
        },
    )
    output.print_result(fields, _status_text(fields), as_json=as_json)
    return output.Status.YES


def _status_text(fields: HostStatus) -> str:
    hours, minutes = divmod(fields["uptime_seconds"] // 60, 60)
    lines = [
        f"host      {fields['version']}, --{fields['policy']}, for {hours} h {minutes:02} min at {fields['address']}",
        f"sessions  {len(fields['sessions'])} of {fields['max_sessions']}",
        f"players   {fields['players']} logged in",
        f"results   {fields['unverified']} unverified since yesterday",
        f"races     {fields['races']} running, rooms {fields['rooms']}",
        f"memory    {fields['memory_bytes'] // _MIB} MiB",
        f"disk      {fields['disk_bytes'] // _MIB} MiB used, {fields['disk_free_bytes'] // _MIB} MiB free",
    ]
    for it in fields["sessions"]:
        name, played, idle = it["name"] or "(newcomer)", it["seconds"] // 60, it["idle_seconds"] // 60
        lines.append(f"{name:<16}  from {it['address']}, for {played} min, last key {idle} min ago")
    return "\n".join(lines)


@click.command("backup", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(directory: Path, file: Path) -> None:
    """Write a backup of the whole host to a new file; the host may be running.

    The backup holds the database, the host key, and the games of all players.
    Keep it private: anybody who has the key can pretend to be this host.

    Exit status: 0; 1 if another program was using some games, so that their
    copies may be damaged; 2 if no backup was made.
    """
    _check_directory(directory)
    try:
        locked = server.backup.back_up(directory, file)
    except store.errors.StoreError as error:
        output.fail(f"no backup was made: {error}")
    except OSError as error:
        output.fail(f"no backup was made: {file}: {error.strerror}")
    output.print_data(f"Written: {file}")
    if locked:
        output.fail(
            f"another program is using the games of {', '.join(locked)}, and their copies may be damaged:"
            " make another backup later",
            output.Status.NO,
        )


@click.command("restore", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def restore(directory: Path, file: Path) -> None:
    """Restore a backup of the whole host; the host must not be running.

    The previous data are moved to a separate directory, and are not part of the
    restored host.
    """
    try:
        kept = server.backup.restore(directory, file)
    except (store.errors.StoreError, OSError) as error:
        output.fail(f"not restored: {error}")
    output.print_data(f"Restored; the previous data are in {kept}." if kept else "Restored.")


def _check_directory(directory: Path) -> None:
    try:
        server.setup.check_owner(directory)
    except store.errors.StoreError as error:
        output.fail(str(error))
    if not files.paths.is_file(directory / server.setup.DATABASE_NAME):
        output.fail(f"{directory}: no host has run with this directory")


@contextmanager
def _database(directory: Path) -> Iterator[server.database.HostDatabase]:
    """Open the database of the host in `directory`; end the command with a message if there is none."""
    _check_directory(directory)
    try:
        with closing(server.database.HostDatabase(directory / server.setup.DATABASE_NAME)) as database:
            yield database
    except store.errors.StoreError as error:
        output.fail(str(error))


def _player(database: server.database.HostDatabase, name: str) -> server.database.Player:
    player = database.player_named(name)
    if player is None:
        output.fail(f"there is no player {name!r}")
    return player
