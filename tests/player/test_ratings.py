"""Ratings: the paper's example, the same games in any order, players of known strength, and what cheating gains."""

from datetime import UTC, date, datetime
from math import exp
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.engine import ONE, Puzzle
from binairo_tui.game.aids import NO_AID, Aid
from binairo_tui.game.steps import SessionSnapshot
from binairo_tui.player.glicko import LEAST, MOST, Rating, rate
from binairo_tui.player.progress import Progress
from binairo_tui.player.ratings import (
    KIND,
    LEAST_SOLVES,
    SURE,
    Played,
    Ratings,
    change_text,
    counts,
    is_kind,
    kind_name,
    own_rating,
    rating_text,
    replay,
    solve_game,
    standing_text,
)
from binairo_tui.player.statistics import reference_ms
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.queries import PuzzleKind

KINDS = [PuzzleKind(8, 8, "Easy"), PuzzleKind(10, 10, "Hard"), PuzzleKind(6, 8, "Medium")]
NAMES = ["ada", "berta", "carl", "8x8 Easy", "10x10 Hard"]
GAMES = st.builds(
    Played,
    st.integers(1, 4),
    st.sampled_from(NAMES[:3]),
    st.sampled_from(NAMES[1:]),
    st.sampled_from([0.0, 0.5, 1.0, 0.3]),
).filter(lambda game: game.first != game.second)


def test_the_example_of_the_paper() -> None:
    opponents = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = rate(Rating(1500, 200), opponents)
    assert found == pytest.approx((1464.06, 151.52, 0.05999), abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_a_rating_more_volatile() -> None:
    calm = rate(Rating(1500, 50), [(Rating(1500, 50), 0.5)] * 5)
    upset = rate(Rating(1500, 50), [(Rating(1200, 50), 0.0)] * 20)
    assert calm.volatility < 0.06 < upset.volatility


def test_without_games_one_is_less_sure() -> None:
    rating = Rating(1600, 50)
    assert rate(rating, []) == rating.after(1)
    assert 50 < rating.after(30).deviation < rating.after(365).deviation < MOST
    assert rating.after(100_000) == Rating(1600, MOST)


@settings(max_examples=25)
@given(st.lists(GAMES, max_size=12), st.randoms(use_true_random=False))
def test_the_order_in_which_games_arrive_does_not_matter(games: list[Played], random: Random) -> None:
    shuffled = random.sample(games, len(games))
    first, second = Ratings(), Ratings()
    assert list(replay(games, first)) == list(replay(shuffled, second))
    assert {name: first.of(name, 9) for name in NAMES} == {name: second.of(name, 9) for name in NAMES}


@settings(max_examples=25)
@given(st.lists(GAMES, max_size=12))
def test_ratings_stay_within_bounds_and_kinds_keep_their_average(games: list[Played]) -> None:
    ratings = Ratings()
    for _ in replay(games, ratings):
        names = ratings._known | ratings._guesses
        found = [ratings.of(name, 0) for name in names]
        assert all(LEAST <= rating.deviation <= MOST for rating in found)
        kinds = [ratings.of(name, 0).value for name in names if is_kind(name)]
        assert not kinds or sum(kinds) / len(kinds) == pytest.approx(KIND.value)


def time_of(strength: float, kind: PuzzleKind, random: Random) -> int:
    """Return the time of a player who is `strength` units of the logarithm faster than the reference, with luck."""
    return round(reference_ms(kind) * exp(-strength + random.gauss(0, 0.35)))


def rank_correlation(first: list[float], second: list[float]) -> float:
    """Return Spearman's rank correlation."""
    ranks = [[sorted(values).index(value) for value in values] for values in (first, second)]
    count, apart = len(first), sum([abs(a - b) ** 2 for a, b in zip(*ranks, strict=True)])
    return 1 - 6 * int(apart) / (count * (count**2 - 1))


def simulate(games: int, seed: int, mode: str) -> float:
    """Return how well ratings order 20 players of known strength after some games each, by solves or in races."""
    random = Random(seed)
    strengths = [random.gauss(0, 0.6) for _ in range(20)]
    played: list[Played] = []
    for game in range(games):
        day = 1 + game // 3
        order = random.sample(range(20), 20)
        if mode == "solves":
            for number in order:
                kind = random.choice(KINDS)
                played.append(solve_game(day, f"p{number}", kind, time_of(strengths[number], kind, random)))
        else:
            for a, b in zip(order[::2], order[1::2], strict=True):
                times = [time_of(strengths[number], KINDS[0], random) for number in (a, b)]
                played.append(Played(day, f"p{a}", f"p{b}", float(times[0] < times[1])))
    ratings = Ratings()
    for _ in replay(played, ratings):
        pass
    return rank_correlation(strengths, [ratings.of(f"p{number}", 99).value for number in range(20)])


@pytest.mark.parametrize(
    ("mode", "least"), [("solves", {5: 0.85, 20: 0.93, 50: 0.96}), ("races", {5: 0.5, 20: 0.8, 50: 0.85})]
)
def test_players_of_known_strength_are_ordered(mode: str, least: dict[int, float]) -> None:
    for games, correlation in least.items():
        found = [simulate(games, seed, mode) for seed in range(3)]
        print(mode, games, [round(it, 3) for it in found])
        assert sum(found) / 3 >= correlation


def after(games: list[Played], name: str = "ada") -> Rating:
    ratings = Ratings()
    for _ in replay(games, ratings):
        pass
    return ratings.of(name, games[-1].day + 1)


def settled() -> list[Played]:
    """Games after which the rating of ada, who is as fast as the reference, is certain."""
    return [solve_game(1 + day, "ada", KINDS[0], round(reference_ms(KINDS[0]))) for day in range(20)]


def test_accounts_that_are_made_to_lose_gain_nothing() -> None:
    honest = settled()
    assert after(honest).deviation <= SURE
    farmed = [*honest, *[Played(21, "ada", f"puppet{number}", 1.0) for number in range(100)]]
    assert after(farmed).value == after(honest).value


def test_a_ring_of_new_accounts_makes_nobody_sure() -> None:
    ring = [Played(day, "ada", f"puppet{number}", 1.0) for day in range(1, 9) for number in range(40)]
    assert after(ring).value > 1700
    assert after(ring).deviation > SURE
    assert after([*ring, *[game._replace(day=game.day + 8) for game in settled()]]) == after(
        [game._replace(day=game.day + 8) for game in settled()]
    )


def test_who_loses_on_purpose_to_new_accounts_gains_nothing_by_beating_them_later() -> None:
    honest = settled()
    lost = [Played(day, f"puppet{number}", "ada", 1.0) for day in range(21, 25) for number in range(10)]
    won = [Played(day, "ada", f"puppet{number}", 1.0) for day in range(25, 29) for number in range(10)]
    assert after([*honest, *lost, *won]).value == after(honest).value


def test_a_race_of_certain_players_counts_for_both() -> None:
    both = settled() + [game._replace(first="berta") for game in settled()]
    raced = [*both, Played(21, "ada", "berta", 1.0)]
    assert after(raced).value > after([*both, Played(21, "carl", KINDS[0].band, 1.0)]).value
    lost, before = after(raced, "berta"), after(both, "berta")
    assert lost.value < before.value


def test_a_kind_is_rated_by_players_of_certain_strength_or_once_it_is_forgotten_by_everybody() -> None:
    name, slow = kind_name(KINDS[0]), round(2 * reference_ms(KINDS[0]))
    forgotten = [*settled(), Played(9_000, "berta", "carl", 1.0)]
    assert after(forgotten, name).deviation > SURE
    assert (
        after([*forgotten, solve_game(9_000, "dora", KINDS[0], slow)], name).deviation
        < after(forgotten, name).deviation
    )
    known, day = settled(), 21
    idle = [*known, Played(day, "berta", "carl", 1.0)]
    assert after([*known, solve_game(day, "carl", KINDS[0], slow)], name) == after(idle, name)
    assert after([*known, solve_game(day, "ada", KINDS[0], slow)], name).deviation < after(idle, name).deviation


def test_a_new_account_begins_without_a_rating_that_counts() -> None:
    assert Ratings().of("ada2", 30) == Rating()
    assert Rating().deviation > SURE
    slow = [solve_game(day, "ada", KINDS[0], round(3 * reference_ms(KINDS[0]))) for day in range(1, 20)]
    again = [solve_game(day, "ada2", KINDS[0], round(3 * reference_ms(KINDS[0]))) for day in range(20, 39)]
    assert after([*slow, *again], "ada2").value == pytest.approx(after(slow).value, abs=25)


def test_a_kind_that_was_not_played_for_long_still_counts() -> None:
    later = solve_game(60, "ada", KINDS[1], round(reference_ms(KINDS[1]) / 3))
    daily = [solve_game(day, "ada", KINDS[0], round(reference_ms(KINDS[0]))) for day in range(20, 60)]
    assert after([solve_game(1, "ada", KINDS[1], 1), *daily, later]).value > after(daily).value


def test_a_kind_that_is_hard_for_everybody_is_rated_higher() -> None:
    ratings = Ratings()
    games = [
        solve_game(day, f"p{number}", kind, round(factor * reference_ms(kind)))
        for day in range(1, 30)
        for number in range(5)
        for kind, factor in ((KINDS[0], 0.7), (KINDS[1], 1.4))
    ]
    for _ in replay(games, ratings):
        pass
    assert ratings.of(kind_name(KINDS[0]), 30).value + 100 < ratings.of(kind_name(KINDS[1]), 30).value


def solve(path: Path, number: int, elapsed_ms: int, day: int, *, aids: Aid = NO_AID, size: int = 8) -> str:
    """Save a solve of a puzzle of a collection, and return the id of its game."""
    now = datetime(2024, 2, day, 12, tzinfo=UTC)
    game = new_game(Puzzle(size, size), title="a", now=now, band="Easy", collection="8x8", number=number)
    return finish(path, game, now, elapsed_ms, aids)


def finish(path: Path, game: SavedGame, now: datetime, elapsed_ms: int, aids: Aid = NO_AID) -> str:
    progress = Progress(path, now=lambda: now)
    progress.finish(game, SessionSnapshot(0, elapsed_ms, 0, (), aids))
    assert progress.close(30)
    return game.id


def test_one_s_own_solves_are_rated(tmp_path: Path) -> None:
    path, usual = tmp_path / "progress.db", round(reference_ms(KINDS[0]))
    progress = Progress(path)
    try:
        assert standing_text(progress.first_solves(), date(2024, 2, 20)) == ""
        for number in range(1, LEAST_SOLVES):
            solve(path, number, usual // 2, 1)
        assert standing_text(progress.first_solves(), date(2024, 2, 1)) == ""
        first_rated = solve(path, LEAST_SOLVES, usual // 2, 1)
        only = own_rating(progress.first_solves(), date(2024, 2, 1))
        assert only is not None
        assert change_text(progress.first_solves(), date(2024, 2, 1), first_rated) == f"Rating {rating_text(only)}."
        last = solve(path, LEAST_SOLVES + 1, usual // 2, 2)
        found = own_rating(progress.first_solves(), date(2024, 2, 2))
        assert found is not None
        days = [date(2024, 2, 1)] * LEAST_SOLVES + [date(2024, 2, 2)]
        assert sorted([it.day for it in progress.first_solves() if counts(it)]) == days
        assert found.value > 1600
        for uncounted in (
            solve(path, 1, 1000, 3),  # played again
            solve(path, 10, 1000, 4, aids=Aid.HINT),
            solve(path, 10, 1000, 5),  # solved with help before
            solve(path, 11, 1000, 6, size=4),
        ):
            assert change_text(progress.first_solves(), date(2024, 2, 6), uncounted) == ""
        solves, today = progress.first_solves(), date(2024, 2, 2)
        assert own_rating(solves, today) == found
        before, later = own_rating(solves, today, last), own_rating(solves, date(2025, 2, 2))
        assert before is not None
        assert later is not None
        gained = round(found.value) - round(before.value)
        assert change_text(solves, today, last) == f"Rating {rating_text(found)}, +{gained}."
        assert standing_text(solves, today) == f"rated {rating_text(found)}"
        assert later.deviation > found.deviation
    finally:
        progress.close(30)


def test_imported_puzzles_without_a_title_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    for day, cell in enumerate((0, 1, 0), 1):
        puzzle = Puzzle(8, 8, Puzzle(8, 8).geometry.place(0, cell, ONE))
        now = datetime(2024, 2, day, 12, tzinfo=UTC)
        finish(path, new_game(puzzle, title="imported", now=now, band="Easy"), now, 60_000)
    progress = Progress(path)
    try:
        assert sorted([it.day.day for it in progress.first_solves() if counts(it)]) == [1, 2]
    finally:
        progress.close(30)
