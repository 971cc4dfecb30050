"""The page in Chromium: built, served by Python's own server, and played in."""

import contextlib
import fcntl
import os
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.page import build
from binairo_tui.player.links import link_to
from tests.page.browser import CHROMIUM, Browser, Tab, running_browser
from tests.tui.pilots import solving_keys

PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
NAMES = {"home": "Home", "pageup": "PageUp", "right": "ArrowRight", "down": "ArrowDown"}
"""What browsers call keys."""

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and shutil.which("npm") and shutil.which("node")), reason="chromium, npm or node is not installed"
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built once for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "page"
    with Path(f"{folder}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "service.js").is_file():
            try:
                with pytest.MonkeyPatch.context() as patch:  # without a network, the tests are skipped soon
                    patch.setenv("npm_config_fetch_retries", "0")
                    patch.setenv("npm_config_fetch_timeout", "30000")
                    build.build(folder)
            except build.BuildError as error:
                if "npm pack" not in str(error):
                    raise
                pytest.skip(f"npm cannot download: {error}")
    return folder


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, silently."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def address(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/"


@pytest.fixture
async def browser(tmp_path: Path) -> AsyncIterator[Browser]:
    async with running_browser(tmp_path / "profile") as running:
        yield running


async def play(tab: Tab, *keys: str) -> None:
    """Press keys, and wait until all is saved."""
    await tab.press(*keys)
    await tab.until(lambda text: "✓ saved" in text)


async def test_a_game_is_played_saved_and_solved(browser: Browser, address: str, server: ThreadingHTTPServer) -> None:
    tab = await browser.open(link_to(address, PUZZLE))
    await tab.see("linked", "✓ saved")
    assert await tab.evaluate("location.hash") == ""
    keys = [NAMES.get(key, key) for key in solving_keys(PUZZLE)]
    await tab.press(*keys[:12], pause=0.025)
    await tab.until(lambda text: "✓ saved" in text)
    await tab.press("i")
    await tab.see("Hint 1 of")
    before = (await tab.text()).splitlines()[0]
    await tab.evaluate("new Promise(done => setTimeout(done, 200))")

    await tab.reload()
    await tab.see("Continue", "6x6")  # nothing was lost
    server.shutdown()  # and nothing is needed from the network
    await tab.reload()
    await tab.see("Continue")
    await tab.press("Enter")
    await tab.see(before.split("  ")[0].strip())
    await tab.press(*keys)
    await tab.see("Solved")


async def test_the_second_tab_is_told_and_can_take_over(browser: Browser, address: str) -> None:
    first = await browser.open(link_to(address, PUZZLE))
    await first.see("linked")
    second = await browser.open(address)
    await second.see_message("Binairo is open in another tab.")
    await second.evaluate("document.querySelector('#closed button').click()")
    await second.see("Daily")
    await first.see_message("Binairo continues in another tab.")


async def test_games_go_to_a_file_and_come_back(browser: Browser, address: str, tmp_path: Path) -> None:
    await browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    tab = await browser.open(link_to(address, PUZZLE))
    await tab.see("linked")
    keys = [NAMES.get(key, key) for key in solving_keys(PUZZLE)]
    await play(tab, *keys[:12])
    await tab.press("q")
    lines = (await tab.see("Backup")).splitlines()
    line = next(number for number, it in enumerate(lines) if "Backup" in it)
    await tab.click_cell(lines[line].index("Backup"), line)
    await tab.press("Enter")
    await tab.see("› Download")
    await tab.press("Enter")
    await tab.see("Downloaded")
    path = tmp_path / "binairo-games.db"
    with contextlib.closing(sqlite3.connect(path)) as games:
        assert games.execute("SELECT count(*) FROM game").fetchone() == (1,)
    await tab.press("q")

    async with running_browser(tmp_path / "another") as other:
        tab = await other.open(address)
        await tab.see("1 of 3")
        await tab.press("q")
        document = (await tab.call("DOM.getDocument"))["root"]["nodeId"]
        file = (await tab.call("DOM.querySelector", nodeId=document, selector="#file"))["nodeId"]
        await tab.call("DOM.setFileInputFiles", files=[str(path)], nodeId=file)
        await tab.see("games in the file: 1.")
        await tab.press("Enter")
        await tab.see("Continue", "linked")


async def test_a_finger_plays_on_a_phone(address: str, tmp_path: Path) -> None:
    async with running_browser(tmp_path / "phone", scale=2) as browser:
        tab = await browser.open(link_to(address, parse_puzzle("4x4;0..1.1......0..0")), 390, 844, is_phone=True)
        await tab.see("4x4 · linked", " 0%")
        await tab.tap_button("1")
        await tab.see(" 9%")
        await tab.tap_button("Undo")
        await tab.see(" 0%")
        await tab.tap_button("Hint")
        await tab.see("Hint 1 of")


async def test_what_cannot_be_stored_is_told(browser: Browser, address: str) -> None:
    tab = await browser.open(link_to(address, PUZZLE))
    await tab.see("linked", "✓ saved")
    await browser.call("Storage.overrideQuotaForOrigin", session=tab.session, origin=address.rstrip("/"), quotaSize=1)
    await tab.press("1", "ArrowRight", "0", "ArrowRight", "1")
    await tab.see("NOT SAVED")
    await browser.call("Storage.overrideQuotaForOrigin", session=tab.session, origin=address.rstrip("/"))
    await tab.see("✓ saved")


def files_of(folder: Path) -> dict[str, Any]:
    return {it.name: it.stat().st_size for it in folder.iterdir()}


def test_the_page_asks_for_nothing_from_elsewhere(site: Path) -> None:
    policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    assert policy in (site / "index.html").read_text()
    assert "@" not in (site / "service.js").read_text().partition("addEventListener")[0].replace("@xterm", "")
    assert set(files_of(site)) >= {"index.html", "app.zip", "pyodide.asm.wasm", "xterm.mjs", "font.ttf"}
