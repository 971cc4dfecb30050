"""Changing the puzzle by hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from binairo_tui.engine.puzzle import parse_size, size_fault
from binairo_tui.game.editing import Side
from binairo_tui.player.text import size_text
from binairo_tui.tui.screens.editor.base import EditorBase

if TYPE_CHECKING:
    from binairo_tui.engine import Value


class DrawActions(EditorBase):
    """Givens, signs, rules, size; and back."""

    def action_place(self, value: str) -> None:
        """Make the cursor's cell a given; `.` clears it."""
        self.do(partial(self.session.place, self.cursor, cast("Value", value)))

    def action_cycle(self) -> None:
        """Empty to 0 to 1 to empty."""
        self.do(partial(self.session.cycle, self.cursor))

    def action_sign(self, side: str, same: bool) -> None:
        """Put a sign beside the cursor's cell, or take it away."""
        self.do(partial(self.session.put_sign, self.cursor, Side[side], same=same))

    def action_unique_lines(self) -> None:
        """Let lines be alike, or forbid it."""
        self.do(self.session.toggle_unique_lines)

    def action_clear_all(self) -> None:
        """Take all givens and signs away."""
        self.do(self.session.clear)

    def action_undo(self) -> None:
        """Take the last step back."""
        self.do(self.session.undo)

    def action_redo(self) -> None:
        """Make the last undone step again."""
        self.do(self.session.redo)

    def action_size(self) -> None:
        """Ask for another size."""
        from binairo_tui.tui.screens.prompt import PromptScreen

        now = size_text(self.puzzle.width, self.puzzle.height)
        self.app.push_screen(PromptScreen("Width x height, or one number for a square:", now, _fault_of), self._resize)

    def _resize(self, text: str | None) -> None:
        size = parse_size(text or "")
        if size is not None:
            self.do(partial(self.session.resize, *size))


def _fault_of(text: str) -> str:
    size = parse_size(text)
    if size is None:
        return "Type a size such as 8x10."
    fault = size_fault(*size)
    return f"{fault[:1].upper()}{fault[1:]}." if fault else ""
