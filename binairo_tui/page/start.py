"""Runs the app in the page; `worker.js` calls this module."""

from __future__ import annotations

import asyncio.tasks
import os
import pickle
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from textual.app import App

from binairo_tui import formats, player, tui
from binairo_tui.engine import Puzzle, Request
from binairo_tui.files import beside
from binairo_tui.files.streams import print_error
from binairo_tui.page import away, driver
from binairo_tui.player.catalog import IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.processes.requests import Generated
from binairo_tui.processes.worker import Assessment
from binairo_tui.store import errors, opening, transfer
from binairo_tui.store.writer import SaveState, SaveStatus
from binairo_tui.tui.messages import Navigator, Place, Surroundings
from binairo_tui.tui.screens import base
from binairo_tui.tui.screens.dialog import DialogScreen

T = TypeVar("T")

LINKED = "linked"
"""The title of a puzzle from a link, if the puzzle has no title of its own."""
EXPORT = "binairo-games.db"
HEADING = "Your saved games are in this browser"

if not hasattr(asyncio.tasks, "_set_task_name"):  # Pyodide's loop needs it, but Python 3.14 lacks it
    setattr(asyncio.tasks, "_set_task_name", lambda task, name: name and task.set_name(name))  # noqa: B010


class PageProgress(Progress):
    """The player's progress. It counts as saved only when the browser has stored the files."""

    _is_stored = True

    @property
    def is_saving(self) -> bool:
        return super().is_saving or not self._is_stored

    def stored(self, problem: str) -> None:
        """Record that the browser has stored all files or, if `problem` is not empty, why it has not."""
        if problem or not self._is_stored:
            self._is_stored = not problem
            super()._report(SaveStatus(SaveState.FAILED, problem) if problem else SaveStatus(SaveState.SAVED))

    def _report(self, status: SaveStatus) -> None:
        if status.state is SaveState.SAVED:
            self._is_stored = False
        else:
            super()._report(status)


class PageApp(Surroundings):
    """The app in the page. The script calls `run` and, until `run` has ended, the other methods."""

    BACKUP = Place(lambda: _backup_dialog)

    no_files = "A page cannot write files"
    no_shell = "a page has no shell to return to"
    tools: Sequence[tuple[Place[[]], str, str]] = (
        (BACKUP, "download, load", "Take your saved games to another browser, or to a terminal."),
    )

    def __init__(self, page: driver.Page) -> None:
        self.page = page
        self._told = asyncio.Queue[bytes]()
        self._is_working = asyncio.Lock()
        beside.send_away = self.send_away
        incoming, self._problem = _linked(page.link)
        self.app, self._close = tui.start.make_app(
            {"mouse": True, "page_address": page.address},
            self,
            tui.inquiry.Inquiry(os.environ),
            incoming=incoming,
            driver_class=type("Driver", (driver.PageDriver,), {"page": page}),
        )

    async def run(self) -> bool:
        """Run the app until it ends. Return whether everything has been saved."""
        await tui.start.run_app(self.app)
        return self._close()

    def open_progress(self, path: Path) -> PageProgress:
        self.progress = PageProgress(path, announce=print_error)
        return self.progress

    def arrive(self, app: App[Any], navigator: Navigator) -> None:
        if self._problem:
            app.call_after_refresh(navigator.tell, self._problem)

    # Long work.

    async def generate(self, request: Request, seed: int, on_attempt: Callable[[int], None]) -> Generated:
        async for made in self._do(pickle.dumps(partial(away.generate, request, seed))):
            if isinstance(made, int):
                on_attempt(made)
        return cast("Generated", made)

    async def assess(self, puzzle: Puzzle) -> Assessment:
        [assessment] = [it async for it in self._do(pickle.dumps(partial(away.assess, puzzle)))]
        return cast("Assessment", assessment)

    def send_away(self, work: base.Work[T]) -> base.Work[T]:
        """Return background work in which the helper does `work`; return `work` itself if it cannot be sent."""
        job = away.job_of(work)
        return self._do(job) if job else work

    def take(self, told: memoryview) -> None:
        """Receive a result, or the end, of the helper's job (see `away.do`)."""
        self._told.put_nowait(bytes(told))

    async def _do(self, job: bytes) -> AsyncGenerator[Any]:
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

    # The progress file.

    def download(self) -> None:
        """Give the player a copy of the progress file, as `binairo games export` does."""
        try:
            self.progress.wait_for_saves()
            with closing(opening.open_database(self.progress.path)) as connection:
                self.page.download(EXPORT, transfer.export_copy(connection)[0])
        except errors.StoreError as error:
            self._show(f"Nothing was downloaded: {error}.")
        else:
            self._show(f"Downloaded as {EXPORT}. Load it in another browser, or with 'binairo games import'.")

    def load(self, data: memoryview) -> None:
        """Merge a progress file into the player's own, as `binairo games import` does, and show what was added."""
        self.app.call_later(self._merge, bytes(data))

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
        self.app.push_screen(DialogScreen(HEADING, sentences, {"Continue": None}))


def _backup_dialog(navigator: Navigator) -> DialogScreen:
    app = navigator.surroundings
    assert isinstance(app, PageApp)  # noqa: S101 - the dialog is shown only there
    return DialogScreen(
        HEADING,
        "Some browsers delete the data of a page that is not visited for a week. Loading a file adds its games to "
        "the games here.",
        {"Download them as a file": app.download, "Load a file": app.page.choose_file, "Back": None},
    )


def _linked(text: str) -> tuple[IncomingPuzzle | None, str]:
    """Return the puzzle that a link holds, if any, and a clause that says why it holds none."""
    if not text:
        return None, ""
    try:
        imported = formats.read_puzzle(text)
    except formats.PuzzleFormatError as error:
        return None, f"the link holds no puzzle: {error}"
    progress = player.resume.progress_of(imported.puzzle, imported.history, imported.head)
    return IncomingPuzzle(imported.puzzle, imported.title or LINKED, progress, formats.remarks(imported)), ""
