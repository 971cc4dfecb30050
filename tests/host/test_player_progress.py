"""The player's own games on a host: looks at daily puzzles, missed reports, finished races, the limit on space."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.files.paths import own_collections_dir
from binairo_tui.game import Aid, GameSession
from binairo_tui.game.aids import NO_AID
from binairo_tui.game.steps import SessionSnapshot, format_history
from binairo_tui.host.client import host_progress
from binairo_tui.host.client.host_client import FinishedRace
from binairo_tui.host.client.host_progress import PlayerProgress
from binairo_tui.host.client.hub_link import HostError
from binairo_tui.library import own
from binairo_tui.player.catalog import daily_collection, daily_number
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import run_now
from binairo_tui.settings import Settings
from binairo_tui.store.backups import list_backups, make_backup
from binairo_tui.store.errors import StoreError
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import count_bytes
from binairo_tui.tui.view.race_text import RankedSolve

PUZZLE = parse_puzzle("4x6;1..00.1.....01.1..0..1..")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
TODAY = NOON.date()


def solved() -> SessionSnapshot:
    """The state of a game that solves the puzzle."""
    session = GameSession(PUZZLE)
    solution = next(iter(solutions(PUZZLE)))
    for cell in range(24):
        if not PUZZLE.is_given(cell):
            session.place(cell, PUZZLE.geometry.value(solution, cell))
    return session.snapshot()


class FakeHost:
    """Stands for the link to a host."""

    def __init__(self) -> None:
        self.name = "ada"
        self.disk_mib = 32
        self.is_gone = False
        self.board: list[RankedSolve] = []
        self.looks: list[tuple[date, str, Aid]] = []
        self.claims: list[tuple[date, str]] = []
        self.races: list[FinishedRace] = []

    def help_refusal(self, puzzle: Puzzle) -> str:
        del puzzle
        return ""

    def standings(self, day: date, size: str) -> list[RankedSolve]:
        del day, size
        return self.board

    def look(self, day: date, size: str, aids: Aid) -> None:
        self.looks.append((day, size, aids))

    def claim(self, day: date, puzzle: Puzzle, snapshot: SessionSnapshot, solved_at: datetime) -> None:
        del snapshot
        assert solved_at == NOON
        if not self.is_gone:
            self.claims.append((day, f"{puzzle.width}x{puzzle.height}"))

    def finished_races(self) -> list[FinishedRace]:
        if self.is_gone:
            raise HostError("The host does not answer.")
        return self.races

    def past_game(self, race: int, name: str) -> tuple[Puzzle, str]:
        del race, name
        snapshot = solved()
        return PUZZLE, format_history(snapshot.steps, snapshot.head, 4)


@pytest.fixture
def login(tmp_path: Path) -> Iterator[Callable[[FakeHost], PlayerProgress]]:
    """Open a player's games, in the player's only session."""
    opened: list[PlayerProgress] = []

    def make(host: FakeHost) -> PlayerProgress:
        for progress in opened:
            progress.close(10)
        path = tmp_path / "data" / "progress.db"
        opened.append(PlayerProgress(path, cast("Any", host), now=lambda: NOON))
        settle(opened[-1])
        return opened[-1]

    yield make
    for progress in opened:
        progress.close(10)


def settle(progress: PlayerProgress) -> None:
    """Wait until everything is exchanged and saved."""
    progress.exchange_now()  # waits for the thread that is at it
    assert progress.flush(10)


def solve(progress: PlayerProgress, day: date) -> None:
    """Solve the daily puzzle of a day."""
    game, _ = progress.open_new(PUZZLE, "Daily", collection=daily_collection(4, 6), number=daily_number(day))
    progress.finish(game, solved())
    assert progress.flush(10)


def test_a_solve_is_reported_at_once_and_again_until_it_is_on_the_board(login: Any) -> None:
    host = FakeHost()
    progress = login(host)
    solve(progress, TODAY)
    assert host.claims == [(TODAY, "4x6")]
    host.claims.clear()
    progress = login(host)
    assert (TODAY, "4x6") in host.claims
    host.board = [RankedSolve("ada", "strict", 1, True)]
    host.claims.clear()
    login(host)
    assert host.claims == []


def test_a_solve_is_reported_until_the_day_after(login: Any) -> None:
    host = FakeHost()
    progress = login(host)
    solve(progress, TODAY - timedelta(days=2))
    solve(progress, TODAY + timedelta(days=1))
    settle(progress)
    login(host)
    assert host.claims == []
    solve(login(host), TODAY - timedelta(days=1))
    assert host.claims == [(TODAY - timedelta(days=1), "4x6")]
    login(host)
    assert set(host.claims[1:]) == {(TODAY - timedelta(days=1), "4x6")}


def test_the_first_look_at_a_daily_puzzle_and_every_new_aid_are_reported(login: Any) -> None:
    host = FakeHost()
    progress = login(host)
    game, snapshot = progress.open_new(PUZZLE, "Daily", collection=daily_collection(4, 6), number=daily_number(TODAY))
    assert host.looks == [(TODAY, "4x6", NO_AID)]
    play = Play(game, snapshot, progress, Settings())
    play.connect(lambda _: None, run_now)
    play.ask_hint()
    play.leave()
    assert host.looks[1:] == [(TODAY, "4x6", Aid.HINT)]
    assert progress.flush(10)
    assert len(progress.games()) == 1
    game, snapshot = progress.open_new(PUZZLE, "Daily", collection=daily_collection(4, 6), number=daily_number(TODAY))
    progress.save(game, solved()._replace(aids=Aid.CHECK))
    progress.leave(game, solved()._replace(aids=Aid.WHY))
    assert [aids for _, _, aids in host.looks[2:]] == [Aid.CHECK, Aid.WHY]
    progress.open_new(PUZZLE, "another")
    assert len(host.looks) == 4


def test_a_finished_race_is_recorded_once_with_its_place(login: Any) -> None:
    host = FakeHost()
    start = datetime(2026, 11, 20, 23, 59, 58, tzinfo=UTC)
    host.races = [FinishedRace(7, "4x6 Easy", int(1000 * start.timestamp()), 83_000, 2, 3)]
    progress = login(host)
    (result,) = progress.results()
    assert (result.title, result.band, result.elapsed_ms) == ("Race, 2nd of 3", "Easy", 83_000)
    assert result.solved_utc == int(start.timestamp()) + 83
    assert progress.games() == []
    game, snapshot = progress.load(result.id)
    assert GameSession.resume(game.puzzle, snapshot).is_solved
    settle(progress)
    settle(login(host))
    assert len(login(host).results()) == 1
    progress = login(host)
    assert progress.delete(result.id) == ""
    settle(progress)
    assert len(progress.results()) == 1


def test_a_host_that_does_not_answer_loses_nothing(login: Any) -> None:
    host = FakeHost()
    host.races = [FinishedRace(7, "4x6 Easy", 1_700_000_000_000, 83_000, 1, 2)]
    host.is_gone = True
    progress = login(host)
    solve(progress, TODAY)
    assert not host.claims
    host.is_gone = False
    progress = login(host)
    assert host.claims
    assert len(progress.results()) == 2


def test_games_and_backups_of_a_player_stay_within_the_space(login: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    host = FakeHost()
    progress = login(host)
    solve(progress, TODAY)
    for day in range(6):
        with closing(open_database(progress.path)) as connection:
            made = make_backup(connection, NOON + timedelta(days=day))
    host.disk_mib = 1
    monkeypatch.setattr(host_progress, "SHARES", int((1 << 20) / (3.5 * made.path.stat().st_size)))
    login(host)
    assert list_backups(progress.path)[0] == made
    assert len(list_backups(progress.path)) == 3
    host.disk_mib = 0
    login(host)
    assert list_backups(progress.path) == [made]


def test_own_collections_take_space(login: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = login(FakeHost())
    used = progress.read(count_bytes)
    monkeypatch.setattr(host_progress, "share_bytes", lambda _: used + 1)
    progress.check_space()
    own.add_puzzle(own_collections_dir(), "mine", PUZZLE)
    with pytest.raises(StoreError, match="games and collections fill"):
        progress.check_space()


def test_a_player_without_space_can_begin_no_game_but_delete_some(login: Any) -> None:
    host = FakeHost()
    progress = login(host)
    solve(progress, TODAY)
    host.disk_mib = 0
    with pytest.raises(StoreError, match="fill the 0 MiB"):
        progress.open_new(PUZZLE, "another")
    used = progress.read(count_bytes)
    assert used > 0
    (result,) = progress.results()
    assert progress.delete(result.id) == ""
    assert progress.read(count_bytes) <= used
