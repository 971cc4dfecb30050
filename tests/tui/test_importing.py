"""Tests of the import screen: how a text is read and what is shown about it."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import pytest
from textual import events
from textual.widgets import TextArea

from binairo_tui.engine import PuzzleFormatError, parse_puzzle
from binairo_tui.formats import read_puzzle
from binairo_tui.pictures import draw_board
from binairo_tui.pictures.png import png_bytes
from binairo_tui.processes.worker import Assessment
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.editor import EditorScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.importing import ImportScreen, PuzzleText
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.solutions import SolutionsScreen
from binairo_tui.tui.view.import_text import (
    FROM_BEFORE,
    INVITATION,
    MAX_CHARACTERS,
    MAX_LINE,
    MAX_LINES,
    MAX_WIDE_LINE,
    NO_OTHER,
    NOTHING_READ,
    choice_lines,
    fault_paragraphs,
    import_paragraphs,
    length_fault,
    progress_paragraphs,
    puzzle_text,
    reading_lines,
)
from binairo_tui.tui.view.spans import Paragraph, line, plain_text, wrapped_paragraphs
from binairo_tui.tui.widgets.text_lines import TextLines
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

ROWS = "1...10\n.....0\n.0.1..\n...11.\n0.....\n1.0...\n"


def said(paragraphs: Iterable[Paragraph]) -> str:
    return " ".join(paragraph.text for paragraph in paragraphs)


@pytest.mark.parametrize(
    ("text", "assessment", "parts"),
    [
        (
            ROWS,
            None,
            (
                "6x6, unique lines, 11 givens.",
                "One solution.",
                "Grading...",
                "Lines must be unique: if they may repeat, there are several solutions.",
            ),
        ),
        (ROWS, Assessment(1, "Hard", 1148, "two blanks"), ('Hard, score 1148. Hardest technique: "two blanks".',)),
        (ROWS, Assessment(1), ("The difficulty is unknown.",)),
        (
            ".1.1..\n1.....\n1.1...\n....10\n10..00\n..1...",
            None,
            ("Unique lines are assumed, as in most puzzles. If lines may repeat, the solution is the same.",),
        ),
        ("4x4;1..............0", None, ("More than one solution: any of them will do.",)),
        (f"{ROWS}\n\ngarbage here", None, ("The text on line 9 was skipped: it is not a puzzle.",)),
        (
            f"{ROWS}\n\ngarbage here\n\nand here",
            None,
            ("2 texts that are not puzzles were skipped, the first one on line 9.",),
        ),
        (
            "4x4;111.............",
            None,
            ("No solution: this puzzle cannot be solved.", "Row 1: three 1s together (r1c1, r1c2, r1c3)."),
        ),
        ("2x2;1...;signs=r1c1=r2c1;lines=any", None, ("2x2, lines may repeat, 1 sign, 1 given.",)),
    ],
)
def test_how_a_text_is_read(text: str, assessment: Assessment | None, parts: tuple[str, ...]) -> None:
    paragraphs = list(import_paragraphs(read_puzzle(text), assessment, play_key="Ctrl+S", next_key="F8"))
    assert all(part in said(paragraphs) for part in parts)
    assert ("Ctrl+S plays this puzzle." in said(paragraphs)) != ("Ctrl+S plays it all the same." in said(paragraphs))
    assert ("No solution" in said(paragraphs)) == ("all the same" in said(paragraphs))
    assert all(len(plain_text(line)) <= 30 for line in wrapped_paragraphs(paragraphs, 30))
    # The number of solutions is shown once.
    assert "There is more than one solution." not in said(paragraphs)
    assert "There is no solution." not in said(paragraphs)


@pytest.mark.parametrize(
    ("text", "progress"),
    [
        ("1...10\n.....0\n.0.1..\n", "3 of 6 rows."),
        ("1...10\n", "1 of 6 rows."),
        ("1...10\n.....0\n.0", "Row 3 of 6: 2 of 6 cells."),
        (ROWS, ""),
        ("Hello\nWorld", ""),
        ("1...10\n...\n.0.1..", ""),
    ],
)
def test_rows_still_missing_are_counted_while_typing(text: str, progress: str) -> None:
    assert said(progress_paragraphs(text)) == progress


def test_guessed_symbols_are_a_question() -> None:
    found = read_puzzle("\n".join(ROWS.split()).translate(str.maketrans("01.", "RB_")))
    words = said(import_paragraphs(found, None, play_key="Ctrl+S", next_key="F8", other_key="F9"))
    assert "Is this right? 'R' stands for 0, 'B' for 1 and an underscore for an empty cell. If not, F9" in words
    other = said(
        import_paragraphs(read_puzzle(ROWS.replace("0", "w").replace("1", "b")), None, play_key="", next_key="")
    )
    assert "'w' stands for 0, 'b' for 1 and a dot for an empty cell." in other
    assert "Is this right?" not in other


async def test_a_guess_is_read_the_other_way_by_a_key(player: Player) -> None:
    await player.press("I")
    await paste(player, ROWS.replace("0", "R").replace("1", "B"), "'R' stands for 0")
    await player.press("f9")
    await player.see("'B' stands for 0")
    await player.press("f9")
    await player.see("'R' stands for 0")


async def test_one_of_the_readings_that_fit_is_chosen_by_a_key(player: Player) -> None:
    await player.press("I")
    facts = "size(6).\ngiven(2,1,0).\ngiven(1,4,1).\ngiven(3,3,1).\ngiven(3,4,0).\n"
    await paste(player, facts, "Several readings of this text fit. Which one is right?")
    await player.press("f5")
    await player.see(NOTHING_READ)
    for name, row in (("1. counted from 0, row first", ". 0 . . . ."), ("2. counted from 1, row first", ". . . 1 . .")):
        await player.press("f9")
        await player.see(f"> {name}", row, "6x6, unique lines, 4 givens.")
    await player.press("f5")
    await player.see_screen(PlayScreen)
    assert str(player.session.puzzle) == "6x6;...1..0.......10...................."


def test_boards_of_readings_stand_side_by_side() -> None:
    choices = {"a": parse_puzzle("4x4;0..............."), "b": parse_puzzle("4x4;...............1")}
    shown = [plain_text(it) for it in choice_lines(choices, "")]
    assert shown[:3] == ["  1. a", "  2. b", ""]
    assert shown[3] == "  0 . . .    . . . ."
    assert shown[6] == "  . . . .    . . . 1"
    chosen = [plain_text(it) for it in choice_lines(choices, "b")]
    assert chosen[:4] == ["  1. a", "> 2. b", "", "  . . . ."]


async def test_a_picture_is_read_by_its_path_and_what_is_unsure_is_corrected(player: Player, tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="pictures are read with numpy")
    from PIL import Image

    path = tmp_path / "a.png"
    puzzle = parse_puzzle("6x6;" + "".join(ROWS.split()))
    path.write_bytes(png_bytes(draw_board(puzzle)))
    with Image.open(path) as image:
        side = image.width / (6 + 1 / 8)
        blot = Image.new(image.mode, (round(0.5 * side), round(0.16 * side)))
        image.paste(blot, (round(2.3 * side), round(1.5 * side)))
        image.save(path)
    await player.press("I")
    await paste(player, str(path), "Unsure in the picture: r2c3.")
    await player.press("f7")
    await player.see_screen(EditorScreen)
    assert divmod(player.app.screen.session.cursor, 6) == (1, 2)  # type: ignore[attr-defined]
    await player.press("backspace")
    assert player.app.screen.session.puzzle.givens == puzzle.givens  # type: ignore[attr-defined]


def test_a_fault_has_a_line_and_a_column() -> None:
    fault = PuzzleFormatError("expected '0', found '\x1b'", line=3, column=7)
    assert "Line 3, column 7: expected '0', found ''." in said(fault_paragraphs(fault))
    assert "Paste a puzzle" in said(INVITATION)
    assert puzzle_text(parse_puzzle("4x2;........")) == "4x2, unique lines, 0 givens."


async def paste(player: Player, text: str, awaited: str) -> None:
    player.app.post_message(events.Paste(text))
    await player.see(awaited)


@pytest.mark.parametrize("keys", [(), ("C",), ("C", "enter"), ("D",)])
async def test_a_puzzle_pasted_beside_no_board_is_read_by_import(player: Player, keys: tuple[str, ...]) -> None:
    await player.press(*keys)
    before = type(player.app.screen)
    await paste(player, "4x4;1..............0\r", "More than one solution")
    assert player.is_on(ImportScreen)
    await player.press("escape")
    assert type(player.app.screen) is before


async def test_what_was_in_import_can_be_brought_back_after_a_paste_elsewhere(player: Player) -> None:
    await player.press("I", *"0..q", "escape")
    await paste(player, "#" * (1 << 20), "Too long to paste: 1,048,576")
    assert player.app.screen.query_one(TextArea).text == "0..q"
    await player.press("escape")
    await paste(player, "4x4;1..............0", "More than one solution")
    await player.press("ctrl+z")
    assert player.app.screen.query_one(TextArea).text == "0..q"


async def test_keys_right_after_a_paste_act_on_what_was_pasted(player: Player) -> None:
    player.app.post_message(events.Paste("4x4;1..............0"))
    await player.type(["f5"])
    await player.see_screen(PlayScreen)
    assert player.session.puzzle.given_count == 2


async def test_a_paste_does_not_interrupt_a_game_but_may_follow_it(open_app: OpenApp) -> None:
    async with open_app(parse_puzzle("4x4;0..1.1......0..0")) as player:
        player.app.post_message(events.Paste("4x4;1..............0"))
        await player.pause()
        assert player.panel() == "q leaves the board; then paste the puzzle again to import it."
        await player.press("p", "x")
        player.app.post_message(events.Paste("4x4;1..............0"))
        await player.pause()
        assert player.is_on(PlayScreen)
        await player.solve()
        await paste(player, "4x4;1..............0", "More than one solution")
        await player.press("escape")
        assert player.screen.session.is_solved


@pytest.mark.parametrize("place", [Places.STORM, Places.FIRST_STEPS])
async def test_a_paste_beside_another_board_says_where_to_paste(place: Place[[]], player: Player) -> None:
    player.app.navigator.go(place)
    await player.pause()
    screen = player.app.screen
    player.app.post_message(events.Paste("4x4;1..............0"))
    await player.pause()
    assert "q leaves the board; then paste the puzzle again to import it." in player.panel()
    assert player.app.screen is screen


async def test_a_key_that_can_do_nothing_says_so_until_the_text_changes(player: Player) -> None:
    await player.press("I")
    for key in ("ctrl+s", "f6", "f7", "f9"):
        await player.press(key)
        assert NOTHING_READ in player.text()
        await player.press("x", "backspace")
        assert NOTHING_READ not in player.text()
    await paste(player, "1.0.\n....\n..1.\n0...", "4x4")
    await player.press("f9")
    assert NO_OTHER in player.text()


async def test_a_pasted_puzzle_is_read_graded_and_played(player: Player) -> None:
    await player.press("I")
    assert "Paste a puzzle, or type it." in player.text()
    await paste(player, ROWS, "Hard, score 1148")
    await player.press("ctrl+s")
    assert isinstance(player.app.screen, PlayScreen)
    assert "6x6 · imported · Hard" in player.lines()[0]


async def test_after_the_only_puzzle_of_a_text_home_follows(player: Player) -> None:
    await player.press("I")
    await paste(player, "4x4;1..............0", "More than one solution")
    await player.press("ctrl+s", "q")
    assert player.is_on(HomeScreen)


async def test_of_several_puzzles_each_can_be_played(player: Player) -> None:
    await player.press("I")
    await paste(
        player, "4x4;0..1.1......0..0\n4x4;0..q............\n6x4;0.1..........1..........\n", "> 1. line 1: 4x4"
    )
    assert "F8 shows the next puzzle." in " ".join(player.text().split())
    assert "F8 next" in player.lines()[-1]
    await player.press("f8")
    await player.see("Line 2, column 8:")
    await player.press("f8")
    await player.see("> 3. line 3: 6x4")
    await player.press("ctrl+s")
    assert player.lines()[0].startswith(" 6x4 · imported")
    await player.press("q", "f8")
    await player.see("> 1. line 1: 4x4")


async def test_what_a_player_wants_to_know_fits_beside_two_puzzles(player: Player) -> None:
    emoji = "\n".join(ROWS.split()).translate(str.maketrans("01.", "🔵🔴⬜"))
    await player.press("I")
    await paste(player, f"Ann: from the web:\n{ROWS}Bob: nice, here is mine\n{emoji}\nhave fun", "> 1. line 2: 6x6")
    await player.press("f8")
    pane = player.app.screen.query_one("#reading", TextLines)

    def told() -> str:
        return " ".join([plain_text(it) for it in pane.lines[: pane.size.height]])

    await player.until(lambda: "score" in told() and "the large blue" in told())
    assert 'Hard, score 1148. Hardest technique: "two blanks". Ctrl+S plays' in told()
    assert "F8 shows the next puzzle. Is this right? The large red circle stands for 0" in told()


@pytest.mark.parametrize(
    ("height", "shown"), [(7, "aa  b  c  d"), (4, "aa b c d"), (3, "aa b c …"), (1, "aa…"), (0, "")]
)
def test_a_text_that_does_not_fit_does_without_blank_lines_and_then_says_so(height: int, shown: str) -> None:
    listed, paragraphs = [line("aa"), ()], [Paragraph("b"), Paragraph("c"), Paragraph("d")]
    lines = [plain_text(it) for it in reading_lines(listed, paragraphs, 3, height)]
    assert len(lines) <= height or not height
    assert " ".join(lines[:height]) == shown


async def test_the_lines_of_the_shown_puzzle_stand_out_most(player: Player) -> None:
    await player.press("I")
    await paste(player, f"Two puzzles\n\n{ROWS}\nThis is one.\n\n4x4;0..1.1......0..0\n", "> 1. line 3: 6x6")
    area = player.app.screen.query_one(PuzzleText)

    def styles() -> list[object]:
        return [area.get_line(line).spans[-1].style for line in (0, 2, 7, 9, 11)]

    prose, first, last, between, second = styles()
    assert prose == between
    assert first == last
    assert len({prose, first, second}) == 3
    await player.press("f8")
    await player.see("> 2. line 12: 4x4")
    assert styles() == [prose, second, second, prose, first]


async def test_the_text_is_there_again_until_another_replaces_it(player: Player) -> None:
    await player.press("I", *"0..q", "escape", "I")
    await player.see("Line 1, column 1", FROM_BEFORE)
    await paste(player, "4x4;1..............0", "More than one solution")
    assert FROM_BEFORE not in player.text()
    await player.press("escape", "I")
    await player.see("More than one solution")
    assert player.app.screen.query_one(TextArea).text == "4x4;1..............0"


async def test_an_invalid_text_stays_and_is_corrected_by_typing(player: Player) -> None:
    await player.press("I")
    await paste(player, "4x4;0..1.1......0..q", "Line 1, column 20:")
    await player.press("ctrl+s")
    assert isinstance(player.app.screen, ImportScreen)
    await player.press("end", "backspace", "0", "q", "backspace")
    await paste(player, "", "One solution.")
    await player.press("escape")
    await asyncio.sleep(0)
    assert not isinstance(player.app.screen, ImportScreen)


async def test_solutions_and_the_editor_open_from_the_import(player: Player) -> None:
    await player.press("I", "f6", "f7")
    assert player.is_on(ImportScreen)
    await paste(player, "4x4;1...............", "More than one solution")
    await player.press("f6")
    assert player.is_on(SolutionsScreen)
    await player.press("q", "f7")
    assert player.is_on(EditorScreen)
    assert "Editor · 4x4" in player.text()
    assert "brings back" not in player.text()
    await player.press("0", "q")
    assert player.is_on(ImportScreen)
    await player.press("f7")
    await player.see("Undo brings back the puzzle that")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".\n" * (MAX_LINES - 1), ""),
        (".\n" * MAX_LINES, "more than 5,000 lines; the limit is 5,000"),
        (".\r" * MAX_LINES, "more than 5,000 lines; the limit is 5,000"),
        ("1\n" + "." * MAX_LINE, ""),
        ("1\n" + "." * (MAX_LINE + 1), "a line of 8,001 characters; the limit is 8,000"),
        ("│" * MAX_WIDE_LINE, ""),
        ("│" * (MAX_WIDE_LINE + 1), "a line of 1,001 characters; the limit is 1,000"),
        ("." * (MAX_CHARACTERS + 1), "100,001 characters; the limit is 100,000"),
    ],
)
def test_a_text_that_would_slow_the_keys_is_too_long(text: str, said: str) -> None:
    assert length_fault(text).removeprefix("Too long to paste: ").partition(". ")[0] == said


async def test_a_text_that_is_too_long_is_refused_and_the_old_one_stays(open_app: OpenApp) -> None:
    several = "4x4;1..............0"  # is not graded, so that no process is needed
    async with open_app() as player:
        await player.press("I")
        await paste(player, several, "More than one solution")
        await paste(player, "#" * (1 << 20), "Too long to paste: 1,048,576")
        assert player.app.screen.query_one(TextArea).text == several
        await player.press("space")
        await paste(player, "", "More than one solution")


async def test_a_text_cannot_become_too_long_by_pasting_it_many_times(player: Player) -> None:
    await player.press("I")
    await paste(player, "#" * (MAX_LINE - 10), "column 1: there is no")
    await paste(player, "#" * 11, "Too long to paste: a line")
    assert len(player.app.screen.query_one(TextArea).text) == MAX_LINE - 10
