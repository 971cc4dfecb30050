"""A game in play: the app and plain mode do the same, and nothing that was reported as saved is lost."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import SessionSnapshot, SolveStyle
from binairo_tui.game.aids import Aid
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import FillAsked, HintGiven, Lost, Refused, Solved
from binairo_tui.settings import Settings
from binairo_tui.store.games import new_game
from tests.player.adapters import Alone, Command, Face, InApp, Plain, Store, random_game
from tests.tui.conftest import OpenApp, collection, home, make_progress, open_app

__all__ = ["collection", "home", "make_progress", "open_app"]

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)
PUZZLES = [
    parse_puzzle(text)
    for text in (
        "4x2;.1..0...;lines=any",
        "6x4;0.1..........1..........",
        "4x4;.1......0.......",
        "4x6;........................;signs=r1c1=r1c2,r2c2xr3c2;lines=any",
        "6x6;1...10.....0.0.1.....11.0.....1.0...",
        "5x5;.........................",
        "6x6;00.......................00.........",
    )
]
SETTINGS = [Settings(), Settings(), Settings(), Settings(help="lines"), Settings(help="off")]


def state(play: Play) -> tuple[object, ...]:
    """Everything about a game in play that a player can see, or find again."""
    session, hint = play.session, play.questions.hint
    return (
        *(play.is_paused, play.is_read_only, play.outcome, play.questions.asked),
        hint and (hint.stages, play.questions.hint_page),
        *(session.head, session.steps, session.aids, session.marks, session.branch_depths, session.violations),
    )


def saves(store: Store) -> list[tuple[str, SessionSnapshot | None]]:
    """What was saved, but for a save just before leaving: the app makes one."""
    found: list[tuple[str, SessionSnapshot | None]] = [*store.saves]
    if len(found) > 1 and found[-1][0] == "leave" and found[-2] == ("save", found[-1][1]):
        del found[-2]
    return found


async def play_game(seed: int, make_face: Callable[[], Face]) -> list[object]:
    """Play the random game of a seed in two sessions; return everything that can be compared."""
    rng = Random(seed)
    puzzle, settings = rng.choice(PUZZLES), rng.choice(SETTINGS)
    game = new_game(puzzle, title="any", now=NOON, band="Easy")
    seen: list[object] = []
    for _ in range(2):
        face, store = make_face(), Store(game)
        await face.open(game, store, settings)
        for command in random_game(puzzle, rng):
            await face.give(command)
            seen.append((command, [*face.told], state(face.play)))
        await face.close()
        seen.append((saves(store), store.solves))
        game = game._replace(progress=store.last_saved(game), rev=len(store.saves))
    return seen


def assert_same(expected: list[object], found: list[object]) -> None:
    for number, (left, right) in enumerate(zip(expected, found, strict=True)):
        assert left == right, f"command {number}"


async def test_plain_mode_does_what_a_game_in_play_does() -> None:
    for seed in range(40):
        assert_same(await play_game(seed, Alone), await play_game(seed, Plain))


@pytest.mark.parametrize("part", range(2))
async def test_the_app_does_what_a_game_in_play_does(open_app: OpenApp, part: int) -> None:
    async with open_app() as player:
        for seed in range(2 * part, 2 * part + 2):
            assert_same(await play_game(seed, Alone), await play_game(seed, lambda: InApp(player)))


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
async def test_the_app_does_what_a_game_in_play_does_at_length(open_app: OpenApp, part: int) -> None:
    async with open_app() as player:
        for seed in range(1000 + 10 * part, 1010 + 10 * part):
            assert_same(await play_game(seed, Alone), await play_game(seed, lambda: InApp(player)))


async def test_random_games_meet_everything_that_can_happen() -> None:
    """The tests above mean something only if the random games often solve, refuse, lose and hint."""
    names = [
        type(event).__name__
        for seed in range(40)
        for item in await play_game(seed, Alone)
        if isinstance(item, tuple) and isinstance(item[0], Command)
        for event in item[1]
    ]
    kinds = ("Changed", "Refused", "HintGiven", "WhyGiven", "CheckGiven", "Solved", "PauseChanged", "Lost")
    assert {kind: names.count(kind) >= 5 for kind in kinds} == dict.fromkeys(kinds, True)


async def opened(text: str = "4x4;.1......0.......", band: str = "Easy", settings: Settings = SETTINGS[0]) -> Alone:
    """Open a new game."""
    game = new_game(parse_puzzle(text), title="any", now=NOON, band=band)
    face = Alone()
    await face.open(game, Store(game), settings)
    return face


@pytest.mark.parametrize(("collection", "counted"), [("", 30), ("8x8", 30), ("daily/8x8", 330)])
def test_idle_time_before_an_automatic_pause_counts_only_in_daily_puzzles(collection: str, counted: int) -> None:
    game, seconds = new_game(PUZZLES[0], title="any", now=NOON, collection=collection, number=bool(collection)), [0.0]
    play = Play(game, game.progress, Store(game), Settings(pause_after_minutes=5), monotonic=lambda: seconds[0])
    play.begin()
    play.resume()
    for second in range(1, 331):
        seconds[0] += 1
        play.tick()
        if second == 30:
            play.place(0, "1")
    assert play.is_paused
    assert play.session.clock.elapsed_ms == counted * 1000
    play.pause()
    seconds[0] += 7
    play.place(0, "0")
    assert [step.at_ms for step in play.session.steps] == [30_000, (counted + 7) * 1000]


def test_each_call_says_when_the_next_one_is_due() -> None:
    game, seconds = new_game(PUZZLES[0], title="any", now=NOON), [0.0]
    play = Play(game, game.progress, Store(game), Settings(pause_after_minutes=2), monotonic=lambda: seconds[0])
    play.begin()
    play.resume()
    seconds[0] = 45
    assert play.tick() == 15_000
    play.touch()
    seconds[0] = 130
    assert play.tick() == 35_000, "the automatic pause comes before the next whole minute"
    seconds[0] = 165
    play.tick()
    assert play.is_paused
    assert play.session.clock.elapsed_ms == 45_000


def test_the_clock_is_saved_however_seldom_it_is_looked_at() -> None:
    game, seconds = new_game(PUZZLES[0], title="any", now=NOON), [0.0]
    store = Store(game)
    play = Play(game, game.progress, store, Settings(pause_after_minutes=0), monotonic=lambda: seconds[0])
    play.begin()
    play.resume()
    play.place(0, "1")
    seconds[0] = 60
    play.tick()
    assert store.saves[-1][1].elapsed_ms == 60_000


async def test_what_an_event_tells_is_saved_already() -> None:
    face = await opened()
    saved: list[bool] = []

    def listen(event: object) -> None:
        handed_over = face.store.saves[-1][1] if face.store.saves else None
        saved.append(handed_over == face.play.session.snapshot())

    face.play.connect(listen)
    for command in ("place", "branch", "fill", "undo", "hint", "check"):
        await face.give(Command(command, 0, "0"))
    assert len(saved) >= 6
    assert all(saved)


async def test_a_band_is_taken_once_and_saved_at_once_with_a_game_that_was_started() -> None:
    face = await opened(band="")
    face.play.take_band("Easy")
    assert not face.store.saves
    face.play.take_band("Hard")
    assert face.play.game.band == "Easy"
    face = await opened(band="")
    await face.give(Command("place", 0, "0"))
    count = len(face.store.saves)
    face.play.take_band("Easy")
    assert len(face.store.saves) == count + 1


async def test_the_band_of_a_lost_game_is_not_saved() -> None:
    face = await opened(band="")
    await face.give(Command("place", 0, "0"))
    await face.give(Command("lose", 0, "0"))
    face.store.is_taken = False
    count = len(face.store.saves)
    face.play.take_band("Easy")
    assert (face.play.game.band, len(face.store.saves)) == ("Easy", count)


async def test_a_band_found_after_the_player_left_does_not_overwrite_what_was_played_since() -> None:
    face = await opened(band="")
    await face.give(Command("place", 0, "0"))
    face.play.leave()
    again = Alone()
    game = face.play.game
    await again.open(game._replace(progress=face.store.last_saved(game), rev=1), face.store, SETTINGS[0])
    await again.give(Command("place", 2, "0"))
    face.play.take_band("Easy")
    assert face.store.last_saved(game).steps == again.play.session.steps


async def test_a_fill_that_is_refused_because_something_is_wrong_is_saved_as_help() -> None:
    face = await opened("4x4;0..1.1......0..0")
    await face.give(Command("place", 1, "1"))
    await face.give(Command("fill"))
    assert [type(event) for event in face.told] == [FillAsked, Refused]
    (_, saved) = face.store.saves[-1]
    assert saved is not None
    assert Aid.PROPAGATION in saved.aids


async def test_filling_everything_asks_before_it_changes_what_the_game_counts_as() -> None:
    face = await opened("6x6;1...10.....0.0.1.....11.0.....1.0...")
    play, before = face.play, face.play.session.position
    play.propagate()
    assert face.told == [FillAsked(SolveStyle.PROGRAM, solves=True)]
    assert (play.session.position, play.session.aids, face.store.saves) == (before, Aid(0), [])
    play.open_branch()
    play.place(1, "1")
    face.told.clear()
    play.propagate()
    assert face.told == [FillAsked(SolveStyle.HELPED, solves=False)]
    assert play.session.style is SolveStyle.UNAIDED
    play.agree(face.question())
    assert face.told[1:] == [FillAsked(SolveStyle.PROGRAM, solves=True)]
    assert (play.session.style, play.session.head) == (SolveStyle.HELPED, 2)
    play.agree(face.question())
    assert play.session.is_solved
    assert Aid.MOST_CELLS in play.session.aids


async def test_hints_ask_once_before_the_program_counts_as_the_solver() -> None:
    face = await opened("6x6;1...10.....0.0.1.....11.0.....1.0...")
    play, asked_at = face.play, []
    while not play.session.is_solved:
        face.told.clear()
        play.ask_hint()
        if isinstance(face.told[-1], FillAsked):
            asked_at.append(
                sum(cell not in (".", "") for cell in play.session.puzzle.geometry.text(play.session.position))
            )
            styles = [play.session.style]
            play.agree(face.question())
            assert [*styles, play.session.style] == [SolveStyle.HELPED, SolveStyle.PROGRAM]
    assert len(asked_at) == 1
    given = play.session.puzzle.given_count
    assert 4 * (asked_at[0] - given) <= 36 - given < 4 * (asked_at[0] - given + 3)


async def test_filling_everything_is_not_asked_about_again() -> None:
    face = await opened("6x6;" + "." * 36)
    for cell, asks in ((0, True), (6, False), (12, False)):
        face.play.place(cell, "1" if cell == 6 else "0")
        face.told.clear()
        face.play.propagate()
        assert isinstance(face.told[-1], FillAsked) is asks
        if asks:
            assert face.question() == FillAsked(SolveStyle.HELPED, solves=False)
            face.play.agree(face.question())


async def test_a_game_that_another_session_took_over_is_still_strict_and_shows_as_little() -> None:
    face = await opened(settings=Settings(help="off"))
    before = face.play.session
    await face.give(Command("lose", 0, "0"))
    after = face.play.session
    assert after is not before
    assert after.is_strict


async def test_moves_that_the_store_refuses_are_taken_back_and_later_ones_refused() -> None:
    face = await opened()
    await face.give(Command("place", 0, "0"))
    kept = face.play.session.position
    await face.give(Command("lose at the next save"))
    await face.give(Command("place", 3, "0"))
    assert [event for event in face.told if isinstance(event, Lost)] == [Lost(1)]
    assert face.play.session.position == kept
    await face.give(Command("place", 4, "0"))
    assert [type(event) for event in face.told] == [Refused]
    assert face.play.session.position == kept
    assert len(face.store.saves) == 1


async def test_a_new_hint_begins_with_its_first_stage() -> None:
    face = await opened("6x6;1...10.....0.0.1.....11.0.....1.0...")
    stages = []
    for name in ("hint", "hint", "hint", "undo", "hint", "hint", "place", "hint", "hint"):
        await face.give(Command(name, 1, "1"))
        stages += [event.page for event in face.told if isinstance(event, HintGiven)]
    assert stages == [0, 1, 2, 0, 1, 0, 1]


async def test_a_game_that_is_solved_twice_counts_once() -> None:
    face = await opened("4x4;0..1.1......0..0")
    for command in ("fill", "undo", "fill"):
        await face.give(Command(command))
    assert next(event for event in face.told if isinstance(event, Solved)).is_first is False
    assert face.store.solves == 1


async def test_a_solved_game_is_reopened_by_undo_alone() -> None:
    face = await opened("4x4;0..1.1......0..0")
    await face.give(Command("fill"))
    for command in ("restart", "place", "redo", "branch", "hint", "check"):
        await face.give(Command(command, 1, "0"))
        assert [type(event) for event in face.told] == [Refused]
        assert face.play.session.is_solved
    await face.give(Command("undo"))
    assert not face.play.session.is_solved
