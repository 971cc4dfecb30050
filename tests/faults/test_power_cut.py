"""Power cuts, and the model of the disk that simulates them."""

from pathlib import Path
from random import Random

import pytest

from tests.conftest import Report
from tests.faults.harness import run
from tests.faults.syscalls import Call
from tests.faults.torn_disk import Image, Model, TornDisk

pytestmark = pytest.mark.usefixtures("strace")


def test_a_power_cut_loses_nothing(report: Report) -> None:
    figures = run("power_cut")
    report(f"power cut: {figures}")
    assert figures["images"]
    assert [figures[name] for name in ("corrupt", "lost", "bad_backups")] == [0, 0, 0], figures["first_trouble"]


@pytest.mark.long
def test_every_moment_of_a_power_cut(report: Report) -> None:
    figures = run("power_cut", "--long")
    report(f"power cut: {figures}")
    assert [figures[name] for name in ("corrupt", "lost", "bad_backups")] == [0, 0, 0], figures["first_trouble"]


def images(model: Model, root: Path, *calls: Call) -> list[Image]:
    """Return all images (of many drawn ones) after some calls, with paths below the root."""
    disk, chance = TornDisk(root, model), Random(0)
    for call in calls:
        disk.follow(call)
    drawn = [disk.cut(chance) for _ in range(500)]
    seen: list[Image] = []
    for image in drawn:
        short = {path.removeprefix(f"{root}/"): content for path, content in image.items() if path != str(root)}
        if short not in seen:
            seen.append(short)
    return seen


class TestTheDisk:
    """Check both models with calls written by hand."""

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        root = tmp_path / "disk"
        root.mkdir()
        (root / "old").write_bytes(b"a" * 1024)
        return root

    def create(self, root: Path, name: str) -> Call:
        return Call("openat", ("/", str(root / name).encode(), "O_RDWR|O_CREAT", "0600"))

    def write(self, root: Path, name: str, data: bytes, offset: int = 0) -> Call:
        return Call("pwrite64", (str(root / name), data, str(len(data)), str(offset)))

    def sync(self, root: Path, name: str = "") -> Call:
        return Call("fsync", (str(root / name),))

    @pytest.mark.parametrize("model", Model)
    def test_what_is_not_synced_is_torn_by_sectors(self, root: Path, model: Model) -> None:
        seen = [image["old"] for image in images(model, root, self.write(root, "old", b"b" * 1024))]
        assert sorted(filter(None, seen)) == [
            first * 512 + last * 512 for first, last in ((b"a", b"a"), (b"a", b"b"), (b"b", b"a"), (b"b", b"b"))
        ]

    @pytest.mark.parametrize("model", Model)
    def test_what_is_synced_is_there(self, root: Path, model: Model) -> None:
        calls = (self.write(root, "old", b"b" * 1024), self.sync(root, "old"))
        assert images(model, root, *calls) == [{"old": b"b" * 1024}]

    def test_a_new_name_needs_its_directory_only_where_nothing_is_promised(self, root: Path) -> None:
        calls = (self.create(root, "new"), self.write(root, "new", b"x"), self.sync(root, "new"))
        there, missing = {"old": b"a" * 1024, "new": b"x"}, {"old": b"a" * 1024}
        assert images(Model.ORDERED, root, *calls) == [there]
        assert {len(image) for image in images(Model.POSIX, root, *calls)} == {1, 2}
        assert missing in images(Model.POSIX, root, *calls)
        assert images(Model.POSIX, root, *calls, self.sync(root)) == [there]

    @pytest.mark.parametrize("model", Model)
    def test_a_rename_is_whole_and_may_come_before_what_was_written(self, root: Path, model: Model) -> None:
        rename = Call("rename", (str(root / "new").encode(), str(root / "old").encode()))
        seen = images(model, root, self.create(root, "new"), self.write(root, "new", b"x"), self.sync(root), rename)
        contents = [image["old"] for image in seen if "old" in image]
        assert len([*seen]) == len(contents)
        assert {b"a" * 1024, b"x"} <= set(contents)
        if model is Model.POSIX:
            assert b"" in contents

    def test_a_file_in_a_directory_that_is_not_there_is_not_there(self, root: Path) -> None:
        calls = (
            Call("mkdir", (str(root / "sub").encode(), "0700")),
            self.create(root, "sub/new"),
            self.sync(root, "sub"),
        )
        assert {tuple(image) for image in images(Model.POSIX, root, *calls)} == {("old",), ("old", "sub", "sub/new")}
