"""Practice in plain mode."""

from pathlib import Path

import pytest

from binairo_tui.engine import cell_name, opposite
from binairo_tui.engine.drills import make_drill
from tests.plain.talks import talk

pytest.importorskip("fsrs")


def test_a_wrong_answer_a_right_one_and_the_next_drill(tmp_path: Path) -> None:
    drill = make_drill("last blank", 1)
    cell, value = next(iter(drill.answers.items()))
    name = cell_name(cell, drill.puzzle.width)
    answers = ("practice", "", "what", "r9c9 0", f"{name} {opposite(value)}", f"{name} {value}", "menu", "quit")
    said = talk(tmp_path / "progress.db", *answers)
    text = "\n".join(said)
    assert "Last blank: The last blank in a line takes the value that is still missing." in said
    assert text.count("Type a cell and a value, for example r1c3 0; or menu.") == 2
    assert f"{name} cannot be {opposite(value)}. " in text
    assert "Right. " in text
    assert "Pair: Next to two equal values goes the opposite one." in said
    assert text.index("cannot be") < text.index("Right. ") < text.index("Pair: ")
