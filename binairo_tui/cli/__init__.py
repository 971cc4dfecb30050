"""The `binairo` command. stdout is data, stderr is talk.

`program` holds the table of verbs, each verb is one file in `verbs`, `sources` turns their arguments into puzzles.
CONTRIBUTING says how to add one.
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
