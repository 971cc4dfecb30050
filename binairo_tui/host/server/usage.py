"""What a host uses of the machine: memory, and space on the disk."""

import os
from contextlib import suppress
from pathlib import Path


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


def count_threads(pid: int) -> int:
    """Return the number of threads of a process; 0 if that cannot be read."""
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208 - there may be many
    return 0


def disk_bytes(directory: Path) -> int:
    """Return the space that the files below a directory take on the disk."""
    total = 0
    for place, _, names in os.walk(directory):
        for name in names:
            with suppress(OSError):  # it has been removed
                total += os.lstat(os.path.join(place, name)).st_blocks * 512  # noqa: PTH118 - there may be many
    return total
