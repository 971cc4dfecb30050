"""Simulates what a power cut leaves on a disk, from a recording of system calls that is stopped at any moment.

There are two models. ORDERED is a journalling file system: changes of names and sizes reach the disk in order, and any
sync writes all of them so far. POSIX guarantees the least: each change reaches the disk independently or not at all
until its file or directory is synced. In both, any combination of the sectors of 512 bytes that were written but not
synced is on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults.syscalls import Call

SECTOR = 512


class Model(Enum):
    """The guarantees of a file system."""

    ORDERED = auto()
    POSIX = auto()


class _Write(NamedTuple):
    offset: int
    data: bytes


class _Resize(NamedTuple):
    size: int
    time: int


class _Name(NamedTuple):
    """A path that from `time` on names a file, or nothing; changes with the same time are atomic."""

    path: str
    file: int | None
    time: int


@dataclass
class _File:
    """The durable content of a file, and the changes since. A directory has neither."""

    is_directory: bool = False
    durable: bytes = b""
    pending: list[_Write | _Resize] = field(default_factory=list)


Image = dict[str, bytes | None]
"""Contents by path; None stands for a directory."""


class TornDisk:
    """Replays a recording under `root`, which is durable at first, and draws images that a power cut may leave."""

    def __init__(self, root: Path, model: Model) -> None:
        self.acknowledged = 0
        self._model = model
        self._files: list[_File] = []
        self._now: dict[str, int] = {}
        self._pending: list[_Name] = []
        self._time = self._committed = 0
        self._positions: dict[str, int] = {}
        for path in (root, *sorted(root.rglob("*"))):
            self._now[str(path)] = len(self._files)
            self._files.append(_File(True) if path.is_dir() else _File(durable=path.read_bytes()))
        self._durable = dict(self._now)

    def follow(self, call: Call) -> bool:
        """Replay one more call; return whether it changed the disk."""
        self._time += 1
        match call.name, *call.arguments:
            case "write", str(to), bytes(data), *_ if to.startswith("pipe:"):
                self.acknowledged = int(data)
                done = False
            case "write", str(path), bytes(data), *_:
                offset = self._positions.get(path, 0)
                self._positions[path] = offset + len(data)
                done = self._change(path, _Write(offset, data))
            case "pwrite64", str(path), bytes(data), _, str(offset):
                done = self._change(path, _Write(int(offset), data))
            case "ftruncate", str(path), str(size):
                done = self._change(path, _Resize(int(size), self._time))
            case "fsync" | "fdatasync", str(path):
                done = self._sync(path)
            case "openat", _, bytes(path), str(flags), *_:
                done = self._open(os.fsdecode(path), flags)
            case _:
                done = self._rearrange(call)
        return done

    def _rearrange(self, call: Call) -> bool:
        source, *target = _paths(call)
        match call.name.removesuffix("2").removesuffix("at"):
            case "mkdir":
                return self._name(source, self._make(is_directory=True))
            case "unlink":
                return self._name(source, None)
            case "rename":
                return self._name(target[0], self._now.get(source)) and self._name(source, None)
        raise NotImplementedError(call.name)

    def _change(self, path: str, change: _Write | _Resize) -> bool:
        file = self._now.get(path)
        if file is None:
            return False
        self._files[file].pending.append(change)
        return True

    def _open(self, path: str, flags: str) -> bool:
        self._positions[path] = 0
        if "O_CREAT" in flags and path not in self._now:
            return self._name(path, self._make(is_directory=False))
        return "O_TRUNC" in flags and self._change(path, _Resize(0, self._time))

    def _make(self, *, is_directory: bool) -> int:
        self._files.append(_File(is_directory))
        return len(self._files) - 1

    def _name(self, path: str, file: int | None) -> bool:
        if os.path.dirname(path) not in self._now:  # noqa: PTH120 - paths are only compared here
            return False
        _set(self._now, path, file)
        self._pending.append(_Name(path, file, self._time))
        return True

    def _sync(self, path: str) -> bool:
        file = self._now.get(path)
        if file is None:
            return False
        if self._files[file].is_directory or self._model is Model.ORDERED:
            is_all = self._model is Model.ORDERED
            synced = [name for name in self._pending if is_all or os.path.dirname(name.path) == path]  # noqa: PTH120
            for name in synced:
                self._pending.remove(name)
                _set(self._durable, name.path, name.file)
            self._committed = self._time
        it = self._files[file]
        it.durable, it.pending = _content(it.durable, it.pending), []
        return True

    def cut(self, chance: Random) -> Image:
        """Draw an image that a power cut may leave now."""
        likelihood = chance.choice((0, 0.1, 0.5, 0.9, 1))
        last = chance.randint(self._committed, self._time)
        came: dict[int, bool] = {}

        def comes(time: int) -> bool:
            if self._model is Model.ORDERED:
                return time <= last
            return came.setdefault(time, chance.random() < likelihood)

        names = dict(self._durable)
        for name in self._pending:
            if comes(name.time):
                _set(names, name.path, name.file)
        contents: dict[int, bytes | None] = {}
        for number in set(names.values()):
            file = self._files[number]
            kept: list[_Write | _Resize] = []
            for change in file.pending:
                if isinstance(change, _Resize):
                    kept += [change] if comes(change.time) else []
                else:
                    kept += [sector for sector in _sectors(change) if chance.random() < likelihood]
            contents[number] = None if file.is_directory else _content(file.durable, kept)
        return _reachable({path: contents[number] for path, number in names.items()})


def _paths(call: Call) -> list[str]:
    """Return the paths among the arguments of a call, each joined to the directory before it."""
    directory, paths = "", []
    for argument in call.arguments:
        if isinstance(argument, bytes):
            paths.append(os.path.join(directory, os.fsdecode(argument)))  # noqa: PTH118
        else:
            directory = argument
    return paths


def _set(names: dict[str, int], path: str, file: int | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def _sectors(write: _Write) -> Iterator[_Write]:
    start, end = write.offset, write.offset + len(write.data)
    while start < end:
        stop = min((start // SECTOR + 1) * SECTOR, end)
        yield _Write(start, write.data[start - write.offset : stop - write.offset])
        start = stop


def _content(before: bytes, changes: list[_Write | _Resize]) -> bytes:
    content = bytearray(before)
    for change in changes:
        if isinstance(change, _Resize):
            del content[change.size :]
            content.extend(bytes(change.size - len(content)))
        else:
            end = change.offset + len(change.data)
            content.extend(bytes(max(end - len(content), 0)))
            content[change.offset : end] = change.data
    return bytes(content)


def _reachable(image: Image) -> Image:
    """Return an image without the files whose directory is missing."""
    first = min(image, key=len)
    kept: Image = {first: None}
    for path in sorted(image, key=len):
        parent = os.path.dirname(path)  # noqa: PTH120
        if path == first or (parent in kept and kept[parent] is None):
            kept[path] = image[path]
    return kept
