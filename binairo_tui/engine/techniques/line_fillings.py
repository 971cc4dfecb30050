"""The legal fillings of a line: the values that all fillings share, the first few fillings, and their number."""

from functools import lru_cache

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Value, geometry
from binairo_tui.engine.lines import LineTable, line_table
from binairo_tui.engine.puzzle import LineSigns, real_signs

MAX_MEMO = 1 << 15
"""Limit on the line texts in a cache of what lines force; a full cache takes some 10 MB."""


@lru_cache(maxsize=MAX_MEMO)
def forced_values(text: str, signs: LineSigns, finished: tuple[str, ...] = ()) -> dict[int, Value] | None:
    """Return the blank places that have the same value in all legal fillings, with their values.

    Fillings that equal a `finished` line are not legal. Returns None if there is no legal filling.
    """
    row, table, state = geometry(len(text), 1), _table(len(text), signs), _state(text)
    if finished:
        forced = table.forced_excluding(state, [_state(full) for full in finished])
    else:
        entry = table[state]
        forced = None if entry is None else entry.row
    return None if forced is None else {place: row.value(forced, place) for place in row.cells(forced)}


def may_become(text: str, finished: str) -> bool:
    """Return whether a line could still become equal to a finished line, its twin."""
    return all(held in (EMPTY, value) for held, value in zip(text, finished, strict=True))


def can_be_filled(text: str, signs: LineSigns) -> bool:
    return forced_values(text, signs) is not None


@lru_cache(maxsize=MAX_MEMO)
def fillings(text: str, signs: LineSigns, limit: int) -> tuple[str, ...]:
    """Return the legal fillings of a line, in ascending order, but no more than `limit`."""
    found: list[str] = []
    stack = [text]
    while stack and len(found) < limit:
        last = stack.pop()
        if not can_be_filled(last, signs):
            continue
        place = last.find(EMPTY)
        if place < 0:
            found.append(last)
        else:
            stack += [last[:place] + value + last[place + 1 :] for value in (ONE, ZERO)]
    return tuple(found)


def signs_that_matter(text: str, signs: LineSigns) -> LineSigns:
    """Return a minimal subset of the signs of a line that forbids the same fillings as all of them."""
    kept = list(signs)
    for place, same in real_signs(len(text), signs):
        rest = [sign for sign in kept if sign[0] != place]
        if EMPTY not in text[place : place + 2] or not can_be_filled(text, tuple(sorted([*rest, (place, not same)]))):
            kept = rest
    return tuple(kept)


def count_fillings(text: str, signs: LineSigns) -> int:
    return _table(len(text), signs).count_of(_state(text))


def _table(length: int, signs: LineSigns) -> LineTable:
    return line_table(length, geometry(length, 1).lane, signs)


def _state(text: str) -> int:
    row = geometry(len(text), 1)
    return row.position(text) & row.board
