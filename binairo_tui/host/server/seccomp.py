"""A seccomp filter, with which Linux refuses most system calls of a player process.

The filter is a program that Linux runs before each system call of the process. It allows the calls that the game makes,
and the calls that another C library would make in place of these. All other calls seem to be missing, as they would be
in an older Linux, so that libraries do without them.
"""

from errno import ENOSYS, EPERM
from struct import pack
from typing import NamedTuple

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""Maps the machines that have a filter, by their names in `os.uname`, to their numbers in Linux (`AUDIT_ARCH_*`)."""

_ABSENT = -1
"""Stands for the number of a call that a machine does not have."""
_ALLOWED = {
    # Open files, the terminal, and the link to the hub
    "close": (3, 57),
    "dup": (32, 23),
    "dup2": (33, _ABSENT),
    "dup3": (292, 24),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "epoll_wait": (232, _ABSENT),
    "eventfd2": (290, 19),
    "fadvise64": (221, 223),
    "fallocate": (285, 47),
    "fchmod": (91, 52),
    "fdatasync": (75, 83),
    "flock": (73, 32),
    "fstat": (5, 80),
    "fstatfs": (138, 44),
    "fsync": (74, 82),
    "ftruncate": (77, 46),
    "getdents64": (217, 61),
    "getpeername": (52, 205),
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "lseek": (8, 62),
    "pipe2": (293, 59),
    "poll": (7, _ABSENT),
    "ppoll": (271, 73),
    "pread64": (17, 67),
    "pselect6": (270, 72),
    "pwrite64": (18, 68),
    "read": (0, 63),
    "readv": (19, 65),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "select": (23, _ABSENT),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "setsockopt": (54, 208),
    "shutdown": (48, 210),
    "write": (1, 64),
    "writev": (20, 66),
    # Files by path, which Landlock judges
    "access": (21, _ABSENT),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "lstat": (6, _ABSENT),
    "mkdir": (83, _ABSENT),
    "mkdirat": (258, 34),
    "newfstatat": (262, 79),
    "readlink": (89, _ABSENT),
    "readlinkat": (267, 78),
    "rename": (82, _ABSENT),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "rmdir": (84, _ABSENT),
    "stat": (4, _ABSENT),
    "statfs": (137, 43),
    "statx": (332, 291),
    "unlink": (87, _ABSENT),
    "unlinkat": (263, 35),
    # Memory, which RLIMIT_AS limits
    "brk": (12, 214),
    "madvise": (28, 233),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    # Threads, signals and the end of the process itself
    "exit": (60, 93),
    "exit_group": (231, 94),
    "futex": (202, 98),
    "get_robust_list": (274, 100),
    "membarrier": (324, 283),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigpending": (127, 136),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigtimedwait": (128, 137),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "setitimer": (38, 103),
    "sigaltstack": (131, 132),
    # The time, and what the process may know of itself and of the machine
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "getcpu": (309, 168),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getpgid": (121, 155),
    "getpgrp": (111, _ABSENT),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getrandom": (318, 278),
    "getresgid": (120, 150),
    "getresuid": (118, 148),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "getsid": (124, 156),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "nanosleep": (35, 101),
    "sysinfo": (99, 179),
    "time": (201, _ABSENT),
    "umask": (95, 166),
    "uname": (63, 160),
}
"""Maps each call that is always allowed to its numbers, in the order of `MACHINES`."""

_UTIMENSAT = (280, 88)
_CLONE_THREAD = 0x10000
_SOCK_STREAM = 1
_SET_THREAD_NAME = 15
_WHOLE = 0xFFFFFFFF
_NEITHER_READ_NOR_WRITE = 3
"""With this access mode, Linux opens every file without asking Landlock; `fchmod` could then change its rights."""
_SET_OWNER, _SET_OWNER_OF_KIND = 8, 15
_SET_OWNER_OF_FILE, _SET_GROUP_OF_SOCKET = 0x8901, 0x8902


class _Rule(NamedTuple):
    """Allows a call if one of its arguments, masked with `mask`, is in `values`.

    With `refuses`, the call is refused in this case, and otherwise allowed. None in `values` stands for the id of the
    process. `numbers` are the numbers of the call on x86-64 and ARM64, and `argument` is the index of the argument.
    """

    numbers: tuple[int, int]
    argument: int
    mask: int
    values: tuple[int | None, ...]
    refuses: bool = False


_RULES = {
    "clone": _Rule((56, 220), 0, _CLONE_THREAD, (_CLONE_THREAD,)),
    "kill": _Rule((62, 129), 0, _WHOLE, (None,)),
    "prctl": _Rule((157, 167), 0, _WHOLE, (_SET_THREAD_NAME,)),
    "prlimit64": _Rule((302, 261), 0, _WHOLE, (0,)),
    # A pair of datagram sockets could also send to others.
    "socketpair": _Rule((53, 199), 1, 0xFF, (_SOCK_STREAM,)),
    "tgkill": _Rule((234, 131), 0, _WHOLE, (None,)),
    "tkill": _Rule((200, 130), 0, _WHOLE, (None,)),
    # The owner of a descriptor can be any process, which Linux then signals.
    "fcntl": _Rule((72, 25), 1, _WHOLE, (_SET_OWNER, _SET_OWNER_OF_KIND), refuses=True),
    "ioctl": _Rule((16, 29), 1, _WHOLE, (_SET_OWNER_OF_FILE, _SET_GROUP_OF_SOCKET), refuses=True),
    "open": _Rule((2, _ABSENT), 1, _NEITHER_READ_NOR_WRITE, (_NEITHER_READ_NOR_WRITE,), refuses=True),
    "openat": _Rule((257, 56), 2, _NEITHER_READ_NOR_WRITE, (_NEITHER_READ_NOR_WRITE,), refuses=True),
}

# Instructions, answers and offsets of the kernel's `linux/filter.h` and `linux/seccomp.h`.
_LOAD, _AND, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_ALLOW, _KILL, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER_AT, _MACHINE_AT, _ARGUMENTS_AT, _ARGUMENT_BYTES = 0, 4, 16, 8
STEP_BYTES = 8
"""The size of an instruction of the filter, in bytes."""


def filter_program(machine: str, pid: int) -> bytes:
    """Return the filter for the process `pid` on one of `MACHINES`, as an array of `struct sock_filter`."""
    which = list(MACHINES).index(machine)
    steps = [
        _step(_LOAD, _MACHINE_AT),
        _step(_JUMP_IF_EQUAL, MACHINES[machine], skip=1),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
    ]
    for numbers in _ALLOWED.values():
        if numbers[which] != _ABSENT:
            steps += [_step(_JUMP_IF_EQUAL, numbers[which], skip_else=1), _step(_RETURN, _ALLOW)]
    for rule in _RULES.values():
        if rule.numbers[which] != _ABSENT:
            steps += _rule_steps(rule, rule.numbers[which], pid)
    return b"".join([*steps, *_time_steps(_UTIMENSAT[which]), _step(_RETURN, _FAIL | ENOSYS)])


def _rule_steps(rule: _Rule, number: int, pid: int) -> list[bytes]:
    answers = _step(_RETURN, _ALLOW), _step(_RETURN, _FAIL | EPERM)
    body = [_step(_LOAD, _ARGUMENTS_AT + rule.argument * _ARGUMENT_BYTES), _step(_AND, rule.mask)]
    for value in rule.values:
        body += [_step(_JUMP_IF_EQUAL, pid if value is None else value, skip_else=1), answers[rule.refuses]]
    return [_step(_JUMP_IF_EQUAL, number, skip_else=len(body) + 1), *body, answers[not rule.refuses]]


def _time_steps(number: int) -> list[bytes]:
    """Return instructions that allow `utimensat` only with a null path, which stands for an open file."""
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
