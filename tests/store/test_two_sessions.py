"""Two programs on one file: different games lose nothing, and the same game is never overwritten unnoticed."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from binairo_tui.game.steps import SessionSnapshot
from binairo_tui.store.backups import list_backups
from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.errors import NoSuchGameError
from binairo_tui.store.games import SavedGame
from binairo_tui.store.leases import is_alive
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.saves import load_game
from binairo_tui.store.snapshots import find_damage
from binairo_tui.store.writer import SaveState, Writer
from tests.store.games import STEPS, WAIT, Statuses, game, ignore, loaded, place, played, save, save_backup


def reload(path: Path, new: SavedGame) -> SavedGame:
    with closing(open_database(path)) as connection:
        return load_game(connection, new.id)


def test_a_game_is_leased_until_it_is_left(path: Path, make_writer: Callable[..., Writer]) -> None:
    writer, new = make_writer(ignore), game()
    assert writer.token == ""
    writer.save(new, played(STEPS[0]))
    assert writer.flush(WAIT)
    assert reload(path, new).lease == writer.token != ""
    assert is_alive(path, writer.token)
    writer.leave(new, played(STEPS[0]))
    assert writer.flush(WAIT)
    assert reload(path, new).lease == ""
    writer.save(new, played(*STEPS[:2]))
    assert writer.flush(WAIT)
    assert reload(path, new).lease == writer.token
    assert writer.close(WAIT)
    assert not is_alive(path, reload(path, new).lease)


def test_a_session_that_loses_a_game_notices_and_can_load_it_again(
    path: Path, make_writer: Callable[..., Writer], statuses: Statuses
) -> None:
    one, two, new = make_writer(statuses), make_writer(ignore), game()
    one.save(new, played(STEPS[0]))
    assert one.flush(WAIT)
    taken = reload(path, new)
    two.save(taken, taken.progress)  # saving an unchanged state is enough
    assert two.flush(WAIT)
    assert not one.is_lost(new)
    one.save(new, played(*STEPS[:2]))
    assert "another session" in statuses.wait_for(SaveState.FAILED).reason
    assert one.flush(WAIT)
    assert one.is_lost(new)
    assert not two.is_lost(taken)
    assert loaded(path, new.id) == played(STEPS[0])
    back = reload(path, new)
    assert not one.is_lost(back)
    one.save(back, played(*STEPS[:3]))
    assert one.flush(WAIT)
    assert loaded(path, new.id) == played(*STEPS[:3])
    assert one.is_lost(new)  # as loaded before the loss


FLAT_OUT = """
import sys
from functools import partial
from pathlib import Path
from binairo_tui.store.opening import open_database
from binairo_tui.store.writer import Writer
from tests.store.games import WAIT, game, played, place
writer, new = Writer(partial(open_database, Path(sys.argv[1])), lambda status: None), game()
for count in range(int(sys.argv[2])):
    writer.save(new, played(*[place(0, "1", at_ms=at) for at in range(count)]))
    assert writer.flush(WAIT)
print(new.id)
assert writer.close(WAIT)
"""


def test_a_loss_is_noticed_when_the_player_is_back_from_a_rest(
    path: Path, make_writer: Callable[..., Writer], statuses: Statuses
) -> None:
    one, two, new = make_writer(statuses), make_writer(ignore), game()
    one.save(new, played(STEPS[0]))
    assert one.flush(WAIT)
    one.rest(True)
    taken = reload(path, new)
    two.save(taken, taken.progress)
    assert two.flush(WAIT)
    one.rest(False)
    assert statuses.wait_for(SaveState.FAILED).is_refusal
    assert one.is_lost(new)


def test_two_programs_saving_two_games_at_once_lose_nothing(path: Path) -> None:
    writes = 60
    command = [sys.executable, "-c", FLAT_OUT, str(path), str(writes)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ids = [child.communicate(timeout=120)[0].strip() for child in children]
    assert [child.returncode for child in children] == [0, 0]
    with closing(open_database(path)) as connection:
        assert [load_game(connection, game_id).rev for game_id in ids] == [writes, writes]
        assert not any(find_damage(connection))


OPEN = """
import sys
from pathlib import Path
from binairo_tui.store.opening import open_repaired
from binairo_tui.store.queries import unfinished_games
connection = open_repaired(Path(sys.argv[1]))
print(len(unfinished_games(connection)), connection.notice)
connection.close()
"""


@pytest.mark.parametrize("state", ["new", "old", "damaged"])
def test_programs_that_start_at_once_agree_on_one_sound_file(
    path: Path, state: str, request: pytest.FixtureRequest
) -> None:
    if state == "old":
        request.getfixturevalue("old_file")
    elif state == "damaged":
        save(path, game(), played(STEPS[0]))
        save_backup(path)
        path.write_bytes(b"torn" * 5000)
    command = [sys.executable, "-c", OPEN, str(path)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    outputs = [child.communicate(timeout=60)[0].strip() for child in children]
    assert [child.returncode for child in children] == [0] * 6
    games = {"new": "0", "old": "2", "damaged": "1"}[state]
    assert [output.split()[0] for output in outputs] == [games] * 6
    assert sum("restored" in output for output in outputs) == (state == "damaged")
    assert len(list_backups(path)) == (state != "new")


@dataclass
class Player:
    """A session: its writer, whose disk may be full, and the games that it has opened."""

    path: Path
    is_full: bool = False
    handles: dict[str, SavedGame] = field(default_factory=dict)
    views: dict[str, SessionSnapshot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.writer = Writer(self._connect, ignore, retry_seconds=0.001, check_seconds=0.001)

    def _connect(self) -> ProgressConnection:
        connection = open_repaired(self.path)
        if self.is_full:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection


SOON = 0.05
"""Timeout of a save on a disk that may be full."""


class TwoSessions(RuleBasedStateMachine):
    """Two sessions, two games. `possible` are the states that may be on the disk: one, unless a save still waits."""

    @initialize()
    def begin(self) -> None:
        self.directory = TemporaryDirectory()
        self.path = Path(self.directory.name) / "progress.db"
        self.possible: dict[str, list[SessionSnapshot]] = {}
        self.owner: dict[str, int | None] = {}
        self.games = [game(title="one"), game(title="two")]
        self.players = [Player(self.path), Player(self.path)]

    def _written(self, who: int, new: SavedGame, progress: SessionSnapshot) -> None:
        """Update `possible` for a save that may still wait."""
        player = self.players[who]
        if not player.writer.flush(SOON):
            self.possible.setdefault(new.id, []).append(progress)
            self.owner[new.id] = None
        elif not player.writer.is_lost(player.handles[new.id]):
            assert self.owner.get(new.id, who) in (who, None)
            waits = any(not other.writer.flush(0) for other in self.players)
            self.possible[new.id] = [*(self.possible.get(new.id, []) if waits else []), progress]
            self.owner[new.id] = None if waits else who
        else:
            assert self.owner[new.id] != who

    @rule(who=st.integers(0, 1), which=st.integers(0, 1))
    def take(self, who: int, which: int) -> None:
        """Open a game, perhaps taking it over, or begin it."""
        player, new = self.players[who], self.games[which]
        try:
            saved = reload(self.path, new)
        except NoSuchGameError:
            saved = new
        progress = player.writer.unsaved(new.id) or saved.progress
        player.handles[new.id], player.views[new.id] = saved, progress
        if self.owner.get(new.id) == 1 - who:
            self.owner[new.id] = None
        player.writer.save(saved, progress)
        self._written(who, new, progress)

    @rule(who=st.integers(0, 1), which=st.integers(0, 1), cell=st.integers(0, 7), undone=st.integers(0, 3))
    def play(self, who: int, which: int, cell: int, undone: int) -> None:
        """Continue an open game after some undos."""
        player, new = self.players[who], self.games[which]
        if new.id in player.handles:
            before = player.views[new.id]
            progress = played(*before.steps[: max(before.head - undone, 0)], place(cell, "1", at_ms=cell))
            player.views[new.id] = progress
            player.writer.save(player.handles[new.id], progress)
            self._written(who, new, progress)

    @rule(who=st.integers(0, 1))
    def crash(self, who: int) -> None:
        """End a session, perhaps with unsaved states, and begin another one."""
        self.players[who].writer.close(WAIT)
        self.players[who] = Player(self.path)

    @rule(who=st.integers(0, 1), is_full=st.booleans())
    def fill_or_free_the_disk(self, who: int, is_full: bool) -> None:
        self.players[who].is_full = is_full

    @precondition(lambda self: self.possible)
    @rule()
    def save_backup(self) -> None:
        save_backup(self.path)

    @invariant()
    def what_was_saved_is_there(self) -> None:
        for game_id, states in getattr(self, "possible", {}).items():
            if self.owner[game_id] is None:
                with suppress(NoSuchGameError):
                    assert loaded(self.path, game_id) in states
            else:
                assert [loaded(self.path, game_id)] == states

    def teardown(self) -> None:
        for player in getattr(self, "players", []):
            player.is_full = False
            player.writer.close(WAIT)
        if hasattr(self, "directory"):
            self.directory.cleanup()


TestTwoSessions = TwoSessions.TestCase
TestTwoSessions.settings = settings(max_examples=20, stateful_step_count=25)
