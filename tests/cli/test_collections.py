from pathlib import Path

import pytest

from binairo_tui import library
from binairo_tui.engine import parse_puzzle
from binairo_tui.files.paths import own_collections_dir
from binairo_tui.library import Collection, LibraryError, collections
from binairo_tui.library.own import add_puzzle
from tests.cli.runs import CLASSIC, binairo


def test_every_collection_is_a_line() -> None:
    outcome = binairo("collections")
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines] == [collection.name for collection in collections()]
    (line,) = [line for line in lines if line.startswith("classics")]
    assert line.split() == ["classics", "6x6", "1", "Classics", "unique", "lines"]
    assert outcome.status == 0


def test_json_has_one_object_for_each_collection() -> None:
    ((_, objects),) = binairo("collections", "--json").objects[0].items()
    assert [fields["name"] for fields in objects] == [collection.name for collection in collections()]
    assert [fields["count"] for fields in objects] == [len(collection.entries) for collection in collections()]
    (fields,) = [fields for fields in objects if fields["name"] == "classics"]
    assert list(fields) == ["name", "title", "author", "size", "count", "rules"]
    assert (fields["title"], fields["size"], fields["rules"]) == ("Classics", "6x6", "unique lines")


def test_a_name_lists_the_puzzles() -> None:
    assert binairo("collections", "classics").out == f"classics:1  Hard  {CLASSIC}\n"
    assert binairo("collections", "classics", "--json").objects == [
        {"collection": "classics", "title": "Classics", "puzzles": [{"number": 1, "band": "Hard", "puzzle": CLASSIC}]}
    ]


def test_listed_names_can_be_used_as_arguments() -> None:
    collection = collections()[0]
    references = [line.split()[0] for line in binairo("collections", collection.name).out.splitlines()]
    answers = binairo("check", "--json", *references).objects
    assert [fields["puzzle"] for fields in answers] == [str(entry.puzzle) for entry in collection.entries]


def test_an_unknown_name_is_refused() -> None:
    outcome = binairo("collections", "no\x1bne")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(r"no\x1bne: not a collection; 'binairo collections' lists")
    assert outcome.err.count("\n") == 1


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only collection, whose header holds escape sequences."""
    path = tmp_path / "evil.txt"
    path.write_text("# title: a\x1b]0;owned\x07b\u202e\n# rules: \x9b2J\n2x2;1...\n", encoding="utf-8")
    monkeypatch.setattr(library, "collections", lambda: (Collection(path),))
    return path


def test_the_header_of_a_collection_is_escaped(hostile: Path) -> None:
    assert binairo("collections").out == "evil  2x2  1  a]0;ownedb  2J\n"
    assert binairo("collections", "--json").out.isascii()


def test_a_damaged_collection_is_named_with_line_and_column(hostile: Path) -> None:
    hostile.write_text("# title: a\n2x2;1..x\n")
    outcome = binairo("collections")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"{hostile}:2:8: expected '0', '1' or '.', found 'x'\n"


def test_an_unreadable_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> tuple[Collection, ...]:
        raise LibraryError("cannot read it")

    monkeypatch.setattr(library, "collections", fail)
    for verb in (["collections"], ["solve", "6x6"]):
        outcome = binairo(*verb)
        assert (outcome.status, outcome.out, outcome.err) == (2, "", "cannot read it\n")


def test_own_collections_are_listed_after_shipped_ones() -> None:
    add_puzzle(own_collections_dir(), "mine", parse_puzzle("2x2;1..."))
    add_puzzle(own_collections_dir(), "worse", parse_puzzle("2x2;1..."))
    (own_collections_dir() / "bad.txt").write_bytes(b"\xff")
    outcome = binairo("collections")
    assert [line.split()[0] for line in outcome.out.splitlines()][-2:] == ["mine", "worse"]
    assert "bad.txt" in outcome.err
    assert outcome.status == 2
    assert binairo("collections", "mine").out == "mine:1  2x2;1...\n"
