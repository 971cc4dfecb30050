"""Pairs: the two equal values that force a third by the rule of triples, as reasons in a trail."""

from binairo_tui.engine.geometry import Geometry, Position


class Pairs(dict[int, tuple[int, ...]]):
    """Cache that maps each value to the pairs of values that force it: side by side with it, or around it."""

    def __init__(self, board: Geometry) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, value: int) -> tuple[int, ...]:
        board, lane = self._board, 2 * self._board.lane
        other = board.opposites(value)
        pairs = [
            one | two
            for step in (2, lane)
            for one, two in (
                (other << step, other << 2 * step),
                (other >> step, other >> 2 * step),
                (other >> step, other << step),
            )
            if one & board.board and two & board.board
        ]
        self[value] = tuple(pairs)
        return self[value]

    def reason(self, position: Position, values: int, older: Position = 0) -> int:
        """Return values of a position that force all of `values` by the rule of triples.

        A value that is already in the position is its own reason. Pairs with more of the `older` values are preferred.
        """
        reason = 0
        while values:
            value = values & -values
            values ^= value
            pairs = [pair for pair in self[value] if pair & position == pair]
            reason |= value & position or min(pairs, key=lambda pair: (pair & ~older).bit_count())
        return reason
