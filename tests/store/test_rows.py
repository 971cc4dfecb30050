"""Checksums: every change, loss, move or exchange of a row is noticed."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.steps import Step, StepKind
from binairo_tui.store.errors import DamagedGameError
from binairo_tui.store.queries import read_results
from binairo_tui.store.rows import IDENTITY, RESULT, START, STATE, row_checksum
from binairo_tui.store.saves import load_game
from tests.store.games import PUZZLE, STEPS, game, played, save

values = st.lists(st.text() | st.integers() | st.none() | st.floats(allow_nan=False) | st.binary(), max_size=4)


@given(values, values)
def test_different_rows_have_different_checksums(one: list[object], other: list[object]) -> None:
    is_same = [(type(value), value) for value in one] == [(type(value), value) for value in other]
    assert (row_checksum(START, *one) == row_checksum(START, *other)) is is_same


@given(st.lists(st.text("0123456789:;?") | st.integers(), max_size=4))
def test_no_text_has_the_checksum_of_other_values(row: list[object]) -> None:
    texts = "".join(f"{len(value)}:{value}" if isinstance(value, str) else f"{value};" for value in row)
    assert row in ([], [texts]) or row_checksum(START, *row) != row_checksum(START, texts)


def test_checksums_are_those_in_existing_files() -> None:
    assert row_checksum(START, "step", 1, "place", "r1c1:.>1", 70).hex() == "3b384c561b3a5f171a11f6499f9d6f3d"
    assert row_checksum(b"\1" * 16, "ä", -5).hex() == "771ee11d27ebb492df0d8dbcd700a1c5"


def _other(value: object) -> object:
    if isinstance(value, int):
        return value + 1
    return {"easy": "eask", "tiny": "tinx"}.get(str(value), f"{value}x")


@pytest.mark.parametrize("column", [*IDENTITY, *STATE])
def test_a_game_with_any_changed_column_is_not_loaded(path: Path, connection: sqlite3.Connection, column: str) -> None:
    new = game(PUZZLE, collection="tiny", number=3)
    save(path, new, played(*STEPS[:3], head=2))
    connection.execute("PRAGMA ignore_check_constraints = ON")
    connection.execute("PRAGMA foreign_keys = OFF")
    (value,) = connection.execute(f"SELECT {column} FROM game").fetchone()
    game_id = new.id
    if column == "id":
        game_id = "f" * 32
        connection.execute("UPDATE step SET game_id = ?", (game_id,))
        connection.execute("UPDATE game SET id = ?", (game_id,))
    else:
        connection.execute(f"UPDATE game SET {column} = ?", (_other(value),))
    with pytest.raises(DamagedGameError) as caught:
        load_game(connection, game_id)
    assert caught.value.game_id == game_id


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE step SET at_ms = at_ms + 1 WHERE seq = 2",
        "UPDATE step SET kind = 'clear' WHERE seq = 2",
        "UPDATE step SET moves = 'r1c2:1>0' WHERE seq = 2",
        "UPDATE step SET moves = CAST(moves AS BLOB) WHERE seq = 2",
        "UPDATE step SET chk = randomblob(16) WHERE seq = 2",
        "UPDATE step SET seq = 4 - seq",
        "DELETE FROM step WHERE seq = 1",
        "DELETE FROM step WHERE seq = 3",
        "INSERT INTO step SELECT game_id, 4, kind, moves, at_ms, chk FROM step WHERE seq = 3",
        "UPDATE game SET chk = randomblob(16)",
    ],
)
def test_a_game_with_any_changed_step_is_not_loaded(path: Path, connection: sqlite3.Connection, damage: str) -> None:
    new = game()
    save(path, new, played(*STEPS[:3]))
    assert load_game(connection, new.id).progress == played(*STEPS[:3])
    connection.execute("PRAGMA ignore_check_constraints = ON")
    if "4 - seq" in damage:
        connection.execute("UPDATE step SET seq = seq + 10")
        damage = "UPDATE step SET seq = 14 - seq"
    connection.execute(damage)
    with pytest.raises(DamagedGameError, match="tiny #3"):
        load_game(connection, new.id)


def test_steps_of_another_game_are_not_accepted(path: Path, connection: sqlite3.Connection) -> None:
    one, other = game(), game()
    save(path, one, played(*STEPS[:2]))
    save(path, other, played(Step(StepKind.PLACE, STEPS[1].moves, 7), STEPS[0]))
    connection.execute("DELETE FROM step WHERE game_id = ?", (one.id,))
    connection.execute("UPDATE step SET game_id = ?", (one.id,))
    for damaged in (one, other):
        with pytest.raises(DamagedGameError):
            load_game(connection, damaged.id)


@pytest.mark.parametrize("column", [column for column in RESULT.columns if column != "day"])
def test_a_result_with_any_changed_column_is_ignored(path: Path, connection: sqlite3.Connection, column: str) -> None:
    for new in (game(title="good"), game(collection="tiny", number=3)):
        save(path, new, played(STEPS[0]), solved=True)
    assert len(read_results(connection)) == 2
    connection.execute("PRAGMA ignore_check_constraints = ON")
    (value,) = connection.execute(f"SELECT {column} FROM result WHERE number = 3").fetchone()
    connection.execute(f"UPDATE result SET {column} = ? WHERE number = 3", (_other(value),))
    assert [row.title for row in read_results(connection)] == ["good"]
