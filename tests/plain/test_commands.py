import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.plain.commands import COMMANDS, CommandError, ParsedCommand, help_lines, parse_command

PUZZLE = parse_puzzle("4x6;" + "." * 24)
"""Four columns, six rows."""
WORDS = [word for command in COMMANDS for word in (command.name, *command.aliases)]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("r6c4 1", ParsedCommand("place", 23, "1")),
        ("R6C4=1", ParsedCommand("place", 23, "1")),
        ("  6   4\t0 ", ParsedCommand("place", 23, "0")),
        ("6,4,.", ParsedCommand("place", 23, ".")),
        ("r1c2 blank", ParsedCommand("place", 1, ".")),
        ("r2c1", ParsedCommand("cell", 4)),
        ("2 1", ParsedCommand("cell", 4)),
        ("undo", ParsedCommand("undo", number=1)),
        ("u 12", ParsedCommand("undo", number=12)),
        ("row 6", ParsedCommand("row", number=6)),
        ("col 4", ParsedCommand("column", number=4)),
        ("why r2c1", ParsedCommand("why", 4)),
        ("why 2 1", ParsedCommand("why", 4)),
        ("verbose off", ParsedCommand("verbose", switch=False)),
        ("verbose", ParsedCommand("verbose")),
        ("?", ParsedCommand("help")),
        ("６ ４ １", ParsedCommand("place", 23, "1")),
        ("٦ ٤ ٠", ParsedCommand("place", 23, "0")),
        ("к6с4 1", ParsedCommand("place", 23, "1")),
        ("ГТВЩ 2", ParsedCommand("undo", number=2)),
        ("црн к2с1", ParsedCommand("why", 4)),
        ("θνδο", ParsedCommand("undo", number=1)),
        ("- ' &", ParsedCommand("place", 23, "1")),
    ],
)
def test_what_is_typed_is_an_order(text: str, order: ParsedCommand) -> None:
    assert parse_command(text, PUZZLE) == order


@pytest.mark.parametrize("text", ["", "   ", "\t"])
def test_nothing_typed_is_no_order(text: str) -> None:
    assert parse_command(text, PUZZLE) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("r4c6 1", "r4c6 is outside the board: it has rows 1 to 6 and columns 1 to 4."),
        ("r0c1 1", "r0c1 is outside the board: it has rows 1 to 6 and columns 1 to 4."),
        ("column 5", "There is no column 5: the board has columns 1 to 4."),
        ("row", "Type the number of a row after row: row 3."),
        ("row 0", "Type the number of a row after row: row 3."),
        ("why", "Type a cell after why: why r3c5."),
        ("why r1c1 1", "Type a cell after why: why r3c5."),
        ("undo x", "Type a number after undo: undo 3."),
        ("verbose maybe", "Type on or off after verbose."),
        ("board 3", "Type board without anything after it."),
        ("5", "Type a row, a column and a value: 3 5 1."),
        ("r1c1 2", "After a cell, type 0, 1 or a point (for blank), not '2'."),
        ("r1c1 1 1", "After a cell, type 0, 1 or a point (for blank), not '1 1'."),
        ("udno", "'udno' is not a command. Did you mean undo?"),
        ("status", "'status' is not a command. Type help for a list of commands."),
        ("\x1b[2J", r"'\x1b[2j' is not a command. Type help for a list of commands."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(text, PUZZLE)
    assert str(caught.value) == sentence


@given(st.text() | st.lists(st.sampled_from([*WORDS, "r1c1", "r9c9", "0", "1", "3", ".", "on"])).map(" ".join))
@example("²")
@example("3 ²")
@example("9" * 5000)
@example("r1c1 " + "\U0001f600" * 21)
def test_any_line_is_an_order_or_a_harmless_sentence(text: str) -> None:
    try:
        order = parse_command(text, PUZZLE)
    except CommandError as error:
        assert str(error).isprintable()
        assert len(str(error)) < 150
    else:
        assert (order is None) == (not text.replace("=", " ").replace(",", " ").split())


def test_every_word_means_one_thing() -> None:
    assert len(set(WORDS)) == len(WORDS)


def test_the_help_names_every_command() -> None:
    words = {line.replace(":", " ").split()[0] for line in help_lines()}
    assert words >= {command.name for command in COMMANDS}
