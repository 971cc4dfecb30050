"""Exports: copied, checked and merged; any other file is refused."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.store import rows
from binairo_tui.store.backups import list_backups
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.errors import UnavailableError
from binairo_tui.store.opening import open_database
from binairo_tui.store.practice import drill_record
from binairo_tui.store.queries import read_results
from binairo_tui.store.saves import load_game
from binairo_tui.store.snapshots import find_damage
from binairo_tui.store.transfer import (
    MAX_BYTES,
    Export,
    InvalidExportError,
    MergeReport,
    export_copy,
    merge_export,
    parse_export,
)
from tests.store.games import game, in_game, loaded, place, played, practise, save

NOTHING = MergeReport((), (), (), (), 0, 0, 0)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The progress file of another machine."""
    return tmp_path / "other" / "progress.db"


def exported(path: Path) -> bytes:
    with closing(open_database(path)) as connection:
        raw, damaged = export_copy(connection)
    assert damaged == 0
    return raw


def imported(path: Path, raw: bytes) -> MergeReport:
    with closing(open_database(path)) as connection:
        return merge_export(connection, parse_export(raw))


def content(connection: sqlite3.Connection) -> list[list[Any]]:
    tables = ("game", "step", "result", "practice")
    return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]


def test_what_is_exported_comes_back_exactly(path: Path, other: Path) -> None:
    one, two = game(title="caf\xe9 [x]", collection="tiny", number=3), game(title="two")
    mark = Step(StepKind.MARK, (Move(3, ".", "."),), 30)
    branch = Step(StepKind.BRANCH, (), 40)
    save(path, one, played(place(0, "1", at_ms=10), place(2, "0"), mark, branch, head=2, cursor=5, elapsed_ms=70))
    save(path, two, played(place(0, "1"), aids=Aid.HINT | Aid.VIOLATIONS), solved=True)
    practise(path, drill_record("pair", 5, number=1, is_right=True, wait_ms=7, card="{}"), in_game(two))
    raw = exported(path)
    titles = tuple([it.title for it in sorted([one, two], key=lambda it: it.id)])
    assert imported(other, raw) == NOTHING._replace(added=titles, results_added=1, practice_added=2)
    with closing(open_database(path)) as here, closing(open_database(other)) as there:
        here.execute("UPDATE game SET lease = ''")
        assert content(here) == content(there)
        assert not any(find_damage(there))
    assert imported(other, raw) == NOTHING._replace(same=titles)


@pytest.mark.parametrize("version", ["old_file", "old_file_2", "old_file_3"])
def test_an_older_file_is_imported_as_it_would_be_opened(
    version: str, other: Path, request: pytest.FixtureRequest
) -> None:
    old: Path = request.getfixturevalue(version)
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM game WHERE title = 'damaged'")
    raw = old.read_bytes()
    assert imported(other, raw).added
    with closing(open_database(old)) as here, closing(open_database(other)) as there:
        here.execute("UPDATE game SET lease = ''")
        assert content(here) == content(there)
    again = imported(other, exported(old))
    assert again == NOTHING._replace(same=again.same)


def test_of_two_versions_the_one_with_more_writes_is_kept(path: Path, other: Path) -> None:
    new = game(title="both")
    save(path, new, played(place(0, "1")))
    early = exported(path)
    imported(other, early)
    with closing(open_database(path)) as connection:
        save(path, load_game(connection, new.id), played(place(0, "1"), place(2, "0")))
    late = exported(path)
    assert imported(other, late) == NOTHING._replace(replaced=("both",))
    assert imported(other, early) == NOTHING._replace(kept=("both",))
    assert loaded(other, new.id) == played(place(0, "1"), place(2, "0"))


def test_a_different_game_with_as_many_writes_is_not_overwritten(path: Path, other: Path) -> None:
    new = game(title="both")
    save(path, new, played(place(0, "1")), solved=True)
    save(other, new, played(place(0, "0"), elapsed_ms=5), solved=True)
    assert imported(other, exported(path)) == NOTHING._replace(kept=("both",), results_kept=1)
    with closing(open_database(other)) as connection:
        assert load_game(connection, new.id).progress == played(place(0, "0"), elapsed_ms=5)
        assert [result.elapsed_ms for result in read_results(connection)] == [5]


def test_damaged_rows_are_left_out_of_an_export_and_replaced_by_an_import(
    path: Path, connection: ProgressConnection
) -> None:
    new = game(title="torn")
    save(path, new, played(place(0, "1")), solved=True)
    raw = exported(path)
    connection.execute("UPDATE step SET at_ms = 7")
    connection.execute("UPDATE result SET elapsed_ms = 7")
    copy, damaged = export_copy(connection)
    assert damaged == 2
    assert parse_export(copy) == Export([], [], [])
    assert merge_export(connection, parse_export(raw)) == NOTHING._replace(replaced=("torn",), results_added=1)
    assert load_game(connection, new.id).progress == played(place(0, "1"))


def test_an_import_makes_a_backup_first(path: Path, other: Path) -> None:
    save(path, game(), played(place(0, "1")))
    imported(other, exported(path))
    assert len(list_backups(other)) == 1


def test_an_export_that_import_would_refuse_is_not_written(
    path: Path, connection: ProgressConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(path, game(), played(place(0, "1")))
    raw, _ = export_copy(connection)
    monkeypatch.setattr("binairo_tui.store.transfer.MAX_BYTES", len(raw) - 1)
    with pytest.raises(UnavailableError, match="import accepts"):
        export_copy(connection)


# Files of strangers.


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return an export of a game, its solve, and a record of practice."""
    path = tmp_path_factory.mktemp("sample") / "progress.db"
    new = game(collection="tiny", number=3)
    save(path, new, played(place(0, "1"), place(2, "0")), solved=True)
    practise(path, in_game(new))
    return exported(path)


def altered(raw: bytes, *statements: str) -> bytes:
    """Return the bytes of a database after changes that its own conditions do not stop."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(raw)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        return connection.serialize()


def signed(raw: bytes, table: str, **columns: object) -> bytes:
    """Return an export with other values in the only row of a table, and the right checksums."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(raw)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for name, value in columns.items():
            connection.execute(f"UPDATE {table} SET {name} = ?", (value,))
        whole = connection.execute(f"SELECT {', '.join((*rows.IDENTITY, *rows.STATE))} FROM game").fetchone()
        chain = rows.identity_checksum(dict(zip((*rows.IDENTITY, *rows.STATE), whole, strict=True)))
        for step in connection.execute("SELECT seq, kind, moves, at_ms FROM step ORDER BY seq").fetchall():
            chain = rows.step_checksum(chain, step)
            connection.execute("UPDATE step SET chk = ? WHERE seq = ?", (chain, step[0]))
        state = dict(zip((*rows.IDENTITY, *rows.STATE), whole, strict=True))
        connection.execute("UPDATE game SET chk = ?", (rows.state_checksum(chain, state),))
        for other in (rows.RESULT, rows.PRACTICE):
            values = connection.execute(f"SELECT {', '.join(other.columns)} FROM {other.name}").fetchone()
            checksum = rows.row_checksum(rows.START, other.name, *values)
            connection.execute(f"UPDATE {other.name} SET chk = ?", (checksum,))
        return connection.serialize()


SCHEMAS = {
    "a view in place of a table": ("ALTER TABLE result RENAME TO r", "CREATE VIEW result AS SELECT * FROM r"),
    "a trigger": ("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM step; END",),
    "a virtual table": ("CREATE VIRTUAL TABLE v USING fts5 (a)",),
    "another table": ("CREATE TABLE more (a)",),
    "an extra column": ("ALTER TABLE practice ADD COLUMN more",),
    "a generated column": ("ALTER TABLE practice ADD COLUMN more AS (zeroblob(1000000000))",),
    "an index of an expression": ("CREATE INDEX slow ON game (abs(rev))",),
    "a missing index": ("DROP INDEX result_day",),
    "a missing table": ("DROP TABLE practice",),
    "another condition": (
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'cursor BETWEEN 0', 'randomblob(9) AND cursor BETWEEN 0')",
    ),
    "an older schema": ("PRAGMA user_version = 3",),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_another_schema_is_refused(sample: bytes, name: str) -> None:
    with pytest.raises(InvalidExportError, match="its tables are not those of this program"):
        parse_export(altered(sample, *SCHEMAS[name]))


def wal(raw: bytes) -> bytes:
    return raw[:18] + b"\2\2" + raw[20:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda _: b"", "not the output of 'binairo games export'"),
        (lambda _: b"[]", "not the output of 'binairo games export'"),
        (lambda _: b"SQLite format 3\0", "it is damaged: file is not a database"),
        (lambda raw: raw[:50], "it is damaged: "),
        (lambda raw: raw[: len(raw) // 2], "it is damaged: "),
        (lambda raw: raw[:4096] + bytes(len(raw) - 4096), "it is damaged: "),
        (lambda raw: altered(raw, "PRAGMA application_id = 7"), "not the output of 'binairo games export'"),
        (lambda raw: altered(raw, "PRAGMA user_version = 0"), "not the output of 'binairo games export'"),
        (lambda raw: altered(raw, "PRAGMA user_version = -1"), "not the output of 'binairo games export'"),
        (lambda raw: altered(raw, "PRAGMA user_version = 99"), "a newer version of this program"),
        (
            lambda raw: altered(raw, "UPDATE step SET at_ms = 7 WHERE seq = 2"),
            "game [0-9a-f]{32}: its checksum is wrong",
        ),
        (lambda raw: altered(raw, "UPDATE result SET aids = 7"), "solve [0-9a-f]{32}: its checksum is wrong"),
        (lambda raw: altered(raw, "UPDATE practice SET fills = 7"), "practice record .*: its checksum is wrong"),
        (lambda _: b"SQLite format 3\0" + bytes(MAX_BYTES), "128 MiB"),
    ],
)
def test_any_other_file_is_refused(sample: bytes, change: Callable[[bytes], bytes], message: str) -> None:
    assert len(parse_export(sample).games) == 1
    with pytest.raises(InvalidExportError, match=message):
        parse_export(change(sample))


def test_a_file_whose_header_says_wal_is_read(sample: bytes) -> None:
    assert parse_export(wal(sample)) == parse_export(sample)


WRONG: tuple[tuple[str, dict[str, object]], ...] = (
    ("game", {"puzzle": "4x2;...."}),
    ("game", {"puzzle": "9999x9999;"}),
    ("game", {"puzzle": "." * 20_000}),
    ("game", {"puzzle": b"4x2"}),
    ("game", {"width": 100}),
    ("game", {"width": 2**40}),
    ("game", {"title": b"blob"}),
    ("game", {"title": "x" * 201}),
    ("game", {"title": "x" * 10_000_000}),
    ("game", {"band": "x" * 201}),
    ("game", {"number": 0}),
    ("game", {"collection": "\x1b"}),
    ("game", {"rev": 0}),
    ("game", {"rev": -1}),
    ("game", {"rev": "many"}),
    ("game", {"rev": 2**53 + 1}),
    ("game", {"elapsed_ms": 2**60}),
    ("game", {"elapsed_ms": 1.5}),
    ("game", {"head": 3}),
    ("game", {"cursor": 8}),
    ("game", {"created_utc": "now"}),
    ("game", {"created_utc": 10**13}),
    ("game", {"updated_utc": -1}),
    ("game", {"aids": -1}),
    ("game", {"aids": 2**60}),
    ("game", {"auto_filled": "100"}),
    ("game", {"auto_filled": "-1"}),
    ("game", {"solved": 2}),
    ("step", {"kind": "leap"}),
    ("step", {"kind": 1}),
    ("step", {"moves": "r9c9:.>1"}),
    ("step", {"moves": "r1c1:0>1"}),
    ("step", {"moves": b"r1c1:.>1"}),
    ("step", {"at_ms": -1}),
    ("step", {"at_ms": 2**60}),
    ("step", {"at_ms": "soon"}),
    ("result", {"day": "2023-02-29"}),
    ("result", {"day": "0000-01-01"}),
    ("result", {"day": "20240229"}),
    ("result", {"day": 7}),
    ("result", {"width": 0}),
    ("result", {"height": 100}),
    ("result", {"signs": 2}),
    ("result", {"number": 0}),
    ("result", {"solved_utc": 10**12}),
    ("result", {"id": "../../etc/passwd"}),
    ("practice", {"id": "A" * 32}),
    ("practice", {"game_id": "other"}),
    ("practice", {"card": "x" * 4001}),
    ("practice", {"at_ms": 10**18}),
    ("practice", {"technique": "x" * 201}),
    ("practice", {"is_right": 2}),
    ("practice", {"wait_ms": -1}),
)


@pytest.mark.parametrize(("table", "change"), WRONG)
def test_every_invalid_value_is_refused_in_one_sentence(sample: bytes, table: str, change: dict[str, object]) -> None:
    parse_export(signed(sample, table))
    with pytest.raises(InvalidExportError) as caught:
        parse_export(signed(sample, table, **change))
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


def test_the_place_of_an_invalid_value_is_named(sample: bytes) -> None:
    with pytest.raises(InvalidExportError, match=r"^game [0-9a-f]{32}: rev is not a whole number from 0 to 9007199254"):
        parse_export(signed(sample, "game", rev=2**60))
    with pytest.raises(InvalidExportError, match=r"^solve [0-9a-f]{32}: number must be 0 without a collection"):
        parse_export(signed(sample, "result", collection="\x1b"))


def test_a_text_cannot_steer_the_terminal(sample: bytes) -> None:
    export = parse_export(signed(sample, "game", title="a\x1b[2J\u202eb"))
    assert export.games[0].columns["title"] == "a[2Jb"


def test_columns_that_follow_from_others_are_computed_again(sample: bytes) -> None:
    export = parse_export(signed(sample, "game", filled=5, solved=1, to_fill=8, height=3))
    assert export == parse_export(sample)


def test_a_row_of_an_older_schema_that_cannot_be_migrated_is_refused(old_file_2: Path) -> None:
    huge = altered(old_file_2.read_bytes(), "UPDATE game SET width = 1099511627776")
    with pytest.raises(InvalidExportError, match="a board is larger than 99x99"):
        parse_export(huge)
    strange = altered(old_file_2.read_bytes(), "UPDATE step SET kind = 'propagate', moves = 'r0c0:.>1'")
    with pytest.raises(InvalidExportError, match="it is damaged: negative shift count"):
        parse_export(strange)


@given(data=st.data())
def test_bytes_that_are_changed_anywhere_are_noticed_or_do_not_matter(sample: bytes, data: st.DataObject) -> None:
    raw = bytearray(sample)
    for index in data.draw(st.lists(st.integers(16, len(sample) - 1), min_size=1, max_size=20)):
        raw[index] = data.draw(st.integers(0, 255))
    with suppress(InvalidExportError):
        assert parse_export(bytes(raw)) == parse_export(sample)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(raw: bytes) -> None:
    for found in (raw, b"SQLite format 3\0" + raw):
        with pytest.raises(InvalidExportError):
            parse_export(found)


def test_a_merge_that_fails_changes_nothing(path: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(path, game(), played(place(0, "1")), solved=True)
    save(other, game(), played(place(0, "1")))
    raw, before = exported(path), exported(other)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(rows.Table, "write", fail)
    with pytest.raises(UnavailableError):
        imported(other, raw)
    monkeypatch.undo()
    assert parse_export(exported(other)) == parse_export(before)
