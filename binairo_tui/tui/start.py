"""Starts the app: checks the terminal before importing Textual, makes the app and runs it."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper
from types import MappingProxyType
from typing import TYPE_CHECKING

from binairo_tui import player
from binairo_tui.files.streams import NOT_WRITTEN, print_error

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Sequence

    from binairo_tui.library import Collection
    from binairo_tui.player.catalog import IncomingPuzzle
    from binairo_tui.player.progress import Progress
    from binairo_tui.player.together import Together
    from binairo_tui.settings import SettingsWriter, SettingValue
    from binairo_tui.tui.app import BinairoApp
    from binairo_tui.tui.preferences import Preferences

CLOSE_SECONDS = 5.0
"""Timeout in seconds for the last save when the app ends."""
SETTLED_SECONDS = 1.0
"""Seconds after which startup is considered finished and garbage collection is enabled."""
USAGE_ERROR = 2


class TerminalError(Exception):
    """The app cannot run on this terminal; the message is one clause."""


def run(
    incoming: IncomingPuzzle | None = None,
    choices: Mapping[str, SettingValue] = MappingProxyType({}),
    *,
    edits: bool = False,
    daily: bool = False,
    together: Together | None = None,
) -> int:
    """Run the app; return the exit status.

    It opens on the puzzle of `incoming` if given, in the editor if it `edits`, or on today's daily puzzle if `daily`.

    `choices` maps names of settings to values that override the settings file for this run. If the terminal cannot be
    used, print a line to stderr that says why and return 2. `together` is the host that the app runs on, if any.
    """
    try:
        prepare(os.environ)
    except TerminalError as error:
        print_error(str(error))
        return USAGE_ERROR
    return _run(incoming, choices, together, edits=edits, daily=daily)


def prepare(environ: MutableMapping[str, str]) -> None:
    """Check the terminal, and set up the environment, which Textual reads when it is imported.

    Raises TerminalError. If TEXTUAL_DRIVER names another driver, as under a web server, there is no terminal to check.
    """
    if "TEXTUAL_DRIVER" not in environ:
        _check_terminal(environ.get("TERM", ""))
    # Some shells export these; Textual would use them as the size and ignore changes of the window's size.
    environ.pop("COLUMNS", None)
    environ.pop("LINES", None)
    environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    if "SSH_CONNECTION" in environ:
        # A lost connection would leave the keyboard of the player's terminal in this mode.
        environ.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")


def _check_terminal(term: str) -> None:
    # Textual reads stdin and draws on stderr.
    for name, stream in (("input", sys.__stdin__), ("output", sys.__stdout__), ("error output", sys.__stderr__)):
        if stream is None or not stream.isatty():
            raise TerminalError(f"standard {name} is not a terminal; `binairo --plain` does not need one")
    if term in ("", "dumb", "unknown"):
        known = f"TERM is {term or 'not set'}"
        raise TerminalError(f"{known}: this terminal cannot place a cursor; `binairo --plain` does not need one")


def _run(
    incoming: IncomingPuzzle | None,
    choices: Mapping[str, SettingValue],
    together: Together | None,
    *,
    edits: bool,
    daily: bool,
) -> int:
    gc.disable()  # startup makes hundreds of classes and no garbage; collecting would take a tenth of its time
    _import_asyncio()
    import asyncio

    from binairo_tui.files.paths import config_path, data_dir, database_path
    from binairo_tui.player.progress import Progress
    from binairo_tui.settings import SettingsWriter

    if isinstance(sys.__stderr__, TextIOWrapper):
        # Textual draws on stderr. Use UTF-8 in any locale: AsciiFilter serves terminals that show only ASCII.
        sys.__stderr__.reconfigure(encoding="utf-8", errors="replace")

    def tell(problem: str) -> None:
        app.call_later(app.navigator.tell, problem)

    settings_writer = SettingsWriter(config_path(), tell)
    preferences = _preferences(choices, settings_writer)
    is_first_start = not os.path.lexists(data_dir())  # `Path.exists` raises if the directory is closed
    path = database_path()
    progress = player.host_progress.PlayerProgress(path, together) if together else Progress(path, announce=print_error)
    app = _make_app(progress, preferences, incoming, together, edits=edits, teaches=is_first_start)
    if daily:
        app.open_daily()
    try:
        asyncio.run(_run_app(app, mouse=preferences.settings.mouse))
    finally:
        is_written = progress.close(CLOSE_SECONDS)
        settings_writer.flush(CLOSE_SECONDS)
    if not is_written:
        print_error("the last moves could not be saved")
    return app.return_code or (0 if is_written else NOT_WRITTEN)


def _import_asyncio() -> None:
    """Import asyncio without `ssl`, which is optional to it: the app uses no TLS, and OpenSSL would take 7 ms to load.

    None in `sys.modules` makes an import fail. Later imports of `ssl` succeed again.
    """
    if "asyncio" in sys.modules or "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]


def _make_app(
    progress: Progress,
    preferences: Preferences,
    incoming: IncomingPuzzle | None,
    together: Together | None,
    *,
    edits: bool,
    teaches: bool,
) -> BinairoApp:
    """Return the app for this terminal, or for the driver that TEXTUAL_DRIVER names."""
    from binairo_tui.files.paths import own_collections_dir
    from binairo_tui.files.terminal_text import is_utf8
    from binairo_tui.tui.app import BinairoApp
    from binairo_tui.tui.terminal.driver import TerminalDriver
    from binairo_tui.tui.themes import terminal_colours

    has_terminal = "TEXTUAL_DRIVER" not in os.environ
    return BinairoApp(
        progress,
        _collections(),
        own_directory=own_collections_dir(),
        incoming=incoming,
        edits=edits,
        teaches=teaches,
        colours=terminal_colours(os.environ),
        utf8=is_utf8(os.environ) or not has_terminal,
        preferences=preferences,
        driver_class=TerminalDriver if has_terminal else None,
        together=together,
    )


def _preferences(choices: Mapping[str, SettingValue], settings_writer: SettingsWriter) -> Preferences:
    """Return the preferences from the settings file, overridden by `choices`."""
    from binairo_tui.files.paths import config_path
    from binairo_tui.settings import load_settings
    from binairo_tui.tui.preferences import Preferences

    settings, problems = load_settings(config_path())
    settings = settings._replace(**choices)  # type: ignore[arg-type] # of the types of their fields
    return Preferences(settings, problems, settings_writer.save)


def _collections() -> Sequence[Collection]:
    """Return the shipped collections; if a file cannot be read, print the error to stderr and return none."""
    from binairo_tui.library import LibraryError, collections

    try:
        return collections()
    except LibraryError as error:
        print_error(str(error))
        return ()


async def _run_app(app: BinairoApp, *, mouse: bool) -> None:
    import asyncio

    from binairo_tui.tui.terminal.shutdown import ending

    loop = asyncio.get_running_loop()
    loop.call_later(SETTLED_SECONDS, _collect_garbage)
    with ending(loop, lambda status: app.exit(return_code=status)):
        await app.run_async(mouse=mouse)


def _collect_garbage() -> None:
    """Enable garbage collection, exempting objects created during startup so that scanning them never delays a key."""
    gc.freeze()
    gc.enable()
