"""`binairo host players`: lets the operator list and manage the players of a host."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import click

from binairo_tui import files, host, store
from binairo_tui.cli import options, output


class PlayersVerb(options.Verb, click.Group):
    """The verb `players`, which has subcommands of its own."""


@click.group("players", cls=PlayersVerb)
def players() -> None:
    """List, rename, ban, remove and invite players, and back up the database.

    The host may be running: a ban ends the player's sessions within seconds.
    """


@players.command("list", cls=options.Verb)
@click.pass_obj
def list_(directory: Path) -> None:
    """List the players: names, dates of arrival, keys, and whether they are banned."""
    with _database(directory) as database:
        for player in database.players():
            since = time.strftime("%Y-%m-%d", time.gmtime(player.created_utc))
            keys = " ".join(database.keys_of(player.id))
            output.print_data(f"{player.name:<16}  {since}  {'banned  ' * player.is_banned}{keys}")


@players.command("rename", cls=options.Verb)
@click.argument("name")
@click.argument("new_name")
@click.pass_obj
def rename(directory: Path, name: str, new_name: str) -> None:
    """Change a player's name."""
    with _database(directory) as database:
        try:
            output.print_data(f"{name} is now {database.rename(_player(database, name).id, new_name)}.")
        except host.names.UnusableNameError as error:
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
        count = host.control.ask(directory, "kick", player=player.id)["count"]
    except host.control.ControlError as error:
        output.fail(str(error))
    if not count:
        output.fail(f"{name} is not playing now", output.Status.NO)
    output.print_data(f"{name} was logged out.")


@players.command("remove", cls=options.Verb)
@click.argument("name")
@click.pass_obj
def remove(directory: Path, name: str) -> None:
    """Remove a player: name, keys, results and games."""
    import shutil

    with _database(directory) as database:
        player = _player(database, name)
        database.remove(player.id)
        shutil.rmtree(directory / host.setup.PLAYERS_NAME / player.id, ignore_errors=True)
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
    """Print a code with which a player who lost the key can log in with a new one.

    The code is valid once, for 15 minutes: the player logs in with the new key
    and types it when asked for a name. Remove the old key with "remove-key".
    """
    with _database(directory) as database:
        new = host.hub.new_code()
        database.add_code(new, _player(database, name).id, int(time.time()))
        output.print_data(new)


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
        code = host.hub.new_code()
        database.add_code(code, None, int(time.time()))
        output.print_data(code)


@players.command("backup", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(directory: Path, file: Path) -> None:
    """Write a copy of the host's database to a new file; the host may be running.

    The copy does not include the players' games. These are in the directory
    "players" next to the database, and each player's games have their own
    backups.
    """
    with _database(directory) as database:
        try:
            database.backup(file)
        except OSError as error:
            output.fail(f"{file}: {error.strerror}")
        output.print_data(f"Written: {file}")


@players.command("restore", cls=options.Verb)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def restore(directory: Path, file: Path) -> None:
    """Replace the database with a backup; the host must not be running."""
    if not files.paths.is_file(file):
        output.fail(f"{file}: no such file")
    try:
        host.setup.make_directory(directory)
        descriptor = host.setup.lock(directory)
        path, kept = directory / host.setup.DATABASE_NAME, directory / f"{host.setup.DATABASE_NAME}.before-restore"
        source = host.database.HostDatabase(file)
        temporary = directory / f"{host.setup.DATABASE_NAME}.new"
        temporary.unlink(missing_ok=True)
        source.backup(temporary)
        source.close()
        if files.paths.is_there(path):
            path.replace(kept)
            path.with_name(f"{host.setup.DATABASE_NAME}-journal").unlink(missing_ok=True)
        temporary.replace(path)
        os.close(descriptor)
    except (store.errors.StoreError, OSError) as error:
        output.fail(f"not restored: {error}")
    output.print_data(
        f"Restored; the previous database was moved to {kept}." if files.paths.is_there(kept) else "Restored."
    )


@contextmanager
def _database(directory: Path) -> Iterator[host.database.HostDatabase]:
    """Open the database of the host in `directory`; fail if there is none."""
    path = directory / host.setup.DATABASE_NAME
    if not files.paths.is_file(path):
        output.fail(f"{directory}: no host has run with this directory")
    try:
        with closing(host.database.HostDatabase(path)) as database:
            yield database
    except store.errors.StoreError as error:
        output.fail(str(error))


def _player(database: host.database.HostDatabase, name: str) -> host.database.Player:
    player = database.player_named(name)
    if player is None:
        output.fail(f"there is no player {name!r}")
    return player
