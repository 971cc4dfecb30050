"""`binairo games where`: prints the directories and files that the program uses."""

from typing import TypedDict

import click

from binairo_tui import files
from binairo_tui.cli import options, output


class _Places(TypedDict):
    data: str
    config: str
    database: str
    collections: str
    draft: str
    reports: str


@click.command("where", cls=options.Verb, prints=[_Places])
@options.json_option
def command(as_json: bool) -> None:
    """Print where games, statistics and settings are stored.

    The files and directories may not exist yet; nothing is created.

    For example:
      binairo games where
      binairo games where --json | jq -r .database
    """
    paths = files.paths.all_paths()
    if any(path.is_relative_to(files.paths.NO_HOME) for path in paths.values()):
        output.print_warning(
            "you have no home directory, so nothing can be saved: set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME"
        )
    places = {name: str(path) for name, path in paths.items()}
    width = max(map(len, places))
    lines = [f"{name:<{width}}  {output.printable(path)}" for name, path in places.items()]
    output.print_result(places, "\n".join(lines), as_json=as_json)
