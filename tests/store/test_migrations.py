"""Files of older schemas, opened by this program."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.game import Clock, GameSession
from binairo_tui.game.aids import SHOWN, Aid
from binairo_tui.store import migrations
from binairo_tui.store.backups import list_backups
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.practice import games_without_practice
from binairo_tui.store.queries import PuzzleState, best_times, puzzle_states, read_results, unfinished_games
from binairo_tui.store.saves import load_game
from binairo_tui.store.snapshots import Damage, find_damage
from tests.store.games import STEPS, place, played, save


def test_every_game_and_result_of_schema_1_is_migrated(old_file: Path) -> None:
    with closing(open_database(old_file)) as connection:
        games = {letter: load_game(connection, letter * 32) for letter in "abcd"}
        assert {letter: game.progress.aids for letter, game in games.items()} == {
            "a": SHOWN,
            "b": SHOWN,
            "c": SHOWN | Aid.HINT | Aid.PROPAGATION,
            "d": SHOWN,
        }
        in_play = games["a"]
        assert (in_play.title, in_play.band, in_play.collection, in_play.number, in_play.rev, in_play.lease) == (
            "by hand", "Easy", "tiny", 3, 8, ""
        )  # fmt: skip
        first, second, third = place(1, "1", at_ms=1000), place(4, "0", at_ms=6000), place(5, "1", at_ms=7000)
        assert in_play.progress == played(first, second, third, head=2, cursor=5, elapsed_ms=8000, aids=SHOWN)
        assert games["d"].title == "café 'quoted'"
        clock = Clock(lambda: 0.0)
        assert [GameSession.resume(game.puzzle, game.progress, clock).is_solved for game in games.values()] == [
            False, True, True, False
        ]  # fmt: skip
        assert [(row.title, row.elapsed_ms, row.aids, row.day.isoformat()) for row in read_results(connection)] == [
            ("solved by hand", 2099, SHOWN, "2024-02-29"),
            ("solved with help", 3000, SHOWN | Aid.PROPAGATION, "2024-02-29"),
        ]
        assert [summary.title for summary in unfinished_games(connection)] == ["café 'quoted'", "by hand"]


def test_every_game_and_result_of_schema_2_is_migrated(old_file_2: Path) -> None:
    with closing(open_database(old_file_2)) as connection:
        assert [summary.title for summary in unfinished_games(connection)] == [
            "filled a little, undone",
            "solved and reopened",
            "filled, undone, not solved",
        ]
        games = {letter: load_game(connection, letter * 32).progress for letter in "abcdef"}
        assert {letter: len(game.auto_filled) for letter, game in games.items()} == {
            "a": 11, "b": 0, "c": 0, "d": 0, "e": 0, "f": 11
        }  # fmt: skip
        assert games["a"].aids == SHOWN | Aid.PROPAGATION
        assert games["f"].aids == SHOWN | Aid.PROPAGATION | Aid.MOST_CELLS
        assert [(row.title, row.style.value) for row in read_results(connection)] == [
            ("filled by the program", "helped"),
            ("solved by hand", "unaided"),
            ("solved and reopened", "unaided"),
            ("solved twice", "unaided"),
            ("damaged", "unaided"),
        ]


def test_every_game_and_result_of_schema_3_is_where_it_was(old_file_3: Path) -> None:
    with closing(open_database(old_file_3)) as connection:
        assert not any(find_damage(connection))
        in_play, solved = load_game(connection, "a" * 32), load_game(connection, "b" * 32)
        assert (in_play.title, in_play.number, in_play.progress.head, in_play.progress.cursor) == ("in play", 1, 2, 5)
        assert GameSession.resume(solved.puzzle, solved.progress, Clock(lambda: 0.0)).is_solved
        assert puzzle_states(connection) == {"tiny": {1: PuzzleState.STARTED, 2: PuzzleState.SOLVED}}
        assert best_times(connection, "tiny") == {2: 11_000}
        assert games_without_practice(connection, 5) == [("b" * 32, read_results(connection)[0].solved_utc)]


def test_a_migration_is_announced_before_the_backup_is_made(old_file_3: Path) -> None:
    backups: list[int] = []

    def announce(sentence: str) -> None:
        assert "a few seconds" in sentence
        backups.append(len(list_backups(old_file_3)))

    for _ in range(2):  # the second time, there is nothing to do
        open_repaired(old_file_3, announce).close()
    assert backups == [0]
    assert len(list_backups(old_file_3)) == 1


def test_nobody_reads_a_file_while_it_is_migrated(old_file_3: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *earlier, latest = migrations.MIGRATIONS
    refusals: list[str] = []

    def migrate_beside_a_reader(connection: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(old_file_3, timeout=0)) as other:
            try:
                other.execute("SELECT count(*) FROM game")
            except sqlite3.OperationalError as error:
                refusals.append(str(error))
        latest(connection)

    monkeypatch.setattr(migrations, "MIGRATIONS", (*earlier, migrate_beside_a_reader))
    open_database(old_file_3).close()
    assert refusals == ["database is locked"]


def test_what_was_damaged_stays_damaged(old_file_2: Path) -> None:
    with closing(open_database(old_file_2)) as connection:
        assert find_damage(connection) == Damage(games=("1" * 32,))


@pytest.mark.parametrize("schema", ["old_file", "old_file_2", "old_file_3"])
def test_a_migrated_file_has_the_schema_of_a_new_one(
    schema: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    old_file = request.getfixturevalue(schema)

    def tables(path: Path) -> list[tuple[str, ...]]:
        with closing(open_database(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()

    assert tables(old_file) == tables(tmp_path / "new" / "progress.db")


def test_a_migrated_game_can_be_continued(old_file: Path) -> None:
    with closing(open_database(old_file)) as connection:
        game = load_game(connection, "a" * 32)
        progress = played(*game.progress.steps[:2], *STEPS[:3], aids=game.progress.aids)
        save(old_file, game, progress)
        assert load_game(connection, game.id).progress == progress
