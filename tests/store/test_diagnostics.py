from datetime import timedelta
from pathlib import Path

import pytest

from binairo_tui.store.diagnostics import diagnose, file_system
from tests.store.games import NOON, save_backup

MOUNTS = r"""
22 1 259:1 / / rw,relatime shared:1 - ext4 /dev/root rw
36 22 0:31 / /home rw,nosuid shared:18 - nfs4 server:/home rw,vers=4.2
40 36 0:40 / /home/you/with\040space rw - fuse.sshfs host:/x rw
41 22 0:41 / /homestead rw - tmpfs tmpfs rw
42 36 0:42 / /home/you/twice rw - ext4 /dev/a rw
43 36 0:43 / /home/you/twice rw - xfs /dev/b rw
""".strip()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/var/lib", ("ext4", "/")),
        ("/home/you/.local/share", ("nfs4", "/home")),
        ("/homestead/x", ("tmpfs", "/homestead")),
        ("/homes", ("ext4", "/")),
        ("/home/you/with space/x", ("fuse.sshfs", "/home/you/with space")),
        ("/home/you/twice", ("xfs", "/home/you/twice")),
    ],
)
def test_the_file_system_is_the_innermost_and_latest_mount(path: str, expected: tuple[str, str]) -> None:
    assert file_system(Path(path), MOUNTS) == expected


def test_without_mounts_the_file_system_is_unknown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert file_system(Path("/"), "") == ("", "")
    monkeypatch.setattr("binairo_tui.store.diagnostics.file_system", lambda *_: ("", ""))
    (found,) = [it for it in diagnose(path, NOON) if it.about == "file system"]
    assert (found.verdict, found.text) == ("note", "unknown: /proc/self/mountinfo does not name it")


@pytest.mark.parametrize(("ahead", "said"), [(0, ""), (1, "; 1 backup made while a clock was ahead")])
def test_backups_from_a_clock_that_was_ahead_are_named(path: Path, ahead: int, said: str) -> None:
    save_backup(path, NOON + timedelta(days=ahead))
    found = next(it for it in diagnose(path, NOON) if it.about == "backups")
    assert found.text.partition(":")[2][2:] == said
    assert found.verdict == ("note" if ahead else "ok")
