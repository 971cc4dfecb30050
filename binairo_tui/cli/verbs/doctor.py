"""`binairo doctor`: examines the saved games, the settings, your own collections, and the terminal."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypedDict

import click

from binairo_tui import engine, files, library, processes, settings, store
from binairo_tui.cli import options, output

_Finding = tuple[str, str, str]  # what it is about, the verdict, and the text
_VARIABLES = ("TERM", "COLORTERM", "COLORFGBG", "NO_COLOR", "LANG", "LC_ALL", "SSH_CONNECTION", "TMUX", "STY")


class FindingFields(TypedDict):
    about: str
    verdict: Annotated[str, ("enum", ("ok", "note", "WRONG"))]
    text: str


class _Findings(TypedDict):
    findings: list[FindingFields]


@click.command("doctor", cls=options.Verb, prints=[_Findings])
@click.option("--fix", "fixes", is_flag=True, help="Repair what can be repaired, after reporting how.")
@options.json_option
def command(*, fixes: bool, as_json: bool) -> output.Status:
    """Check saved games, settings, your collections and the terminal.

    It reads everything and verifies every checksum, but changes nothing. With
    --fix, it repairs permissions and damaged files, and reports each repair
    before making it. "binairo games restore" goes back to a backup.

    Exit status: 0; 1 if something is wrong.

    For example:
      binairo doctor
      binairo doctor --fix
      binairo doctor --json | jq -r ".findings[].text"
    """
    path = files.paths.database_path()
    if fixes:
        _fix(path)
    saved = [finding[:3] for finding in store.diagnostics.diagnose(path, datetime.now(UTC))]
    findings = [*saved, *_settings(), *_collections(), *_reports(), *_surroundings()]
    rows: list[FindingFields] = [
        {"about": about, "verdict": verdict, "text": text} for about, verdict, text in findings
    ]
    lines = [f"{row['verdict']:<6}{row['about']:<13}{output.printable(row['text'])}" for row in rows]
    output.print_result({"findings": rows}, "\n".join(lines), as_json=as_json)
    return output.Status.NO if any(row["verdict"] == "WRONG" for row in rows) else output.Status.YES


def _fix(path: Path) -> None:
    """Repair everything that can be repaired, and report each repair on stderr. A repair can reveal more to repair."""
    tried: set[str] = set()
    diagnose = store.diagnostics.diagnose
    while wanted := [it.fix for it in diagnose(path, datetime.now(UTC)) if it.fix and it.fix.text not in tried]:
        for text, apply in wanted:
            tried.add(text)
            output.print_warning(f"fix: {text}")
            try:
                apply()
            except (OSError, store.errors.StoreError) as error:
                output.print_warning(f"could not be done: {error.strerror if isinstance(error, OSError) else error}")


def _settings() -> Iterator[_Finding]:
    path = files.paths.config_path()
    chosen, problems = settings.load_settings(path)
    found = list(problems)
    if chosen.keys:
        from binairo_tui.tui.keymap import make_keymap  # only if needed, because this imports Textual

        found += [f"{path.name}: [keys] {clash}" for clash in make_keymap(chosen.keys_preset, chosen.keys)[1]]
    yield from _findings("settings", found, str(path) if files.paths.is_there(path) else "the defaults")
    fault = files.paths.find_fault(path, writes=True)
    if fault and not found:
        yield "settings", "note", f"they cannot be changed: {fault.text}"


def _collections() -> Iterator[_Finding]:
    directory = files.paths.own_collections_dir()
    fault = files.paths.find_fault(directory, is_directory=True)
    if fault or not files.paths.is_there(directory):
        return _findings("collections", [fault.text] if fault else (), "none of your own")
    collections, problems = library.own.own_collections(directory)
    return _findings("collections", problems, f"{engine.wording.plural(len(collections), 'collection')} of your own")


def _reports() -> Iterator[_Finding]:
    with suppress(OSError):
        kept = files.bug_reports.list_reports()
        if kept:
            count = engine.wording.plural(len(kept), "report")
            yield "bugs", "note", f"{count} to send to the authors and then delete; the last one is {kept[-1]}"


def _findings(about: str, problems: Iterable[str], otherwise: str) -> Iterator[_Finding]:
    """Yield a finding for each problem or, without problems, a finding with the text `otherwise`."""
    yield from [(about, "WRONG", problem) for problem in problems] or [(about, "ok", otherwise)]


def _answers(source: int, sink: int) -> Iterator[_Finding]:
    """Ask the terminal, and yield findings about its answers and their consequences."""
    from binairo_tui.tui import inquiry, themes  # imports Textual

    asked = inquiry.Inquiry(os.environ, source)
    try:
        asked.ask(sink)
        asked.wait(1.0)
    finally:
        asked.restore()
    answers = asked.answers
    colours = themes.terminal_colours(os.environ, answers)
    told = [f"{name} #{bytes(it).hex()}" for name, it in zip(("background", "text"), answers[:2], strict=True) if it]
    shade = {None: "unknown, so taken to be dark", True: "light", False: "dark"}[colours.light]
    yield "background", "ok", f"{shade}: {_told(', '.join(told))}"
    many = {None: "", True: "true colours", False: "other colours than it was told"}[answers.has_true_colours]
    told = [it for it in (many, "a colour 255" * answers.has_256) if it]
    number = {"standard": "16", "256": "256", "truecolor": "16 million"}[colours.system]
    overrule = " (in GNU screen, only TERM counts)" if inquiry.is_screen(os.environ) else ""
    yield "colours", "ok", f"{number}{overrule}: {_told(', '.join(told))}; {colours.reason or 'all are used.'}"
    width = engine.wording.plural(answers.block_width or 0, "column")
    told = [f"a half block is {width} wide"] if answers.block_width else []
    told += [f"its name is {answers.name}"] if answers.name else []
    whole = ", with tiles of whole lines" if inquiry.has_seams(os.environ, answers) else ""
    charset = "Unicode" if inquiry.shows_unicode(os.environ, answers) else "ASCII"
    yield "characters", "ok" if charset == "Unicode" else "note", f"{charset}{whole}: {_told(', '.join(told))}"
    if not answers.is_complete:
        yield "answers", "note", "the terminal was not asked for its kind (the last question), or did not answer"


def _told(answer: str) -> str:
    return f"the terminal says {answer}" if answer else "no answer, so this follows from environment variables"


def _surroundings() -> Iterator[_Finding]:
    """Yield findings about the locale, the terminal, the versions, and features limited by a change in Textual."""
    import sqlite3

    from binairo_tui.tui.terminal import textual_internals  # imports Textual

    if files.terminal_text.is_utf8(os.environ):
        yield "locale", "ok", "UTF-8"
    else:
        yield "locale", "note", "not UTF-8: the board is drawn in ASCII"
    if sys.__stdout__ is not None and sys.__stdout__.isatty():
        size = os.get_terminal_size(sys.__stdout__.fileno())
        yield "terminal", "ok", f"{size.columns}x{size.lines}"
        if sys.__stdin__ is not None and sys.__stdin__.isatty():
            yield from _answers(sys.__stdin__.fileno(), sys.__stdout__.fileno())
    else:
        yield "terminal", "note", "standard output is not a terminal"
    values = [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    yield "variables", "ok", " ".join(values) or "none"
    reason = engine.core.core_reason() + engine.band_solver.core_limits()
    yield "engine", "ok", f"runs in {engine.core.core_name()}: {reason}"
    workers = files.system.core_count()
    shortage = processes.executors.find_shortage(workers)
    text = f"one does all the work, because {shortage}" if shortage else f"{workers} can work at once"
    yield "processes", "note" if shortage else "ok", text
    for loss, names in textual_internals.losses().items():
        yield "textual", "note", f"{loss}: Textual has changed {', '.join(names)}"
    version = ".".join(map(str, sys.version_info[:3]))
    yield "versions", "ok", f"Python {version}, SQLite {sqlite3.sqlite_version}"
