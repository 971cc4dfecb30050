"""A machine that is odd in ways that no command can bring about. Python imports this at its start, from PYTHONPATH.

`WORLD_CLOCK` is what the clock shows when the program starts.
"""

import datetime as dt
import os
import time
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
