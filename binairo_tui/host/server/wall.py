"""The wall around each player process: what the process may do on this machine, whatever code it runs.

Landlock limits the files that the process can open, and seccomp the system calls that it can make. Both limits hold for
the process and all its threads until it ends. A machine may lack Landlock or seccomp: `find_walls` says which of them
it has.
"""

import ctypes
import errno
import os
import stat
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from struct import pack
from typing import NamedTuple

from binairo_tui.host.server import seccomp

LEAST_LANDLOCK = 2
"""The first version of Landlock in which a process can move files between its own directories."""
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1
_SET_SECCOMP, _FILTER = 22, 2
_SET_NO_NEW_PRIVILEGES = 38

# The bits LANDLOCK_ACCESS_FS_* of the kernel's `linux/landlock.h`.
_WRITE_FILE, _READ_FILE, _READ_DIRECTORY = 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIRECTORY, _REMOVE_FILE, _MAKE_DIRECTORY, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_MOVE, _TRUNCATE = 1 << 13, 1 << 14
_READ = _READ_FILE | _READ_DIRECTORY
_OWN = _READ | _WRITE_FILE | _TRUNCATE | _REMOVE_DIRECTORY | _REMOVE_FILE | _MAKE_DIRECTORY | _MAKE_FILE | _MOVE
_OF_A_FILE = _READ_FILE | _WRITE_FILE | _TRUNCATE
"""The rights that a rule can give for a file that is not a directory."""
_WHY_NOT = {
    errno.ENOSYS: "the kernel is too old or was built without it",
    errno.EINVAL: "the kernel was built without it",
    errno.EOPNOTSUPP: "it is switched off in the kernel",
}


class Walls(NamedTuple):
    """The walls of this machine. `landlock` is Landlock's version; 0 means none. `lacks` says why a wall is missing."""

    landlock: int
    has_seccomp: bool
    lacks: tuple[str, ...]

    def __str__(self) -> str:
        names = [f"landlock {self.landlock}"] * bool(self.landlock) + ["seccomp"] * self.has_seccomp
        return "; ".join([", ".join(names) or "none", *self.lacks])


@cache
def find_walls() -> Walls:
    """Find the walls of this machine by raising each in a new process, which then ends."""
    if sys.platform != "linux":
        return Walls(0, False, ("only Linux has them",))
    machine = os.uname().machine
    no_landlock = _try_in_child(lambda: _raise_landlock(Path("/")))
    no_seccomp = _try_in_child(_raise_seccomp) if machine in seccomp.MACHINES else f"no filter is known for {machine}"
    reasons = (("landlock", no_landlock), ("seccomp", no_seccomp))
    lacks = tuple(f"without {name}: {reason}" for name, reason in reasons if reason)
    return Walls(0 if no_landlock else _landlock_version(), not no_seccomp, lacks)


def raise_walls(directory: Path) -> None:
    """Let this process write only in `directory`. Raises OSError if a wall of the machine cannot be raised."""
    walls = find_walls()
    if walls.landlock:
        _raise_landlock(directory)
    if walls.has_seccomp:
        _raise_seccomp()


@cache
def readable_paths() -> frozenset[str]:
    """Return what a player process may read: Python, its libraries and packages, and data on languages and zones.

    Some of these paths may not exist. The other entries of `sys.path` are left out, because one of them may be the
    operator's own directory.
    """
    roots = (sys.prefix, sys.base_prefix, "/usr", "")
    packages = [module for name, module in sys.modules.items() if "." not in name]
    paths = {
        *(path for module in packages for path in getattr(module, "__path__", ())),
        *(path for path in sys.path if path.endswith("-packages")),
        *(f"{root}/{name}" for root in roots for name in ("lib", "lib64")),
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib")),
        *(f"/usr/share/{name}" for name in ("locale", "terminfo", "zoneinfo")),
        *("/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", sys.executable),
    }
    return frozenset(paths)


def _try_in_child(raise_wall: Callable[[], None]) -> str:
    pid = os.fork()
    if not pid:
        status = errno.ECANCELED
        try:
            raise_wall()
            status = 0
        except OSError as error:
            status = error.errno or status
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status < 0:
        return "a filter of system calls, such as that of an old systemd unit, forbids it"
    return _WHY_NOT.get(status, os.strerror(status)) if status else ""


def _landlock_version() -> int:
    """Return the version of Landlock. Raises OSError if there is none that is new enough."""
    version = _call("syscall", _CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < LEAST_LANDLOCK:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return version


def _raise_landlock(directory: Path) -> None:
    version = _landlock_version()
    rights = (1 << (16 if version >= 5 else 15 if version >= 3 else 14)) - 1
    # No new TCP connections. Signals, and connections to sockets without a path, are possible only within the wall.
    network, scopes = 0b11 if version >= 4 else 0, 0b11 if version >= 6 else 0
    attributes = pack("=QQQ", rights, network, scopes)
    rules = _call("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    try:
        _allow(rules, str(directory), _OWN & rights)
        for path in (*readable_paths(), os.devnull):
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _allow(rules, path, (_READ | _WRITE_FILE if path == os.devnull else _READ) & rights)
        _give_up_privileges()
        _call("syscall", _RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_A_FILE
        _call("syscall", _ADD_RULE, rules, _PATH_BENEATH, pack("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)


def _raise_seccomp() -> None:
    program = seccomp.filter_program(os.uname().machine, os.getpid())
    steps = ctypes.create_string_buffer(program, len(program))
    _give_up_privileges()
    _call("prctl", _SET_SECCOMP, _FILTER, pack("@HP", len(program) // seccomp.STEP_BYTES, ctypes.addressof(steps)))


def _give_up_privileges() -> None:
    """Keep this process from gaining privileges, as by a set-user-ID program; Linux requires that for both walls."""
    _call("prctl", _SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _call(function: str, *arguments: int | bytes | None) -> int:
    """Call a function of the C library, and return its result. Raises OSError if that is -1."""
    values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result: int = getattr(ctypes.CDLL(None, use_errno=True), function)(*values)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
