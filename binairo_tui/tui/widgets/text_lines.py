"""Lines of spans to look at, of which only those that differ are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from binairo_tui.tui.widgets.tone_styles import Tinted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.strip import Strip

    from binairo_tui.tui.view.spans import TextLine


class Sheet(Tinted):
    """Some lines, the first on top; what finds no room is not seen."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.lines: tuple[TextLine, ...] = ()

    def show(self, lines: Sequence[TextLine]) -> None:
        """Show these lines and nothing else."""
        before, self.lines = self.lines, tuple(lines)
        height = min(max(len(before), len(self.lines)), self.size.height)
        rows = [y for y in range(height) if before[y : y + 1] != self.lines[y : y + 1]]
        if rows:
            self.refresh(*[Region(0, y, self.size.width, 1) for y in rows])

    def render_line(self, y: int) -> Strip:
        """One line."""
        return self.strip(self.lines[y] if y < len(self.lines) else (), self.size.width)
