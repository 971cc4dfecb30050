"""A process behind the wall that tries what a player's process may and may not do; prints the outcomes as JSON.

`python -m tests.host.walled DIRECTORY` needs `DIRECTORY/own`, and `DIRECTORY/other` with a file `secret`.
"""

import ctypes
import errno
import fcntl
import json
import os
import resource
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path

from binairo_tui.files import paths
from binairo_tui.host.server import child, seccomp, wall
from tests.host.walled_calls import CALLS_TRIED

root = Path(sys.argv[1])
own, secret = root / "own", root / "other" / "secret"


def write_and_move() -> None:
    (own / "a").mkdir()
    (own / "b").mkdir()
    (own / "a" / "file").write_text("mine")
    (own / "a" / "file").rename(own / "b" / "file")
    assert (own / "b" / "file").read_text() == "mine"
    (own / "b" / "file").unlink()


def sort_on_disk() -> None:
    with closing(sqlite3.connect(own / "database")) as connection:
        connection.execute("PRAGMA cache_size = 10")
        connection.execute("CREATE TEMP TABLE rows (text)")
        connection.executemany("INSERT INTO temp.rows VALUES (?)", ((os.urandom(500).hex(),) for _ in range(2000)))
        assert len(connection.execute("SELECT text FROM temp.rows ORDER BY text").fetchall()) == 2000


def fill_file() -> None:
    with (own / "games").open("wb") as file:
        file.truncate(100 << 20)


def set_own_times() -> None:
    with (own / "token").open("wb") as file:
        os.utime(file.fileno())


def run_thread() -> None:
    done: list[int] = []
    thread = threading.Thread(target=lambda: done.append(1))
    thread.start()
    thread.join()
    assert done


def name_no_path_of_the_operator() -> None:
    place = paths.database_path()
    place.parent.mkdir(parents=True)
    place.write_text("mine")
    assert (own / "data" / "binairo-tui" / "progress.db").read_text() == "mine"
    told = paths.explain(place, OSError(errno.ENOSPC, ""))
    assert "full" in told
    assert str(root) not in told


def import_more() -> None:
    for name in ("binairo_tui.pictures", "binairo_tui.tui.screens.editor", "rich.markdown", "xml.dom.minidom"):
        import_module(name)


GROUPS: dict[str, dict[str, Callable[[], object]]] = {
    "landlock": {
        "read a file of the system": Path("/etc/passwd").read_text,
        "read another player's file": secret.read_text,
        "list another player's directory": lambda: list(secret.parent.iterdir()),
        "write to another player's file": lambda: secret.write_text("changed"),
        "remove another player's file": secret.unlink,
        "write beside the own directory": lambda: (root / "new").write_text("new"),
        "make a symbolic link": lambda: (own / "link").symlink_to(secret),
    },
    "seccomp": {
        "connect over TCP": lambda: socket.create_connection(("127.0.0.1", 1)),
        "make a socket": lambda: socket.socket(socket.AF_UNIX),
        "send datagrams": lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM),
        "run a program": lambda: os.execv(sys.executable, [sys.executable, "-V"]),
        "fork": os.fork,
        "signal the parent process": lambda: os.kill(os.getppid(), 0),
        "limit the parent process": lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CORE),
        "change another player's permissions": lambda: secret.chmod(0o777),
        "truncate another player's file": lambda: os.truncate(secret, 0),
        "open another player's file without reading or writing": lambda: os.open(secret, os.O_ACCMODE),
        "change the times of another player's file": lambda: os.utime(secret, (1, 1)),
        "have the parent process signalled": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()),
    },
    "allowed": {
        "keep files": write_and_move,
        "sort on disk": sort_on_disk,
        "fill the share of the games": fill_file,
        "show life": set_own_times,
        "run a thread": run_thread,
        "import more": import_more,
        "name no path of the operator": name_no_path_of_the_operator,
        "make a pair of sockets": socket.socketpair,
        "signal itself": lambda: os.kill(os.getpid(), 0),
        "limit itself": lambda: resource.prlimit(0, resource.RLIMIT_CORE),
        "use the null device": lambda: Path(os.devnull).write_text("nothing"),
    },
}
"""The attempts that each wall refuses, and those that are allowed."""


def outcome(attempt: Callable[[], object]) -> str:
    """Return what came of an attempt: 'done', or the error."""
    try:
        attempt()
    except (OSError, ImportError, sqlite3.Error) as error:
        return "refused" if getattr(error, "errno", 0) in (errno.EPERM, errno.EACCES, errno.ENOSYS) else repr(error)
    return "done"


def call(number: int) -> None:
    """Make a system call whose arguments are all 0. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, 0, 0, 0, 0, 0, 0) == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    child.confine(child.ProcessOptions(str(own), "xterm", "C.UTF-8", "", 80, 24, 1024, 300))
    walls = wall.find_walls()
    has = {"landlock": walls.landlock > 0, "seccomp": walls.has_seccomp, "allowed": True}
    found: dict[str, dict[str, str]] = {
        group: {name: outcome(attempt) for name, attempt in attempts.items()}
        for group, attempts in GROUPS.items()
        if has[group]
    }
    if walls.has_seccomp:
        which = list(seccomp.MACHINES).index(os.uname().machine)
        found["calls"] = {name: outcome(partial(call, numbers[which])) for name, numbers in CALLS_TRIED.items()}
    print(json.dumps(found))
