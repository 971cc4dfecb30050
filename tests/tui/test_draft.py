"""The draft on the disk: what is kept comes back, and what cannot be read is said, not guessed."""

import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Puzzle
from binairo_tui.files import atomic
from binairo_tui.game.editing import EditSession, EditSnapshot
from binairo_tui.tui.screens import draft
from binairo_tui.tui.screens.draft import DraftError, draft_text, draft_writer, load_draft, parse_draft
from tests.strategies import puzzles, to_puzzle
from tests.tui.pilots import WAIT


@st.composite
def snapshots(draw: st.DrawFn) -> EditSnapshot:
    made = tuple([to_puzzle(board) for board in draw(st.lists(puzzles(), min_size=1, max_size=6))])
    head = draw(st.integers(0, len(made) - 1))
    return EditSnapshot(draw(st.integers(0, made[head].geometry.cell_count - 1)), head, made)


@given(snapshots())
def test_draft_and_text_are_inverse(snapshot: EditSnapshot) -> None:
    assert parse_draft(draft_text(snapshot)) == snapshot


@given(snapshots(), st.integers(1, 4), st.integers(0, 200))
def test_of_a_long_history_the_nearest_steps_are_kept(snapshot: EditSnapshot, most: int, characters: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(draft, "MAX_KEPT", most)
        patch.setattr(draft, "MAX_CHARACTERS", characters)
        kept = parse_draft(draft_text(snapshot))
    assert (kept.puzzles[kept.head], kept.cursor) == (snapshot.puzzles[snapshot.head], snapshot.cursor)
    assert len(kept.puzzles) <= most
    first = snapshot.head - kept.head
    assert kept.puzzles == snapshot.puzzles[first : first + len(kept.puzzles)]
    assert sum(len(str(puzzle)) for puzzle in kept.puzzles) <= max(characters, len(str(kept.puzzles[kept.head])))


@given(snapshots(), st.data())
def test_a_damaged_text_is_a_draft_or_an_error(snapshot: EditSnapshot, data: st.DataObject) -> None:
    text = draft_text(snapshot)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 40)) :]
    try:
        EditSession.resume(parse_draft(damaged))
    except DraftError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it contains no draft"),
        ("# cursor: r1c1\n# in force: 2\n2x2;....\n", "puzzle 2 of 1 cannot be the current one"),
        ("# cursor: r3c1\n# in force: 1\n2x2;....\n", "the cursor is outside the board, on r3c1"),
        ("# cursor: r1c1\n# in force: 1\n2x2;..7.\n", "line 3, column 7: expected '0', '1' or '.'"),
    ],
)
def test_what_is_wrong_with_a_draft_is_said(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "draft.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(DraftError) as caught:
        load_draft(path)
    assert str(caught.value).startswith(f"The draft draft.txt cannot be read: {fault}")


def test_the_newest_draft_is_on_the_disk_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "draft.txt"
    assert load_draft(path) is None
    session = EditSession(Puzzle(4, 6, 0))
    writer = draft_writer(path)
    for cell in range(24):
        session.cycle(cell)
        writer.put(session.snapshot())
    assert writer.close(WAIT)
    again = load_draft(path)
    assert again
    assert again.snapshot() == session.snapshot()
    writer.put(session.snapshot()._replace(cursor=session.cursor + 1))
    assert parse_draft(path.read_text("utf-8")).cursor == session.cursor


def test_drafts_that_come_faster_than_the_disk_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, has_begun = threading.Event(), threading.Event()
    written: list[int] = []

    def slowly(path: Path, data: bytes) -> None:
        has_begun.set()
        may_go_on.wait(WAIT)
        written.append(parse_draft(data.decode()).cursor)

    monkeypatch.setattr(atomic, "atomic_write", slowly)
    writer = draft_writer(tmp_path / "draft.txt")
    for cursor in range(8):
        writer.put(EditSnapshot(cursor, 0, (Puzzle(4, 2, 0),)))
        has_begun.wait(WAIT)
    may_go_on.set()
    assert writer.close(WAIT)
    assert written == [0, 7]


def test_a_failed_write_is_told_until_one_succeeds(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.write_text("", "utf-8")
    writer = draft_writer(place / "draft.txt")
    snapshot = EditSession(Puzzle(4, 2, 0)).snapshot()
    writer.put(snapshot)
    assert not writer.flush(WAIT)
    assert writer.problem.startswith("The draft cannot be saved: ")
    place.unlink()
    writer.put(snapshot)
    assert writer.flush(WAIT)
    assert writer.problem == ""
    assert writer.close(WAIT)


def test_a_writer_without_a_draft_closes_at_once(tmp_path: Path) -> None:
    assert draft_writer(tmp_path / "draft.txt").close(0.0)
    assert not list(tmp_path.iterdir())
