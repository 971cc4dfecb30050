"""The hub: answers the player processes, each over its own link.

A link is one end of a socket pair that the spawner made for one session. No other process can write to it, so the host
knows which player a request comes from. The protocol is JSON lines (`files.json_lines`). The first request is `{"id":
1, "method": "hello", "version": 1}`.
"""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from secrets import choice
from string import digits
from typing import TypeVar

from binairo_tui.files import bug_reports
from binairo_tui.files.json_lines import MAX_LINE, Call, Fields, RequestError, field_of, parse_call, required_field
from binairo_tui.host.client.hub_link import VERSION
from binairo_tui.host.server import daily, generator, league, links, move_log, names, race_rooms
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.limits import Limits, RateLimiter
from binairo_tui.host.server.rooms import RaceRoom, RoomError
from binairo_tui.processes import requests, worker
from binairo_tui.store.errors import StoreError

T = TypeVar("T")
Handler = Callable[[links.Link, Fields], Awaitable[Fields | None]]
"""A function that answers one method. It takes the link and the fields of a request, and returns the result or None."""

MAX_REQUESTS = 64
"""The number of requests of one player process that are answered at the same time."""
MAX_WRONG_CODES = 10
"""The number of wrong codes and invitations that a session may try, so that nobody can guess them."""
FOR_VISITORS = ("hello", "name", "invitation")
"""The methods that visitors without a name may call."""
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of codes. No two of them look alike."""


def new_code() -> str:
    """Return a code that adds a key or invites a player, such as `7K2M-QX9P`; unlike a name, it begins with a digit."""
    letters = [choice(digits), *[choice(CODE_LETTERS) for _ in range(7)]]
    return "".join([*letters[:4], "-", *letters[4:]])


class Hub:
    """Answers the player processes. `on_named` gets visitors who have chosen a name, `log` lines for the operator."""

    def __init__(
        self,
        database: HostDatabase,
        *,
        limits: Limits,
        needs_invitation: bool,
        on_named: Callable[[links.Visitor], None],
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._database = database
        self._needs_invitation = needs_invitation
        self._disk_mib = limits.disk_mib
        self._on_named = on_named
        self._log = log
        self._failures = RateLimiter(1)  # one failure per minute is logged, because every request may fail
        self._thread = ThreadPoolExecutor(1, "host-database")
        self._generator = generator.Generator(limits.generators)
        self.links: set[links.Link] = set()
        self.daily = daily.DailyRanking(self._generator, self.in_thread, database)
        self.league = league.League(self.in_thread, database)
        self.rooms = race_rooms.RaceRooms(
            self._generator, self.in_thread, database, self.links, 1000 * limits.countdown_seconds
        )
        self._handlers = self._make_handlers()

    def close(self) -> None:
        self._thread.shutdown()
        self._database.close()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Raises RequestError if `work` fails. It is done even if the player leaves: decisions must be saved."""
        try:
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))
        except StoreError as error:
            self._log_failure(str(error))  # for the operator: it names a path on the host
            raise RequestError("store", "The host cannot read or save its data now: try again later.") from None
        except names.UnusableNameError as error:
            raise RequestError("name", str(error)) from None

    def _log_failure(self, sentence: str) -> None:
        if self._failures.allows("", time.monotonic()):
            self._log(f"failed: {sentence}")

    async def serve(self, visitor: links.Visitor, descriptor: int) -> None:
        reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor), limit=MAX_LINE)
        link = links.Link(visitor, writer)
        self.links.add(link)
        busy = {asyncio.create_task(self._note_login(visitor))}
        try:
            while raw := await reader.readline():
                if len(busy) >= MAX_REQUESTS:
                    await asyncio.wait(busy, return_when=asyncio.FIRST_COMPLETED)
                task = asyncio.create_task(self._take(link, raw))
                busy.add(task)
                task.add_done_callback(busy.discard)
                await link.make_wait(len(raw))
        except (ValueError, ConnectionError):  # a line that is too long; the process was killed
            pass
        finally:
            self.links.discard(link)
            await self.rooms.lose(link)
            writer.close()

    async def _note_login(self, visitor: links.Visitor) -> None:
        with suppress(RequestError):  # the failure is logged, and the player may play all the same
            await self.in_thread(lambda: self._database.note_login(visitor.player, int(time.time())))

    async def _take(self, link: links.Link, raw: bytes) -> None:
        call = Call()
        try:
            call = parse_call(raw, max_depth=4, max_objects=4)
            handler = self._find_handler(call, link.visitor, len(raw))
            answer = call.answer(await handler(link, call.fields) or {})
        except RequestError as error:
            answer = call.refuse(error)
        except (RoomError, worker.WorkerError) as error:
            answer = call.refuse(RequestError("refused", str(error)))
        except move_log.LogError as error:
            answer = call.refuse(RequestError("log", f"The host does not accept this log: {error}."))
        except Exception as error:
            self._log_failure(bug_reports.report(error, "while a player's request was answered"))
            answer = call.refuse(RequestError("internal", "The host could not do that, because of a bug."))
        link.send(answer)

    def _find_handler(self, call: Call, visitor: links.Visitor, size: int) -> Handler:
        """Return what answers a request of `size` bytes. Raises RequestError if the visitor may not make it."""
        if size > links.MAX_REQUEST:
            raise RequestError("request", f"the request is longer than {links.MAX_REQUEST >> 10} KiB")
        handler = call.find(self._handlers)
        if not visitor.name and call.fields["method"] not in FOR_VISITORS:
            raise RequestError("name", "Choose a name first.")
        return handler

    def _make_handlers(self) -> dict[str, Handler]:
        rooms, records = self.rooms, self.rooms.records
        return {
            "hello": self.hello,
            "name": self.name,
            "invitation": self.invitation,
            "code": self.code,
            "generate": self.generate,
            "assess": self.assess,
            "daily": lambda link, fields: self.daily.puzzle(link.visitor.player, fields),
            "secrets": lambda _link, _fields: self.daily.secrets(),
            "solve": lambda link, fields: self.daily.note_solving(link.visitor.player, requests.puzzle_of(fields)),
            "look": lambda link, fields: self.daily.look(link.visitor.player, fields),
            "claim": lambda link, fields: self.daily.claim(link.visitor.player, fields),
            "standings": lambda _link, fields: self.daily.standings(fields),
            "league": lambda link, _fields: self.league.table(link.visitor.player),
            "rooms": rooms.list_rooms,
            "open": rooms.open,
            "play": rooms.play,
            "enter": rooms.enter,
            "leave": rooms.leave,
            "ready": partial(rooms.prepare, RaceRoom.be_ready),
            "unready": partial(rooms.prepare, RaceRoom.be_unready),
            "race": rooms.race,
            "change": rooms.change,
            "fill": rooms.fill,
            "past": records.past,
            "finished": records.finished,
            "replay": records.replay,
        }

    # Names and keys.

    async def hello(self, link: links.Link, fields: Fields) -> dict[str, object]:
        version = required_field(fields, "version", int)
        if version != VERSION:
            raise RequestError("version", f"this host uses protocol version {VERSION}, not {version}")
        return {
            "version": VERSION,
            "name": link.visitor.name,
            "needs_invitation": self._needs_invitation,
            "disk_mib": self._disk_mib,
            "room": self.rooms.come_back(link),
        }

    async def name(self, link: links.Link, fields: Fields) -> dict[str, object]:
        visitor, now = link.visitor, int(time.time())
        text, invitation = required_field(fields, "name", str), field_of(fields, "invitation", str)
        if visitor.name:
            raise RequestError("name", "You have a name already.")
        code = text.strip().upper()
        if names.CODE.fullmatch(code):
            with _counted(visitor):
                player = await self.in_thread(lambda: self._database.add_key(code, visitor.fingerprint, now))
            return {"name": player.name, "is_other": True}
        code = (invitation or "").strip().upper() if self._needs_invitation else None
        if code is not None:
            await self._check_invitation(visitor, code)
        visitor.name = await self.in_thread(
            lambda: self._database.add_player(visitor.player, text, visitor.fingerprint, now, code)
        )
        self._on_named(visitor)
        return {"name": visitor.name, "is_other": False}

    async def invitation(self, link: links.Link, fields: Fields) -> None:
        await self._check_invitation(link.visitor, required_field(fields, "invitation", str).strip().upper())

    async def _check_invitation(self, visitor: links.Visitor, code: str) -> None:
        with _counted(visitor):
            if not await self.in_thread(lambda: self._database.is_invitation(code, int(time.time()))):
                raise RequestError("name", "This invitation is not valid.")

    async def code(self, link: links.Link, _fields: Fields) -> dict[str, object]:
        code = new_code()
        await self.in_thread(lambda: self._database.add_code(code, link.visitor.player, int(time.time())))
        return {"code": code}

    # Puzzles.

    async def generate(self, link: links.Link, fields: Fields) -> dict[str, object]:
        request, seed = requests.request_of(fields), required_field(fields, "seed", int)
        async with self._generator.turn_of(link.visitor.player):
            return (await self._generator.generate(request, seed)).fields

    async def assess(self, link: links.Link, fields: Fields) -> dict[str, object]:
        puzzle = requests.puzzle_of(fields)
        async with self._generator.turn_of(link.visitor.player):
            return (await self._generator.assess(puzzle))._asdict()


@contextmanager
def _counted(visitor: links.Visitor) -> Iterator[None]:
    """Count a wrong code if the block raises. After too many, raise RequestError instead, even for a right code."""
    if visitor.wrong_codes >= MAX_WRONG_CODES:
        raise RequestError("name", "Too many wrong codes: log in again.")
    visitor.wrong_codes += 1
    yield
    visitor.wrong_codes -= 1
