"""A year of a host in a simulated time: `python -m tests.host.year [DAYS] [PLAYERS] [SEED]`.

Players come by invitation, log in, solve daily puzzles and race. They lose their keys, are banned, renamed and removed.
The host is restarted, also in the middle of a race, backed up and restored. A model of what the host acknowledged says
what must be there; the program prints how the disk fills.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from secrets import token_hex
from unittest.mock import patch

from binairo_tui.engine.search import solutions
from binairo_tui.game import GameSession
from binairo_tui.game.steps import SessionSnapshot, format_history
from binairo_tui.host.server import backup, race_rooms, setup, usage
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.generator import Generator
from binairo_tui.host.server.hub import Hub, new_code
from binairo_tui.host.server.limits import Limits
from binairo_tui.host.server.links import Visitor
from binairo_tui.host.server.names import skeleton
from binairo_tui.player.catalog import daily_collection, daily_number
from binairo_tui.player.progress import Progress
from binairo_tui.processes.requests import Generated
from tests.host.party import BLANKS, PUZZLE, Player, steps

START = datetime(2027, 1, 1, 12, tzinfo=UTC).timestamp()
DAY = 86_400
SIZE = "6x6"
LETTERS = "adefghkmnpqstuxyz"


@dataclass
class Member:
    """A player as the operator and the other players know them."""

    name: str
    keys: list[str]
    is_banned: bool = False
    results: dict[date, int] = field(default_factory=dict)
    """Maps days to times in ms; results that the operator removed are left out."""


class Year:
    """A host in `directory`, and a model of what it must know."""

    def __init__(self, directory: Path, seed: int) -> None:
        self.directory = directory
        self.dice = Random(seed)
        self.now = START
        self.members: dict[str, Member] = {}
        self.kept: dict[str, Member] = {}
        """The members at the last backup."""
        self.counts: Counter[str] = Counter()
        self.log: list[str] = []
        self.number = 0
        setup.make_directory(directory)
        self.game = _solved()

    @property
    def day(self) -> date:
        return datetime.fromtimestamp(self.now, UTC).date()

    def database(self) -> HostDatabase:
        """Open the database as another process does, such as that of a verb of the operator."""
        return HostDatabase(self.directory / setup.DATABASE_NAME)

    async def start(self) -> None:
        """Start the host."""
        self.hub = Hub(
            self.database(), limits=Limits(), needs_invitation=True, on_named=lambda _: None, log=self.log.append
        )
        self.hub.daily.now = lambda: self.now
        self.hub.rooms.countdown_ms = 1
        await self.hub.rooms.load()

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.hub.rooms.clock += seconds

    async def live(self, days: int, players: int) -> None:
        """Let days pass; check after each of them what the host knows."""
        await self.start()
        for number in range(days):
            morning = self.now
            while len(self.members) < min(players, 2 + number * players // 60):
                await self.join()
            online = [it for it in sorted(self.members) if self.dice.random() < 0.3 and not self.members[it].is_banned]
            self.dice.shuffle(online)
            for player in online:
                session = await self.login(player)
                await self.solve_daily(session)
                await session.leave()
            while len(online) > 1:
                racers, online = online[:4], online[4:]
                await self.race([await self.login(player) for player in racers])
            self.operate()
            if number % 7 == 6:
                await self.maintain(restores=number % 56 == 55)
            await self.check()
            self.sleep(morning + DAY - self.now)
            if number % 30 == 29:
                print(f"day {number + 1}: {self.figures()}", flush=True)
        self.hub.close()

    # Players.

    async def connect(self, visitor: Visitor) -> Player:
        player = Player(self.hub, visitor)
        await player.connect()
        await player.ask("hello", version=1)
        return player

    async def login(self, player: str) -> Player:
        """Open a session of a player with a random key, as the server does."""
        key = self.dice.choice(self.members[player].keys)
        known = await self.hub.in_thread(lambda: self.hub._database.player_of_key(key))
        assert known is not None, f"{self.members[player].name} is not known by {key}"
        assert (known.id, known.name) == (player, self.members[player].name)
        self.counts["logins"] += 1
        return await self.connect(Visitor(known.id, known.name, key))

    async def join(self) -> None:
        """Let a new player come with an invitation, which counts only once."""
        self.number += 1
        code, key = new_code(), f"key-{self.number}"
        name = "p" + "".join([LETTERS[self.number // len(LETTERS) ** place % len(LETTERS)] for place in range(3)])
        database = self.database()
        database.add_code(code, None, int(self.now))
        database.close()
        visitor = Visitor(f"id-{self.number}", "", key)
        session = await self.connect(visitor)
        assert (await session.ask("name", name=name, invitation=code))["name"] == name
        self.members[visitor.player] = Member(name, [key])
        await session.leave()
        other = await self.connect(Visitor(token_hex(8), "", f"{key}-other"))
        assert "not valid" in await other.refused("name", name=f"{name}z", invitation=code)
        await other.leave()

    async def lose_key(self, player: str) -> None:
        """Let a player who lost all keys come back with a new one, by a code of the operator."""
        self.number += 1
        code, key, member = new_code(), f"key-{self.number}", self.members[player]
        database = self.database()
        for old in member.keys:
            assert database.remove_key(old)
        database.add_code(code, player, int(self.now))
        database.close()
        session = await self.connect(Visitor(token_hex(8), "", key))
        assert await session.ask("name", name=code.lower()) == {"name": member.name, "is_other": True}
        await session.leave()
        member.keys = [key]
        self.counts["lost keys"] += 1

    async def solve_daily(self, session: Player) -> None:
        """Let a player look at the puzzle of the day and, mostly, solve it and save the game."""
        player, day = session.visitor.player, self.day
        fields = {"day": day.isoformat(), "size": SIZE, "aids": 0}
        await session.ask("look", **fields)
        if self.dice.random() < 0.2 or day in self.members[player].results:
            return
        self.sleep(self.dice.uniform(5, 60))
        answer = await session.ask("claim", **fields, history=_history(self.game), solved_ms=round(1000 * self.now))
        if answer["is_new"]:  # it is not if the operator has removed the result
            self.members[player].results[day] = answer["elapsed_ms"]
        self.counts["daily solves"] += 1
        path = self.directory / setup.PLAYERS_NAME / player / "data" / "progress.db"
        progress = Progress(path, now=lambda: datetime.fromtimestamp(self.now, UTC))
        game, _ = progress.open_new(PUZZLE, "Daily", collection=daily_collection(6, 6), number=daily_number(day))
        progress.finish(game, self.game)
        assert progress.close(60)

    # Races.

    async def race(self, sessions: list[Player]) -> None:
        """Let players race until all have finished, left or gone; the host may be killed in the meantime."""
        room = (await sessions[0].ask("open", width=4, height=4))["room"]["name"]
        for session in sessions[1:]:
            await session.ask("enter", room=room)
        await sessions[0].until_state("open")
        for session in sessions:
            await session.ask("ready")
        number = (await sessions[0].until_state("running"))["race"]
        filled = {session.visitor.name: 0 for session in sessions}
        racing = list(sessions)
        while racing:
            session = self.dice.choice(racing)
            name, chance = session.visitor.name, self.dice.random()
            self.sleep(self.dice.uniform(0.1, 1.2))  # all moves together stay below `rooms.LEAST_RACE_MS`
            if chance < 0.02 or filled[name] == len(BLANKS):
                racing.remove(session)
                await (session.ask("leave") if chance < 0.01 else asyncio.sleep(0))
                await session.leave()
            elif chance < 0.03:
                await self.kill()
                racing = [await self.come_back(it, room) for it in racing]
            else:
                await session.ask("change", kept=filled[name], steps=steps(BLANKS[filled[name]]), head=filled[name] + 1)
                filled[name] += 1
        self.counts["races"] += 1
        await self.end_races()
        self.check_race(number, filled)

    async def come_back(self, session: Player, room: str) -> Player:
        """Return a new session of a player, in the race that was restored."""
        await session.leave()
        visitor = session.visitor
        again = await self.connect(Visitor(visitor.player, visitor.name, visitor.fingerprint))
        await again.ask("enter", room=room)
        await again.ask("race")  # a session that has not seen the log may not add to it
        return again

    async def end_races(self) -> None:
        """Wait until no race waits for players who are gone."""
        self.sleep(3 * 3600)
        async with asyncio.timeout(60):
            while self.hub.rooms._rooms:
                await asyncio.sleep(0.01)
        await self.hub.in_thread(lambda: None)  # after what is being written

    def check_race(self, number: int, filled: dict[str, int]) -> None:
        """Check that a race is over, and that each log has every step that was acknowledged."""
        database = self.database()
        found = database.race(number)
        database.close()
        assert found is not None
        race, racers = found
        assert race.is_over
        assert {it.name: it.history.count("place") for it in racers} == filled
        finishers = {it.place for it in racers if filled[it.name] == len(BLANKS)}
        assert finishers == {it.place for it in racers if it.finished_ms}
        assert finishers == set(range(1, len(finishers) + 1))

    # The operator.

    async def kill(self) -> None:
        """Start the host again without a word to its players; what it was told to save, it saves."""
        for task in self.hub.rooms._tasks:
            task.cancel()
        self.hub.close()
        await self.start()
        self.counts["restarts"] += 1

    def operate(self) -> None:
        """Do what an operator does now and then."""
        player = self.dice.choice(sorted(self.members))
        member, chance, database = self.members[player], self.dice.random(), self.database()
        if chance < 0.05:
            database.ban(player, is_banned=not member.is_banned)
            member.is_banned = not member.is_banned
        elif chance < 0.1 and member.results:
            day = self.dice.choice(sorted(member.results))
            assert database.remove_result(player, day, SIZE)
            del member.results[day]
        elif chance < 0.15:
            self.number += 1
            name = f"{member.name[:4]}{LETTERS[self.number % len(LETTERS)]}"
            if skeleton(name) not in [skeleton(it.name) for it in self.members.values()]:
                member.name = database.rename(player, name)
        elif chance < 0.2 and len(self.members) > 2:
            database.remove(player)
            setup.remove_strays(self.directory, set(self.members) - {player})
            del self.members[player]
        database.close()

    async def maintain(self, *, restores: bool) -> None:
        """Lose a key; back up, restore an older backup, or start the host again."""
        player = self.dice.choice(sorted(self.members))
        if not self.members[player].is_banned:
            await self.lose_key(player)
        file = self.directory.with_name("backup.tar.gz")
        self.hub.close()
        if restores and self.kept:
            backup.restore(self.directory, file)
            self.members = deepcopy(self.kept)
            self.counts["restores"] += 1
        else:
            file.unlink(missing_ok=True)
            assert backup.back_up(self.directory, file) == []
            self.kept = deepcopy(self.members)
            self.counts["backups"] += 1
        await self.start()

    # Checks.

    async def check(self) -> None:
        """Check that the host knows what the model knows, and that nothing is left of sessions and races."""
        database = self.database()
        known = {it.id: (it.name, it.is_banned, database.keys_of(it.id)) for it in database.players()}
        assert known == {player: (it.name, it.is_banned, it.keys) for player, it in self.members.items()}
        for day in {self.day, *[self.dice.choice([*it.results, self.day]) for it in self.members.values()][:3]}:
            ranking = {name: elapsed_ms for name, _, elapsed_ms in database.standings(day, SIZE)}
            assert ranking == {
                it.name: it.results[day] for it in self.members.values() if day in it.results and not it.is_banned
            }
            assert list(ranking.values()) == sorted(ranking.values())
        assert database.races(is_over=False) == []
        database.close()
        rooms = self.hub.rooms
        left = self.hub.links, rooms._rooms, rooms.records._unsaved
        assert not any(left), left
        assert self.log == []

    def figures(self) -> str:
        """Return what happened so far, and the space that it takes."""
        sizes = [usage.disk_bytes(self.directory / it) for it in (setup.PLAYERS_NAME, "")]
        return f"{len(self.members)} players, {dict(self.counts)}, players {_mib(sizes[0])}, all {_mib(sizes[1])}"


def _mib(size: int) -> str:
    return f"{size / (1 << 20):.1f} MiB"


def _solved() -> SessionSnapshot:
    session, solution = GameSession(PUZZLE), next(iter(solutions(PUZZLE)))
    for cell in BLANKS:
        session.place(cell, PUZZLE.geometry.value(solution, cell))
    return session.snapshot()


def _history(snapshot: SessionSnapshot) -> str:
    return format_history(snapshot.steps, snapshot.head, PUZZLE.width)


@contextmanager
def simulated(year: Year) -> Iterator[None]:
    """Let the host see the simulated time, and make the same puzzle at once."""

    async def generate(*_: object) -> Generated:
        return Generated(PUZZLE, "Easy", 1, seed=1, ms=1.0, recipe=1)

    with (
        patch.object(Generator, "generate", generate),
        patch.object(race_rooms, "TICK_SECONDS", 0.01),
        patch.object(time, "time", lambda: year.now),
    ):
        yield


async def main(arguments: Sequence[int]) -> None:
    """Live, and print."""
    days, players, seed = [*arguments, *(365, 200, 1)[len(arguments) :]]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        year = Year(Path(directory) / "host", seed)
        with simulated(year), suppress(KeyboardInterrupt):
            await year.live(days, players)
        print(f"after {days} days: {year.figures()}")


if __name__ == "__main__":
    asyncio.run(main([int(it) for it in sys.argv[1:]]))
