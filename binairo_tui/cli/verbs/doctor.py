"""`binairo doctor`: examines the saved games, the settings, your own collections, and the terminal."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from binairo_tui.cli.options import Verb, json_option
from binairo_tui.cli.output import Status, print_data, print_json, print_warning, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from binairo_tui.store.diagnostics import Finding

_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "SSH_CONNECTION", "TMUX", "STY")


@click.command("doctor", cls=Verb)
@click.option("--fix", "fixes", is_flag=True, help="Repair what can be repaired; first report how.")
@json_option
def command(*, fixes: bool, as_json: bool) -> None:
    """Check saved games, settings, your collections and the terminal.

    Reads everything and verifies every checksum, but changes nothing. With
    --fix, it repairs permissions and damaged files, and reports each repair
    before making it. "binairo restore" goes back to a backup.

    Exit status: 0; 1 if something is wrong.

    For example:
      binairo doctor
      binairo doctor --fix
      binairo doctor --json | jq -r ".findings[].text"
    """
    from binairo_tui.cli.progress import progress_line
    from binairo_tui.files.paths import database_path
    from binairo_tui.store.backups import utc_now
    from binairo_tui.store.diagnostics import Severity, diagnose

    path = database_path()
    if fixes:
        _fix(path)
    with progress_line("doctor", "rows", 0) as line:
        findings = [*diagnose(path, utc_now(), line.show), *_settings(), *_collections(), *_surroundings()]
    if as_json:
        print_json(
            {
                "findings": [
                    {"about": finding.about, "verdict": finding.severity.value, "text": finding.text}
                    for finding in findings
                ]
            }
        )
    else:
        for finding in findings:
            print_data(f"{finding.severity.value:<6}{finding.about:<13}{printable(finding.text)}")
    if any(finding.severity is Severity.WRONG for finding in findings):
        click.get_current_context().exit(Status.NO)


def _fix(path: Path) -> None:
    """Repair everything that can be repaired, and report each repair on stderr. One repair can reveal more damage."""
    from binairo_tui.store.backups import utc_now
    from binairo_tui.store.diagnostics import diagnose
    from binairo_tui.store.errors import StoreError

    tried: set[str] = set()
    while wanted := [it.fix for it in diagnose(path, utc_now()) if it.fix and it.fix.text not in tried]:
        for text, apply in wanted:
            tried.add(text)
            print_warning(f"fix: {text}")
            try:
                apply()
            except (OSError, StoreError) as error:
                print_warning(f"could not be done: {error.strerror if isinstance(error, OSError) else error}")


def _settings() -> Iterator[Finding]:
    """Yield findings about the settings file: each setting and key that the app cannot use."""
    from binairo_tui.files.paths import config_path
    from binairo_tui.settings import load_settings

    path = config_path()
    settings, problems = load_settings(path)
    found = list(problems)
    if settings.keys:
        from binairo_tui.tui.keymap import make_keymap  # only if needed, because this imports Textual

        found += [f"{path.name}: [keys] {clash}" for clash in make_keymap(settings.keys_preset, settings.keys)[1]]
    return _findings("settings", found, f"{path}" if path.exists() else "the defaults")


def _collections() -> Iterator[Finding]:
    """Yield findings about the player's own collections: each file that cannot be read."""
    from binairo_tui.engine.wording import plural
    from binairo_tui.files.paths import own_collections_dir

    directory = own_collections_dir()
    if not os.path.lexists(directory):
        return _findings("collections", (), "none of your own")
    from binairo_tui.library.own import own_collections

    collections, problems = own_collections(directory)
    return _findings("collections", problems, f"{plural(len(collections), 'collection')} of your own")


def _findings(about: str, problems: Iterable[str], otherwise: str) -> Iterator[Finding]:
    """Yield a finding for each problem, or one that says what is in order."""
    from binairo_tui.store.diagnostics import Finding, Severity

    found = [Finding(about, Severity.WRONG, problem) for problem in problems]
    yield from found or [Finding(about, Severity.OK, otherwise)]


def _surroundings() -> Iterator[Finding]:
    """Yield findings about the locale, the terminal and the versions in use."""
    import sqlite3

    from binairo_tui.engine.core import core_name, core_reason
    from binairo_tui.files.terminal_text import is_utf8
    from binairo_tui.store.diagnostics import Finding, Severity

    if is_utf8(os.environ):
        yield Finding("locale", Severity.OK, "UTF-8")
    else:
        yield Finding("locale", Severity.NOTE, "not UTF-8: the board is drawn in ASCII")
    if sys.__stdout__ is not None and sys.__stdout__.isatty():
        size = os.get_terminal_size(sys.__stdout__.fileno())
        yield Finding("terminal", Severity.OK, f"{size.columns}x{size.lines}")
    else:
        yield Finding("terminal", Severity.NOTE, "standard output is not a terminal")
    values = [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    yield Finding("variables", Severity.OK, " ".join(values) or "none")
    yield Finding("engine", Severity.OK, f"runs in {core_name()}: {core_reason()}")
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("versions", Severity.OK, f"Python {version}, SQLite {sqlite3.sqlite_version}")
