"""Refutations: the shortest way from an assumption to a contradiction that can be seen on the board.

This is an A* search (Hart, Nilsson and Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths,
1968). It always continues from the position with the smallest sum of two numbers: the moves so far, and the rounds that
would still be needed. In a round, all lines move at once. So there are never more rounds than moves, and no
contradiction is nearer than the first one found. `refutation_proof` turns the needed moves into a proof.

A search that takes too long is cut short. From several positions that seem near a contradiction, it then lets one line
after another move until there is a contradiction. The shortest way found like this need not be the shortest of all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush, nsmallest
from itertools import count
from typing import NamedTuple

from binairo_tui.engine.cancellation import check, is_block_cancelled
from binairo_tui.engine.geometry import EMPTY, Cell, Line, Position, Value, opposite
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import base, line_refutation, reasons
from binairo_tui.engine.techniques.moves import Fact, Grid, Lines, Move

MAX_LOOKUPS = 40_000
"""Limit on the lines that a search looks at before it is cut short. This many take about a fifth of a second."""
_LOOKUPS_PER_TRY = 2_000  # a search that is cut short tries one position for so many lines of its limit
_INNER_LOOKUPS = 2_000  # the same limit for each of the refutations inside a nested one
_ALL_INNER_LOOKUPS = 10_000  # the limit for all of them; later ones are found without choosing moves


class Goal(NamedTuple):
    """The values that a step fills, and the lines that force these values.

    If the step is itself a refutation, `lines` is empty, and `inner` is its chain.
    """

    lines: tuple[Line, ...]
    fills: tuple[Fact, ...]
    inner: "Chain | None" = None


class Chain(NamedTuple):
    """The steps that lead from an assumption to a contradiction.

    `lines` holds a line that cannot be filled after the last step, followed by the finished lines from which it must
    differ. `lines` is empty if a rule is visibly broken. `length` is the number of steps, including the contradiction,
    the steps inside the line that cannot be filled, and the steps of inner refutations. `because` holds the cells,
    filled before the assumption, whose values the chain needs.
    """

    goals: tuple[Goal, ...]
    lines: tuple[Line, ...]
    length: int
    because: frozenset[Cell]


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A position reached from the assumption `fact` in `depth` moves.

    The last of these moves is `move` in `line`; it leads from the node `before` to this node. `active` holds the lines
    that may have moves. A refutation through this node takes at least `least` moves and steps inside a line. If
    `is_end` is set, it takes exactly `least`, because a rule is already broken or `line` cannot be filled.
    """

    fact: Fact
    lines: Lines
    active: frozenset[Line]
    depth: int
    least: int
    before: "_Node | None" = None
    line: Line = -1
    move: Move | None = None
    is_end: bool = False


def shortest_chains(
    puzzle: Puzzle, position: Position, facts: Iterable[Fact], limit: int, share: int = 1, *, is_plain: bool = False
) -> list[tuple[Fact, Chain]]:
    """Return those of `facts` (assumed values of cells) with the shortest refutations, each with its chain of steps.

    All these chains have the same number of steps, at most `limit`. The position must break no rule, and the facts must
    be about blank cells. The search is cut short after it has looked at MAX_LOOKUPS // share lines. In that case, facts
    with equally short refutations may be missing and, if no contradiction was found by then, there may be shorter
    chains. If `is_plain` is set, every step uses a plain technique, and a search that is cut short returns only what it
    has found by then.
    """
    search = _Search(puzzle, position, MAX_LOOKUPS // share, is_plain=is_plain)
    chains = [(end.fact, search.chain(end)) for end in search.nearest_ends(facts, limit - 1)]
    least = min([chain.length for _, chain in chains], default=0)
    return [*{fact: chain for fact, chain in chains if chain.length == least <= limit}.items()]  # one for each fact


def nested_chain(puzzle: Puzzle, position: Position, fact: Fact, proved: Sequence[Fact]) -> Chain:
    """Return a chain that refutes `fact`. Its steps include refutations that prove the values in `proved`, in order."""
    search = _Search(puzzle, position, _ALL_INNER_LOOKUPS, is_plain=False)
    end = search.start(fact)
    for inner in proved:
        end = search.straight_on(search.with_fact(end, inner))
    return search.chain(end)


class _Search:
    def __init__(self, puzzle: Puzzle, position: Position, max_lookups: int, *, is_plain: bool) -> None:
        self._puzzle = puzzle
        self._max_lookups = max_lookups
        self._is_plain = is_plain
        self._grid = Grid(puzzle, is_plain=is_plain)
        self._signs = puzzle.line_signs
        self._first: Lines = tuple([line.text for line in base.View(puzzle, position).lines])
        self._active = frozenset(
            [line for line in range(len(self._first)) if self._grid.moves(self._first, line).moves]
        )
        self._queue: list[tuple[int, int, int, _Node]] = []
        self._number = count()
        self._seen: set[tuple[Fact, Lines]] = set()
        self._inner_lookups = 0

    def nearest_ends(self, facts: Iterable[Fact], most: int) -> list[_Node]:
        """Return the contradictions that need the fewest moves (at most `most`), no more than one for each fact.

        If the search takes too long before it finds any, return the contradictions that `straight_on` reaches from
        positions that seem near a contradiction. These may need more moves.
        """
        for fact in facts:
            if self._queue and self._is_over:
                break
            lines, changed = self._grid.filled(self._first, [fact])
            self._reach(fact, lines, self._active | changed, changed)
        ends: dict[Fact, _Node] = {}
        while self._queue:
            if self._is_over:
                if self._is_plain:
                    break
                tries = max(1, self._max_lookups // _LOOKUPS_PER_TRY)
                near = nsmallest(tries, self._queue, key=lambda queued: queued[1])
                return list(ends.values()) or [self.straight_on(node) for *_, node in near]
            *_, node = heappop(self._queue)
            if node.least > most or node.fact in ends:
                continue
            if node.is_end:
                ends[node.fact] = node
                most = node.least
                continue
            self._extend(node)
        return list(ends.values())

    @property
    def _is_over(self) -> bool:
        return self._grid.lookups > self._max_lookups

    def start(self, fact: Fact) -> _Node:
        """Return the node that `straight_on` reaches from the assumption `fact`."""
        lines, changed = self._grid.filled(self._first, [fact])
        is_end = bool(self._grid.broken(lines, changed))
        return self.straight_on(_Node(fact, lines, self._active | changed, 0, 0, is_end=is_end))

    def with_fact(self, node: _Node, fact: Fact) -> _Node:
        """Return the node after `node` in which `fact` is known. Its move has no line, and holds the fact itself."""
        lines, changed = self._grid.filled(node.lines, [fact])
        is_end = bool(self._grid.broken(lines, changed))
        return _Node(node.fact, lines, frozenset(changed), node.depth + 1, 0, node, -1, Move((fact,)), is_end)

    def straight_on(self, node: _Node) -> _Node:
        """Return the node that is reached if one line after another makes its first move, without a search.

        That node is a contradiction, or no line has a move there.
        """
        turns = dict.fromkeys(sorted(node.active))
        while turns and not node.is_end:
            check(is_block_cancelled)
            line = next(iter(turns))
            del turns[line]
            moves, is_dead = self._grid.moves(node.lines, line)
            if is_dead and not moves:
                return replace(node, before=node, line=line, move=None, is_end=True)
            for move in moves[:1]:
                lines, changed = self._grid.filled(node.lines, self._grid.fills(line, move))
                is_end = bool(self._grid.broken(lines, changed))
                node = _Node(node.fact, lines, node.active, node.depth + 1, node.least, node, line, move, is_end)
                turns.update(dict.fromkeys(sorted(changed)))
        return node

    def _put(self, node: _Node) -> None:
        heappush(self._queue, (node.least, node.least - node.depth, next(self._number), node))

    def _reach(
        self,
        fact: Fact,
        lines: Lines,
        active: frozenset[Line],
        changed: Iterable[Line],
        came: tuple[_Node, Line, Move] | None = None,
    ) -> None:
        """Queue a position if it is new and may lead to a contradiction.

        `changed` are the lines in which a rule may have been broken. `came` holds the previous node, and the line and
        the move that lead from it to the position. It is None for the position of an assumption.
        """
        check(is_block_cancelled)
        if (fact, lines) in self._seen:
            return
        self._seen.add((fact, lines))
        depth = came[0].depth + 1 if came else 0
        is_end = bool(self._grid.broken(lines, changed))
        rounds = 0 if is_end else self._grid.rounds(lines, active)
        if rounds is not None:
            before, line, move = came or (None, -1, None)
            self._put(_Node(fact, lines, active, depth, depth + rounds, before, line, move, is_end))

    def _extend(self, node: _Node) -> None:
        """Queue all nodes one move away from `node`. A line that cannot be filled is queued as a contradiction."""
        for line in sorted(node.active):
            moves, is_dead = self._grid.moves(node.lines, line)
            for move in moves:
                lines, changed = self._grid.filled(node.lines, self._grid.fills(line, move))
                self._reach(node.fact, lines, (node.active - {line}) | changed, changed, (node, line, move))
            if is_dead and not moves:
                least = node.depth + self._end(node.lines, line).length - 1
                self._put(_Node(node.fact, node.lines, node.active, node.depth, least, node, line, is_end=True))

    def _end(self, lines: Lines, line: Line) -> line_refutation.LineRefutation:
        finished = tuple([lines[twin] for twin in self._grid.twins(lines, line)])
        return line_refutation.refute_line(lines[line], self._signs[line], finished)

    def chain(self, end: _Node) -> Chain:
        """Return the needed steps from the assumption to the contradiction at `end`."""
        if end.before is None or end.move is not None:
            known = {cell for cell in self._cells(range(self._puzzle.height)) if self._is_new(cell, end.lines)}
            needed = min(self._grid.broken(end.lines), key=lambda cells: len(cells & known))
            return self._chain(end, needed, (), 1)
        inside = self._end(end.lines, end.line)
        lines = (end.line, *self._grid.twins(end.lines, end.line))
        needed = {*self._places(end.line, inside.because), *self._cells(lines[1:])}
        return self._chain(end.before, needed, lines, inside.length)

    def _chain(self, node: _Node, needed: set[Cell], lines: tuple[Line, ...], length: int) -> Chain:
        """Return the chain with the steps, in order, that fill the cells in `needed` on the way to a node."""
        goals: list[Goal] = []
        while node.before is not None and node.move is not None:
            check(is_block_cancelled)
            before, move = node.before, node.move
            if node.line < 0:  # a value that a refutation proves
                (fact,) = move.fills
                if fact[0] in needed:
                    inner = self._inner(before, fact)
                    needed = needed.difference(fact[:1]).union(inner.because)
                    goals.append(Goal((), (fact,), inner))
            else:
                fills = zip(self._grid.fills(node.line, move), move.fills, strict=True)
                wanted = [(fact, place) for fact, place in fills if fact[0] in needed]
                if wanted:
                    reason, cells = self._reason(before.lines, node.line, move, [place for _, place in wanted])
                    needed = needed.difference([cell for (cell, _), _ in wanted]).union(cells)
                    goals.append(Goal(reason, tuple([fact for fact, _ in wanted])))
            node = before
        length += sum([goal.inner.length + 1 if goal.inner else 1 for goal in goals])
        return Chain(tuple(goals[::-1]), lines, length, frozenset(needed.difference(node.fact[:1])))

    def _inner(self, node: _Node, fact: Fact) -> Chain:
        """Return a short chain that proves `fact` at a node, by refuting the opposite value."""
        geometry = self._puzzle.geometry
        position = geometry.position("".join(node.lines[: self._puzzle.height]))
        limit = min(_INNER_LOOKUPS, self._max_lookups - self._inner_lookups)
        search = _Search(self._puzzle, position, limit, is_plain=False)
        ends = search.nearest_ends([(fact[0], opposite(fact[1]))], geometry.cell_count)
        self._inner_lookups += search._grid.lookups
        return min(map(search.chain, ends), key=lambda chain: chain.length)

    def _reason(
        self, lines: Lines, line: Line, move: Move, filled: list[tuple[int, Value]]
    ) -> tuple[tuple[Line, ...], set[Cell]]:
        """Return the lines and the cells that settle the places `filled` in a move.

        Where there is a choice, cells that were filled before the assumption are preferred.
        """
        if move.because is not None:
            twins = self._grid.twins(lines, line) if move.must_differ else []
            return (line, *twins), {*self._places(line, move.because), *self._cells(twins)}
        text, signs = lines[line], self._signs[line]
        twins = [] if reasons.settles(text, signs, filled) else self._grid.twins(lines, line)
        new = tuple([place for place, held in enumerate(self._first[line]) if held == EMPTY != text[place]])
        finished = tuple([lines[twin] for twin in twins])
        places, _ = reasons.minimal_reason(text, signs, tuple(filled), base.places_of(text), new, finished=finished)
        return (line, *twins), {*self._places(line, places), *self._cells(twins)}

    def _is_new(self, cell: Cell, lines: Lines) -> bool:
        row, column = divmod(cell, self._puzzle.width)
        return self._first[row][column] == EMPTY != lines[row][column]

    def _places(self, line: Line, places: Iterable[int]) -> set[Cell]:
        cells = self._puzzle.geometry.line_cells[line]
        return {cells[place] for place in places}

    def _cells(self, lines: Iterable[Line]) -> set[Cell]:
        return {cell for line in lines for cell in self._puzzle.geometry.line_cells[line]}
