"""`binairo generate`: generates puzzles of a given size, rules and difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from binairo_tui.cli.generating import print_generated
from binairo_tui.cli.options import BANDS, POSITIVE, Verb, json_option, random_seed, size_option, workers_option

if TYPE_CHECKING:
    from binairo_tui.engine.request import Request

# Written out because importing them from the engine would slow `binairo --help`; a test compares.
SYMMETRIES = ("none", "half-turn", "left-right", "top-bottom")
"""The choices of `--symmetry`."""


@click.command("generate", cls=Verb)
@size_option
@click.option(
    "--band",
    type=click.Choice(BANDS, case_sensitive=False),
    default="medium",
    metavar="BAND",
    help=f'How hard: {", ".join(BANDS)}; "medium" if not given.',
)
@click.option(
    "--rules", type=click.Choice(["unique", "any"]), help='"unique" if not given; with "any" lines may be alike.'
)
@click.option("--unique-lines/--no-unique-lines", default=None, help="The same as --rules unique and --rules any.")
@click.option("--signs", is_flag=True, help="With = and x between cells (Binairo+).")
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    metavar="KIND",
    help=f"How the givens lie: {', '.join(SYMMETRIES)}.",
)
@click.option("--roomy/--minimal", help="More givens than needed, or (if not given) none that can be spared.")
@click.option("--count", type=POSITIVE, default=1, metavar="N", help="How many puzzles.")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="The first seed; each puzzle takes the next one.")
@workers_option
@json_option
def command(
    *,
    size: tuple[int, int],
    rules: str | None,
    unique_lines: bool | None,
    count: int,
    seed: int | None,
    workers: int,
    as_json: bool,
    **kind: Any,
) -> None:
    """Make new puzzles, each with exactly one solution.

    Prints one puzzle a line and behind it, as a comment, its band and score,
    as "binairo grade" finds them. Other verbs read these lines. A puzzle has
    exactly the band that is asked for. The same options and seed give the
    same puzzle everywhere; if no seed is given, the one taken is told.

    Exit status: 0; 1 if a puzzle of that kind does not exist, or none was
    found in many attempts.

    For example:
      binairo generate
      binairo generate --size 14 --band hard --symmetry half-turn
      binairo generate --size 8x10 --rules any --signs --count 20 > mine.txt
      binairo generate --count 100 --seed 1 --json | jq .score
    """
    if rules and unique_lines is not None and unique_lines is not (rules == "unique"):
        raise click.UsageError("--rules and --unique-lines contradict each other")
    unique_lines = rules != "any" if unique_lines is None else unique_lines
    request = _request(size, unique_lines=unique_lines, **kind)
    seed = random_seed() if seed is None else seed
    click.get_current_context().exit(print_generated(request, seed, count=count, workers=workers, as_json=as_json))


def _request(
    size: tuple[int, int], *, band: str, unique_lines: bool, signs: bool, symmetry: str, roomy: bool
) -> Request:
    from binairo_tui.engine.bands import Band
    from binairo_tui.engine.request import Request, Symmetry

    return Request(
        *size,
        band=Band[band.upper()],
        unique_lines=unique_lines,
        has_signs=signs,
        symmetry=Symmetry(symmetry),
        extra_givens=roomy,
    )
