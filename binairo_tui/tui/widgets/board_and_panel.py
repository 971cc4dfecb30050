"""Container of a board and its panel, which have their places before the first frame is drawn."""

from __future__ import annotations

from textual.containers import Container
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from binairo_tui.tui.widgets.board_view import BoardView
from binairo_tui.tui.widgets.panel import TextPanel


class BoardAndPanel(Container):
    """A board with its panel beside or below it, as `BoardView.arranged` says."""

    def __init__(self, board: BoardView, panel: TextPanel) -> None:
        super().__init__(board, panel)
        # Textual draws and cuts all lines of a visible container, although the board and the panel are in front of it.
        self.visible = False
        board.visible = panel.visible = True
        self._places = _AsTheBoardSays(board)

    @property
    def layout(self) -> Layout:
        return self._places


class _AsTheBoardSays(Layout):
    name = "board-and-panel"

    def __init__(self, board: BoardView) -> None:
        self._board = board

    def arrange(
        self,
        parent: Widget,  # noqa: ARG002 - Textual's interface
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002
    ) -> ArrangeResult:
        found = self._board.arranged(*size)
        return [
            WidgetPlacement(Region(*area), NULL_OFFSET, NULL_SPACING, widget)
            for widget, area in zip(children, (found.board, found.panel), strict=True)
        ]
