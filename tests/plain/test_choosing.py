"""Choosing a game: lists, collections, the daily and new puzzles, games of other sessions and damaged ones."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.files.paths import config_path
from binairo_tui.game import Clock, GameSession
from binairo_tui.library import collections
from binairo_tui.player.progress import Progress
from binairo_tui.player.ratings import LEAST_SOLVES
from binairo_tui.settings import Settings, load_settings
from binairo_tui.store.backups import make_backup
from binairo_tui.store.opening import open_database
from tests.plain.talks import NOON, WIDE, solving_lines, talk
from tests.shipped import find_entry


def test_the_lists_lead_to_a_puzzle(path: Path) -> None:
    said = talk(path, "3", "1", "4", "menu", "0", "x", "3", "menu", "quit", "never read")
    assert "6x6, Gentle, 6x6 number 4. " in "\n".join(said)
    assert said.count("Type a number from 1 to 8, menu or quit.") == 2
    assert said.count("1. Daily puzzle") == 3


def test_a_line_of_a_list_may_be_called_by_its_beginning(path: Path) -> None:
    said = talk(
        path, "coll", "6 x", "Few", "2", "menu", "daily", "6x6", "menu", "New", "4", "gentle", "classic", "quit"
    )
    assert "Type a number from 1 to 13, menu or quit." in said  # nothing begins with "6 x"
    assert any("Few givens number 2" in line for line in said)
    assert any(line.startswith("6x6, Hard, Daily 29 February 2024.") for line in said)
    assert any(line.startswith("4x4, Gentle, puzzle ") for line in said)


def test_a_whole_name_is_chosen_and_of_several_fitting_ones_the_numbers_are_said(path: Path) -> None:
    said = talk(path, "collections", "8x", "8x8", "", "quit")
    assert "Entries 5, 6 and 7 begin with that. Type a number, or more letters." in said
    assert any(line.startswith("8x8, Gentle, 8x8 number 1. ") for line in said)
    again = talk(path, "collections", "menu", "daily", "", "step", "menu", "daily", "menu", "quit")
    assert any(line.startswith("6x6, Hard, Daily 29 February 2024. ") for line in again)
    assert "1. 6x6, Hard, started" in again
    assert "Which size? Press Enter for 6x6, Hard." in again  # the size that is easy all week comes first
    assert "Which size? Press Enter for 8x8, Hard." in again  # then that of the settings


def test_collections_of_one_s_own_follow_those_that_ship(path: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "mine.txt").write_text(f"# title: My own\n{WIDE}\n{WIDE}\n")
    (own / "broken.txt").write_bytes(b"\xff")
    place = str(len(collections()) - 1)  # two of those that ship are not listed
    said = talk(path, "3", place, "2", "menu", "quit", own=own)
    assert any(line.startswith("Cannot read the collection ") and "broken" in line for line in said)
    assert f"{place}. My own: 0 of 2 solved" in said
    assert any(line.startswith("4x2, mine number 2. ") for line in said)


def test_the_daily_puzzle_is_found_again(path: Path) -> None:
    first = talk(path, "1", "1", "step", "quit", look=lambda it: _assert_games(it, 1))
    assert first[9:14] == [
        "Daily 29 February 2024.",
        "1. 6x6, Hard",
        "2. 8x8, Hard",
        "3. 10x10, Hard",
        "4. 14x14, Hard",
    ]
    assert first[14] == "Which size? Press Enter for 6x6, Hard."
    assert first[16].startswith("6x6, Hard, Daily 29 February 2024. 0 of 28 blanks filled.")
    again = talk(path, "2", "1", "undo", "quit", look=lambda it: _assert_games(it, 1))
    assert again[11] == "1. 6x6, Hard, started"
    assert "Nothing to undo." not in again


def test_making_a_puzzle_can_be_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binairo_tui.engine.generate", interrupted)
    said = talk(path, "1", "1", "quit")
    places = ["1. Daily puzzle", "2. New puzzle", "3. Collections", "4. Practice", "5. Tutorial"]
    assert said[-9:] == [*places, "6. Import a puzzle", "7. Settings", "8. Storm", "Type a number, or quit."]


def _assert_games(progress: Progress, count: int) -> None:
    assert len(progress.games()) == count


def test_a_new_puzzle_is_made_to_measure(path: Path) -> None:
    said = talk(path, "2", "7x3", "huge", "4x6", "9", "1", "", "quit")
    assert any(line.startswith("This size is not possible: ") for line in said)
    assert "Type a size such as 8 or 8x10, or menu." in said
    assert "Type a number from 1 to 6, menu or quit." in said
    assert any(line.startswith("4x6, Gentle, puzzle ") for line in said)


def test_the_usual_puzzle_is_that_of_the_settings(path: Path) -> None:
    settings = Settings(new_size="6x8", new_band="easy", new_rules="signs")
    said = talk(path, "2", "", "", "", "quit", settings=settings)
    assert any(line.startswith("6x8, Easy, puzzle ") and line.endswith(" Lines may repeat.") for line in said)
    assert said[-1].startswith("Equal: ") or "Different: " in said[-1]


def test_a_game_of_another_session_is_taken_over_only_if_the_player_says_so(path: Path) -> None:
    other = Progress(path, now=lambda: NOON)
    game, _ = other.open_new(WIDE, "wide")
    session = GameSession(WIDE, Clock(lambda: 0.0))
    session.place(2, "0")
    other.save(game, session.snapshot())
    assert other.flush(30)
    said = talk(path, "1", "no", "1", "yes", "r2c2 1", "quit")
    asked = "This game is open in another session. If you continue here, the game becomes read-only there."
    assert said.count(asked) == 2
    assert said.count("Type a number, or quit.") == 2
    assert "row 2: 0 1 blank blank" in said
    session.place(0, "1")
    other.save(game, session.snapshot())
    other.close(30)
    talk(path, look=lambda it: _assert_filled(it, 2))


def test_of_a_damaged_game_the_backup_is_offered(path: Path) -> None:
    talk(path, "r1c3 0", puzzle=WIDE, title="wide")
    with closing(open_database(path)) as connection:
        make_backup(connection, NOON)
        connection.execute("UPDATE step SET moves = 'r1c1:0>1'")
    said = talk(path, "1", "no", "1", "yes", "row 1", "quit")
    assert said.count("The backup from today 12:00 has the whole game, with 1 step.") == 2
    assert said.count("Type a number, or quit.") == 2
    assert said[-1].startswith("row 1: blank 1 0 blank.")


def test_of_a_damaged_game_without_a_backup_only_the_damage_is_told(path: Path) -> None:
    talk(path, "r1c3 0", puzzle=WIDE, title="wide")
    with closing(open_database(path)) as connection:
        connection.execute("UPDATE step SET moves = 'r1c1:0>1'")
    said = talk(path, "1", "quit")
    assert sum(line.startswith("That is not possible: ") for line in said) == 1
    assert said.count("Type a number, or quit.") == 2


def test_a_game_that_was_left_asks_nothing_elsewhere(path: Path) -> None:
    entry = find_entry("6x6", 1)

    def look(progress: Progress) -> None:
        (summary,) = progress.games()
        game, _ = progress.load(summary.id)
        assert game.lease == ""

    talk(path, solving_lines(entry.puzzle)[0], "menu", puzzle=entry.puzzle, title=entry.title, look=look)


def _assert_filled(progress: Progress, filled: int) -> None:
    (game,) = progress.games()
    assert game.filled == filled


def test_solved_puzzles_are_listed_newest_first(path: Path) -> None:
    for number in range(1, LEAST_SOLVES + 1):
        entry = find_entry("6x6", number)
        talk(path, *solving_lines(entry.puzzle), puzzle=entry.puzzle, title=entry.title)
    said = talk(path, "solved", str(LEAST_SOLVES), "quit")
    assert f"4. Solved puzzles: {LEAST_SOLVES}" in said
    assert any(re.fullmatch(r"Your rating is 1[5-9]\d\d, plus or minus \d+\.", line) for line in said)
    listed = next(line for line in said if line.startswith("1. 29 February 2024: "))
    assert re.fullmatch(rf".*: 6x6, Gentle, 6x6 number {LEAST_SOLVES}: \d+ seconds?, unaided", listed)
    assert "6x6, Gentle, 6x6 number 1." in said


def test_a_puzzle_is_typed(path: Path) -> None:
    said = talk(path, "import", "1..0", ".1..", "....", "0..1", "", "quit")
    assert any("There is more than one solution." in line for line in said)
    assert any(line.startswith("4x4, imported. 0 of 11 blanks filled.") for line in said)
    said = talk(path, "6", "1..0", ".1.", "", "6", "menu", "quit")
    assert any(line.startswith("Line 2, column ") for line in said)
    assert said[-1] == "Type a number, or quit."


PASTE = ("A puzzle of the day", "", "1..0", ".1..", "....", "0..1", "")
DOUBLE_SPACED = ("0..1..", "", ".1....", "", "......", "", "0..1..", "", "1..0..", "", "......")


def test_a_pasted_puzzle_may_stand_below_other_text(path: Path) -> None:
    said = talk(path, "import", *PASTE, "r1c2 0")
    assert any(line.startswith("4x4, imported. 0 of 11 blanks filled.") for line in said)
    assert said[-1] == "row 1: 1 0 blank 0"  # what follows the puzzle is typed at its board


def test_a_pasted_puzzle_may_be_double_spaced(path: Path) -> None:
    said = talk(path, "import", *DOUBLE_SPACED, "")
    assert any(line.startswith("6x6, imported. 0 of 29 blanks filled.") for line in said)
    said = talk(path, "import", "1..0", "", ".1..", "", "....", "", "0..1", "", "r1c2 0")
    assert any(line.startswith("4x4, imported. 0 of 11 blanks filled.") for line in said)
    assert said[-1] == "row 1: 1 0 blank 0"


@pytest.mark.parametrize("after", [["", "menu", "quit"], ["", "quit"], []])
def test_the_fault_of_a_paste_without_a_puzzle_is_told_at_a_command_or_the_end(path: Path, after: list[str]) -> None:
    said = talk(path, "import", "a title", "", "11..0.", *after)
    assert any("6 cells do not fill a square grid" in line for line in said)
    assert (said[-1] == "Type a number, or quit.") is (after != ["", "quit"])


@pytest.mark.parametrize("lines", [(*DOUBLE_SPACED, "quit"), (*DOUBLE_SPACED, "", "quit"), PASTE[2:6], DOUBLE_SPACED])
def test_a_paste_also_ends_at_a_command_or_with_the_input(path: Path, lines: tuple[str, ...]) -> None:
    said = talk(path, "import", *lines)
    assert any("x" in line and "imported. 0 of" in line for line in said)


def test_of_several_puzzles_in_a_text_the_player_chooses_one(path: Path) -> None:
    lines = "A title", "4x4;0..1.1......0..0", "4x4;0..q............", "6x4;0.1..........1.........."
    said = talk(path, "import", "hello", "", *lines, "", "next", "quit")
    assert "I read line 4 as a puzzle of size 4x4, A title." in said
    assert "Type next for the next puzzle; press Enter to play." in said
    assert "Line 5, column 8: expected '0', '1' or '.', found 'q'." in said
    assert any(line.startswith("6x4, imported.") for line in said)
    said = talk(path, "import", *lines, "", "next", "next", "r1c2 0")
    assert "row 1: 0 0 blank 1" in said


def test_another_meaning_of_the_symbols_can_be_chosen(path: Path) -> None:
    lines = "AB..", "....", "...A", "B..A", ""
    for others, row in (0, "row 1: 0 1 blank blank"), (1, "row 1: 1 0 blank blank"):
        said = talk(path, "import", *lines, *["other"] * others, "", "quit")
        assert "I read lines 1 to 4 as a puzzle of size 4x4." in said
        assert "Type other for another meaning of the symbols; press Enter to play." in said
        assert row in said


def test_commands_typed_after_an_import_without_lines_are_obeyed(path: Path) -> None:
    said = talk(path, "import", "", "new", "menu", "quit")
    assert any(line.startswith("Which size?") for line in said)


def test_rules_that_an_imported_puzzle_breaks_are_named(path: Path) -> None:
    said = talk(path, "import", "1111", "....", "....", "0...", "", "menu", "quit")
    assert "Row 1: four 1s together (r1c1-c4). Row 1 has four 1s; two are allowed." in said


def test_settings_are_changed_for_this_and_later_starts(path: Path) -> None:
    changes = ("settings", "default size", "6x8", "pause", "maybe", "7", "help", "lines", "menu")
    said = talk(path, *changes, "new", "menu", "quit")
    assert "Default size is now 6x8." in said
    assert "Not changed: it must be a whole number from 0 to 240. Type a value, or menu." in said
    assert "Pause after (minutes) is now 7." in said
    assert "Help level is now lines." in said
    assert "Which size? For example 8, or 8x10. Press Enter for 6x8." in said
    settings, problems = load_settings(config_path())
    assert (settings.new_size, settings.pause_after_minutes, settings.help, problems) == ("6x8", 7, "lines", ())


def test_a_setting_that_cannot_be_written_is_used_until_the_end(path: Path) -> None:
    config_path().mkdir(parents=True)
    said = talk(path, "settings", "default size", "6x8", "menu", "new", "back", "quit")
    assert [line for line in said if line.startswith("Not saved: ")]
    assert "Default size is now 6x8." in said
    assert "Which size? For example 8, or 8x10. Press Enter for 6x8." in said
    assert said[-1] == "Type a number, or quit."
