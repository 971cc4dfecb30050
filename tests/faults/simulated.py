"""The app of one player in a `World`: its terminal, its disk, and stand-ins for everything that is not deterministic.

Input reaches the app through Textual's own parser, as bytes of a terminal do. SQLite and its files are real, but
a `Disk` makes statements fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import textual.app
import textual.document._history
from textual import _parser, _time
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.messages import InBandWindowResize
from textual.strip import Strip

from binairo_tui.engine import Puzzle
from binairo_tui.engine.generation import generate
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import Request
from binairo_tui.engine.search import count_solutions
from binairo_tui.files import background_writer, beside, bug_reports
from binairo_tui.files.paths import config_path, database_path, own_collections_dir
from binairo_tui.library import Collection
from binairo_tui.player import progress as progress_module
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.progress import Progress
from binairo_tui.processes import worker
from binairo_tui.processes.requests import Generated
from binairo_tui.processes.worker import Assessment, WorkerError
from binairo_tui.settings import SettingsWriter, load_settings
from binairo_tui.store import database, games, private_files
from binairo_tui.store import writer as writer_module
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens import base
from binairo_tui.tui.terminal.textual_internals import InputParser
from binairo_tui.tui.widgets import board_view
from tests.faults.mutants import replace_names
from tests.faults.world import World, WorldThreads

SEEDS = 3
"""The number of different seeds that new puzzles get: making one takes longer than everything else."""
HALVES = {" ": (1, 1), "█": (0, 0), "▀": (0, 1), "▄": (1, 0)}
"""Maps characters to what their halves show: the colour of the text (0) or of the background (1)."""
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "delete": "\x1b[3~",
    "f1": "\x1bOP",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
    "f7": "\x1b[18~",
    "f8": "\x1b[19~",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "ctrl+p": "\x10",
    "ctrl+s": "\x13",
    "ctrl+r": "\x12",
    "ctrl+l": "\x0c",
    "ctrl+q": "\x11",
}
"""What a terminal sends for keys that are not characters."""
LATE = 0.02
"""The share of messages that are handled late."""
LATEST_SECONDS = 0.03
"""How late they are at most: two frames."""
SMALL_PUZZLES = "# title: Small ones\n\n4x4;0..1.1......0..0\n6x4;0.1..........1..........\n4x4;.1..............\n"
BUSY_SECONDS = database.BUSY_SECONDS
RETRY_SECONDS = 0.002


class Disk:
    """What SQLite is told by the disk. While `code` is set, that error is reported by statements that `matches` names.

    `left` is the number of failures until the disk works again; `after` tells whether a commit fails only after it has
    stored everything.
    """

    def __init__(self) -> None:
        self.code = 0
        self.left = 0
        self.after = False

    def fail(self, code: int, times: int, *, after: bool = False) -> None:
        """Report an error so many times."""
        self.code, self.left, self.after = code, times, after

    def takes(self, sql: str, *, has_run: bool) -> bool:
        """Return whether a statement is to fail now, and count it."""
        is_write = sql.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT"))
        is_meant = {
            sqlite3.SQLITE_FULL: is_write,
            sqlite3.SQLITE_READONLY: is_write,
            sqlite3.SQLITE_CANTOPEN: sql.startswith("PRAGMA synchronous"),
        }.get(self.code, True)
        if not (self.left and is_meant and has_run == (self.after and sql == "COMMIT")):
            return False
        self.left -= 1
        return True


_disk = Disk()


def set_disk(disk: Disk) -> None:
    """Have all connections from now on use a disk."""
    global _disk  # noqa: PLW0603 - SQLite makes the connections, and cannot hand it over
    _disk = disk


class SimulatedConnection(database.ProgressConnection):
    """A connection whose statements are choice points, fail as the disk says, and wait in the time of the world."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Execute a statement."""
        return self._run(super().execute, sql, *parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each row."""
        return self._run(super().executemany, sql, list(parameters))

    def _run(self, execute: Callable[..., sqlite3.Cursor], sql: str, *parameters: Any) -> sqlite3.Cursor:
        world = World.active
        world.choose()
        self._fail(sql, has_run=False)
        end = world.time() + BUSY_SECONDS
        while True:
            try:
                cursor = execute(sql, *parameters)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or world.time() >= end:
                    raise
                world.wait(lambda: False, RETRY_SECONDS)
            else:
                self._fail(sql, has_run=True)
                return cursor

    def _fail(self, sql: str, *, has_run: bool) -> None:
        if _disk.takes(sql, has_run=has_run):
            error = sqlite3.OperationalError("the disk is simulated")
            error.sqlite_errorcode = _disk.code
            raise error


class SimulatedDriver(HeadlessDriver):
    """A driver without a terminal. Like the real one, it drops reports of a size in the input."""

    def process_message(self, message: Message) -> None:
        """Pass a message on."""
        if not isinstance(message, (Resize, InBandWindowResize)):
            super().process_message(message)


class SimulatedApp:
    """A running app whose files are under `home`. `times` is the clock of playing time."""

    def __init__(self, world: World, home: Path, *, play_seconds: Callable[[], float], now: Callable[[], datetime]):
        self.world = world
        self.home = home
        home.mkdir(mode=0o700, exist_ok=True)
        self.activate()
        puzzles = home / "small.txt"
        puzzles.write_text(SMALL_PUZZLES, encoding="utf-8")
        self._settings_writer = SettingsWriter(config_path(), lambda problem: None)
        settings, problems = load_settings(config_path())
        self.progress = Progress(database_path(), now=now)
        self.app = BinairoApp(
            self.progress,
            Catalog([Collection(puzzles)], own_collections_dir()),
            monotonic=play_seconds,
            preferences=Preferences(settings, problems, self._settings_writer.save),
            driver_class=SimulatedDriver,
        )
        self._parser = InputParser()
        self.task = world.create_task(self.app.run_async(size=(80, 24)))

    def activate(self) -> None:
        """Make this app's world and files those that everything uses."""
        World.active = self.world
        os.chdir(self.home)
        os.environ.update(
            HOME=str(self.home), XDG_DATA_HOME=str(self.home / "data"), XDG_CONFIG_HOME=str(self.home / "config")
        )

    def type(self, text: str) -> None:
        """Let bytes of a terminal arrive at once."""
        self.activate()
        driver = self.app._driver
        assert driver is not None
        for message in self._parser.feed(text):
            driver.process_message(message)
        if text.endswith("\x1b"):  # the parser waits for more, and then takes it for the key
            self.world.call_later(0.2, self._tick)

    def _tick(self) -> None:
        for message in self._parser.tick():
            self.app._driver.process_message(message)  # type: ignore[union-attr]

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the terminal."""
        size = Size(columns, lines)
        self.app._driver._size = (columns, lines)  # type: ignore[union-attr]
        self.app.post_message(Resize(size, size))

    def run_for(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.activate()
        self.world.run_for(seconds)

    def settle(self) -> None:
        """Let time pass until every key is handled and nothing was worked out for a second: every delay is over."""
        self.activate()
        was_idle = False  # keys that were just typed are still on their way
        for _ in range(100):
            self.world.run_for(1.0)
            is_idle = self._is_idle
            if self.task.done() or (was_idle and is_idle):
                return
            was_idle = is_idle
        raise AssertionError("the app does not settle")

    @property
    def _is_idle(self) -> bool:
        has_keys = self.app.message_queue_size or self.app._keys._waiting
        return not (has_keys or self.world.is_working or self.is_waiting_for_work)

    @property
    def is_waiting_for_work(self) -> bool:
        """Whether some screen has work running."""
        return any(not worker.is_finished for worker in self.app.workers)

    def end(self) -> bool:
        """Tell the app to end; return whether everything is saved."""
        self.activate()
        if not self.task.done():
            self.app.exit()
        if not self.world.run_until_true(self.task.done, 20.0):
            raise AssertionError("the app does not end")
        is_saved = self.progress.close(5.0)
        self._settings_writer.flush(5.0)
        return is_saved

    @property
    def fault(self) -> str:
        """The first exception that nothing handled; empty if there was none."""
        for place, error in bug_reports.reported.items():
            return f"{place}: {error}"
        return self.world.troubles[0] if self.world.troubles else ""

    def lines(self) -> list[str]:
        """The lines on the screen."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    def looks(self) -> list[str]:
        """The lines on the screen with their styles, equal for lines that look the same in other characters."""
        return [_look(strip) for strip in self.app.screen._compositor.render_strips()]


def _look(strip: Strip) -> str:
    """Return the text of a line and the styles of its runs. Blocks, half blocks and blanks are two coloured halves."""
    text, styles = "", list[str]()
    for characters, style, _ in strip:
        for character in characters:
            look = str(style)
            if style and style.color and style.bgcolor and character in HALVES:
                colours = [style.color.name, style.bgcolor.name]
                if style.reverse:
                    colours.reverse()
                top, bottom = (colours[index] for index in HALVES[character])
                character, look = " " if top == bottom else "▀", f"{top}/{bottom}"  # noqa: PLW2901
            text += character
            if not styles or styles[-1] != look:
                styles.append(look)
    return f"{text} {styles}"


def install(*, is_drawing: bool = True, has_slow_queues: bool = False) -> None:
    """Replace what is not deterministic, in this process and for good.

    Without `is_drawing` no frames are made, which take a third of the time; `SimulatedApp.lines` draws the last one.
    With `has_slow_queues` any message may be handled later, as if a handler before it had waited for something:
    meanwhile the screen may be closed.
    """
    numbers = count(1)

    def seconds() -> float:
        return World.active.time()

    def sleep(duration: float) -> None:
        World.active.wait(lambda: False, duration)

    def random_bytes(size: int) -> bytes:
        return World.active.chance.randbytes(size)

    clock = SimpleNamespace(monotonic=seconds, sleep=sleep)
    replace_names(_time, _parser, get_time=seconds)
    replace_names(base, board_view, writer_module, monotonic=seconds)
    replace_names(textual.document._history, private_files, time=clock)
    replace_names(beside, background_writer, threading=WorldThreads)
    replace_names(progress_module, Lock=WorldThreads.Lock)
    replace_names(games, os=SimpleNamespace(urandom=lambda size: next(numbers).to_bytes(size, "big")))
    os.urandom = random_bytes
    replace_names(secrets, randbelow=lambda limit: next(World.active.puzzle_seeds) % min(limit, SEEDS))
    replace_names(database, ProgressConnection=SimulatedConnection, BUSY_SECONDS=0.0)
    setattr(textual.app.App, "_print_error_renderables", lambda app: None)  # noqa: B010 - `fault` tells
    replace_names(base, beside=SimpleNamespace(start=lambda work, _: work(), send_away=None))
    replace_names(worker, generate_in_worker=_generate, assess_in_worker=_assess)
    no_redirection = contextlib.nullcontext  # two apps of one process would restore each other's streams
    replace_names(textual.app, redirect_stdout=no_redirection, redirect_stderr=no_redirection)
    setattr(Stylesheet, "_parse_rules", _parse_rules)  # noqa: B010
    if has_slow_queues:
        setattr(MessagePump, "_get_message", _get_message)  # noqa: B010
    if not is_drawing:
        setattr(Compositor, "render_update", _draw_nothing)  # noqa: B010


async def _get_message(pump: MessagePump) -> Message:
    """Return the next message of a queue, sometimes late: each one is a choice point."""
    message = await _next_message(pump)
    chance = World.active.chance
    if chance.random() < LATE:
        await asyncio.sleep(chance.random() ** 2 * LATEST_SECONDS)
    return message


_next_message = MessagePump._get_message


def _draw_nothing(compositor: Compositor, **_: Any) -> None:
    """Take note that everything is drawn."""
    compositor._dirty_regions.clear()


def _parse_rules(sheet: Stylesheet, css: str, read_from: Any, *how: Any, **named: Any) -> list[RuleSet]:
    """Parse styles, unless an earlier app had the same ones in the same colours."""
    key = (css, read_from, how, *named.items(), *sorted(sheet._variables.items()))
    if key not in _rules:
        _rules[key] = _parse(sheet, css, read_from, *how, **named)
    return _rules[key]


_parse = Stylesheet._parse_rules
_rules: dict[tuple[Any, ...], list[RuleSet]] = {}


async def _generate(request: Request, seed: int, on_attempt: Callable[[int], None]) -> Generated:
    """Do what `worker.generate_in_worker` does, in this process."""
    del on_attempt
    made = await World.active.run_in_executor(None, _made, request, seed)
    if isinstance(made, str):
        raise WorkerError(made)
    return made  # type: ignore[no-any-return]


async def _assess(puzzle: Puzzle) -> Assessment:
    """Do what `worker.assess_in_worker` does, in this process."""
    return await World.active.run_in_executor(None, _assessment, puzzle)  # type: ignore[no-any-return]


@cache
def _made(request: Request, seed: int) -> Generated | str:
    try:
        puzzle = generate(request, seed=seed)
        found = grade(puzzle)
    except ValueError as error:
        return str(error)
    return Generated(puzzle, found.band.title, found.score, seed, 1.0, request.recipe)


@cache
def _assessment(puzzle: Puzzle) -> Assessment:
    count = count_solutions(puzzle, 2)
    if count != 1:
        return Assessment(count)
    found = grade(puzzle)
    return Assessment(1, found.band.title, found.score, found.hardest)
