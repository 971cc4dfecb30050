"""Simulated power cuts: sessions are recorded and replayed up to every moment onto disks torn in many ways."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults.harness import MEMORY, Figures, main
from tests.faults.mutants import add_migration
from tests.faults.player import CorruptError, found, play
from tests.faults.syscalls import Begin, Call, recorded, why_not
from tests.faults.torn_disk import Image, Model, TornDisk

GAME = 1
OLD_STATE = 5

Work = Callable[[Path, int, Begin], None]
"""Works on a file, reports to a descriptor, and calls `Begin` to be recorded."""


class Density(NamedTuple):
    """The number of `disks` of each kind that are checked, and the number of moments of which one is checked."""

    disks: int
    every: int


def measure(is_long: bool) -> Figures:
    """Check 12 disks of both kinds at every moment, or one of each at a third of the moments."""
    density = Density(disks=12, every=1) if is_long else Density(disks=1, every=3)
    figures = Figures(images=0, corrupt=0, lost=0, backups=0, bad_backups=0)
    if why_not():
        return figures
    with tempfile.TemporaryDirectory() as directory:
        old = Path(directory) / "old.db"
        play(old, GAME, OLD_STATE, _nothing)
        cut_everywhere(figures, Path(directory) / "new", None, _play_anew, density)
        cut_everywhere(figures, Path(directory) / "save", old, _save, density)
        add_migration()
        cut_everywhere(figures, Path(directory) / "migrate", old, _migrate, density)
    return figures


def _play_anew(path: Path, report: int, begin: Begin) -> None:
    begin()
    play(path, GAME, 3, partial(_report, report))


def _save(path: Path, report: int, begin: Begin) -> None:
    play(path, GAME, 20, partial(_report, report), begin)


def _migrate(path: Path, report: int, begin: Begin) -> None:
    begin()
    play(path, GAME, 1, partial(_report, report))


def cut_everywhere(figures: Figures, root: Path, old: Path | None, work: Work, density: Density) -> None:
    """Record work under `root`, cut it at every moment, and check the images."""
    root.mkdir(mode=0o700)
    path = root / "data" / "progress.db"
    if old:
        path.parent.mkdir(mode=0o700)
        shutil.copy(old, path)
    torn = [TornDisk(root, model) for model in Model]
    calls = _recorded(work, path)
    chance = Random(density.disks)
    verdicts: dict[int, Figures] = {}
    for disk in torn:
        disk.acknowledged = OLD_STATE if old else 0
        for _ in filter(disk.follow, calls):
            # At random, because every save makes the same calls.
            for _ in range(density.disks if chance.randrange(density.every) == 0 else 0):
                image = disk.cut(chance)
                key = hash((disk.acknowledged, *sorted(image.items())))
                if key not in verdicts:
                    verdicts[key] = _judge(image, root, disk.acknowledged)
                figures.add(verdicts[key])


def _recorded(work: Work, path: Path) -> list[Call]:
    reader, writer = os.pipe()
    try:
        return recorded(partial(work, path, writer))
    finally:
        os.close(reader)
        os.close(writer)


def _judge(image: Image, root: Path, acknowledged: int) -> Figures:
    """Write an image to a directory and check it as the program would."""
    figures = Figures(images=1)
    with tempfile.TemporaryDirectory(dir=MEMORY) as directory:
        for path, content in image.items():
            to = Path(directory) / Path(path).relative_to(root)
            if content is None:
                to.mkdir(mode=0o700, exist_ok=True)
            else:
                to.write_bytes(content)
        data = Path(directory) / "data"
        for backup in data.glob("backups/[!.]*"):
            figures["backups"] += 1
            if not _is_sound(backup):
                figures.note("bad_backups", backup.name)
        try:
            number = found(data / "progress.db", GAME)
        except CorruptError as error:
            figures.note("corrupt", error)
        else:
            if number < acknowledged:
                figures.note("lost", f"state {number} of {acknowledged}")
    return figures


def _is_sound(backup: Path) -> bool:
    with closing(sqlite3.connect(f"{backup.as_uri()}?immutable=1", uri=True)) as connection:
        try:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError:
            return False
    return bool(verdict == "ok")


def _report(descriptor: int, number: int) -> None:
    os.write(descriptor, b"%d" % number)


def _nothing(number: int) -> None:
    """Do nothing."""


if __name__ == "__main__":
    main(measure)
