import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from pathlib import Path
from typing import NoReturn

import pytest

from binairo_tui.cli import options, program
from binairo_tui.cli.verbs.generate import SYMMETRIES
from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.bands import Band
from binairo_tui.engine.generation import generate
from binairo_tui.engine.grading import grade
from binairo_tui.engine.request import LATEST_RECIPE, Request
from binairo_tui.engine.symmetry import KEEPING_SIDES, Symmetry
from tests.cli.runs import binairo
from tests.conftest import needs_workers


def test_a_line_is_a_puzzle_with_its_grade_as_a_comment() -> None:
    outcome = binairo("generate", "--size", "6x8", "--band", "Hard", "--seed", "5")
    puzzle = generate(Request(6, 8, Band.HARD), seed=5)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{puzzle}  # Hard {grade(puzzle).score}\n"


def test_the_band_is_also_called_the_difficulty() -> None:
    outs = {
        binairo("generate", "--size", "6", option, "easy", "--seed", "2").out for option in ("--band", "--difficulty")
    }
    assert len(outs) == 1


def test_other_verbs_read_the_output() -> None:
    made = binairo("generate", "--size", "6", "--count", "3", "--seed", "1", "--workers", "1").out
    Path("mine.txt").write_text(made)
    assert [fields["solutions"] for fields in binairo("solve", "--json", "mine.txt").objects] == [1, 1, 1]
    assert [fields["band"] for fields in binairo("grade", "--json", "-", stdin=made).objects] == ["Medium"] * 3


def test_json() -> None:
    objects = binairo("generate", "--size", "6", "--count", "2", "--seed", "7", "--workers", "1", "--json").objects
    for number, fields in enumerate(objects):
        assert list(fields) == ["puzzle", "band", "score", "seed", "ms", "recipe"]
        puzzle = generate(Request(6, 6, Band.MEDIUM), seed=7 + number)
        assert fields["puzzle"] == str(puzzle)
        assert (fields["band"], fields["score"]) == ("Medium", grade(puzzle).score)
        assert fields["seed"] == 7 + number
        assert fields["ms"] > 0
    assert len(objects) == 2


@pytest.mark.parametrize(
    ("options", "request_"),
    [
        ([], Request(10, 10, Band.MEDIUM)),
        (["--size", "8"], Request(8, 8, Band.MEDIUM)),
        (["--size", "8x6", "--band", "GENTLE"], Request(8, 6, Band.GENTLE)),
        (["--size", "6", "--rules", "any"], Request(6, 6, Band.MEDIUM, unique_lines=False)),
        (["--size", "6", "--signs"], Request(6, 6, Band.MEDIUM, has_signs=True)),
        (["--size", "8", "--symmetry", "top-bottom"], Request(8, 8, Band.MEDIUM, symmetry=Symmetry.TOP_BOTTOM)),
        (["--size", "8", "--roomy"], Request(8, 8, Band.MEDIUM, extra_givens=True)),
        (["--size", "8", "--roomy", "--minimal"], Request(8, 8, Band.MEDIUM)),
    ],
)
def test_every_option_has_its_effect(options: list[str], request_: Request) -> None:
    made = binairo("generate", "--seed", "3", *options).out.partition("  #")[0]
    assert parse_puzzle(made) == generate(request_, seed=3)


def test_techniques_can_be_chosen_and_set_the_band() -> None:
    options = ("generate", "--size", "8", "--seed", "3", "--recipe", str(LATEST_RECIPE))
    (fields,) = binairo(*options, "--needs", "two-blanks", "--without", "Gap Counting", "--json").objects
    (graded,) = binairo("grade", "--json", fields["puzzle"]).objects
    assert graded["band"] == fields["band"] == "Hard"
    assert "two blanks" in graded["techniques"]
    assert "gap counting" not in graded["techniques"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--needs", "gap-counting", "--band", "easy"], "'gap counting' is harder than Easy"),
        (["--needs", "guessing"], "there is no technique 'guessing'"),
        (["--needs", "sign-chain"], "only puzzles with signs need 'sign chain'"),
        (["--needs", "unique-lines", "--rules", "any"], "only puzzles with unique lines need 'unique lines'"),
        (["--needs", "pair", "--without", "pair"], "a puzzle cannot both need 'pair' and do without it"),
    ],
)
def test_impossible_techniques_are_refused(options: list[str], reason: str) -> None:
    outcome = binairo("generate", *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert reason in outcome.err


def test_a_given_seed_means_the_first_recipe_and_a_random_one_the_latest() -> None:
    easy = ("generate", "--size", "6", "--band", "easy", "--json")
    (first,) = binairo(*easy, "--seed", "1").objects
    assert first["recipe"] == 1
    assert first["puzzle"] == str(generate(Request(6, 6, Band.EASY), seed=1))
    outcome = binairo(*easy)
    _, seed, _, recipe = outcome.err.split()
    assert (outcome.objects[0]["recipe"], outcome.objects[0]["band"]) == (LATEST_RECIPE, "Easy")
    again = binairo(*easy, "--seed", seed, "--recipe", recipe).objects[0]
    assert again["puzzle"] == outcome.objects[0]["puzzle"]


def test_the_names_are_those_of_the_engine() -> None:
    assert list(options.BANDS) == [band.title.lower() for band in Band]
    assert options.LATEST_RECIPE == LATEST_RECIPE
    assert list(SYMMETRIES) == [symmetry.value for symmetry in KEEPING_SIDES]


def test_a_random_seed_is_reported() -> None:
    outcome = binairo("generate", "--size", "6")
    assert outcome.err.startswith("seed ")
    reported = [f"--{word}" if word.isalpha() else word for word in outcome.err.split()]  # the seed, perhaps a recipe
    assert binairo("generate", "--size", "6", *reported).out == outcome.out
    assert binairo("generate", "--size", "6").err != outcome.err


@needs_workers
def test_several_processes_make_the_same_in_the_same_order() -> None:
    options = ("generate", "--size", "6", "--band", "expert", "--count", "12", "--seed", "1")
    side_by_side = binairo(*options, "--workers", "2")
    assert side_by_side.out == binairo(*options, "--workers", "1").out
    assert (side_by_side.status, side_by_side.err, side_by_side.out.count("\n")) == (0, "", 12)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "4x8"], "no 4x8 grid with unique lines exists\n"),
        (["--size", "2", "--band", "extreme"], "no Extreme 2x2 puzzle was found in 2000 attempts with seed 1\n"),
    ],
)
@needs_workers
def test_an_impossible_kind_is_reported_once(options: list[str], message: str, workers: str) -> None:
    outcome = binairo("generate", *options, "--seed", "1", "--count", "3", "--workers", workers)
    assert (outcome.status, outcome.out, outcome.err) == (1, "", message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "7x8"], "Invalid value for '--size': width 7 is odd"),
        (["--size", "8x42"], "Invalid value for '--size': height 42 is not between 2 and 40"),
        (["--size", "0"], "Invalid value for '--size': width 0 is not between 2 and 40"),
        (["--size", "8x"], "Invalid value for '--size': expected a size such as 8 or 8x10"),
        (["--band", "evil"], "Invalid value for '--band' / '--difficulty': 'evil' is not one of"),
        (["--rules", "none"], "Invalid value for '--rules': 'none' is not one of"),
        (["--symmetry", "round"], "Invalid value for '--symmetry': 'round' is not one of"),
        (["--count", "0"], "Invalid value for '--count': expected a whole number from 1 to 1,000,000,000"),
        (["--count", "2.5"], "Invalid value for '--count': expected a whole number from 1 to 1,000,000,000"),
        (["--seed", "-1"], "Invalid value for '--seed': expected a whole number of at least 0"),
        (["--seed", "x"], "Invalid value for '--seed': expected a whole number of at least 0"),
        (["--workers", "0"], "Invalid value for '--workers': expected a whole number from 1 to 512"),
        (["8x8"], "Got unexpected extra argument (8x8)"),
    ],
)
def test_wrong_options_are_named(options: list[str], message: str) -> None:
    outcome = binairo("generate", *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_dead_worker_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def submit(self, *_: object) -> NoReturn:
            raise BrokenProcessPool

    monkeypatch.setattr("binairo_tui.processes.executors.local_executor", lambda *_: nullcontext(Broken()))
    assert program.run(["generate", "--size", "6", "--count", "2", "--workers", "2", "--seed", "1"]) == 2
    error = "a worker process ended unexpectedly, perhaps for lack of memory: try fewer --workers\n"
    assert capsys.readouterr() == ("", error)


@pytest.mark.parametrize("workers", ["1", "2"])
@needs_workers
def test_lines_come_one_by_one_and_ctrl_c_ends_at_once(workers: str) -> None:
    options = ["--size", "8", "--count", "1000000", "--workers", workers, "--seed", "1"]
    command = [sys.executable, "-m", "binairo_tui", "generate", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().startswith(b"8x8;")
        running.send_signal(signal.SIGINT)
        sent = time.monotonic()
        while running.stdout.read(65536):
            pass
        assert running.wait(30) == 130
        assert time.monotonic() - sent < 5
        assert running.stderr.read().strip() == b""
