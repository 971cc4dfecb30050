"""Whole evenings, as they are typed and heard."""

import errno
import io
import os
from contextlib import closing
from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import Clock, GameSession, SolveStyle
from binairo_tui.library import collections
from binairo_tui.plain.commands import COMMANDS
from binairo_tui.plain.console import MAX_LINE, Console, Ended, EndOfInput
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.store.backups import make_backup
from binairo_tui.store.opening import open_database
from binairo_tui.store.queries import PuzzleState
from tests.plain.talks import NOON, console, solving_lines, talk
from tests.shipped import find_entry

WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    return tmp_path / "progress.db"


def test_a_puzzle_is_solved_counted_and_followed_by_the_next(path: Path) -> None:
    entry = find_entry("6x6", 1)

    def look(progress: Progress) -> None:
        (result,) = progress.results()
        assert (result.title, result.style is SolveStyle.HELPED, result.day.isoformat()) == (
            "6x6 #1",
            False,
            "2024-02-29",
        )
        assert progress.states() == {"6x6": {1: PuzzleState.SOLVED}}
        assert progress.games() == []

    said = talk(path, *solving_lines(entry.puzzle), "next", "quit", puzzle=entry.puzzle, title=entry.title, look=look)
    assert said[0] == "6x6, Gentle, 6x6 number 1. 11 of 36 cells are filled."
    solved = said.index(
        "Solved in 0 seconds. Unaided. Your first of this kind. Type result, replay, card, again, next, menu or quit."
    )
    assert said[solved + 1].startswith("6x6, Gentle, 6x6 number 2. ")


def test_a_solve_counts_once(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = [*solving_lines(entry.puzzle), "undo", "redo", "undo 2", "redo 2"]
    said = talk(path, *lines, puzzle=entry.puzzle, title=entry.title)
    assert sum(line.startswith("Solved in") for line in said) == 3
    assert sum("Type result, replay" in line for line in said) == 1
    talk(path, look=lambda progress: _assert_results(progress, 1))


def _assert_results(progress: Progress, count: int) -> None:
    assert len(progress.results()) == count


def test_the_end_of_the_input_keeps_the_game(path: Path) -> None:
    first = talk(path, "r1c3 0", "r2c2 0", "undo", puzzle=WIDE, title="wide")
    assert first[-1] == "row 2: 0 blank blank blank"
    said = talk(path, "1", "redo", "undo 9", "undo")
    assert said[0].startswith("1. Continue 4x2, wide: 17 percent, 0 seconds, last played today")
    assert "row 1: blank 1 0 blank" in said
    assert said[-4:] == [
        "row 2: 0 0 blank blank",
        "row 1: blank 1 blank blank",
        "row 2: 0 blank blank blank",
        "Nothing to undo.",
    ]


def test_help_is_there_before_a_game_is_chosen(path: Path) -> None:
    said = talk(path, "help", "3", "help", "menu")
    assert said.count("r3c5 .: empty the cell. r3c5: read the cell.") == 2
    assert said.count("Type a number, or quit.") == 2


def test_the_answers(path: Path) -> None:
    """Typed and heard, one after the other."""
    talks = {
        "r1c3 1": ["row 1: blank 1 1 blank"],
        "r1c4 1": [
            "row 1: blank 1 1 1",
            "Row 1: three 1s together (r1c2, r1c3, r1c4). Row 1 has three 1s; two are allowed.",
        ],
        "r1c4 1 ": ["r1c4 is 1. Equal: r1c3 and r1c4."],
        "r1c2 0": ["r1c2 is a given: it cannot be changed."],
        "r2c1": ["r2c1 is 0, a given. Different: r1c1 and r2c1."],
        "broken": [
            "Row 1: three 1s together (r1c2, r1c3, r1c4).",
            "Row 1 has three 1s; two are allowed.",
        ],
        "r2c2 0": ["row 2: 0 0 blank blank", "2 rules are broken: type broken to hear which."],
        "row 1": ["row 1: blank 1 1 1. It has one 1 too many. Equal: r1c3 and r1c4."],
        "column 2": ["column 2: 1 0. It is full."],
        "step": ["Correct this first: Row 1: three 1s together (r1c2, r1c3, r1c4)."],
        "undo 2": ["row 1: blank 1 1 blank", "row 2: 0 blank blank blank", "No rule is broken now."],
        "broken ": ["No rule is broken."],
        "why r1c3": [
            (
                "You filled r1c3 with 1, but that is wrong. "
                "Row 1: r1c3 = r1c4, and two 1s next to r1c2 would make three, so r1c3 and r1c4 are 0."
            )
        ],
        "verbose off": ["Verbose off: an empty cell is a point."],
        "board": [
            "    1 2 3 4",
            "1   . 1 1 .",
            "2   0 . . .",
            "Equal: r1c3 and r1c4. Different: r1c1 and r2c1.",
        ],
        "pause": ["Paused: the clock is stopped, and the grid is not read. Type pause to continue."],
        "board ": ["The game is paused. Type pause to continue."],
        "r1c1 0": ["The game is paused. Type pause to continue."],
        "pause ": ["The clock is running again."],
        "counts": [
            "Row 1: It needs two 0s.",
            "Row 2: It needs one 0 and two 1s.",
            "Column 1: It needs one 1.",
            "Column 2: It needs one 0.",
            "Column 3: It needs one 0.",
            "Column 4: It needs one 0 and one 1.",
        ],
        "next": ["The puzzle is not solved yet. To choose a different one, type menu."],
        "save": [f"Saved. Every step is saved as you make it, in {_database()}."],
        "restart": ["Cleared. Undo brings everything back.", "row 1: . 1 . ."],
    }
    said = talk(path, *talks, puzzle=WIDE, title="wide")
    heard = [line for answer in talks.values() for line in answer]
    assert said[-len(heard) :] == heard


def _database() -> Path:
    from binairo_tui.files.paths import database_path

    return database_path()


def test_a_hint_comes_in_stages_and_fills_at_last(path: Path) -> None:
    entry = find_entry("6x6", 1)
    said = talk(path, "hint", "hint", "hint", "hint", "hint", puzzle=entry.puzzle, title=entry.title)[7:]
    assert [line[:11] for line in said[:3]] == ["Hint 1 of 4", "Hint 2 of 4", "Hint 3 of 4"]
    assert said[3].startswith("Filled r")
    assert said[4].startswith("row ")
    assert said[5].startswith("Hint 1 of 4")


def test_a_mistake_is_gone_back_from(path: Path) -> None:
    entry = find_entry("6x6", 1)
    right, wrong = solving_lines(entry.puzzle)[:2]
    said = talk(path, right, _other(wrong), "back", "back", puzzle=entry.puzzle, title=entry.title)
    assert "Undid 1 step. Redo restores it." in said
    assert said[-1] == "No mistakes to undo."


def test_a_check_says_how_many_and_then_which(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = [_other(line) for line in solving_lines(entry.puzzle)[:2]]
    said = talk(path, "check", lines[0], "check", lines[1], "check", "where", puzzle=entry.puzzle, title=entry.title)
    assert said[7] == "No mistakes."
    assert "1 cell is wrong. Type where to hear which ones." in said
    assert said[-2:] == [
        "2 cells are wrong. Type where to hear which ones.",
        (
            f"Wrong: {' and '.join([line.split()[0] for line in lines])}. "
            f"{lines[0].split()[0]} cannot be 0: column 2 would get three 0s together (2 steps)."
        ),
    ]


def test_a_branch_is_kept_or_dropped(path: Path) -> None:
    entry = find_entry("6x6", 1)
    right = solving_lines(entry.puzzle)
    cell = right[0].split()[0]
    lines = ["branch", right[0], "keep", "keep", "branch", _other(right[1]), "drop", cell, right[1].split()[0]]
    said = talk(path, *lines, puzzle=entry.puzzle, title=entry.title)
    assert "Branch 1 begins: fill a cell and see what follows." in said
    assert said.count("Branch kept.") == 1
    assert said.count("No branch is open.") == 1
    assert said[-2] == f"{cell} is {right[0][-1]}."
    assert said[-1].startswith(right[1].split()[0])
    assert not said[-1].endswith(f" is {_other(right[1])[-1]}.")


def test_branches_are_told_when_nothing_else_has_changed(path: Path) -> None:
    said = talk(path, "branch", "branch", "keep", "undo", "undo", "undo", "redo", puzzle=WIDE, title="wide")
    assert said[-4:] == ["2 branches are open.", "One branch is open.", "No branch is open.", "One branch is open."]
    again = talk(path, "1", "quit")
    assert any(line.endswith(" cells are filled. Lines may repeat. One branch is open.") for line in again)


def _other(line: str) -> str:
    """The same cell with the other value."""
    return line[:-1] + ("1" if line[-1] == "0" else "0")


@pytest.mark.parametrize("word", ["step", "fill", "hint", "check", "where", "back", "why r1c1", "counts", "broken"])
def test_a_strict_game_gets_no_help(path: Path, word: str) -> None:
    said = talk(path, "r1c3 1", "r1c1 1", word, puzzle=WIDE, title="wide", settings=Settings(strict=True))
    assert said[-2] == "row 1: 1 1 1 blank"
    assert said[-1] in ("Strict mode: no help.", "The help level in the settings hides this.")


def test_a_strict_solve_is_one_without_any_aid(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = solving_lines(entry.puzzle)
    said = talk(path, *lines, _other(lines[0]), puzzle=entry.puzzle, title=entry.title, settings=Settings(strict=True))
    assert "Solved in 0 seconds. Strict: without any aid. " in said[-2]
    lines = [*lines[:-1], _other(lines[-1])]
    said = talk(path, *lines, puzzle=entry.puzzle, settings=Settings(help="off"))
    assert said[-1] == "The grid is full, but a rule is broken."


@pytest.mark.parametrize("name", [command.name for command in COMMANDS if command.name not in ("menu", "quit")])
def test_every_command_is_answered(path: Path, name: str) -> None:
    follows = {"row": " 1", "column": " 1", "why": " r1c1"}.get(name, "")
    before = len(talk(path, puzzle=WIDE, title="wide"))
    assert len(talk(path, f"{name}{follows}", puzzle=WIDE, title="wide")) > before


def test_the_lists_lead_to_a_puzzle(path: Path) -> None:
    said = talk(path, "3", "1", "4", "menu", "0", "x", "3", "menu", "quit", "never read")
    assert "6x6, Gentle, 6x6 number 4. " in "\n".join(said)
    assert said.count("Type a number from 1 to 4, menu or quit.") == 2
    assert said.count("1. Daily puzzle") == 3


def test_a_line_of_a_list_may_be_called_by_its_beginning(path: Path) -> None:
    said = talk(path, "coll", "6 x", "Few", "2", "menu", "daily", "6x6", "menu", "New", "4", "gentle", "unique", "quit")
    assert sum(line.startswith("Type a number from 1 to ") for line in said) == 1  # several begin with "6 x"
    assert any("minimal number 2" in line for line in said)
    assert any(line.startswith("6x6, Hard, Daily 29 February 2024.") for line in said)
    assert any(line.startswith("4x4, Gentle, seed ") for line in said)


def test_collections_of_one_s_own_follow_those_that_ship(path: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "mine.txt").write_text(f"# title: My own\n{WIDE}\n{WIDE}\n")
    (own / "broken.txt").write_bytes(b"\xff")
    place = str(len(collections()) + 1)
    said = talk(path, "3", place, "2", "menu", "quit", own=own)
    assert any(line.startswith("A collection was left out: ") and "broken" in line for line in said)
    assert f"{place}. My own: 0 of 2 solved" in said
    assert any(line.startswith("4x2, mine number 2. ") for line in said)


def test_the_daily_puzzle_is_found_again(path: Path) -> None:
    first = talk(path, "1", "1", "step", "quit", look=lambda it: _assert_games(it, 1))
    assert first[5:11] == ["Daily 29 February 2024, Hard.", "1. 6x6", "2. 8x8", "3. 10x10", "4. 14x14", "Which size?"]
    assert first[12].startswith("6x6, Hard, Daily 29 February 2024. 8 of 36 cells are filled.")
    again = talk(path, "2", "1", "undo", "quit", look=lambda it: _assert_games(it, 1))
    assert again[7] == "1. 6x6, started"
    assert "Nothing to undo." not in again


def test_making_a_puzzle_can_be_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binairo_tui.engine.generation.generate", interrupted)
    said = talk(path, "1", "1", "quit")
    menu = ["1. Daily puzzle", "2. New puzzle", "3. Collections", "4. Practice", "Type a number, or quit."]
    assert said[-5:] == menu


def _assert_games(progress: Progress, count: int) -> None:
    assert len(progress.games()) == count


def test_a_new_puzzle_is_made_to_measure(path: Path) -> None:
    said = talk(path, "2", "7x3", "huge", "4x6", "9", "1", "", "quit")
    assert any(line.startswith("This size is not possible: ") for line in said)
    assert "Type a size such as 8 or 8x10, or menu." in said
    assert "Type a number from 1 to 6, menu or quit." in said
    assert any(line.startswith("4x6, Gentle, seed ") for line in said)


def test_the_usual_puzzle_is_that_of_the_settings(path: Path) -> None:
    settings = Settings(new_size="6x8", new_band="easy", new_rules="signs")
    said = talk(path, "2", "", "", "", "quit", settings=settings)
    assert any(line.startswith("6x8, Easy, seed ") and line.endswith(" Lines may repeat.") for line in said)
    assert said[-1].startswith("Equal: ") or "Different: " in said[-1]


def test_a_game_of_another_session_is_taken_over_only_if_the_player_says_so(path: Path) -> None:
    other = Progress(path, now=lambda: NOON)
    game, _ = other.open_new(WIDE, "wide")
    session = GameSession(WIDE, Clock(lambda: 0.0))
    session.place(2, "0")
    other.save(game, session.snapshot())
    assert other._writer.flush(30)
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


def test_nothing_typed_says_nothing_and_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "progress.db").mkdir()
    said = talk(tmp_path / "progress.db", "", "r1c1 1", "save", puzzle=WIDE, title="wide", saves=False)
    assert said[0].startswith("Nothing will be saved: ")
    assert said[-1] == said[-2] == said[0]
    assert said[-3] == "row 1: 1 1 blank blank"


# The console.


def test_what_is_not_printable_or_not_ascii_is_a_question_mark() -> None:
    at, sink = console(is_ascii=True)
    at.say("a\x1b[2Jb", "caf\xe9")
    assert sink.getvalue() == "a?[2Jb\ncaf?\n"
    at, sink = console()
    at.say("caf\xe9\u202e")
    assert sink.getvalue() == "caf\xe9?\n"


def test_lines_come_as_they_are_typed_and_the_last_one_needs_no_end() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"one\ntwo\n\nthr\xff\xffee")
    os.close(writer)
    at = Console(reader, io.StringIO())
    assert [at.ask() for _ in range(4)] == ["one", "two", "", "thr\ufffd\ufffdee"]
    with pytest.raises(EndOfInput):
        at.ask()


def test_a_line_without_an_end_takes_little_memory() -> None:
    with Path("/dev/zero").open("rb") as zeros:
        at = Console(zeros.fileno(), io.StringIO())
        for _ in range(20):
            at._read()
        assert len(at._buffer) <= MAX_LINE + 1


def test_a_terminal_that_has_gone_ends_it() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with pytest.raises(Ended) as ended:
        Console(writer, io.StringIO()).ask()
    os.close(writer)
    assert ended.value.status == 129

    class Gone:
        def write(self, text: str) -> None:
            raise OSError(errno.EIO, "gone")

    with pytest.raises(Ended) as ended:
        Console(0, Gone()).say("anyone?")  # type: ignore[arg-type]
    assert ended.value.status == 129


def test_a_solved_puzzle_shows_its_result_and_is_played_again(path: Path) -> None:
    entry = find_entry("6x6", 1)
    talk(path, *solving_lines(entry.puzzle), puzzle=entry.puzzle, title=entry.title)
    lines = ("result", "replay", "card", "again", "r1c1", "result", "replay", "card", "again", "quit")
    said = talk(path, *lines, puzzle=entry.puzzle, title=entry.title)
    assert said[0] == "6x6, Gentle, 6x6 number 1."
    solved = "Solved in 0 seconds. Unaided. Your first of this kind."
    assert said[7] == f"{solved} Type result, replay, card, again, next, menu or quit."
    assert said[8:10] == [solved, "Gentle. The techniques it needs, and your time for each:"]
    assert any(line.startswith("Pair: ") for line in said)
    assert any(line.startswith("1. 0 seconds: r1c") for line in said)
    card = said.index("Binairo 6x6, Gentle")
    assert said[card + 1 : card + 3] == ["6x6, 1, solved 29 February 2024", "0:00, unaided"]
    assert said[card + 5] == "6x6, Gentle, 6x6 number 1. 11 of 36 cells are filled."
    assert said.count("The puzzle is not solved yet.") == 3
    assert said[-1] == "The puzzle is not solved yet. To begin again, type restart."


def test_solved_puzzles_are_listed_newest_first(path: Path) -> None:
    for number in (1, 2):
        entry = find_entry("6x6", number)
        talk(path, *solving_lines(entry.puzzle), puzzle=entry.puzzle, title=entry.title)
    said = talk(path, "solved", "2", "quit")
    assert "4. Solved puzzles: 2" in said
    assert "1. 29 February 2024: 6x6, Gentle, 6x6 number 2: 0 seconds, unaided" in said
    assert "6x6, Gentle, 6x6 number 1." in said


def test_the_program_asks_before_it_solves_the_rest(path: Path) -> None:
    entry = find_entry("6x6", 1)
    said = talk(path, "yes", "fill", "board", "yes", "fill", "yes", puzzle=entry.puzzle, title=entry.title)
    question = "Solve the rest? It will count as solved by the program. Type yes to agree."
    assert said.count(question) == 2
    assert said.count("There is no question to answer.") == 2
    assert any("Solved by the program: does not count" in line for line in said)
