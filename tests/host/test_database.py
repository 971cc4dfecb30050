import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from binairo_tui.host.server.database import CODE_SECONDS, HostDatabase
from binairo_tui.host.server.names import UnusableNameError
from binairo_tui.host.server.schema import APPLICATION_ID, MIGRATIONS
from binairo_tui.store.errors import ForeignFileError, SchemaTooNewError

DAY = date(2026, 11, 22)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[HostDatabase]:
    found = HostDatabase(tmp_path / "host.db")
    found.add_player("p1", "ada", "key-1", 100)
    found.add_player("p2", "ben", "key-2", 100)
    yield found
    found.close()


def test_a_key_is_known_by_its_player(database: HostDatabase) -> None:
    player = database.player_of_key("key-1")
    assert player
    assert (player.id, player.name) == ("p1", "ada")
    assert database.player_of_key("key-3") is None


@pytest.mark.parametrize(
    ("name", "why"), [("ada", "taken"), ("Ada", "similar"), ("АDА", "script"), ("a-da", "similar")]
)
def test_a_name_like_another_is_refused(database: HostDatabase, name: str, why: str) -> None:
    with pytest.raises(UnusableNameError, match=why):
        database.add_player("p3", name, "key-3", 100)
    assert "p3" not in [player.id for player in database.players()]


def test_a_code_adds_one_key_once_and_only_in_time(database: HostDatabase) -> None:
    database.add_code("AAAA-BBBB", "p1", 100)
    assert database.add_key("AAAA-BBBB", "key-3", 100 + CODE_SECONDS).name == "ada"
    database.add_code("AAAA-CCCC", "p1", 100)
    for code, now in (("AAAA-BBBB", 100), ("AAAA-CCCC", 101 + CODE_SECONDS)):
        with pytest.raises(UnusableNameError):
            database.add_key(code, "key-4", now)
    assert database.keys_of("p1") == ["key-1", "key-3"]


def test_a_key_that_is_removed_or_banned_is_not_welcome(database: HostDatabase) -> None:
    assert sorted(database.welcome_keys()) == [["key-1"], ["key-2"]]
    database.ban("p1", is_banned=True)
    assert database.remove_key("key-2")
    assert not database.remove_key("key-2")
    assert database.welcome_keys() == []
    assert database.player_of_key("key-2") is None


def test_an_invitation_is_for_a_new_player_and_used_up(database: HostDatabase) -> None:
    database.add_code("AAAA-BBBB", None, 100)
    with pytest.raises(UnusableNameError):
        database.add_key("AAAA-BBBB", "key-3", 100)
    database.add_player("p3", "cleo", "key-3", 100, "AAAA-BBBB")
    with pytest.raises(UnusableNameError, match="invitation"):
        database.add_player("p4", "dora", "key-4", 100, "AAAA-BBBB")


def test_the_board_has_strict_then_unaided_then_helped_solves_and_only_first_ones(
    database: HostDatabase,
) -> None:
    database.add_player("p3", "cleo", "key-3", 100)
    for player, style, elapsed in (("p1", "helped", 1), ("p2", "strict", 9), ("p3", "unaided", 2), ("p3", "strict", 1)):
        database.add_result(player, DAY, "8x8", (style, elapsed, "log"), 100)
    assert [name for name, _, _ in database.standings(DAY, "8x8")] == ["ben", "cleo", "ada"]
    database.ban("p2", is_banned=True)
    assert [name for name, _, _ in database.standings(DAY, "8x8")] == ["cleo", "ada"]


def test_a_race_comes_back_as_it_was_saved(database: HostDatabase) -> None:
    race = database.add_race("oak", "8x8 Easy", "4x4;0...", 5000, ["p1", "p2"])
    saves = [(race, "p2", "place r1c1:.>0", 700, 1, False), (race, "p1", "", None, None, True)]
    database.save_racers(saves, 6000)
    ((found, racers),) = database.races(is_over=False)
    assert (found.room, found.started_ms) == ("oak", 5000)
    assert racers == [
        ("p2", "ben", "place r1c1:.>0", 700, 1, 6000, False),
        ("p1", "ada", "", None, None, 6000, True),
    ]
    database.end_race(race)
    assert database.races(is_over=False) == []


def test_removing_a_player_removes_everything_of_the_player(database: HostDatabase) -> None:
    database.add_result("p1", DAY, "8x8", ("strict", 1, ""), 100)
    database.remove("p1")
    assert database.player_of_key("key-1") is None
    assert database.standings(DAY, "8x8") == []
    assert database.add_player("p5", "ada", "key-1", 100) == "ada"


def test_the_last_login_is_known(database: HostDatabase) -> None:
    database.note_login("p2", 900)
    assert [(it.name, it.seen_utc) for it in database.players()] == [("ada", 100), ("ben", 900)]


@pytest.mark.parametrize(
    ("pragma", "error"), [("application_id = 7", ForeignFileError), ("user_version = 9", SchemaTooNewError)]
)
def test_a_foreign_or_newer_file_is_refused(tmp_path: Path, pragma: str, error: type[Exception]) -> None:
    path = tmp_path / "host.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {pragma}")
    connection.close()
    path.chmod(0o600)
    with pytest.raises(error):
        HostDatabase(path)


def test_a_database_of_the_first_version_is_opened_with_its_contents(tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    with closing(sqlite3.connect(path)) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        connection.execute("INSERT INTO player VALUES ('p1', 'ada', 'ada', 100, 0, 1)")
        connection.execute("INSERT INTO result VALUES ('p1', '2026-11-22', '8x8', 'strict', 7, 'log', 200)")
        connection.execute("INSERT INTO race VALUES (1, 'oak', '4x4', '4x4;0...', 5000, 1)")
        connection.execute("INSERT INTO racer VALUES (1, 'p1', '', NULL, NULL)")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    path.chmod(0o600)
    with closing(HostDatabase(path)) as database:
        assert [it.name for it in database.players()] == ["ada"]
        assert [ms for _, _, ms in database.standings(DAY, "8x8")] == [7]
        assert database.look("p1", DAY, "8x8", 300, 1) == (300, 1)
        ((_, racers),) = database.races(is_over=True)
        assert racers == [("p1", "ada", "", None, None, 0, False)]


def test_the_first_look_and_all_aids_are_kept(database: HostDatabase) -> None:
    assert database.look("p1", DAY, "8x8", 300, 1) == (300, 1)
    assert database.look("p1", DAY, "8x8", 200, 8) == (300, 9)
    assert database.look("p2", DAY, "8x8", 400, 0) == (400, 0)
    with closing(HostDatabase(database._path)) as again:
        assert again.look("p1", DAY, "8x8", 500, 0) == (300, 9)


def test_every_commit_is_synced(database: HostDatabase) -> None:
    connection = database._connection
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("truncate",)
