"""What the build of the page says when it cannot be made."""

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from binairo_tui.page import build
from tests.cli.runs import binairo


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = binairo("web", "--build", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert f"the page was not built: {tmp_path} is not empty" in done.err
    assert [it.name for it in tmp_path.iterdir()] == ["mine.txt"]


def test_a_zip_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "page.zip").write_text("mine")
    done = binairo("web", "--build", str(tmp_path / "page"))
    assert (done.status, done.out) == (2, "")
    assert "page.zip is there already" in done.err
    assert (tmp_path / "page.zip").read_text() == "mine"


def test_a_missing_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = binairo("web", "--build", str(tmp_path / "page"))
    assert done.status == 2
    assert "npm was not found" in done.err


def test_a_package_with_other_contents_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pack(folder: Path, *_: str) -> str:
        with tarfile.open(folder / "forged.tgz", "w:gz") as tar:
            tar.addfile(tarfile.TarInfo("package/pyodide.mjs"), io.BytesIO())
        return "forged.tgz\n"

    monkeypatch.setattr(build, "_run", pack)
    with pytest.raises(build.BuildError, match=r"npm has another pyodide@[0-9.]+ than expected: its hash is "):
        build.build(tmp_path / "page")
    assert [*(tmp_path / "page").iterdir()] == []


def test_hashes_are_of_the_kind_that_npm_states() -> None:
    assert {len(it.sha512) for it in build.PACKAGES} == {4 * -(-hashlib.sha512().digest_size // 3)}
