"""The player's own collections: added puzzles are read back, and nothing else changes."""

import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.library import Collection, LibraryError
from binairo_tui.library.own import add_puzzle, find_own_collection, name_fault, own_collections, own_names
from tests.oracle import Board
from tests.strategies import puzzles, to_puzzle

PUZZLE = parse_puzzle("4x2;1.......;signs=r1c1xr2c1;lines=any")


def read(directory: Path, name: str) -> list[tuple[Puzzle, str, int]]:
    return [(entry.puzzle, entry.band, entry.score) for entry in Collection(directory / f"{name}.txt").entries]


@given(st.lists(st.tuples(puzzles(), st.sampled_from([("", 0), ("Hard", 4012)])), max_size=5))
@settings(max_examples=30)
def test_added_puzzles_are_read_back_in_order(boards: list[tuple[Board, tuple[str, int]]]) -> None:
    expected: dict[Puzzle, tuple[str, int]] = {}
    with TemporaryDirectory() as place:
        directory = Path(place) / "collections"
        for board, (band, score) in boards:
            puzzle = to_puzzle(board)
            expected.setdefault(puzzle, (band, score))
            number = add_puzzle(directory, "mine", puzzle, band=band, score=score)
            assert number == list(expected).index(puzzle) + 1
            assert read(directory, "mine") == [(it, *grade) for it, grade in expected.items()]
        assert own_names(directory) == (("mine",) if boards else ())


def test_the_players_own_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# title: Good ones\n# mine\n\n2x2;1...;lines=any  # nice", encoding="utf-8")
    assert add_puzzle(tmp_path, "mine", PUZZLE) == 2
    assert path.read_text("utf-8").splitlines()[:4] == [
        "# title: Good ones",
        "# mine",
        "",
        "2x2;1...;lines=any  # nice",
    ]
    assert read(tmp_path, "mine")[1] == (PUZZLE, "", 0)
    assert own_collections(tmp_path)[0][0].title == "Good ones"


@pytest.mark.parametrize("name", ["", "a b", "../x", "a/b", "-a", "ä", "a" * 41, "8x8", "Classics"])
def test_an_invalid_name_is_refused(name: str, tmp_path: Path) -> None:
    assert name_fault(name)
    with pytest.raises(LibraryError):
        add_puzzle(tmp_path / "new", name, PUZZLE)
    assert not list(tmp_path.rglob("*"))


def test_an_invalid_file_is_reported_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "broken.txt").write_text("6x6;nonsense\n", "utf-8")
    (tmp_path / "good.txt").write_text("2x2;1...;lines=any\n", "utf-8")
    (tmp_path / "two words.txt").write_text("", "utf-8")
    (tmp_path / "empty.txt").write_text("# title: Nothing\n", "utf-8")
    (tmp_path / "8x8.txt").write_text("2x2;1...;lines=any\n", "utf-8")
    found, problems = own_collections(tmp_path)
    assert [collection.name for collection in found] == ["good"]
    named = (
        "8x8.txt: the collection 8x8 comes with",
        "bad.txt",
        "broken.txt:1:",
        "empty.txt: it contains no puzzle",
        "two words.txt",
    )
    assert len(problems) == len(named)
    for problem, part in zip(problems, named, strict=True):
        assert part in problem
    for name in ("bad", "broken"):
        before = (tmp_path / f"{name}.txt").read_bytes()
        with pytest.raises(LibraryError, match=f"{name}.txt"):
            add_puzzle(tmp_path, name, PUZZLE)
        assert (tmp_path / f"{name}.txt").read_bytes() == before


def test_a_failed_write_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(LibraryError, match=r"cannot write .*mine\.txt"):
        add_puzzle(tmp_path / "file", "mine", PUZZLE)
    (tmp_path / "linked.txt").symlink_to(tmp_path / "elsewhere.txt")
    with pytest.raises(LibraryError):
        add_puzzle(tmp_path, "linked", PUZZLE)
    assert own_collections(tmp_path / "nowhere") == ((), ())


def test_sessions_that_add_puzzles_at_once_lose_none(tmp_path: Path) -> None:
    grids = [Puzzle(4, 2, 0).geometry.position(f"{number:08b}") for number in range(40)]
    new = [Puzzle(4, 2, grid) for grid in grids]
    threads = [
        threading.Thread(target=lambda part=part: [add_puzzle(tmp_path, "mine", puzzle) for puzzle in part])
        for part in (new[:10], new[10:20], new[20:30], new[30:])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(str(puzzle) for puzzle, _, _ in read(tmp_path, "mine")) == sorted(map(str, new))


def test_a_full_collection_accepts_no_more_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("#" + "x" * ((1 << 20) - 10) + "\n", "utf-8")
    with pytest.raises(LibraryError, match="is full"):
        add_puzzle(tmp_path, "mine", PUZZLE)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.write_text(""), "is not a directory: move it away"),
        (lambda path: path.symlink_to(path), "is a link that leads to itself: remove it"),
        (lambda path: path.symlink_to("nowhere"), "is a link that leads nowhere: remove it"),
    ],
)
def test_a_directory_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, make: Callable[[Path], object], reason: str
) -> None:
    directory = tmp_path / "collections"
    make(directory)
    found, (problem,) = own_collections(directory)
    assert (found, own_names(directory)) == ((), ())
    assert problem.startswith(f"your own collections cannot be read: {directory} {reason}")
    with pytest.raises(LibraryError, match="your own collections cannot be read"):
        find_own_collection(directory, "mine")


def test_a_file_that_cannot_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.symlink_to("nowhere")
    _, (problem,) = own_collections(tmp_path)
    assert problem == f"cannot read the collection mine: {path} is a link that leads nowhere: remove it"
