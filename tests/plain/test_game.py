"""One game in plain mode, whatever the player types."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import Board, parse_puzzle
from binairo_tui.game import GameSession, SessionSnapshot, SolveStyle
from binairo_tui.plain.asking import TICK_SECONDS
from binairo_tui.plain.commands import COMMANDS, CommandError, ParsedCommand, Takes, parse_command
from binairo_tui.plain.game import PlainGame
from binairo_tui.plain.speech import line_text, needs_text, spoken
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import FillAsked, GameStore
from binairo_tui.settings import Settings
from binairo_tui.store.games import SavedGame, new_game
from binairo_tui.store.writer import SaveVerdict
from tests.plain.talks import NOON, solving_lines, talk
from tests.strategies import every_kind, puzzles, to_puzzle


class NoDisk(GameStore):
    """Keeps what it is given to save, and nothing else."""

    def __init__(self) -> None:
        self.saved: list[SessionSnapshot] = []

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.saved.append(snapshot)

    def settle(self, game: SavedGame, timeout: float) -> SaveVerdict:
        return SaveVerdict.SAVED

    def today(self) -> date:
        return NOON.date()


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """What a player may type, mostly to some purpose."""
    number = st.integers(1, 6)
    cell = st.builds("r{}c{}".format, number, number)
    fill = st.builds("{} {}".format, cell, st.sampled_from("01."))
    follows = {Takes.CELL: cell, Takes.ROW: number, Takes.COLUMN: number, Takes.COUNT: number}
    names = [it for it in COMMANDS if it.name not in ("menu", "quit", "next", "again", "drills", "save")]
    orders = [st.builds(f"{it.name} {{}}".format, follows.get(it.takes, st.just(""))) for it in names]
    return draw(st.lists(fill | fill | cell | st.one_of(orders), max_size=25))


@given(puzzles().map(to_puzzle), lines(), st.sampled_from([Settings(), Settings(help="lines"), Settings(help="off")]))
def test_any_orders_are_answered_in_harmless_lines_and_kept(puzzle, typed, chosen) -> None:  # type: ignore[no-untyped-def]
    game, progress = new_game(puzzle, title="any", now=NOON), NoDisk()
    play = PlainGame(Play(game, game.progress, progress, chosen, monotonic=lambda: 0.0))
    said = play.begin()
    for text in typed:
        try:
            order = parse_command(text, puzzle)
        except CommandError:
            continue
        if order is not None:
            before = play.session.position
            answer = play.answer(order)
            assert answer
            said += answer
            if order.name == "place" and play.session.position != before:
                row = order.cell // puzzle.width
                assert answer[0] == line_text(puzzle, play.session.position, row, verbose=play.verbose)
    assert all(line.isascii() and line.isprintable() for line in said)
    if progress.saved:
        again = GameSession.resume(puzzle, progress.saved[-1], play.session.clock)
        assert again.position == play.session.position
        assert again.steps == play.session.steps


class Bare(FillAsked):
    """A question that is false, as every tuple without fields is."""

    def __bool__(self) -> bool:
        return False


def test_a_question_without_fields_can_be_answered() -> None:
    game = new_game(parse_puzzle("4x4;0..1.1......0..0"), title="any", now=NOON)
    play = PlainGame(Play(game, game.progress, NoDisk(), Settings(), monotonic=lambda: 0.0))
    play.asked = Bare(SolveStyle.HELPED, solves=False)
    assert play.answer(ParsedCommand("no")) == ["Not filled in."]


@pytest.mark.parametrize("size", [(4, 4), (5, 5), (4, 5)])
def test_every_rule_of_the_board_is_said(size: tuple[int, int]) -> None:
    kinds = every_kind(*size)
    games = [new_game(puzzle, title="any", now=NOON) for puzzle in kinds]
    plays = [PlainGame(Play(it, it.progress, NoDisk(), Settings(), monotonic=lambda: 0.0)) for it in games]
    assert len({play.begin()[0] for play in plays}) == len(kinds)


def test_the_key_of_a_game_is_printed_and_imported(tmp_path: Path) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    key = Board(puzzle, puzzle.geometry.place(puzzle.givens, 1, "1")).key()
    assert key in talk(tmp_path / "a.db", "r1c2 1", "key", "quit", puzzle=puzzle)
    assert talk(tmp_path / "b.db", "import", key, "", "key", "quit").count(key) == 1


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Your 3rd-best of 12, 0:41 behind your best.", "Your 3rd-best of 12, 41 seconds behind your best."),
        ("Expected for you: about 1:02:05.", "Expected for you: about 1 hour 2 minutes 5 seconds."),
        ("row 1: 1 0", "row 1: 1 0"),
    ],
)
def test_times_are_spoken_in_words(sentence: str, words: str) -> None:
    assert spoken(sentence) == words


def begun(pause_after_minutes: int) -> tuple[PlainGame, Callable[[int], None]]:
    """Begin a game; return it, and a function that lets so many ticks of silence pass."""
    puzzle = parse_puzzle("4x2;.1..0...;lines=any")
    saved, now = new_game(puzzle, title="any", now=NOON), 0.0
    options = Settings(pause_after_minutes=pause_after_minutes)
    play = Play(saved, saved.progress, NoDisk(), options, monotonic=lambda: now)
    game = PlainGame(play)
    game.begin()

    def be_silent(ticks: int) -> None:
        nonlocal now
        for _ in range(ticks):
            now += TICK_SECONDS
            play.tick()

    return game, be_silent


def test_the_clock_stands_still_after_long_silence_and_runs_again_with_the_next_order() -> None:
    game, be_silent = begun(pause_after_minutes=1)
    be_silent(10)
    assert game.session.clock.elapsed_ms == 0
    assert game.come_back() == ["You were away: the time since your last command does not count."]
    assert game.come_back() == []
    game.answer(ParsedCommand("board"))
    be_silent(1)
    assert game.session.clock.elapsed_ms == TICK_SECONDS * 1000
    assert game.come_back() == []


def test_without_a_limit_silence_is_playing_time() -> None:
    game, be_silent = begun(pause_after_minutes=0)
    be_silent(1000)
    assert game.session.clock.elapsed_ms == 15_000_000
    assert game.come_back() == []


def test_a_puzzle_without_a_band_is_graded_when_it_is_solved(tmp_path: Path) -> None:
    puzzle = parse_puzzle("4x4;0..1.1......0..0")
    seen: list[str] = []
    talk(
        tmp_path / "progress.db",
        *solving_lines(puzzle),
        puzzle=puzzle,
        title="typed",
        look=lambda progress: seen.extend([result.band for result in progress.results()]),
    )
    assert seen == ["Easy"]


def test_a_line_that_may_have_more_of_either_value_takes_at_most_so_many() -> None:
    puzzle = parse_puzzle(f"5x4;01...01010{'.' * 10};odd=either")
    assert [needs_text(puzzle, puzzle.givens, line) for line in (0, 1, 4)] == [
        "It takes at most two 0s and two 1s.",
        "It is full.",
        "It needs two 1s.",
    ]
