"""Base of every screen: runs background work, and drops messages that arrive after the screen was closed."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ScreenResultType
from textual.widget import Widget
from textual.worker import WorkType, get_current_worker

from binairo_tui.engine.cancellation import CancelledError, IsCancelled
from binairo_tui.tui.keymap import CommandOwner, keymap_of
from binairo_tui.tui.terminal.textual_internals import GuardedScreen

if TYPE_CHECKING:
    from textual.geometry import Offset, Region

    from binairo_tui.tui.keymap import Command
    from binairo_tui.tui.messages import Place

T = TypeVar("T")

Work = Callable[[IsCancelled], Iterable[T]] | AsyncIterable[T]
"""Background work that yields results: a function to call in a thread, or an asynchronous iterator."""

CALLING_OFF = ("app.back", "app.quit", "app.suspend")
"""Commands that do not wait for background work, because they cancel it."""
GRACE_SECONDS = 0.05
"""The longest time, in seconds, that a screen waits for data, so that its first frame shows the data if possible."""
_USING_WIDGETS = (events.Mount, events.ScreenResume, events.Resize, events.InputEvent, events.Paste, events.Timer)
"""Messages whose handlers use the screen's widgets. A closed screen still needs Textual's other messages."""
_OWN_PACKAGE = __name__.partition(".")[0]


class WorkDone(Message, bubble=False):
    """A result of background work; call `take` unless the work was cancelled."""

    def __init__(self, group: str, work: object, take: Callable[[], object]) -> None:
        super().__init__()
        self.group = group
        self.work = work
        self.take = take


class BaseScreen(CommandOwner, GuardedScreen[ScreenResultType]):
    """A screen that can be closed at any moment.

    Two keys in one burst can show or resume a screen and close it again. Messages that are handled after that are
    dropped, because the widgets may be gone. List this class after `ModalScreen` in the bases, because Textual inherits
    styles only from the first base.
    """

    HELD_SECONDS: ClassVar[float] = 1.0
    """The longest time, in seconds from the start of background work, that input waits for the work."""
    awaits_saves: ClassVar[bool] = True
    """Whether the screen is notified of every save, not only when the status of the writer changes."""
    place: Place[...] | None = None
    """The place that this screen shows; None if it was not opened as a place."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name, id, classes)
        self._work: dict[str, object] = {}
        self._work_began: dict[str, float] = {}
        self._dismissal: Callable[[], object] | None = None

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    def note(self, sentence: str) -> None:
        """Show a sentence to the player, if the screen has room for one."""

    def confirm_leave(self) -> bool:
        """Return True if the screen may be left now; a screen that objects shows why and returns False."""
        return True

    def retire(self) -> None:
        """Called when a different screen replaces this one; the player cannot go back to it."""

    def cursor_place(self) -> Offset | None:
        """Return the place of the terminal's cursor, which screen readers follow; None for the place last set."""
        return None

    def revisit(self) -> None:
        """Called when the navigator is asked for the place that this screen already shows."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen; if another one is in front, close this one after it.

        Textual by itself would close the screen in front, whichever that is.
        """
        if self.app.screen is self:
            return super().dismiss(result)
        if not self._is_closed():
            self._dismissal = partial(super().dismiss, result)
        return AwaitComplete()

    def on_screen_resume(self) -> None:
        if self._dismissal is not None and self.app.screen is self:
            self._dismissal()

    def run_beside(self, group: str, work: Work[T], take: Callable[[T], None]) -> None:
        """Run work in the background and call `take` with each result, until other work in the same group begins.

        A function runs in a thread and gets a callable that returns True once the work is cancelled. The function must
        call it often and, once it returns True, raise CancelledError or return: the program cannot exit before that.
        """
        key = self.expect_beside(group)

        def post(result: T) -> None:
            self.post_message(WorkDone(group, key, partial(take, result)))

        def end() -> None:
            self.post_message(WorkDone(group, key, lambda: self._work.pop(group, None)))

        async def run_in_loop(results: AsyncIterable[T]) -> None:
            async for result in results:
                post(result)
            end()

        def run_in_thread(produce: Callable[[IsCancelled], Iterable[T]]) -> None:
            worker = get_current_worker()
            with suppress(CancelledError):
                for result in produce(lambda: worker.is_cancelled):
                    post(result)
            end()

        # Not a coroutine object, which would never be awaited if the worker were cancelled before it starts.
        run: WorkType[None] = (
            partial(run_in_loop, work) if isinstance(work, AsyncIterable) else partial(run_in_thread, work)
        )
        self.run_worker(run, group=group, thread=not isinstance(work, AsyncIterable), exclusive=True)

    def read_beside(self, group: str, read: Callable[[], T], take: Callable[[T], object]) -> None:
        """Call `read` in a thread and `take` with its result, unless other work in the same group has begun.

        Most reads are quick, and `take` is called before this method returns. The results of reads that need more than
        `GRACE_SECONDS` are taken later.
        """
        key = self.expect_beside(group)
        found: Future[T] = Future()

        def run() -> None:
            try:
                found.set_result(read())
            except BaseException as error:
                found.set_exception(error)

        def arrive() -> None:
            self._work.pop(group, None)
            take(found.result())

        def post(_found: Future[T]) -> None:
            with suppress(RuntimeError):  # the app has ended
                self.post_message(WorkDone(group, key, arrive))

        Thread(target=run, daemon=True).start()
        try:
            found.exception(GRACE_SECONDS)
        except TimeoutError:
            found.add_done_callback(post)
        else:
            arrive()

    def expect_beside(self, group: str) -> object:
        """Make input wait for work in a group that begins soon; return an object that identifies the work."""
        self._work[group] = key = object()
        self._work_began[group] = monotonic()
        return key

    def cancel_beside(self, group: str) -> None:
        """Cancel the work of a group; its later results are dropped."""
        if self._work.pop(group, None) is not None:
            self.workers.cancel_group(self, group)

    def on_work_done(self, message: WorkDone) -> None:
        if self._work.get(message.group) is message.work:
            message.take()

    def refresh(
        self,
        *regions: Region,  # noqa: ARG002 - whatever they are
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Refresh the whole screen, whatever regions are given.

        When a widget changes on a screen behind this one, Textual refreshes a region of this screen and then forgets
        the other regions that were due.
        """
        return super().refresh(repaint=repaint, layout=layout, recompose=recompose)

    def command_for(self, event: events.Event) -> Command | None:
        """Return the command that a key gives on this screen or in the whole app; None if there is none."""
        if not isinstance(event, events.Key):
            return None
        app: object = self.app
        everywhere = app.bound_command(event.key) if isinstance(app, CommandOwner) else None
        return self.bound_command(event.key) or everywhere

    @property
    def is_settled(self) -> bool:
        """Whether the screen is mounted, has handled all messages, and has no callbacks waiting for a refresh."""
        nodes = self.walk_children(with_self=True)
        return self.is_mounted and not self.has_callbacks and not any(node.message_queue_size for node in nodes)

    def holds(self, event: events.Event) -> bool:
        """Return True if an event must wait for background work that began less than `HELD_SECONDS` ago."""
        groups = [group for group in self.awaited(self.command_for(event)) if group in self._work]
        return any(monotonic() < self._work_began[group] + self.HELD_SECONDS for group in groups)

    def awaited(self, command: Command | None) -> Iterable[str]:
        """Return the groups of work that a command waits for; a `command` of None means any other input."""
        del command
        return ()

    def takes(self, message: Message) -> bool:
        uses_widgets = isinstance(message, _USING_WIDGETS) or type(message).__module__.startswith(_OWN_PACKAGE)
        return not (uses_widgets and self._is_closed())

    def calls(self, callback: Callable[..., object], sender: MessagePump) -> bool:
        """Return False if a callback belongs to a screen that is closed, or to a widget of one.

        Textual leaves a callback with the screen in front, which need not be the one that asked for it.
        """
        bound_to = getattr(callback.func if isinstance(callback, partial) else callback, "__self__", None)
        owner = bound_to if isinstance(bound_to, MessagePump) else sender
        return not isinstance(owner, Widget) or (owner.is_attached and owner.screen in self.app.screen_stack)

    def _is_closed(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # not attached: the app is exiting
