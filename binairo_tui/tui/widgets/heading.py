"""The first line of a screen with a board: what it shows, and as much about it as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

SEPARATOR = " · "
GAP = 2


class Heading(Widget):
    """A title at the left, and at the right facts, the first ones first if there is not room for all."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"heading--title", "heading--facts"}
    DEFAULT_CSS = """
    Heading {
        height: 1; padding: 0 1;
        & > .heading--title { color: $foreground; text-style: bold; }
        & > .heading--facts { color: $muted; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, tuple[str, ...]] = ("", ())

    def show(self, title: str, facts: Sequence[str]) -> None:
        """Say something else; both must be fit to be shown."""
        if (title, tuple(facts)) != self._shown:
            self._shown = title, tuple(facts)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        title, facts = self._shown if y == 0 else ("", ())
        width = self.size.width
        right = fitting(facts, width - cell_len(title) - GAP)
        return Strip(
            [
                Segment(cut(title, width - cell_len(right)), self.get_component_rich_style("heading--title")),
                Segment(right, self.get_component_rich_style("heading--facts")),
            ],
            width,
        )


def fitting(facts: Sequence[str], width: int) -> str:
    """As many of the facts, from the first one on, as fit into `width` columns."""
    for count in range(len(facts), 0, -1):
        text = SEPARATOR.join(facts[:count])
        if cell_len(text) <= width:
            return text
    return ""
