"""Whole evenings, as they are typed and heard."""

from pathlib import Path

import pytest

from binairo_tui.engine import parse_puzzle
from binairo_tui.game import SolveStyle
from binairo_tui.plain.commands import COMMANDS
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.store.queries import PuzzleState
from tests.plain.talks import WIDE, solving_lines, talk
from tests.shipped import find_entry


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
    assert said[0] == "6x6, Gentle, 6x6 number 1. 0 of 25 blanks filled."
    solved = said.index(
        "Solved in 0 seconds. Your first unaided Gentle 6x6. Type result, replay, card, again, next, menu or quit."
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
    assert said[-6:] == [
        "Redone: r2c2 = 0.",
        "row 2: 0 0 blank blank",
        "Undone: 2 steps.",
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
        "r1c2 0": ["r1c2 is a given, a value of the puzzle: it cannot be changed."],
        "r2c1": ["r2c1 is 0, a given. Different: r1c1 and r2c1."],
        "broken": [
            "Row 1: three 1s together (r1c2, r1c3, r1c4).",
            "Row 1 has three 1s; two are allowed.",
        ],
        "r2c2 0": ["row 2: 0 0 blank blank", "2 rules are broken: type broken to hear which."],
        "row 1": ["row 1: blank 1 1 1. It has one 1 too many. Equal: r1c3 and r1c4."],
        "column 2": ["column 2: 1 0. It is full."],
        "once": ["Correct this first: Row 1: three 1s together (r1c2, r1c3, r1c4)."],
        "step": ["Correct this first: Row 1: three 1s together (r1c2, r1c3, r1c4)."],
        "undo 2": [
            "Undone: 2 steps.",
            "row 1: blank 1 1 blank",
            "row 2: 0 blank blank blank",
            "No rule is broken now.",
        ],
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


def test_a_proof_is_walked_through_and_back(path: Path) -> None:
    puzzle = parse_puzzle("6x4;..0......0........1..100")
    words = [*["hint"] * 6, "previous", "prev", *["hint"] * 3, *["previous"] * 10]
    said = talk(path, *words, puzzle=puzzle, title="proof")
    assert said[-1] == "There is no previous part. Type hint or why first."
    said = [line.split(".")[0] for line in said[-len(words) :]]
    proved = "Hint 4 of 11: If r1c2 were 0, columns 1 and 4 would be the same (4 steps), so r1c2 is 1"
    supposed = "Hint 5 of 11: Suppose r1c2 is 0"
    step = "Hint 6 of 11: Row 1: r1c2 and r1c3 are both 0, so r1c1 and r1c4 are 1"
    assert said[2] == "Hint 3 of 11: Try 0 in r1c2, and see what follows"
    assert said[4:10] == [supposed, step, supposed, proved, supposed, step]


def test_a_mistake_is_gone_back_from(path: Path) -> None:
    entry = find_entry("6x6", 1)
    right, wrong = solving_lines(entry.puzzle)[:2]
    said = talk(path, right, _other(wrong), "back", "back", puzzle=entry.puzzle, title=entry.title)
    assert "Undid 1 step. Redo brings it back." in said
    assert said[-1] == "No mistakes to undo."
    said = talk(path, "again", "restart", _other(wrong), right, *["hint"] * 20, puzzle=entry.puzzle, title=entry.title)
    cell = wrong.split()[0]
    assert any(f"Type hint again to empty {cell}. Everything else stays." in line for line in said)
    assert f"Emptied {cell}." in said
    assert not any("Press" in line for line in said)


def test_a_check_says_how_many_and_then_which(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = [_other(line) for line in solving_lines(entry.puzzle)[:2]]
    said = talk(path, "check", lines[0], "check", lines[1], "check", "where", puzzle=entry.puzzle, title=entry.title)
    assert said[7] == "No mistakes."
    assert "1 cell is wrong. Type where to hear which." in said
    assert said[-2:] == [
        "2 cells are wrong. Type where to hear which.",
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


@pytest.mark.parametrize(("before", "premise"), [([], ""), (["r4c1 0"], ", if all values before it are right")])
def test_what_a_branch_proves_is_filled_in_only_on_demand(path: Path, before: list[str], premise: str) -> None:
    puzzle = parse_puzzle("4x4;0.0............1")
    said = talk(path, *before, "branch", "r1c2 0", "drop", "r1c2", "hint", puzzle=puzzle)
    proved = f"Your branch proves that r1c2 is 1{premise}: with 0, row 1 would get three 0s together."
    asked = said.index(f"{proved} Type hint to fill it in, which counts as help.")
    assert said[asked + 1 : asked + 3] == ["r1c2 is blank.", "Filled r1c2."]


def test_what_a_branch_proves_from_a_mistake_is_not_filled_in(path: Path) -> None:
    puzzle = parse_puzzle("8x8;...1..1.0.0......00...0.....0.......00..1.1....0...0......1..11.")
    wrong = "r2c8 0", "branch", "r2c4 0", "r2c5 1", "r2c6 1", "r2c7 1", "drop"
    said = talk(path, *wrong, "hint", "r2c4", puzzle=puzzle)
    proved = "Your branch proves that r2c4 is 1, if all values before it are right: with 0, "
    assert any(proved in line for line in said)
    assert said[-2:] == [
        "Hint 1 of 8: One value on the grid is wrong. Type hint again for more.",
        "r2c4 is blank.",
    ]


def test_a_shorter_chain_than_that_of_the_branch_is_walked(path: Path) -> None:
    puzzle = parse_puzzle("6x6;0..1..00...1...00.1..0...1....1..0.0")
    chain = "branch", "r1c6 1", "r1c5 0", "r2c3 1", "r2c4 1", "r2c5 0", "drop"
    said = talk(path, *chain, *["hint"] * 5, puzzle=puzzle)
    shown = [line for line in said if line.startswith("Proof ")]
    assert shown == [
        (
            "Proof 1 of 6: Your branch proves that r1c6 is 0: with 1, column 5 would get three 0s together. "
            "Type hint for more, which counts as help."
        ),
        (
            "Proof 2 of 6: Of the 4 values after the first, 3 are enough: r1c5, r2c4, r2c5. "
            "A chain of 2 steps proves it, too."
        ),
        "Proof 3 of 6: Suppose r1c6 is 1.",
        "Proof 4 of 6: Row 3: r3c4 and r3c5 are both 0, so r3c3 and r3c6 are 1.",
        "Proof 5 of 6: Column 6: three 1s together (r1c6, r2c6, r3c6).",
    ]
    assert "Filled r1c6." in said


def test_branches_are_told_when_nothing_else_has_changed(path: Path) -> None:
    said = talk(
        path, "branch", "r1c1 1", "branch", "keep", "undo", "undo", "undo", "undo", "redo", puzzle=WIDE, title="wide"
    )
    assert said[-10:] == [
        "Undone: branch kept.",
        "2 branches are open.",
        "Undone: branch opened.",
        "One branch is open.",
        "Undone: r1c1 = 1.",
        "row 1: blank 1 blank blank",
        "Undone: branch opened.",
        "No branch is open.",
        "Redone: branch opened.",
        "One branch is open.",
    ]
    again = talk(path, "1", "quit")
    assert any(line.endswith(" blanks filled. Lines may repeat. One branch is open.") for line in again)


def _other(line: str) -> str:
    """The same cell with the other value."""
    return line[:-1] + ("1" if line[-1] == "0" else "0")


@pytest.mark.parametrize("word", ["step", "fill", "hint", "check", "where", "back", "why r1c1", "counts", "broken"])
def test_a_strict_game_gets_no_help(path: Path, word: str) -> None:
    said = talk(path, "r1c3 1", "r1c1 1", word, puzzle=WIDE, title="wide", settings=Settings(help="off"))
    assert said[-2] == "row 1: 1 1 1 blank"
    assert said[-1] in ("Help is off in the settings.", "The help level in the settings hides this.")


def test_a_strict_solve_is_one_without_any_aid(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = solving_lines(entry.puzzle)
    said = talk(path, *lines, _other(lines[0]), puzzle=entry.puzzle, title=entry.title, settings=Settings(help="off"))
    assert "Solved in 0 seconds. Your first strict " in said[-2]
    lines = [*lines[:-1], _other(lines[-1])]
    said = talk(path, *lines, puzzle=entry.puzzle, settings=Settings(help="off"))
    assert said[-1] == "The grid is full, but a rule is broken."


@pytest.mark.parametrize("name", [command.name for command in COMMANDS if command.name not in ("menu", "quit")])
def test_every_command_is_answered(path: Path, name: str) -> None:
    follows = {"row": " 1", "column": " 1", "why": " r1c1"}.get(name, "")
    before = len(talk(path, puzzle=WIDE, title="wide"))
    assert len(talk(path, f"{name}{follows}", puzzle=WIDE, title="wide")) > before


def test_a_solved_puzzle_shows_its_result_and_is_played_again(path: Path) -> None:
    entry = find_entry("6x6", 1)
    talk(path, *solving_lines(entry.puzzle), puzzle=entry.puzzle, title=entry.title)
    lines = ("result", "replay", "card", "again", "r1c1", "result", "replay", "card", "again", "quit")
    said = talk(path, *lines, puzzle=entry.puzzle, title=entry.title)
    assert said[0] == "6x6, Gentle, 6x6 number 1."
    solved = "Solved in 0 seconds. Your first unaided Gentle 6x6."
    assert said[7] == f"{solved} Type result, replay, card, again, next, menu or quit."
    assert said[8:10] == [solved, "Gentle. The techniques it needs, and the time for their cells:"]
    assert any(line.startswith("Pair: ") for line in said)
    assert any(line.startswith("1. 0 seconds: r1c") for line in said)
    card = said.index("Binairo 6x6, Gentle")
    assert said[card + 1 : card + 3] == ["Puzzle 1, solved 29 February 2024", "0:00, unaided"]
    assert said[card + 6] == "6x6, Gentle, 6x6 number 1. 0 of 25 blanks filled."
    assert said.count("The puzzle is not solved yet.") == 3
    assert said[-1] == "The puzzle is not solved yet. To begin again, type restart."


def test_the_program_asks_before_it_solves_the_rest(path: Path) -> None:
    entry = find_entry("6x6", 1)
    said = talk(path, "yes", "fill", "board", "yes", "fill", "yes", puzzle=entry.puzzle, title=entry.title)
    question = "Solve the rest? It will count as solved by the program. Type yes to agree."
    assert said.count(question) == 2
    assert said.count("There is no question to answer.") == 2
    assert any("Solved by the program, so it does not count" in line for line in said)


def test_the_question_can_be_declined(path: Path) -> None:
    entry = find_entry("6x6", 1)
    lines = ("no", "fill", "n", "fill", "no", "n", "fill", "y")
    said = talk(path, *lines, puzzle=entry.puzzle, title=entry.title)
    assert said.count("Not filled in.") == 2
    assert said.count("There is no question to answer.") == 1
    assert said.count("The puzzle is not solved yet. To choose a different one, type menu.") == 1
    assert any("Solved by the program, so it does not count" in line for line in said)


def test_undoing_a_large_step_names_the_number_of_cells(path: Path) -> None:
    entry = find_entry("8x8", 1)
    lines = solving_lines(entry.puzzle)
    said = talk(path, *lines[:2], "fill", "yes", "undo", puzzle=entry.puzzle, title=entry.title)
    assert f"Undone: {len(lines) - 2} cells at once." in said


def test_filling_in_a_wrong_branch_leads_to_its_contradiction(path: Path) -> None:
    entry = find_entry("10x10", 30)
    said = talk(path, "branch", "r1c1 1", "fill", "yes", puzzle=entry.puzzle, title=entry.title)
    broken = "Column 1: three 0s together (r7c1, r8c1, r9c1)."
    assert f"Filled 23 cells. {broken} The branch has failed: drop it." in said
    assert sum(broken in line for line in said) == 1
