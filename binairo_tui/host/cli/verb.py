"""`binairo host`: lets others play over SSH on this machine; its own verbs manage the players."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from binairo_tui import files, store
from binairo_tui.cli import output
from binairo_tui.cli.options import Verbs, WholeNumber
from binairo_tui.host import server
from binairo_tui.host.cli import operator

DEFAULT_ADDRESS = "127.0.0.1:2222"
# Copied, because importing the host would slow `binairo --help`; a test compares the copy with the original.
LIMITS = (
    ("players", 50, "Sessions at the same time."),
    ("newcomers", 10, "Sessions of visitors who have no name yet. On a full host, they make room for players."),
    ("name-seconds", 60, "Seconds for a new player to choose a name."),
    ("per-key", 3, "Sessions of one player."),
    ("per-address", 20, "Connections from one address."),
    ("attempts", 30, "New connections per minute from one address."),
    ("waiting", 20, "Connections that have no session yet."),
    ("grace-seconds", 20, "Seconds to authenticate and open a session."),
    ("idle-minutes", 30, "Minutes without a key press after which a session ends."),
    ("queue-kib", 64, "KiB of output that may wait for a slow client."),
    ("generators", 2, "Puzzles that are generated at the same time."),
    ("countdown-seconds", 5, "Seconds of countdown before a race."),
    ("memory-mib", 1024, "MiB of address space that a session may use."),
    ("disk-mib", 96, "MiB for a player's games and solves, and their backups."),
)


def _limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for name, default, text in reversed(LIMITS):
        option = click.option(f"--{name}", type=WholeNumber(1, 100_000), default=default, show_default=True, help=text)
        command = option(command)
    return command


@click.group(
    "host",
    cls=Verbs,
    invoke_without_command=True,
    subcommand_metavar="[VERB ...]",
    excludes=[("--open", "--allow", "--invite")],
)
@click.option(
    "--listen",
    "where",
    default=[DEFAULT_ADDRESS],
    multiple=True,
    metavar="ADDRESS:PORT",
    show_default=True,
    help="The address and port to listen on; * stands for all addresses.",
)
@click.option(
    "--data",
    "directory",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The directory for the host's keys and database.",
)
@click.option("--open", "is_open", is_flag=True, help="Let in everybody who has an SSH key.")
@click.option(
    "--allow", type=click.Path(path_type=Path), metavar="KEYS_FILE", help="Let in only the owners of these public keys."
)
@click.option("--invite", is_flag=True, help="Let in new players who have an invitation.")
@click.option("--log", "log_path", type=click.Path(path_type=Path), metavar="FILE", help="Write the log to a file.")
@click.option("--check", is_flag=True, help="Report problems with this setup, and exit.")
@click.option("--systemd", is_flag=True, help="Print a systemd unit, and exit.")
@_limit_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    where: tuple[str, ...],
    directory: Path | None,
    is_open: bool,
    allow: Path | None,
    invite: bool,
    log_path: Path | None,
    check: bool,
    systemd: bool,
    **limits: Any,
) -> None:
    """Let others play on this machine with ssh, without accounts.

    Each player is recognized by their public key, and plays in a separate
    session, without a shell. Players can compare their times for today's
    puzzles, and race. --open, --allow or --invite says who may play; on a
    loopback address the default is --open. docs/host-operator.md explains how
    to run a host for years. docs/host-promises.md says what a host can and
    cannot promise.

    Exit status: 0 after SIGTERM or Ctrl+C; 1 if --check finds faults; 2 if
    the host cannot start, or can no longer start games.

    For example:
      binairo host
      binairo host --listen '*:2222' --invite --data ~/binairo-host
      binairo host --check --listen '*:2222' --open
      binairo host players list
      binairo host players invite
      binairo host status
      binairo host backup host.tar.gz
    """
    if find_spec("fcntl") is None:
        output.fail("a host needs Linux or another Unix system")
    directory = directory or files.paths.data_dir() / "host"
    ctx.obj = directory
    if ctx.invoked_subcommand is not None:
        return
    all_limits = server.limits.Limits(**limits)
    address, port = _parse_address(where)
    if systemd:
        _print_unit(ctx, all_limits)
        return
    policy = _policy(address, is_open=is_open, allow=allow, invite=invite)
    if find_spec("asyncssh") is None:  # not imported here: the spawner must not load it
        output.fail(f"a host needs asyncssh: {files.installation.install_command('asyncssh')}")
    if check:
        _print_faults(directory, address, port, allow, all_limits)
        return
    log = _open_log(log_path)
    _run(server.run.HostOptions(directory, address, port, all_limits, policy, allow, log, output.print_data))


for subcommand in (operator.players, operator.status, operator.backup, operator.restore):
    command.add_command(subcommand)


def _parse_address(where: tuple[str, ...]) -> tuple[str, int]:
    """Return the address ('' for all addresses of this machine) and the port."""
    if len(where) > 1:
        raise click.BadParameter("give it once: a host has one address, or all with '*:2222'", param_hint="--listen")
    found = re.fullmatch(r"(\*|\[[^][*]+\]|[^][*:]+):([0-9]{1,5})", where[0])
    if found is None or int(found[2]) > 65_535:
        raise click.BadParameter(
            "expected ADDRESS:PORT such as 127.0.0.1:2222, [::1]:2222 or '*:2222'", param_hint="--listen"
        )
    return found[1].strip("[]*"), int(found[2])


def _policy(address: str, *, is_open: bool, allow: Path | None, invite: bool) -> str:
    chosen = [name for name, is_on in (("open", is_open), ("allow", allow), ("invite", invite)) if is_on]
    if not chosen and address not in ("127.0.0.1", "::1", "localhost"):
        raise click.UsageError(
            "players on other machines could connect: give --open, --allow KEYS_FILE or --invite to say who may"
        )
    return chosen[0] if chosen else "open"


def _print_faults(directory: Path, address: str, port: int, allow: Path | None, limits: server.limits.Limits) -> None:
    output.print_data(f"Walls around each player: {server.wall.find_walls()}.")
    faults = server.setup.find_faults(directory, address, port, limits)
    try:
        if allow is not None:
            server.keys_file.read_keys(allow)
    except server.keys_file.KeysFileError as error:
        faults.append(f"{error}.")
    for fault in faults:
        output.print_data(fault)
    if faults:
        raise click.exceptions.Exit(output.Status.NO)
    state = "is running" if server.setup.is_in_use(directory) else f"can start on {address or '*'}:{port}"
    output.print_data(f"The host {state} with {directory}.")


def _print_unit(ctx: click.Context, limits: server.limits.Limits) -> None:
    """If no option says who may play, add `--invite`. Do not quote the default directory: systemd replaces its `%S`."""
    program = str(Path(sys.argv[0]).absolute())
    default = click.core.ParameterSource.DEFAULT
    given: dict[str, object] = {"where": ("*:2222",), "directory": "%S/binairo-host"}
    given |= {name: value for name, value in ctx.params.items() if ctx.get_parameter_source(name) is not default}
    if not {"is_open", "allow", "invite"} & given.keys():
        given["invite"] = True
    words = [_quoted(program), "host"]
    for option in ctx.command.params:
        value = given.get(option.name or "")
        if value and option.name != "systemd":
            text = str(value.absolute() if isinstance(value, Path) else value[0] if isinstance(value, tuple) else value)
            word = text if isinstance(value, str) else _quoted(text.replace("$", "$$"))
            words += [option.opts[0]] if value is True else [option.opts[0], word]
    output.print_data(server.setup.unit(shlex.quote(program), " ".join(words), limits).rstrip())


def _quoted(text: str) -> str:
    """Return text as a word of a command in a systemd unit: see systemd.syntax(7), and systemd.unit(5) for `%`."""
    return shlex.quote(text.replace("\\", r"\\").replace("%", "%%").replace("'", r"\x27").replace("\n", r"\n"))


def _open_log(path: Path | None) -> server.service.LogFile:
    try:
        return server.service.LogFile(path)
    except OSError as error:
        return output.fail(f"{path}: {error.strerror}")


def _run(options: server.run.HostOptions) -> None:
    try:
        server.run.run_host(options)
    except server.run.SpawnerLostError as error:
        output.fail(f"the host has ended: {error}")
    except server.keys_file.KeysFileError as error:
        output.fail(str(error))
    except store.errors.StoreError as error:
        output.fail(f"the host cannot start: {error}")
    except OSError as error:
        where = f"{options.address or '*'}:{options.port}"
        output.fail(f"the host cannot start on {where}: {server.setup.bind_failure(error)}")
