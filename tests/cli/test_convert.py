"""`binairo convert`: any format in, one format out, with the detected format on request."""

import re

import pytest

from binairo_tui.formats import EXPORTS, FORMATS
from tests.cli.runs import CLASSIC, binairo

TASK = "a1a1b1e1a1g1010b00b1c"
NOTATION = "6x6;.1.1..1.....1.1.......1010..00..1..."
BARS = "| 1 1  |\n|1     |\n|1 1   |\n|    10|\n|10  00|\n|  1   |"
TANGO = ".-.-.\n| xY|\n.-.-.\n| | |\n.-.-."


@pytest.mark.parametrize("text", [TASK, f"6x6u:{'BBCFBHaAacaCd'}", BARS, NOTATION, BARS.replace("|", "")])
def test_our_notation_is_the_default(text: str) -> None:
    outcome = binairo("convert", text)
    assert (outcome.status, outcome.out, outcome.err) == (0, f"{NOTATION}\n", "")


def test_blank_lines_separate_puzzles_of_several_lines() -> None:
    assert binairo("convert", "--to", "bars", TASK, TASK).out == f"{BARS}\n\n{BARS}\n"
    assert binairo("convert", "--to", "task", TASK, TASK).out == f"{TASK}\n{TASK}\n"


def test_what_is_written_is_read_back_from_a_pipe() -> None:
    written = binairo("convert", "--to", "bars", "classics:1", NOTATION).out
    assert binairo("convert", "-", stdin=written).out == f"{CLASSIC}\n{NOTATION}\n"


def test_json_tells_where_a_puzzle_comes_from() -> None:
    (fields,) = binairo("convert", "--json", "--to", "task", BARS).objects
    assert (fields["puzzle"], fields["format"], fields["text"]) == (NOTATION, "task", TASK)
    assert fields["from"] == "bars"
    assert fields["reason"] == 'Read as "Rows between bars or in drawn boxes", recognized by bars around rows.'
    assert fields["notes"] == [
        "Unique lines are assumed, as in most puzzles.",
        "If lines may repeat, the solution is the same.",
    ]
    assert "position" not in fields


def test_json_has_the_position_of_a_game() -> None:
    save = next(entry.example for entry in FORMATS if entry.name == "unruly-save")
    (fields,) = binairo("convert", "--json", save).objects
    assert fields["position"] == "0" + fields["puzzle"][5:40]


def test_json_of_a_collection_names_no_format() -> None:
    (fields,) = binairo("convert", "--json", "classics:1").objects
    assert fields == {"source": "classics", "line": 1, "puzzle": CLASSIC, "format": "notation", "text": CLASSIC}


def test_verbose_names_the_detected_format() -> None:
    outcome = binairo("convert", "--verbose", TASK)
    assert (
        outcome.err == '6x6: Read as "puzzle-binairo.com task", recognized by letters, 0 and 1 that describe a grid.\n'
    )


@pytest.mark.parametrize(
    ("text", "option", "written"),
    [
        ("1..............0", "--unique-lines", "4x4;1..............0"),
        ("1..............0", "--no-unique-lines", "4x4;1..............0;lines=any"),
        (TASK, "--no-unique-lines", f"{NOTATION};lines=any"),
    ],
)
def test_an_option_sets_the_rules(text: str, option: str, written: str) -> None:
    assert binairo("convert", option, text).out == f"{written}\n"


def test_inferred_rules_are_reported_if_they_are_not_the_usual_ones() -> None:
    outcome = binairo("convert", "1... ..0.")
    assert outcome.out == "4x2;1.....0.;lines=any\n"
    assert outcome.err == "4x2: Lines may repeat: if they must be unique, there is no solution.\n"


def test_from_overrides_detection() -> None:
    assert binairo("convert", "--unique-lines", "xo\nox").out == "2x2;1001\n"
    assert (
        binairo("convert", "--unique-lines", "--from", "binoxxo", "x1\n1x").out == "2x2;1..1\n"
    )  # x would be empty in rows


@pytest.mark.parametrize(
    ("arguments", "status", "err"),
    [
        (["--to", "task", TANGO], 1, "2x2: The format 'task' cannot hold signs."),
        (["--to", "line", "4x2;........"], 1, "4x2: The format 'line' holds square grids only."),
        (["--to", "task", "2x2;....;lines=any"], 1, "2x2: The format 'task' requires unique lines,"),
        (["--to", "unruly", "4x4;" + 16 * "."], 1, "4x4: Unruly has only even sizes, from 6x6 up."),
        (["6x6:BBCFBHaAacaCdA"], 2, "argument 1, column 18: more than 36 cells"),
        (
            ["--from", "task", "b0?"],
            2,
            "argument 1, column 3: expected one of '01abcdefghijklmnopqrstuvwxyz', found '?'",
        ),
        (
            ["--from", "nothing", TASK],
            2,
            "binairo convert: Invalid value for '--from': 'nothing' is not one of notation, ",
        ),
        (["--to", "penpa", TASK], 2, "binairo convert: Invalid value for '--to': "),
    ],
)
def test_impossible_requests_are_refused(arguments: list[str], status: int, err: str) -> None:
    outcome = binairo("convert", *arguments)
    assert outcome.status == status
    assert outcome.out == ""
    assert err.removeprefix("binairo convert: ") in outcome.err


def test_one_bad_line_does_not_stop_the_rest() -> None:
    outcome = binairo("convert", "-", stdin=f"{TASK}\n6x6:zzz\n{TASK}\n")
    assert (outcome.status, outcome.out) == (2, f"{NOTATION}\n{NOTATION}\n")
    assert outcome.err == "stdin:2:6: more than 36 cells\n3 puzzles: 2 written, 1 error\n"


def test_the_help_lists_every_format() -> None:
    shown = binairo("convert", "--help").out
    listed = shown.partition("Formats:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^ +([a-z0-9-]+)  +\S", listed, re.MULTILINE) == [
        *[entry.name for entry in FORMATS],
        *EXPORTS,
    ]


def test_other_verbs_take_the_same_options() -> None:
    outcome = binairo("solve", "--from", "task", "--no-unique-lines", "--json", "b0d1c10d0j1b1a0a1")
    assert (outcome.status, outcome.objects[0]["solutions"]) == (1, 2)
