"""Reading `config.toml`: valid entries are used, invalid ones are reported, nothing is fatal."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.settings import FIELDS, Settings, load_settings
from binairo_tui.settings.fields import settings_from


def load(tmp_path: Path, text: str) -> tuple[Settings, tuple[str, ...]]:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_every_setting_is_described() -> None:
    assert [field.name for field in FIELDS] + ["keys"] == list(Settings._fields)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_default_and_choices_are_allowed(field: object) -> None:
    (it,) = [known for known in FIELDS if known is field]
    assert [it.problem(value) for value in (it.default, *it.choices)] == [""] * (1 + len(it.choices))
    assert it.default in it.choices
    assert it.help.endswith(".")


def test_without_a_file_the_defaults_are_used(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none" / "config.toml") == (Settings(), ())


def test_valid_entries_are_used(tmp_path: Path) -> None:
    text = 'symbols = "ab"\nmouse = true\npause_after_minutes = 0\n[keys]\n"play.undo" = ["z", "u"]\nplay.redo = "Z"\n'
    settings, problems = load(tmp_path, text)
    assert problems == ()
    assert settings == Settings(
        symbols="ab", mouse=True, pause_after_minutes=0, keys={"play.undo": ("z", "u"), "play.redo": ("Z",)}
    )


def test_values_at_their_limits_are_used(tmp_path: Path) -> None:
    settings, problems = load(tmp_path, 'symbols = "\xa1!"\npause_after_minutes = 240\n')
    assert (settings, problems) == (Settings(symbols="\xa1!", pause_after_minutes=240), ())


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('symbols = "aa"', None),
        ('symbols = "a\\u0300"', None),
        ('symbols = "漢字"', None),
        ('help = "xyz"', 'help = "xyz": must be "full", "lines" or "off"; using "full"'),
        ("mouse = 1", "mouse = 1: must be true or false; using false"),
        ("mice = false", "mice: no such setting"),
        ("pause_after_minutes = true", "pause_after_minutes = true: must be a whole number from 0 to 240; using 5"),
        ("pause_after_minutes = -1", None),
        ("pause_after_minutes = 241", None),
        ("pause_after_minutes = 2.5", None),
        ('new_size = "1x6"', None),
        ('new_size = "7x8"', None),
        ('theme = "\\u001b[31m"', None),
        ("colour = 1", "colour: no such setting"),
        ("keys = 3", 'keys: must be a table [keys] of lines such as "play.undo" = ["u"]'),
        ('[keys]\n"play.undo" = 3', '[keys] play.undo = 3: must be a key such as "u" or a list of keys'),
        ("mouse = ", None),
        ("a = " + "[" * 5000, None),
    ],
)
def test_invalid_entries_are_reported_and_ignored(tmp_path: Path, line: str, problem: str | None) -> None:
    settings, problems = load(tmp_path, f"{line}\n")
    assert settings == Settings()
    assert len(problems) == 1
    assert problems[0].startswith("config.toml: ")
    if problem is not None:
        assert problems[0] == f"config.toml: {problem}"


def test_an_invalid_value_does_not_affect_the_others(tmp_path: Path) -> None:
    settings, problems = load(tmp_path, 'help = "xyz"\nwrap = false\n')
    assert settings == Settings(wrap=False)
    assert len(problems) == 1


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe")
    assert load_settings(path) == (Settings(), ("config.toml: line 1: byte 0xff is not UTF-8; using the defaults",))
    path.unlink()
    os.mkfifo(path)
    assert load_settings(path) == (Settings(), ("config.toml: not a regular file; using the defaults",))


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
)


@given(st.dictionaries(st.one_of(st.sampled_from([field.name for field in FIELDS] + ["keys"]), st.text()), VALUES))
def test_any_table_gives_valid_settings(table: dict[str, object]) -> None:
    settings, _ = settings_from(table)
    assert all(field.problem(getattr(settings, field.name)) == "" for field in FIELDS)
    assert all(isinstance(key, str) for keys in settings.keys.values() for key in keys)
