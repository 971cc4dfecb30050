"""Checkpoints: text files with a line for every finished unit. An interrupted count can continue from them.

    binairo count checkpoint 1
    job 10x10;.................... rule=unique
    0010110011 1101001010 8 7027416 0.118
    0011010011 1100110010 8 6140400 0.106

The first line is a title. Below a line `job NAME`, the units of the job follow in any order. The line for a unit holds
the two rows of the seam, the weight, the count, and the seconds that counting took. Lines are only added at the end. So
a killed process may leave an incomplete last line, which is removed when the file is opened again. The file is locked
while it is open, so that two processes cannot use it at the same time.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from binairo_tui.counting.count import CountJob, Unit
from binairo_tui.files import system

TITLE = "binairo count checkpoint 1\n"

_UNIT = re.compile(r"([01]{1,40}) ([01]{1,40}) ([1-8]) ([0-9]{1,400}) [0-9]{1,12}\.[0-9]{3}\n")


class CheckpointError(ValueError):
    """The file is not a checkpoint of this count, is in use, or cannot be locked.

    The message names the file and, if possible, the line.
    """


@dataclass(frozen=True, slots=True)
class UnitCount:
    """The count for a unit of work (not multiplied by the unit's weight), and the seconds that counting took."""

    unit: Unit
    count: int
    seconds: float


@contextmanager
def open_checkpoint(path: Path) -> Iterator["Checkpoint"]:
    """Open a checkpoint file, which is created if it is missing, and close it at the end of the `with` block.

    Raises CheckpointError, without changing the file, if the file is not a checkpoint, is in use, or cannot be locked.
    Raises OSError if it cannot be opened.
    """
    with path.open("a+b") as file:
        try:
            system.lock(file.fileno())
        except BlockingIOError:
            raise CheckpointError(f"{path}: another count is using it") from None
        except OSError as error:
            if error.errno in system.NO_LOCKS:
                raise CheckpointError(f"{path}: a checkpoint needs a lock, but no file can be locked here") from None
            raise
        yield Checkpoint(path, file)


class Checkpoint:
    """An open and locked checkpoint file: see `open_checkpoint`. Raises CheckpointError if it is not a checkpoint."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self._done: dict[str, dict[Unit, int]] = {}
        self._job = ""  # the job that the next line would belong to
        self._read()

    def done(self, job: CountJob) -> dict[Unit, int]:
        """Return the counts for this job that were in the file when it was opened.

        Raises CheckpointError if the file has counts for units that are not in the job.
        """
        done = dict(self._done.get(str(job), {}))
        if done and not done.keys() <= set(job.units()):
            raise CheckpointError(f"{self.path}: it was made by a version that divides this count differently")
        return done

    def add(self, job: CountJob, results: Iterable[UnitCount]) -> None:
        width = job.puzzle.width
        lines = [] if self._job == str(job) else [f"job {job}\n"]
        self._job = str(job)
        for result in results:
            x, y, weight = result.unit
            lines.append(f"{x:0{width}b} {y:0{width}b} {weight} {result.count} {result.seconds:.3f}\n")
        self._file.write("".join(lines).encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self) -> None:
        """Remove an incomplete last line. If the file is empty, write the title."""
        self._file.seek(0)
        title = self._file.readline(len(TITLE))
        if not TITLE.encode().startswith(title):
            raise CheckpointError(f"{self.path}:1: not a checkpoint of a count")
        end = 0
        if title == TITLE.encode():
            end = len(title)
            for number, line in enumerate(self._file, 2):
                if not line.endswith(b"\n"):
                    break
                self._parse_line(number, line.decode("ascii", "replace"))
                end += len(line)
        self._file.truncate(end)
        if not end:
            self._file.write(TITLE.encode())
            self._file.flush()

    def _parse_line(self, number: int, line: str) -> None:
        if line.startswith("job "):
            self._job = line[4:-1]
            self._done.setdefault(self._job, {})
            return
        match = _UNIT.fullmatch(line)
        if not match or not self._job:
            raise CheckpointError(f"{self.path}:{number}: not a line of a checkpoint")
        unit = Unit(int(match[1], 2), int(match[2], 2), int(match[3]))
        count = int(match[4])
        if self._done[self._job].setdefault(unit, count) != count:
            raise CheckpointError(f"{self.path}:{number}: this unit was counted before, with a different result")
