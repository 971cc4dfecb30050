from collections.abc import Callable, Sequence
from typing import final

from binairo_tui.engine.geometry import Position

API: int
RULES: tuple[str, ...]
TECHNIQUES: tuple[tuple[str, int], ...]

@final
class Board:
    def __new__(
        cls, width: int, height: int, signs: Sequence[tuple[int, int, bool]], unique_lines: bool, more_ones: bool, /
    ) -> Board: ...
    def fixpoint(self, position: Position, /) -> int | None: ...
    def exact(self, position: Position, rows: int, columns: int, /) -> int | None: ...
    def closure(self, position: Position, band: int, /) -> int | None: ...
    def is_solvable(self, position: Position, band: int, /) -> bool: ...
    def path_band(self, position: Position, /) -> int: ...
    def failing(self, position: Position, /) -> int: ...
    def random_solution(
        self,
        start: Position,
        order: Sequence[int],
        nodes: int,
        random: Callable[[], float],
        check: Callable[[], None] | None,
        /,
    ) -> int | None: ...
    def remove_givens(
        self, givens: Position, orbits: Sequence[Sequence[int]], size: int, band: int, check: Callable[[], None], /
    ) -> int: ...
    def search(self, position: Position, dead_ends: int, /) -> Search: ...

@final
class Search:
    nodes: int
    conflicts: int
    is_done: bool
    def ask(self, position: Position, /) -> None: ...
    def take(self, nodes: int, wanted: int, /) -> list[int]: ...
    def count(self, nodes: int, wanted: int, /) -> int: ...

@final
class Line:
    def __new__(cls, length: int, signs: Sequence[tuple[int, bool]], /) -> Line: ...
    def forced(self, state: int, /) -> tuple[int, int]: ...
    def forced_excluding(self, state: int, excluded: Sequence[int], /) -> int | None: ...

@final
class Seam:
    def __new__(
        cls,
        width: int,
        cut: int,
        rows: Sequence[int],
        choices: Sequence[Sequence[int]],
        signs: Sequence[tuple[int, int]],
        unique_columns: bool,
        /,
    ) -> Seam: ...
    def count(self, x: int, y: int, check: Callable[[], None], /) -> int: ...
