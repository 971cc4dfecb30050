"""Keys in force: names, presets, the player's own keys, and clashes."""

import string
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.keys import Keys

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings, field_of
from binairo_tui.tui.keymap import (
    COMMANDS,
    DEFAULT_KEYMAP,
    FooterContext,
    Keymap,
    Scope,
    command_of,
    key_name,
    make_keymap,
)
from binairo_tui.tui.keymap.keymap import NO_KEY, PRESETS, RESERVED, concurrent_scopes, key_bindings
from binairo_tui.tui.keymap.names import parse_key
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.settings import SettingsScreen
from binairo_tui.tui.widgets.bars import fitting
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player

IDS = [command.id for command in COMMANDS]
NAMES = st.one_of(
    st.sampled_from(["u", "ctrl+z", "Bksp", "?", "F5", "space", "escape", "ctrl+q", "x", "f", "no such key", ""]),
    st.sampled_from(string.printable),
    st.text(max_size=3),
)
OWN = st.dictionaries(st.one_of(st.sampled_from(IDS), st.text(max_size=5)), st.lists(NAMES, max_size=4), max_size=8)


def shared_keys(keymap: Keymap, *scopes: Scope) -> list[str]:
    keys = Counter(
        key for command_id, them in keymap.keys.items() if command_of(command_id).scope in scopes for key in them
    )
    return [key for key, count in keys.items() if count > 1]


@given(st.sampled_from(sorted(PRESETS)), OWN)
def test_whatever_is_chosen_no_key_means_two_things_and_there_is_a_way_out(
    preset: str, own: dict[str, list[str]]
) -> None:
    keymap, problems = make_keymap(preset, own)
    assert list(keymap.keys) == IDS
    for scope in Scope:
        for other in concurrent_scopes(scope):
            assert shared_keys(keymap, scope, other) == []
            assert scope in concurrent_scopes(other)
    for key, command_id in RESERVED.items():
        assert key in keymap.keys[command_id]
    for command_id, names in own.items():
        got = keymap.keys.get(command_id, ())
        missed = [name for name in names if parse_key(name) not in got]
        assert not missed or any(problem.startswith((f"{command_id}:", f"{command_id} =")) for problem in problems)


@pytest.mark.parametrize(
    "context",
    [it for it in FooterContext if any("list.open" in ids for _, *ids in it.value)]
    + [FooterContext.DRILL, FooterContext.DRILL_BRANCH],
)
def test_a_footer_of_40_columns_names_the_key_that_opens_or_answers_and_the_way_out(context: FooterContext) -> None:
    items = DEFAULT_KEYMAP.footer_items(context, ())
    shown = fitting(items, 38)
    assert "Enter" in [keys for keys, _ in shown]
    assert shown[-1] == items[-1]


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (FooterContext.STORM, FooterContext.STORM_RUN),
        (FooterContext.STORM, FooterContext.STORM_TOGETHER),
        (FooterContext.STORM_OVER, FooterContext.STORM_TOGETHER_OVER),
        (FooterContext.SOLVED, FooterContext.SOLVED_RACE),
    ],
)
def test_what_can_be_done_together_differs_only_in_how_it_begins_and_ends(
    usual: FooterContext, other: FooterContext
) -> None:
    assert [word for word, *_ in usual.value][1:-2] == [word for word, *_ in other.value][1:-2]
    assert len(usual.value) == len(other.value)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_gives_every_command_a_key_and_loses_none_it_names(preset: str) -> None:
    keymap, problems = make_keymap(preset, {})
    assert problems == ()
    assert [command_id for command_id, keys in keymap.keys.items() if not keys] == []
    for command_id, keys in PRESETS[preset].items():
        assert set(keys) <= set(keymap.keys[command_id])


def test_the_presets_are_those_that_can_be_chosen() -> None:
    field = field_of("keys_preset")
    assert field is not None
    assert field.choices == tuple(PRESETS)


def test_the_default_preset_is_what_the_commands_say() -> None:
    assert make_keymap("default", {}) == (DEFAULT_KEYMAP, ())
    the_same = {COMMANDS[0].id: [key_name(key) for key in COMMANDS[0].keys]}  # own keys: each key is checked
    assert make_keymap("default", the_same) == (DEFAULT_KEYMAP, ())


LEFT_HAND = set("12345qwertasdfgzxcvbQWERTASDFGZXCVB") | {"space", "tab"}
OFTEN = ("board.up", "board.down", "board.left", "board.right", "cell.zero", "cell.one", "cell.cycle", "cell.clear")


@pytest.mark.parametrize(
    "command_id",
    [
        *OFTEN,
        "play.undo",
        "play.redo",
        "play.hint",
        "play.propagate-once",
        "play.why",
        "play.mark",
        "play.branch",
        "board.next-empty",
        "app.back",
    ],
)
def test_with_wasd_the_left_hand_reaches_what_is_needed_often(command_id: str) -> None:
    assert LEFT_HAND & set(make_keymap("wasd", {})[0].keys[command_id])


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_but_the_way_back_needs_the_escape_key(preset: str) -> None:
    keymap, _ = make_keymap(preset, {})
    assert [command_id for command_id, keys in keymap.keys.items() if "escape" in keys] == ["palette.close", "app.back"]
    assert keymap.keys["app.back"][0] != "escape"
    assert not [key for keys in keymap.keys.values() for key in keys if key.startswith("alt+")]


@pytest.mark.parametrize(
    ("own", "problems"),
    [
        ({"play.undo": ["T"]}, ()),
        ({"play.undo": ["T", "u"], "play.redo": ["u", "r"]}, ("play.redo: u already means play.undo",)),
        ({"play.hint": ["f"]}, ("play.hint: takes f from play.propagate-once, which keeps no key",)),
        ({"play.hint": ["x"]}, ("play.hint: takes x from cell.clear, which keeps Bksp Del .",)),
        ({"play.hint": ["?"]}, ("play.hint: takes ? from app.help, which keeps F1",)),
        ({"play.hint": ["f"], "play.propagate-once": ["i"]}, ()),
        ({"play.hint": ["f"], "play.propagate-once": []}, ()),
        ({"play.hint": ["esc"]}, ("play.hint: Esc already means app.back",)),
        ({"list.open": ["F"]}, ()),
        ({"play.fly": ["z"]}, ("play.fly: no such command",)),
        ({"play.hint": ["flip"]}, ('play.hint = "flip": no such key',)),
    ],
)
def test_each_problem_of_own_keys_is_named(own: dict[str, list[str]], problems: tuple[str, ...]) -> None:
    assert make_keymap("default", own)[1] == problems


def test_a_command_without_a_key_is_not_shown() -> None:
    keymap, _ = make_keymap("default", {"play.undo": []})
    assert keymap.key_of("play.undo") == ""
    bound = key_bindings(keymap, (Scope.FILL,))
    assert [key for key, bindings in bound.items() if bindings[0].id == "play.undo"] == [f"{NO_KEY}play.undo"]
    assert command_of("play.undo").help not in [sentence for _, _, sentence in keymap.help_rows()]


def test_keys_have_names() -> None:
    names = {"ctrl+z": "Ctrl+Z", "F": "F", "backspace": "Bksp", "question_mark": "?", "f1": "F1", "shift+up": "Shift+↑"}
    assert {key: key_name(key) for key in names} == names


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("z", "z"),
        ("Z", "Z"),
        ("shift+z", "Z"),
        ("?", "question_mark"),
        (".", "full_stop"),
        (",", "comma"),
        ("-", "minus"),
        (" ", "space"),
        ("Ctrl+Z", "ctrl+z"),
        ("PgUp", "pageup"),
        ("←", "left"),
        ("esc", "escape"),
        ("ctrl+h", "backspace"),
        ("é", "é"),
        ("ctrl+?", "ctrl+question_mark"),
        ("left_shift", None),
        ("", None),
        ("\x1b", None),
        ("f99", None),
        ("uu", None),
    ],
)
def test_keys_can_be_written_in_several_ways(written: str, key: str | None) -> None:
    assert parse_key(written) == key


def test_a_key_can_be_written_as_it_is_shown() -> None:
    keys = {key for command in COMMANDS for key in command.keys}
    assert {key for key in keys if not parse_key(key_name(key)) == parse_key(key) == key} == set()


@given(st.characters(categories=["L", "N", "P", "S"]))
def test_a_character_means_the_key_that_textual_sends(character: str) -> None:
    from textual.keys import _character_to_key

    key = parse_key(character)
    assert key in (_character_to_key(character), *(str(it.value) for it in Keys), None)
    if key is not None and character.isascii():
        assert key == _character_to_key(character)


PUZZLE = parse_puzzle("4x6;0..1.1..................")


def chosen(preset: str, **own: tuple[str, ...]) -> Preferences:
    """The preferences of a player; `cell_one` stands for `cell.one`."""
    return Preferences(Settings(keys_preset=preset, keys={name.replace("_", "."): keys for name, keys in own.items()}))


async def chosen_line(player: Player) -> int:
    """Where the keys of two presets lead in a list that is opened now."""
    await player.press("comma", "j", "s", "s")
    assert isinstance(player.app.screen, SettingsScreen)
    index = player.app.screen.current_index
    await player.press("escape")
    return index


async def test_players_of_one_process_have_their_own_keys(open_app: OpenApp) -> None:
    async with (
        open_app(PUZZLE, preferences=chosen("wasd")) as wasd,
        open_app(PUZZLE, preferences=chosen("vim", cell_one=("v",))) as vim,
    ):
        for player in (wasd, vim):
            await player.press("d", "e", "l", "v")
        assert (wasd.session.cursor, wasd.values()[:3]) == (1, "01.")
        assert (vim.session.cursor, vim.values()[:3]) == (1, "01.")
        assert "q e place" in wasd.text()
        assert "0 v place" in vim.text()
        assert [await chosen_line(wasd), await chosen_line(vim)] == [2, 1]


async def test_keys_chosen_while_playing_are_in_force_at_once_for_that_player_alone(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as one, open_app(PUZZLE) as other:
        for preset, keys, line in (("wasd", "q e place", 2), ("default", "0 1 place", 3)):
            one.app.navigator.change_setting("keys_preset", preset)
            for player in (one, other):
                await player.press("right", "e")
            assert keys in one.text()
            assert "0 1 place" in other.text()
            assert [await chosen_line(one), await chosen_line(other)] == [line, 3]
        assert (one.values()[:3], other.values()[:3]) == ("01.", "0..")
