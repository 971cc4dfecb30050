"""`binairo generate`: generates puzzles of a given size, rules and difficulty."""

from __future__ import annotations

from typing import Any

import click

from binairo_tui import engine
from binairo_tui.cli import generating, json_fields, options, output

# Copied, because importing the engine would slow `binairo --help`; a test compares the copy with the original.
SYMMETRIES = ("none", "half-turn", "left-right", "top-bottom")


@click.command("generate", cls=options.Verb, prints=[json_fields.Generated])
@options.size_option("10x10")
@options.band_option(
    f"The difficulty: {', '.join(options.BANDS)}. Default: medium; with --needs, the easiest that fits."
)
@click.option(
    "--rules",
    type=click.Choice(["unique", "any"]),
    default="unique",
    help='With "any", lines may repeat. Default: unique.',
)
@click.option(
    "--odd",
    type=click.Choice(["ones", "either"]),
    default="ones",
    help='With "either", a line of odd length has one more 1 or one more 0. Default: ones.',
)
@click.option("--signs", is_flag=True, help="Make puzzles with = and x between cells (Binairo+).")
@click.option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    default="none",
    metavar="KIND",
    help=f"The symmetry of the givens: {', '.join(SYMMETRIES)}.",
)
@click.option("--roomy/--minimal", help="A few more givens than needed, or only the needed givens. Default: minimal.")
@click.option(
    "--needs",
    multiple=True,
    metavar="TECHNIQUE",
    help="A technique that the easiest path to the solution must use; can be given more than once.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="TECHNIQUE",
    help="A technique that the easiest path must not use; can be given more than once.",
)
@click.option("--count", type=options.POSITIVE, default=1, metavar="N", help="The number of puzzles. Default: 1.")
@click.option(
    "--seed", type=options.WholeNumber(0), metavar="S", help="The first seed; each further puzzle uses the next seed."
)
@click.option(
    "--recipe",
    type=options.WholeNumber(1, options.LATEST_RECIPE),
    metavar="N",
    help=f"The version of the generator. Default: {options.LATEST_RECIPE}, or 1 with --seed, "
    "so that a seed still makes the same puzzle.",
)
@options.workers_option
@options.json_option
def command(
    *,
    size: tuple[int, int],
    rules: str,
    odd: str,
    count: int,
    seed: int | None,
    recipe: int | None,
    workers: int,
    as_json: bool,
    **kind: Any,
) -> output.Status:
    """Make new puzzles, each with exactly one solution.

    The output has one puzzle per line, followed by a comment with its
    difficulty and score, as graded by "binairo grade". Other verbs read these
    lines. The same options and seed give the same puzzle everywhere. Without a
    seed, a random one is used and printed to standard error.

    With the latest recipe, a puzzle has exactly the difficulty (band) that you
    ask for. Puzzles of recipe 1 may be easier, because recipe 1 does not know
    "last blank" and sign counting. With --without, recipe 1 may also leave
    redundant givens.

    Techniques have the names that "binairo grade" prints; hyphens may replace
    spaces. Puzzles that need a rare technique take longer to find.

    Exit status: 0; 1 if no puzzle of that kind exists, or none was found in
    many attempts.

    For example:
      binairo generate
      binairo generate --size 14 --band hard --symmetry half-turn
      binairo generate --size 8x10 --rules any --signs --count 20 > mine.txt
      binairo generate --size 8 --needs two-blanks --without gap-counting
      binairo generate --count 100 --seed 1 --json | jq .score
    """
    recipe = recipe or (1 if seed is not None else options.LATEST_RECIPE)
    request = _request(size, unique_lines=rules == "unique", more_ones=odd == "ones", recipe=recipe, **kind)
    if seed is None:
        seed = options.random_seed()
        if request.depends_on_recipe:
            output.print_warning(f"recipe {recipe}")
    return generating.print_generated(request, seed, count=count, workers=workers, as_json=as_json)


def _request(
    size: tuple[int, int],
    *,
    band: str | None,
    unique_lines: bool,
    more_ones: bool,
    signs: bool,
    symmetry: str,
    roomy: bool,
    needs: tuple[str, ...],
    without: tuple[str, ...],
    recipe: int,
) -> engine.Request:
    needed, avoided = (tuple([name.replace("-", " ").lower() for name in names]) for names in (needs, without))
    bands = [engine.bands.BAND_OF[name] for name in needed if name in engine.bands.BAND_OF]
    try:
        return engine.Request(
            *size,
            band=engine.Band[band.upper()] if band else max(bands, default=engine.Band.MEDIUM),
            unique_lines=unique_lines,
            more_ones=more_ones,
            has_signs=signs,
            symmetry=engine.Symmetry(symmetry),
            extra_givens=roomy,
            recipe=recipe,
            needs=needed,
            without=avoided,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
