"""Deterministic simulation: one seed decides on keys, sizes, clocks, disk errors, a second session, and every turn.

    python -m tests.faults.simulate --seeds 1-1000

A seed makes a list of events, which are given to the app in a `World`. A failing seed fails each time; its events are
shrunk to few, and what happened is printed. These promises are checked:

- every exception is handled, and no threads wait for each other for ever;
- what was reported saved is in the database;
- every move that was accepted is in the database in the end, or the player was told;
- if two sessions both believe that they play a game, this ends within the check interval;
- the app ends when it is told to.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from binairo_tui.files.paths import database_path
from binairo_tui.game import SessionSnapshot
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import Changed, Event, Lost, Solved
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.store.errors import StoreError
from binairo_tui.store.save_batch import Batch
from binairo_tui.store.writer import LEASE_CHECK, SaveState, SaveStatus
from binairo_tui.tui.screens.play import PlayScreen
from tests.faults.happenings import ERRORS, Happening, random_events
from tests.faults.harness import MEMORY, Figures
from tests.faults.mutants import MUTANTS, break_program
from tests.faults.shrink import shrink
from tests.faults.simulated import Disk, SimulatedApp, install, set_disk
from tests.faults.type_ahead import text_of
from tests.faults.world import NOON, DeadlockError, World

OWNED_TWICE_SECONDS = LEASE_CHECK + 1.5
"""How long two sessions may believe that they play the same game: a check, and the time that its statements take."""


class Outcome(NamedTuple):
    """How a run ended: the promise that was broken with what is known about it, or ''; and what happened."""

    broken: str
    about: str
    trace: list[str]
    choices: int


class BrokenPromiseError(Exception):
    """A promise was broken: its name, and what is known about it."""


class Watched:
    """A session that is watched: what it handed over, what was accepted, and what the player was told."""

    def __init__(self, name: str, run: Run, progress: Progress) -> None:
        self.name = name
        self.progress = progress
        self.accepted: dict[str, SessionSnapshot] = {}
        self._run = run
        self._handed: dict[str, SessionSnapshot] = {}
        writer: Any = progress._writer
        self._put, self._on_status = writer._put, writer._on_status
        writer._put, writer._on_status = self._take_save, self._take_status
        self._delete = progress.delete
        progress.delete = self._take_deletion  # type: ignore[method-assign]

    def _take_save(self, batch: Batch) -> None:
        self._handed |= {game_id: save.progress for game_id, save in batch.games.items()}
        self._put(batch)

    def _take_status(self, status: SaveStatus) -> None:
        self._run.tell(f"{self.name}: {status.state.value} {status.reason}".rstrip())
        if status.state is SaveState.SAVED:
            for game_id, progress in self._handed.items():
                self.check_stored(game_id, progress, "reported saved, but not stored")
        self._on_status(status)

    def _take_deletion(self, game_id: str) -> str:
        problem = self._delete(game_id)
        if not problem:
            self._handed.pop(game_id, None)
            self.accepted.pop(game_id, None)
        return problem

    def listen(self, play: Play, event: Event) -> None:
        """Take note of an event of a game."""
        is_begun = bool(play.session.steps or play.game.rev)  # else nothing has changed yet
        if isinstance(event, (Changed, Solved)) and is_begun and not play.is_read_only:
            self.accepted[play.game.id] = play.session.snapshot()
        if isinstance(event, Lost):
            self._run.tell(f"{self.name}: lost, {event.taken_back} moves taken back")
            self.accepted.pop(play.game.id, None)

    def hand_on(self, game_id: str, found: SessionSnapshot) -> None:
        """Leave a game to a session that goes on from what was accepted here: there will soon be more."""
        accepted = self.accepted.get(game_id)
        if accepted and accepted.steps == found.steps and accepted.head == found.head and not self._run.plays(game_id):
            del self.accepted[game_id]

    def check_stored(self, game_id: str, wanted: SessionSnapshot, promise: str) -> None:
        """Raise unless the database holds a state, or another session has the game."""
        row = self._run.stored(game_id)
        if row is None:
            problem = "it is not in the database"
        elif self.progress._writer._saver._lost.get(game_id, -1) >= 0 or row["lease"] not in ("", self.token):
            return  # which is another promise
        else:
            found, steps = (row["head"], row["length"]), (wanted.head, len(wanted.steps))
            problem = "" if found == steps else f"{found} of its steps are stored instead of {steps}"
        if problem:
            self._run.fail(promise, f"{self.name}, game {int(game_id, 16)}: {problem}")

    @property
    def token(self) -> str:
        """The lease of the session."""
        return self.progress._writer.token


class OtherSession:
    """A second session, which takes over the game that was played last."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.progress = Progress(database_path(), now=run.world.now)
        self.watched = Watched("other", run, self.progress)
        self.play: Play | None = None
        self.events: list[Event] = []

    def takes_over(self) -> None:
        """Open the last game and begin to play."""
        self.leaves()
        games = self.progress.games()
        if not games:
            return
        try:
            game, snapshot = self.progress.load(games[0].id)
        except StoreError as error:
            self._run.tell(f"other: {error}")
            return
        self._run.watched.hand_on(game.id, snapshot)
        self.play = Play(game, snapshot, self.progress, Settings(), monotonic=self._run.world.time)
        self.play.connect(self.events.append)
        self.play.begin()
        self.moves()

    def moves(self) -> None:
        """Change a cell."""
        if self.play is not None:
            self.play.cycle(self._run.world.chance.randrange(self.play.game.puzzle.geometry.cell_count))

    def leaves(self) -> None:
        """Leave the game."""
        if self.play is not None:
            self.play.leave()
            self.play = None


class Run:
    """One run of the app with a list of events."""

    def __init__(self, seed: int, home: Path) -> None:
        self.trace: list[str] = []
        self.disk = Disk()
        set_disk(self.disk)
        self.world = World(f"turns {seed}")
        self._broken: BrokenPromiseError | None = None
        self._owned_twice_since: float | None = None
        self._faulty_until = 0.0
        self.app = SimulatedApp(self.world, home, play_seconds=self.world.time, now=self.world.now)
        self.watched = Watched("app", self, self.app.progress)
        self.other = OtherSession(self)
        connect = Play.connect

        def connect_watched(play: Play, listen: Callable[[Event], None], *arguments: Any) -> None:
            watched = self.watched if play.store is self.app.progress else self.other.watched

            def hear(event: Event) -> None:
                watched.listen(play, event)
                listen(event)

            connect(play, hear, *arguments)

        self._connect = connect
        setattr(Play, "connect", connect_watched)  # noqa: B010 - mypy lets no method be replaced otherwise

    def tell(self, sentence: str) -> None:
        """Add a line to the trace."""
        self.trace.append(f"{self.world.time():9.3f}  {sentence}")

    def fail(self, promise: str, about: str) -> None:
        """Take note of a broken promise; `carry_out` raises it, because this may be called in any thread."""
        self._broken = self._broken or BrokenPromiseError(promise, about)

    def carry_out(self, events: Sequence[Happening]) -> Outcome:
        """Let everything happen, end the app, and return how that went."""
        broken, about = "", ""
        try:
            self._let_pass(0.5)
            for event in events:
                if self.app.task.done():
                    break
                self.tell(str(event))
                self._let_happen(event)
                self._let_pass(event.pause)
                self._check()
            self.tell("the app is told to end")
            self._end()
        except BrokenPromiseError as error:
            broken, about = error.args
        except DeadlockError as error:
            broken, about = "deadlock", str(error)
        finally:
            setattr(Play, "connect", self._connect)  # noqa: B010
        return Outcome(broken, about, self.trace, self.world.choices)

    def _let_happen(self, event: Happening) -> None:
        argument = event.argument
        match event.what:
            case "keys":
                self.app.type("".join([text_of(key) for key in argument.split()]))
            case "resize":
                self.app.resize(*argument)
            case "clock":
                moment, zone = argument
                self.world.zone = ZoneInfo(zone)
                self.world.wall_clock_offset = (
                    datetime.fromisoformat(moment) - NOON - timedelta(seconds=self.world.time())
                )
            case "disk":
                name, times, after = argument
                self.disk.fail(ERRORS[name], times, after=after)
            case "other session":
                {"takes over": self.other.takes_over, "moves": self.other.moves, "leaves": self.other.leaves}[
                    argument
                ]()

    def _let_pass(self, seconds: float) -> None:
        end = self.world.time() + seconds
        while self.world.time() < end and not self.app.task.done():
            self.app.run_for(min(0.25, end - self.world.time()))
            self._check()

    def _check(self) -> None:
        if self._broken is not None:
            raise self._broken
        if fault := self.app.fault:
            raise BrokenPromiseError("exception", fault)
        now = self.world.time()
        if self.disk.left:
            self._faulty_until = now + OWNED_TWICE_SECONDS
        if not self._is_owned_twice():
            self._owned_twice_since = None
        elif self._owned_twice_since is None:
            self._owned_twice_since = now
        elif now - self._owned_twice_since > OWNED_TWICE_SECONDS and now > self._faulty_until:
            raise BrokenPromiseError("owned twice", f"since {self._owned_twice_since:.3f}")

    def _is_owned_twice(self) -> bool:
        other = self.other.play
        if other is None or other.is_read_only or self.app.task.done():
            return False
        if not self.plays(other.game.id):
            return False
        row = self.stored(other.game.id)  # whoever has not saved yet has not taken it either
        is_lost = other.notice_loss()
        return row is not None and row["lease"] in (self.watched.token, self.other.watched.token) and not is_lost

    def plays(self, game_id: str) -> bool:
        """Return whether the app has a game open, and may change it."""
        plays = [screen.play for screen in self.app.app.screen_stack if isinstance(screen, PlayScreen)]
        return any(play.game.id == game_id and not play.is_read_only for play in plays)

    def _end(self) -> None:
        try:
            is_saved = self.app.end()
        except AssertionError as error:
            raise BrokenPromiseError("does not end", str(error)) from None
        is_other_saved = self.other.progress.close(5.0)
        self._check()
        for watched, is_written in ((self.watched, is_saved), (self.other.watched, is_other_saved)):
            self.tell(f"{watched.name} has ended, {'everything' if is_written else 'not everything'} is saved")
            for game_id, snapshot in watched.accepted.items() if is_written else ():
                watched.check_stored(game_id, snapshot, "a move was lost")
        self._check()

    def stored(self, game_id: str) -> sqlite3.Row | None:
        """Return what the database holds of a game, read around the simulated disk and the locks.

        Nothing writes to the file meanwhile: turns change between statements only.
        """
        with closing(sqlite3.connect(f"{database_path().as_uri()}?immutable=1", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            row: sqlite3.Row | None = connection.execute(
                "SELECT head, length, lease, rev FROM game WHERE id = ?", (game_id,)
            ).fetchone()
        return row


def simulate(seed: int, events: Sequence[Happening]) -> Outcome:
    """Run the app once."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as directory:
        try:
            return Run(seed, Path(directory) / "home").carry_out(events)
        finally:
            os.chdir("/")


def shrunk(seed: int, events: Sequence[Happening], broken: str, tries: int) -> list[Happening]:
    """Return the fewest events found in so many tries with which a seed breaks the same promise."""
    return shrink(events, lambda some: simulate(seed, some).broken == broken, tries)


def main() -> None:
    """Try seeds as the arguments say, and print the figures and the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-40", help="the first and the last seed")
    parser.add_argument("--mutant", choices=MUTANTS, default="", help="break the program like this")
    parser.add_argument("--tries", type=int, default=150, help="the most runs that are made to shrink a failing seed")
    parser.add_argument("--trace", action="store_true", help="print what happens")
    arguments = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets would differ from run to run
        command = [sys.executable, "-m", "tests.faults.simulate", *sys.argv[1:]]
        os.execve(sys.executable, command, os.environ | {"PYTHONHASHSEED": "0"})
    install(has_slow_queues=True)
    break_program(arguments.mutant)
    first, _, last = arguments.seeds.partition("-")
    figures = Figures(seeds=0, events=0, choice_points=0, broken=0)
    began = time.monotonic()
    for seed in range(int(first), int(last or first) + 1):
        events = random_events(seed)
        outcome = simulate(seed, events)
        figures.update(seeds=1, events=len(events), choice_points=outcome.choices)
        if arguments.trace:
            print("\n".join(outcome.trace))
        if outcome.broken:
            print(f"seed {seed}: {outcome.broken}: {outcome.about}", file=sys.stderr, flush=True)
            few = shrunk(seed, events, outcome.broken, arguments.tries)
            again = simulate(seed, few)
            print(f"{len(few)} events:", *again.trace, sep="\n", file=sys.stderr, flush=True)
            figures.note("broken", f"seed {seed}: {again.broken}: {again.about}; events: {[str(it) for it in few]}")
            if arguments.mutant:
                break
    seconds = round(time.monotonic() - began, 1)
    print(json.dumps({**figures, "seconds": seconds, "first_trouble": figures.first_trouble}))


if __name__ == "__main__":
    main()
