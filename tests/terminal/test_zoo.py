"""The program in a few real terminals, judged by its pictures."""

from pathlib import Path

import pytest

from tests.zoo import SHORT, missing, screen, visit


@pytest.mark.parametrize("name", [pytest.param(it, marks=() if it == "tmux" else pytest.mark.ci) for it in SHORT])
def test_the_board_can_be_read_in_a_real_terminal(name: str, tmp_path: Path) -> None:
    lacking = missing(name)
    if lacking:
        pytest.skip(f"not installed: {', '.join(lacking)}")
    pytest.importorskip("PIL")
    with screen() as display:
        assert visit(name, tmp_path / "picture.png", display) == []
