"""Starts the app: checks the terminal before importing Textual, makes the app and runs it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping
from io import TextIOWrapper
from types import MappingProxyType
from typing import TYPE_CHECKING

from binairo_tui import files, player, settings, tui
from binairo_tui.files.streams import NOT_WRITTEN, print_error

if TYPE_CHECKING:
    from textual.driver import Driver

    from binairo_tui.player import catalog
    from binairo_tui.settings import SettingValue
    from binairo_tui.tui.messages import Surroundings

CLOSE_SECONDS = 5.0
"""When the app ends, the last save may take this many seconds, and writing the settings file as many again."""
ANSWER_SECONDS = 0.05
"""Seconds that the app, once everything is loaded, waits for missing answers of the terminal before it is drawn."""
SETTLED_SECONDS = 1.0
"""Seconds after which startup is considered finished and garbage collection is enabled."""
USAGE_ERROR = 2
THREADS, FILES = 8, 20
"""The numbers of threads and of open files that always suffice for the app, Textual and the saving of games."""


class TerminalError(Exception):
    """The app cannot run on this terminal or system; the message is one clause."""


def run(
    incoming: catalog.IncomingPuzzle | None = None,
    choices: Mapping[str, SettingValue] = MappingProxyType({}),
    *,
    edits: bool = False,
    daily: bool = False,
    surroundings: Surroundings | None = None,
) -> int:
    """Run the app; return the exit status.

    The app opens with the puzzle of `incoming`, if given. If `edits` is True, the app opens in the editor, which
    continues with its draft if there is no `incoming`. If `daily` is True, the app opens with today's daily puzzle.

    `choices` maps names of settings to values that override the settings file for this run. By default, `surroundings`
    is the player's own machine. If the terminal cannot be used, print the reason to stderr on one line and return 2.
    """
    try:
        prepare(os.environ)
    except TerminalError as error:
        print_error(str(error))
        return USAGE_ERROR
    inquiry = tui.inquiry.Inquiry(os.environ)
    has_terminal = "TEXTUAL_DRIVER" not in os.environ
    needs_driver = has_terminal and files.system.IS_POSIX
    if needs_driver and sys.__stderr__:
        inquiry.ask(sys.__stderr__.fileno())
    try:
        gc.disable()  # startup makes hundreds of classes and no garbage; collecting would take a tenth of its time
        import asyncio

        if isinstance(sys.__stderr__, TextIOWrapper):
            # Textual draws on stderr. Use UTF-8 in any locale: AsciiFilter serves terminals that show only ASCII.
            sys.__stderr__.reconfigure(encoding="utf-8", errors="replace")
        app, close = make_app(
            choices,
            surroundings or tui.messages.ALONE,
            inquiry,
            incoming=incoming,
            edits=edits,
            daily=daily,
            utf8=not has_terminal,
            driver_class=tui.terminal.driver.TerminalDriver if needs_driver else None,
        )
        try:
            asyncio.run(_run_in_terminal(app))
        finally:
            is_written = close()
    finally:
        inquiry.leave_signals()
        inquiry.restore()
    if not is_written:
        print_error("the last moves could not be saved")
    tui.terminal.shutdown.die_as_signalled(app.return_code or 0)
    return app.return_code or (0 if is_written else NOT_WRITTEN)


def prepare(environ: MutableMapping[str, str]) -> None:
    """Check the terminal, if there is one, and set up the environment before Textual reads it. Raises TerminalError."""
    if not files.system.can_start_threads(THREADS):
        raise TerminalError("no more processes or threads can be started; `binairo --plain` needs none")
    if not files.system.can_open_files(FILES):
        raise TerminalError(f"the system does not let the app open {FILES} more files; `binairo --plain` needs fewer")
    if "TEXTUAL_DRIVER" not in environ:
        _check_terminal(environ.get("TERM", ""))
    # Some shells export these; Textual would use them as the size and ignore changes of the window's size.
    environ.pop("COLUMNS", None)
    environ.pop("LINES", None)
    environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    # After a kill or a lost connection, the terminal would stay in the mode of Kitty's key protocol, and nobody could
    # type in the shell.
    environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"


def _check_terminal(term: str) -> None:
    # Textual reads stdin and draws on stderr.
    for name, stream in (("input", sys.__stdin__), ("output", sys.__stdout__), ("error output", sys.__stderr__)):
        if stream is None or not stream.isatty():
            raise TerminalError(f"standard {name} is not a terminal; `binairo --plain` does not need one")
    if files.system.IS_POSIX and term in ("", "dumb", "unknown"):
        known = f"TERM is {term or 'not set'}"
        raise TerminalError(f"{known}: this terminal cannot place a cursor; `binairo --plain` does not need one")


def make_app(
    choices: Mapping[str, SettingValue],
    surroundings: Surroundings,
    inquiry: tui.inquiry.Inquiry,
    *,
    incoming: catalog.IncomingPuzzle | None = None,
    edits: bool = False,
    daily: bool = False,
    utf8: bool = False,
    driver_class: type[Driver] | None = None,
) -> tuple[tui.app.BinairoApp, Callable[[], bool]]:
    """Return the app and a function. Call it after the app has ended; it returns whether everything is saved.

    `incoming`, `choices`, `edits` and `daily` are those of `run`. If `utf8` is True, the terminal shows more than
    ASCII, whatever the environment says. By default, `driver_class` is Textual's.
    """

    def tell(problem: str) -> None:
        app.call_later(app.navigator.tell, problem)

    def close() -> bool:
        is_written = progress.close(CLOSE_SECONDS)
        settings_writer.flush(CLOSE_SECONDS)
        return is_written

    path, config_path = files.paths.database_path(), files.paths.config_path()
    settings_writer = settings.SettingsWriter(config_path, tell)
    chosen, problems = settings.load_settings(config_path)
    chosen = chosen._replace(**choices)  # type: ignore[arg-type] # of the types of their fields
    preferences = tui.messages.Preferences(chosen, problems, settings_writer.save)
    teaches = not (incoming or edits or daily or files.paths.is_there(files.paths.data_dir()))
    progress = surroundings.open_progress(path)
    catalog = player.catalog.open_catalog(print_error)
    make = tui.app.BinairoApp
    inquiry.wait(ANSWER_SECONDS)
    app = make(
        progress,
        catalog,
        tui.app.StartOptions(incoming, edits, daily, teaches),
        colours=tui.themes.terminal_colours(inquiry.environ, inquiry.answers),
        utf8=tui.inquiry.shows_unicode(inquiry.environ, inquiry.answers) or utf8,
        preferences=preferences,
        driver_class=driver_class,
        inquiry=inquiry,
        surroundings=surroundings,
    )
    return app, close


async def run_app(app: tui.app.BinairoApp) -> None:
    import asyncio

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: _survive(app, context.get("exception")))
    loop.call_later(SETTLED_SECONDS, _collect_garbage)
    await app.run_async(mouse=app.navigator.settings.mouse)


async def _run_in_terminal(app: tui.app.BinairoApp) -> None:
    import asyncio

    app.inquiry.leave_signals()
    with tui.terminal.shutdown.ending(asyncio.get_running_loop(), lambda status: app.exit(return_code=status)):
        await run_app(app)


def _survive(app: tui.app.BinairoApp, error: BaseException | None) -> None:
    if isinstance(error, Exception) and app.is_running:
        app.survive(error)


def _collect_garbage() -> None:
    """Enable garbage collection, exempting objects created during startup so that scanning them never delays a key."""
    gc.freeze()
    gc.enable()
