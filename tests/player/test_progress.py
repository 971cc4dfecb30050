"""The player's games: lists never raise, and saving begins as soon as it is possible."""

from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession, SessionSnapshot, SolveStyle
from binairo_tui.library import Collection
from binairo_tui.library.own import add_puzzle
from binairo_tui.player.catalog import RACES, Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.player.statistics import EXPECTED_SOLVES, daily_streaks
from binairo_tui.store.games import SavedGame
from binairo_tui.store.writer import SaveState, SaveStatus, SaveVerdict

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
PUZZLE = parse_puzzle("6x4;0.1..........1..........")
WAIT = 60.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    return tmp_path / "progress.db"


def begun(progress: Progress) -> tuple[SavedGame, SessionSnapshot]:
    """Return a new game and its state after one move."""
    game, _ = progress.open_new(PUZZLE, "one")
    session = GameSession(PUZZLE, Clock(lambda: 0.0))
    session.place(1, "1")
    return game, session.snapshot()


class Listener:
    """Receives the statuses of the writer, and waits for them."""

    def __init__(self, progress: Progress) -> None:
        self._heard: SimpleQueue[SaveStatus] = SimpleQueue()
        progress.on_status = self._heard.put

    def wait_for(self, state: SaveState) -> SaveStatus:
        """Return the next status with this state."""
        while True:
            status = self._heard.get(timeout=WAIT)
            if status.state is state:
                return status


def test_saving_begins_as_soon_as_the_database_can_be_used(path: Path) -> None:
    path.mkdir()
    progress = Progress(path, now=lambda: NOON)
    listener = Listener(progress)
    assert progress.problem == f"Nothing will be saved: {path} is not a regular file: move it away."
    assert (progress.games(), progress.states(), progress.results()) == ([], {}, ())
    assert progress.read(daily_streaks, NOON.date()) == (0, 0)
    game, snapshot = begun(progress)
    assert progress.rank(game, 1000, SolveStyle.STRICT) is None  # it is not known to be the first
    progress.save(game, snapshot)
    assert "not a regular file" in listener.wait_for(SaveState.FAILED).reason
    path.rmdir()
    listener.wait_for(SaveState.SAVED)
    assert progress.problem == ""
    (summary,) = progress.games()
    assert progress.load(summary.id)[1] == snapshot
    assert progress.close(WAIT)


def test_closing_reports_unsaved_games(path: Path) -> None:
    path.mkdir()
    progress = Progress(path, now=lambda: NOON)
    progress.save(*begun(progress))
    assert not progress.close(WAIT)


def test_what_is_read_after_closing_does_not_open_the_file_again(path: Path) -> None:
    progress = Progress(path)
    assert progress.close(10)
    path.unlink()
    assert progress.results() == ()
    assert (progress.problem, path.exists()) == ("", False)


def test_a_game_is_open_elsewhere_until_the_other_session_leaves_it(path: Path) -> None:
    here, there = (Progress(path, now=lambda: NOON) for _ in range(2))
    listener = Listener(there)
    game, snapshot = begun(there)
    there.save(game, snapshot)
    listener.wait_for(SaveState.SAVED)
    saved, _ = here.load(game.id)
    own, _ = there.load(game.id)
    assert (here.is_open_elsewhere(saved), there.is_open_elsewhere(own)) == (True, False)
    there.leave(own, snapshot)
    listener.wait_for(SaveState.SAVED)
    assert not here.is_open_elsewhere(here.load(game.id)[0])
    assert here.close(WAIT)
    assert there.close(WAIT)


def test_reading_closes_a_file_that_the_writer_must_repair(path: Path) -> None:
    progress = Progress(path, now=lambda: NOON)
    listener = Listener(progress)
    game, snapshot = begun(progress)
    progress.save(game, snapshot)
    listener.wait_for(SaveState.SAVED)
    assert len(progress.games()) == 1  # the file is open from now on
    path.write_bytes(b"torn" * 5000)
    progress.save(game, snapshot._replace(cursor=3))
    listener.wait_for(SaveState.FAILED)
    listener.wait_for(SaveState.SAVED)
    assert "The progress file was damaged" in progress.notice
    assert progress.load(game.id)[1] == snapshot._replace(cursor=3)
    assert progress.close(WAIT)


def test_a_game_that_is_taken_over_is_noticed_without_a_save(path: Path) -> None:
    here, there = (Progress(path, now=lambda: NOON, check_seconds=0.005) for _ in range(2))
    listener = Listener(here)
    game, snapshot = begun(here)
    here.save(game, snapshot)
    assert here.settle(game, WAIT) is SaveVerdict.SAVED
    taken, same = there.load(game.id)
    there.save(taken, same)
    assert there.flush(WAIT)
    assert listener.wait_for(SaveState.FAILED).is_refusal
    assert (here.is_lost(game), there.is_lost(taken)) == (True, False)
    here.save(game, snapshot._replace(cursor=3))
    assert here.settle(game, WAIT) is SaveVerdict.LOST
    assert there.load(game.id)[1] == snapshot
    assert here.close(WAIT)
    assert there.close(WAIT)


def test_a_puzzle_outside_of_collections_is_continued_unless_it_was_begun_elsewhere(path: Path) -> None:
    progress = Progress(path, now=lambda: NOON)
    of_collection, _ = progress.open_new(PUZZLE, "tiny #1", collection="tiny", number=1)
    game, snapshot = begun(progress)
    for saved in (of_collection, game):
        progress.save(saved, snapshot)
        assert progress.settle(saved, WAIT) is SaveVerdict.SAVED
    assert progress.open_puzzle(PUZZLE, "two")[0].id == game.id
    assert progress.open_puzzle(PUZZLE, "two", begun=snapshot)[0].id not in {game.id, of_collection.id}
    assert progress.open_puzzle(PUZZLE.with_unique_lines(False), "two")[0].id != game.id
    assert progress.close(WAIT)


@pytest.mark.parametrize("is_own", [False, True])
def test_a_puzzle_of_a_collection_on_the_command_line_is_the_puzzle_of_that_collection(
    path: Path, tmp_path: Path, *, is_own: bool
) -> None:
    directory = tmp_path / "collections"
    add_puzzle(directory, "mine", PUZZLE)
    catalog = Catalog((), directory) if is_own else Catalog([Collection(directory / "mine.txt")])
    progress = Progress(path, now=lambda: NOON)
    incoming = IncomingPuzzle(PUZZLE, "mine #1")
    game, snapshot = progress.open_incoming(incoming, catalog)
    assert (game.collection, game.number) == ("mine", 1)
    progress.save(game, snapshot._replace(cursor=3))
    assert progress.settle(game, WAIT) is SaveVerdict.SAVED
    assert progress.open_incoming(incoming, catalog)[0].id == game.id
    other, begun_elsewhere = progress.open_incoming(incoming._replace(progress=begun(progress)[1]), catalog)
    assert (other.collection, other.number) == ("mine", 1)
    assert other.id != game.id
    assert begun_elsewhere == begun(progress)[1]
    for missing in ("mine #2", "mine", "yours #1"):
        assert not progress.open_incoming(incoming._replace(title=missing), catalog)[0].collection
    assert progress.close(WAIT)


@pytest.mark.parametrize(
    ("collection", "again"),
    [("mine", ("8x8 #3", "mine", 3)), ("", ("8x8 #3", "", 0)), (RACES, ("race puzzle", "", 0))],
)
def test_a_puzzle_is_played_again_under_its_name_but_a_race_is_not_run_again(
    path: Path, collection: str, again: tuple[str, str, int]
) -> None:
    progress = Progress(path, now=lambda: NOON)
    number = 3 if collection else 0
    game, _ = progress.open_new(PUZZLE, "8x8 #3", band="Hard", collection=collection, number=number)
    other, snapshot = progress.open_again(game)
    assert (other.title, other.collection, other.number) == again
    assert (other.puzzle, other.band, snapshot.steps) == (PUZZLE, "Hard", ())
    assert other.id != game.id
    assert progress.close(WAIT)


def test_after_ten_solves_a_time_is_expected_to_which_the_game_itself_does_not_count(path: Path) -> None:
    progress = Progress(path, now=lambda: NOON)
    games = [begun(progress) for _ in range(EXPECTED_SOLVES + 1)]
    for number, (game, snapshot) in enumerate(games):
        assert (progress.usual_ms(game) is None) == (number < EXPECTED_SOLVES)
        progress.finish(game, snapshot._replace(elapsed_ms=900_000 if number == EXPECTED_SOLVES else 60_000))
        assert progress.flush(WAIT)
    assert progress.usual_ms(games[-1][0]) == 60_000
    assert progress.close(WAIT)
