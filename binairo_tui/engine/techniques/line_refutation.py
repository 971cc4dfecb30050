"""Line refutations: the steps that lead from a line that cannot be filled to a rule that it visibly breaks."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from binairo_tui.engine.geometry import EMPTY, ONE, ZERO, Value, opposite
from binairo_tui.engine.puzzle import LineSigns, real_signs
from binairo_tui.engine.techniques import (
    base,
    complete_line,
    equal_pair,
    gap_counting,
    last_blank,
    last_one,
    line_fillings,
    pair,
    sandwich,
    sign,
    sign_counting,
)

MAX_DEPTH = 3
"""Limit on the steps that are tried before a cell of the line is assumed to hold a value."""

PLAIN = (last_blank, pair, sandwich, sign, complete_line, equal_pair, last_one, sign_counting)
"""The modules of the techniques that compare a few cells or count values, and list no fillings, easiest first."""
EASY = (*PLAIN, gap_counting)
"""The modules of the techniques that find something even in a line that cannot be filled, easiest first."""
_TRIPLE = re.compile("000|111")


class LineStep(NamedTuple):
    """A step inside a line: `technique` fills `places` with `values` because of the places in `because`.

    If the technique is "two blanks", `twin` is the finished line that the line must not copy; otherwise `twin` is ''.
    If the step fills a place because the opposite value is refuted, `technique` is '' and `refuted` is the refutation.
    """

    technique: str
    places: tuple[int, ...]
    values: tuple[Value, ...]
    because: tuple[int, ...]
    twin: str = ""
    refuted: "LineRefutation | None" = None


class LineRefutation(NamedTuple):
    """The steps inside a line that lead to a visible contradiction, and the filled places on which they depend."""

    steps: tuple[LineStep, ...]
    because: tuple[int, ...]

    @property
    def length(self) -> int:
        """The number of steps, including the contradiction."""
        return 1 + sum([1 + (step.refuted.length if step.refuted else 0) for step in self.steps])


@lru_cache(maxsize=line_fillings.MAX_MEMO)
def refute_line(text: str, signs: LineSigns, finished: tuple[str, ...] = ()) -> LineRefutation:
    """Return a refutation of a line that has no legal filling except, perhaps, some of the `finished` lines.

    If easy techniques reach a contradiction within MAX_DEPTH steps, the refutation has the fewest steps possible with
    these techniques. Otherwise some of its steps refute assumed values. Raises ValueError if the line can be filled.
    """
    found = _search(text, signs, finished, MAX_DEPTH)
    return _split(text, signs, finished) if found is None else _traced(text, *found)


@lru_cache(maxsize=line_fillings.MAX_MEMO)
def _search(
    text: str, signs: LineSigns, finished: tuple[str, ...], depth: int
) -> tuple[tuple[LineStep, ...], tuple[int, ...]] | None:
    """Return the fewest steps to a contradiction, and the places that show it; None if it takes more than `depth`."""
    seen = {text}
    reached: list[tuple[str, tuple[LineStep, ...]]] = [(text, ())]
    for number in range(depth + 1):
        for last, steps in reached:
            if places := visible(last, signs, finished):
                return steps, places
        longer = []
        for last, steps in reached if number < depth else ():
            for step in _steps(last, signs, finished):
                after = _filled(last, step.places, step.values)
                if after not in seen:
                    seen.add(after)
                    longer.append((after, (*steps, step)))
        reached = longer
    return None


def _split(text: str, signs: LineSigns, finished: tuple[str, ...]) -> LineRefutation:
    """Return a refutation that first fills a cell because the opposite value is refuted.

    The cell and its value are chosen so that this inner refutation is as short as possible.
    """
    facts: list[tuple[int, Value]] = [
        (place, value) for place, held in enumerate(text) if held == EMPTY for value in (ZERO, ONE)
    ]
    if not facts:
        raise ValueError("the line can be filled")
    for depth in range(MAX_DEPTH + 1):
        for fact in facts:
            assumed = _filled(text, fact[:1], fact[1:])
            found = _search(assumed, signs, finished, depth)
            if found is not None:
                return _refuting_first(text, signs, finished, fact, _traced(assumed, *found))
    assumed = _filled(text, facts[0][:1], facts[0][1:])
    return _refuting_first(text, signs, finished, facts[0], refute_line(assumed, signs, finished))


def _refuting_first(
    text: str, signs: LineSigns, finished: tuple[str, ...], wrong: tuple[int, Value], refuted: LineRefutation
) -> LineRefutation:
    """Return a refutation of a line whose first step uses `refuted`, a refutation of `wrong`.

    `wrong` is a place and its value. If the other steps do not need the first step, it is left out.
    """
    place, value = wrong
    because = tuple([other for other in refuted.because if other != place])
    step = LineStep("", (place,), (opposite(value),), because, refuted=refuted)
    rest = refute_line(_filled(text, step.places, step.values), signs, finished)
    if place not in rest.because:
        return rest
    return LineRefutation((step, *rest.steps), tuple(sorted({*rest.because, *because} - {place})))


@lru_cache(maxsize=line_fillings.MAX_MEMO)
def visible(text: str, signs: LineSigns, finished: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places that show a visibly broken rule, or () if no rule is visibly broken."""
    if triple := _TRIPLE.search(text):
        return tuple(range(*triple.span()))
    for value in (ZERO, ONE):
        if base.still_needed(text, value, signs) < 0:
            return tuple([place for place, held in enumerate(text) if held == value])
    for place, same in real_signs(len(text), signs):
        if EMPTY not in text[place : place + 2] and (text[place] == text[place + 1]) is not same:
            return place, place + 1
    return tuple(range(len(text))) if text in finished else ()


def _steps(text: str, signs: LineSigns, finished: tuple[str, ...]) -> Iterator[LineStep]:
    for module in EASY:
        for places, values, because in module.find(text, signs):
            yield LineStep(module.TECHNIQUE.name, places, values, because)
    yield from two_blanks(text, signs, finished)


def two_blanks(text: str, signs: LineSigns, finished: tuple[str, ...]) -> Iterator[LineStep]:
    """Yield the steps that fill the last two blanks of a line so that it does not copy a finished line."""
    if text.count(EMPTY) == 2 and real_signs(len(text), signs) == signs:  # otherwise, there are more ways to differ
        blanks = text.index(EMPTY), text.rindex(EMPTY)
        because = tuple([place for place in range(len(text)) if place not in blanks])
        for twin in finished:
            values = tuple([opposite(ONE if twin[place] == ONE else ZERO) for place in blanks])
            if values[0] != values[1] and line_fillings.may_become(text, twin):
                yield LineStep("two blanks", blanks, values, because, twin)


def _traced(text: str, steps: tuple[LineStep, ...], seen: tuple[int, ...]) -> LineRefutation:
    """Return the refutation with only the steps that lead to the contradiction at the places `seen`."""
    needed, kept = set(seen), []
    for step in reversed(steps):
        if needed.intersection(step.places):
            needed.update(step.because)
            kept.append(step)
    return LineRefutation(tuple(kept[::-1]), tuple([place for place in sorted(needed) if text[place] != EMPTY]))


def _filled(text: str, places: tuple[int, ...], values: tuple[Value, ...]) -> str:
    cells = list(text)
    for place, value in zip(places, values, strict=True):
        cells[place] = value
    return "".join(cells)
