"""The command as a whole: help, usage errors, exit statuses."""

import inspect
import re
from itertools import takewhile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import binairo_tui
from binairo_tui.cli import dataset_card
from binairo_tui.cli import program as module
from binairo_tui.cli.output import printable
from binairo_tui.cli.program import ELSEWHERE, VERB_GROUPS, VERBS, run
from tests.cli.runs import CLASSIC, binairo
from tests.cli.verbs import ALL_VERBS


def test_every_file_in_verbs_is_a_verb() -> None:
    folder = Path(module.__file__).parent / "verbs"
    files = [path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")]
    named = {".".join([it for it in parts if it != "__init__"]) for parts in files} - {""}
    commands = [it.command.callback for name, it in ALL_VERBS.items() if name.split()[0] not in ELSEWHERE]
    assert named == {inspect.unwrap(it).__module__.partition(".verbs.")[2] for it in commands if it}


def test_no_more_verbs_than_fit_a_screen() -> None:
    assert len(VERBS) <= 24


def test_help_lists_the_verbs_in_order() -> None:
    outcome = binairo("--help")
    assert outcome.status == 0
    listed = outcome.out.partition("\nPlay:\n")[2].split("\n")
    verbs = [line for line in listed if line.startswith("  ")]
    assert [line.split()[0] for line in verbs] == list(VERBS)
    assert all(line.endswith(".") and not line.endswith("...") for line in verbs)
    assert [line[:-1] for line in listed if line.endswith(":")] == list(VERB_GROUPS)[1:]


@pytest.mark.parametrize("verb", [it for it in ALL_VERBS if not it.startswith("host ")])
def test_help_of_every_verb_has_examples(verb: str) -> None:
    outcome = binairo(*verb.split(), "--help")
    assert outcome.status == 0
    examples = outcome.out.partition("For example:\n")[2].partition("\n\n")[0].splitlines()
    assert examples
    assert all(line.strip().startswith("binairo ") for line in examples)
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_commands_that_texts_name_are_commands() -> None:
    texts = [it.command.help or "" for it in ALL_VERBS.values()] + [Path(dataset_card.__file__).read_text("utf-8")]
    named = {" ".join(it.split()) for text in texts for it in re.findall(r"[\"`]binairo ([^\"`]*)[\"`]", text)}
    assert len(named) > 10
    for command in named:
        words = command.replace("VERB", "solve").split()
        verb = list(takewhile(re.compile("[a-z]+").fullmatch, words))
        outcome = binairo(*words) if verb[0] == "help" else binairo(*verb, "--help")
        assert outcome.status == 0, command


def test_no_help_cuts_a_sentence_off() -> None:
    text = binairo("--help").out
    assert "..." not in text.partition("\nOptions:")[2], text


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_accepted_before_and_after_the_verb(flag: str) -> None:
    assert binairo(flag, "solve").out == binairo("--help").out
    assert binairo("solve", flag).out == binairo("solve", "--help").out


def test_version() -> None:
    assert binairo("--version").out == f"binairo {binairo_tui.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solv"], "binairo: There is no verb 'solv'. Did you mean 'solve'?"),
        (["explain"], "binairo: There is no verb 'explain'. Did you mean 'solve --explain'?"),
        (["prove", CLASSIC], "binairo: There is no verb 'prove'. Did you mean 'solve --explain'?"),
        (["list"], "binairo: There is no verb 'list'. Did you mean 'solve --all' or 'collections'?"),
        (["daily", "tomorrow"], "binairo daily: Got unexpected extra argument (tomorrow) (see"),
        (
            ["daily", "yesterday"],
            "binairo daily: Got unexpected extra argument (yesterday). Did you mean: binairo daily --date yesterday",
        ),
        (
            ["daily", "6x8"],
            "binairo daily: Got unexpected extra argument (6x8). Did you mean: binairo daily --size 6x8",
        ),
        (
            ["daily", "2026-05-31"],
            "binairo daily: Got unexpected extra argument (2026-05-31). Did you mean: binairo daily --date 2026-05-31",
        ),
        (
            ["generate", "6x8", "hard"],
            "binairo generate: Got unexpected extra arguments (6x8 hard). Did you mean: binairo generate --size 6x8 (",
        ),
        (
            ["stats", "hard"],
            "binairo stats: Got unexpected extra argument (hard). Did you mean: binairo stats --band hard",
        ),
        (
            ["play", "1.0.", "...."],
            "binairo play: Got unexpected extra argument (....). Did you mean: binairo play '1.0. ....' (see",
        ),
        (["print", "--book", "10"], "binairo print: --book and PUZZLE exclude each other (see"),
        (["print", "--seed", "1", "8x8"], "binairo print: --seed needs --book (see"),
        (["print"], "binairo print: Missing argument 'PUZZLE...'. To read standard input, type: binairo print - (see"),
        (["dataset"], "binairo dataset: a verb is needed: make, score, audit (see"),
        (["dataset", "made"], "binairo dataset: There is no verb 'made'. Did you mean 'make'? (see"),
        (["audit"], "binairo: There is no verb 'audit'. Did you mean 'dataset audit'? (see"),
        (["help", "solve", "x"], "binairo help: binairo solve has no verbs (see"),
        (["8x8:3"], "binairo: There is no verb '8x8:3'. To play a puzzle, type: binairo play 8x8:3"),
        (["4x2;0..1.."], "binairo: There is no verb '4x2;0..1..'. To play a puzzle, type: binairo play '4x2;0..1..' ("),
        (["--json", "solve", CLASSIC], "binairo: --json follows the verb: binairo solve --json (see"),
        (["--json"], "binairo: No such option '--json' (see"),
        (["--plan"], "binairo: No such option '--plan'. Did you mean '--plain'?"),
        (["print", CLASSIC, "--output"], "binairo print: Option '--output' requires an argument (see 'binairo print "),
        (
            ["--ascii", "show", CLASSIC],
            "binairo: --plain works only before `play`; --ascii and --mouse only before `play`",
        ),
        (
            ["--plain", "edit", CLASSIC],
            "binairo: --plain works only before `play`; --ascii and --mouse only before `play`",
        ),
        (
            ["stats", "--style", "strict", "--all-styles"],
            "binairo stats: --style and --all-styles exclude each other (",
        ),
        (["completion"], "binairo completion: Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish (see"),
        (["reduce", "--seconds", "inf", CLASSIC], "binairo reduce: Invalid value for '--seconds': inf is not in the"),
        (["stats", "--size", "7x8"], "binairo stats: Invalid value for '--size': width 7 is odd"),
        (["solve"], "binairo solve: Missing argument 'PUZZLE...'. To read standard input, type: binairo solve - (see"),
        (["solve", "--what", CLASSIC], "binairo solve: No such option"),
        (["check", "--limit", "2", CLASSIC], "binairo check: No such option"),
        (["games", "where", "here"], "binairo games where: Got unexpected extra argument"),
        (["--\x1b[2J\n"], "binairo: No such option"),
        (["solve", "--limit", "\x1b\u202e", CLASSIC], "binairo solve: Invalid value for '--limit'"),
    ],
)
def test_wrong_usage_is_one_harmless_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.removesuffix("\n").isprintable()


def test_run_returns_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert [run(["solve", CLASSIC]), run(["solve", "6x6;" + "." * 36]), run(["solve", "6x6;"])] == [0, 1, 2]
    assert run(["--version"]) == 0


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binairo_tui.cli.puzzle_input.read_puzzles", interrupt)
    assert run(["solve", CLASSIC]) == 130


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, é, 漢, =, ×", "plain text, é, 漢, =, ×"),
        ("\x1b\x07\x00\x7f\x9b", r"\x1b\x07\x00\x7f\x9b"),
        ("a\nb\tc\u2028\u2029", r"a\nb\tc\u2028\u2029"),
        ("\u202e\u200f\u2066\ufeff\u200b", r"\u202e\u200f\u2066\ufeff\u200b"),
        ("\udcff\U000e0001", r"\udcff\U000e0001"),
    ],
)
def test_printable_escapes_invisible_characters(text: str, shown: str) -> None:
    assert printable(text) == shown


ASKING_VERBS = ("solve", "check", "hint", "grade", "show", "convert", "collections")


@given(st.sampled_from(ASKING_VERBS), st.text(max_size=60) | st.text(" .01x;-:=#\n", max_size=60))
@example("solve", "-")
@example("collections", "--json")
@example("check", "1... ..0.")
@example("check", "10x10")
def test_any_argument_gives_an_answer_or_an_error(verb: str, argument: str) -> None:
    outcome = binairo(verb, argument)
    assert outcome.status in {0, 1, 2}
    assert (outcome.status == 2) is bool(outcome.err) or any(
        note in outcome.err for note in ("Lines may repeat", " puzzles: ")
    )
    assert printable(outcome.out.replace("\n", "")) == outcome.out.replace("\n", "")
