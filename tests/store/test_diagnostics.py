from datetime import timedelta
from pathlib import Path

import pytest

from binairo_tui.store.diagnostics import diagnose
from tests.store.games import NOON, save_backup


@pytest.mark.parametrize(("ahead", "said"), [(0, ""), (1, "; 1 backup with a date in the future")])
def test_backups_from_a_clock_that_was_ahead_are_named(path: Path, ahead: int, said: str) -> None:
    save_backup(path, NOON + timedelta(days=ahead))
    found = next(it for it in diagnose(path, NOON) if it.about == "backups")
    assert found.text.partition(":")[2][2:] == said
    assert found.verdict == ("note" if ahead else "ok")
