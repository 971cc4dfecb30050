"""`binairo games`: backs up saved games and results, and moves them to another machine."""

from keyword import iskeyword

import click

from binairo_tui.cli.options import Verbs


@click.group(
    "games",
    cls=Verbs,
    subcommand_metavar="VERB ...",
    modules={
        verb: f"{__name__}.{verb}{'_' * iskeyword(verb)}" for verb in ("backup", "restore", "export", "import", "where")
    },
)
def command() -> None:
    """Back up your games and solves, and move them to another machine.

    For example:
      binairo games backup
      binairo games export | ssh laptop binairo games import -
      binairo games where
    """
