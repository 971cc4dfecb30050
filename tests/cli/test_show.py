import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.runs import CLASSIC, TWO_SOLUTIONS, UNSATISFIABLE, binairo, process, without

SMALL = "2x2;0...;lines=any"


@pytest.fixture(autouse=True)
def _locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_a_puzzle_is_shown_as_text() -> None:
    outcome = binairo("show", SMALL)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == ["┌───┬───┐", "│ 0 │   │", "├───┼───┤", "│   │   │", "└───┴───┘"]


@pytest.mark.parametrize("way", ["option", "locale"])
def test_ascii_by_option_or_locale(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8" if way == "option" else "C")
    outcome = binairo("show", SMALL, *(["--ascii"] if way == "option" else []))
    assert outcome.out.splitlines()[:2] == ["+---+---+", "| 0 |   |"]
    assert outcome.out.isascii()


@pytest.mark.parametrize(("encoding", "top"), [("latin-1", b"+---+---+"), ("gbk", "┌───┬───┐".encode("gbk"))])
def test_the_encoding_of_the_output_decides(encoding: str, top: bytes) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "binairo_tui", "show", SMALL]
    done = subprocess.run(command, env=environ, capture_output=True, timeout=60, check=True)
    assert done.stdout.splitlines()[0] == top


def test_the_solution_is_filled_in() -> None:
    outcome = binairo("show", SMALL, "--solution")
    assert outcome.status == 0
    assert [line for line in outcome.out.splitlines() if "0" in line] == ["│ 0 │ 1 │", "│ 1 │ 0 │"]


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [(UNSATISFIABLE, "4x4: no solution\n"), (TWO_SOLUTIONS, "4x4: more than one solution; this is one of them\n")],
)
def test_without_exactly_one_solution_the_status_is_1(puzzle: str, complaint: str) -> None:
    outcome = binairo("show", puzzle, "--solution")
    assert (outcome.status, outcome.err) == (1, complaint)
    assert outcome.out.startswith("┌───")


def test_several_puzzles_as_text_have_blank_lines_between() -> None:
    outcome = binairo("show", SMALL, "x;", SMALL)
    assert outcome.status == 2
    assert outcome.out.split("\n\n")[0] + "\n" == outcome.out.split("\n\n")[1]


def test_svg_by_option_and_by_file_name() -> None:
    written = binairo("show", CLASSIC, "--output", "picture.svg")
    assert (written.status, written.out) == (0, "")
    printed = binairo("show", CLASSIC, "--format", "svg")
    assert printed.out == Path("picture.svg").read_text()
    ET.fromstring(printed.out)


def test_png() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    assert binairo("show", CLASSIC, "-o", "picture.png").status == 0
    assert Path("picture.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_json_has_a_line_for_each_puzzle() -> None:
    objects = binairo("show", "--json", "--format", "svg", SMALL, CLASSIC).objects
    assert [(it["puzzle"], it["format"], it["text"][:4]) for it in objects] == [
        (SMALL, "svg", "<svg"),
        (CLASSIC, "svg", "<svg"),
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            [SMALL, "-o", "picture.gif"],
            "picture.gif: cannot tell the format from this name: give --format, or a name ending in .txt, .svg, .png",
        ),
        ([SMALL, "-o", "none/picture.svg"], "none/picture.svg: No such file or directory"),
        ([SMALL, "--format", "png", "--json"], "--json can hold text or svg, but not png"),
        ([SMALL, "--output", "x.svg", "--json"], "--json and --output exclude each other"),
    ],
)
def test_contradictory_options_are_refused_in_one_line(arguments: list[str], complaint: str) -> None:
    outcome = process("show", *arguments)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert complaint in outcome.err


@pytest.mark.parametrize("arguments", [["-o", "one.txt"], ["--format", "svg"]])
def test_of_several_puzzles_no_picture_is_written(arguments: list[str]) -> None:
    outcome = binairo("show", SMALL, CLASSIC, CLASSIC, *arguments)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.endswith("a file or picture shows one puzzle, not several; nothing was written\n")
    assert not Path("one.txt").exists()


def test_without_pillow_a_png_is_refused_with_the_way_to_get_it() -> None:
    outcome = process("show", SMALL, "-o", "x.png", python=without("PIL"))
    assert (outcome.status, outcome.err.count("\n")) == (2, 1)
    assert "a PNG needs Pillow: " in outcome.err
    assert outcome.err.endswith("pillow\n")


def test_a_link_has_the_board_after_the_address() -> None:
    shown = binairo("show", "--link", "https://example.org/x/?y", "2x2;1...|1.0.", "2x2;1...")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == "https://example.org/x/?y#2x2;1...%7C1.0.\nhttps://example.org/x/?y#2x2;1...\n"


@pytest.mark.parametrize("address", ["", "example.org", "file:///x", "https://example.org/#x", "https://a b/"])
def test_what_is_no_address_is_refused(address: str) -> None:
    shown = binairo("show", "--link", address, CLASSIC)
    assert shown.status == 2
    assert "must be an address such as https://example.org/binairo/, without #" in shown.err


def test_a_link_has_no_other_format() -> None:
    assert (
        "--link and --format exclude each other"
        in binairo("show", "--link", "https://a.org/", "--format", "svg", CLASSIC).err
    )
