"""Base class of all screens: opening, closing, and background work, which can hold back input."""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import ClassVar, NoReturn, Self, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.geometry import Offset, Region
from textual.screen import ScreenResultType
from textual.worker import WorkType, get_current_worker

from binairo_tui.engine.cancellation import CancelledError, IsCancelled
from binairo_tui.files import beside
from binairo_tui.tui import messages
from binairo_tui.tui.keymap import Command, CommandOwner, keymap_of
from binairo_tui.tui.terminal.textual_internals import GuardedScreen

T = TypeVar("T")

Work = Callable[[IsCancelled], Iterable[T]] | AsyncIterable[T]
"""Background work that yields results: a function to call in a thread, or an asynchronous iterator.

A browser has no threads. There, a `partial` of a module's function runs in another process, and any other function
stops the app until it returns.
"""

CANCELLING_COMMANDS = ("app.back", "app.quit", "app.suspend")
"""The ids of the commands that cancel background work, if this is possible, instead of waiting for it."""
GRACE_SECONDS = 0.05
"""The longest time, in seconds, that a screen waits for data, so that its first frame shows the data if possible."""


class BaseScreen(CommandOwner, GuardedScreen[ScreenResultType]):
    """A screen that can be closed at any moment, even if it has background work.

    List this class after `ModalScreen` in the bases, because Textual inherits styles only from the first base.

    The work is in groups: new work in a group replaces the previous work in that group. Input waits for the work of the
    groups that `awaited` returns.
    """

    AWAITED: ClassVar[tuple[str, ...]] = ()
    """The groups of work that all input waits for."""
    CANCELLABLE: ClassVar[tuple[str, ...]] = ()
    """More groups that input waits for, unless the input is a command that cancels their work."""
    HELD_SECONDS: ClassVar[float] = 1.0
    """Input waits for background work until this many seconds after the work began."""
    awaits_saves: ClassVar[bool] = True
    """Whether the screen is notified of every save, even if the writer's status stays the same."""
    place: messages.Place[...] | None = None
    """The place that this screen shows; None if it was not opened as a place."""

    is_resting = False
    _dismissal: Callable[[], object] | None = None

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name, id, classes)
        self._work: dict[str, object] = {}
        self._work_began: dict[str, float] = {}

    def on_mount(self) -> None:
        self.bind_keys(keymap_of(self.app))

    def note(self, sentence: str) -> None:
        """Show a sentence to the player, if the screen has room for one."""

    def confirm_leave(self) -> bool:
        """Return True if the screen may be left now. A screen that objects shows why and returns False."""
        return True

    def close_part(self) -> bool:
        """Close what is open on the screen, such as a hint; return False if nothing is."""
        return False

    def retire(self) -> None:
        """Clean up, because another screen has replaced this one and the player cannot go back to it."""

    def cursor_place(self) -> Offset | None:
        """Return the place for the terminal's cursor, which screen readers follow; None means that the cursor stays."""
        return None

    def rest(self, is_resting: bool) -> None:
        """Record whether the app rests, because the player seems to be away."""
        self.is_resting = is_resting

    def revisit(self) -> None:
        """React when the player asks for the place of this screen while the screen is in front."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen, even if it is not in front; Textual's own method would close the screen in front."""
        if self.app.screen is self:
            return super().dismiss(result)
        self._dismissal = partial(super().dismiss, result)  # has no effect if this screen is closed already
        return AwaitComplete()

    def on_screen_resume(self) -> None:
        if self._dismissal is not None and self.app.screen is self:
            self._dismissal()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw the whole screen again or, with `layout`, only the parts that a new layout moves.

        With `layout`, Textual's own method would draw even the parts that do not move. If something has changed on a
        screen behind this one, Textual passes the places of the change as `regions`. Its own method would then draw
        only one region, and forget the others that are due.
        """
        if regions and self.styles.background.a == 1:  # nothing shines through
            return self
        return super().refresh(repaint=repaint and not layout, layout=layout, recompose=recompose)

    # Background work.

    def run_in_background(self, group: str, work: Work[T], take: Callable[[T], object]) -> None:
        """Run `work` in the background, as the work of `group`, and call `take` with each result.

        No result is taken once the work is cancelled or replaced. The screen raises the work's exceptions again, except
        CancelledError. If `work` is a function, it runs in a thread and is passed a callable that returns True once the
        work is cancelled. The function must call it often and, once it returns True, raise CancelledError or return.
        Until then, the program cannot exit.
        """
        key = self.expect_in_background(group)
        if beside.send_away:
            work = beside.send_away(work)

        def post(result: T) -> None:
            self._post(group, key, partial(take, result))

        @contextmanager
        def reporting_the_end() -> Iterator[None]:
            try:
                yield
            except CancelledError:
                pass
            except Exception as error:
                self._post(group, key, partial(_raise, error))
            self._post(group, key, lambda: self._work.pop(group, None))

        async def run_in_loop(results: AsyncIterable[T]) -> None:
            with reporting_the_end():
                async for result in results:
                    post(result)

        def run_in_thread(produce: Callable[[IsCancelled], Iterable[T]]) -> None:
            worker = get_current_worker()
            with reporting_the_end():
                for result in produce(lambda: worker.is_cancelled):
                    post(result)

        # Not a coroutine object, which would never be awaited if the worker were cancelled before it starts.
        run: WorkType[None] = (
            partial(run_in_loop, work) if isinstance(work, AsyncIterable) else partial(run_in_thread, work)
        )
        self.run_worker(run, group=group, thread=not isinstance(work, AsyncIterable), exclusive=True)

    def read_in_background(self, group: str, read: Callable[[], T], take: Callable[[T], object]) -> None:
        """Call `read` in a thread and `take` with its result, unless other work in the same group has begun.

        This method waits at most `GRACE_SECONDS` for the result, which is enough for most reads. After a slower read,
        `take` is called later.
        """
        key = self.expect_in_background(group)
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
                self._post(group, key, arrive)

        beside.start(run, "reading")
        try:
            found.exception(GRACE_SECONDS)
        except TimeoutError:
            found.add_done_callback(post)
        else:
            arrive()

    def expect_in_background(self, group: str) -> object:
        """Make input wait for work that will begin in a group soon. Return an object that identifies the work."""
        self._work[group] = key = object()
        self._work_began[group] = monotonic()
        return key

    def cancel_in_background(self, group: str) -> bool:
        """Cancel the work of a group, and drop any results that arrive later; return False if there was no work."""
        if self._work.pop(group, None) is None:
            return False
        self.workers.cancel_group(self, group)
        return True

    def _post(self, group: str, work: object, take: Callable[[], object]) -> None:
        """Call `take` in the app's thread, unless `work` has been cancelled or replaced by other work in `group`."""

        def take_if_wanted() -> None:
            if self._work.get(group) is work and not self.is_closed:
                take()

        self.post_message(events.Callback(take_if_wanted))

    def holds(self, event: events.Event) -> bool:
        """Return True if an event must wait until the screen is mounted or, for `HELD_SECONDS`, for background work."""
        began = [self._work_began[group] for group in self.awaited(self.command_for(event)) if group in self._work]
        return super().holds(event) or any(monotonic() < moment + self.HELD_SECONDS for moment in began)

    def awaited(self, command: Command | None) -> Iterable[str]:
        """Return the groups of work that a command must wait for; `command` is None for any other input."""
        is_cancelling = command is not None and command.id in CANCELLING_COMMANDS
        return self.AWAITED if is_cancelling else (*self.CANCELLABLE, *self.AWAITED)

    def key_of(self, command_id: str) -> str:
        return keymap_of(self.app).key_of(command_id)

    def command_for(self, event: events.Event) -> Command | None:
        """Return the command that a key runs on this screen or in the whole app."""
        if not isinstance(event, events.Key):
            return None
        app: object = self.app
        everywhere = app.bound_command(event.key) if isinstance(app, CommandOwner) else None
        return self.bound_command(event.key) or everywhere


def once(work: Callable[[IsCancelled], T], is_cancelled: IsCancelled) -> Iterator[T]:
    """Yield the result of a function, so that `partial(once, work)` can run in the background."""
    yield work(is_cancelled)


def _raise(error: Exception) -> NoReturn:
    raise error
