"""A text to paste and type in, which takes no more than can be edited without delay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.widgets import TextArea

from binairo_tui.tui.view.paste_limits import length_fault

if TYPE_CHECKING:
    from textual.document._document import Location
    from textual.widgets.text_area import EditResult


class PuzzleText(TextArea):
    """Refuses what would make it too long, and keeps what stands there."""

    class Refused(Message):
        """Something was not inserted; `reason` is a sentence."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def _replace_via_keyboard(self, insert: str, start: Location, end: Location) -> EditResult | None:
        # Everything that is pasted or typed comes here. Single characters pass: nobody types so much.
        reason = length_fault(insert) if len(insert) > 1 else ""
        if len(insert) > 1 and not reason:
            first, last = sorted((start, end))
            before = self.get_text_range((0, 0), first)
            reason = length_fault(before + insert + self.get_text_range(last, self.document.end))
        if reason:
            self.post_message(self.Refused(reason))
            return None
        return super()._replace_via_keyboard(insert, start, end)
