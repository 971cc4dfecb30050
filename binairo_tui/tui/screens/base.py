"""What all screens need: to be left faster than their messages are worked off, and to be drawn whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from textual import events
from textual.screen import Screen, ScreenResultType

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.message import Message

_FOR_WIDGETS = (events.Mount, events.ScreenResume, events.Resize, events.InputEvent, events.Timer)
"""What screens answer with a look at their widgets. Textual's other messages are needed until the very end."""
_OURS = __name__.partition(".")[0]


class Leavable(Screen[ScreenResultType]):
    """A screen that does nothing more once it, or the whole program, is left: its widgets may be gone already.

    Two keys in one burst are enough for that: the first has the screen shown or resumed, the second leaves it. Named
    after `ModalScreen` among the bases: styles are inherited from the first one alone.
    """

    def refresh(
        self,
        *regions: Region,  # noqa: ARG002 - whatever they are
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw the screen anew, as a whole.

        A widget that changes on a screen behind this one has Textual draw a part of this one; it then forgets which
        other parts were about to be drawn.
        """
        return super().refresh(repaint=repaint, layout=layout, recompose=recompose)

    async def _dispatch_message(self, message: Message) -> None:
        is_for_widgets = isinstance(message, _FOR_WIDGETS) or type(message).__module__.startswith(_OURS)
        if not (is_for_widgets and self._is_left()):
            await super()._dispatch_message(message)

    def _is_left(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # unattached: the program is about to end
