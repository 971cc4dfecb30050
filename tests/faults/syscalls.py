"""Runs work under strace: records its system calls, or kills it at one of them."""

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
"""The system calls that can change a disk. Between two of them, the disk does not change."""

Begin = Callable[[], None]
_PR_SET_PTRACER = 0x59616D61


@cache
def why_not() -> str:
    """Return why tracing is impossible here; '' if it is possible."""
    if shutil.which("strace") is None:
        return "strace is not installed"
    trial = subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    return "" if trial.returncode == 0 else f"tracing is refused: {trial.stderr.strip()}"


def traced(work: Callable[[Begin], None], *options: str) -> int:
    """Fork, and run `work` under strace once it calls its argument; return its exit status, or -signal.

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
    # strace is a sibling, and some systems allow only ancestors to trace.
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
    work(lambda: os.kill(os.getpid(), signal.SIGSTOP))


def killed_at(work: Callable[[Begin], None], number: int) -> int:
    """Run `work` and kill it at call `number`, from 1, of those in CHANGING; return as `traced` does."""
    return traced(
        work, "-o", os.devnull, "-e", f"trace={CHANGING}", "-e", f"inject={CHANGING}:signal=KILL:when={number}"
    )


def failing(work: Callable[[Begin], None], calls: str, error: str, first: int, last: int) -> int:
    """Run `work` while these calls, from number `first` to `last`, fail with an error; return as `traced` does."""
    return traced(
        work, "-o", os.devnull, "-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={first}..{last}"
    )


class Call(NamedTuple):
    """A successful call. Texts are bytes, descriptors are their paths (or `pipe:[...]`), other arguments are words."""

    name: str
    arguments: tuple[bytes | str, ...]


def recorded(work: Callable[[Begin], None]) -> list[Call]:
    """Run `work`; return its calls of CHANGING in the order in which they ended."""
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
        if call:  # it succeeded: failed calls end in -1 and a reason; lines about signals and exits do not match
            yield Call(call[1], tuple(map(_argument, call[2].split(", "))))


def _argument(text: str) -> bytes | str:
    if match := _TEXT.fullmatch(text):
        return _bytes(match[1])
    if match := _DESCRIPTOR.fullmatch(text):
        return os.fsdecode(_bytes(match[1]))
    return text


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
