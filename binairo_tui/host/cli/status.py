"""`binairo host status`: shows what a running host does and needs."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict, cast

import click

from binairo_tui.cli import json_fields, options, output
from binairo_tui.host import server

_MIB = 1 << 20


class SessionStatus(TypedDict):
    """A session. The name is empty until the visitor has chosen one."""

    name: str
    address: str
    seconds: int
    idle_seconds: int


class HostStatus(TypedDict):
    """The status of a running host. Memory that its processes share counts once."""

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
    fields = cast(
        "HostStatus",
        {
            **found,
            "players": len({it["name"] for it in found["sessions"]} - {""}),
            "memory_bytes": server.usage.memory_bytes(found["pid"]),
            "disk_bytes": server.usage.disk_bytes(directory),
            "disk_free_bytes": server.usage.free_bytes(directory),
        },
    )
    output.print_result(fields, _text(fields), as_json=as_json)
    return output.Status.YES


def _text(fields: HostStatus) -> str:
    hours, minutes = divmod(fields["uptime_seconds"] // 60, 60)
    lines = [
        f"host      {fields['version']}, --{fields['policy']}, for {hours} h {minutes:02} min at {fields['address']}",
        f"sessions  {len(fields['sessions'])} of {fields['max_sessions']}",
        f"players   {fields['players']} logged in",
        f"races     {fields['races']} running, rooms {fields['rooms']}",
        f"memory    {fields['memory_bytes'] // _MIB} MiB",
        f"disk      {fields['disk_bytes'] // _MIB} MiB used, {fields['disk_free_bytes'] // _MIB} MiB free",
    ]
    for it in fields["sessions"]:
        name, played, idle = it["name"] or "(newcomer)", it["seconds"] // 60, it["idle_seconds"] // 60
        lines.append(f"{name:<16}  from {it['address']}, for {played} min, last key {idle} min ago")
    return "\n".join(lines)
