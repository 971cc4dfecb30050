"""`binairo serve`: answers JSON requests, one per line, for editors, bots and web pages."""

from __future__ import annotations

import click

from binairo_tui.cli.options import Verb


@click.command("serve", cls=Verb)
@click.option("--stdio", is_flag=True, help="Use standard input and output; this is the default.")
def command(*, stdio: bool) -> None:  # noqa: ARG001  (the only mode)
    """Answer requests, each one line of JSON, until the input ends.

    Requests are read from standard input, and answers are written to standard
    output. A request has an "id" of your choice, a "method" and its fields; the
    answer has the same "id" and either a "result" or an "error" with "code",
    "message" and, for a puzzle that cannot be read, "line" and "column":
      {"id": 1, "method": "solve", "puzzle": "4x4;0..1.1......0..0"}
      {"id": 2, "method": "generate", "size": "8x8", "band": "hard"}
      {"id": 3, "method": "cancel", "target": 2}

    Methods: solve, check, hint, grade and explain take a "puzzle", a text in
    any format, and optionally "from" and "unique_lines"; their results have
    the fields of "binairo VERB --json". generate takes "size", "band",
    "rules", "signs", "symmetry", "roomy" and "seed", all optional. cancel
    cancels a request that is waiting or being answered. Requests are answered
    in order, except that a cancel is answered at once. "binairo help serve
    --schema" has the details.

    Exit status: 0 at the end of the input.

    For example:
      binairo serve
      binairo serve < requests.jsonl > answers.jsonl
    """
    from binairo_tui.cli.serving import serve

    serve()
