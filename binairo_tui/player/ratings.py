"""Ratings of players and of kinds of puzzles, computed from the games that were played.

A kind of puzzle is a size and a difficulty. A solve is a game of the player against the kind. Its score follows from
the time: one half at the reference time of the kind, 0.8 at half that time, 0.2 at twice that time. A race is a game of
each player against every other player. A day is a period of Glicko-2: its games are rated together and in sorted order.
So the same games give the same ratings, no matter in which order they arrive.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from binairo_tui.game.aids import OWN_STYLES
from binairo_tui.player.glicko import Rating, rate
from binairo_tui.player.statistics import reference_ms
from binairo_tui.store.queries import PuzzleKind, RatedSolve

SURE = 110.0
"""A rating with at most this deviation counts as certain."""
UNSURE = SURE + 1
"""A guess is reported with at least this deviation: games among new players can make it look too certain."""
LEAST_CELLS = 36
"""Boards with fewer cells than this are not rated: on them, typing takes longer than thinking."""
LEAST_SOLVES = 5
"""A player's own rating is shown from this many rated solves on. With fewer, it is hardly more than a guess."""
KIND = Rating(deviation=100.0)
"""The rating of a kind of puzzle before its first game: about right, as the reference time allows for difficulty."""
YOU = "you"


class Played(NamedTuple):
    """A game between two players, or between a player, who is the `first`, and a kind of puzzle.

    `score` is the score of the first, from 0 (lost) to 1 (won). `day` is the ordinal of the date. Kinds have the names
    that `kind_name` returns; no player has such a name.
    """

    day: int
    first: str
    second: str
    score: float


class Ratings:
    """The ratings of all who have played, from the first day on.

    A player's rating follows from solves, and from races among players whose ratings are certain. If all races counted,
    players could raise their ratings by beating their own new accounts. Until a rating is certain, the player has a
    guess instead, which follows from all games.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[Rating, int]] = {}
        self._guesses: dict[str, tuple[Rating, int]] = {}
        """The guesses of players whose ratings are not certain."""

    def of(self, name: str, day: int) -> Rating:
        """Return the rating of a player or kind on a day, before the games of that day are rated."""
        known = _on(self._known, name, day)
        if is_kind(name) or known.deviation <= SURE:
            return known
        guess = self._guess(name, day)
        return guess._replace(deviation=UNSURE) if guess.deviation <= SURE else guess

    def _guess(self, name: str, day: int) -> Rating:
        return _on(self._guesses if name in self._guesses else self._known, name, day)

    def copy(self) -> "Ratings":
        """Return a copy to which days can be added without changing this object."""
        found = Ratings()
        found._known, found._guesses = dict(self._known), dict(self._guesses)
        return found

    def rate_day(self, day: int, games: Iterable[Played]) -> dict[str, Rating]:
        """Rate the games of a day, and return the new rating of each player and kind in them.

        A game between two players counts only if both ratings are certain, so that nobody gains anything by beating new
        accounts. The average rating of the kinds stays the same. Otherwise, when a player gets better, part of the gain
        would make the kinds look easier.
        """
        met: dict[str, list[tuple[Rating, float]]] = {}
        guessed: dict[str, list[tuple[Rating, float]]] = {}
        for game in sorted(games):
            first, second = self.of(game.first, day), self.of(game.second, day)
            is_sure = first.deviation <= SURE and second.deviation <= SURE
            if is_kind(game.second) or is_sure:
                met.setdefault(game.first, []).append((second, game.score))
            if is_sure or (is_kind(game.second) and (first.deviation <= SURE or second.deviation > SURE)):
                met.setdefault(game.second, []).append((first, 1 - game.score))
            guessed.setdefault(game.first, []).append((second, game.score))
            if not is_kind(game.second):
                guessed.setdefault(game.second, []).append((first, 1 - game.score))
        guesses = {name: (rate(self._guess(name, day), its), day) for name, its in guessed.items()}
        self._known |= {name: (rate(_on(self._known, name, day), its), day) for name, its in met.items()}
        is_unsure = {name: _on(self._known, name, day + 1).deviation > SURE for name in guesses}
        self._guesses = {name: it for name, it in (self._guesses | guesses).items() if is_unsure.get(name, True)}
        self._keep_average()
        return {name: self.of(name, day + 1) for name in met | guessed}

    def _keep_average(self) -> None:
        kinds = sorted(filter(is_kind, self._known))
        shift = sum([self._known[name][0].value - KIND.value for name in kinds]) / max(len(kinds), 1)
        for name in kinds:
            rating, day = self._known[name]
            self._known[name] = rating._replace(value=rating.value - shift), day


def _on(ratings: Mapping[str, tuple[Rating, int]], name: str, day: int) -> Rating:
    if name not in ratings:
        return KIND if is_kind(name) else Rating()
    rating, last = ratings[name]
    return rating.after(day - last - 1) if day > last + 1 else rating


def replay(games: Iterable[Played], ratings: Ratings | None = None) -> Iterator[tuple[int, dict[str, Rating]]]:
    """Update `ratings` day by day. Yield each day that has games, with the ratings that changed on it."""
    ratings = ratings or Ratings()
    for day, played in groupby(sorted(games), key=lambda game: game.day):
        yield day, ratings.rate_day(day, played)


def kind_name(kind: PuzzleKind) -> str:
    """Return the name of a kind of puzzle, such as `8x8 Hard`. No player's name contains a space."""
    return f"{kind.width}x{kind.height} {kind.band}"


def is_kind(name: str) -> bool:
    return " " in name


def solve_game(day: int, player: str, kind: PuzzleKind, elapsed_ms: int) -> Played:
    ratio = elapsed_ms / reference_ms(kind)
    return Played(day, player, kind_name(kind), 1 / (1 + ratio * ratio))


def own_rating(solves: Iterable[RatedSolve], today: date, without: str = "") -> Rating | None:
    """Return the player's rating from the first solves of puzzles; None if fewer than `LEAST_SOLVES` of them count.

    A solve counts if the player solved the puzzle without help. `without` is the id of a game whose solve is left out.
    After thousands of solves, this takes long: call it in a thread.
    """
    games = [
        solve_game(it.day.toordinal(), YOU, it.kind, it.elapsed_ms) for it in solves if it.id != without and counts(it)
    ]
    ratings = Ratings()
    days = [day for day, _ in replay(games, ratings)]
    return ratings.of(YOU, max(today.toordinal(), days[-1]) + 1) if len(games) >= LEAST_SOLVES else None


def counts(solve: RatedSolve) -> bool:
    """Return True if a solve is rated: without help, with a known difficulty, and with at least `LEAST_CELLS` cells."""
    big_enough = solve.kind.width * solve.kind.height >= LEAST_CELLS
    return solve.style in OWN_STYLES and bool(solve.kind.band) and big_enough


def rating_text(rating: Rating, before: Rating | None = None) -> str:
    """Return a rating as text, such as `1512 ± 48`; with the rating before, such as `1512 ± 48, +9`."""
    shown = f"{rating.value:.0f} ± {rating.deviation:.0f}"
    return f"{shown}, {round(rating.value) - round(before.value):+}" if before else shown


def standing_text(solves: Iterable[RatedSolve], today: date) -> str:
    """Return the player's rating, such as `rated 1512 ± 48`; empty if there is none yet."""
    found = own_rating(solves, today)
    return f"rated {rating_text(found)}" if found else ""


def change_text(solves: Sequence[RatedSolve], today: date, game_id: str) -> str:
    """Return text such as `Rating 1512 ± 48, +9.`, or '' if the solve or the player has no rating."""
    now, before = own_rating(solves, today), own_rating(solves, today, game_id)
    return "" if now is None or now == before else f"Rating {rating_text(now, before)}."
