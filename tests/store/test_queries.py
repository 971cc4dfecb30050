import sqlite3
from datetime import UTC, date, datetime, timedelta, timezone

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.aids import NO_AID, SHOWN, Aid
from binairo_tui.store.database import writing
from binairo_tui.store.games import SolveRecord, StoredState
from binairo_tui.store.queries import Result, read_days, read_results
from binairo_tui.store.saves import record_solve, write_progress
from tests.store.games import NOON, game, played


def test_results_name_the_puzzle_and_the_local_day(connection: sqlite3.Connection) -> None:
    plain = parse_puzzle("6x4;........................")
    late = datetime(2024, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))  # 29 February in UTC
    with writing(connection):
        for saved, at, aids in ((game(plain, "plain"), late, Aid.HINT | SHOWN), (game(), NOON, SHOWN)):
            write_progress(connection, saved, StoredState(0, ()), played(elapsed_ms=70_000), at)
            record_solve(connection, saved.id, SolveRecord(61_000, aids, at))
    leap_day = date(2024, 2, 29)
    assert read_results(connection) == (
        Result(4, 2, False, True, "easy", "tiny #3", 61_000, SHOWN, int(NOON.timestamp()), leap_day),
        Result(6, 4, True, False, "easy", "plain", 61_000, Aid.HINT | SHOWN, int(late.timestamp()), date(2024, 3, 1)),
    )
    assert late.astimezone(UTC).date() == leap_day
    assert read_days(connection) == [leap_day, date(2024, 3, 1)]


def test_only_the_first_solve_of_a_game_counts(connection: sqlite3.Connection) -> None:
    saved = game()
    with writing(connection):
        write_progress(connection, saved, StoredState(0, ()), played(), NOON)
        for ms in (5000, 4000):
            record_solve(connection, saved.id, SolveRecord(ms, NO_AID, NOON))
    assert [row.elapsed_ms for row in read_results(connection)] == [5000]
