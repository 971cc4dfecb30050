import csv
import io
from datetime import UTC, date, datetime, timedelta

import pytest

from binairo_tui.cli.verbs.stats import STYLES
from binairo_tui.engine import EMPTY, Puzzle, parse_puzzle
from binairo_tui.engine.search import first_solution
from binairo_tui.files.paths import database_path
from binairo_tui.game.aids import SHOWN, Aid, SolveStyle
from binairo_tui.game.steps import Move, SessionSnapshot, Step, StepKind
from binairo_tui.player.progress import Progress
from binairo_tui.player.text import COUNTED_TECHNIQUES, MEDIAN_WAITS
from tests.cli.runs import binairo, process

WIDE = parse_puzzle("4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any")
SQUARE = parse_puzzle("4x4;0..1.1......0..0")


@pytest.fixture
def solved() -> None:
    """Five results on three consecutive days up to today, the first on a smaller board, the last by the program."""
    today = datetime.combine(date.today(), datetime.min.time(), UTC) + timedelta(hours=12)
    solves = [
        (WIDE, "", "odd\x1b[2J,name", 2, 125_000, Aid(0)),
        (SQUARE, "Hard", "first", 1, 60_000, SHOWN),
        (SQUARE, "Hard", "second", 1, 30_000, SHOWN | Aid.HINT),
        (SQUARE, "Easy", "third", 0, 10_000, SHOWN),
        (SQUARE, "Easy", "fourth", 0, 1000, SHOWN | Aid.PROPAGATION | Aid.MOST_CELLS),
    ]
    database_path().parent.mkdir(parents=True, mode=0o700)
    for hour, (puzzle, band, title, days, elapsed_ms, aids) in enumerate(solves):
        at = today + timedelta(hours=hour, days=-days)
        progress = Progress(database_path(), now=lambda at=at: at)  # type: ignore[misc]
        game, _ = progress.open_new(puzzle, title, band=band)
        progress.finish(game, SessionSnapshot(0, elapsed_ms, 0, (), aids))
        assert progress.close(30)


@pytest.mark.usefixtures("solved")
def test_the_table() -> None:
    outcome = binairo("stats")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "5 solved: 1 strict, 2 unaided, 1 helped, 1 by the program.",
        "size   difficulty  solved   strict  unaided     best   median  last 12",
        "4x2    not graded       1        1        0     2:05        -        -",
        "4x4    Easy             1        0        1     0:10        -        -",
        "4x4    Hard             1        0        1     1:00        -        -",
    ]
    assert binairo("stats", "--all-styles").out.splitlines()[1:] == [
        "size   difficulty  solved   strict  unaided   helped  program     best   median  last 12",
        "4x2    not graded       1        1        0        0        0     2:05        -        -",
        "4x4    Easy             2        0        1        0        1     0:10        -        -",
        "4x4    Hard             2        0        1        1        0     0:30     0:45        -",
    ]
    assert binairo("stats", "--style", "program").out.splitlines()[1:] == [
        "size   difficulty  solved  program     best   median  last 12",
        "4x4    Easy             1        1        -        -        -",
    ]
    assert binairo("stats", "--style", "helped", "--size", "4x2").out.splitlines()[1:] == [
        "No solve has this style (helped): --all-styles shows the others."
    ]


def test_as_long_as_every_solve_was_helped_all_styles_are_shown() -> None:
    database_path().parent.mkdir(parents=True, mode=0o700)
    progress = Progress(database_path())
    for title, aids in (("first", SHOWN | Aid.HINT), ("second", SHOWN)):
        game, _ = progress.open_new(SQUARE, title, band="Hard")
        progress.finish(game, SessionSnapshot(0, 30_000, 0, (), aids))
        progress.wait_for_saves()
        shown = "strict  unaided   helped  program" if title == "first" else "strict  unaided"
        assert binairo("stats").out.splitlines()[1] == f"size   difficulty  solved   {shown}     best   median  last 12"
    assert progress.close(30)


@pytest.mark.usefixtures("solved")
def test_json_is_one_object() -> None:
    (fields,) = binairo("stats", "--json").objects
    rows = fields.pop("rows")
    assert fields == {
        "solved": 5,
        "strict": 1,
        "unaided": 2,
        "helped": 1,
        "repeat": 0,
        "program": 1,
        "daily_streak": 0,
        "longest_daily_streak": 0,
        "techniques": [],
    }
    assert rows[2] == {
        "size": "4x4",
        "band": "Hard",
        "solved": 2,
        "strict": 0,
        "unaided": 1,
        "helped": 1,
        "repeat": 0,
        "program": 0,
        "best_ms": 30_000,
        "median_ms": 45_000,
        "last_12_ms": 45_000,
        "expected_ms": None,
    }


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize(
    ("filters", "titles"),
    [
        ([], ["odd[2J,name", "first", "second", "third", "fourth"]),
        (["--size", "4"], ["first", "second", "third", "fourth"]),
        (["--size", "4x2"], ["odd[2J,name"]),
        (["--size", "2x4"], []),
        (["--band", "HARD"], ["first", "second"]),
        (["--style", "unaided", "--size", "4x4", "--band", "hard"], ["first"]),
    ],
)
def test_csv_has_a_line_for_each_solve(filters: list[str], titles: list[str]) -> None:
    outcome = binairo("stats", "--csv", *filters)
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [row["title"] for row in rows] == titles
    (fields,) = binairo("stats", "--json", *filters).objects
    assert fields["solved"] == len(rows)
    if not filters:
        day = (date.today() - timedelta(days=2)).isoformat()
        assert [rows[0][key] for key in ("day", "size", "lines", "signs", "style", "elapsed_ms")] == [
            day,
            "4x2",
            "any",
            "yes",
            "strict",
            "125000",
        ]


def test_before_the_first_solve_no_file_is_created() -> None:
    assert binairo("stats").out == "Nothing is solved yet.\n"
    assert binairo("stats", "--size", "4").out == "You have not solved any of this kind yet.\n"
    assert binairo("stats", "--csv").out.count("\n") == 1
    assert binairo("stats", "--json").objects[0]["solved"] == 0
    assert not database_path().exists()


def test_an_unreadable_file_is_reported_in_one_line() -> None:
    database_path().parent.mkdir(parents=True, mode=0o700)
    database_path().write_bytes(b"no database at all" * 100)
    outcome = binairo("stats")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith("the progress file cannot be read: ")


@pytest.mark.parametrize(
    "arguments",
    [["--size", "big"], ["--band", "none"], ["--csv", "--json"], ["--all-styles", "--style", "strict"], ["8x8"]],
)
def test_wrong_usage_is_one_line(arguments: list[str]) -> None:
    outcome = process("stats", *arguments)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_the_choices_are_those_of_the_game() -> None:
    assert [style.value for style in SolveStyle] == list(STYLES)


def solve(puzzle: Puzzle, count: int, seconds: int) -> None:
    """Solve a puzzle several times, one value after another."""
    solution = first_solution(puzzle)
    assert solution is not None
    blanks = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
    steps = tuple(
        Step(StepKind.PLACE, (Move(cell, EMPTY, puzzle.geometry.value(solution, cell)),), 1000 * seconds * number)
        for number, cell in enumerate(blanks, 1)
    )
    progress = Progress(database_path())
    for _ in range(count):
        game, _ = progress.open_new(puzzle, "again", band="Easy")
        progress.finish(game, SessionSnapshot(0, steps[-1].at_ms, len(steps), steps, SHOWN))
    assert progress.close(30)


def test_ten_solves_show_what_to_expect_and_how_the_techniques_are_known() -> None:
    database_path().parent.mkdir(parents=True, mode=0o700)
    solve(SQUARE, 9, seconds=6)
    row, counted, *techniques = [line.split() for line in binairo("stats").out.splitlines()[2:] if line]
    assert row == ["4x4", "Easy", "9", "0", "9", "1:06", "1:06", "-"]
    assert " ".join(counted) == f"{COUNTED_TECHNIQUES} {MEDIAN_WAITS}"
    assert techniques[0] == ["technique", "cells", "games", "wait"]
    assert techniques[1:]
    assert all(fields[-3:] == ["9", "6.0", "s"] for fields in techniques[1:])
    solve(SQUARE, 1, seconds=6)
    assert binairo("stats").out.splitlines()[2].split()[-1] == "1:05"
    (fields,) = binairo("stats", "--json").objects
    assert fields["rows"][0]["expected_ms"] == 66_000
    assert sum(it["cells"] for it in fields["techniques"]) == 110
    assert {(it["games"], it["usual_ms"]) for it in fields["techniques"]} == {(10, 6000)}
