"""`binairo web`: the app in a browser tab."""

import os
from importlib.util import find_spec
from pathlib import Path

import click

from binairo_tui import files, page, web
from binairo_tui.cli import opening, options, output, puzzle_options


@click.command("web", cls=options.Verb)
@click.argument("puzzle", required=False, type=puzzle_options.PUZZLE)
@click.option(
    "--port",
    type=options.WholeNumber(0, 65_535),
    default=8024,
    show_default=True,
    help="The port on this machine; 0 chooses a free one.",
)
@click.option(
    "--build",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write the app as files that any web server can serve: it then runs in the browser.",
)
def command(puzzle: str | None, *, port: int, target: Path | None) -> int:
    """Play in a browser tab, at the address that this verb prints.

    The tabs have the same games and settings as the app in a terminal. The
    address works only on this machine, and only with the secret in it. Ctrl+C
    ends the server; every move is saved.

    Exit status: 0 after Ctrl+C or SIGTERM, and after --build; 2 if the server
    cannot start, or the files cannot be written.

    For example:
      binairo web
      binairo web 8x8:3
      binairo web daily --port 9000
      binairo web --build page
    """
    if None in map(find_spec, ("aiohttp", "textual_serve")):
        command = files.installation.install_command("aiohttp", "textual-serve")
        output.fail(f"a browser tab needs aiohttp and textual-serve: {command}")
    if target is not None:
        return _build(target)
    if find_spec("termios") is None:
        output.fail("a browser tab needs a pseudo-terminal, which this system does not have")
    if puzzle == "-":
        output.fail("a browser tab cannot read standard input: name a file, or give the puzzle itself")
    arguments = ["play"]
    if puzzle is not None:
        if not opening.is_daily(puzzle):
            opening.first_puzzle(puzzle)
        arguments += ["--", puzzle]
    try:
        web.server.serve(arguments, port, output.print_data)
    except OSError as error:
        output.fail(f"port {port} cannot be used: {os.strerror(error.errno or 0)}; --port 0 chooses a free one")
    return output.Status.YES


def _build(target: Path) -> int:
    try:
        archive = page.build.build(target)
    except (page.build.BuildError, ImportError, OSError) as error:
        output.fail(f"the page was not built: {error}")
    output.print_data(f"Written: {target} and {archive}. To try it: python3 -m http.server --directory {target}")
    return output.Status.YES
