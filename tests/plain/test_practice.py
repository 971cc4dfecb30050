"""Practice in plain mode."""

from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from binairo_tui.engine import cell_name, parse_puzzle
from binairo_tui.engine.drills import Drill, make_drill
from binairo_tui.plain.asking import Back
from binairo_tui.plain.practice import DRILL_HELP, practise, puzzle_lines
from binairo_tui.player.lessons import example_of
from binairo_tui.player.practice import LESSON_DRILLS, open_practice
from binairo_tui.player.progress import Progress
from binairo_tui.player.text import RULES
from binairo_tui.store.practice import TechniqueStanding, read_standings
from tests.plain.talks import NOON, console, solving_lines, talk
from tests.shipped import find_collection

pytest.importorskip("fsrs")


HOW_TO_ANSWER = "Type a cell, a value and the reason, for example r1c3 0 row 1, or hint, answer, help or menu."
SAY_WHY = "Say why, too: type the value, then a row, a column or cells, for example r1c3 0 row 1, or r1c3 0 r1c1 r1c2."


def typed_answer(drill: Drill) -> str:
    """An answer with its reason, as a player types it."""
    proof = drill.easiest_proof()
    cell = min(set(proof.cells) & drill.answers.keys())
    cells = [cell_name(it, drill.puzzle.width) for it in proof.reason_cells]
    return " ".join([cell_name(cell, drill.puzzle.width), drill.answers[cell], *cells])


@pytest.mark.parametrize(
    ("technique", "typed", "says"),
    [
        (
            "last blank",
            "r2c1 1 column 1",
            "r2c1 cannot be 1. Column 1 has one blank left and all its 1s, so r2c1 is 0.",
        ),
        (
            "last blank",
            "2 1 0 col 1",
            "Right, for the right reason. Column 1 has one blank left and all its 1s, so r2c1 is 0.",
        ),
        ("last blank", "r2c1=zero, column 1", "Right, for the right reason. "),
        ("last blank", "r2c1 0 row 2", "0 is right, but not for this reason: look at column 1."),
        ("last blank", "r2c1 0", SAY_WHY),
        ("last blank", "r2c1 0 undo", SAY_WHY),
        ("last blank", "r2c1 0 row 9", "There is no row 9: the board has rows 1 to 6."),
        ("last blank", "r2c1 0 r9c9", "r9c9 is outside the board: it has rows 1 to 6 and columns 1 to 6."),
        ("last blank", "r1c1 0 row 1", "r1c1 is a given, a value of the puzzle: it cannot be changed."),
        ("pair", "3 1 0 r4c1", "0 is right, but the reason is incomplete: you also need r5c1."),
        ("pair", "3 1 0 r3c1 r4c1", "A cell cannot be the reason for its own value."),
        ("pair", "3 1 0 4 1 5 1", "Type a row, a column and a value: 3 5 1."),
        ("pair", "r3c1 0 r4c1 r5c1", "Right, for the right reason. "),
        ("pair", "r3c1 0 column 1", "Right, but more than needed: r4c1 and r5c1 are enough. "),
        ("unique lines", "r4c2 0 row 4 row 1 row 6", "Right, for the right reason. "),
        ("unique lines", "r4c2 0 row 4 row 1", "0 is right, but the reason is incomplete: you also need row 6."),
        ("hypothesis", "r2c4 0 row 2", "Type branch, then a value to suppose, such as r1c3 0, then what follows"),
    ],
)
def test_an_answer_is_typed_with_its_reason(path: Path, technique: str, typed: str, says: str) -> None:
    said = talk(path, "practice", technique, typed, "menu", "quit")
    after = said[next(place for place, line in enumerate(said) if line.startswith("Type ") and "menu." in line) + 1 :]
    assert after[0].startswith(says)


def test_a_reason_counts_although_the_clock_was_set_back(path: Path) -> None:
    minutes = count()
    progress = Progress(path, now=lambda: NOON - timedelta(minutes=next(minutes)))
    at, _ = console("pair", "r3c1 0 r4c1 r5c1", "menu")
    try:
        with pytest.raises(Back):
            practise(at, progress)
        assert open_practice(progress).has_given_reasons("pair")
    finally:
        progress.close(30)


def test_a_chain_is_typed_in_a_branch(path: Path) -> None:
    standings: dict[str, TechniqueStanding] = {}
    drill = make_drill("hypothesis", 1)
    proof, name = drill.easiest_proof(), partial(cell_name, width=drill.puzzle.width)
    chain = [f"{name(proof.cells[0])} {'01'[proof.values[0] == '0']}"]
    for step in proof.steps[:-1]:
        chain += [f"{name(cell)} {value}" for cell, value in zip(step.cells, step.values, strict=True)]
    said = talk(
        path, "practice", "hypothesis", "branch", "r2c2 1", "drop", "branch", *chain, "menu", "quit",
        look=lambda progress: standings.update(progress.read(read_standings)),
    )  # fmt: skip
    assert "Type the value that you suppose." in said
    assert "No rule is broken yet." in said
    assert "The board is as before." in said
    assert any(line.startswith("Right. Your branch proves that") for line in said)
    assert standings["hypothesis"].drills == 1


def test_a_drill_is_read_hinted_at_and_given_up(path: Path) -> None:
    standings: dict[str, TechniqueStanding] = {}
    asked = ("help", "hint", "hint", "i", "i", "b", "2 1", "row 2", "col 6", "undo", "", "2 1 .")
    typed = (*asked, "answer", "menu", "quit")
    said = talk(path, "practice", "", *typed, look=lambda progress: standings.update(progress.read(read_standings)))
    rule = "Last blank: The last blank in a line takes the value that is still missing."
    assert [line for line in said if line == rule] == [rule]
    after = said[said.index(DRILL_HELP[0]) + len(DRILL_HELP) :]
    assert after[:4] == [
        "Hint 1 of 3: Look at column 1.",
        "Hint 2 of 3: Last blank: the last blank in a line takes the value that is still missing.",
        "Hint 3 of 3: Column 1 has one blank left and all its 1s, so r2c1 is 0.",
        "That was the last hint. Type the cell, its value and the reason. Type answer to give up and read an answer.",
    ]
    assert after[4:10] == puzzle_lines(make_drill("last blank", 1).puzzle)
    assert after[10:15] == [
        "r2c1 is blank.",
        "row 2: blank blank blank 1 blank blank. It needs three 0s and two 1s.",
        "column 6: 1 blank blank 1 0 0. It needs one 0 and one 1.",
        HOW_TO_ANSWER,
        HOW_TO_ANSWER,
    ]
    assert after[15] == "A right answer was r2c1 0. Column 1 has one blank left and all its 1s, so r2c1 is 0."
    assert standings["last blank"].drills == 1


def test_a_lesson_gives_an_example_and_drills_and_then_its_board(path: Path) -> None:
    drills = [make_drill("pair", number) for number in range(1, LESSON_DRILLS + 1)]
    answers = [typed_answer(drill) for drill in drills]
    said = talk(path, "tutorial", "pair", *answers, "quit")
    assert said[9:15] == ["The rules:", *RULES, "1. last blank"]
    assert "Which lesson? Press Enter for last blank." in said
    example = example_of("pair")
    assert said.index("For example:") < said.index(example.proof.text) < said.index("Now find such a cell yourself.")
    assert sum(line.startswith("Right, for the right reason. ") for line in said) == LESSON_DRILLS
    assert any(line.startswith("6x6, Gentle, Lesson: pair. ") for line in said)
    again = talk(path, "tutorial", "pair", "quit")  # the drills were given
    assert "The rules:" in again
    assert "For example:" not in again
    assert any(line.startswith("Pair: ") for line in again)
    assert any(line.startswith("6x6, Gentle, Lesson: pair. ") for line in again)


def test_the_next_lesson_follows_a_solved_one_and_begins_with_its_example(path: Path) -> None:
    entry = next(it for it in find_collection("tutorial").entries if it.technique == "last blank")
    solving = solving_lines(entry.puzzle)
    said = talk(path, *solving, "next", "", "menu", "quit", puzzle=entry.puzzle, title=entry.title)
    assert "1. last blank, solved" in said
    assert "Which lesson? Press Enter for pair." in said
    assert example_of("pair").proof.text in said
    assert said[-1] == "Type a number, or quit."


def test_after_a_solve_the_slowest_cells_are_drilled(path: Path) -> None:
    puzzle = parse_puzzle("6x6;.0.0..0..11..0...1.00.011...0..1...0")
    said = talk(
        path, "drills", *solving_lines(puzzle), "drills", "answer", "answer", "hint", "answer", "quit", puzzle=puzzle
    )
    assert "The puzzle is not solved yet." in said
    assert sum(line.endswith("give the reason.") for line in said) == 3
    assert sum(line.startswith("A right answer was ") for line in said) == 3
    assert said.index("Back to the game: type next, again, menu or quit.") > said.index("The puzzle is not solved yet.")
