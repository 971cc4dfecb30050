"""Shrinks a failing sequence until no part of it can be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrink(items: Sequence[T], fails: Callable[[Sequence[T]], bool], tries: int = 400) -> list[T]:
    """Return a shorter part of `items` that still fails, leaving out long stretches first.

    `fails` is called at most `tries` times. `items` themselves must fail. Source: Zeller and Hildebrandt, "Simplifying
    and isolating failure-inducing input", 2002.
    """
    left = list(items)
    size = max(len(left) // 2, 1)
    while size and tries:
        start = 0
        has_shrunk = False
        while start < len(left) and tries:
            tries -= 1
            shorter = left[:start] + left[start + size :]
            if fails(shorter):
                left, has_shrunk = shorter, True
            else:
                start += size
        if not has_shrunk or size > len(left):
            size = 0 if size == 1 else max(min(size, len(left)) // 2, 1)
    return left
