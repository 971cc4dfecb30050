"""A player process: the app, confined to the directory of one player."""

import asyncio
import ctypes
import os
import random
import resource
import socket
import stat
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from binairo_tui import files, library, store
from binairo_tui.files.streams import print_error
from binairo_tui.host.server import usage, wall

LINK = 3
"""The descriptor of the link to the hub in a player process."""
MAX_FILES = 128
FILE_RESERVE_BYTES = 64 << 20
"""The size limit of a file of a player process is the space for the player's games plus this many bytes."""
THREAD_STACK = 2 << 20
M_ARENA_MAX = -8
"""The option of glibc's `mallopt` for the number of heaps."""
PR_SET_MEMORY_MERGE = 67
"""The option of Linux's `prctl` that lets equal pages of memory be merged, from Linux 6.4 on."""
_MODULES = (
    "_strptime",
    "binairo_tui.engine.consequences",
    "binairo_tui.engine.generation",
    "binairo_tui.engine.hints",
    "binairo_tui.engine.line_sets",
    "binairo_tui.files.background_writer",
    "binairo_tui.game.review",
    "binairo_tui.library.own",
    "binairo_tui.player.recording",
    "binairo_tui.player.hint_pages",
    "binairo_tui.host.client.host_progress",
    "binairo_tui.player.practice",
    "binairo_tui.player.puzzle_options",
    "binairo_tui.settings.fields",
    "binairo_tui.settings.writing",
    "binairo_tui.store.backups",
    "binairo_tui.tui.app",
    "binairo_tui.tui.screens.collections",
    "binairo_tui.tui.screens.daily",
    "binairo_tui.tui.screens.dialog",
    "binairo_tui.tui.screens.first_steps",
    "binairo_tui.tui.screens.home",
    "binairo_tui.host.screens.on_host",
    "binairo_tui.host.screens.rooms",
    "binairo_tui.host.screens.race",
    "binairo_tui.host.screens.together",
    "binairo_tui.tui.screens.play",
    "binairo_tui.tui.start",
    "binairo_tui.tui.terminal.driver",
    "binairo_tui.tui.terminal.shutdown",
    "binairo_tui.tui.view.small_cells",
    "binairo_tui.tui.view.solved_text",
    "platformdirs.unix",
    "textual.drivers.headless_driver",
    "textual.drivers.linux_driver",
    "textual.layouts.factory",
    "textual.layouts.horizontal",
    "textual.layouts.stream",
    "textual.pilot",
    "textual.scrollbar",
    "textual.widgets._input",
)


@dataclass(frozen=True, slots=True)
class ProcessOptions:
    """A player process's directory, its TERM, LANG and COLORTERM, the size of its terminal, and its limits in MiB."""

    directory: str
    term: str
    language: str
    colours: str
    columns: int
    lines: int
    memory_mib: int
    disk_mib: int


def load() -> None:
    """Import the app and read the collections. The spawner calls this once, so that all player processes share them."""
    for name in _MODULES:
        import_module(name)
    import_module("rich.cells").cell_len("\N{TRUMPET}")  # reads the table of widths; digits and box drawings need none
    wall.find_walls()
    wall.readable_paths()
    library.collections()
    _allow_merging()


def _allow_merging() -> None:
    """Let Linux merge equal pages of this process and of all processes that are forked from it.

    This has no effect on an older Linux, or if the operator has not switched merging on. Python counts references in
    every object that it uses. So each player process soon has its own copy of every page, and most of these copies are
    equal. Merging makes the processes share them again.
    """
    with suppress(AttributeError):  # another system
        ctypes.CDLL(None).prctl(*map(ctypes.c_ulong, (PR_SET_MEMORY_MERGE, 1, 0, 0, 0)))


def play(options: ProcessOptions) -> int:
    """Run the app in this process, which the spawner has just forked; return the exit status."""
    _open_streams()
    asyncio.set_event_loop(None)
    random.seed()
    try:
        confine(options)
    except OSError as error:
        print_error(f"the host cannot start a game now: {error.strerror}")
        return 1
    from binairo_tui.host.screens.on_host import OnHost
    from binairo_tui.tui.start import run

    with socket.socket(fileno=LINK) as link:
        return run(surroundings=OnHost(link))


def confine(options: ProcessOptions) -> None:
    """Limit this process to its own directory and to what a player needs. Raises OSError if a wall cannot be raised."""
    from binairo_tui.host.client.host_progress import share_bytes

    directory = Path(options.directory)
    usage.lower_priority(os.getpid(), usage.NICE)
    _limit(options.memory_mib << 20, share_bytes(options.disk_mib) + FILE_RESERVE_BYTES)
    _set_environment(options)
    _make_private(directory)
    wall.raise_walls(directory)


def _limit(memory_bytes: int, file_bytes: int) -> None:
    """Limit the resources of this process, and make its threads reserve little address space.

    By default, glibc reserves 8 MiB of stack and 64 MiB of heap for each thread, so a dozen threads would reach the
    limit.
    """
    threading.stack_size(THREAD_STACK)
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
    os.umask(0o077)
    for which, limit in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, MAX_FILES),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_AS, memory_bytes),
    ):
        resource.setrlimit(which, (limit, limit))


def _make_private(directory: Path) -> None:
    """A restored backup may give other users rights. The app cannot remove them, because the walls forbid it."""
    for path in (directory, *directory.rglob("*")):
        with suppress(OSError):  # another session may have removed it; if it is another user's, the app says so
            mode = path.lstat().st_mode
            if mode & 0o077 and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & 0o700)


def _set_environment(options: ProcessOptions) -> None:
    """Replace the environment variables, and go to the player's directory."""
    os.environ.clear()
    os.environ.update(
        HOME=options.directory,
        PATH="/nonexistent",
        TERM=options.term,
        LANG=options.language,
        COLORTERM=options.colours,
        TZ="UTC",  # in which daily puzzles change at midnight
        SSH_CONNECTION="host",
    )
    time.tzset()
    os.chdir(options.directory)
    files.paths.use_working_directory()
    store.database.keep_temporary_files_here()


def _open_streams() -> None:
    for descriptor, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        stream = open(descriptor, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
