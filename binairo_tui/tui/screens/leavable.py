"""Screens that can be left faster than their messages are worked off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.screen import Screen, ScreenResultType

if TYPE_CHECKING:
    from textual.message import Message

_FOR_WIDGETS = (events.Mount, events.ScreenResume, events.Resize, events.InputEvent, events.Timer)
"""What screens answer with a look at their widgets. Textual's other messages are needed until the very end."""
_OURS = __name__.partition(".")[0]


class Leavable(Screen[ScreenResultType]):
    """A screen that does nothing more once it, or the whole program, is left: its widgets may be gone already.

    Two keys in one burst are enough for that: the first has the screen shown or resumed, the second leaves it. Named
    after `ModalScreen` among the bases: styles are inherited from the first one alone.
    """

    async def _dispatch_message(self, message: Message) -> None:
        is_for_widgets = isinstance(message, _FOR_WIDGETS) or type(message).__module__.startswith(_OURS)
        if not (is_for_widgets and self._is_left()):
            await super()._dispatch_message(message)

    def _is_left(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # unattached: the program is about to end
