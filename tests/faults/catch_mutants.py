"""All mutants, each with what must notice it: how many are caught?

    python -m tests.faults.catch_mutants
    python -m tests.faults.catch_mutants --only lease

A mutant is the program with one guarantee broken. Those in `mutants` are put in while a harness runs, which must notice
them. Those below change a line of a copy of the source, and the tests named must fail.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from tests.faults.harness import ROOT, is_noticed
from tests.faults.host_mutants import HOST
from tests.faults.mutants import NOTICING, Mutant
from tests.faults.race_mutants import RACES

PYTEST = (sys.executable, "-m", "pytest", "-n0", "-x", "-p", "no:cacheprovider")
FAILED = 1
"""The exit status of pytest when tests have failed."""

SOURCE = (
    *HOST,
    *RACES,
    Mutant(
        "invisible characters stay in a line",
        "formats/unwrapping.py",
        "line = source.replace(line, spans)\n    return line if line.text.isascii()",
        "pass\n    return line if line.text.isascii()",
        ["tests/formats/test_invisible.py"],
    ),
    Mutant(
        "an exception of a reader is no puzzle error",
        "formats/cells.py",
        "    if index < len(row.columns):\n",
        "    if index <= len(row.columns):\n",
        ["tests/faults/test_fuzz.py"],
    ),
    Mutant(
        "a replaced file is not synced in its directory",
        "files/atomic.py",
        "        raise\n    sync_directory(path.parent)\n",
        "        raise\n",
        ["tests/files/test_atomic.py"],
    ),
    Mutant(
        "a directory is opened but not synced",
        "files/system.py",
        "        os.fsync(descriptor)\n",
        "        pass\n",
        ["tests/files/test_atomic.py"],
    ),
    Mutant(
        "a new file is not synced before it is renamed",
        "files/atomic.py",
        "        os.fsync(file.fileno())\n",
        "",
        ["tests/files/test_atomic.py"],
    ),
    Mutant(
        "a link is replaced",
        "files/atomic.py",
        "    if path.is_symlink():\n",
        "    if False:\n",
        ["tests/files/test_atomic.py"],
    ),
    Mutant(
        "a stale journal is played into the restored file",
        "store/repair.py",
        '    path.with_name(f"{path.name}-journal").unlink(missing_ok=True)\n',
        "",
        ["tests/store/test_repair.py"],
    ),
    Mutant(
        "the removal of a journal is not synced",
        "store/repair.py",
        "    sync_directory(path.parent)\n    atomic_write(path, raw)\n",
        "    atomic_write(path, raw)\n",
        ["tests/store/test_repair.py"],
    ),
    Mutant(
        "what is kept of a damaged file is not synced",
        "store/repair.py",
        "        sync_directory(parent)\n",
        "        pass\n",
        ["tests/store/test_repair.py"],
    ),
    Mutant(
        "a write does not look at the lease",
        "store/saves.py",
        " AND lease = :stored_lease",
        "",
        ["tests/store/test_saves.py", "tests/store/test_two_sessions.py"],
    ),
    Mutant(
        "a write does not look at the revision",
        "store/saves.py",
        " AND rev = :stored_rev",
        "",
        ["tests/store/test_saves.py", "tests/store/test_two_sessions.py"],
    ),
    Mutant(
        "a redo tail stays in the database",
        "store/saves.py",
        '    connection.execute("DELETE FROM step WHERE game_id = ? AND seq > ?", (game.id, kept))\n',
        "",
        ["tests/store/test_saves.py"],
    ),
    Mutant(
        "a directory that may not be searched raises",
        "files/paths.py",
        "    return os.path.lexists(path)\n",
        "    return Path(path).exists()\n",
        ["tests/faults/test_worlds.py"],
    ),
    Mutant(
        "the remedy for a closed directory is left out",
        "files/paths.py",
        """{place}: run: chmod u+rwX {_quoted(place)}")\n""",
        """{place}")\n""",
        ["tests/faults/test_worlds.py", "tests/cli/test_progress_verbs.py"],
    ),
    Mutant(
        "settings are written without a lock",
        "settings/writing.py",
        "        with files.atomic.locked(path.parent):\n",
        "        if True:\n",
        ["tests/settings/test_writing.py"],
    ),
    Mutant(
        "collections in a closed directory are left out without a word",
        "library/own.py",
        "    if fault:\n        raise",
        "    if False:\n        raise",
        ["tests/library/test_own.py"],
    ),
    Mutant(
        "that nothing is saved is said again and again",
        "plain/start.py",
        " and text != self._trouble",
        "",
        ["tests/plain/test_console.py"],
    ),
    Mutant(
        "a user without a home ends the program",
        "files/paths.py",
        "    except RuntimeError:\n",
        "    except ZeroDivisionError:\n",
        ["tests/files/test_paths.py"],
    ),
    Mutant(
        "a directory that others can write to is left so",
        "store/private_files.py",
        "    path.chmod(stat.S_IMODE(status.st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))\n    return",
        "    return",
        ["tests/store/test_database.py"],
    ),
    Mutant(
        "another user's file is used",
        "store/private_files.py",
        'move it away")\n    if not system.is_own(status):\n',
        'move it away")\n    if False:\n',
        ["tests/store/test_database.py"],
    ),
    Mutant(
        "a file read in part counts as read",
        "store/private_files.py",
        '            raise OSError(errno.EIO, "only partly read", str(path))\n',
        "            pass\n",
        ["tests/store/test_private_files.py"],
    ),
    Mutant(
        "a result of any future day counts",
        "player/statistics.py",
        "        if number <= latest:\n",
        "        if number:\n",
        ["tests/player/test_statistics.py"],
    ),
    Mutant(
        "an export may be larger than import accepts",
        "store/transfer.py",
        "    if len(raw) > MAX_BYTES:\n        raise errors.Unav",
        "    if False:\n        raise errors.Unav",
        ["tests/store/test_transfer.py"],
    ),
    Mutant(
        "an export may have a schema of its own",
        "store/transfer.py",
        "        if _schema(connection) != _schema(own):\n",
        "        if False:\n",
        ["tests/store/test_transfer.py"],
    ),
    Mutant(
        "the doctor mends without applying anything",
        "cli/verbs/doctor.py",
        "                apply()\n",
        "                pass\n",
        ["tests/cli/test_progress_verbs.py"],
    ),
    Mutant(
        "the doctor does not say what it mends",
        "cli/verbs/doctor.py",
        '            output.print_warning(f"fix: {text}")\n',
        "",
        ["tests/cli/test_progress_verbs.py"],
    ),
    Mutant(
        "the doctor does not see a missing file",
        "store/diagnostics.py",
        "    if not files.paths.is_there(path) and _has_backups(path):\n",
        "    if False:\n",
        ["tests/cli/test_progress_verbs.py"],
    ),
    Mutant(
        "the callbacks of a screen that is gone are called",
        "tui/terminal/textual_internals.py",
        "        self._callbacks[:] = [it for it in self._callbacks if self.accepts_callback(*it)]\n",
        "",
        ["tests/tui/test_too_small.py"],
    ),
    Mutant(
        "messages reach a screen that is gone",
        "tui/terminal/textual_internals.py",
        "        if uses_widgets and self.is_closed:\n",
        "        if False:\n",
        ["tests/tui/test_too_small.py"],
    ),
    Mutant(
        "a screen that closes takes the one in front with it",
        "tui/screens/base.py",
        "        if self.app.screen is self:\n            return super",
        "        if True:\n            return super",
        ["tests/tui/test_too_small.py"],
    ),
    Mutant(
        "keys do not wait for the keys before them",
        "tui/terminal/key_queue.py",
        "                await self._settle()\n                self._passed_on = None\n",
        "                self._passed_on = None\n",
        ["tests/tui/test_key_queue.py"],
    ),
    Mutant(
        "keys do not wait for work that they depend on",
        "tui/terminal/key_queue.py",
        "                await self._hold(event)\n",
        "",
        ["tests/tui/test_hints.py"],
    ),
    Mutant(
        "a cancelled worker process is left behind",
        "processes/worker.py",
        "    while process.returncode is None:\n        try:\n",
        "    if process.returncode is None:\n        try:\n",
        ["tests/processes/test_worker.py"],
    ),
    Mutant(
        "a damaged record of practice counts",
        "store/practice.py",
        "columns := PRACTICE.verified_columns(row)",
        "columns := dict(zip(PRACTICE.columns, row, strict=False))",
        ["tests/store/test_practice.py"],
    ),
    Mutant(
        "right values with any reasons count as known",
        "player/practice.py",
        "if self.weight >= PROVEN or",
        "if True or",
        ["tests/player/test_learners.py"],
    ),
    Mutant(
        "practice is not written again after a repair",
        "store/save_batch.py",
        "in self._practice.values():",
        "in ():",
        ["tests/store/test_practice.py", "tests/store/test_save_batch.py"],
    ),
    Mutant(
        "a migration lets others read and write",
        "store/database.py",
        'transaction(connection, "EXCLUSIVE")',
        'transaction(connection, "DEFERRED")',
        ["tests/store/test_migrations.py"],
    ),
    Mutant(
        "a game that another session took over is no longer strict",
        "player/saving.py",
        "    found.shown = session.shown\n",
        "",
        ["tests/player/test_play.py"],
    ),
    Mutant(
        "a board scrolls only when the cursor has left it",
        "tui/view/layout.py",
        "    margin = 1 if view >= 4 else 0\n",
        "    margin = 0\n",
        ["tests/tui/test_layout.py"],
    ),
    Mutant(
        "a row of two cells is taken for the number of rows",
        "formats/splitting.py",
        "    return lengths[0] != lengths[1] and not",
        "    return not",
        ["tests/formats/test_grids.py"],
    ),
    Mutant(
        "a row after a gap is taken for one with an error",
        "formats/splitting.py",
        "    if line is None or line.number != block[-1].number + 1:\n",
        "    if line is None:\n",
        ["tests/formats/test_grids.py"],
    ),
)


def is_caught(mutant: Mutant) -> bool:
    """Return whether the tests fail in a copy of the source with the mutant. Raises ValueError if it does not fit."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o755)  # some tests run the program as another user
        copy = Path(directory) / "copy"
        ignore = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info")
        shutil.copytree(ROOT, copy, ignore=ignore)
        path = copy / "binairo_tui" / mutant.path
        source = path.read_text(encoding="utf-8")
        if source.count(mutant.old) != 1:
            raise ValueError(f"{mutant.name}: {mutant.path} has the text {source.count(mutant.old)} times")
        path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        environ = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [*PYTEST, *mutant.tests]
        done = subprocess.run(command, cwd=copy, env=environ, capture_output=True, text=True, check=False)
    if done.returncode not in (0, FAILED):
        raise ValueError(f"{mutant.name}: pytest ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr}")
    return done.returncode == FAILED


def main() -> int:
    """Try the mutants; print which are caught, and how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="mutants whose name holds this")
    arguments = parser.parse_args()
    wanted = [mutant for mutant in SOURCE if arguments.only in mutant.name]
    noticed = [case for case in NOTICING if arguments.only in case.mutant]
    caught = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = chain(pool.map(is_caught, wanted), pool.map(is_noticed, noticed))
        names = [*[mutant.name for mutant in wanted], *[f"{case.mutant} ({case.harness})" for case in noticed]]
        for name, verdict in zip(names, verdicts, strict=True):
            print("caught  " if verdict else "SURVIVES", name, flush=True)
            caught.append(verdict)
    print(f"caught {sum(caught)} of {len(caught)}")
    return not all(caught)


if __name__ == "__main__":
    sys.exit(main())
