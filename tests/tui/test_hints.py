"""Hints and reasons while playing."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from binairo_tui.engine import Position, Puzzle, parse_puzzle
from binairo_tui.engine.hints import Hint, HintKind, find_hint
from binairo_tui.engine.techniques.registry import Nearness
from binairo_tui.game import Clock, GameSession, SolveStyle, StepKind
from binairo_tui.game.why import Why
from binairo_tui.player.hint_pages import hint_pages
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.appearance import Pointer
from binairo_tui.tui.view.hint_text import MOST_REASONS, NO_ADVICE, Advice, hint_advice, why_advice
from binairo_tui.tui.view.play_text import PlayStatus, panel_paragraphs
from tests.shipped import find_entry
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player

CLASSIC = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")

pytestmark = pytest.mark.start(CLASSIC)


def marks(player: Player) -> dict[int, str]:
    """The marks on the board by cell."""
    return {cell: look.mark for cell, look in enumerate(player.board.scene.look.cells) if look.mark}


async def test_a_hint_says_more_with_every_press_and_then_fills(player: Player) -> None:
    found = find_hint(CLASSIC, CLASSIC.givens, near=Nearness(0))
    assert found.proof
    givens = player.values()
    for stage in range(3):
        await player.ask("i")
        assert player.panel() == f"Hint {stage + 1} of 4: {found.stages[stage]}"
        assert player.board.scene.look.lines == {*found.lines}
        assert bool(marks(player)) == (stage == 2)
        assert ("i more" if stage < 2 else "i do it") in player.lines()[-1]
    because = dict.fromkeys(found.proof.because_cells, "*")
    assert marks(player) == because | dict.fromkeys(found.cells, "?")
    assert player.values() == givens
    await player.ask("i")
    assert player.panel() == found.stages[3]
    assert [step.kind for step in player.session.steps] == [StepKind.HINT]
    assert not marks(player)
    assert "i hint" in player.lines()[-1]
    assert not player.board.scene.look.lines
    await player.ask("i")
    assert player.panel().startswith("Hint 1 of 4: ")
    await player.press("u", "u")
    assert player.values() == givens


async def test_a_key_held_down_fills_nothing_that_was_not_read(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayScreen, "EXPLAINED_SECONDS", WAIT)
    await player.ask(*"iii")
    said = player.panel()
    await player.press(*"iiiiii")
    assert (player.panel(), player.session.head) == (said, 0)
    monkeypatch.setattr(PlayScreen, "EXPLAINED_SECONDS", 0.0)
    await player.ask("i")
    assert player.session.head == 1


def glyphs(player: Player) -> str:
    """What the board shows in its cells."""
    return "".join(look.glyph for look in player.board.scene.look.cells)


async def test_a_proof_is_walked_through_on_the_board_and_back(open_app: OpenApp) -> None:
    """A hint records no steps or values, only that help was used."""
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    async with open_app(puzzle) as player:
        await player.ask(*["i"] * 4)
        before = glyphs(player)
        shown = []
        for _ in range(6):
            await player.ask("i")
            shown.append((player.panel(), glyphs(player)))
        assert [text.partition(": ")[0] for text, _ in shown] == [f"Hint {number} of 11" for number in range(5, 11)]
        assert (shown[0][0], shown[-1][0]) == ("Hint 5 of 11: Suppose r1c2 is 0.", "Hint 10 of 11: So r1c2 is 1.")
        assert [cells.count("·") for _, cells in shown] == [17, 15, 13, 12, 12, 17]
        assert "I back" in player.lines()[-1]
        assert set(marks(player).values()) == {"?"}
        await player.press("I")
        assert (player.panel(), glyphs(player)) == shown[-2]
        assert set(marks(player).values()) == {"!"}
        for _ in range(5):
            await player.press("I")
        assert glyphs(player) == before
        assert not player.session.steps
        assert player.session.style is SolveStyle.HELPED
        for _ in range(7):
            await player.ask("i")
        assert [step.kind for step in player.session.steps] == [StepKind.HINT]
        assert player.values()[1] == "1"


async def test_a_reason_is_walked_through_with_its_own_key(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("6x4;..0......0........1..100")) as player:
        await player.press("right")
        await player.ask("y")
        assert player.panel().startswith("Reason 1 of 7: If r1c2 were 0, ")
        await player.ask("y")
        assert player.panel() == "Reason 2 of 7: Suppose r1c2 is 0."
        await player.ask("i")
        assert player.panel().startswith("Reason 3 of 7: ")
        for _ in range(4):
            await player.ask("y")
        assert player.panel() == "Reason 7 of 7: So r1c2 is 1."
        assert "i hint" in player.lines()[-1]  # a reason fills nothing
        await player.ask("i")
        assert player.panel().startswith("Hint 1 of 11: ")


async def test_a_proof_on_the_board_keeps_its_words(open_app: OpenApp) -> None:
    """Another sentence is shown before them, and supposed cells keep both brackets though the player marked them."""
    async with open_app(parse_puzzle("6x4;..0......0........1..100")) as player:
        await player.press("right", "m")
        await player.ask("y")
        await player.ask("y")
        supposed = player.panel()
        assert not player.board.scene.look.cells[1].is_noted
        player.screen.note("This comes first.")
        assert player.panel() == f"This comes first.\n{supposed}"
        assert player.board.scene.look.cells[1].glyph == "0"
        await player.ask("y")
        assert player.panel().startswith("Reason 3 of 7: ")


@pytest.mark.parametrize("is_walking", [True, False])
def test_broken_rules_of_the_game_are_not_said_beside_a_proof(is_walking: bool) -> None:
    session = GameSession(parse_puzzle("6x4;0.....0................."), Clock(lambda: 0.0))
    session.place(12, "0")
    said = [paragraph.text for paragraph in panel_paragraphs(session, PlayStatus(is_walking=is_walking))]
    assert any("three 0s together" in text for text in said) is not is_walking


async def test_a_complete_message_does_not_announce_the_counts_that_follow_it(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle(f"20x20;11{'.' * 398}")) as player:
        assert player.lines()[-2].startswith(" Missing in column 1: ")
        await player.press("e")
        assert player.lines()[-2] == " No rule is broken."
        await player.press("enter")
        assert player.lines()[-2].startswith(" Missing in column 1: ")
        await player.press("right", "right", "1")
        assert player.lines()[-2] == " Row 1: three 1s together (r1c1, r1c2, r1c3)."
        await player.press("down", "1", "left", "1", "left", "1")
        assert player.lines()[-2].endswith("…")
        await player.press("enter")
        assert player.lines()[-2].startswith(" Row 2: three 1s together")


async def test_the_cursor_may_move_but_any_command_ends_a_hint(player: Player) -> None:
    for keys in (("0",), ("x",), ("space",), ("f",), ("u",), ("r",), ("p", "p"), ("R",)):
        await player.ask("i", "i")
        await player.press("down", "up")
        assert player.panel().startswith("Hint 2 of ")
        assert player.board.scene.look.lines
        await player.press(*keys)
        assert "Hint" not in player.panel()
        assert not player.board.scene.look.lines
        await player.ask("i")
        assert player.panel().startswith("Hint 1 of ")
        await player.press("p", "p")


async def test_a_mistake_comes_first_and_is_emptied_alone(player: Player) -> None:
    await player.press("right", "0", "right", "0")
    await player.ask("i")
    found = player.play.questions.hint
    assert found
    assert player.panel() == f"Hint 1 of {len(hint_pages(found)) + 1}: One value on the grid is wrong."
    await player.ask("i")
    assert marks(player)[1] == "?"
    for _ in range(len(hint_pages(found)) - 2):
        await player.ask("i")
    assert player.panel().endswith("Press again to empty r1c2. Everything else stays.")
    assert marks(player)[1] == "?"
    await player.ask("i")
    assert player.panel() == "Emptied r1c2."
    assert (player.values()[:3], player.session.head) == ("1.0", 3)
    assert not marks(player)
    await player.ask("g")
    assert "No mistakes to undo" in player.panel()
    await player.press("u")
    await player.ask("i", "g")
    assert player.values()[:3] == "1.."


async def test_a_hint_that_is_read_goes_on_though_other_texts_follow(open_app: OpenApp) -> None:
    async with open_app(find_entry("20x20", 1).puzzle, size=(40, 14)) as player:
        await player.ask("i")
        assert "Missing in column" in player.panel()
        assert "column" not in player.text()
        await player.ask("i")
        assert player.lines()[-2].startswith(" Hint 2 of ")


async def test_a_violation_is_said_once(player: Player) -> None:
    await player.press("right", "1", "right", "1")
    await player.ask("i")
    assert player.panel().count("three 1s together") == 1


async def test_why(player: Player) -> None:
    await player.ask("y")
    assert player.panel() == "r1c1 is a given."
    await player.press("right")
    await player.ask("y")
    assert player.panel().startswith("Reason 1 of 9: If r1c2 were 0, column 2 would get too many 0s (6 steps)")
    await player.press("1")
    await player.ask("y")
    assert player.panel().startswith("Reason 1 of 9: You filled r1c2. If r1c2 were 0, ")
    await player.press("u", "f")
    player.session.cursor = 9
    player.board.move_cursor(9)
    await player.ask("y")
    assert player.panel() == "Column 4: r3c4 and r4c4 are both 1, so r2c4 and r5c4 are 0."
    assert marks(player)[9] == "?"
    assert "*" in marks(player).values()
    await player.press("right")
    assert marks(player)[9] == "?"
    await player.press("0")
    assert "?" not in marks(player).values()


async def test_why_ends_a_hint(player: Player) -> None:
    await player.ask("i", "i", "y")
    assert player.panel() == "r1c1 is a given."
    assert not player.board.scene.look.lines
    await player.ask("i")
    assert player.panel().startswith("Hint 1 of 4")


async def test_a_solved_grid_needs_no_hint_but_has_reasons(player: Player) -> None:
    await player.press("F", "y", "right")
    await player.ask("i", "g")
    assert "Hint" not in player.panel()
    assert player.session.is_solved
    await player.ask("y")
    assert "r1c2 is 1" in player.panel()
    assert marks(player)[1] == "?"
    await player.press("1")
    assert not marks(player)


async def test_a_paused_game_gives_no_hints(player: Player) -> None:
    for key in ("i", "y", "g"):
        await player.press("p")
        await player.ask(key)
        assert player.panel() == ""


class Slow:
    """A hint that takes until it is let go."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.calls = 0

    def __call__(self, puzzle: Puzzle, position: Position, **about: Any) -> Hint:
        self.calls += 1
        assert self.gate.wait(WAIT)
        return find_hint(puzzle, position, **about)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Slow hints; none is kept waiting after the test."""
    made = Slow()
    monkeypatch.setattr("binairo_tui.engine.find_hint", made)
    yield made
    made.gate.set()


async def test_keys_wait_a_while_for_a_hint_and_then_call_it_off(
    open_app: OpenApp, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binairo_tui.tui.screens.play.PlayScreen.HELD_SECONDS", 0.02)
    async with open_app(CLASSIC) as player:
        await player.press("i", "right", "1")
        assert player.values()[1] == "1"
        slow.gate.set()
        await player.app.workers.wait_for_complete()
        await player.pause()
        assert player.panel() == ""
        assert not player.board.scene.look.lines


async def test_a_hint_on_its_way_is_asked_for_once_and_every_press_counts(
    open_app: OpenApp, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binairo_tui.tui.screens.play.THINKING_DELAY", 0.01)
    async with open_app(CLASSIC) as player:
        await player.press("i", "i", "right", "i")
        await player.until(lambda: player.panel() == "Thinking...")
        slow.gate.set()
        await player.app.workers.wait_for_complete()
        await player.pause()
        assert player.panel().startswith("Hint 3 of 4")
        assert slow.calls == 1


async def test_the_key_of_another_screen_waits_for_a_hint_that_is_sought(slow: Slow, player: Player) -> None:
    await player.type(["i", "question_mark"])
    assert isinstance(player.app.screen, PlayScreen)
    slow.gate.set()
    await player.app.workers.wait_for_complete()
    await player.until(lambda: isinstance(player.app.screen, HelpScreen))
    await player.press("q")
    assert player.panel().startswith("Hint 1 of 4")


@pytest.mark.start
async def test_leaving_the_game_calls_a_hint_off_at_once(slow: Slow, player: Player) -> None:
    await player.press("C", "enter", "enter", "i", "q")
    assert not isinstance(player.app.screen, PlayScreen)
    slow.gate.set()
    await player.app.workers.wait_for_complete()


async def test_escape_closes_a_hint_before_it_leaves_the_game(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("6x6;.0.0..0..11..0...1.00.011...0..1...0")) as player:
        for keys in (["i"], ["i", "i", "i"], ["y"], ["C"]):
            await player.press("0")  # a mistake
            await player.ask(*keys)
            assert player.screen.advice != NO_ADVICE
            await player.press("escape")
            assert player.is_on(PlayScreen)
            assert player.screen.advice == NO_ADVICE
            assert player.play.questions.hint is None
            assert "i hint" in player.lines()[-1]
        await player.press("escape")
        assert player.is_on(HomeScreen)


async def test_escape_calls_off_a_hint_that_is_sought(slow: Slow, player: Player) -> None:
    await player.type(["i", "escape"])
    slow.gate.set()
    await player.app.workers.wait_for_complete()
    await player.pause()
    assert player.is_on(PlayScreen)
    assert player.screen.advice == NO_ADVICE


def test_pages_without_anything_to_fill() -> None:
    alone = Hint(HintKind.AMBIGUOUS, ("Any will do.",))
    assert len(hint_pages(alone)) == 1
    assert hint_advice(alone, 0, "i", "g") == NO_ADVICE._replace(text="Any will do.")
    noted = Hint(HintKind.DEDUCTION, ("a.", "b.", "c.", "d."), (3,), (5,), ("1",), note="Note.")
    assert len(hint_pages(noted)) == 3
    assert hint_advice(noted, 0, "i", "g") == Advice("Hint 1 of 4: a. Note.", Pointer((3,)))
    assert hint_advice(noted, 2, "i", "g") == Advice("Hint 3 of 4: c. Note.", Pointer((3,), (5,)))
    assert why_advice(Why("So."), 5) == Advice("So.", Pointer())


@pytest.mark.parametrize(
    ("text", "said"),
    [("4x4;" + "." * 16, "any of them will do."), ("4x4;111.............", "This puzzle has no solution.")],
)
async def test_a_hint_from_which_nothing_follows_promises_nothing(open_app: OpenApp, text: str, said: str) -> None:
    async with open_app(parse_puzzle(text)) as player:
        for _ in range(2):
            await player.ask("i")
        assert said in player.panel()
        assert " i " not in player.lines()[-1]
        await player.press("1")
        assert "i hint" in player.lines()[-1]


def test_a_reason_of_many_cells_marks_none_of_them_before_its_steps_are_shown() -> None:
    session = GameSession(find_entry("10x10", 42).puzzle)
    for cell in (0, 66):
        why = session.ask_why(cell)()
        assert why.proof is not None
        cells = why.proof.reason_cells
        pointer = why_advice(why, cell).pointer
        assert (pointer.targets, pointer.because) == ((cell,), cells if len(cells) <= MOST_REASONS else ())
        assert (len(cells) > MOST_REASONS) == (cell == 66)


async def test_a_mistake_under_the_cursor_looks_wrong(open_app: OpenApp) -> None:
    async with open_app(find_entry("6x6", 1).puzzle) as player:
        await player.press("right", "0", "right", "1")
        await player.ask("C")
        wrong = [cell for cell, look in enumerate(player.board.scene.look.cells) if look.tile == "wrong"]
        assert player.session.cursor in wrong
        assert player.panel().startswith("Wrong: ")
        await player.press("escape")
        assert "wrong" not in {look.tile for look in player.board.scene.look.cells}
