import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game.aids import NO_AID
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.store.database import writing
from binairo_tui.store.errors import DamagedGameError, GameConflictError, NoSuchGameError
from binairo_tui.store.games import SolveRecord, StoredState, new_game
from binairo_tui.store.queries import PuzzleState, puzzle_states, unfinished_games
from binairo_tui.store.rows import RESULT
from binairo_tui.store.saves import delete_game, load_game, record_solve, write_progress
from tests.store.games import NOON, PUZZLE, game, place, played, save


def test_a_game_comes_back_with_its_whole_history(path: Path, connection: sqlite3.Connection) -> None:
    propagation = Step(StepKind.PROPAGATE, (Move(0, ".", "0"), Move(2, ".", "0"), Move(3, ".", "1")), at_ms=900)
    progress = played(
        propagation, place(6, "1", at_ms=1500), place(7, "0", at_ms=2000), head=1, cursor=7, elapsed_ms=2400
    )
    new = game(collection="tiny", number=3)
    save(path, new, progress)
    loaded = load_game(connection, new.id)
    assert loaded == new._replace(rev=1, progress=progress, lease=loaded.lease)


def test_each_step_is_one_readable_row(path: Path, connection: sqlite3.Connection) -> None:
    save(path, game(), played(place(6, "1", at_ms=70), Step(StepKind.CLEAR, (Move(6, "1", "."),), 80)))
    rows = connection.execute("SELECT seq, kind, moves, at_ms FROM step ORDER BY seq").fetchall()
    assert rows == [(1, "place", "r2c3:.>1", 70), (2, "clear", "r2c3:1>.", 80)]


def test_undo_moves_the_head_and_touches_no_step(path: Path, connection: sqlite3.Connection) -> None:
    steps = (place(0, "1"), place(2, "0"), place(3, "1"))
    new = game()
    save(path, new, played(*steps))
    connection.execute("CREATE TRIGGER keep BEFORE DELETE ON step BEGIN SELECT RAISE(ABORT, 'deleted'); END")
    loaded = load_game(connection, new.id)
    for head in (2, 0, 1, 3):
        save(path, loaded, played(*steps, head=head))
        loaded = load_game(connection, new.id)
        assert (loaded.progress.head, loaded.progress.steps) == (head, steps)


def test_a_save_writes_only_the_index_of_times(path: Path, connection: sqlite3.Connection) -> None:
    new = game()
    save(path, new, played(place(0, "1")))
    saved, executed = load_game(connection, new.id), list[str]()
    connection.set_trace_callback(executed.append)
    with writing(connection):
        write_progress(
            connection,
            saved,
            StoredState(saved.rev, saved.progress.steps, saved.lease),
            played(place(0, "1"), place(2, "0")),
            NOON,
        )
    connection.set_trace_callback(None)
    (update,) = [statement for statement in executed if statement.startswith("UPDATE game")]
    program = connection.execute(f"EXPLAIN {update}").fetchall()
    assert [operation for _, operation, *_ in program].count("IdxInsert") == 1


def test_a_new_step_after_undo_replaces_the_redo_tail(path: Path, connection: sqlite3.Connection) -> None:
    first, second, third, other = place(0, "1"), place(2, "0"), place(3, "1"), place(4, "0")
    new = game()
    save(path, new, played(first, second, third, head=1))
    save(path, load_game(connection, new.id), played(first, other))
    assert load_game(connection, new.id).progress == played(first, other)


def test_a_game_that_was_never_saved_cannot_be_loaded(connection: sqlite3.Connection) -> None:
    with pytest.raises(NoSuchGameError):
        load_game(connection, game().id)


@pytest.mark.parametrize(
    "nonsense",
    [
        "UPDATE game SET head = 9",
        "UPDATE game SET head = -1",
        "UPDATE game SET cursor = 8",
        "UPDATE game SET elapsed_ms = -1",
        "UPDATE game SET elapsed_ms = 'long'",
        "UPDATE game SET elapsed_ms = 0.5",
        "UPDATE game SET title = x'00'",
        "UPDATE game SET number = 1",
        "UPDATE game SET id = '../../../../../../../../etc/passwd'",
        "UPDATE game SET id = upper(id)",
        "UPDATE step SET seq = 0",
        "UPDATE step SET game_id = '0123456789abcdef0123456789abcdef'",
        "UPDATE result SET day = '2023-02-29'",
        "UPDATE result SET day = '29.2.2024'",
        "UPDATE result SET aids = -1",
        "UPDATE game SET aids = 0.5",
        "UPDATE game SET lease = x'00'",
        "UPDATE game SET chk = '0123456789abcdef'",
        "UPDATE step SET chk = x'00'",
    ],
)
def test_the_schema_refuses_invalid_values(path: Path, connection: sqlite3.Connection, nonsense: str) -> None:
    save(path, game()._replace(id="abcdefab" * 4), played(place(0, "1")), solved=True)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(nonsense)


def test_unfinished_games_are_listed_newest_first_with_their_progress(
    path: Path, connection: sqlite3.Connection
) -> None:
    older, newer = game(title="older"), game(title="newer", collection="tiny", number=3)
    solved = game(parse_puzzle("4x4;110.001110100101"), title="solved")
    first, second, changed = place(0, "1"), place(2, "0"), place(0, "0", old="1")
    with writing(connection):
        write_progress(connection, older, StoredState(0, ()), played(first, second, changed, head=1), NOON)
        write_progress(connection, newer, StoredState(0, ()), played(first, second, changed), NOON + timedelta(hours=1))
    save(path, solved, played(place(3, "0")), solved=True)
    summaries = unfinished_games(connection)
    assert [summary.title for summary in summaries] == ["newer", "older"]
    assert [(summary.filled, summary.to_fill) for summary in summaries] == [(2, 6), (1, 6)]
    assert summaries[0] == (
        newer.id, "newer", "easy", "tiny", 3, 4, 2, False, True, 2, 6, 0, int(NOON.timestamp()) + 3600
    )  # fmt: skip


def test_deleting_a_game_deletes_its_steps_and_keeps_its_result(path: Path, connection: sqlite3.Connection) -> None:
    gone, other = game(collection="tiny", number=1), game(collection="tiny", number=2)
    for saved in (gone, other):
        save(path, saved, played(place(0, "1")), solved=saved is gone)
    for _ in ("there", "not there any more"):
        delete_game(connection, gone.id)
    assert connection.execute("SELECT game_id FROM step").fetchall() == [(other.id,)]
    assert puzzle_states(connection)["tiny"][1] is PuzzleState.SOLVED
    with pytest.raises(NoSuchGameError):
        load_game(connection, gone.id)


def test_puzzles_of_collections_are_new_started_or_solved(path: Path, connection: sqlite3.Connection) -> None:
    save(path, game(collection="tiny", number=1), played())
    save(path, game(collection="tiny", number=2), played(place(0, "1")), solved=True)
    save(path, game(collection="tiny", number=2), played())  # once more
    save(path, game(collection="huge", number=7), played())
    save(path, game(), played(), solved=True)
    assert puzzle_states(connection) == {
        "tiny": {1: PuzzleState.STARTED, 2: PuzzleState.SOLVED},
        "huge": {7: PuzzleState.STARTED},
    }


def test_a_write_on_another_state_is_refused_and_changes_nothing(path: Path, connection: sqlite3.Connection) -> None:
    new = game()
    save(path, new, played(place(0, "1")))
    before = load_game(connection, new.id)
    for rev, lease in ((0, before.lease), (2, before.lease), (1, "of a session that lost it")):
        with pytest.raises(GameConflictError), writing(connection):
            write_progress(connection, new, StoredState(rev, (), lease), played(place(3, "0")), NOON)
    assert load_game(connection, new.id) == before


@pytest.mark.parametrize(("collection", "number"), [("tiny", 0), ("", 1), ("tiny", -1)])
def test_a_number_needs_a_collection_and_a_collection_a_number(collection: str, number: int) -> None:
    with pytest.raises(ValueError, match="number"):
        new_game(PUZZLE, title="", now=NOON, collection=collection, number=number)


def test_an_undecodable_file_name_can_be_a_title(path: Path, connection: sqlite3.Connection) -> None:
    name = b"caf\xe9.txt".decode("utf-8", "surrogateescape")
    new = new_game(PUZZLE, title=name, now=NOON, collection=name, number=1)
    save(path, new, played())
    assert load_game(connection, new.id).title == new.title == "caf.txt"


def test_a_band_that_becomes_known_is_saved_with_the_game_and_its_result(connection: sqlite3.Connection) -> None:
    ungraded, steps = game()._replace(band=""), (place(0, "1"), place(2, "0"))
    with writing(connection):
        stored = write_progress(connection, ungraded, StoredState(0, ()), played(*steps), NOON)
        record_solve(connection, ungraded.id, SolveRecord(5000, NO_AID, NOON, NOON.date()))
    for band, known in (("", ""), ("easy", "easy"), ("", "easy"), ("hard", "easy")):
        changed = (place(3, "1"), *steps)  # from the first step on, so that the chain begins with the identity again
        for progress in (played(*steps), played(*changed), played(*steps)):
            with writing(connection):
                stored = write_progress(connection, ungraded._replace(band=band), stored, progress, NOON)
            loaded = load_game(connection, ungraded.id)
            assert (loaded.band, loaded.progress) == (known, progress)
            result = RESULT.read(connection, ungraded.id)
            assert result
            assert result["band"] == known


def test_a_band_is_saved_with_a_game_whose_result_is_damaged(connection: sqlite3.Connection) -> None:
    ungraded, steps = game()._replace(band=""), (place(0, "1"), place(2, "0"))
    with writing(connection):
        stored = write_progress(connection, ungraded, StoredState(0, ()), played(*steps), NOON)
        record_solve(connection, ungraded.id, SolveRecord(5000, NO_AID, NOON, NOON.date()))
        connection.execute("UPDATE result SET elapsed_ms = 1")
    with writing(connection):
        write_progress(connection, ungraded._replace(band="easy"), stored, played(*steps), NOON)
    assert load_game(connection, ungraded.id).band == "easy"
    with pytest.raises(DamagedGameError):
        RESULT.read(connection, ungraded.id)


def test_a_refused_save_writes_no_band(connection: sqlite3.Connection) -> None:
    ungraded = game()._replace(band="")
    with writing(connection):
        stored = write_progress(connection, ungraded, StoredState(0, ()), played(), NOON)
    with writing(connection):
        graded, other = ungraded._replace(band="easy"), stored._replace(rev=7)
        with pytest.raises(GameConflictError):
            write_progress(connection, graded, other, played(), NOON)
    assert load_game(connection, ungraded.id).band == ""
