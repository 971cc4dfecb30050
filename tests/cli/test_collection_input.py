"""Arguments that name collections and their puzzles."""

from pathlib import Path

import pytest

from binairo_tui.cli.found import Found, Rejected
from binairo_tui.cli.puzzle_input import read_puzzles
from binairo_tui.engine import parse_puzzle
from binairo_tui.files.paths import own_collections_dir
from binairo_tui.library import collections
from binairo_tui.library.own import add_puzzle
from tests.cli.runs import CLASSIC, binairo, complaint, puzzles


def test_shipped_files_are_read_as_their_collections() -> None:
    for collection in collections():
        assert [notation for _, notation in puzzles(str(collection.path))] == [
            str(entry.puzzle) for entry in collection.entries
        ]


def test_a_file_comes_before_a_collection_but_a_directory_does_not() -> None:
    Path("classics").mkdir()
    assert puzzles("classics") == [("classics #1", CLASSIC)]
    Path("classics").rmdir()
    Path("classics").write_text("2x2;1...")
    assert puzzles("classics") == [("classics:1", "2x2;1...")]


def test_a_collection_is_all_its_puzzles() -> None:
    collection = collections()[0]
    assert puzzles(collection.name) == [(entry.title, str(entry.puzzle)) for entry in collection.entries]
    third = collection.entries[2]
    assert puzzles(f"{collection.name}:3") == [(third.title, str(third.puzzle))]


def test_a_shipped_collection_is_found_by_its_title_after_the_players_own() -> None:
    assert puzzles("8x8 Binairo+:5") == puzzles("8x8-plus:5")
    assert puzzles("Few givens:2-3") == puzzles("minimal:2-3")
    own_collection("mine", "2x2;1...")
    (own_collections_dir() / "mine.txt").rename(own_collections_dir() / "Tutorial.txt")
    assert puzzles("Tutorial") == [("Tutorial #1", "2x2;1...")]


def own_collection(name: str, *puzzles: str) -> None:
    for puzzle in puzzles:
        add_puzzle(own_collections_dir(), name, parse_puzzle(puzzle))


def test_own_collections_are_found_by_name() -> None:
    own_collection("mine", CLASSIC, "2x2;1...")
    assert puzzles("mine") == [("mine #1", CLASSIC), ("mine #2", "2x2;1...")]
    assert puzzles("mine:2", "classics:1") == [("mine #2", "2x2;1..."), ("classics #1", CLASSIC)]
    assert complaint("mine:3") == "mine has puzzles 1 to 2, not 3"
    assert complaint("mime").endswith("; did you mean mine?")
    assert binairo("collections", "mime").err == "mime: not a collection; did you mean mine?\n"


@pytest.mark.parametrize("argument", ["mine", "mine:1"])
def test_a_collection_without_puzzles_is_refused(argument: str) -> None:
    path = own_collections_dir() / "mine.txt"
    path.parent.mkdir(parents=True)
    path.write_text("# title: Mine\n")
    assert complaint(argument) == f"{path}: it contains no puzzle"


def test_a_similar_name_of_a_file_or_collection_is_suggested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening\n.txt").write_text("1..0\n")
    assert complaint("evenings.txt").endswith(r"; did you mean evening\n.txt?")
    assert complaint("10y10:3").endswith("; did you mean 10x10?")
    assert complaint("daily").endswith("; only 'play' and 'web' take this word; 'binairo daily' prints the puzzle")
    assert complaint("nothing").endswith("; 'binairo collections' lists the collections")


def test_the_name_of_an_own_collection_takes_precedence_over_text() -> None:
    text = "a1a1b1e1a1g1010b00b1c"
    assert puzzles(text)[0][0] == "6x6"
    own_collection(text, "2x2;1...")
    assert puzzles(text) == [(f"{text} #1", "2x2;1...")]


@pytest.mark.parametrize(
    ("argument", "titles"),
    [("6x6:3", ["6x6 #3"]), ("6x6:3-5", ["6x6 #3", "6x6 #4", "6x6 #5"]), ("6x6:60-60", ["6x6 #60"])],
)
def test_a_range_of_a_collection(argument: str, titles: list[str]) -> None:
    assert [item.title for item in read_puzzles([argument]) if isinstance(item, Found)] == titles


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("6x6:5-3", "6x6:5-3: the first number must not be larger than the second"),
        ("6x6:58-61", "6x6 has puzzles 1 to 60, not 61"),
        ("6x6:0-3", "6x6 has puzzles 1 to 60, not 0"),
        ("6x6:-1", "6x6 has puzzles 1 to 60, not -1"),
        ("6x6:", "6x6 has puzzles 1 to 60, not ''"),
        ("6x6:1--2", "6x6 has puzzles 1 to 60, not 1--2"),
        (f"6x6:{'9' * 29}", f"6x6 has puzzles 1 to 60, not {'9' * 29}"),
    ],
)
def test_a_range_outside_a_collection_is_refused(argument: str, message: str) -> None:
    assert [item.message for item in read_puzzles([argument]) if isinstance(item, Rejected)] == [message]
