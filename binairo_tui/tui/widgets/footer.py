"""Footer: the last line of a screen, with the keys of a context."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from binairo_tui.tui.keymap import FooterContext, keymap_of
from binairo_tui.tui.view import spans
from binairo_tui.tui.widgets.line_widget import LineWidget


class KeyFooter(LineWidget):
    DEFAULT_CSS = "KeyFooter { dock: bottom; height: 1; background: $bar; }"

    def __init__(self, context: FooterContext) -> None:
        super().__init__()
        self.context = context
        self._hidden: tuple[str, ...] = ()

    def show(self, context: FooterContext, *hidden: str) -> None:
        """Show the keys of a context, except those of the `hidden` commands, which would do nothing now."""
        if (context, hidden) != (self.context, self._hidden):
            self.context, self._hidden = context, hidden
            self.refresh()

    def left_out(self, context: FooterContext, *hidden: str) -> str:
        """Return the keys of a context for which there is no room, and their words, such as `c check  m mark`."""
        items = keymap_of(self.app).footer_items(context, hidden)
        shown = fitting(items, self.size.width - 2)
        left_out = [f"{keys} {text}" for keys, text in items if (keys, text) not in shown]
        return "  ".join([it.replace(" ", spans.TIED) for it in left_out])

    def render_line(self, y: int) -> Strip:  # noqa: ARG002 - there is only one line
        key, title = self.role_styles.style("accent"), self.role_styles.style("muted")
        items = keymap_of(self.app).footer_items(self.context, self._hidden)
        segments = [
            segment
            for keys, text in fitting(items, self.size.width - 2)
            for segment in (Segment(f" {keys}", key), Segment(f" {text} ", title))
        ]
        return Strip(segments).adjust_cell_length(self.size.width, title)


def fitting(items: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Return the (keys, word) items that fit into a width; the first and the last two stay longest."""
    shown = list(items)
    while len(shown) > 1 and sum([len(keys) + len(text) + 3 for keys, text in shown]) - 2 > width:
        del shown[max(len(shown) - 3, 1)]
    return shown
