"""The program in a few real terminals, judged by its pictures."""

from pathlib import Path

import pytest

from tests.zoo import PUZZLES, SHORT, missing, screen, visit


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("tmux", "gaps"),
        *[pytest.param(name, board, marks=pytest.mark.ci) for name in SHORT for board in PUZZLES][:-2],
    ],
)
def test_the_board_can_be_read_in_a_real_terminal(name: str, board: str, tmp_path: Path) -> None:
    lacking = missing(name)
    if lacking:
        pytest.skip(f"not installed: {', '.join(lacking)}")
    pytest.importorskip("PIL")
    with screen() as display:
        assert visit(name, board, tmp_path / "picture.png", display) == []
