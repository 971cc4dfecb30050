"""A machine that is odd in ways that no command can bring about. Python imports this at its start, from PYTHONPATH.

`WORLD_CLOCK` is what the clock shows when the program starts, and `WORLD_LOCKS=none` is a file system without locks.
"""

import datetime as dt
import fcntl
import os
import time
from errno import ENOLCK
from typing import Self

if moment := os.environ.get("WORLD_CLOCK"):
    real_time = time.time
    ahead = dt.datetime.fromisoformat(moment).timestamp() - real_time()

    class Clock(dt.datetime):
        """A `datetime` whose present is another one."""

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> Self:
            return cls.fromtimestamp(real_time() + ahead, tz)

    setattr(dt, "datetime", Clock)  # noqa: B010 - mypy lets no type be replaced otherwise
    time.time = lambda: real_time() + ahead

if os.environ.get("WORLD_LOCKS") == "none":

    def flock(descriptor: int, _operation: int) -> None:
        """Fail as on a network home without a lock daemon."""
        raise OSError(ENOLCK, os.strerror(ENOLCK), str(descriptor))

    setattr(fcntl, "flock", flock)  # noqa: B010 - mypy lets no function be replaced otherwise
