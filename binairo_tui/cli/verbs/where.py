"""`binairo where`: the places on disk that this program uses."""

from __future__ import annotations

import click

from binairo_tui.cli.output import clean, say, say_json
from binairo_tui.cli.verbs.common import Verb, json_option


@click.command("where", cls=Verb)
@json_option
def command(as_json: bool) -> None:
    """Print where games, statistics and settings are kept.

    The places need not exist yet; nothing is created.

    For example:
      binairo where
      binairo where --json | jq -r .database
    """
    from binairo_tui.files import paths

    places = paths.all_paths()
    if as_json:
        say_json({name: str(path) for name, path in places.items()})
        return
    width = max(map(len, places))
    for name, path in places.items():
        say(f"{name:<{width}}  {clean(str(path))}")
