"""The surroundings of the app in a browser: stored games, downloads and background work."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from textual.app import App

from binairo_tui.engine import Puzzle, Request
from binairo_tui.files.streams import print_error
from binairo_tui.page import away
from binairo_tui.player.progress import Progress
from binairo_tui.processes import worker
from binairo_tui.processes.requests import Generated
from binairo_tui.store import errors, opening, transfer
from binairo_tui.store.writer import SaveState, SaveStatus
from binairo_tui.tui.messages import Navigator, Place, Surroundings
from binairo_tui.tui.screens import base
from binairo_tui.tui.screens.dialog import DialogScreen

T = TypeVar("T")

EXPORT = "binairo-games.db"
HEADING = "Your saved games are in this browser"


class Page(Protocol):
    """The services of the page's script for the app."""

    def download(self, name: str, data: bytes) -> None:
        """Have the browser save a file."""

    def choose_file(self) -> None:
        """Let the player choose a file. Its contents come to `InPage.load`."""

    def work(self, job: bytes) -> None:
        """Send a job to the helper, which calls `away.do`. The results come to `InPage.take`."""

    def end_work(self) -> None:
        """End the job soon, if it is not done."""


class PageProgress(Progress):
    """The player's games. Written data count as saved once the browser has stored them."""

    _is_storing = False

    @property
    def is_saving(self) -> bool:
        return self._is_storing or super().is_saving

    def stored(self, problem: str) -> None:
        """Take note that the browser has stored all files or, if `problem` is not empty, why it has not."""
        if problem:
            self._is_storing = True
            super()._report(SaveStatus(SaveState.FAILED, problem))
        elif self._is_storing:
            self._is_storing = False
            super()._report(SaveStatus(SaveState.SAVED))

    def _report(self, status: SaveStatus) -> None:
        if status.state is SaveState.SAVED:
            self._is_storing = True
        else:
            super()._report(status)


class PagePlaces:
    BACKUP = Place(lambda: _backup_dialog)


class InPage(Surroundings):
    """The surroundings of an app in the page. `problem` is a clause to begin with, if there is one."""

    no_files = "A page cannot write files"
    no_shell = "a page has no shell to return to"
    tools: Sequence[tuple[Place[[]], str, str]] = (
        (PagePlaces.BACKUP, "download, load", "Take your saved games to another browser, or to a terminal."),
    )

    def __init__(self, page: Page, problem: str = "") -> None:
        self.page = page
        self._problem = problem
        self._told = asyncio.Queue[bytes]()
        self._is_working = asyncio.Lock()

    def open_progress(self, path: Path) -> PageProgress:
        self.progress = PageProgress(path, announce=print_error)
        return self.progress

    def arrive(self, app: App[Any], navigator: Navigator) -> None:
        self._app = app
        if self._problem:
            app.call_after_refresh(navigator.tell, self._problem)

    def generate(self, request: Request, seed: int, on_attempt: Callable[[int], None]) -> Awaitable[Generated]:
        return worker.generate_in_worker(request, seed, on_attempt, self._ask)

    def assess(self, puzzle: Puzzle) -> Awaitable[worker.Assessment]:
        return worker.assess_in_worker(puzzle, self._ask)

    def send_away(self, work: base.Work[T]) -> base.Work[T]:
        """Return the results of background work in the helper, or the work itself if it cannot be sent there."""
        job = away.job_of(work)
        return self._do(job) if job else work

    def take(self, told: memoryview) -> None:
        """Take a result from the helper."""
        self._told.put_nowait(bytes(told))

    def download(self) -> None:
        """Hand out the progress file, as `binairo games export` does."""
        try:
            self.progress.wait_for_saves()
            with closing(opening.open_database(self.progress.path)) as connection:
                self.page.download(EXPORT, transfer.export_copy(connection)[0])
        except errors.StoreError as error:
            self._show(f"Nothing was downloaded: {error}.")
        else:
            self._show(f"Downloaded as {EXPORT}. Load it in another browser, or with 'binairo games import'.")

    def load(self, data: memoryview) -> None:
        """Merge a progress file into the player's, as `binairo games import` does, and say how it went."""
        self._app.call_later(self._merge, bytes(data))

    def _merge(self, data: bytes) -> None:
        try:
            export = transfer.parse_export(data)
            with closing(opening.open_database(self.progress.path)) as connection:
                merged = transfer.merge_export(connection, export)
        except errors.StoreError as error:
            self._show(f"Nothing was loaded: {error}.")
        else:
            games = len(merged.added) + len(merged.replaced)
            self._show(f"New or newer games in the file: {games}. Solves: {merged.results_added}.")

    def _show(self, sentences: str) -> None:
        self._app.push_screen(DialogScreen(HEADING, sentences, {"Continue": None}))

    def _ask(self, request: str) -> AsyncGenerator[str]:
        return self._do(pickle.dumps(partial(worker.answer, request)))

    async def _do(self, job: bytes) -> AsyncGenerator[Any]:
        """Yield the results of a job."""
        async with self._is_working:
            self._told = asyncio.Queue()
            self.page.work(job)
            try:
                while isinstance(told := pickle.loads(await self._told.get()), tuple):  # noqa: S301 - from the helper
                    yield told[0]
            finally:
                self.page.end_work()
            if told is not None:
                raise told


def _backup_dialog(navigator: Navigator) -> DialogScreen:
    surroundings = navigator.surroundings
    assert isinstance(surroundings, InPage)  # noqa: S101 - the dialog is shown only there
    return DialogScreen(
        HEADING,
        "Some browsers delete the data of a page that is not visited for a week. Loading a file adds its games to "
        "the games here.",
        {"Download them as a file": surroundings.download, "Load a file": surroundings.page.choose_file, "Back": None},
    )
