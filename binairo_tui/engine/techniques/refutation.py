"""Refutations: the shortest way from an assumption to a contradiction that can be seen on the board.

The search goes forwards in rounds: each round lists everything that follows in one step from what is known. Where the
rules contradict one another, it goes back from there and chooses, for each value needed, the finding that keeps the
number of steps smallest. `refutation_proof` puts what was chosen on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from binairo_tui.engine.geometry import CODES, EMPTY, Cell, Line, Position, Value, opposite
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import (
    complete_line,
    equal_pair,
    last_blank,
    last_one,
    pair,
    sandwich,
    sign,
    two_blanks,
    unique_lines,
)
from binairo_tui.engine.techniques.base import LineView, View, places_of
from binairo_tui.engine.techniques.line_ends import line_end
from binairo_tui.engine.techniques.line_fillings import fillings, forced_values
from binairo_tui.engine.techniques.reasons import minimal_dead_end, minimal_reason

MAX_NODES = 20_000
"""Limit on the choices tried on the way back from the contradictions of an assumption."""
FEW_NODES = 300
"""The choices that are tried for each further contradiction beyond the limit."""
_EASY = (last_blank, pair, sandwich, sign, complete_line, equal_pair, last_one)

Fact = tuple[Cell, Value]
"""A cell and the value that it takes."""


class Finding:
    """Facts that follow in one step.

    `lines` are the line to look at, then the finished lines that it must differ from. `needs` are the facts that it
    needs; they are worked out when first asked for, because most findings are never used.
    """

    def __init__(
        self, lines: tuple[Line, ...], fills: tuple[Fact, ...], find_needs: Callable[[], frozenset[Fact]]
    ) -> None:
        self.lines = lines
        self.fills = fills
        self._find_needs = find_needs

    @cached_property
    def needs(self) -> frozenset[Fact]:
        """The facts that the finding needs, except those of the first position and the assumption."""
        return self._find_needs()


class Chain(NamedTuple):
    """The findings that lead from an assumption to a contradiction, in order, and the line in which it is.

    `lines` are the line that cannot be filled, and the finished lines that it must differ from. `length` is the number
    of steps, the steps inside the line included.
    """

    findings: tuple[Finding, ...]
    lines: tuple[Line, ...]
    length: int


class _End(NamedTuple):
    """A contradiction: the facts that it needs, the lines, and the number of steps until it can be seen."""

    needs: frozenset[Fact]
    lines: tuple[Line, ...]
    length: int
    last: Finding | None = None


class Start:
    """A position that breaks no rule, prepared for refutations of values in its blank cells."""

    def __init__(self, puzzle: Puzzle, position: Position) -> None:
        self.puzzle = puzzle
        self.position = position
        self.lines = View(puzzle, position).lines


class Search:
    """The search for a shortest chain that refutes one value in a blank cell."""

    def __init__(self, start: Start, fact: Fact) -> None:
        self.fact = fact
        self.best: Chain | None = None
        self._rounds = _Rounds(start, fact)

    def advance(self, limit: int) -> bool:
        """Look a step further for a chain of at most `limit` steps; return False if there is no point in going on."""
        rounds = self._rounds
        for end in sorted(rounds.next_ends(), key=lambda end: (end.length, len(end.needs))):
            most = min(limit, self.best.length - 1 if self.best else limit) - end.length
            chosen = rounds.cheapest(end, most)
            if chosen is not None:
                self.best = Chain(chosen, end.lines, len(chosen) + end.length)
        least = rounds.number + 1
        return not rounds.is_over and least <= limit and (self.best is None or least < self.best.length)


def shortest_chains(puzzle: Puzzle, position: Position, facts: Iterable[Fact], limit: int) -> list[tuple[Fact, Chain]]:
    """Return the facts with the shortest chains that refute them: those with the fewest steps, at most `limit`.

    The position must break no rule, and the facts must be about blank cells.
    """
    start = Start(puzzle, position)
    searches = [Search(start, fact) for fact in facts]
    found: list[Search] = []
    while searches:
        going_on = []
        for search in searches:
            is_open = search.advance(limit)
            if search.best is not None:
                limit = min(limit, search.best.length)
                if search not in found:
                    found.append(search)
            if is_open:
                going_on.append(search)
        searches = going_on
    return [(search.fact, search.best) for search in found if search.best and search.best.length == limit]


class _Rounds:
    """What follows from an assumption, round by round; `number` rounds were run."""

    def __init__(self, start: Start, fact: Fact) -> None:
        self.is_over = False
        self.number = 0
        self._puzzle = start.puzzle
        self._assumed = fact
        self._position = start.puzzle.geometry.place(start.position, *fact)
        self._lines = list(start.lines)
        self._dirty = [line.line for line in start.lines if EMPTY in line.text]
        self._round_of: dict[Fact, int] = {}
        self._findings: dict[Fact, list[Finding]] = {}
        self._derived: dict[Cell, Value] = {fact[0]: fact[1]}
        self._dead: set[Line] = set()
        self._nodes = 0
        self._limit = MAX_NODES
        self._update([fact])

    def next_ends(self) -> list[_End]:
        """Run another round; return the contradictions that it finds. `is_over` says that nothing more follows."""
        self.number += 1
        new: dict[Fact, list[Finding]] = {}
        ends: list[_End] = []
        for line in self._dirty:
            if line not in self._dead:
                self._examine(self._lines[line], new, ends)
        if self._puzzle.unique_lines and self._may_coincide():
            self._compare(View(self._puzzle, self._position), new, ends)
        ends += self._clashes(new)
        self.is_over = not new
        self._take(new)
        return ends

    def _update(self, facts: Iterable[Fact]) -> None:
        """Fill in facts; the lines that change are examined in the next round."""
        changed: dict[Line, dict[int, Value]] = {}
        width, height = self._puzzle.width, self._puzzle.height
        for cell, value in facts:
            row, column = divmod(cell, width)
            changed.setdefault(row, {})[column] = value
            changed.setdefault(height + column, {})[row] = value
        for line, values in changed.items():
            before = self._lines[line]
            text = "".join([values.get(place, held) for place, held in enumerate(before.text)])
            self._lines[line] = before._replace(text=text)
        self._dirty = list(dict.fromkeys([*self._dirty, *sorted(changed)])) if self.number == 0 else sorted(changed)

    def _may_coincide(self) -> bool:
        """Return whether a line that has changed may become equal to another line, and one of them is finished."""
        height = self._puzzle.height
        for number in self._dirty:
            line = self._lines[number]
            for other in self._lines[:height] if number < height else self._lines[height:]:
                if other.line != number and (EMPTY not in other.text or EMPTY not in line.text):
                    pairs = zip(line.text, other.text, strict=True)
                    if all(a == b or EMPTY in (a, b) for a, b in pairs):
                        return True
        return False

    def cheapest(self, end: _End, most: int) -> tuple[Finding, ...] | None:
        """Return the fewest findings, at most `most`, that provide what an end needs, in order; None if too many."""
        best: list[tuple[Finding, ...] | None] = [None]
        last = () if end.last is None else (end.last,)
        self._limit = max(MAX_NODES, self._nodes + FEW_NODES)
        self._choose(end.needs, last, most, best)
        if best[0] is None:
            return None
        return tuple(sorted(best[0], key=self._order))

    def _order(self, finding: Finding) -> int:
        return self._round_of.get(finding.fills[0], self.number)

    def _choose(
        self, needs: frozenset[Fact], chosen: tuple[Finding, ...], most: int, best: list[tuple[Finding, ...] | None]
    ) -> None:
        """Complete a choice of findings; store it in `best` if it is smaller than the best choice so far."""
        self._nodes += 1
        limit = most if best[0] is None else len(best[0]) - 1
        rounds = {self._round_of[fact] for fact in needs}
        if len(chosen) + len(rounds) > limit or self._nodes > self._limit:
            return
        if not needs:
            best[0] = chosen
            return
        wanted = max(needs, key=lambda fact: (self._round_of[fact], fact))
        provided = {fact for finding in chosen for fact in finding.fills}
        for finding in self._findings[wanted]:
            rest = (needs | finding.needs) - {*finding.fills} - provided
            self._choose(frozenset(rest), (*chosen, finding), most, best)

    def _examine(self, line: LineView, new: dict[Fact, list[Finding]], ends: list[_End]) -> None:
        """Add what follows in a line, or how it ends."""
        forced = forced_values(line.text, line.signs)
        if forced is None:
            self._dead.add(line.line)
            self._end(line, ends)
        elif forced:
            easy: set[int] = set()
            for module in _EASY:
                for places, values, because in module.find(line.text, line.signs):
                    easy.update(places)
                    self._add_places(line, tuple(zip(places, values, strict=True)), because, new)
            hard = tuple([(place, value) for place, value in forced.items() if place not in easy])
            for part in filter(
                None, dict.fromkeys((hard, tuple(forced.items()), *[(fact,) for fact in forced.items()]))
            ):
                self._add_places(line, part, None, new)

    def _add_places(
        self,
        line: LineView,
        filled: tuple[tuple[int, Value], ...],
        because: tuple[int, ...] | None,
        new: dict[Fact, list[Finding]],
    ) -> None:
        """Add a finding in a line: the places that it fills, and those that it needs; None for as few as possible."""
        derived = self._derived_places(line)

        def find_needs() -> frozenset[Fact]:
            places = because
            if places is None:
                places = minimal_reason(line.text, line.signs, filled, places_of(line.text), derived).places
            return self._needs([line.cells[place] for place in places])

        fills = tuple([(line.cells[place], value) for place, value in filled])
        self._add(Finding((line.line,), fills, find_needs), new)

    def _derived_places(self, line: LineView) -> tuple[int, ...]:
        return tuple([place for place, cell in enumerate(line.cells) if cell in self._derived])

    def _end(self, line: LineView, ends: list[_End]) -> None:
        derived = self._derived_places(line)
        whole = line_end(line.text, line.signs)
        ends.append(_End(self._needs([line.cells[place] for place in whole.because]), (line.line,), whole.length))
        reason = minimal_dead_end(line.text, line.signs, derived)
        part = "".join([value if place in reason.places else EMPTY for place, value in enumerate(line.text)])
        length = line_end(part, line.signs).length
        ends.append(_End(self._needs([line.cells[place] for place in reason.places]), (line.line,), length))

    def _compare(self, view: View, new: dict[Fact, list[Finding]], ends: list[_End]) -> None:
        """Add what follows because lines must differ."""
        for technique in (two_blanks.TECHNIQUE, unique_lines.TECHNIQUE):
            for found in technique.find(view):
                if self._dead.isdisjoint(found.because_lines):
                    fills = tuple(zip(found.cells, found.values, strict=True))
                    find_needs = partial(self._needs, found.because_cells)
                    self._add(Finding(found.because_lines, fills, find_needs), new)
        dead = unique_lines.dead_line(view)
        if dead and self._dead.isdisjoint(dead):
            self._dead.add(dead[0])
            line, *models = [view.lines[line] for line in dead]
            needs = self._needs([cell for other in (line, *models) for cell in other.cells if cell in self._derived])
            length = line_end(line.text, line.signs, tuple([model.text for model in models])).length
            ends.append(_End(needs, dead, length))
        for a, b in _equal_lines(view):
            needs = self._needs([cell for line in (a, b) for cell in line.cells])
            if not self._dead.issuperset((a.line, b.line)):
                self._dead.update((a.line, b.line))
                ends.append(_End(needs, (b.line, a.line), 1))

    def _clashes(self, new: dict[Fact, list[Finding]]) -> Iterator[_End]:
        """Yield the ends where both values follow for a cell: one is filled in, and the other's line cannot be."""
        for (cell, value), findings in list(new.items()):
            for other in new.get((cell, opposite(value)), ()):
                for finding in findings:
                    facts = {*finding.needs, *other.needs, (cell, value)}
                    text = self._line_text(other.lines[0], facts)
                    signs = self._lines[other.lines[0]].signs
                    models = tuple([self._line_text(line, facts) for line in other.lines[1:]])
                    if {*models}.issuperset(fillings(text, signs, len(models) + 1)):
                        length = line_end(text, signs, models).length
                        yield _End(finding.needs | other.needs, other.lines, length, finding)

    def _line_text(self, line: Line, facts: set[Fact]) -> str:
        """Return a line as it was at first, with some facts filled in."""
        geometry = self._puzzle.geometry
        values = dict(facts)
        texts = []
        for cell in geometry.line_cells[line]:
            held = geometry.value(self._position, cell)
            is_new = cell in self._derived and cell != self._assumed[0]
            texts.append(values.get(cell, EMPTY if is_new else held))
        return "".join(texts)

    def _needs(self, cells: Sequence[Cell]) -> frozenset[Fact]:
        """Return the facts about cells that were neither filled at first nor assumed."""
        derived, assumed = self._derived, self._assumed[0]
        return frozenset([(cell, derived[cell]) for cell in cells if cell in derived and cell != assumed])

    def _add(self, finding: Finding, new: dict[Fact, list[Finding]]) -> None:
        for fact in finding.fills:
            if fact[0] not in self._derived:
                new.setdefault(fact, []).append(finding)

    def _take(self, new: dict[Fact, list[Finding]]) -> None:
        """Fill in what was found; of two values for a cell, the one found first."""
        shifts = self._puzzle.geometry.shifts
        taken = []
        for fact, findings in new.items():
            cell, value = fact
            if cell not in self._derived:
                taken.append(fact)
                self._derived[cell] = value
                self._round_of[fact] = self.number
                self._findings[fact] = findings
                self._position |= CODES[value] << shifts[cell]
        self._update(taken)


def _equal_lines(view: View) -> Iterator[tuple[LineView, LineView]]:
    """Yield full lines of one direction that are equal."""
    height = view.puzzle.height
    for lines in (view.lines[:height], view.lines[height:]):
        seen: dict[str, LineView] = {}
        for line in lines:
            if EMPTY not in line.text:
                if line.text in seen:
                    yield seen[line.text], line
                seen.setdefault(line.text, line)
