"""Memos: caches of limited size for functions of one int."""

from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


class Memo(dict[int, _Result]):
    """Maps each int to the result of `find`. An int is passed to `find` when it is looked up for the first time.

    A memo with `limit` entries is cleared before it takes another entry.
    """

    def __init__(self, find: Callable[[int], _Result], limit: int) -> None:
        super().__init__()
        self._find = find
        self._limit = limit

    def __missing__(self, key: int) -> _Result:
        if len(self) >= self._limit:
            self.clear()
        found = self[key] = self._find(key)
        return found
