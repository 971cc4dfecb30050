import json
from pathlib import Path

import pytest

from binairo_tui.files import paths
from tests.cli.runs import binairo


def test_every_place_is_named() -> None:
    lines = binairo("games", "where").out.splitlines()
    assert {name: Path(path) for name, path in (line.split(maxsplit=1) for line in lines)} == paths.all_paths()


def test_json_is_one_object() -> None:
    outcome = binairo("games", "where", "--json")
    assert outcome.objects == [{name: str(path) for name, path in paths.all_paths().items()}]


def test_nothing_is_created(tmp_path: Path) -> None:
    binairo("games", "where")
    assert not (tmp_path / "home").exists()


def test_a_strange_home_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "a\x1b[2J\udcff"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    assert rf"{tmp_path}/a\x1b[2J\udcff/binairo-tui" in binairo("games", "where").out
    assert json.loads(binairo("games", "where", "--json").out)["data"] == str(paths.data_dir())
