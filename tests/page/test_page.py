"""The page in Chromium: built, served by Python's own server, and played in."""

import contextlib
import json
import re
import sqlite3
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.player.result_card import link_to
from tests.page.browser import Browser, Tab, running_browser
from tests.tui.pilots import solving_keys

PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
NAMES = {"home": "Home", "pageup": "PageUp", "right": "ArrowRight", "down": "ArrowDown"}
"""What browsers call keys."""


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


@pytest.mark.ci
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

    context = (await browser.call("Target.createBrowserContext"))["browserContextId"]
    tab = await browser.open(address, context=context)
    await tab.see("1 of 3")
    await tab.press("q")
    document = (await tab.call("DOM.getDocument"))["root"]["nodeId"]
    file = (await tab.call("DOM.querySelector", nodeId=document, selector="#file"))["nodeId"]
    await tab.call("DOM.setFileInputFiles", files=[str(path)], nodeId=file)
    await tab.see("games in the file: 1.")
    await tab.press("Enter")
    await tab.see("Continue", "linked")


async def test_a_finger_plays_on_a_phone(browser: Browser, address: str) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    tab = await browser.open(link_to(address, puzzle), 390, 844, is_phone=True)
    await tab.see("4x4 · linked", " 0%")
    await tab.tap_button("1")
    await tab.see(" 9%")
    await tab.tap_button("Undo")
    await tab.see(" 0%")
    await tab.tap_button("Hint")
    await tab.see("Hint 1 of")


@pytest.mark.ci
async def test_what_cannot_be_stored_is_told(browser: Browser, address: str) -> None:
    tab = await browser.open(link_to(address, PUZZLE))
    await tab.see("linked", "✓ saved")
    await browser.call("Storage.overrideQuotaForOrigin", session=tab.session, origin=address.rstrip("/"), quotaSize=1)
    await tab.press("1", "ArrowRight", "0", "ArrowRight", "1")
    await tab.see("NOT SAVED")
    await browser.call("Storage.overrideQuotaForOrigin", session=tab.session, origin=address.rstrip("/"))
    await tab.see("✓ saved")


@pytest.mark.ci
async def test_storage_that_is_cleared_in_play_is_filled_again(browser: Browser, address: str) -> None:
    tab = await browser.open(link_to(address, PUZZLE))
    await tab.see("linked", "✓ saved")
    await tab.press("ArrowRight", "1")
    for kind in ("indexeddb", "all"):
        await browser.call(
            "Storage.clearDataForOrigin", session=tab.session, origin=address.rstrip("/"), storageTypes=kind
        )
        await tab.press("ArrowRight", "0")
        await tab.evaluate("new Promise(done => setTimeout(done, 1000))")
    await tab.see("✓ saved")
    before = _filled(await tab.text())
    await tab.reload()
    assert _filled(await tab.see("Continue", "6x6")) == before


@pytest.mark.ci
async def test_a_private_window_plays(browser: Browser, address: str) -> None:
    context = (await browser.call("Target.createBrowserContext"))["browserContextId"]
    tab = await browser.open(link_to(address, PUZZLE), context=context)
    await tab.see("linked", "✓ saved")
    await tab.press("ArrowRight", "1")
    await tab.evaluate("new Promise(done => setTimeout(done, 500))")
    await tab.press("Y", "ArrowLeft")
    await tab.see("QR code of the link", "▀")
    await tab.reload()
    await tab.see("Continue", "6x6")


@pytest.mark.ci
async def test_a_browser_that_allows_no_storage_is_told(address: str, tmp_path: Path) -> None:
    profile = tmp_path / "strict"
    (profile / "Default").mkdir(parents=True)
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(settings))
    async with running_browser(profile) as browser:
        tab = await browser.open(link_to(address, PUZZLE))
        await tab.see("linked", "NOT SAVED")
        await tab.press("1")
        await tab.see("NOT SAVED")


def _filled(text: str) -> str:
    found = re.search(r"6x6.* (\d+)%", text)
    assert found, text
    return found[1]


def files_of(folder: Path) -> dict[str, Any]:
    return {it.name: it.stat().st_size for it in folder.iterdir()}


def test_the_page_asks_for_nothing_from_elsewhere(site: Path) -> None:
    policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
    assert policy in (site / "index.html").read_text()
    for name in ("app.js", "worker.js"):  # a worker whose script is at an address would have no policy
        assert re.findall(r"new Worker\((.*?),", (site / name).read_text()) in (["script"], ["location.href"])
    assert "@" not in (site / "service.js").read_text().partition("addEventListener")[0].replace("@xterm", "")
    assert set(files_of(site)) >= {"index.html", "app.zip.xz", "pyodide.asm.wasm", "xterm.mjs", "font.ttf"}
