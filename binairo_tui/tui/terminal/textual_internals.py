"""The only module that uses private parts of Textual.

A new version of Textual may rename or change such parts without notice. Each part is therefore checked when it is
first needed. If a part is missing or different, the app does what Textual does by itself, and `binairo doctor`
reports the disadvantage.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from inspect import iscoroutinefunction, signature
from typing import Any

from rich.console import Console
from textual.app import App
from textual.events import Compose, Event, InputEvent, Key, Mount, Paste, Resize, ScreenResume, Timer
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.worker import WorkerFailed

from binairo_tui.tui.terminal import output

_PIECE = re.compile(r"\x1b\[[\d:;]*[^\x1b\d:;]?|[^\x1b]+|\x1b")
"""Matches one key code, which may be incomplete, or text without key codes."""
_USING_WIDGETS = (Mount, ScreenResume, Resize, InputEvent, Paste, Timer)
"""Messages whose handlers use the screen's widgets. A closed screen still needs Textual's other messages."""


class InputParser:
    """Textual's input parser, changed so that a key code without a valid character does not end the app."""

    def __init__(self) -> None:
        self._parser = _parser_class()()

    def feed(self, text: str) -> Iterator[Message]:
        """Yield the messages, such as keys, that `text` completes; incomplete input at its end waits for more."""
        for piece in _PIECE.findall(text):
            yield from self._guarded(self._parser.feed(piece))

    def tick(self) -> Iterator[Message]:
        """Yield the messages that incomplete input stands for, if nothing has followed it for some time."""
        return self._guarded(self._parser.tick())

    def _guarded(self, messages: Iterable[Message]) -> Iterator[Message]:
        try:
            yield from messages
        except (ValueError, OverflowError):
            self._parser = _parser_class()()
            yield Key("unknown", None)


def draw_now(screen: Screen[Any]) -> None:
    """Draw at once, in one frame, all widgets of a screen that have asked for it, unless the layout changes.

    Without this function, each widget would post messages to itself and to the screen, and the screen would wait for a
    timer before it draws. A key would take 5 to 11 % more CPU time and, if another frame was drawn just before, its
    answer would come up to 17 ms later.
    """
    if not _draws():
        return
    widgets = [widget for widget in screen.walk_children(Widget) if widget._repaint_required]
    if widgets and not any(widget._layout_required for widget in (screen, *widgets)):
        for widget in widgets:
            widget._repaint_required = False
        screen._dirty_widgets.update(widgets)
        screen._on_timer_update()


def _frame_text(screen: Screen[Any], update: Any, console: Console) -> str:
    """Return a frame as text.

    After a frame of the whole screen, no widget needs to be drawn any more. Textual does not record this; it would draw
    a new screen two to four times, which would take up to three times as much CPU time.
    """
    if hasattr(update, "strips"):
        for widget in screen.walk_children(Widget):
            widget._repaint_required = False
            widget._repaint_regions.clear()
        if isinstance(screen, GuardedScreen):
            screen.is_drawn = True
    return output.frame_text(_pieces(update), console)


def _pieces(update: Any) -> Iterator[output.Piece]:
    """Textual would begin each span at the left edge of its widget, and send up to four times as many bytes."""
    if hasattr(update, "strips"):
        for y, strips in enumerate(update.strips):
            x = 0
            for strip in strips:
                yield x, y, strip
                x += strip.cell_length
        return
    for y, first, last in update.spans:
        for (x, strip), end in zip(update.chops[y].items(), update.chop_ends[y], strict=True):
            left, right = max(x, first), min(end, last)
            if strip is not None and left < right:
                yield left, y, strip.crop(left - x, right - x)


class GuardedApp(App[None]):
    """An app that goes on after an exception that nothing else handles."""

    def survive(self, error: Exception) -> None:
        """Ignore an exception. Subclasses instead tell the player about it, or end the app."""

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            self.survive(error)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if renderable is not None:
            renderable.render_segments = partial(_frame_text, screen, renderable)
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        # Textual would end the app, and print the values of all variables.
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, Exception):
            self.survive(cause)


class GuardedScreen(Screen[ScreenResultType]):
    """A screen that goes on after an exception.

    Of two keys in one burst, the first can open or resume a screen, and the second can close it. Messages and callbacks
    that are handled after it has closed are dropped, because its widgets may be gone.
    """

    is_drawn = False
    """Whether all of the screen has been drawn since it came to the front."""

    @property
    def is_settled(self) -> bool:
        """Whether the screen has handled everything that it has received."""
        has_callbacks = bool(getattr(self, "_callbacks", ()))
        nodes = self.walk_children(with_self=True)
        return self.is_mounted and not has_callbacks and not any(node.message_queue_size for node in nodes)

    def holds(self, event: Event) -> bool:  # noqa: ARG002 - for subclasses
        """Return True if an event must wait until the screen is ready for it."""
        return not self.is_mounted

    @property
    def is_closed(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # not attached: the app is exiting

    async def _dispatch_message(self, message: Message) -> None:
        uses_widgets = isinstance(message, _USING_WIDGETS) or type(message).__module__.startswith("binairo_tui")
        if uses_widgets and self.is_closed:
            return
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not isinstance(self.app, GuardedApp):
                raise
            self.app.survive(error)
            if isinstance(message, (Compose, Mount)) and self.is_current and len(self.app.screen_stack) > 1:
                self.app.pop_screen()  # a part of the screen is missing

    def on_screen_resume(self) -> None:
        """Make Textual draw a new screen only once, for its layout. Textual's own handler of the event runs next."""
        self.is_drawn = False
        self.call_next(self._skip_second_frame)

    def _skip_second_frame(self) -> None:
        if self.is_drawn:
            self._repaint_required = False

    async def _invoke_and_clear_callbacks(self) -> None:
        self._callbacks[:] = [it for it in self._callbacks if self.accepts_callback(*it)]
        await super()._invoke_and_clear_callbacks()

    def accepts_callback(self, callback: Callable[..., object], sender: MessagePump) -> bool:
        """Return False if a callback belongs to a closed screen or to a widget of a closed screen.

        Textual hands each callback to the screen in front, which may not be the screen that asked for the callback.
        """
        bound_to = getattr(callback.func if isinstance(callback, partial) else callback, "__self__", None)
        owner = bound_to if isinstance(bound_to, MessagePump) else sender
        return not isinstance(owner, Widget) or (owner.is_attached and owner.screen in self.app.screen_stack)


def losses() -> dict[str, list[str]]:
    """Return a mapping from each loss in `INTERNALS` to the private names that are missing or different."""
    found: dict[str, list[str]] = {}
    for name, is_usable, loss in INTERNALS:
        if not is_usable():
            found.setdefault(loss, []).append(name)
    return found


@cache
def parses_input() -> bool:
    try:
        return [getattr(message, "key", "") for message in _parser_class()().feed("a")] == ["a"]
    except (ImportError, AttributeError, TypeError):
        return False


def _parser_class() -> Any:
    return import_module("textual._xterm_parser").XTermParser


def _has(name: str, *parameters: str, kind: type = Screen) -> bool:
    """Return whether a class has the method `name` with these parameters after `self`."""
    method = getattr(kind, name, None)
    return callable(method) and tuple(signature(method).parameters) == ("self", *parameters)


@cache
def _keeps_callbacks() -> bool:
    return _has("_invoke_later", "callback", "sender") and isinstance(getattr(Screen(), "_callbacks", None), list)


@cache
def _draws() -> bool:
    screen = Screen[None]()
    kinds = {"_repaint_required": bool, "_layout_required": bool, "_dirty_widgets": set, "_repaint_regions": set}
    parameters = {"LayoutUpdate": ["strips", "region"], "ChopsUpdate": ["chops", "spans", "chop_ends"]}
    try:
        compositor = import_module("textual._compositor")
        updates = [(getattr(compositor, name), names) for name, names in parameters.items()]
    except (ImportError, AttributeError):
        return False
    return (
        all(isinstance(getattr(screen, name, None), kind) for name, kind in kinds.items())
        and all([*signature(it).parameters] == names for it, names in updates)
        and all(_has("render_segments", "console", kind=it) for it, _ in updates)
        and _has("_on_timer_update")
        and _has("_display", "screen", "renderable", kind=App)
    )


_DRAWING = (
    "_repaint_required",
    "_repaint_regions",
    "_layout_required",
    "_dirty_widgets",
    "_on_timer_update",
    "_display",
    "LayoutUpdate",
    "ChopsUpdate",
    "render_segments",
)
INTERNALS: tuple[tuple[str, Callable[[], bool], str], ...] = (
    ("XTermParser", parses_input, "bytes that are not UTF-8 end the app"),
    *[(name, _draws, "frames are longer, and the answer to a key may come 17 ms later") for name in _DRAWING],
    (
        "_dispatch_message",
        lambda: _has("_dispatch_message", "message") and iscoroutinefunction(vars(MessagePump)["_dispatch_message"]),
        "a bug, or a message to a closed screen, can end the app",
    ),
    ("_handle_exception", partial(_has, "_handle_exception", "error", kind=App), "a bug on the screen ends the app"),
    ("_callbacks", _keeps_callbacks, "keys typed ahead do not wait for the next frame"),
    (
        "_invoke_and_clear_callbacks",
        lambda: _keeps_callbacks() and _has("_invoke_and_clear_callbacks"),
        "what a closed screen has scheduled can end the app",
    ),
)
"""Private names of Textual. Each has a function that returns whether the name exists and is as expected, and a clause
about the disadvantage if it is not."""

for _name, _is_usable, _ in INTERNALS:
    for _guarded in (GuardedApp, GuardedScreen):
        if _name in vars(_guarded) and not _is_usable():
            delattr(_guarded, _name)
