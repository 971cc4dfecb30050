"""Queries, compared with simple ways to compute the same from all games and results."""

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, date, datetime, timedelta, timezone
from statistics import median

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game.aids import ALL_STYLES, NO_AID, OWN_STYLES, SHOWN, Aid, SolveStyle, style_of
from binairo_tui.store.database import open_empty, writing
from binairo_tui.store.games import SolveRecord, StoredState
from binairo_tui.store.queries import (
    PuzzleKind,
    PuzzleState,
    Rank,
    Result,
    Selection,
    best_times,
    count_days,
    count_results,
    count_styles,
    count_unfinished,
    find_rank,
    find_result,
    group_statistics,
    puzzle_states,
    read_daily_days,
    read_results,
    read_times,
    unfinished_dailies,
    unfinished_games,
)
from binairo_tui.store.rows import RESULT
from binairo_tui.store.saves import delete_game, find_game, record_solve, write_progress
from tests.store.games import NOON, game, place, played

LEAP_DAY = date(2024, 2, 29)
BANDS = ["Easy", "Hard", ""]
RESULTS = st.lists(
    st.builds(
        Result,
        st.sampled_from([6, 8]),
        st.just(8),
        st.booleans(),
        st.booleans(),
        st.sampled_from(BANDS),
        st.just("any"),
        st.integers(0, 10),
        st.sampled_from([*map(Aid, (0, 3, 8, 19, 256, 275, 1 << 20))]),
        st.integers(0, 3),
        st.sampled_from([LEAP_DAY, date(2024, 3, 1)]),
        st.just(""),
        st.just(0),
    ),
    max_size=20,
)
SELECTIONS = st.builds(
    Selection,
    st.sampled_from([ALL_STYLES, OWN_STYLES, (), *[(style,) for style in SolveStyle]]),
    st.none() | st.just((6, 8)),
    st.none() | st.sampled_from(BANDS),
)


def identified(results: list[Result]) -> list[Result]:
    """Return the results in the order of time, each with an id."""
    return [result._replace(id=f"{index:032x}") for index, result in enumerate(sorted(results, key=solved_at))]


def solved_at(result: Result) -> int:
    return result.solved_utc


def stored(connection: sqlite3.Connection, results: list[Result]) -> sqlite3.Connection:
    """Write results and return the connection."""
    with writing(connection):
        for result in results:
            columns = {name: getattr(result, name) for name in RESULT.columns}
            converted = {"aids": result.aids.value, "day": result.day.isoformat()}
            flags = {name: int(columns[name]) for name in ("unique_lines", "signs")}
            RESULT.write(connection, columns | converted | flags)
    return connection


def is_selected(result: Result, selection: Selection) -> bool:
    return (
        result.style in selection.styles
        and selection.size in (None, (result.width, result.height))
        and selection.band in (None, result.band)
    )


@given(RESULTS.map(identified), SELECTIONS)
def test_figures_are_those_of_the_selected_results(results: list[Result], selection: Selection) -> None:
    chosen = [result for result in results if is_selected(result, selection)]
    timed = [result for result in chosen if result.style not in (SolveStyle.REPEAT, SolveStyle.PROGRAM)]
    with closing(stored(open_empty(), results)) as connection:
        assert list(read_results(connection, selection)) == chosen
        assert list(read_results(connection, limit=3, offset=1, newest_first=True)) == results[::-1][1:4]
        assert count_results(connection) == len(results)
        counts = Counter(result.style for result in chosen)
        assert count_styles(connection, selection) == {style: counts[style] for style in SolveStyle}
        assert count_days(connection, selection) == Counter(result.day for result in chosen)
        assert read_times(connection, selection) == [result.elapsed_ms for result in timed]
        found = {PuzzleKind(*it.size, it.band): it for it in group_statistics(connection, selection, 3)}
    assert found.keys() == {kind_of(result) for result in chosen}
    for kind, times in found.items():
        own = [result.elapsed_ms for result in timed if kind_of(result) == kind]
        assert Counter(times.styles) == Counter(result.style for result in chosen if kind_of(result) == kind)
        assert times.best_ms == min(own, default=None)
        assert (times.median_ms is None) == (not own)
        assert times.median_ms is None or abs(times.median_ms - median(own)) <= 0.5
        assert times.trend == tuple(own[-3:])


def kind_of(result: Result) -> PuzzleKind:
    return PuzzleKind(result.width, result.height, result.band)


@given(st.integers(0, 2**12 - 1))
def test_the_style_in_sql_is_that_of_the_aids(aids: int) -> None:
    result = Result(8, 8, True, False, "", "", 1, Aid(aids), 0, LEAP_DAY, id="0" * 32)
    with closing(stored(open_empty(), [result])) as connection:
        found = count_styles(connection, Selection())
    assert [style for style, count in found.items() if count] == [style_of(Aid(aids))]


@given(RESULTS.map(identified), st.integers(0, 10), st.sampled_from(SolveStyle))
def test_a_rank_compares_other_games_of_the_same_kind(results: list[Result], ms: int, style: SolveStyle) -> None:
    kind = Selection((style,), (8, 8), "Hard")
    others = [it.elapsed_ms for it in results[1:] if is_selected(it, kind)]
    with closing(stored(open_empty(), results)) as connection:
        rank = find_rank(connection, f"{0:032x}", ms, kind)
    assert rank == Rank(len(others), sum(other < ms for other in others), max([ms - it for it in others] + [0]))


def daily(index: int, day: date, number: int, aids: Aid = NO_AID, collection: str = "daily/6x6") -> Result:
    return Result(
        6, 6, True, False, "Easy", "", 10 + index, aids, 0, day, collection, number, f"{index:032x}"
    )  # fmt: skip


def test_only_daily_puzzles_solved_by_the_player_on_their_day_count() -> None:
    days = [LEAP_DAY + timedelta(days=days) for days in range(6)]
    numbers = [int(day.isoformat().replace("-", "")) for day in days]
    results = [
        daily(1, days[0], numbers[0]),
        daily(2, days[1], numbers[0]),
        daily(3, days[2], numbers[2], collection="6x6"),
        daily(4, days[3], numbers[3], Aid.MOST_CELLS),
        daily(5, days[4], numbers[4], Aid.HINT),
    ]
    with closing(stored(open_empty(), results)) as connection:
        assert read_daily_days(connection) == [days[0], days[4]]


def test_best_times_and_states_are_by_puzzle() -> None:
    results = [daily(index, LEAP_DAY, number) for index, number in ((3, 1), (2, 1), (9, 2))]
    results.append(daily(1, LEAP_DAY, 1, Aid.MOST_CELLS))
    with closing(stored(open_empty(), results)) as connection:
        assert best_times(connection, "daily/6x6") == {1: 12, 2: 19}
        assert best_times(connection, "6x6") == {}
        assert puzzle_states(connection) == {"daily/6x6": {1: PuzzleState.SOLVED, 2: PuzzleState.SOLVED}}


SOLVABLE = parse_puzzle("4x4;0..1.1......0..0")


def test_games_that_are_not_solved_now_are_unfinished(connection: sqlite3.Connection) -> None:
    solution = next(iter(solutions(SOLVABLE)))
    blanks = [cell for cell in range(16) if not SOLVABLE.is_given(cell)]
    steps = [place(cell, SOLVABLE.geometry.value(solution, cell)) for cell in blanks]
    wrong = place(blanks[-1], "1" if steps[-1].moves[0].new == "0" else "0")
    states = {
        "begun": played(steps[0]),
        "solved": played(*steps),
        "reopened": played(*steps, head=len(steps) - 1),
        "full but wrong": played(*steps[:-1], wrong),
        "solved again": played(*steps, elapsed_ms=5),
    }
    with writing(connection):
        for minutes, (title, state) in enumerate(states.items()):
            saved = game(SOLVABLE, title, collection="tiny", number=1)
            write_progress(connection, saved, StoredState(0, ()), state, NOON + timedelta(minutes=minutes))
            if "solved" in title or title == "reopened":
                record_solve(connection, saved.id, SolveRecord(1, NO_AID, NOON, NOON.date()))
    titles = [summary.title for summary in unfinished_games(connection)]
    assert titles == ["full but wrong", "reopened", "begun"]
    assert count_unfinished(connection) == 3
    assert [summary.title for summary in unfinished_games(connection, 2)] == ["full but wrong", "reopened"]
    names = dict(connection.execute("SELECT id, title FROM game").fetchall())
    assert names[find_game(connection, "tiny", 1) or ""] == "full but wrong"
    for summary in unfinished_games(connection):
        delete_game(connection, summary.id)
    assert names[find_game(connection, "tiny", 1) or ""] == "solved again"
    assert find_game(connection, "tiny", 2) is None


def test_the_last_played_game_of_each_daily_puzzle_is_found(connection: sqlite3.Connection) -> None:
    blank = next(cell for cell in range(16) if not SOLVABLE.is_given(cell))
    played_when = {"daily/4x4": (2, 1, 3), "daily/~": (1,), "dailies": (1,), "": (1,)}
    with writing(connection):
        for collection, minutes in played_when.items():
            for minute in minutes:
                number = 20240229 if collection else 0
                saved = game(SOLVABLE, f"{collection} {minute}", collection=collection, number=number)
                state = played(place(blank, "1"))
                write_progress(connection, saved, StoredState(0, ()), state, NOON + timedelta(minutes=minute))
    names = dict(connection.execute("SELECT id, title FROM game").fetchall())
    found = {key: names[game_id] for key, game_id in unfinished_dailies(connection).items()}
    assert found == {("daily/4x4", 20240229): "daily/4x4 3", ("daily/~", 20240229): "daily/~ 1"}


def test_results_name_the_puzzle_and_the_local_day(connection: sqlite3.Connection) -> None:
    plain = parse_puzzle("6x4;........................")
    late = datetime(2024, 3, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))  # 29 February in UTC
    with writing(connection):
        for saved, at, aids in (
            (game(plain, "plain")._replace(id="1" * 32), late, Aid.HINT | SHOWN),
            (game()._replace(id="2" * 32), NOON, SHOWN),
        ):
            write_progress(connection, saved, StoredState(0, ()), played(elapsed_ms=70_000), at)
            record_solve(connection, saved.id, SolveRecord(61_000, aids, at, at.date()))
    first = Result(4, 2, False, True, "easy", "tiny #3", 61_000, SHOWN, int(NOON.timestamp()), LEAP_DAY, id="2" * 32)
    aids, day = Aid.HINT | SHOWN, date(2024, 3, 1)
    second = Result(6, 4, True, False, "easy", "plain", 61_000, aids, int(late.timestamp()), day, id="1" * 32)
    assert read_results(connection) == (first, second)
    assert late.astimezone(UTC).date() == LEAP_DAY
    assert find_result(connection, "1" * 32) == second
    assert find_result(connection, "3" * 32) is None


def test_only_the_first_solve_of_a_game_counts(connection: sqlite3.Connection) -> None:
    saved = game()
    with writing(connection):
        write_progress(connection, saved, StoredState(0, ()), played(), NOON)
        for ms in (5000, 4000):
            record_solve(connection, saved.id, SolveRecord(ms, NO_AID, NOON, NOON.date()))
    assert [row.elapsed_ms for row in read_results(connection)] == [5000]


def test_lists_and_figures_use_indexes(connection: sqlite3.Connection) -> None:
    """Without an index, a lifetime of games would make every screen slow."""
    seen: list[str] = []
    connection.set_trace_callback(seen.append)
    unfinished_games(connection, 6)
    unfinished_dailies(connection)
    find_game(connection, "tiny", 1)
    best_times(connection, "tiny")
    read_daily_days(connection)
    group_statistics(connection, Selection(), 3)
    connection.set_trace_callback(None)
    statements = [it for it in seen if it.startswith("SELECT")]
    assert len(statements) >= 5
    for statement in statements:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
        assert all("INDEX" in step[3] for step in plan if step[3].startswith(("SCAN", "SEARCH"))), plan
