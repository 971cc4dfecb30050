"""Reasons: finds a minimal set of cells and signs in a line from which the values of a deduction follow."""

from collections.abc import Sequence
from functools import lru_cache

from binairo_tui.engine.geometry import EMPTY, Value, opposite
from binairo_tui.engine.puzzle import LineSigns, real_signs
from binairo_tui.engine.techniques.line_fillings import MAX_MEMO, fillings, forced_values


@lru_cache(maxsize=MAX_MEMO)
def minimal_reason(
    text: str,
    signs: LineSigns,
    filled: tuple[tuple[int, Value], ...],
    because: tuple[int, ...],
    dropped_first: tuple[int, ...] = (),
    *,
    finished: tuple[str, ...] = (),
    keeps_places: bool = False,
    keeps_signs: bool = False,
) -> tuple[tuple[int, ...], LineSigns]:
    """Return a minimal part of a reason: the places of its filled cells, ascending, and its signs.

    `filled` holds pairs of a blank place and its value. These values follow from the cells at the places `because`,
    from the `signs`, and from the `finished` lines that the line must differ from. Everything that is not needed for
    this is left out. Unless `keeps_signs` is set, signs are left out first. Unless `keeps_places` is set, places are
    left out next: first the places in `dropped_first`, and then the places farthest from the blanks.
    """
    kept, held, inside = set(because), dict(signs), dict(real_signs(len(text), signs))

    def is_enough() -> bool:
        only = "".join([value if place in kept else EMPTY for place, value in enumerate(text)])
        return settles(only, tuple(sorted(held.items())), filled, finished)

    if not is_enough():  # the line cannot be filled: its reason is as good as any other
        return because, signs
    for place in () if keeps_signs else sorted(inside, key=lambda place: -_distance(place, filled)):
        same = held.pop(place)
        if not is_enough():
            held[place] = same
    order = sorted(because, key=lambda place: (place not in dropped_first, -_distance(place, filled)))
    for place in () if keeps_places else order:
        kept.discard(place)
        if not is_enough():
            kept.add(place)
    return tuple(sorted(kept)), tuple(sorted(held.items()))


def settles(text: str, signs: LineSigns, filled: Sequence[tuple[int, Value]], finished: tuple[str, ...] = ()) -> bool:
    """Return whether a line has legal fillings that are not in `finished`, and all of them have the values `filled`."""
    forced = forced_values(text, signs)
    return forced is not None and all(
        forced.get(place) == value or (finished and _is_taken(text, signs, place, opposite(value), finished))
        for place, value in filled
    )


def _is_taken(text: str, signs: LineSigns, place: int, value: Value, finished: tuple[str, ...]) -> bool:
    """Return whether all legal fillings of a line that have `value` at `place` are finished lines."""
    found = fillings(text[:place] + value + text[place + 1 :], signs, len(finished) + 1)
    return set(finished).issuperset(found)


def _distance(place: int, filled: Sequence[tuple[int, Value]]) -> int:
    return min([abs(place - other) for other, _ in filled])
