"""The daily ranking: a solve is on it because the host replayed its log."""

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.generation import generate
from binairo_tui.engine.request import daily_request
from binairo_tui.engine.search import solutions
from binairo_tui.files.json_lines import RequestError
from binairo_tui.game import Aid, GameSession
from binairo_tui.game.aids import NO_AID, SHOWN
from binairo_tui.host.server.daily import DailyRanking
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.move_log import LogError
from binairo_tui.processes.requests import Generated
from tests.host.conftest import RunningHost, player
from tests.host.test_race import DOWN, solving_keys

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")


class OnePuzzle:
    """Stands for a generator."""

    async def generate(self, _request: object, _seed: int) -> Generated:
        return Generated(PUZZLE, "Easy", 1, seed=1, ms=1.0, recipe=1)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[DailyRanking]:
    database = HostDatabase(tmp_path / "host.db")
    for id_, name in (("p1", "ada"), ("p2", "ben"), ("p3", "cleo")):
        database.add_player(id_, name, f"key-{name}", 100)

    async def in_thread(work: Any) -> Any:
        return work()

    generator: Any = OnePuzzle()
    yield DailyRanking(generator, in_thread, database, NOON.timestamp)
    database.close()


def claim(**changes: object) -> dict[str, object]:
    """A claim that is true."""
    session = GameSession(PUZZLE)
    solution = next(iter(solutions(PUZZLE)))
    for cell in range(36):
        if not PUZZLE.is_given(cell):
            session.place(cell, PUZZLE.geometry.value(solution, cell))
    history = repr(session).partition("history='")[2].removesuffix("')")
    true = {"day": "2026-11-22", "size": "6x6", "history": history, "aids": 3, "solved_ms": milliseconds(NOON)}
    return true | changes


def milliseconds(moment: datetime) -> int:
    return round(1000 * moment.timestamp())


def look(aids: Aid) -> dict[str, object]:
    return {"day": "2026-11-22", "size": "6x6", "aids": aids.value}


def at(board: DailyRanking, moment: datetime) -> None:
    """Set the clock of the host."""
    board.now = moment.timestamp


async def test_a_true_claim_is_on_the_board_once(board: DailyRanking) -> None:
    assert (await board.claim("p1", claim()))["is_new"]
    assert not (await board.claim("p1", claim(aids=0)))["is_new"]
    found = await board.standings("ben", {"day": "2026-11-22", "size": "6x6"})
    assert found == {"standings": [["ada", "unaided", 0, False]]}


async def test_the_pace_of_a_solve_is_told_with_consent_and_holds_numbers_only(board: DailyRanking) -> None:
    await board.claim("p1", claim())
    asked = {"day": "2026-11-22", "size": "6x6", "name": "ada"}
    with pytest.raises(RequestError, match="cannot race against this solve"):
        await board.pace("ben", asked)
    blanks = 36 - PUZZLE.given_count
    own = await board.pace("ada", asked)
    assert own == {"moments": tuple([(0, count) for count in range(1, blanks + 1)]), "to_fill": blanks}
    board.database.set_raceable("p1", is_raceable=True)
    assert await board.pace("ben", asked) == own
    assert (await board.standings("ben", asked))["standings"] == [["ada", "unaided", 0, True]]
    with pytest.raises(RequestError):
        await board.pace("ben", asked | {"name": "cleo"})


@pytest.mark.parametrize(
    "changes",
    [
        {"day": "2026-11-20"},
        {"day": "2026-11-23"},
        {"day": "today"},
        {"size": "12x12"},
        {"history": "place r1c2:.>1"},
        {"history": None},
        {"aids": "3"},
        {"aids": -1},
        {"solved_ms": None},
    ],
)
async def test_no_other_claim_is_taken(board: DailyRanking, changes: dict[str, object]) -> None:
    with pytest.raises((LogError, RequestError)):
        await board.claim("p1", claim(**changes))
    assert await board.standings("ada", {"day": "2026-11-22", "size": "6x6"}) == {"standings": []}


async def test_the_time_runs_from_the_first_look(board: DailyRanking) -> None:
    await board.look("p1", look(SHOWN))
    at(board, NOON + timedelta(minutes=5))
    await board.look("p1", look(SHOWN))
    solved_ms = milliseconds(NOON + timedelta(seconds=90))
    assert (await board.claim("p1", claim(solved_ms=solved_ms)))["elapsed_ms"] == 90_000


async def test_a_solve_counts_with_all_aids_that_were_ever_used(board: DailyRanking) -> None:
    for aids in (SHOWN, SHOWN | Aid.HINT, NO_AID):
        await board.look("p1", look(aids))
    assert (await board.claim("p1", claim(aids=0)))["style"] == "helped"


async def test_the_import_of_a_daily_puzzle_that_was_seen_is_help(board: DailyRanking) -> None:
    for seen_by in ("p1", "p2"):
        await board.look(seen_by, look(SHOWN))
    await board.note_import("p1", Puzzle(6, 6, PUZZLE.givens, unique_lines=False))
    await board.note_import("p2", Puzzle(6, 6))
    assert (await board.claim("p1", claim()))["style"] == "helped"
    assert (await board.claim("p2", claim()))["style"] == "unaided"


async def test_a_solve_after_midnight_counts_for_the_day_of_the_first_look(board: DailyRanking) -> None:
    midnight = NOON + timedelta(hours=12)
    at(board, midnight - timedelta(seconds=20))
    await board.look("p1", look(SHOWN))
    at(board, midnight + timedelta(seconds=40))
    found = await board.claim("p1", claim(solved_ms=milliseconds(midnight + timedelta(seconds=40))))
    assert (found["is_new"], found["elapsed_ms"]) == (True, 60_000)
    await board.look("p2", look(SHOWN))
    with pytest.raises(RequestError, match="first open it on its day"):
        await board.claim("p2", claim(solved_ms=milliseconds(midnight + timedelta(seconds=40))))
    at(board, midnight + timedelta(days=1))
    with pytest.raises(RequestError, match="first open it on its day"):
        await board.claim("p3", claim())


async def test_no_claim_comes_from_the_future_or_from_before_the_first_look(board: DailyRanking) -> None:
    await board.look("p1", look(SHOWN))
    assert (await board.claim("p1", claim(solved_ms=1 << 50)))["elapsed_ms"] == 0
    await board.look("p2", look(SHOWN))
    assert (await board.claim("p2", claim(solved_ms=0)))["elapsed_ms"] == 0


async def test_a_player_solves_the_puzzle_of_the_day(host: RunningHost) -> None:
    request, seed = daily_request(datetime.now(UTC).date(), 6, 6)
    puzzle = await asyncio.to_thread(generate, request, seed=seed)
    async with player(host, "ada") as terminal:
        terminal.type(f"{DOWN}\r")
        await terminal.see("the daily ranking")
        terminal.type("\r")
        await terminal.see("nobody yet")
        terminal.type("\r")
        await terminal.see("u undo")
        terminal.type(solving_keys(puzzle))
        await terminal.see("calendar")
        terminal.type("q")
        await terminal.see("1 solved")
        assert any("ada" in line and "unaided" in line for line in terminal.text.splitlines())
        terminal.type("q")
        await terminal.until(lambda: re.search(r"6x6 +ada +0:", terminal.text) is not None, "who is first")
