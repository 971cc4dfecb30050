"""Practice in plain mode."""

from pathlib import Path

import pytest

from binairo_tui.engine import cell_name, opposite
from binairo_tui.engine.drills import make_drill
from binairo_tui.plain.practice import DRILL_HELP, puzzle_lines
from binairo_tui.player.practice import LESSON_DRILLS, example_of
from binairo_tui.player.text import RULES
from binairo_tui.store.practice import TechniqueStanding, read_standings
from tests.plain.talks import solving_lines, talk
from tests.shipped import find_collection

pytest.importorskip("fsrs")


def test_a_wrong_answer_a_right_one_and_the_next_drill(tmp_path: Path) -> None:
    drill = make_drill("last blank", 1)
    cell, value = next(iter(drill.answers.items()))
    name = cell_name(cell, drill.puzzle.width)
    answers = ("practice", "", "what", "r9c9 0", f"{name} {opposite(value)}", f"{name} {value}", "menu", "quit")
    said = talk(tmp_path / "progress.db", *answers)
    text = "\n".join(said)
    assert "Last blank: The last blank in a line takes the value that is still missing." in said
    assert "'what' is not a command. Type help for a list of commands." in said
    assert "r9c9 is outside the board: it has rows 1 to 6 and columns 1 to 6." in said
    assert f"{name} cannot be {opposite(value)}. " in text
    assert "Right. " in text
    assert "Pair: A cell beside two equal values takes the other value." in said
    assert text.index("cannot be") < text.index("Right. ") < text.index("Pair: ")


def test_a_drill_is_read_hinted_at_and_given_up(path: Path) -> None:
    standings: dict[str, TechniqueStanding] = {}
    typed = ("help", "hint", "hint", "i", "b", "2 1", "row 2", "col 6", "undo", "", "3 1 .", "answer", "menu", "quit")
    said = talk(path, "practice", "", *typed, look=lambda progress: standings.update(progress.read(read_standings)))
    rule = "Last blank: The last blank in a line takes the value that is still missing."
    assert [line for line in said if line == rule] == [rule] * 2  # at the beginning and in the hint
    start = said.index("In a drill: find one cell that the technique fills; nothing easier works.")
    after = said[start + len(DRILL_HELP) :]
    task = "Type a cell and a value, for example r1c3 0, or hint, answer, help or menu."
    assert after[:2] == [rule, "Look at column 1."]
    assert after[2] == "r2c1 follows."
    assert after[3] == "Type answer to hear the answer. It counts as a wrong answer."
    after = after[2:]
    assert after[2:8] == puzzle_lines(make_drill("last blank", 1).puzzle)
    assert after[8:13] == [
        "r2c1 is blank.",
        "row 2: blank blank blank 1 blank blank. It needs three 0s and two 1s.",
        "column 6: 1 blank blank 1 0 0. It needs one 0 and one 1.",
        task,
        task,
    ]
    assert after[13] == "An answer is r2c1 0. Column 1 has one blank left and all its 1s, so r2c1 is 0."
    assert (standings["last blank"].drills, standings["last blank"].has_success) == (1, False)


@pytest.mark.parametrize("answer", ["r2c1 0", "2 1 0", "r2c1=zero"])
def test_an_answer_is_typed_as_in_a_game(path: Path, answer: str) -> None:
    said = talk(path, "practice", "", answer, "menu", "quit")
    assert "Right. Column 1 has one blank left and all its 1s, so r2c1 is 0." in said


def test_a_lesson_gives_an_example_and_drills_and_then_its_board(path: Path) -> None:
    drills = [make_drill("pair", number) for number in range(1, LESSON_DRILLS + 1)]
    answers = []
    for drill in drills:
        cell, value = next(iter(drill.answers.items()))
        answers.append(f"{cell_name(cell, drill.puzzle.width)} {value}")
    said = talk(path, "tutorial", "pair", *answers, "quit")
    assert said[9:15] == ["The rules:", *RULES, "1. last blank"]
    assert "Which lesson? Press Enter for last blank." in said
    example = example_of("pair")
    assert said.index("For example:") < said.index(example.proof.text) < said.index("Now find such a cell yourself.")
    assert sum(line.startswith("Right. ") for line in said) == LESSON_DRILLS
    assert any(line.startswith("6x6, Gentle, Lesson: pair. ") for line in said)
    again = talk(path, "collections", "tutorial", "pair", "quit")  # the drills were given
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
