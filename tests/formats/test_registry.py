"""The registry: every format is as its entry says."""

import re
from pathlib import Path

import pytest

from binairo_tui.formats import FORMATS, Format, Rules, find_format, read_puzzle, write_puzzle
from binairo_tui.formats import codecs as rooms


def test_names_are_unique_and_find_their_format() -> None:
    assert len({entry.name for entry in FORMATS}) == len(FORMATS)
    assert all(find_format(entry.name) is entry for entry in FORMATS)
    with pytest.raises(ValueError, match="there is no format"):
        find_format("nothing")


def test_every_module_is_used_by_a_format() -> None:
    files = {path.stem for path in Path(str(rooms.__file__)).parent.glob("*.py")} - {"__init__"}
    assert files == {entry.module or entry.name.replace("-", "_") for entry in (*FORMATS, find_format("picture"))}


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_the_example_is_in_the_format_and_shows_what_it_holds(entry: Format) -> None:
    imported = read_puzzle(entry.example)
    assert imported.format == entry.name
    assert imported.reason == f'Read as "{entry.title}", recognized by {entry.known_by}.'
    assert bool(imported.history) == (entry.progress and entry.name not in ("notation", "penpa"))
    if entry.writes:
        again = read_puzzle(write_puzzle(imported.puzzle, entry.name))
        assert (again.format, again.puzzle) == (entry.name, imported.puzzle)


def test_examples_show_signs_where_the_format_holds_them() -> None:
    carrying = {entry.name for entry in FORMATS if entry.signs}
    shown = {entry.name for entry in FORMATS if read_puzzle(entry.example).puzzle.signs}
    assert shown <= carrying
    assert carrying - shown <= {"notation", "puzzletea"}


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_rules_are_inferred_exactly_in_open_formats(entry: Format) -> None:
    notes = " ".join(read_puzzle(entry.example).notes)
    assert bool(re.search(r"[Uu]nique lines|must be unique", notes)) == (entry.rules is Rules.OPEN)
