"""`binairo play` and `binairo edit`: how they open the app. The screens have tests of their own."""

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from binairo_tui.cli.opening import open_without_parser
from binairo_tui.engine import parse_puzzle
from binairo_tui.formats import find_format
from binairo_tui.game import Clock, GameSession
from binairo_tui.player.catalog import IncomingPuzzle
from tests.cli.runs import CLASSIC, UNSATISFIABLE, binairo
from tests.terminal.pty_terminal import PtyTerminal

Opened = list[IncomingPuzzle | None]


chosen: list[object] = []
"""The settings given to each call."""


@pytest.fixture
def edits() -> list[bool]:
    """Return whether each call opened the editor."""
    return []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, edits: list[bool]) -> Opened:
    """Return what each call opened, and let the app end with status 7 at once."""
    calls: Opened = []
    edited = edits
    chosen.clear()

    def run(incoming: IncomingPuzzle | None = None, choices: object = None, *, edits: bool = False) -> int:
        calls.append(incoming)
        chosen.append(choices)
        edited.append(edits)
        return 7

    start = types.ModuleType("binairo_tui.tui.start")
    start.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "binairo_tui.tui.start", start)
    return calls


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_without_a_puzzle_the_app_opens_on_its_home_screen(arguments: list[str], opened: Opened) -> None:
    assert binairo(*arguments).status == 7
    assert opened == [None]


@pytest.mark.parametrize(
    ("arguments", "choices"),
    [
        ([], {}),
        (["--ascii"], {"charset": "ascii"}),
        (["play", "--unicode", "--no-mouse"], {"charset": "unicode", "mouse": False}),
        (["edit", "--ascii", CLASSIC], {"charset": "ascii"}),
        (["--mouse", "--ascii", "play", "--unicode", CLASSIC], {"charset": "unicode", "mouse": True}),
    ],
)
def test_options_override_settings(arguments: list[str], choices: dict[str, object], opened: Opened) -> None:
    assert binairo(*arguments).status == 7
    assert chosen == [choices]


def test_the_app_opens_on_a_puzzle(opened: Opened) -> None:
    Path("many.txt").write_text(f"\n{CLASSIC}\n6x6;x\n")
    for argument in (CLASSIC, "classics:1", "classics", "many.txt"):
        assert binairo("play", argument).status == 7
    titles = ["typed", "classics #1", "classics #1", "many.txt:2"]
    assert opened == [
        IncomingPuzzle(parse_puzzle(CLASSIC), title, band="Hard" if "#" in title else "") for title in titles
    ]


def test_remarks_about_a_puzzle_are_passed_on(opened: Opened) -> None:
    binairo("play", "4x4;1...............")
    binairo("play", "1... ..0.")
    binairo("play", UNSATISFIABLE)
    assert [incoming.notes for incoming in opened if incoming] == [
        ("There is more than one solution.",),
        ("Lines may repeat: if they must be unique, there is no solution.",),
        ("There is no solution.",),
    ]


def test_the_editor_counts_solutions_itself(opened: Opened) -> None:
    binairo("edit", "4x4;1...............")
    binairo("edit", "1... ..0.")
    assert [incoming.notes for incoming in opened if incoming] == [
        (),
        ("Lines may repeat: if they must be unique, there is no solution.",),
    ]


def test_a_game_of_another_program_is_resumed(opened: Opened) -> None:
    binairo("play", find_format("unruly-save").example)
    (incoming,) = opened
    assert incoming
    assert incoming.progress
    session = GameSession.resume(incoming.puzzle, incoming.progress, Clock(lambda: 0.0))
    assert session.position == session.puzzle.geometry.place(session.puzzle.givens, 0, "0")
    assert incoming.notes == ("The game continues where it was left: 1 cell filled.",)


def test_the_editor_opens_where_it_was_left_or_on_a_puzzle(opened: Opened, edits: list[bool]) -> None:
    for arguments in (["edit"], ["edit", CLASSIC], ["play", CLASSIC]):
        assert binairo(*arguments).status == 7
    classic = IncomingPuzzle(parse_puzzle(CLASSIC), "typed")
    assert opened == [None, classic, classic]
    assert edits == [True, True, False]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("6x6;", "argument 1, column 5: 6x6 has 36 cells, not 0\n"),
        ("classics:9", "classics has puzzles 1 to 1, not 9\n"),
    ],
)
def test_the_app_does_not_open_on_an_invalid_puzzle(argument: str, message: str, opened: Opened) -> None:
    outcome = binairo("play", argument)
    assert (outcome.status, outcome.out, outcome.err, opened) == (2, "", message, [])


@pytest.mark.parametrize("arguments", [[], ["play"], ["play", CLASSIC], ["play", "-"]])
def test_without_a_terminal_one_line_says_so(arguments: list[str]) -> None:
    script = (
        "import sys; from binairo_tui.cli.program import run; status = run(sys.argv[1:]);"
        "assert not {'textual', 'sqlite3'} & sys.modules.keys(); sys.exit(status)"
    )
    command = [sys.executable, "-c", script, *arguments]
    # In a new session the process has no /dev/tty either.
    done = subprocess.run(
        command, input=CLASSIC, text=True, capture_output=True, start_new_session=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "terminal" in done.stderr


def test_after_a_puzzle_from_stdin_the_terminal_is_the_input() -> None:
    """A subprocess with a terminal and a pipe as its input reports its input when the app opens."""
    script = (
        "import os, sys, types; start = types.ModuleType('start');"
        "start.run = lambda incoming, **_: print(*incoming[:2], os.isatty(0)) or 0;"
        "sys.modules['binairo_tui.tui.start'] = start;"
        "from binairo_tui.cli.program import run; sys.exit(run(['play', '-']))"
    )
    command = ["sh", "-c", 'echo "$2" | "$0" -c "$1"', sys.executable, script, CLASSIC]
    terminal = PtyTerminal(command, os.environ)
    assert terminal.wait_for_exit() == 0
    terminal.close()
    assert terminal.text().strip() == f"{CLASSIC} stdin:1 True"


@pytest.mark.parametrize("arguments", [[], ["play"], ["play", "classics:1"], ["play", CLASSIC]])
def test_without_options_the_app_opens_as_with_the_parser(arguments: list[str], opened: Opened) -> None:
    assert open_without_parser(arguments) == binairo(*arguments).status == 7
    assert opened[0] == opened[1]
    assert chosen == [{}, {}]


def test_without_options_an_invalid_puzzle_is_explained(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    assert (open_without_parser(["play", "classics:9"]), opened) == (2, [])
    assert capsys.readouterr().err == "classics has puzzles 1 to 1, not 9\n"


@pytest.mark.parametrize("arguments", [["--plain"], ["play", "--ascii"], ["play", "-"], ["play", "1", "2"], ["edit"]])
def test_options_and_other_verbs_are_left_to_the_parser(arguments: list[str], opened: Opened) -> None:
    assert open_without_parser(arguments) is None
    assert not opened


def test_completion_is_left_to_the_parser(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_BINAIRO_COMPLETE", "bash_complete")
    assert open_without_parser([]) is None
    assert not opened
