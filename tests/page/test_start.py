"""What Python does in the page, with a stand-in for the page: no browser is needed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.files import beside
from binairo_tui.page import away
from binairo_tui.page.driver import PageDriver
from binairo_tui.page.start import PageApp
from binairo_tui.store.writer import SaveState
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.pilots import solving_keys

WAIT = 60.0
PUZZLE = "4x2;.1..0...;lines=any"


class FakePage:
    """A page that shows nothing, and does jobs at once, unless it is slow."""

    address = "https://example.org/"
    columns, lines = 80, 24
    is_slow = False

    def __init__(self, link: str = "") -> None:
        self.link = link
        self.written = ""
        self.files: dict[str, bytes] = {}
        self.jobs = self.ended_jobs = 0
        self.app: PageApp
        self.driver: PageDriver

    def write(self, text: str) -> None:
        self.written += text

    def download(self, name: str, data: bytes) -> None:
        self.files[name] = data

    def choose_file(self) -> None:
        self.app.load(memoryview(self.files["binairo-games.db"]))

    def work(self, job: bytes) -> None:
        self.jobs += 1
        if not self.is_slow:
            away.do(job, lambda told: self.app.take(memoryview(told)))

    def end_work(self) -> None:
        self.ended_jobs += 1


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(beside, "send_away", None)  # which the page sets
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


@asynccontextmanager
async def running(page: FakePage) -> AsyncIterator[BinairoApp]:
    """Run the app in a page, until it is told to leave."""
    page.app = PageApp(page)
    app = page.app.app
    run = asyncio.create_task(page.app.run())
    try:
        await until(lambda: bool(page.written) and app.is_running and bool(app.screen_stack))
        yield app
    finally:
        page.app.app.exit()
        assert await asyncio.wait_for(run, WAIT)


async def until(is_true: Callable[[], object]) -> None:
    async with asyncio.timeout(WAIT):
        while not is_true():
            await asyncio.sleep(0.01)


def playing(app: BinairoApp) -> PlayScreen:
    assert isinstance(app.screen, PlayScreen)
    return app.screen


async def test_a_link_opens_its_board_and_a_move_is_saved_once_the_browser_has_stored_it() -> None:
    page = FakePage(f"{PUZZLE}|.1..0.1.")
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen))
        screen = playing(app)
        assert screen.session.puzzle == parse_puzzle(PUZZLE)
        page.driver.feed("u")
        await until(lambda: screen.session.position == screen.session.puzzle.givens)
        page.driver.feed("1\x1b[C0")
        await until(lambda: screen.session.head == 2)
        assert page.app.progress.flush(WAIT)
        assert screen.play.store.is_saving
        page.app.progress.stored("the browser is full")
        await until(lambda: app.navigator.status.state is SaveState.FAILED)
        assert app.navigator.status.reason == "the browser is full"
        page.app.progress.stored("")
        await until(lambda: app.navigator.status.state is SaveState.SAVED)
        assert not screen.play.store.is_saving


async def test_a_link_to_nothing_is_told() -> None:
    async with running(FakePage("#x")) as app:
        await until(lambda: "The link holds no puzzle" in shown(app))


async def test_keys_sizes_and_escape_reach_the_app() -> None:
    page = FakePage(PUZZLE)
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen))
        page.driver.feed("?")
        await until(lambda: not isinstance(app.screen, PlayScreen))
        page.driver.feed("\x1b")
        await until(lambda: isinstance(app.screen, PlayScreen))
        page.columns, page.lines = 100, 30
        page.driver.check_size()
        await until(lambda: app.size == (100, 30))
        assert "\x1b]2;" in page.written  # the title of the window


async def test_games_go_to_a_file_and_back() -> None:
    page = FakePage(PUZZLE)
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen))
        page.driver.feed("1")
        await until(lambda: playing(app).session.head == 1)
        page.driver.feed("q")
        await until(lambda: not isinstance(app.screen, PlayScreen))
        app.call_later(page.app.download)
        await until(lambda: page.files)
        page.choose_file()
        await until(lambda: "New or newer games in the file: 0" in shown(app))


def shown(app: BinairoApp) -> str:
    return " ".join("\n".join([it.text for it in app.screen._compositor.render_strips()]).split())


async def test_long_work_is_asked_of_the_worker_of_the_page() -> None:
    page = FakePage()
    async with running(page):
        assessment = await page.app.assess(parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0..."))
    assert (assessment.solutions, page.jobs, page.ended_jobs) == (1, 1, 1)


async def test_hints_and_reviews_are_worked_out_by_the_helper() -> None:
    page = FakePage("4x4;0..1.1......0..0")
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen) and app.screen.play.game.band)
        page.jobs = 0
        page.driver.feed("i")
        await until(lambda: "Hint 1 of" in shown(app))
        assert page.jobs == 1
        for key in solving_keys(playing(app).puzzle):
            page.driver.feed({"home": "\x1b[H", "pageup": "\x1b[5~", "right": "\x1b[C", "down": "\x1b[B"}.get(key, key))
        await until(lambda: "the techniques it needs" in shown(app))
        assert page.jobs == 2


async def test_while_the_helper_is_at_work_keys_are_heard_and_the_next_question_ends_it() -> None:
    page = FakePage(PUZZLE)
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen) and app.screen.play.game.band)
        page.is_slow, ended = True, page.ended_jobs
        page.driver.feed("i")
        await until(lambda: "Thinking" in shown(app))
        page.driver.feed("1")
        await until(lambda: playing(app).session.head == 1)
        page.is_slow = False
        page.driver.feed("i")
        await until(lambda: "Hint 1 of" in shown(app))
        assert page.ended_jobs == ended + 2


async def test_what_goes_wrong_in_the_helper_is_raised_in_the_app() -> None:
    page = FakePage()
    async with running(page):
        send_away: Any = page.app.send_away
        with pytest.raises(ValueError, match="no"):
            _ = [it async for it in send_away(partial(fail, "no"))]
        for work in (partial(fail, lambda: "no"), fail):  # which cannot be sent
            assert send_away(work) is work


def fail(text: object, _is_cancelled: object) -> list[str]:
    raise ValueError(text)


async def test_the_palette_offers_only_what_a_page_can_do() -> None:
    page = FakePage(PUZZLE)
    async with running(page) as app:
        await until(lambda: isinstance(app.screen, PlayScreen))
        page.driver.feed(":")
        page.driver.feed("suspend")
        await until(lambda: ": suspend" in shown(app))
        assert "Ctrl+Z" not in shown(app)
        page.driver.feed("\x1b")
        await until(lambda: isinstance(app.screen, PlayScreen))
        page.driver.feed("Y")
        await until(lambda: "copy" in shown(app) and "to a file" not in shown(app))
