"""Base class of screens that run work in the background and hold back input that may depend on its results."""

from collections.abc import AsyncIterable, Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import ClassVar, NoReturn, TypeVar

from textual.events import Event, Key
from textual.message import Message
from textual.screen import ScreenResultType
from textual.worker import WorkType, get_current_worker

from binairo_tui.engine.cancellation import CancelledError, IsCancelled
from binairo_tui.tui.keymap import Command, CommandOwner
from binairo_tui.tui.terminal.textual_internals import GuardedScreen

T = TypeVar("T")

Work = Callable[[IsCancelled], Iterable[T]] | AsyncIterable[T]
"""Background work that yields results: a function to call in a thread, or an asynchronous iterator."""

CANCELLING_COMMANDS = ("app.back", "app.quit", "app.suspend")
"""Commands that do not wait for background work that can be cancelled, because they cancel it."""
GRACE_SECONDS = 0.05
"""The longest time, in seconds, that a screen waits for data, so that its first frame shows the data if possible."""


class WorkDone(Message, bubble=False):
    """Posted when background work has a result, fails or ends.

    To handle it, the screen calls `take`, unless `work` was cancelled or replaced by other work in `group`.
    """

    def __init__(self, group: str, work: object, take: Callable[[], object]) -> None:
        super().__init__()
        self.group = group
        self.work = work
        self.take = take


class BackgroundScreen(CommandOwner, GuardedScreen[ScreenResultType]):
    """A screen with background work in groups.

    New work in a group replaces the previous work in that group. While work is in progress in one of the groups that
    `awaited` returns, `holds` makes input wait.
    """

    AWAITED: ClassVar[tuple[str, ...]] = ()
    """The groups of work that all input waits for."""
    CANCELLABLE: ClassVar[tuple[str, ...]] = ()
    """The groups of work that all input waits for, except commands that cancel it."""
    HELD_SECONDS: ClassVar[float] = 1.0
    """The longest time, in seconds from the start of background work, that input waits for the work."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name, id, classes)
        self._work: dict[str, object] = {}
        self._work_began: dict[str, float] = {}

    def run_in_background(self, group: str, work: Work[T], take: Callable[[T], object]) -> None:
        """Run `work` in the background and call `take` with each result, until it is cancelled or replaced in `group`.

        What it raises, except CancelledError, is raised again by the screen. If `work` is a function, it runs in a
        thread and is passed a callable that returns True once the work is cancelled. The function must call it often
        and, once it returns True, raise CancelledError or return. The program cannot exit until it has done so.
        """
        key = self.expect_in_background(group)

        def post(result: T) -> None:
            self.post_message(WorkDone(group, key, partial(take, result)))

        @contextmanager
        def reporting_the_end() -> Iterator[None]:
            try:
                yield
            except CancelledError:
                pass
            except Exception as error:
                self.post_message(WorkDone(group, key, partial(_raise, error)))
            self.post_message(WorkDone(group, key, lambda: self._work.pop(group, None)))

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

        Most reads take at most `GRACE_SECONDS`; `take` is then called before this method returns. After a slower
        read, `take` is called later.
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
                self.post_message(WorkDone(group, key, arrive))

        Thread(target=run, daemon=True).start()
        try:
            found.exception(GRACE_SECONDS)
        except TimeoutError:
            found.add_done_callback(post)
        else:
            arrive()

    def expect_in_background(self, group: str) -> object:
        """Make input wait for work in a group that will begin soon; return an object that identifies it."""
        self._work[group] = key = object()
        self._work_began[group] = monotonic()
        return key

    def cancel_in_background(self, group: str) -> bool:
        """Cancel the work of a group, and drop any results that arrive later; return False if there was no work."""
        if self._work.pop(group, None) is None:
            return False
        self.workers.cancel_group(self, group)
        return True

    def on_work_done(self, message: WorkDone) -> None:
        if self._work.get(message.group) is message.work:
            message.take()

    def holds(self, event: Event) -> bool:
        """Return True if an event must wait for background work that began less than `HELD_SECONDS` ago."""
        began = [self._work_began[group] for group in self.awaited(self.command_for(event)) if group in self._work]
        return any(monotonic() < moment + self.HELD_SECONDS for moment in began)

    def awaited(self, command: Command | None) -> Iterable[str]:
        """Return the groups of work that a command must wait for; `command` is None for any other input."""
        is_cancelling = command is not None and command.id in CANCELLING_COMMANDS
        return self.AWAITED if is_cancelling else (*self.CANCELLABLE, *self.AWAITED)

    def command_for(self, event: Event) -> Command | None:
        """Return the command that a key runs on this screen or in the whole app."""
        if not isinstance(event, Key):
            return None
        app: object = self.app
        everywhere = app.bound_command(event.key) if isinstance(app, CommandOwner) else None
        return self.bound_command(event.key) or everywhere


def _raise(error: Exception) -> NoReturn:
    raise error
