"""The styles of tones, for every widget that draws lines of spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from binairo_tui.tui.view.spans import TONES, fitted

if TYPE_CHECKING:
    from binairo_tui.tui.view.spans import TextLine


class Tinted(Widget):
    """Turns lines of spans into strips."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tone--{tone}" for tone in TONES}
    DEFAULT_CSS = """
    Tinted {
        & > .tone--normal { color: $foreground; }
        & > .tone--strong { color: $foreground; text-style: bold; }
        & > .tone--muted { color: $muted; }
        & > .tone--faint { color: $faint; }
        & > .tone--accent { color: $accent; text-style: bold; }
        & > .tone--error { color: $error; }
        & > .tone--done { color: $success; }
        & > .tone--zero { color: $zero; }
        & > .tone--one { color: $one; }
        & > .tone--zero-given { color: $zero; text-style: bold; }
        & > .tone--one-given { color: $one; text-style: bold; }
        & > .tone--current { color: $accent; background: $background; text-style: bold reverse; }
    }
    """

    def strip(self, text_line: TextLine, width: int) -> Strip:
        """The line, exactly `width` columns wide."""
        segments = [
            Segment(text, self.get_component_rich_style(f"tone--{tone}")) for text, tone in fitted(text_line, width)
        ]
        return Strip(segments, width)
