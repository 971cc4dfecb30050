"""How fast the page is: `python -m tests.page.measure FOLDER`, where `binairo web --build FOLDER` has built it.

Plays in Chromium, with a server that compresses as static hosts do. Times are in milliseconds, from the start of the
navigation or from the key, to the task after the frame in which the terminal shows what is waited for. "Drawn" is when
the terminal has drawn it, but the browser has not yet put it on the screen. Run it on an idle machine.
"""

import argparse
import asyncio
import gzip
import os
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import ClassVar

from binairo_tui.engine import ONE, ZERO, Puzzle
from binairo_tui.game import GameSession
from binairo_tui.library import collections
from binairo_tui.player.progress import Progress
from binairo_tui.player.result_card import link_to
from binairo_tui.store import opening, transfer
from binairo_tui.store.games import new_game
from tests.benchmarks.machine import this_machine
from tests.page.browser import SCREEN, Browser, Tab, running_browser
from tests.page.server import Handler, address_of, serving
from tests.page.test_page import NAMES
from tests.tui.pilots import solving_keys

RUNS = 10
KEYS = 200
HINT_EACH = 60
"""The number of keys between two hints."""
TYPED = 67
TYPING_SECONDS = 0.025
SAVES = 60
SETTLED_SECONDS = 4.0
"""After so many seconds, the browser has stored all files, and the helper is loaded."""
LARGE = 5_000_000
"""The least size of a large progress file, in bytes."""
WEBGL = "--enable-unsafe-swiftshader"
"""Has the terminal drawn with WebGL, as on a machine with a graphics card."""
COMPRESSED = {".html", ".css", ".js", ".mjs", ".svg", ".ttf", ".wasm", ".webmanifest"}
SCRIPT = f"""{{
    let pressed = 0;
    addEventListener("keydown", (event) => {{ pressed = event.timeStamp; }}, true);
    const shown = () => {SCREEN};
    const painted = (isSeen) => new Promise((done) => {{
        const wait = terminal.onRender(() => {{
            if (!isSeen(shown())) return;
            wait.dispose();
            const drawn = performance.now(), {{ port1, port2 }} = new MessageChannel();
            port1.onmessage = () => done([drawn, performance.now()]);
            port2.postMessage(null);
        }});
    }});
    globalThis.first = new Promise((done) => {{
        const look = () => globalThis.terminal?.onRender ? done(painted((text) => text.trim())) : setTimeout(look, 1);
        look();
    }});
    const after = (isSeen) => {{ globalThis.times = painted(isSeen).then((its) => its.map((it) => it - pressed)); }};
    globalThis.expect = (text) => after((it) => it.includes(text));
    globalThis.expectChange = () => {{
        const body = (it) => it.slice(it.indexOf("\\n")), before = body(shown()); // the clock is in the first line
        after((it) => body(it) !== before);
    }};
}}"""
"""Run in each page before its own scripts. The first line of the terminal is not looked at for changes."""
WATCH_SAVES = """{
    globalThis.saves = [];
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...given) {
        const began = performance.now(), made = transaction.apply(this, given), times = [];
        queueMicrotask(() => times.push(performance.now() - began));
        made.addEventListener("complete", () => saves.push([...times, performance.now() - began]));
        return made;
    };
}"""
"""Notes the times that each save takes: on the thread of Python, and until the browser has stored it."""


class CompressingHandler(Handler):
    """Serves files as static hosts do: compressed, to be kept for ten minutes. Counts the bytes."""

    known: ClassVar[dict[str, bytes]] = {}
    sent: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:  # noqa: N802 - the name in the standard library
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path /= "index.html" if path.is_dir() else ""
        is_compressed = path.suffix in COMPRESSED
        if path.name not in self.known:
            data = path.read_bytes()
            self.known[path.name] = gzip.compress(data, 6) if is_compressed else data
        data = self.known[path.name]
        self.sent[path.name] += len(data)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if is_compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)


def main() -> int:
    """Measure and print. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.page.measure", description=__doc__)
    parser.add_argument("folder", type=Path, help="the built page")
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"what to measure: {', '.join(PARTS)}; by default, all"
    )
    options = parser.parse_args()
    print(f"{this_machine()}; load {os.getloadavg()[0]:.2f}")
    for name in options.parts or PARTS:
        asyncio.run(PARTS[name](options.folder))
    return 0


def _print(what: str, times: list[float]) -> None:
    p90 = quantiles(times, n=10, method="inclusive")[-1]
    print(f"{what:42} median {median(times):7.1f}, p90 {p90:7.1f}, most {max(times):7.1f}  ({len(times)})", flush=True)


# Starts.


async def first_frames(folder: Path) -> None:
    """Starts with an empty cache, with a full one, and without a server."""
    cold, warm, offline = [], [], []
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        for number in range(RUNS):
            CompressingHandler.sent.clear()
            with serving(folder, CompressingHandler) as server:
                async with running_browser(Path(home, str(number)), WEBGL) as browser:
                    tab = await _opened(browser, address_of(server))
                    cold.append(await _first_frame(tab))
                    await asyncio.sleep(SETTLED_SECONDS)
                    sent = sum(CompressingHandler.sent.values())
        with serving(folder, CompressingHandler) as server:
            address = address_of(server)
            async with running_browser(Path(home, "warm"), WEBGL) as browser:
                await _next_start(browser, address)
                warm = [await _next_start(browser, address) for _ in range(RUNS)]
                server.shutdown()
                offline = [await _next_start(browser, address) for _ in range(RUNS)]
    _print("first frame, cold", cold)
    _print("first frame, warm", warm)
    _print("first frame, without a server", offline)
    print(f"sent for a first visit: {sent / 1e6:.2f} MB")


async def _next_start(browser: Browser, address: str) -> float:
    tab = await _opened(browser, address)
    found = await _first_frame(tab)
    await asyncio.sleep(SETTLED_SECONDS)
    await tab.close()
    await asyncio.sleep(1.0)
    return found


async def _opened(browser: Browser, address: str) -> Tab:
    return await browser.open(address, script=SCRIPT)


async def _first_frame(tab: Tab) -> float:
    while (found := await tab.evaluate("globalThis.first")) is None:
        await asyncio.sleep(0.01)
    return float(found[1])


# Keys.


@asynccontextmanager
async def _playing(folder: Path, *puzzles: Puzzle) -> AsyncIterator[tuple[Browser, Tab, str]]:
    """Open a puzzle in a new browser, and wait until everything is loaded."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, serving(folder, CompressingHandler) as server:
        address = address_of(server)
        async with running_browser(Path(home, "profile"), WEBGL) as browser:
            tab = await _opened(browser, link_to(address, puzzles[0]) if puzzles else address)
            await tab.see(" 0%" if puzzles else "1 of 3")
            await asyncio.sleep(SETTLED_SECONDS)
            yield browser, tab, address


async def _times(tab: Tab, key: str, text: str = "") -> list[float]:
    """Press a key; return the times until a text or, by default, anything new is drawn, and is on the screen."""
    await tab.evaluate(f"void expect({text!r})" if text else "void expectChange()")
    await tab.press(key)
    times: list[float] = await tab.evaluate("times")
    return times


async def _place(tab: Tab, what: str) -> None:
    """Place values in a cell, and print the times."""
    random, times = Random(1), []
    await tab.press("n")
    for number in range(KEYS):
        times.append(await _times(tab, "01"[number % 2]))
        await asyncio.sleep(random.uniform(0.03, 0.15))
    _print(f"{what}, drawn", [it for it, _ in times])
    _print(what, [it for _, it in times])


async def keys(folder: Path) -> None:
    """Values that are placed, and keys that are typed fast."""
    async with _playing(folder, _puzzles("14x14")[0]) as (_, tab, _):
        await _place(tab, "a value at 14x14")
    lost = []
    for _ in range(5):
        async with _playing(folder, Puzzle(10, 10, 0)) as (_, tab, _):
            pressed = [("01"[number // 4 % 2], "n")[number % 2] for number in range(TYPED)]
            began = asyncio.get_running_loop().time()
            for number, key in enumerate(pressed):
                await asyncio.sleep(max(0.0, began + number * TYPING_SECONDS - asyncio.get_running_loop().time()))
                await tab.press(key)
            took = asyncio.get_running_loop().time() - began
            await asyncio.sleep(1.0)
            lost.append((len(pressed) + 1) // 2 - _per_cent(await tab.text()))
    print(f"values lost of {TYPED} keys in {took:.2f} s: {', '.join(map(str, lost))}", flush=True)


def _per_cent(text: str) -> int:
    found = re.search(r"10x10.* (\d+)%", text)
    assert found, text
    return int(found[1])


async def saves(folder: Path) -> None:
    """Saves with a large progress file."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        file = Path(home, "games.db")
        file.write_bytes(_large_file(Path(home)))
        async with _playing(folder) as (browser, first, address):
            document = (await first.call("DOM.getDocument"))["root"]["nodeId"]
            node = (await first.call("DOM.querySelector", nodeId=document, selector="#file"))["nodeId"]
            began = asyncio.get_running_loop().time()
            await first.call("DOM.setFileInputFiles", files=[str(file)], nodeId=node)
            await first.see("games in the file")
            took = asyncio.get_running_loop().time() - began
            print(f"a file of {file.stat().st_size / 1e6:.1f} MB loaded: {1000 * took:.0f}")
            await asyncio.sleep(SETTLED_SECONDS)
            await first.close()
            await asyncio.sleep(1.0)
            tab = await _opened(browser, link_to(address, _puzzles("14x14")[0]))
            print(f"first frame with it: {await _first_frame(tab):.0f}")
            await tab.see(" 0%")
            await asyncio.sleep(SETTLED_SECONDS)
            await _place(tab, "a value at 14x14, with this file")
            worker = await tab.worker()
            await worker.evaluate(WATCH_SAVES)
            for number in range(SAVES):
                await tab.press("01"[number % 2], pause=0.5)
            times = await worker.evaluate("saves")
    _print("a save, with this file", [it for _, it in times])
    _print("of it, on the thread of Python", [it for it, _ in times])


def _large_file(folder: Path) -> bytes:
    """Return a progress file to load, of games with random values."""
    path, random = folder / "data" / "progress.db", Random(1)
    path.parent.mkdir(mode=0o700)
    progress, size = Progress(path), 0
    while size < LARGE:
        session = GameSession(Puzzle(14, 14, 0))
        for _ in range(190):
            session.place(random.randrange(196), random.choice((ZERO, ONE)))
        progress.save(new_game(session.puzzle, title="", now=datetime.now(UTC)), session.snapshot())
        progress.wait_for_saves()
        size = path.stat().st_size
    progress.close(60.0)
    with closing(opening.open_database(path)) as connection:
        return transfer.export_copy(connection)[0]


# Long work.


async def hints(folder: Path) -> None:
    """Hints and reviews at 14x14."""
    hints, reviews = [], []
    for number in range(RUNS // 2):
        puzzle = _puzzles("14x14")[number]
        typed = [NAMES.get(key, key) for key in solving_keys(puzzle)]
        solving = max(index for index, key in enumerate(typed) if key in "01")
        async with _playing(folder, puzzle) as (_, tab, _):
            for start in range(0, solving, HINT_EACH):
                hints.append((await _times(tab, "i", "Hint 1 of"))[1])
                await tab.press("Escape", *typed[start : min(start + HINT_EACH, solving)])
                await asyncio.sleep(1.0)
            reviews.append((await _times(tab, typed[solving], "techniques"))[1])
    _print("a hint at 14x14", hints)
    _print("the review of a game at 14x14", reviews)


async def puzzles(folder: Path) -> None:
    """New puzzles."""
    async with _playing(folder) as (_, tab, _):
        await tab.press("q", "N")
        for kind, *changes in (
            ("8x8 Medium",),
            ("14x14 Hard",),
            ("14x14 Medium", "ArrowRight", "ArrowDown", "ArrowLeft"),
        ):
            preset = "14x14 Hard" if changes else kind
            while f"› {preset}" not in await tab.see("New puzzle"):
                await _times(tab, "ArrowDown")
            for key in changes:
                await _times(tab, key)
            times = []
            for _ in range(RUNS):
                times.append((await _times(tab, "Enter", f"{kind.split()[0]} ·"))[1])
                await asyncio.sleep(1.0)
                await tab.press("q", "N")
                await tab.see("New puzzle")
                await asyncio.sleep(0.5)
            _print(f"a new puzzle, {kind}", times)


# Memory.


async def memory(folder: Path) -> None:
    """The share of the tab's process in memory, before and after the helper is loaded."""
    async with _playing(folder, _puzzles("14x14")[0]) as (browser, tab, _):
        await tab.press("n", "1")
        await tab.see(" 1%")
        with_helper = await _megabytes(browser)
        await tab.reload()
        await tab.see("Continue")
        print(f"memory of all renderers: {await _megabytes(browser)} MB, {with_helper} MB with the helper")


async def _megabytes(browser: Browser) -> int:
    found = 0
    for process in await browser.renderers():
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
        found += sum(map(int, re.findall(r"^Pss: +(\d+) kB", rollup, re.MULTILINE)))
    return round(found / 1000)


def _puzzles(collection: str) -> list[Puzzle]:
    found = next(it for it in collections() if it.name == collection)
    return [it.puzzle for it in found.entries]


PARTS: dict[str, Callable[[Path], Coroutine[None, None, None]]] = {
    "starts": first_frames,
    "keys": keys,
    "saves": saves,
    "hints": hints,
    "puzzles": puzzles,
    "memory": memory,
}

if __name__ == "__main__":
    sys.exit(main())
