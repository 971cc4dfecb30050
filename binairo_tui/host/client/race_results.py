"""The results of a race, and all sentences about them: place, time, margin, and who gave up."""

from collections.abc import Sequence
from typing import NamedTuple

from binairo_tui.engine import wording
from binairo_tui.player.text import clock_text, ordinal, plain


class RaceResult(NamedTuple):
    """The result of a racer.

    `elapsed_ms` is the time in ms. If the racer has not finished, it is 0, and so is `place`, unless the racer has won
    because all others gave up. `has_given_up` means that the racer left the race. In a Storm, `solved` is the number of
    solved boards, and `elapsed_ms` is the time of the last one; otherwise, `solved` is None.
    """

    name: str
    place: int
    elapsed_ms: int
    has_given_up: bool = False
    solved: int | None = None


class PastRace(NamedTuple):
    """A race that is over; `started_utc` is in seconds since 1970, and the winner is the first of the `racers`."""

    id: int
    title: str
    started_utc: int
    racers: tuple[RaceResult, ...]


class FinishedRace(NamedTuple):
    """A race that the player has finished; `place` is from 1 to `racer_count`, and `started_ms` is in ms since 1970."""

    id: int
    title: str
    started_ms: int
    elapsed_ms: int
    place: int
    racer_count: int


def tenths_text(elapsed_ms: int) -> str:
    """Return a time in a race as text, such as `2:05.3`."""
    return f"{clock_text(elapsed_ms)}.{elapsed_ms // 100 % 10}"


def margin_text(first_ms: int, other_ms: int) -> str:
    """Return by how much `other_ms` is longer, such as `0.3 s` or `1:02.5`: the difference of the times as shown."""
    tenths = other_ms // 100 - first_ms // 100
    if not tenths:
        return "less than 0.1 s"
    return f"{tenths / 10} s" if tenths < 600 else tenths_text(100 * tenths)


def result_text(result: RaceResult) -> str:
    """Return the result of a racer, such as `1st 0:05.0`, `gave up`, `not finished` or, in a Storm, `1st 12 boards`.

    For a racer who has won without finishing, because all others gave up, it is only `1st`.
    """
    if result.solved is not None:
        boards = wording.plural(result.solved, "board")
        return f"{ordinal(result.place)} {boards}" if result.place else boards
    if not result.place:
        return "gave up" if result.has_given_up else "not finished"
    return f"{ordinal(result.place)} {tenths_text(result.elapsed_ms)}" if result.elapsed_ms else ordinal(result.place)


def verdict_text(results: Sequence[RaceResult], name: str) -> str:
    """Return a sentence with the result of the racer `name`, such as `You won by 0.3 s.` or `2nd, 0.3 s behind anna.`.

    If `name` is not among the placed racers, the sentence says who won. `results` are those that are known, best first.
    """
    own = next((result for result in results if result.name == name), None)
    others = [result for result in results if result is not own]
    if own is None or not own.place:
        return _winner_text(results)
    if own.place > 1:
        winner = others[0]
        return f"{ordinal(own.place)}, {_lead(winner, own)} behind {plain(winner.name)}."
    if not others:
        return "You won."
    if others[0].place:
        return f"You won by {_lead(own, others[0])}."
    if all(result.has_given_up for result in others):
        return f"{wording.join_words([plain(result.name) for result in others])} gave up: you win."
    return f"You won: nobody else {'finished in time' if own.solved is None else 'solved a board'}."


def _lead(first: RaceResult, other: RaceResult) -> str:
    """Return by how much a racer is ahead of another: in boards or, if their numbers of boards are equal, in time."""
    boards = (first.solved or 0) - (other.solved or 0)
    return wording.plural(boards, "board") if boards else margin_text(first.elapsed_ms, other.elapsed_ms)


def _winner_text(results: Sequence[RaceResult]) -> str:
    solved = results[0].solved if results else None
    if not results or not results[0].place:
        return "Nobody finished." if solved is None else "Nobody solved a board."
    winner = plain(results[0].name)
    if solved is not None:
        return f"{winner} won with {wording.plural(solved, 'board')}."
    if not results[0].elapsed_ms:
        return f"{winner} won, because all others gave up."
    return f"{winner} won in {tenths_text(results[0].elapsed_ms)}."
