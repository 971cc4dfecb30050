"""Work done under strace: recorded call by call, or killed at one of its calls."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from tests.faults.harness import fork

CHANGING = (
    "openat,pwrite64,write,ftruncate,fsync,fdatasync,"  # openat may create
    "rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat"
)
"""The calls that can change what is on a disk. What happens between two of them cannot be told apart from the disk."""

Begin = Callable[[], None]
_PR_SET_PTRACER = 0x59616D61


@cache
def why_not() -> str:
    """Why nothing can be traced here; '' if it can."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    trial = subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    return "" if trial.returncode == 0 else f"tracing is refused: {trial.stderr.strip()}"


def traced(work: Callable[[Begin], None], *options: str) -> int:
    """Fork, and do `work` under strace from the moment it calls what it is given; return its exit status, or -signal.

    `options` are strace's. Calls are counted by thread, so that for `when=N` only one thread should be at work.
    """
    pid = fork(partial(_prepared, work))
    os.waitpid(pid, os.WUNTRACED)
    with subprocess.Popen(
        ["strace", "-f", "-p", str(pid), *options], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    ) as strace:
        assert strace.stderr is not None
        for line in strace.stderr:
            if line.rstrip().endswith("attached"):
                break
        os.kill(pid, signal.SIGCONT)
        _, status = os.waitpid(pid, 0)
        trouble = strace.stderr.read()
    if strace.returncode:
        raise RuntimeError(f"strace failed: {trouble}")
    return os.waitstatus_to_exitcode(status)


def _prepared(work: Callable[[Begin], None]) -> None:
    # Where only parents may trace, strace may too, although it is a sister.
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
    work(lambda: os.kill(os.getpid(), signal.SIGSTOP))


def killed_at(work: Callable[[Begin], None], number: int) -> int:
    """Do `work` and have SIGKILL end it at the call `number`, from 1, of those in CHANGING; return as `traced` does."""
    return traced(
        work, "-o", os.devnull, "-e", f"trace={CHANGING}", "-e", f"inject={CHANGING}:signal=KILL:when={number}"
    )


def failing(work: Callable[[Begin], None], calls: str, error: str, first: int, last: int) -> int:
    """Do `work` while these calls, counted from `first` to `last`, fail with an error; return as `traced` does."""
    return traced(
        work, "-o", os.devnull, "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={first}..{last}"
    )


class Call(NamedTuple):
    """A call that succeeded. Texts are bytes, descriptors the path (or `pipe:[...]`) behind them, the rest words."""

    name: str
    arguments: tuple[bytes | str, ...]


def recorded(work: Callable[[Begin], None]) -> list[Call]:
    """Do `work`; return all its changing calls in the order in which they ended."""
    with tempfile.NamedTemporaryFile() as log:
        status = traced(work, "-o", log.name, "-y", "-xx", "-s", str(1 << 20), "-e", f"trace={CHANGING}")
        if status:
            raise RuntimeError(f"the work ended with status {status}")
        return list(_calls(log.read().decode()))


_LINE = re.compile(r"(\d+) +(.*)")
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>")
_CALL = re.compile(r"(\w+)\((.*)\) += (\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_DESCRIPTOR = re.compile(r"(?:\d+|AT_FDCWD)<(.*)>")


def _calls(log: str) -> Iterator[Call]:
    begun: dict[str, str] = {}
    for line in log.splitlines():
        match = _LINE.fullmatch(line)
        assert match, line
        thread, text = match.groups()
        if text.endswith("<unfinished ...>"):
            begun[thread] = text.removesuffix("<unfinished ...>").rstrip()
            continue
        text = begun.pop(thread, "") + _RESUMED.sub("", text, count=1)
        call = _CALL.match(text)
        if call:  # it succeeded: others end in -1 and a reason; lines about signals and exits are no calls
            yield Call(call[1], tuple(map(_argument, call[2].split(", "))))


def _argument(text: str) -> bytes | str:
    if match := _TEXT.fullmatch(text):
        return _bytes(match[1])
    if match := _DESCRIPTOR.fullmatch(text):
        return os.fsdecode(_bytes(match[1]))
    return text


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
