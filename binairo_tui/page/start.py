"""Runs the app in the page; `worker.js` calls this module."""

from __future__ import annotations

import asyncio.tasks
import os
from typing import Protocol

from binairo_tui import formats, player, tui
from binairo_tui.files import beside
from binairo_tui.page import driver, surroundings
from binairo_tui.player.catalog import IncomingPuzzle

LINKED = "linked"
"""The title of a puzzle from a link that has no title."""

if not hasattr(asyncio.tasks, "_set_task_name"):  # Pyodide's loop uses it, which Python 3.14 has no more
    setattr(asyncio.tasks, "_set_task_name", lambda task, name: name and task.set_name(name))  # noqa: B010


class Page(surroundings.Page, driver.ShownTerminal, Protocol):
    """The services of the page's script for the app. `link` is the text after `#` in the address of the page."""

    address: str
    link: str


class PageApp:
    """The app in the page. The script calls `run` and, until `run` has ended, the other methods."""

    def __init__(self, page: Page) -> None:
        class Driver(driver.PageDriver):
            shown = page

        incoming, problem = _linked(page.link)
        self.surroundings = surroundings.InPage(page, problem)
        self.take, self.load = self.surroundings.take, self.surroundings.load
        beside.send_away = self.surroundings.send_away
        self.app, self._close = tui.start.make_app(
            {"mouse": True, "page_address": page.address},
            self.surroundings,
            tui.inquiry.Inquiry(os.environ),
            incoming=incoming,
            driver_class=Driver,
        )

    async def run(self) -> bool:
        """Run the app until it ends. Return whether everything is written."""
        await tui.start.run_app(self.app)
        return self._close()

    def feed(self, text: str) -> None:
        if isinstance(self.app.terminal, driver.PageDriver):
            self.app.terminal.feed(text)

    def resize(self) -> None:
        """Take note that the size of the terminal has changed."""
        if self.app.terminal is not None:
            self.app.terminal.check_size()

    def leave(self) -> None:
        """End the app, because another tab takes over."""
        self.app.exit()

    def stored(self, problem: str) -> None:
        """Take note that the browser has stored all files or, if `problem` is not empty, why it has not."""
        self.surroundings.progress.stored(problem)


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
