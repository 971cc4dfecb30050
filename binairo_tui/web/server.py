"""The web server of `binairo web`: the page, and for each tab a WebSocket that connects the page with a game.

Every program on this machine can connect to the server, and every page in the player's browser can send requests to it.
So each request must pass three checks. Its `Host` field must name this machine. A page of another site cannot do this,
even if the name of that site now resolves to this machine. If the browser says which site sent the request, it must be
the site of the game's page. The path must begin with the token, which only the player knows.

The page speaks the protocol of textual-serve's script. The tab sends JSON texts: `["stdin", "keys"]`, `["resize",
{"width": 80, "height": 24}]`, `["ping", "7"]`. The server sends the bytes that the terminal must show.
"""

import asyncio
import json
import logging
import re
import secrets
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable

from aiohttp import WSMsgType, web

from binairo_tui.files import bug_reports
from binairo_tui.files.streams import print_error
from binairo_tui.web.game import END_SECONDS, Game

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

ADDRESS = "127.0.0.1"
MAX_TABS = 8
MAX_CONNECTIONS = 64
MAX_MESSAGE = 1 << 20
"""Limit on the bytes of a message from a tab; the largest is a pasted text."""
CONNECTION_SECONDS = 30.0
"""Seconds until a connection without a tab is closed. Otherwise, other programs could use up all connections."""
BEAT_SECONDS = 30.0
"""Seconds between two checks that a tab is still there."""
CLOSE_SECONDS = 2.0

_SILENCE = logging.Logger(__name__, logging.CRITICAL + 1)
"""Keeps aiohttp from printing a traceback for each request that is not HTTP; any local program could send one."""
_OWN_ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?", re.ASCII)
_TOO_MANY = f"{MAX_TABS} tabs are open already: close one, and reload this page.\r\n"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:; "
        "connect-src {socket}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class WebServer:
    """Serves games to the tabs of browsers on this machine. Each tab runs `binairo` with `arguments`."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.token = secrets.token_urlsafe()
        self._arguments = arguments
        self._tabs: dict[web.WebSocketResponse, object] = {}
        self._page = _page_files()
        app = web.Application(middlewares=[self._check_request])
        app.router.add_get("/{token}/game", self._open_tab)
        app.router.add_get("/{token}/{name:.*}", self._send_file)
        app.on_shutdown.append(self._close_tabs)
        self._runner = web.AppRunner(app, access_log=None, logger=_SILENCE, shutdown_timeout=END_SECONDS)

    async def listen(self, port: int) -> str:
        """Start to serve on a port (0 means any free port); return the address of the page. Raises OSError."""
        await self._runner.setup()
        self._acceptor = await asyncio.get_running_loop().create_server(self._accept, ADDRESS, port)
        port = self._acceptor.sockets[0].getsockname()[1]
        return f"http://{ADDRESS}:{port}/{self.token}/"

    async def close(self) -> None:
        self._acceptor.close()
        await self._runner.cleanup()

    # The door.

    def _accept(self) -> asyncio.Protocol:
        server = self._runner.server
        if server is None or len(server.connections) >= MAX_CONNECTIONS:
            return _Refusal()
        connection = server()
        asyncio.get_running_loop().call_later(CONNECTION_SECONDS, self._expire, connection)
        return connection

    def _expire(self, connection: web.RequestHandler) -> None:
        if connection not in self._tabs.values():
            connection.force_close()

    @web.middleware
    async def _check_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        own = f"http://{request.headers.get('Host', '')}"
        is_own = _OWN_ADDRESS.fullmatch(own) and request.headers.get("Origin", own) == own
        token = request.match_info.get("token", "")
        if not is_own or not secrets.compare_digest(token.encode(), self.token.encode()):
            raise web.HTTPForbidden
        try:
            return await handler(request)
        except web.HTTPException:
            raise
        except Exception as error:
            sentence = bug_reports.report(error, "on the web server")
            print_error(sentence[0].lower() + sentence[1:])
            raise web.HTTPInternalServerError from None

    # The page.

    async def _send_file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"] or "page.html"
        if name not in self._page:
            raise web.HTTPNotFound
        path, kind = self._page[name]
        socket = f"ws://{request.headers['Host']}"
        headers = {header: value.replace("{socket}", socket) for header, value in _HEADERS.items()}
        return web.Response(body=path.read_bytes(), content_type=kind, headers=headers)

    # The tabs.

    async def _open_tab(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            timeout=CLOSE_SECONDS, heartbeat=BEAT_SECONDS, max_msg_size=MAX_MESSAGE, compress=False
        )
        await socket.prepare(request)
        if len(self._tabs) >= MAX_TABS:
            await socket.send_bytes(_TOO_MANY.encode())
            await socket.close()
            return socket
        self._tabs[socket] = request.protocol
        try:
            size = _number(request.query.get("width"), 80), _number(request.query.get("height"), 24)
            await self._play(socket, *size)
        except OSError as error:
            with suppress(ConnectionError):
                await socket.send_bytes(f"binairo: cannot start a game: {error.strerror}\r\n".encode())
        finally:
            await socket.close()
            del self._tabs[socket]
        return socket

    async def _play(self, socket: web.WebSocketResponse, columns: int, lines: int) -> None:
        game = await Game.start(self._arguments, columns, lines)
        ways = [asyncio.create_task(way(game, socket)) for way in (_draw, _type)]
        try:
            ended, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.wait(ways)
            await game.end()
        for way in ended:
            way.result()

    async def _close_tabs(self, _: web.Application) -> None:
        await asyncio.gather(*[socket.close() for socket in self._tabs])


class _Refusal(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def serve(arguments: Sequence[str], port: int, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM, SIGHUP or SIGINT. `say` gets the address; port 0 is any free port. Raises OSError."""
    asyncio.run(_serve(WebServer(arguments), port, say))


async def _serve(server: WebServer, port: int, say: Callable[[str], None]) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    say(await server.listen(port))
    await ended.wait()
    await server.close()


async def _draw(game: Game, socket: web.WebSocketResponse) -> None:
    with suppress(ConnectionError):
        while data := await game.read():
            await socket.send_bytes(data)


async def _type(game: Game, socket: web.WebSocketResponse) -> None:
    """Pass the tab's messages to the game, until the connection is closed or a message cannot be carried out."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT or not await _obey(game, socket, message.data):
            break


async def _obey(game: Game, socket: web.WebSocketResponse, text: str) -> bool:
    """Carry out a message from a tab. Return False if the message is invalid or the game is stuck."""
    try:
        match json.loads(text):
            case ["stdin", str(keys)]:
                await game.write(keys.encode(errors="replace"))
            case ["resize", {"width": int(columns), "height": int(lines)}]:
                game.resize(columns, lines)
            case ["ping", str(number)]:
                await socket.send_json(["pong", number])
            case ["focus" | "blur"]:
                pass
            case _:
                return False
    except (ValueError, RecursionError, OSError):
        return False
    return True


def _page_files() -> Mapping[str, tuple[Traversable, str]]:
    own, scripts = files("binairo_tui.web"), files("textual_serve").joinpath("static")
    return {
        "page.html": (own / "page.html", "text/html"),
        "page.css": (own / "page.css", "text/css"),
        "page.js": (own / "page.js", "text/javascript"),
        "keys.js": (own / "keys.js", "text/javascript"),
        "xterm.css": (scripts / "css" / "xterm.css", "text/css"),
        "textual.js": (scripts / "js" / "textual.js", "text/javascript"),
        "font.ttf": (scripts / "fonts" / "RobotoMono-VariableFont_wght.ttf", "font/ttf"),
    }


def _number(text: str | None, default: int) -> int:
    return int(text) if text and re.fullmatch(r"[0-9]{1,4}", text) else default
