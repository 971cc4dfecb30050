"""What a host uses of the machine: memory, and space on the disk."""

import os
from contextlib import suppress
from pathlib import Path

NICE, NICEST = 5, 19
"""The nice values of player processes, and of those that use much processor time. That of the hub is 0."""


def memory_bytes(pid: int) -> int:
    """Return the memory of a process and its descendants, counting what they share once; 0 if that cannot be read."""
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
    """Return the threads of a process, and the seconds of processor time that it has used; 0 if that is not known."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[17]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0, 0.0


def lower_priority(pid: int, nice: int) -> None:
    """Let the group of a process wait for processes with a lower nice value, from now on."""
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
