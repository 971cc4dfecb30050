"""Chromium, driven over its DevTools protocol, for the tests of the page."""

import asyncio
import base64
import json
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

WAIT = 120.0
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    *("--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-extensions", "--disable-background-networking"),
)
WITHOUT_WEBGL = "--disable-3d-apis"
"""Has the terminal drawn with elements: without a graphics card, a frame of WebGL takes ten times as long."""
KEYS = {
    "Enter": ("Enter", 13, "\r"),
    "Escape": ("Escape", 27, ""),
    "ArrowRight": ("ArrowRight", 39, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "Home": ("Home", 36, ""),
    "PageUp": ("PageUp", 33, ""),
}
"""The code of a key, its number, and the text that it types."""
SCREEN = (
    "Array.from({ length: terminal.rows }, (_, row) =>"
    " terminal.buffer.active.getLine(row)?.translateToString(true) ?? '').join('\\n')"
)


class Browser:
    """A running Chromium."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.workers: dict[str, str] = {}
        """The sessions of the workers of tabs, by the sessions of these."""
        self._tabs: set[str] = set()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            data = json.loads(message.data)
            match data:
                case {
                    "method": "Target.attachedToTarget",
                    "sessionId": tab,
                    "params": {"sessionId": session, "targetInfo": {"type": "worker"}},
                }:
                    self.workers[tab] = session
            answer = self._answers.pop(data.get("id", 0), None)
            if answer is not None and not answer.done():
                answer.set_result(data)

    async def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol; return its result."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        request = {"id": self._number, "method": method, "params": parameters}
        await self._socket.send_json(request | ({"sessionId": session} if session else {}))
        async with asyncio.timeout(WAIT):
            data = await answer
        if "error" in data:
            raise RuntimeError(f"{method}: {data['error']}")
        result: dict[str, Any] = data["result"]
        return result

    async def close_tabs(self) -> None:
        """Close the tabs that were opened here."""
        for target in self._tabs:
            with suppress(RuntimeError):  # it was closed already
                await self.call("Target.closeTarget", targetId=target)

    async def forget(self, address: str) -> None:
        """Delete the games of the page at an address."""
        tab = await self.open("about:blank")
        await tab.call("Storage.clearDataForOrigin", origin=address.rstrip("/"), storageTypes="indexeddb")

    async def renderers(self) -> set[int]:
        """Return the numbers of the processes that run pages."""
        found = (await self.call("SystemInfo.getProcessInfo"))["processInfo"]
        return {it["id"] for it in found if it["type"] == "renderer"}

    async def open(
        self,
        address: str,
        width: int = 1280,
        height: int = 800,
        *,
        is_phone: bool = False,
        context: str = "",
        script: str = "",
    ) -> "Tab":
        """Open a tab of this size, in the window for everything or, with `context`, in that of this context.

        `script` runs before the page's own.
        """
        where = {"browserContextId": context} if context else {}
        target = (await self.call("Target.createTarget", url="about:blank", **where))["targetId"]
        self._tabs.add(target)
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = Tab(self, target, session)
        screen = {"width": width, "height": height, "deviceScaleFactor": 2 * is_phone, "mobile": is_phone}
        await tab.call("Emulation.setDeviceMetricsOverride", **screen)
        if is_phone:
            await tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
            await tab.call("Emulation.setEmitTouchEventsForMouse", enabled=True, configuration="mobile")
        await tab.call("Page.enable")
        await tab.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        await tab.call("Page.navigate", url=address)
        return tab


class Tab:
    """A tab with the page."""

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self.browser = browser
        self.target = target
        self.session = session

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return await self.browser.call(method, self.session, **parameters)

    async def evaluate(self, code: str) -> Any:
        """Return the value of an expression in the page."""
        found = await self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    async def worker(self) -> "Tab":
        """Return the page's worker, in which code can be evaluated."""
        await self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        async with asyncio.timeout(WAIT):
            while self.session not in self.browser.workers:
                await asyncio.sleep(0.05)
        return Tab(self.browser, self.target, self.browser.workers[self.session])

    async def text(self) -> str:
        """Return what the terminal shows."""
        return await self.evaluate(f"globalThis.terminal ? {SCREEN} : ''") or ""

    async def until(self, is_true: Callable[[str], object], seconds: float = WAIT) -> str:
        """Wait until something is true of the text on the terminal; return the text."""
        text = ""
        try:
            async with asyncio.timeout(seconds):
                while not is_true(text := await self.text()):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"never seen in\n{text}\n{await self.evaluate('document.body.innerText')}") from None
        return text

    async def see(self, *texts: str) -> str:
        """Wait until the terminal shows all of these texts."""
        return await self.until(lambda shown: all(it in shown for it in texts))

    async def see_message(self, sentence: str) -> None:
        """Wait until the page itself shows a sentence."""
        async with asyncio.timeout(WAIT):
            while sentence not in await self.evaluate("document.body?.innerText ?? ''"):
                await asyncio.sleep(0.05)

    async def press(self, *keys: str, pause: float = 0.0) -> None:
        """Press keys, with a pause in seconds after each."""
        for key in keys:
            name, number, typed = KEYS[key] if key in KEYS else (key, ord(key.upper()), key)
            how = {"key": name, "windowsVirtualKeyCode": number}
            await self.call("Input.dispatchKeyEvent", type="keyDown", **how, **({"text": typed} if typed else {}))
            await self.call("Input.dispatchKeyEvent", type="keyUp", **how)
            await asyncio.sleep(pause)

    async def tap(self, x: float, y: float) -> None:
        """Tap with a finger."""
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def tap_button(self, label: str) -> None:
        """Tap a key of the row for fingers."""
        await self.tap(
            *await self._centre(f"[...document.querySelectorAll('button')].find(it => it.textContent === '{label}')")
        )

    async def click_cell(self, column: int, line: int) -> None:
        """Click a cell of the terminal."""
        x, y = await self._place(column, line)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap_cell(self, column: int, line: int) -> None:
        """Tap a cell of the terminal."""
        await self.tap(*await self._place(column, line))

    async def _place(self, column: int, line: int) -> tuple[float, float]:
        x, y, width, height = await self.evaluate(
            "(it => [it.left, it.top, it.width / terminal.cols, it.height / terminal.rows])"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        return x + (column + 0.5) * width, y + (line + 0.5) * height

    async def _centre(self, element: str) -> tuple[float, float]:
        x, y = await self.evaluate(
            f"(it => [it.left + it.width / 2, it.top + it.height / 2])({element}.getBoundingClientRect())"
        )
        return x, y

    async def picture(self, path: Path) -> None:
        """Write a picture of the tab."""
        data = (await self.call("Page.captureScreenshot"))["data"]
        path.write_bytes(base64.b64decode(data))

    async def reload(self) -> None:
        await self.call("Page.reload")

    async def close(self) -> None:
        await self.browser.call("Target.closeTarget", targetId=self.target)


@contextmanager
def running_chromium(profile: Path, *flags: str) -> Iterator[str]:
    """Run Chromium with more flags, by default without WebGL; yield the address of its protocol."""
    assert CHROMIUM
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", *(flags or [WITHOUT_WEBGL])]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + WAIT
            while not (lines := _lines(profile / "DevToolsActivePort")):
                assert time.monotonic() < end
                time.sleep(0.05)
            yield f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        finally:
            process.kill()


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Browser]:
    """Connect to a browser, and close its tabs at the end."""
    async with aiohttp.ClientSession() as client, client.ws_connect(address, max_msg_size=0) as socket:
        browser = Browser(socket)
        try:
            yield browser
        finally:
            await browser.close_tabs()


@asynccontextmanager
async def running_browser(profile: Path, *flags: str) -> AsyncIterator[Browser]:
    with running_chromium(profile, *flags) as address:
        async with connected(address) as browser:
            yield browser


def _lines(path: Path) -> list[str]:
    with suppress(FileNotFoundError):
        lines = path.read_text().splitlines()
        return lines if len(lines) == 2 else []
    return []
