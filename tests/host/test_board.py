"""The daily ranking: a solve is on it because the host replayed its log."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.generation import generate
from binairo_tui.engine.request import daily_request
from binairo_tui.engine.search import solutions
from binairo_tui.engine.symmetry import Symmetry, transformed
from binairo_tui.files.json_lines import RequestError
from binairo_tui.game import Aid, Step
from binairo_tui.game.aids import NO_AID, SHOWN
from binairo_tui.game.steps import format_history
from binairo_tui.host.server.daily import DailyRanking
from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.league import League
from binairo_tui.host.server.move_log import LogError
from binairo_tui.processes.requests import Generated
from tests.host.conftest import RunningHost, player
from tests.host.solvers import person, program
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


STEPS = person(PUZZLE, random.Random(1), 2)
ELAPSED = STEPS[-1].at_ms


def claim(steps: Sequence[Step] = STEPS, **changes: object) -> dict[str, object]:
    """A claim that is true."""
    history = format_history(steps, len(steps), 6)
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
    found = await board.standings({"day": "2026-11-22", "size": "6x6"})
    assert found == {"standings": [("ada", "unaided", ELAPSED)]}


async def test_what_nobody_can_have_typed_is_apart_and_counts_for_no_rating(board: DailyRanking) -> None:
    typed = program(PUZZLE, random.Random(1), "rows", 0.05)
    assert (await board.claim("p1", claim(typed)))["style"] == "unverified"
    assert (await board.claim("p2", claim()))["style"] == "unaided"
    assert (await board.claim("p3", claim(typed, aids=Aid.HINT.value)))["style"] == "helped"
    found = await board.standings({"day": "2026-11-22", "size": "6x6"})
    assert [(name, style) for name, style, _ in found["standings"]] == [  # type: ignore[attr-defined]
        ("ben", "unaided"),
        ("cleo", "helped"),
        ("ada", "unverified"),
    ]

    async def in_thread(work: Any) -> Any:
        return work()

    league = League(in_thread, board.database, NOON.timestamp)
    assert [line[0] for line in (await league.table("p1"))["players"]] == ["ben"]  # type: ignore[attr-defined]


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
        await board.claim("p1", claim() | changes)
    assert await board.standings({"day": "2026-11-22", "size": "6x6"}) == {"standings": []}


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


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(6, 6, PUZZLE.givens, unique_lines=False),
        transformed(PUZZLE, Symmetry.QUARTER_TURN, swap_values=True),
        PUZZLE.with_givens(PUZZLE.geometry.position(PUZZLE.geometry.text(PUZZLE.givens).replace("1", ".", 1))),
        PUZZLE.with_givens(next(solutions(PUZZLE, 1))),
    ],
)
async def test_to_have_a_daily_puzzle_solved_that_was_seen_is_help(board: DailyRanking, puzzle: Puzzle) -> None:
    for seen_by in ("p1", "p2"):
        await board.look(seen_by, look(SHOWN))
    await board.note_solving("p1", puzzle)
    for other in (Puzzle(6, 6), Puzzle(8, 8), parse_puzzle("6x6;.00.0.....0.1.....0......0..1.1.....")):
        await board.note_solving("p2", other)
    assert (await board.claim("p1", claim()))["style"] == "helped"
    assert (await board.claim("p2", claim()))["style"] == "unaided"


async def test_the_seeds_of_a_day_are_committed_to_before_it_and_opened_after_it(board: DailyRanking) -> None:
    asked: list[tuple[object, int]] = []

    class Recorder(OnePuzzle):
        async def generate(self, request: object, seed: int) -> Generated:
            asked.append((request, seed))
            return await super().generate(request, seed)

    generator: Any = Recorder()
    board._generator = generator
    before = await board.secrets()
    assert before["yesterday"] == ""
    at(board, NOON + timedelta(days=1))
    today = await board.secrets()
    assert today["today"] == before["tomorrow"]
    fields = {"day": "2026-11-23", "size": "8x8"}
    with pytest.raises(RequestError, match="not there yet"):
        await board.puzzle("p1", fields | {"day": "2026-11-24"})
    await board.puzzle("p1", fields)
    at(board, NOON + timedelta(days=2))
    opened = (await board.secrets())["yesterday"]
    assert sha256(str(opened).encode()).hexdigest() == today["today"]
    assert asked == [daily_request(date(2026, 11, 23), 8, 8, str(opened))]
    assert asked != [daily_request(date(2026, 11, 23), 8, 8)]


async def test_days_that_were_begun_without_a_secret_keep_their_puzzles(board: DailyRanking) -> None:
    await board.look("p1", look(SHOWN))
    secrets = await board.secrets()
    assert secrets["today"] == ""
    assert secrets["tomorrow"] != ""


async def test_asking_for_a_puzzle_is_the_first_look(board: DailyRanking) -> None:
    await board.puzzle("p1", {"day": "2026-11-22", "size": "6x6"})
    at(board, NOON + timedelta(minutes=5))
    solved_ms = milliseconds(NOON + timedelta(minutes=4))
    assert (await board.claim("p1", claim(solved_ms=solved_ms)))["elapsed_ms"] == 240_000


async def test_a_solve_after_midnight_counts_for_the_day_of_the_first_look(board: DailyRanking) -> None:
    midnight = NOON + timedelta(hours=12)
    at(board, midnight - timedelta(seconds=20))
    await board.look("p1", look(SHOWN))
    at(board, midnight + timedelta(seconds=40))
    found = await board.claim("p1", claim(solved_ms=milliseconds(midnight + timedelta(seconds=40))))
    assert (found["is_new"], found["elapsed_ms"]) == (True, max(60_000, ELAPSED))
    await board.look("p2", look(SHOWN))
    with pytest.raises(RequestError, match="first open it on its day"):
        await board.claim("p2", claim(solved_ms=milliseconds(midnight + timedelta(seconds=40))))
    at(board, midnight + timedelta(days=1))
    with pytest.raises(RequestError, match="first open it on its day"):
        await board.claim("p3", claim())


async def test_no_claim_comes_from_the_future_or_from_before_the_first_look(board: DailyRanking) -> None:
    await board.look("p1", look(SHOWN))
    assert (await board.claim("p1", claim(solved_ms=1 << 50)))["elapsed_ms"] == ELAPSED
    await board.look("p2", look(SHOWN))
    assert (await board.claim("p2", claim(solved_ms=0)))["elapsed_ms"] == ELAPSED


async def test_a_player_solves_the_puzzle_of_the_day(host: RunningHost) -> None:
    async with player(host, "ada") as terminal:
        terminal.type(f"{DOWN}\r")
        await terminal.see("the daily ranking")
        terminal.type(f"{DOWN * 3}\r")
        await terminal.see("nobody yet")
        terminal.type("\r")
        await terminal.see("the host's own")
        database = HostDatabase(host.directory / "host" / "host.db")
        secret = database.secret(datetime.now(UTC).date())
        database.close()
        request, seed = daily_request(datetime.now(UTC).date(), 6, 6, secret)
        puzzle = await asyncio.to_thread(generate, request, seed=seed)
        terminal.type(solving_keys(puzzle))
        await terminal.see("calendar")
        terminal.type("q")
        await terminal.see("1 solved")
        assert any("ada" in line and "unverified" in line for line in terminal.text.splitlines())
