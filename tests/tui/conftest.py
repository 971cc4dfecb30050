"""Keeps the files, colour settings and themes of the developer away from the tests."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from binairo_tui.engine import Puzzle
from binairo_tui.game import SessionSnapshot
from binairo_tui.library import Collection
from binairo_tui.player.catalog import Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.store import games
from binairo_tui.tui.app import BinairoApp, StartOptions
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens import base, play
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.text_screen import TextScreen
from tests.tui.pilots import WAIT, Player, Seconds, noon


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home directory of the test."""
    tmp_path.chmod(0o700)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture(autouse=True)
def _patient_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let screens and keys wait for data however long that takes: a busy machine needs more than 50 ms or a second.

    A hint is carried out however soon it is asked for again.
    """
    monkeypatch.setattr(base, "GRACE_SECONDS", WAIT)
    monkeypatch.setattr(TextScreen, "HELD_SECONDS", WAIT)
    monkeypatch.setattr(PlayScreen, "EXPLAINED_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _games_that_begin_on_the_first_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let new games begin on r1c1, from where the tests count their keys; `tests/game` tests where games begin."""
    on_first_cell = SimpleNamespace(snapshot=lambda: SessionSnapshot(cursor=0, elapsed_ms=0, head=0, steps=()))
    monkeypatch.setattr(games, "GameSession", lambda _puzzle: on_first_cell)


@pytest.fixture
def slow_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whatever a screen reads arrive after the key that asked for it."""
    monkeypatch.setattr(base, "GRACE_SECONDS", 0.0)


@pytest.fixture(scope="session", autouse=True)
def _style_sheets_parsed_once() -> Iterator[None]:
    """Let all apps share the parsed style sheets, which never change; parsing took a twentieth of the time."""
    parse, parsed = Stylesheet._parse_rules, dict[tuple[Any, ...], list[RuleSet]]()

    def parse_once(self: Stylesheet, css: str, **origin: Any) -> list[RuleSet]:
        key = (css, *origin.values(), *self._variables.items())
        if key not in parsed:
            parsed[key] = parse(self, css, **origin)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(autouse=True)
def _ungraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process grade a typed puzzle a second after its game began: it would end in the middle of some test.

    The tests of grading have a fixture of the same name that does nothing.
    """

    async def find_no_band(*_: object) -> AsyncIterator[str]:
        bands: tuple[str, ...] = ()
        for band in bands:
            yield band

    monkeypatch.setattr(play, "find_band", find_no_band)


@pytest.fixture
def make_progress(home: Path) -> Iterator[Callable[[], Progress]]:
    """Open the progress file; as often as a test likes, one after the other."""
    made: list[Progress] = []

    def make() -> Progress:
        made.append(Progress(home / "data" / "progress.db", now=noon))
        return made[-1]

    yield make
    for progress in made:
        progress.close(WAIT)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """A collection of three small puzzles."""
    path = tmp_path / "small.txt"
    path.write_text(
        "# title: Small ones\n\n4x4;0..1.1......0..0\n6x4;0.1..........1..........\n4x4;.1..............\n",
        encoding="utf-8",
    )
    return Collection(path)


OpenApp = Callable[..., AbstractAsyncContextManager[Player]]


@pytest.fixture
def open_app(make_progress: Callable[[], Progress], collection: Collection) -> OpenApp:
    """Run the app in a simulated terminal: `async with open_app(puzzle=..., size=(80, 24)) as player`."""

    @asynccontextmanager
    async def open_one(
        puzzle: Puzzle | IncomingPuzzle | None = None,
        *,
        size: tuple[int, int] = (80, 24),
        progress: Progress | None = None,
        preferences: Preferences | None = None,
        edits: bool = False,
        utf8: bool = True,
    ) -> AsyncIterator[Player]:
        progress = progress or make_progress()
        seconds = Seconds()
        if isinstance(puzzle, Puzzle):
            puzzle = IncomingPuzzle(puzzle, "test")
        app = BinairoApp(
            progress,
            Catalog([collection]),
            StartOptions(puzzle, edits),
            monotonic=seconds,
            preferences=preferences,
            utf8=utf8,
        )
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot, seconds)
            await player.pause()
            yield player
        assert progress.close(WAIT) is player.saves

    return open_one


@pytest.fixture
async def player(open_app: OpenApp, request: pytest.FixtureRequest) -> AsyncIterator[Player]:
    """A player of a running app, which `open_app` opened with the arguments of the mark `start`; without it, at home.

    A test that prepares something first, or opens the app more than once, takes `open_app` instead.
    """
    start = request.node.get_closest_marker("start") or pytest.mark.start().mark
    async with open_app(*start.args, **start.kwargs) as opened:
        yield opened
