"""Saves a game in play: decides when its state goes to the store, and what is recorded as its result."""

from collections.abc import Callable
from datetime import date

from binairo_tui.game import GameSession, SessionSnapshot, SolveStyle
from binairo_tui.player import play_interface, text
from binairo_tui.store.games import SavedGame

AUTOSAVE_MS = 15_000
"""The interval, in milliseconds of play, at which the cursor and the clock are saved even if no move was made.

While the player rests, `GameSaver.tick` is called only once a minute, so the interval is then a minute.
"""


class GameSaver:
    """Passes the states of `game` to a store. A new game is saved once it has a step or an aid.

    `snapshot` is the state that was loaded. `is_counted` is True if the game has already been solved before. In this
    case, no second result is recorded. Do not call any method after another session has taken over the game.
    """

    def __init__(
        self, game: SavedGame, store: play_interface.GameStore, snapshot: SessionSnapshot, *, is_counted: bool
    ) -> None:
        self._game = game
        self._store = store
        self._handed_over = snapshot
        self._has_lease = False
        self._is_left = False
        self._is_counted = is_counted

    def take_band(self, band: str, session: GameSession, *, saves: bool) -> SavedGame:
        """Set the band of the game, and return the game. If `saves`, a game that was started is saved at once."""
        self._game = self._game._replace(band=band)
        snapshot = session.snapshot()
        if saves and self._is_started(snapshot):
            self._hand_over(snapshot, self._store.save)
        return self._game

    def begin(self, session: GameSession) -> None:
        if self._game.rev and not session.is_solved:
            self._hand_over(self._handed_over, self._store.save)

    def save(self, session: GameSession) -> None:
        snapshot = session.snapshot()
        if not self._is_started(snapshot):
            self._handed_over = snapshot
        elif self._has_changed(session, snapshot):
            self._hand_over(snapshot, self._store.save)

    def tick(self, session: GameSession) -> None:
        """Call `save` if the last save is at least `AUTOSAVE_MS` of playing time ago."""
        if session.clock.elapsed_ms - self._handed_over.elapsed_ms >= AUTOSAVE_MS:
            self.save(session)

    def leave(self, session: GameSession) -> None:
        snapshot = session.snapshot()
        if self._is_started(snapshot) and (self._has_lease or self._has_changed(session, snapshot)):
            self._hand_over(snapshot, self._store.leave)
        self._is_left = True

    def finish(self, session: GameSession) -> play_interface.Outcome | None:
        """Save a solved game. If this is its first solve, record and return the outcome; otherwise return None."""
        if self._is_counted:
            self.save(session)
            return None
        self._is_counted = True
        outcome = _outcome(self._game, self._store, session.clock.elapsed_ms, session.style, self._store.today())
        self._hand_over(session.snapshot(), self._store.finish)
        return outcome

    def _has_changed(self, session: GameSession, snapshot: SessionSnapshot) -> bool:
        """Return True if a snapshot must be saved; moving the cursor on a solved board does not count as a change."""
        last = self._handed_over
        if session.is_solved:
            snapshot = snapshot._replace(cursor=last.cursor)
        return snapshot != last

    def _is_started(self, snapshot: SessionSnapshot) -> bool:
        return bool(snapshot.steps or snapshot.aids or self._game.rev)

    def _hand_over(self, snapshot: SessionSnapshot, save: Callable[[SavedGame, SessionSnapshot], None]) -> None:
        if not self._is_left:
            self._handed_over, self._has_lease = snapshot, True
            save(self._game, snapshot)


def earlier_outcome(game: SavedGame, store: play_interface.GameStore) -> play_interface.Outcome | None:
    """Return the outcome of a game that was solved before it was opened; None for any other game."""
    result = store.result(game.id) if game.rev else None
    return _outcome(game, store, result.elapsed_ms, result.style, result.day) if result else None


def restored(session: GameSession, stored: SessionSnapshot) -> GameSession:
    """Return a session with the steps of `stored`, and with the cursor, clock and help level of `session`."""
    found = GameSession.resume(session.puzzle, stored._replace(cursor=session.cursor), session.clock)
    found.shown = session.shown
    found.is_race, found.find_refusal = session.is_race, session.find_refusal
    return found


def _outcome(
    game: SavedGame, store: play_interface.GameStore, elapsed_ms: int, style: SolveStyle, day: date
) -> play_interface.Outcome:
    usual_ms = store.usual_ms(game)
    usual = f" {text.usual_text(usual_ms)}" if usual_ms is not None else ""
    kind = f"{text.plain(game.band)} {text.size_text(game.puzzle.width, game.puzzle.height)}" if game.band else ""
    standing = text.standing_text(style, store.rank(game, elapsed_ms, style), kind)
    return play_interface.Outcome(elapsed_ms, style, day, f"{standing}{usual}")
