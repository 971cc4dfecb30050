"""A seccomp filter, with which Linux refuses some system calls of a player process.

The filter is a program that Linux runs before each system call of the process. It refuses the calls with which a
process could reach other processes or the network, or do to the files of others what Landlock does not prevent.
"""

from errno import ENOSYS, EPERM
from struct import pack
from typing import NamedTuple

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Maps each machine that has a filter, named as by `os.uname`, to its number in Linux (`AUDIT_ARCH_*`)."""

_ABSENT = -1
_DENIED = {
    # New connections; a player process has all that it needs.
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "connect": (42, 203),
    "listen": (50, 201),
    "socket": (41, 198),
    # Programs and new processes
    "execve": (59, 221),
    "execveat": (322, 281),
    "fork": (57, _ABSENT),
    "vfork": (58, _ABSENT),
    # Other processes of the same user
    "ioprio_set": (251, 30),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "setpriority": (141, 140),
    # Changes to files by path, which Landlock does not refuse or did not at first
    "chmod": (90, _ABSENT),
    "chown": (92, _ABSENT),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "fchownat": (260, 54),
    "file_setattr": (469, 469),
    "lchown": (94, _ABSENT),
    "lremovexattr": (198, 15),
    "lsetxattr": (189, 6),
    "removexattr": (197, 14),
    "removexattrat": (466, 466),
    "setxattr": (188, 5),
    "setxattrat": (463, 463),
    "truncate": (76, 45),
    "utime": (132, _ABSENT),
    "utimes": (235, _ABSENT),
    "futimesat": (261, _ABSENT),
    # What others do with their files
    "fanotify_init": (300, 262),
    "inotify_add_watch": (254, 27),
    # Memory and messages that processes share
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "semget": (64, 190),
    "shmget": (29, 194),
    # Other views of the system
    "chroot": (161, 51),
    "mount": (165, 40),
    "setns": (308, 268),
    "unshare": (272, 97),
    # Parts of Linux in which faults are found most often
    "add_key": (248, 217),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "request_key": (249, 218),
    "userfaultfd": (323, 282),
}
"""Maps each call that is always refused to its numbers, in the order of `MACHINES`."""

_UNREADABLE = {"clone3": 435, "openat2": 437}
"""Maps calls whose flags are in memory, where no filter can read them, to their numbers on every machine.

To the process, they seem to be missing, so that C libraries fall back to `clone` and `openat`.
"""
_UTIMENSAT = (280, 88)
_CLONE_THREAD = 0x10000
_SOCK_STREAM = 1
_WHOLE = 0xFFFFFFFF
_NEITHER_READ_NOR_WRITE = 3
"""The access mode in which Linux opens any file without asking Landlock; `fchmod` could then change the file."""
_SET_OWNER, _SET_OWNER_OF_KIND = 8, 15
_SET_OWNER_OF_FILE, _SET_GROUP_OF_SOCKET = 0x8901, 0x8902


class _Condition(NamedTuple):
    """A call that is allowed only if one of its arguments, masked with `mask`, equals `wanted`.

    If `wanted` is None, the argument must be the id of the process. `numbers` are those of the call on x86-64 and
    ARM64, and `argument` is the index of the argument.
    """

    numbers: tuple[int, int]
    argument: int
    mask: int
    wanted: int | None


class _Ban(NamedTuple):
    """A call that is refused if one of its arguments, masked with `mask`, is in `unwanted`; see `_Condition`."""

    numbers: tuple[int, int]
    argument: int
    mask: int
    unwanted: tuple[int, ...]


_CONDITIONS = {
    "clone": _Condition((56, 220), 0, _CLONE_THREAD, _CLONE_THREAD),
    "kill": _Condition((62, 129), 0, _WHOLE, None),
    "prlimit64": _Condition((302, 261), 0, _WHOLE, 0),
    # A pair of datagram sockets could also send to others.
    "socketpair": _Condition((53, 199), 1, 0xFF, _SOCK_STREAM),
    "tgkill": _Condition((234, 131), 0, _WHOLE, None),
    "tkill": _Condition((200, 130), 0, _WHOLE, None),
}
_BANS = {
    # The owner of a descriptor can be any process, which Linux then signals.
    "fcntl": _Ban((72, 25), 1, _WHOLE, (_SET_OWNER, _SET_OWNER_OF_KIND)),
    "ioctl": _Ban((16, 29), 1, _WHOLE, (_SET_OWNER_OF_FILE, _SET_GROUP_OF_SOCKET)),
    "open": _Ban((2, _ABSENT), 1, _NEITHER_READ_NOR_WRITE, (_NEITHER_READ_NOR_WRITE,)),
    "openat": _Ban((257, 56), 2, _NEITHER_READ_NOR_WRITE, (_NEITHER_READ_NOR_WRITE,)),
}

# Instructions, answers and offsets of the kernel's `linux/filter.h` and `linux/seccomp.h`.
_LOAD, _AND, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT, _ARGUMENT_BYTES = 0, 4, 16, 8
STEP_BYTES = 8
"""The size of an instruction of the filter, in bytes."""
_X32 = 0x40000000
"""The lowest number of the x32 calls, which Linux also answers on x86_64."""


def filter_program(machine: str, pid: int) -> bytes:
    """Return the filter for the process `pid` on one of `MACHINES`, as an array of `struct sock_filter`."""
    which = list(MACHINES).index(machine)
    steps = [
        _step(_LOAD, _MACHINE_AT),
        _step(_JUMP_IF_EQUAL, MACHINES[machine], skip=1),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
        _step(_JUMP_IF_AT_LEAST, _X32, skip_else=1),
        _step(_RETURN, _FAIL | EPERM),
    ]
    for number in _UNREADABLE.values():
        steps += [_step(_JUMP_IF_EQUAL, number, skip_else=1), _step(_RETURN, _FAIL | ENOSYS)]
    for numbers in _DENIED.values():
        if numbers[which] != _ABSENT:
            steps += [_step(_JUMP_IF_EQUAL, numbers[which], skip_else=1), _step(_RETURN, _FAIL | EPERM)]
    for condition in _CONDITIONS.values():
        steps += [
            _step(_JUMP_IF_EQUAL, condition.numbers[which], skip_else=5),
            _step(_LOAD, _ARGUMENTS_AT + condition.argument * _ARGUMENT_BYTES),
            _step(_AND, condition.mask),
            _step(_JUMP_IF_EQUAL, pid if condition.wanted is None else condition.wanted, skip_else=1),
            _step(_RETURN, _ALLOW),
            _step(_RETURN, _FAIL | EPERM),
        ]
    for ban in _BANS.values():
        if ban.numbers[which] != _ABSENT:
            steps += _ban_steps(ban, ban.numbers[which])
    return b"".join([*steps, *_time_steps(_UTIMENSAT[which]), _step(_RETURN, _ALLOW)])


def _ban_steps(ban: _Ban, number: int) -> list[bytes]:
    """Return the instructions for a ban on the call with this number."""
    load = [_step(_LOAD, _ARGUMENTS_AT + ban.argument * _ARGUMENT_BYTES), _step(_AND, ban.mask)]
    refuse = [
        step
        for value in ban.unwanted
        for step in (_step(_JUMP_IF_EQUAL, value, skip_else=1), _step(_RETURN, _FAIL | EPERM))
    ]
    body = [*load, *refuse, _step(_RETURN, _ALLOW)]
    return [_step(_JUMP_IF_EQUAL, number, skip_else=len(body)), *body]


def _time_steps(number: int) -> list[bytes]:
    """Return the instructions that let `utimensat` change the times of an open file only: the path must be null."""
    path_at = _ARGUMENTS_AT + _ARGUMENT_BYTES
    return [
        _step(_JUMP_IF_EQUAL, number, skip_else=6),
        _step(_LOAD, path_at),
        _step(_JUMP_IF_EQUAL, 0, skip_else=2),
        _step(_LOAD, path_at + _ARGUMENT_BYTES // 2),
        _step(_JUMP_IF_EQUAL, 0, skip=1),
        _step(_RETURN, _FAIL | EPERM),
        _step(_RETURN, _ALLOW),
    ]


def _step(code: int, value: int, *, skip: int = 0, skip_else: int = 0) -> bytes:
    """Return an instruction; a jump skips `skip` instructions if the condition holds, and `skip_else` if not."""
    return pack("=HBBI", code, skip, skip_else, value)
