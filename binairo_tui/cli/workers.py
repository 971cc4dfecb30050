"""What verbs that work in several processes share: how many these are, and what is said when one has ended."""

from __future__ import annotations

import os

import click

WORKER_ENDED = "a worker process has ended; perhaps it ran out of memory: try fewer --workers"


def _core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 512),
    default=_core_count,
    metavar="N",
    help="Processes; one a core if not given.",
)
"""`--workers`, as the parameter `workers`."""
