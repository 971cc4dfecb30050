"""Practice in the progress file: written once, healed, salvaged, and found again."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from binairo_tui.store.backups import list_backups, make_backup
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.practice import (
    TechniqueStanding,
    drill_record,
    games_without_practice,
    read_game_practice,
    read_standings,
)
from binairo_tui.store.save_batch import back_up
from binairo_tui.store.snapshots import Damage, find_damage
from binairo_tui.store.writer import Writer
from tests.store.games import NOON, STEPS, WAIT, Gate, game, in_game, place, played, practise, save, save_backup

FIRST = drill_record("pair", 1000, number=1, is_right=False, wait_ms=4000, card="one")
SECOND = drill_record("pair", 2000, number=2, is_right=True, wait_ms=3000, card="two")


def test_the_standing_of_a_technique_is_that_of_its_latest_card(path: Path) -> None:
    practise(path, SECOND, FIRST)
    practise(path, drill_record("sandwich", 1500, number=1, is_right=False, wait_ms=9, card="other"))
    with closing(open_database(path)) as connection:
        assert read_standings(connection) == {
            "pair": TechniqueStanding("two", 2),
            "sandwich": TechniqueStanding("other", 1),
        }


def test_a_game_is_looked_at_once(path: Path) -> None:
    one, two, deleted = game(title="one"), game(title="two"), game(title="deleted")
    for new in (one, two, deleted):
        save(path, new, played(place(0, "1")), solved=True)
    with closing(open_database(path)) as connection:
        connection.execute("DELETE FROM game WHERE id = ?", (deleted.id,))
        assert {game_id for game_id, _ in games_without_practice(connection, 5)} == {one.id, two.id}
        practise(path, in_game(one), in_game(one, "sandwich"))
        practise(path, in_game(one))  # by another session
        assert [game_id for game_id, _ in games_without_practice(connection, 5)] == [two.id]
        assert {record.technique for record in read_game_practice(connection)} == {"pair", "sandwich"}
        assert len(read_game_practice(connection)) == 2


def test_damaged_records_of_games_are_not_read(path: Path) -> None:
    new = game()
    save(path, new, played(place(0, "1")), solved=True)
    practise(path, in_game(new), in_game(new, "sandwich"))
    with closing(open_database(path)) as connection:
        connection.execute("UPDATE practice SET wait_ms = 7 WHERE technique = 'pair'")
        assert [record.technique for record in read_game_practice(connection)] == ["sandwich"]


def test_an_answer_is_written_with_the_moves_that_wait(path: Path, make_writer: Callable[..., Writer]) -> None:
    """Many keys and answers make few commits, and none of them is lost."""
    gate, new = Gate(), game()
    writer = make_writer(gate)
    writer.save(new, played(STEPS[0]))
    assert gate.reached.wait(WAIT)
    writer.record([FIRST])
    writer.save(new, played(*STEPS[:2]))
    writer.record([SECOND])
    assert not writer.flush(0)
    gate.open()
    assert writer.close(WAIT)
    with closing(open_database(path)) as connection:
        assert read_standings(connection)["pair"].drills == 2


def test_damage_is_found_and_healed_from_a_backup(path: Path) -> None:
    practise(path, FIRST, SECOND)
    with closing(open_database(path)) as connection:
        make_backup(connection, NOON)
        connection.execute("UPDATE practice SET card = 'x' WHERE drill = 2")
        assert find_damage(connection) == Damage(practice=(SECOND.id,))
        back_up(path, NOON + timedelta(days=1))
        assert not any(find_damage(connection))
        assert read_standings(connection)["pair"].card == "two"


def test_damage_without_a_sound_copy_is_left_out_of_the_backup(path: Path) -> None:
    practise(path, FIRST, SECOND)
    with closing(open_database(path)) as connection:
        connection.execute("UPDATE practice SET card = 'x' WHERE drill = 2")
        make_backup(connection, NOON)
    with closing(open_database(list_backups(path)[0].path)) as copy:
        assert read_standings(copy)["pair"].card == "one"


def test_practice_since_the_backup_is_salvaged(path: Path) -> None:
    practise(path, FIRST)
    save_backup(path)
    practise(path, SECOND)
    raw = bytearray(path.read_bytes())
    raw[100 : 100 + 8] = bytes(8)  # the first page, which has the schema, cannot be used
    path.write_bytes(raw)
    with closing(open_repaired(path)) as connection:
        assert connection.notice
        assert read_standings(connection)["pair"].drills >= 1
