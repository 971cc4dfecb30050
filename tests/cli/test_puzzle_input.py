"""Puzzle arguments: how each is read, and the errors of unusable ones."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binairo_tui.cli.found import Found, ReadOptions, Rejected
from binairo_tui.cli.puzzle_input import read_puzzles
from binairo_tui.cli.stream_lines import MAX_LINE
from binairo_tui.files.untrusted import MAX_BYTES
from binairo_tui.formats import scan_limits
from tests.cli.runs import CLASSIC, CLASSIC_ROWS, binairo, complaint, puzzles, read


def test_a_text_is_a_puzzle() -> None:
    assert puzzles(CLASSIC, CLASSIC_ROWS, CLASSIC_ROWS.replace(" ", "\n")) == [("6x6", CLASSIC)] * 3


def test_a_text_is_a_puzzle_even_where_a_file_has_its_name() -> None:
    Path("0110").write_text(CLASSIC)
    assert puzzles("0110") == [("2x2", "2x2;0110")]
    assert puzzles("./0110") == [("./0110:1", CLASSIC)]


def test_a_file_holds_puzzles() -> None:
    Path("many.txt").write_text(f"# two\n{CLASSIC}\n\n1.\n.0\n")
    assert puzzles("many.txt") == [("many.txt:2", CLASSIC), ("many.txt:4", "2x2;1..0")]


def test_a_comment_may_follow_a_puzzle() -> None:
    Path("graded.txt").write_text(f"{CLASSIC}  # Hard 4050; x\n{CLASSIC_ROWS}\t#\n\n1. # top\n.0 # 1..x\n")
    assert puzzles("graded.txt") == [
        ("graded.txt:1", CLASSIC),
        ("graded.txt:2", CLASSIC),
        ("graded.txt:4", "2x2;1..0"),
    ]
    assert puzzles(f"{CLASSIC} # as an argument") == [("6x6", CLASSIC)]


@pytest.mark.parametrize("form", ["\ufeff{}\n", "{}\r\n", "\r\n{}", "{}"])
def test_byte_order_mark_and_line_ends_do_not_matter(form: str) -> None:
    Path("puzzle").write_bytes(form.format(CLASSIC).encode())
    assert [notation for _, notation in puzzles("puzzle")] == [CLASSIC]


def test_arguments_are_read_in_order() -> None:
    Path("file").write_text("2x2;1...\nx;\n2x2;0...")
    items = read("classics", "file", "nope", "2x2;.1..")
    assert [str(item.puzzle) if isinstance(item, Found) else item.message.split(":")[0] for item in items] == [
        CLASSIC,
        "2x2;1...",
        "file",
        "2x2;0...",
        "nope",
        "2x2;.1..",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["8x8:3-"], "8x8:3-: a range needs its last number, as in 8x8:3-8"),
        (["6x6;1"], "argument 1, column 5: 6x6 has 36 cells, not 1"),
        (["1..0 1..x"], "argument 1, column 9: 'x' is one symbol too many"),
        (["\n\n7x8;"], "argument 1, line 3, column 1: width 7 is odd: only square boards may have odd sides"),
        (["01.. 01.. ..."], "argument 1, column 14: 3 cells in this row, 4 in the first"),
        (["    "], "argument 1: it contains no puzzle"),
        (["#;"], "argument 1: it contains no puzzle"),
        (["missing.txt"], "missing.txt: not a puzzle, a file or a collection; "),
        (["."], ".: a directory, not a file"),
        (["no/where.txt"], "no/where.txt: No such file or directory"),
        (["4x4:1"], "4x4:1: not a puzzle, a file or a collection; "),
        (["16x16:3-5"], "16x16:3-5: not a puzzle, a file or a collection; "),
        ([""], "'': not a puzzle, a file or a collection; "),
        (["classics:x"], "classics:x: not a puzzle, a file or a collection; "),
        (["6y6:²"], "6y6:²: not a puzzle, a file or a collection; "),
        (["classics:2"], "classics has puzzles 1 to 1, not 2"),
        (["classics:0"], "classics has puzzles 1 to 1, not 0"),
        (["no\0where"], r"no\x00where: not a puzzle, a file or a collection; "),
        (["a" * 5000], "a" * 59 + "…: not a puzzle, a file or a collection; "),
        (["\udcff\x1b[31m\u202e"], r"\udcff\x1b[31m\u202e: not a puzzle, a file or a collection; "),
        (["/dev/zero"], "/dev/zero: not a regular file"),
    ],
)
def test_an_unusable_argument_is_quoted(arguments: list[str], message: str) -> None:
    assert complaint(*arguments).startswith(message)


BAD_FILES = [
    (b"6x6;1\n", "bad:1:5: 6x6 has 36 cells, not 1"),
    (b"# one\n\n 2x2;1.x.", "bad:3:8: expected '0', '1' or '.', found 'x'"),
    (b"2x2;1.x.  # Easy 2004", "bad:1:7: expected '0', '1' or '.', found 'x'"),
    (b"2x2;1...;line=any # Easy", "bad:1:10: unknown field 'line': expected 'signs', 'lines' or 'odd'"),
    (b"2x2;1...# Easy", "bad:1:9: expected '0', '1' or '.', found '#'"),
    (b"6x6; # Easy", "bad:1:5: 6x6 has 36 cells, not 0"),
    (b"1... # four\n0.. # three\n", "bad:2:4: 3 cells in this row, 4 in the first"),
    (b"10\n1\xff", "bad:2:2: byte 0xff is not UTF-8"),
    ("é".encode() + b"\xe9\n", "bad:1:2: byte 0xe9 is not UTF-8"),
    (b"\n" + b"1" * MAX_LINE, f"bad:2:{MAX_LINE}: the line is longer than {MAX_LINE} bytes"),
    (b"1...\n0..\n", "bad:2:4: 3 cells in this row, 4 in the first"),
    (b"", "bad: it contains no puzzle"),
    (b"\n#\n \n", "bad: it contains no puzzle"),
    (
        b"\n" * (MAX_BYTES + 1),
        f"bad:{scan_limits.LINES + 1}:1: too much text that is not a puzzle: the rest was not read",
    ),
    (b"\x00", "bad: it is not a text file"),
    (b"SQLite format 3\x00\x10\x00\n\xff\n", "bad: it is not a text file"),
]


@pytest.mark.parametrize(("content", "message"), BAD_FILES)
def test_errors_in_a_file_have_line_and_column(content: bytes, message: str) -> None:
    Path("bad").write_bytes(content)
    complaints = [item.message for item in read("bad") if isinstance(item, Rejected)]
    assert message in complaints


def test_a_good_puzzle_after_any_bad_line_is_read() -> None:
    for content, message in BAD_FILES[:5]:
        Path("bad").write_bytes(content + b"\n" + CLASSIC.encode())
        items = read("bad")
        assert message in [item.message for item in items if isinstance(item, Rejected)]
        assert isinstance(items[-1], Found)


def test_a_file_name_is_escaped() -> None:
    name = "e\x1b]0;title\x07\u202e\n"
    Path(name).write_text(f"{CLASSIC}\nx;")
    found, rejected = read(name)
    assert isinstance(found, Found)
    assert isinstance(rejected, Rejected)
    shown = r"e\x1b]0;title\x07\u202e\n"
    assert found.title == f"{shown}:1"
    assert rejected.message == f"{shown}:2:1: expected a size such as '6x6;', found 'x'"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_named() -> None:
    Path("secret").write_text(CLASSIC)
    Path("secret").chmod(0)
    assert complaint("secret") == "secret: Permission denied"


def test_a_pipe_made_by_the_shell_is_read() -> None:
    reader, writer = os.pipe()
    os.write(writer, f"{CLASSIC}\n".encode())
    items = read_puzzles([f"/dev/fd/{reader}"])
    first = next(iter(items))  # before the other end is closed: a pipe is read line by line
    os.close(writer)
    assert isinstance(first, Found)
    assert str(first.puzzle) == CLASSIC
    assert list(items) == []
    os.close(reader)


def test_a_pipe_in_the_file_system_is_refused() -> None:
    os.mkfifo("pipe")
    assert complaint("pipe") == "pipe: not a regular file"


def test_files_and_pipes_may_have_any_length() -> None:
    solved = f"6x6;110010011010001101100110011001100101  # {'x' * 1000}"
    count = MAX_BYTES // len(solved) + 1
    lines = f"{solved}\n" * count
    assert binairo("check", "-", stdin=lines).out.count("solved") == count
    Path("long").write_text(lines)
    assert binairo("check", "long").out.count("solved") == count


def test_a_null_device_is_an_empty_input() -> None:
    assert complaint("/dev/null") == "/dev/null: it contains no puzzle"


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (b"", "stdin: it contains no puzzle"),
        (b"\n1.\xfe0", "stdin:2:3: byte 0xfe is not UTF-8"),
        (b"4x4;x", "stdin:1:5: expected '0', '1' or '.', found 'x'"),
        (b"1" * (2 * MAX_BYTES), f"stdin:1:{MAX_LINE}: the line is longer than {MAX_LINE} bytes"),
    ],
)
def test_errors_in_stdin_have_line_and_column(stdin: bytes, message: str) -> None:
    outcome = binairo("solve", "-", stdin=stdin)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"{message}\n")


@given(st.text() | st.text(" .01x;-:=\n", max_size=40))
@example("-1")
@example("6x6;" + "." * 36 + ";signs=" + "r1c1=r1c2," * 9000)
def test_any_argument_is_found_or_rejected(argument: str) -> None:
    if argument == "-" or "/" in argument:
        return
    for item in read(argument):
        if isinstance(item, Rejected):
            assert item.message.isprintable()
            assert len(item.message) < 400


@given(st.binary(max_size=300) | st.text(" .01x;:\n#\r").map(str.encode))
def test_any_bytes_are_puzzles_or_errors_with_a_place(content: bytes) -> None:
    Path("any").write_bytes(content)
    for item in read("any"):
        if isinstance(item, Rejected):
            assert item.message.isprintable()
            assert re.match(r"any:[0-9]+:[0-9]+: .|any: it (contains no puzzle|is not a text file)$", item.message)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("6x6u:BBCFBHaAacaCd", "6x6;.1.1..1.....1.1.......1010..00..1..."),
        ("f/a5a5b5e5a5g5151b2b5c", "6x6;.1.1..1.....1.1.......1010..00..1..."),
        ("OI..I..O.OI.....", "4x4;01..1..0.01....."),
        ("0..1|.1..|....|0..0", "4x4;0..1.1......0..0"),
        ('[["x", "1"], ["0", "x"]]', "2x2;.10."),
        ("m=edit&p=", None),
        ("{", None),
    ],
)
def test_an_argument_may_be_in_any_format(text: str, notation: str | None) -> None:
    (item,) = read(text)
    if notation is None:
        assert isinstance(item, Rejected)
        assert item.message.startswith("argument 1, column ")
    else:
        assert isinstance(item, Found)
        assert str(item.puzzle).removesuffix(";lines=any") == notation


@pytest.mark.parametrize(
    ("verb", "closing"),
    [("check", ["3 puzzles: 3 open"]), ("solve --all", []), ("count", []), ("show", [])],
)
def test_inferred_rules_are_reported_once(verb: str, closing: list[str]) -> None:
    outcome = binairo(*verb.split(), "-", stdin="1... ..0.\n\n0... ..1.\n\n1... ..0.\n")
    assert outcome.status == 0
    assert outcome.err.splitlines() == [
        "stdin:1: Lines may repeat: if they must be unique, there is no solution.",
        "A note above also applies to 2 more puzzles.",
        *closing,
    ]


def test_each_different_note_is_reported() -> None:
    grid = "1..2\n....\n..1.\n....\n\n"
    outcome = binairo("check", "-", stdin=f"{grid}1... ..0.\n\n{grid}")
    assert outcome.err.splitlines()[:-1] == [
        "stdin:1: '1' stands for 0, '2' for 1 and a dot for an empty cell: this is a guess.",
        "stdin:6: Lines may repeat: if they must be unique, there is no solution.",
        "A note above also applies to 1 more puzzle.",
    ]


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        (f"{CLASSIC}\n\ngarbage here\n\n{CLASSIC}\n", ["p.txt:3: skipped: not a puzzle: 'garbage here'"]),
        (f"{CLASSIC}\n\ngarbage at the end\n", ["p.txt:3: skipped: not a puzzle: 'garbage at the end'"]),
        (f"{CLASSIC}\nERROR: not found\n{CLASSIC}\n", ["p.txt:2: skipped: not a puzzle: 'ERROR: not found'"]),
        (
            f"6x6:BBCFBHaAacaCd\nERROR: \x1bnot found\n{CLASSIC}\n",
            ["p.txt:2: skipped: not a puzzle: 'ERROR: not found'"],
        ),
        (
            '{"cells": ["01", "10"]}\nERROR: not found\n' * 2,
            [f"p.txt:{line}: skipped: not a puzzle: 'ERROR: not found'" for line in (2, 4)],
        ),
        ("6x6:BBCFBHaAacaCd\nA title\n1...\n.0..\n....\n..1.\n", []),
        (f"My puzzles\nof two lines\n{CLASSIC}\n\nA title\n1...\n.0..\n....\n..1.\n", []),
        (f"# a comment\n\n{CLASSIC}  # Easy\n\n# another\n", []),
        (
            f"{CLASSIC}\n" + "\nnonsense\n" * 5,
            [
                *[f"p.txt:{line}: skipped: not a puzzle: 'nonsense'" for line in (3, 5, 7)],
                "p.txt: 2 more texts skipped: not puzzles",
            ],
        ),
        ("garbage alone\n\n" * 5, []),
    ],
)
def test_stray_text_among_puzzles_is_reported_but_titles_and_comments_are_not(text: str, skipped: list[str]) -> None:
    Path("p.txt").write_text(text)
    said: list[str] = []
    list(read_puzzles(["p.txt"], ReadOptions(on_skipped=said.append)))
    assert said == skipped


def test_skipped_text_is_a_warning_that_does_not_change_the_status() -> None:
    Path("p.txt").write_text(f"{CLASSIC}\n\ngarbage here\n\n{CLASSIC}\n")
    run = binairo("convert", "p.txt")
    assert (run.status, run.out, run.err) == (
        0,
        f"{CLASSIC}\n{CLASSIC}\n",
        "p.txt:3: skipped: not a puzzle: 'garbage here'\n2 puzzles: 2 written\n",
    )


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["1\t\t\t0\n\t1\t\t\n\t\t\t\n0\t\t\t1\n", "1..0\r\n.1..\r\n....\r\n0..1"])
def test_a_file_in_utf_16_is_read(text: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "unicode.txt"
    path.write_bytes(f"\ufeff{text}".encode(encoding))
    assert puzzles(str(path)) == [(f"{path}:1", "4x4;1..0.1......0..1")]


@pytest.mark.parametrize(
    ("words", "sizes", "notes"),
    [
        ("1... ..0.", ["4x2"], 1),
        ("1..0 .... ..1. .0..", ["4x4"], 1),
        ("8x8:1 1..0 .... ..1. .0.. 6x6:1", ["8x8", "4x4", "6x6"], 1),
        ("1....0 ...... .1....", [], 0),  # height 3
        ("1....0 ......", ["6x2"], 0),
        ("1....0 ...... 1..0", ["6x2", "2x2"], 0),
        ("0..1.1......0..0 1...............", ["4x4", "4x4"], 0),
        ("1..0", ["2x2"], 0),
    ],
)
def test_words_that_the_shell_split_are_one_puzzle(words: str, sizes: list[str], notes: int) -> None:
    said: list[str] = []
    found = list(read_puzzles(words.split(), ReadOptions(on_skipped=said.append)))
    assert [f"{it.puzzle.width}x{it.puzzle.height}" for it in found if isinstance(it, Found)] == sizes
    assert len(said) == notes
    together = next((it for it in found if isinstance(it, Found) and it.imported), None)
    if notes and together:
        rows = " ".join([word for word in words.split() if ":" not in word])
        assert together.puzzle == next(it.puzzle for it in read_puzzles([rows]) if isinstance(it, Found))


def test_rows_in_a_format_of_one_line_stay_apart() -> None:
    assert len(list(read_puzzles(["1..0", "....", "..1.", ".0.."], ReadOptions("line")))) == 4


def test_a_title_above_lines_in_our_notation_names_the_first(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_text("A title\n4x4;0..1.1......0..0\n4x4;0..1.1......0..1\n")
    assert [title for title, _ in puzzles(str(path))] == [f"{path}:2 (A title)", f"{path}:3"]
