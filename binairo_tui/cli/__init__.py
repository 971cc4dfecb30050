"""The `binairo` command. stdout is data, stderr is talk.

`program` holds the table of verbs, each verb is one file in `verbs`, `sources` turns their arguments into puzzles.
How to add a verb:

1. Write `verbs/NAME.py` with `command = click.command("NAME", cls=Verb)`; its docstring is the `--help`, with examples.
2. For a verb about puzzles put `@puzzle_arguments` and `@json_option` (`verbs.common`) on it and end with
   `answer_each(puzzles, answer)`, where `answer(found)` prints what is to be said of one puzzle and returns a `Status`.
3. Print through `output` (`say`, `say_json`, `warn`) only. Import engine, store and library inside the functions.
4. Add the name to `VERB_GROUPS` in `program.py`, in the place where `binairo --help` should list it.
5. Test it in `tests/cli/test_NAME.py`.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command of this process and exit: 0 yes or done, 1 no, 2 bad input or usage, 130 interrupted."""
    try:
        # Imported here so that an impatient Ctrl+C while the program loads is answered like any other.
        from binairo_tui.cli.program import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
