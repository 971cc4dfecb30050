"""Base of every screen: runs work beside the screen, and drops messages that arrive after the screen was closed."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from textual import events
from textual.message import Message
from textual.screen import Screen, ScreenResultType
from textual.worker import WorkType, get_current_worker

from binairo_tui.engine.cancellation import CancelledError, IsCancelled
from binairo_tui.tui.keymap import CommandOwner, keymap_of

if TYPE_CHECKING:
    from textual.geometry import Region

    from binairo_tui.tui.keymap import Command
    from binairo_tui.tui.messages import Place

T = TypeVar("T")

Work = Callable[[IsCancelled], Iterable[T]] | AsyncIterable[T]
"""Work beside the screen that yields results: a function to call in a thread, or an asynchronous iterator."""

CALLING_OFF = ("app.back", "app.quit", "app.suspend")
"""Commands that do not wait for work that the player would give up by them."""
_USING_WIDGETS = (events.Mount, events.ScreenResume, events.Resize, events.InputEvent, events.Paste, events.Timer)
"""Messages whose handlers use the screen's widgets. Textual's other messages are needed until the very end."""
_OWN_PACKAGE = __name__.partition(".")[0]


class WorkDone(Message, bubble=False):
    """A result of work beside the screen; `take` is called with it unless the work was cancelled."""

    def __init__(self, group: str, work: object, take: Callable[[], object]) -> None:
        super().__init__()
        self.group = group
        self.work = work
        self.take = take


class BaseScreen(CommandOwner, Screen[ScreenResultType]):
    """A screen that can be closed at any moment.

    Two keys in one burst can show or resume a screen and close it again. Messages that are handled after that are
    dropped, because the widgets may be gone. Name it after `ModalScreen` among the bases: Textual inherits styles from
    the first base alone.
    """

    HELD_SECONDS: ClassVar[float] = 1.0
    """The longest time from the beginning of work beside the screen that input waits for it."""
    place: Place | None = None
    """The place that this screen shows, if the navigator was asked for one."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name, id, classes)
        self._work: dict[str, object] = {}
        self._work_began: dict[str, float] = {}

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    def note(self, sentence: str) -> None:
        """Show a sentence to the player, if the screen has room for one."""

    def confirm_leave(self) -> bool:
        """Return whether the screen may be left now; a screen that objects says why."""
        return True

    def revisit(self) -> None:
        """Called instead of opening the place that this screen shows a second time."""

    def run_beside(self, group: str, work: Work[T], take: Callable[[T], None]) -> None:
        """Run work beside the screen and call `take` with each result, until other work of the group begins.

        A function runs in a thread and gets a callable that tells whether it was cancelled. It must call that often and
        raise CancelledError or return: the program cannot end before.
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

        # Not a coroutine: one that is cancelled before it starts would never be awaited.
        run: WorkType[None] = (
            partial(run_in_loop, work) if isinstance(work, AsyncIterable) else partial(run_in_thread, work)
        )
        self.run_worker(run, group=group, thread=not isinstance(work, AsyncIterable), exclusive=True)

    def expect_beside(self, group: str) -> object:
        """Let input wait for work of a group that begins soon. Return what the work is known by."""
        self._work[group] = key = object()
        self._work_began[group] = monotonic()
        return key

    def cancel_beside(self, group: str) -> None:
        """Cancel the work of a group; its results are not taken any more."""
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

        A widget that changes on a screen behind this one has Textual refresh a region of this one; Textual then forgets
        the other regions that were due.
        """
        return super().refresh(repaint=repaint, layout=layout, recompose=recompose)

    def command_for(self, event: events.Event) -> Command | None:
        """Return the command that a key means on this screen, or else everywhere."""
        if not isinstance(event, events.Key):
            return None
        app: object = self.app
        everywhere = app.bound_command(event.key) if isinstance(app, CommandOwner) else None
        return self.bound_command(event.key) or everywhere

    @property
    def is_settled(self) -> bool:
        """Whether the screen is mounted, its messages are handled, and nothing waits for its next refresh."""
        nodes = self.walk_children(with_self=True)
        return self.is_mounted and not self._callbacks and not any(node.message_queue_size for node in nodes)

    def holds(self, event: events.Event) -> bool:
        """Return whether an event has to wait for work beside the screen, which began less than `HELD_SECONDS` ago."""
        groups = [group for group in self.awaited(self.command_for(event)) if group in self._work]
        return any(monotonic() < self._work_began[group] + self.HELD_SECONDS for group in groups)

    def awaited(self, command: Command | None) -> Iterable[str]:
        """Return the groups of work that a command waits for; None stands for any input that is not a command."""
        del command
        return ()

    async def _invoke_and_clear_callbacks(self) -> None:
        """Drop what widgets wanted called after a refresh of a screen that is closed; what the app wants is called."""
        if self._is_closed():
            self._callbacks[:] = [it for it in self._callbacks if it[1] is self.app]
        await super()._invoke_and_clear_callbacks()

    async def _dispatch_message(self, message: Message) -> None:
        uses_widgets = isinstance(message, _USING_WIDGETS) or type(message).__module__.startswith(_OWN_PACKAGE)
        if not (uses_widgets and self._is_closed()):
            await super()._dispatch_message(message)

    def _is_closed(self) -> bool:
        return not self.is_attached or self not in self.app.screen_stack  # not attached: the program is about to end
