"""`binairo dataset`: makes data sets of puzzles, audits data sets, and judges answers."""

import click

from binairo_tui.cli.options import Verbs


@click.group(
    "dataset",
    cls=Verbs,
    subcommand_metavar="VERB ...",
    modules={verb: f"{__name__}.{verb}" for verb in ("make", "score", "audit")},
)
def command() -> None:
    """Make and audit data sets of puzzles, and judge answers.

    For example:
      binairo dataset make --count 1000 --seed 1 > items.jsonl
      binairo dataset score items.jsonl answers.jsonl --summary
      binairo dataset audit items.jsonl
    """
