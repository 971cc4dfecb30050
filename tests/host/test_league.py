"""The league of a host: ratings from its database, whatever the order of the rows."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.host.server.database import HostDatabase
from binairo_tui.host.server.league import MAX_SHOWN, League, games_of
from binairo_tui.player.ratings import Ratings, replay

TODAY = date(2026, 11, 22)
NAMES = ("ada", "berta", "carl")
DAILIES = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.integers(0, 3).map(lambda days: (TODAY - timedelta(days)).isoformat()),
        st.sampled_from(["6x6", "10x10"]),
        st.integers(1000, 900_000),
    ),
    max_size=8,
)
RACERS = st.tuples(st.integers(1, 2), st.just(0), st.sampled_from(NAMES), st.none() | st.just(5000))


@pytest.fixture
def league(tmp_path: Path) -> Iterator[League]:
    database = HostDatabase(tmp_path / "host.db")
    for name in NAMES:
        database.add_player(f"id-{name}", name, f"key-{name}", 100)

    async def in_thread(work: Any) -> Any:
        return work()

    yield League(in_thread, database, datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp)
    database.close()


def solve(league: League, name: str, days_ago: int, minutes: float, style: str = "unaided") -> None:
    result = (style, round(60_000 * minutes), "")
    league._database.add_result(f"id-{name}", TODAY - timedelta(days_ago), "10x10", result, 0)
    league._fresh_until = 0.0


def race(league: League, days_ago: int, *finished: tuple[str, int | None, int | None]) -> None:
    """Save a race that is over; each racer is a name, the time in ms, and the place."""
    start_ms = round(1000 * (league._now() - 86_400 * days_ago))
    number = league._database.add_race("oak", "10x10 Easy", "", start_ms, [f"id-{name}" for name, _, _ in finished])
    saves = [(number, f"id-{name}", "", elapsed_ms, place, place is None) for name, elapsed_ms, place in finished]
    league._database.save_racers(saves, start_ms)
    league._database.end_race(number)
    league._fresh_until = 0.0


async def table(league: League, viewer: str = "ada") -> dict[str, list[Any]]:
    """Return the line of each player, as it comes out of JSON, in order."""
    answer: Any = json.loads(json.dumps(await league.table(f"id-{viewer}")))
    return {name: others for name, *others in answer["players"]}


@settings(max_examples=15)
@given(DAILIES, st.lists(RACERS, max_size=6), st.randoms(use_true_random=False))
def test_shuffled_logs_give_the_same_ratings(dailies: list[Any], racers: list[Any], random: Random) -> None:
    unique = list({(row[0], row[2]): row for row in racers}.values())
    found = []
    for _ in range(2):
        ratings = Ratings()
        days = list(replay(games_of(dailies, unique), ratings))
        found.append((days, [ratings.of(name, TODAY.toordinal() + 1) for name in NAMES]))
        random.shuffle(dailies)
        random.shuffle(unique)
    assert found[0] == found[1]


async def test_faster_solves_and_won_races_rate_higher(league: League) -> None:
    assert await table(league) == {}
    solve(league, "ada", 1, 2)
    solve(league, "berta", 1, 9)
    solve(league, "carl", 1, 0.1, "helped")
    assert list(await table(league)) == ["ada", "berta"]
    for _ in range(3):
        race(league, 0, ("carl", 5000, 1), ("ada", 6000, 2), ("berta", None, None))
    found = await table(league)
    assert list(found) == ["carl", "ada", "berta"]
    assert found["carl"][0] > 1600 > found["ada"][0] > 1500 > found["berta"][0]


async def test_who_stays_when_all_others_give_up_has_won(league: League) -> None:
    race(league, 0, ("ada", None, 1), ("berta", None, None))
    found = await table(league)
    assert found["ada"][0] > 1500 > found["berta"][0]
    race(league, 0, ("carl", None, None), ("berta", None, None))
    assert "carl" not in await table(league)


async def test_the_change_is_that_of_today(league: League) -> None:
    solve(league, "ada", 30, 2)
    solve(league, "ada", 1, 2)
    solve(league, "berta", 0, 2)
    solve(league, "carl", 1, 2)
    before = (await table(league))["carl"][0]
    solve(league, "carl", 0, 1)
    found = await table(league)
    assert found["ada"][2] is None
    assert found["berta"][2] == pytest.approx(found["berta"][0] - 1500, abs=0.1)
    assert found["carl"][2] == pytest.approx(found["carl"][0] - before, abs=0.1)


async def test_days_that_are_final_are_rated_once_and_give_the_same(league: League) -> None:
    for days_ago in range(6):
        solve(league, "ada", days_ago, 2)
        solve(league, "berta", days_ago, 4)
    found = await table(league)
    again = League(league._in_thread, league._database, lambda: league._now() + 3 * 86_400)
    later = await table(again)  # all days are final now
    assert {name: line[0] for name, line in later.items()} == {name: line[0] for name, line in found.items()}
    league._database.remove_result("id-berta", TODAY - timedelta(1), "10x10")
    league._fresh_until = 0.0
    assert (await table(league))["berta"] != found["berta"]
    league._database.ban("id-berta", is_banned=True)
    assert list(await table(league)) == ["ada"]


async def test_nothing_that_players_ask_reads_the_whole_file(league: League) -> None:
    solve(league, "ada", 0, 2)
    race(league, 0, ("ada", 5000, 1), ("berta", 6000, 2))
    database, asked = league._database, set[str]()
    database._connection.set_trace_callback(asked.add)
    await table(league)
    database.standings(TODAY, "10x10")
    database.finished_races("id-ada")
    database._connection.set_trace_callback(None)
    assert len(asked) > 4
    for query in asked:
        plan = [row[3] for row in database.rows(f"EXPLAIN QUERY PLAN {query}")]
        assert not [step for step in plan if step.split()[:1] == ["SCAN"] and step.split()[1] != "player"], query


async def test_the_list_of_past_races_reads_no_logs(league: League) -> None:
    race(league, 0, ("ada", 5000, 1), ("berta", 6000, 2))
    database = league._database
    database.save_racers([(1, "id-ada", "place r1c1:.>1", 5000, 1, False)], 0)
    for has_logs in (True, False):
        ((_, racers),) = database.races(is_over=True, has_logs=has_logs)
        assert [racer.history for racer in racers] == ["place r1c1:.>1" * has_logs, ""]


async def test_the_table_ends_but_has_the_player_who_asks(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binairo_tui.host.server.league.MAX_SHOWN", 1)
    assert MAX_SHOWN > 1
    for name, minutes in zip(NAMES, (1, 2, 3), strict=True):
        solve(league, name, 0, minutes)
    assert list(await table(league, "carl")) == ["ada", "carl"]
