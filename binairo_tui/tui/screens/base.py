"""Base class of all screens: how they open and close, and which messages still reach a closed screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Self

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ScreenResultType
from textual.widget import Widget

from binairo_tui.tui.keymap import keymap_of
from binairo_tui.tui.screens.background import BackgroundScreen

if TYPE_CHECKING:
    from textual.geometry import Offset, Region

    from binairo_tui.tui.messages import Place

_USING_WIDGETS = (events.Mount, events.ScreenResume, events.Resize, events.InputEvent, events.Paste, events.Timer)
"""Messages whose handlers use the screen's widgets. A closed screen still needs Textual's other messages."""
_OWN_PACKAGE = __name__.partition(".")[0]


class BaseScreen(BackgroundScreen[ScreenResultType]):
    """A screen that can be closed at any moment.

    Two keys in one burst can open or resume a screen and close it again. Messages that are handled after it has
    closed are dropped, because its widgets may be gone. List this class after `ModalScreen` in the bases, because
    Textual inherits styles only from the first base.
    """

    awaits_saves: ClassVar[bool] = True
    """Whether the screen is notified of every save, not only when the status of the writer changes."""
    place: Place[...] | None = None
    """The place that this screen shows; None if it was not opened as a place."""

    is_resting = False
    _dismissal: Callable[[], object] | None = None

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    def note(self, sentence: str) -> None:
        """Show a sentence to the player, if the screen has room for one."""

    def confirm_leave(self) -> bool:
        """Return True if the screen may be left now; a screen that objects shows why and returns False."""
        return True

    def close_part(self) -> bool:
        """Close what is open on the screen, such as a hint; return False if nothing is."""
        return False

    def retire(self) -> None:
        """Clean up when another screen replaces this one, to which the player then cannot go back."""

    def cursor_place(self) -> Offset | None:
        """Return the place for the terminal's cursor, which screen readers follow; None to leave it where it is."""
        return None

    def rest(self, is_resting: bool) -> None:
        """Record whether the player seems to be away, having pressed no key for a minute."""
        self.is_resting = is_resting

    def revisit(self) -> None:
        """React when the player asks for the place of this screen while the screen is in front."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen, if necessary after the one in front, which Textual's own method would close."""
        if self.app.screen is self:
            return super().dismiss(result)
        self._dismissal = partial(super().dismiss, result)  # has no effect if this screen is closed already
        return AwaitComplete()

    def on_screen_resume(self) -> None:
        if self._dismissal is not None and self.app.screen is self:
            self._dismissal()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw the whole screen again or, with `layout`, what a new layout moves.

        Textual draws the whole screen for each new layout, too. With regions, it means that a widget has changed there
        on a screen behind this one; it then draws only one of them, and forgets the other regions that were due.
        """
        if regions and self.styles.background.a == 1:  # nothing shines through
            return self
        return super().refresh(repaint=repaint and not layout, layout=layout, recompose=recompose)

    @property
    def is_settled(self) -> bool:
        """Whether the screen is mounted, has handled all messages, and has no callbacks waiting for a refresh."""
        nodes = self.walk_children(with_self=True)
        return self.is_mounted and not self.has_callbacks and not any(node.message_queue_size for node in nodes)

    def accepts_message(self, message: Message) -> bool:
        uses_widgets = isinstance(message, _USING_WIDGETS) or type(message).__module__.startswith(_OWN_PACKAGE)
        return not (uses_widgets and self._is_closed())

    def accepts_callback(self, callback: Callable[..., object], sender: MessagePump) -> bool:
        """Return False if a callback belongs to a closed screen or to a widget of a closed screen.

        Textual hands each callback to the screen in front, which may not be the screen that asked for the callback.
        """
        bound_to = getattr(callback.func if isinstance(callback, partial) else callback, "__self__", None)
        owner = bound_to if isinstance(bound_to, MessagePump) else sender
        return not isinstance(owner, Widget) or (owner.is_attached and owner.screen in self.app.screen_stack)

    def _is_closed(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # not attached: the app is exiting
