"""Probing: finds the values that fail, that is, for which propagation ends in a conflict once an empty cell holds them.

This is the failed-literal probing of SAT solvers. A value that does not fail leads to a larger fixpoint, and the other
values in that fixpoint need no trial, because they do not fail either. If the value is tried again after the position
has grown, the trial continues from the union of both fixpoints.
"""

from binairo_tui.engine.geometry import Position
from binairo_tui.engine.propagation import Propagator

Trial = tuple[Position, int, int]
"""The fixpoint after a value was set, and the sets of rows and of columns in which this filled cells."""


class Probing:
    """Trials of single values at `position`, which must be a fixpoint.

    `root` is the position at which the first trials were made, and `trials` maps values to their last trials. With the
    compiled core, no trials are remembered, because it is faster to repeat them.
    """

    def __init__(
        self,
        rules: Propagator,
        position: Position,
        root: Position | None = None,
        trials: dict[int, Trial] | None = None,
    ) -> None:
        self.position = position
        self._rules = rules
        self._root = position if root is None else root
        self._trials = trials or {}
        if rules.core is None:
            rows, columns = rules.rows, rules.columns
            self._rows, self._columns = self._lines_touched(position ^ self._root)
            self._full_rows, self._full_columns = rows.full_lines(position), columns.full_lines(position)
            self._twin_rows = rows.with_twins(position, self._full_rows)
            self._twin_columns = columns.with_twins(position, self._full_columns)

    def grown(self, position: Position) -> "Probing":
        """Return the `Probing` for `position`, a larger fixpoint; its trials continue from those made so far."""
        return Probing(self._rules, position, self._root, self._trials.copy())

    def _lines_touched(self, changed: int) -> tuple[int, int]:
        return self._rules.rows.lines_touched(changed), self._rules.columns.lines_touched(changed)

    def failing(self) -> int:
        """Return, as bits of a position, the values of empty cells that lead to a contradiction."""
        position, rules = self.position, self._rules
        if rules.core is not None:
            return rules.core.failing(position)
        failing = 0
        values = 3 * (rules.geometry.ones & ~(position | position >> 1))
        while values:
            value = values & -values
            branch = self.branch(value)
            if branch is None:
                failing |= value
                values ^= value
            else:
                values &= ~branch
        return failing

    def branch(self, value: int) -> Position | None:
        """Return the fixpoint after setting `value`, or None if the value fails.

        `value` is one bit of a position, in an empty cell.
        """
        rules, position = self._rules, self.position
        known = self._trials.get(value)
        if known is None:
            branch = rules.exact(position | value, value)
            if branch is not None and rules.core is None:
                self._trials[value] = branch, *self._lines_touched(branch ^ position)
            return branch
        before, rows, columns = known
        union = position | before
        if union == before:
            return before
        if union & union >> 1 & rules.geometry.ones:
            return None
        branch = rules.complete_lines(union, rows & self._rows, columns & self._columns)
        if branch is None:
            return None
        rows, columns = self._with_lines_of(branch ^ union, rows, columns)
        if rules.unique_lines and self._has_new_twins(branch, rows, columns):
            alone = branch
            branch = rules.complete(alone, 0, 0, alone ^ position)
            if branch is None:
                return None
            rows, columns = self._with_lines_of(branch ^ alone, rows, columns)
        self._trials[value] = branch, rows, columns
        return branch

    def _with_lines_of(self, changed: int, rows: int, columns: int) -> tuple[int, int]:
        if not changed:
            return rows, columns
        new_rows, new_columns = self._lines_touched(changed)
        return rows | new_rows, columns | new_columns

    def _has_new_twins(self, branch: Position, changed_rows: int, changed_columns: int) -> bool:
        """Return whether the unique-lines rule may force cells in `branch` that it does not force in `position`.

        It can do so only if a changed line may become equal to a full line, or if a line has become full.
        """
        rows, columns = self._rules.rows, self._rules.columns
        return bool(
            changed_rows & self._twin_rows
            or changed_columns & self._twin_columns
            or rows.with_twins(branch, rows.full_lines(branch) & ~self._full_rows)
            or columns.with_twins(branch, columns.full_lines(branch) & ~self._full_columns)
        )
