"""Exports: written, parsed and merged; any other text is refused."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.game.aids import Aid
from binairo_tui.game.steps import Move, Step, StepKind
from binairo_tui.store.backups import list_backups
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.errors import UnavailableError
from binairo_tui.store.export import MAX_BYTES, MergeReport, export_checksum, export_text, merge_export
from binairo_tui.store.import_ import InvalidExportError, parse_export
from binairo_tui.store.opening import open_database
from binairo_tui.store.practice import drill_record
from binairo_tui.store.queries import read_results
from binairo_tui.store.saves import load_game
from binairo_tui.store.snapshots import find_damage
from tests.store.games import game, in_game, loaded, place, played, practise, save

NOTHING = MergeReport((), (), (), (), 0, 0, 0)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The progress file of another machine."""
    return tmp_path / "other" / "progress.db"


def exported(path: Path) -> bytes:
    with closing(open_database(path)) as connection:
        return export_text(connection)[0].encode()


def imported(path: Path, raw: bytes) -> MergeReport:
    with closing(open_database(path)) as connection:
        return merge_export(connection, parse_export(raw))


def content(connection: sqlite3.Connection) -> list[list[Any]]:
    columns = {"game": "*", "step": "*", "result": "*", "practice": "*"}
    return [
        connection.execute(f"SELECT {what} FROM {table} ORDER BY 1, 2").fetchall() for table, what in columns.items()
    ]


def test_what_is_exported_comes_back_exactly(path: Path, other: Path) -> None:
    one, two = game(title="caf\xe9 [x]", collection="tiny", number=3), game(title="two")
    mark = Step(StepKind.MARK, (Move(3, ".", "."),), 30)
    branch = Step(StepKind.BRANCH, (), 40)
    save(path, one, played(place(0, "1", at_ms=10), place(2, "0"), mark, branch, head=2, cursor=5, elapsed_ms=70))
    save(path, two, played(place(0, "1"), aids=Aid.HINT | Aid.VIOLATIONS), solved=True)
    practise(path, drill_record("pair", 5, number=1, is_right=True, wait_ms=7, card="{}"), in_game(two))
    raw = exported(path)
    assert raw.isascii()
    assert imported(other, raw) == MergeReport(
        tuple(sorted([one, two], key=lambda it: it.id)[i].title for i in (0, 1)), (), (), (), 1, 0, 2
    )
    with closing(open_database(path)) as here, closing(open_database(other)) as there:
        here.execute("UPDATE game SET lease = ''")
        assert content(here) == content(there)
        assert not any(find_damage(there))
    assert imported(other, raw)._replace(same=()) == NOTHING
    assert exported(other) == raw


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


def test_a_damaged_game_is_omitted_from_an_export_and_replaced_by_an_import(
    path: Path, connection: ProgressConnection
) -> None:
    new = game(title="torn")
    save(path, new, played(place(0, "1")), solved=True)
    raw = exported(path)
    connection.execute("UPDATE step SET at_ms = 7")
    connection.execute("UPDATE result SET elapsed_ms = 7")
    text, left_out = export_text(connection)
    assert left_out == 2
    assert not any(parse_export(text.encode()))
    assert merge_export(connection, parse_export(raw)) == NOTHING._replace(replaced=("torn",), results_added=1)
    assert load_game(connection, new.id).progress == played(place(0, "1"))


def test_an_import_makes_a_backup_first(path: Path, other: Path) -> None:
    save(path, game(), played(place(0, "1")))
    imported(other, exported(path))
    assert len(list_backups(other)) == 1


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the content of an export."""
    path = tmp_path_factory.mktemp("sample") / "progress.db"
    new = game(collection="tiny", number=3)
    save(path, new, played(place(0, "1"), place(2, "0")), solved=True)
    practise(path, in_game(new))
    parsed: dict[str, Any] = json.loads(exported(path))
    return parsed


def signed(sample: dict[str, Any], **changed: Any) -> bytes:
    """Return an export with changed content and the right checksum."""
    content = sample | changed
    body: dict[str, Any] = {name: content[name] for name in ("games", "results", "practice") if name in content}
    return json.dumps(content | {"sha256": export_checksum(body)}).encode()


WRONG_GAMES: tuple[dict[str, object], ...] = (
    {"id": "../../etc/passwd"},
    {"id": "A" * 32},
    {"puzzle": "4x2;...."},
    {"puzzle": "9999x9999;"},
    {"title": 7},
    {"title": "x" * 1000},
    {"number": 0},
    {"rev": 0},
    {"rev": -1},
    {"rev": True},
    {"elapsed_ms": 10**15 * 99},
    {"head": 3},
    {"cursor": 8},
    {"created_utc": "now"},
    {"created_utc": 10**13},
    {"aids": -1},
    {"auto_filled": "100"},
    {"auto_filled": "0"},
    {"auto_filled": "-1"},
    {"auto_filled": 1},
    {"steps": {}},
    {"steps": [["place"]]},
    {"steps": [["place", "r1c1:.>1", "0"]]},
    {"steps": [["leap", "r1c1:.>1", 0]], "head": 0},
    {"steps": [["place", "r9c9:.>1", 0]], "head": 0},
    {"steps": [["place", "r1c1:0>1", 0]], "head": 0},
    {"steps": [["place", "r1c2:.>1", 0]], "head": 0},
    {"steps": [["place", "r1c1:.>1", -1]], "head": 0},
    {"more": 1},
)
WRONG_RESULTS: tuple[dict[str, object], ...] = (
    {"day": "2023-02-29"},
    {"day": "20240229"},
    {"day": 7},
    {"width": 0},
    {"signs": 2},
    {"number": 0},
    {"solved_utc": 10**12},
    {"helped": 1},
)


@pytest.mark.parametrize(
    ("part", "change"),
    [*[("games", change) for change in WRONG_GAMES], *[("results", change) for change in WRONG_RESULTS]],
)
def test_every_invalid_part_is_named(sample: dict[str, Any], part: str, change: dict[str, object]) -> None:
    parse_export(signed(sample))
    with pytest.raises(InvalidExportError):
        parse_export(signed(sample, **{part: [sample[part][0] | change]}))


def test_the_place_of_an_invalid_part_is_named(sample: dict[str, Any]) -> None:
    bad = sample["games"][0] | {"id": "1" * 32, "head": 3}
    with pytest.raises(InvalidExportError, match=r"games\[1\]: head is not a whole number from 0 to 2"):
        parse_export(signed(sample, games=[sample["games"][0], bad]))
    with pytest.raises(InvalidExportError, match=r"results\[0\]: number must be 0 without a collection"):
        parse_export(signed(sample, results=[sample["results"][0] | {"number": 0}]))
    with pytest.raises(InvalidExportError, match="games: two entries have the same id"):
        parse_export(signed(sample, games=[sample["games"][0]] * 2))


def test_a_title_cannot_steer_the_terminal(sample: dict[str, Any]) -> None:
    export = parse_export(signed(sample, games=[sample["games"][0] | {"title": "a\x1b[2J\u202eb"}]))
    assert export.games[0].columns["title"] == "a[2Jb"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "line 1, column 1: invalid JSON"),
        (b"{", "line 1, column 2: invalid JSON"),
        (b"[]", "not the output of 'binairo export'"),
        (b"{}", "not the output of 'binairo export'"),
        (b'{"format": "binairo-tui progress", "version": 4}', "version 4"),
        (b'{"format": "binairo-tui progress", "version": 1}', "lacks 'games'"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": NaN}', "the number 'NaN'"),
        (b'{"a": 1e999}', "the number '1e999'"),
        (b'{"a": 1.0}', "the number '1.0'"),
        (b'{"a": ' + b"9" * 5000 + b"}", "a number of 5000 digits"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\0"}', "invalid JSON"),
        (b"[" * 100_000, "more than 12600 lists"),
        (b'{"a": [[[[[[[' + b" " * 1000, "more than 5 brackets within brackets"),
        (b"[" + b"[]," * 1_000_000 + b"[]]", "more than 375100 lists"),
        (b" " * (MAX_BYTES + 1), "128 MiB"),
    ],
)
def test_any_other_file_is_refused(raw: bytes, message: str) -> None:
    with pytest.raises(InvalidExportError, match=message):
        parse_export(raw)


def test_an_export_of_version_1_is_read(sample: dict[str, Any]) -> None:
    """It does not name the cells that the program filled, but their steps do."""
    without_practice = {name: value for name, value in sample.items() if name != "practice"}
    game = {name: value for name, value in sample["games"][0].items() if name != "auto_filled"}
    fill = ["propagate", "r1c1:.>1 r1c3:.>0", 0]
    solved = game | {"steps": [fill], "head": 1, "aids": 19}
    begun = solved | {"id": "1" * 32}
    export = parse_export(signed(without_practice, version=1, games=[solved, begun]))
    assert [(game.columns["auto_filled"], game.columns["aids"]) for game in export.games] == [("5", 19), ("5", 275)]
    with pytest.raises(InvalidExportError, match="lacks 'auto_filled'"):
        parse_export(signed(sample, games=[game]))


def test_a_changed_byte_is_noticed(sample: dict[str, Any]) -> None:
    raw = json.dumps(sample).encode()
    parse_export(raw)
    with pytest.raises(InvalidExportError, match="checksum"):
        parse_export(raw.replace(b'"elapsed_ms": 0', b'"elapsed_ms": 1', 1))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(data=st.data())
def test_any_value_in_any_place_is_valid_or_refused(sample: dict[str, Any], data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(["games", "results", "practice"]))
    entry = dict(sample[part][0])
    entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(json_values)
    try:
        export = parse_export(signed(sample, **{part: [entry]}))
    except InvalidExportError:
        return
    assert len(export.games) == len(export.results) == len(export.practice) == 1


@given(st.binary(max_size=200))
def test_any_bytes_are_valid_or_refused(raw: bytes) -> None:
    with pytest.raises(InvalidExportError):
        parse_export(raw)


def test_an_export_that_import_would_refuse_is_not_written(
    path: Path, connection: ProgressConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(path, game(), played(place(0, "1")))
    text, _ = export_text(connection)
    monkeypatch.setattr("binairo_tui.store.export.MAX_BYTES", len(text))
    with pytest.raises(UnavailableError, match="import accepts"):
        export_text(connection)
