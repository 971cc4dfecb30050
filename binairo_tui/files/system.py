"""Differences between operating systems: locks, owners of files, opening files, waiting for input, signals, fonts.

Outside this module, only the app's terminal, the host and `binairo web` depend on the system. `binairo web` and the
host need POSIX. The code for other systems has never been run on them.
"""

import _thread
import errno
import os
import re
import select
import signal
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
    import termios
except ModuleNotFoundError:
    IS_POSIX = False
else:
    IS_POSIX = True
    """Whether this is a system such as Linux or macOS, and not Windows."""

TEMPORARY = ".tmp-"
"""Prefix of the names of temporary files, which a killed process may leave behind."""
NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
"""The errors of `lock` on a file system, or an operating system, without locks."""
HUNG_UP = 128 + getattr(signal, "SIGHUP", 1)
"""The exit status of a program whose terminal is gone."""
ENDING_SIGNALS = tuple([getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)])
_SPARED = ("KILL", "STOP", "TSTP", "TTIN", "TTOU", "CONT", "CHLD", "URG", "WINCH", "INFO", "SEGV", "BUS", "FPE", "ILL")
"""Signals without a handler: they cannot have one, do not end a process, or report a fault after which none can run."""
DEADLY_SIGNALS = signal.valid_signals() - {getattr(signal, f"SIG{name}", 0) for name in _SPARED} - {*ENDING_SIGNALS}
"""Signals that end a program unless it handles them, except `ENDING_SIGNALS`."""

_OWN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
READ_OWN = os.O_RDONLY | _OWN
"""Flags to open a file for reading, but not through a symbolic link."""
CHANGE_OWN = os.O_RDWR | os.O_CREAT | _OWN
"""Flags to open a file for reading and writing, and to create a missing one, but not through a symbolic link."""
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""A flag with which opening a device, or a pipe without a writer, does not wait."""
READ_ANY = os.O_RDONLY | NO_WAIT | (_OWN & ~getattr(os, "O_NOFOLLOW", 0)) | getattr(os, "O_NOCTTY", 0)
"""Flags to open a file of any kind for reading, without waiting for a device or for the writer of a pipe."""


def create_private(path: Path) -> int:
    """Create a file with mode 0600. Raises OSError, in particular FileExistsError if the path exists."""
    descriptor = os.open(path, CHANGE_OWN | os.O_EXCL, 0o600)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, 0o600)  # the umask may have removed even the owner's permissions
    return descriptor


def before_death(act: Callable[[], None]) -> Callable[[], None]:
    """Have a signal call `act` before it ends this process; return what cancels this. For the main thread only."""
    handled: list[int] = []

    def leave() -> None:
        while handled:
            signal.signal(handled.pop(), signal.SIG_DFL)

    def die(number: int, _frame: object) -> None:
        act()
        leave()
        os.kill(os.getpid(), number)

    if threading.current_thread() is threading.main_thread():
        for number in (*ENDING_SIGNALS, *DEADLY_SIGNALS):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, die)
                handled.append(number)
    return leave


def sync_directory(path: Path) -> None:
    """Sync a directory, so that created and renamed files in it survive a power cut. Raises OSError."""
    descriptor = open_directory(path)
    if descriptor is None:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_directory(path: Path) -> int | None:
    """Return a descriptor to sync or lock a directory; None if the system cannot open directories. Raises OSError."""
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC) if hasattr(os, "O_DIRECTORY") else None


def lock(descriptor: int | None, *, shared: bool = False, waits: bool = False) -> None:
    """Lock an open file until it is closed or its process ends, so that a lock is never stale.

    With `shared`, other processes can also hold shared locks. Raises BlockingIOError if the file is locked already and
    `waits` is False. Raises OSError for other errors. Its `errno` is in `NO_LOCKS` if the file cannot have a lock, or
    if `descriptor` is None.
    """
    if not IS_POSIX or descriptor is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB))


def is_own(status: os.stat_result) -> bool:
    """Return whether a file belongs to this user; True if the system does not tell."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def is_open_to_others(status: os.stat_result) -> bool:
    """Return whether the mode of a file lets other users write to it."""
    return hasattr(os, "geteuid") and bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def is_read_only(place: Path) -> bool:
    """Return whether the file system at a path is read-only; False if the system does not tell."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        return bool(os.statvfs(place).f_flag & os.ST_RDONLY)
    except OSError:  # it has just been removed
        return False


def would_answer(descriptor: int) -> bool:
    """Return whether a read would return at once, with data or at the end; True if the system does not say."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


def set_waiting(descriptor: int, waits: bool) -> None:
    if NO_WAIT:
        os.set_blocking(descriptor, waits)


def core_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def available_memory() -> int:
    """Return the bytes of memory that can be taken without swapping; `sys.maxsize` if the system does not tell."""
    try:
        told = re.search(r"MemAvailable: *([0-9]+) kB", Path("/proc/meminfo").read_text())
    except OSError:
        told = None
    return int(told[1]) * 1024 if told else sys.maxsize


def can_start_threads(count: int) -> bool:
    """Return whether `count` threads can be started now. On most systems, this is also true of processes."""
    is_over, ended, started = threading.Lock(), threading.Semaphore(0), 0

    def wait() -> None:
        with is_over:
            ended.release()

    try:
        with is_over:
            for _ in range(count):
                _thread.start_new_thread(wait, ())  # `threading` would wait several milliseconds for each to run
                started += 1
    except RuntimeError:
        return False
    finally:
        for _ in range(started):
            ended.acquire()
    return True


def can_open_files(count: int) -> bool:
    """An odd number is rounded up, because pipes are opened to find out."""
    opened: list[int] = []
    try:
        while len(opened) < count:
            opened += os.pipe()
    except OSError:
        return False
    finally:
        for descriptor in opened:
            os.close(descriptor)
    return True


def has_job_control() -> bool:
    """Return whether a shell can continue this process if it stops: such a shell gives each job a group of its own."""
    return IS_POSIX and os.getpgrp() != os.getsid(0)


def be_nice(niceness: int) -> None:
    """Add `niceness` to the niceness of this process, which lowers its priority, if the system has niceness."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def has_input(descriptor: int, seconds: float, *, unknown: bool) -> bool:
    """Systems other than POSIX can wait only for sockets. There, return `unknown` at once."""
    return bool(select.select([descriptor], [], [], seconds)[0]) if IS_POSIX else unknown


def silence_terminal(descriptor: int) -> list[Any] | None:
    """Make a terminal pass on typed characters at once and unchanged, without showing them.

    Ctrl+C and other keys for signals still work. Return the previous modes of the terminal; None if they cannot be
    changed.
    """
    if not IS_POSIX:
        return None
    try:
        before = termios.tcgetattr(descriptor)
        as_typed, quiet = ~(termios.ICRNL | termios.IXON), ~(termios.ECHO | termios.ICANON)
        modes = [before[0] & as_typed, *before[1:3], before[3] & quiet, *before[4:]]
        termios.tcsetattr(descriptor, termios.TCSANOW, modes)
    except termios.error:
        return None
    return before


def restore_terminal(descriptor: int, modes: list[Any]) -> None:
    """Restore the `modes` of a terminal that `silence_terminal` returned, unless the terminal is gone."""
    with suppress(termios.error):
        termios.tcsetattr(descriptor, termios.TCSANOW, modes)


def font_directories() -> list[str]:
    """Return the directories of fonts, the player's own first. Some may not exist."""
    if sys.platform == "win32":
        return [rf"{os.environ.get('LOCALAPPDATA')}\Microsoft\Windows\Fonts", rf"{os.environ.get('WINDIR')}\Fonts"]
    if sys.platform == "darwin":
        return [os.path.expanduser("~/Library/Fonts"), "/Library/Fonts", "/System/Library/Fonts"]  # noqa: PTH111
    own = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")  # noqa: PTH111 - this never raises
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [f"{directory}/fonts" for directory in (own, *shared.split(":"))]
