"""The questions to the terminal: their answers decide the look, and never act as keys, however they come."""

from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.tui.inquiry import Answers, Inquiry, has_seams, questions, shows_unicode
from binairo_tui.tui.terminal.driver import InputRepair
from binairo_tui.tui.terminal.textual_internals import InputParser
from binairo_tui.tui.themes import terminal_colours
from tests.terminal.answering import LAST_COLOUR, TERMINALS, answers_to

UTF8 = {"TERM": "xterm", "LANG": "C.UTF-8"}
KEYS = ("0", "1", "j", ";", "\\", "é", "о", "\r", "\x1b[A", "\x1b[1;5C", "\x1bOP", "\x1b[5~", "\x1b[?2026;2$y", "\x1bx")
"""Keys as they are sent, and an answer that Textual waits for."""


@pytest.fixture(autouse=True, scope="module")
def clock() -> Iterator[list[float]]:
    """The time that inquiries read. It stands still: a pause of a busy machine must not part an answer."""
    now = [100.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("binairo_tui.tui.inquiry.monotonic", lambda: now[0])
        yield now


def asked(environ: dict[str, str] | None = None) -> Inquiry:
    """An inquiry whose questions were sent to nobody."""
    inquiry = Inquiry(environ or UTF8)
    inquiry._awaited_until = 160.0
    return inquiry


def left(inquiry: Inquiry, data: bytes, *ends: int) -> str:
    """What is left of an input that comes in parts with these ends."""
    places = [0, *sorted(min(end, len(data)) for end in ends), len(data)]
    text = "".join([inquiry.without_answers(data[start:end]) for start, end in pairwise(places)])
    return text + inquiry.rest()


def answered(name: str, environ: dict[str, str]) -> Inquiry:
    """An inquiry that a terminal has answered."""
    inquiry = asked(environ)
    assert left(inquiry, "".join(answers_to(questions(environ), TERMINALS[name])).encode()) == ""
    return inquiry


@pytest.mark.parametrize(
    ("name", "environ", "colours", "light", "unicode"),
    [
        ("silent", {}, "standard", None, True),
        ("silent", {"COLORTERM": "truecolor", "COLORFGBG": "0;15"}, "truecolor", True, True),
        ("silent", {"TERM": "xterm-256color"}, "256", None, True),
        ("xterm", {}, "truecolor", True, True),
        ("xterm", {"COLORFGBG": "15;0"}, "truecolor", True, True),
        ("xterm", {"NO_COLOR": "1"}, "standard", True, True),
        ("xterm", {"LANG": "C"}, "truecolor", True, False),
        ("xterm, black", {"COLORFGBG": "0;15"}, "truecolor", False, True),
        ("xterm, wide", {}, "truecolor", True, False),
        ("urxvt", {"TERM": "rxvt"}, "256", None, True),
        ("st", {"TERM": "st"}, "256", False, True),
        ("st", {"COLORTERM": "truecolor"}, "truecolor", False, True),
        ("mlterm", {"COLORTERM": "truecolor"}, "256", True, True),
        ("alacritty", {"COLORTERM": "truecolor"}, "truecolor", False, True),
        ("PuTTY", {}, "256", None, True),
        ("tmux", {"TERM": "tmux-256color", "COLORTERM": "truecolor", "TMUX": "x"}, "truecolor", None, True),
        (
            "tmux",
            {"TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "x", "STY": "x"},
            "truecolor",
            None,
            True,
        ),
        ("screen", {"TERM": "screen", "COLORTERM": "truecolor", "STY": "x"}, "standard", True, True),
        ("screen", {"TERM": "screen.xterm-256color", "COLORTERM": "truecolor"}, "256", True, True),
        ("xterm", {"TERM": "linux"}, "standard", None, False),
    ],
)
def test_answers_and_variables_decide_the_look(
    name: str, environ: dict[str, str], colours: str, light: bool | None, unicode: bool
) -> None:
    environ = UTF8 | environ
    answers = answered(name, environ).answers
    found = terminal_colours(environ, answers)
    assert (found.system, found.light, shows_unicode(environ, answers)) == (colours, light, unicode)


@pytest.mark.parametrize(
    ("name", "environ", "seams"),
    [
        ("xterm", {}, True),
        ("st", {"TERM": "st-256color"}, True),
        ("urxvt", {"TERM": "rxvt-unicode-256color"}, False),
        ("tmux", {"TMUX": "x"}, False),
        ("tmux", {"TMUX": "x", "XTERM_VERSION": "XTerm(379)"}, True),
        ("screen", {"TERM": "screen", "XTERM_VERSION": "XTerm(379)"}, True),
    ],
)
def test_xterm_has_seams_between_half_blocks(name: str, environ: dict[str, str], seams: bool) -> None:
    environ = UTF8 | environ
    assert has_seams(environ, answered(name, environ).answers) == seams
    assert not has_seams(environ, Answers(name="kitty(0.26.5)"))


def test_screen_is_not_sent_what_it_passes_on() -> None:
    assert "\x1bP" not in questions({"TERM": "screen", "STY": "x", "LANG": "C.UTF-8"})
    assert "\x1bP" in questions({"TERM": "screen-256color", "TMUX": "x", "LANG": "C.UTF-8"})
    assert questions({"TERM": "linux", "LANG": "C.UTF-8"}) == ""


@st.composite
def typing(draw: st.DrawFn) -> tuple[str, str, list[int], Answers]:
    """Keys, the same keys with the answers of a terminal between them, where this is cut, and the answers."""
    # The end of an answer of urxvt is the beginning of whatever follows, which is its next answer.
    name = draw(st.sampled_from(sorted({*TERMINALS} - {"urxvt"})))
    told = answers_to(questions(UTF8), TERMINALS[name])
    keys = draw(st.lists(st.lists(st.sampled_from(KEYS)).map("".join), min_size=len(told) + 1, max_size=len(told) + 1))
    mixed = keys[0] + "".join([answer + typed for answer, typed in zip(told, keys[1:], strict=True)])
    ends = draw(st.lists(st.integers(0, len(mixed.encode())), max_size=4))
    return "".join(keys), mixed, ends, answered(name, UTF8).answers


@given(typing())
def test_answers_are_taken_out_wherever_they_are_and_wherever_they_are_cut(
    case: tuple[str, str, list[int], Answers],
) -> None:
    keys, mixed, ends, answers = case
    inquiry = asked()
    assert left(inquiry, mixed.encode(), *ends) == keys
    assert inquiry.answers == answers


def pressed(parts: list[bytes], inquiry: Inquiry) -> Iterator[str]:
    """The keys that an input means to the app, after what was typed before it."""
    parser, repair = InputParser(), InputRepair()
    for text in chain([inquiry.typed], map(inquiry.without_answers, parts)):
        for message in parser.feed(repair.without_broken(text)):
            yield getattr(message, "key", type(message).__name__)


@pytest.mark.parametrize("bursts", [1000, pytest.param(10_000, marks=pytest.mark.ci)])
def test_bursts_during_the_volley(bursts: int) -> None:
    """None lost, none invented: against terminals that answer at once, in parts and between keys."""
    chance = Random(1)
    told = [answers_to(questions(UTF8), behaviour) for name, behaviour in TERMINALS.items() if name != "urxvt"]
    for _ in range(bursts):
        keys = [chance.choice(KEYS) for _ in range(chance.randrange(12))]
        mixed = list(keys)
        at = 0
        for answer in chance.choice(told):
            at = chance.randint(at, len(mixed))
            mixed.insert(at, answer)
            at += 1
        data = "".join(mixed).encode()
        places = [0, *sorted(chance.randint(0, len(data)) for _ in range(chance.randrange(4))), len(data)]
        inquiry = asked()
        found = [*pressed([data[start:end] for start, end in pairwise(places)], inquiry)]
        wanted = [*pressed(["".join(keys).encode()], Inquiry({}))]
        assert found == wanted, (mixed, places)


@pytest.mark.parametrize(
    "cut", ["\x1b]11;rgb:ff", "\x1b]11;rgb:ffff/ffff/ffff", "\x1bP1$r0;48:2", "\x1bP1$r0m\x1b", "\x1bP>|XTerm(379"]
)
def test_an_answer_without_an_end_is_no_key(cut: str) -> None:
    for following in ("jk", "\x1b[A", "\x1b[?62;4c"):
        assert left(asked(), (cut + following).encode()) == following.replace("\x1b[?62;4c", "")


@pytest.mark.parametrize("key", sorted({*KEYS} - {"\\"}))
def test_a_key_may_follow_the_answer_of_urxvt_whose_end_lacks_a_character(key: str) -> None:
    answer = TERMINALS["urxvt"][LAST_COLOUR]
    for cut in range(len(answer) + 1):
        inquiry = asked()
        assert left(inquiry, (answer + key).encode(), cut) == key
        assert inquiry.answers.has_256


def test_the_rest_of_an_answer_that_never_comes_swallows_no_key(clock: list[float]) -> None:
    inquiry = asked()
    assert inquiry.without_answers(b"0\x1b]11;rgb:ff") == "0"
    assert inquiry.rest() == ""
    clock[0] += 2.0
    assert inquiry.without_answers(b"01") == "01"


def test_the_rest_of_an_answer_that_comes_late_is_no_key(clock: list[float]) -> None:
    inquiry = asked()
    assert inquiry.without_answers(b"0\x1b]11;rgb:ff") == "0"
    clock[0] += 2.0
    assert inquiry.without_answers(b"ff/ffff/ffff\x1b\\1") == "1"


@pytest.mark.parametrize("typed", ["\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b[2"])
def test_what_may_be_typed_is_kept_only_while_answers_are_awaited(typed: str) -> None:
    inquiry = asked()
    assert inquiry.without_answers(typed.encode()) == ""
    assert inquiry.rest() == typed
    assert Inquiry(UTF8).without_answers(typed.encode()) == typed


def test_a_late_answer_is_taken_out_long_after() -> None:
    inquiry = answered("xterm", UTF8)
    assert left(inquiry, b"j\x1b]11;rgb:0000/0000/0000\x07k", 5) == "jk"
    assert inquiry.answers.is_light is False
    assert left(inquiry, b"\x1b[1;2R") == "\x1b[1;2R"  # Shift+F3
