"""What a host uses of the machine: memory, and space on the disk."""

import os
from contextlib import suppress
from pathlib import Path

NICE, NICEST = 5, 19
"""The nice values of player processes, and of player processes that use much processor time. The hub has 0."""


def memory_bytes(pid: int) -> int:
    """Return the memory of a process and its descendants; memory that they share counts once. 0 means unknown."""
    total, left = 0, [pid]
    while left:
        place = Path(f"/proc/{left.pop()}")
        with suppress(OSError):  # it has ended, or belongs to another user
            found = dict(line.split(":") for line in (place / "smaps_rollup").read_text().splitlines()[1:])
            total += int(found["Pss"].split()[0]) << 10
            for children in place.glob("task/*/children"):
                left += [int(child) for child in children.read_text().split()]
    return total


def load_of(pid: int) -> tuple[int, float]:
    """Return how many threads a process has, and how many seconds of processor time it has used; (0, 0) if unknown."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[17]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0, 0.0


def lower_priority(pid: int, nice: int) -> None:
    """Give this nice value to the group of a process, so that it waits for processes with a lower value."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PGRP, pid, nice)
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))  # where Linux groups by terminal, only this counts


def disk_bytes(directory: Path) -> int:
    """Return the space that the files below a directory take on the disk."""
    total = 0
    for place, _, names in os.walk(directory):
        for name in names:
            with suppress(OSError):  # it has been removed
                total += os.lstat(os.path.join(place, name)).st_blocks * 512  # noqa: PTH118 - there may be many
    return total
