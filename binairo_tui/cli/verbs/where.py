"""`binairo where`: prints the directories and files that the program uses."""

from __future__ import annotations

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import print_data, print_json, printable


@click.command("where", cls=Verb)
@json_option
def command(as_json: bool) -> None:
    """Print where games, statistics and settings are stored.

    The files and directories may not exist yet; nothing is created.

    For example:
      binairo where
      binairo where --json | jq -r .database
    """
    from binairo_tui.files import paths

    places = paths.all_paths()
    if as_json:
        print_json({name: str(path) for name, path in places.items()})
        return
    width = max(map(len, places))
    for name, path in places.items():
        print_data(f"{name:<{width}}  {printable(str(path))}")
