"""A host whose player processes write down, as they end, what they have imported since the fork.

`python -m tests.host.late_imports` takes the arguments of `binairo`. The file is in the directory of the player.
"""

import sys
from pathlib import Path

from binairo_tui.cli import main
from binairo_tui.host.server import child

FILE_NAME = "late-imports"

play = child.play


def play_and_tell(options: child.ProcessOptions) -> int:
    """Run the app; write the names of the modules that were imported meanwhile, a line for each."""
    before = set(sys.modules)
    try:
        return play(options)
    finally:
        Path(FILE_NAME).write_text("\n".join(sorted(sys.modules.keys() - before)))


if __name__ == "__main__":
    child.play = play_and_tell
    main()
