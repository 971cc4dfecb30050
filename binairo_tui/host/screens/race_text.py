"""Texts about races on a host: results, tables, and the large digits of the countdown."""

from collections.abc import Sequence

from binairo_tui.engine import wording
from binairo_tui.host.client.host_client import RaceResult, RoomReport
from binairo_tui.player.text import clock_text, ordinal, plain
from binairo_tui.tui.view.race_text import NAME_WIDTH
from binairo_tui.tui.view.spans import GAP, column


def tenths_text(elapsed_ms: int) -> str:
    """Return a time in a race as text, such as `2:05.3`."""
    return f"{clock_text(elapsed_ms)}.{elapsed_ms // 100 % 10}"


def margin_text(first_ms: int, other_ms: int) -> str:
    """Return by how much `other_ms` exceeds `first_ms`, as both are shown: text such as `0.3 s` or `1:02.5`."""
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


def result_line(result: RaceResult) -> str:
    return f"{column(plain(result.name), NAME_WIDTH)} {result_text(result)}"


def storm_standing(room: RoomReport) -> str:
    """Return a line with the number of solved boards for each player in a Storm that is running, the best first."""
    rows = [(racer.filled, racer.name, "" if racer.is_here else "away") for racer in room.racers]
    rows += [(result.solved or 0, result.name, "left") for result in room.results]
    rows.sort(key=lambda row: -row[0])
    lines = [f"{column(plain(name), NAME_WIDTH)} {solved:>2} solved{GAP}{state}" for solved, name, state in rows]
    return "\n".join(lines)


def storm_table(results: Sequence[RaceResult]) -> str:
    """Each line has place, solved boards, and how far behind the winner: in boards or, if they are equal, in time."""
    lines = []
    for result in results:
        fewer = (results[0].solved or 0) - (result.solved or 0)
        later = f"+{margin_text(results[0].elapsed_ms, result.elapsed_ms)}"
        behind = f"{GAP}{-fewer if fewer else later}" if result.place > 1 else ""
        lines.append(result_line(result) + behind)
    return "\n".join(lines)


def rematch_text(room: RoomReport, own: str) -> str:
    ready = [plain(racer.name) for racer in room.racers if racer.is_ready and racer.name != own]
    return f"Ready for a rematch: {wording.join_words(ready)}." if ready else ""
