"""`binairo generate`: generates puzzles of a given size, rules and difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from binairo_tui.cli.generating import print_generated
from binairo_tui.cli.options import BANDS, POSITIVE, Verb, json_option, random_seed, size_option, workers_option

if TYPE_CHECKING:
    from binairo_tui.engine.request import Request

# Written out because importing them from the engine would slow `binairo --help`; a test compares the two.
SYMMETRIES = ("none", "half-turn", "left-right", "top-bottom")
"""The choices of `--symmetry`."""


@click.command("generate", cls=Verb)
@size_option
@click.option(
    "--band",
    type=click.Choice(BANDS, case_sensitive=False),
    default="medium",
    metavar="BAND",
    help=f"The difficulty: {', '.join(BANDS)}. Default: medium.",
)
@click.option("--rules", type=click.Choice(["unique", "any"]), help='With "any", lines may be alike. Default: unique.')
@click.option("--unique-lines/--no-unique-lines", default=None, help="The same as --rules unique and --rules any.")
@click.option("--signs", is_flag=True, help="With = and x between cells (Binairo+).")
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    metavar="KIND",
    help=f"The symmetry of the givens: {', '.join(SYMMETRIES)}.",
)
@click.option("--roomy/--minimal", help="More givens than needed, or none that can be spared. Default: minimal.")
@click.option("--count", type=POSITIVE, default=1, metavar="N", help="The number of puzzles.")
@click.option("--seed", type=click.IntRange(0), metavar="S", help="The first seed; each further puzzle uses the next.")
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

    Prints one puzzle per line, followed by a comment with its band and
    score, as graded by "binairo grade". Other verbs read these lines. A
    puzzle has exactly the band that you ask for. The same options and seed
    give the same puzzle everywhere; if no seed is given, a random one is
    used and printed to standard error.

    Exit status: 0; 1 if no puzzle of that kind exists, or none was found in
    many attempts.

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
