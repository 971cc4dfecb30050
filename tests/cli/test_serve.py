"""`binairo serve`: requests in, answers out, in order."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from subprocess import PIPE
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

from binairo_tui import __version__
from binairo_tui.cli import server_requests
from binairo_tui.cli.verbs.generate import SYMMETRIES
from binairo_tui.cli.verbs.serve import PROTOCOL
from binairo_tui.engine import CancelledError
from binairo_tui.engine.request import LATEST_RECIPE
from binairo_tui.files import json_lines
from binairo_tui.processes import line_server
from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, process
from tests.cli.schemas import check, faults_of
from tests.conftest import forget

Capture = pytest.CaptureFixture[str]


def ask(*requests: object, status: int = 0, python: Sequence[str] = ("-m", "binairo_tui")) -> list[dict[str, Any]]:
    """Return the answers to requests, each of which agrees with the schema."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    outcome = process("serve", stdin="\n".join(lines).encode(), python=python)
    assert (outcome.status, outcome.err) == (status, "")
    for answer in outcome.objects:
        check("serve", answer)
    return outcome.objects


@contextmanager
def running() -> Iterator[subprocess.Popen[bytes]]:
    """Yield a server."""
    command = [sys.executable, "-m", "binairo_tui", "serve"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        yield server
        server.kill()


def send_line(server: subprocess.Popen[bytes], line: str) -> None:
    assert server.stdin
    server.stdin.write(f"{line}\n".encode())
    server.stdin.flush()


def send(server: subprocess.Popen[bytes], **request: object) -> None:
    send_line(server, json.dumps(request))


def receive(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdout
    return json.loads(server.stdout.readline())


def ask_in_turn(requests: Iterable[object]) -> list[Any]:
    """Return the answers to requests, each of which is sent when the one before is answered."""
    answers = []
    with running() as server:
        for request in requests:
            send_line(server, request if isinstance(request, str) else json.dumps(request))
            answers.append(receive(server))
            check("serve", answers[-1])
        assert server.communicate(timeout=60) == (b"", b"")
        assert server.returncode == 0
    return answers


def test_every_method_answers_in_order() -> None:
    methods = ("solve", "check", "hint", "grade", "explain")
    answers = ask(
        *[{"id": name, "method": name, "puzzle": CLASSIC} for name in methods],
        {"id": -6, "method": "generate", "size": "6x6", "band": "easy", "seed": 1},
    )
    assert [answer["id"] for answer in answers] == [*methods, -6]
    solved, checked, hinted, graded, explained, generated = [answer["result"] for answer in answers]
    assert solved["solution"] == CLASSIC_SOLUTION.replace(" ", "")
    assert (checked["state"], hinted["technique"], graded["band"]) == ("open", "pair", "Hard")
    assert (explained["outcome"], len(explained["steps"])) == ("solved", 20)
    assert (generated["band"], generated["seed"]) == ("Easy", 1)


def test_a_move_is_judged() -> None:
    request = {"method": "check", "puzzle": CLASSIC}
    judged, refused = ask({"id": 1, **request, "move": "r4c3=0"}, {"id": 2, **request, "move": "r1c1=0"})
    assert (judged["result"]["verdict"], judged["result"]["proof"]["technique"]) == ("forced", "pair")
    error = {"code": "request", "message": "'move': r1c1 is not blank", "field": "move"}
    assert refused["error"] == error


def test_a_puzzle_may_be_in_any_format() -> None:
    (answer, other) = ask(
        {"id": 1, "method": "solve", "puzzle": "1...10\n.....0\n.0.1..\n...11.\n0.....\n1.0..."},
        {"id": 2, "method": "solve", "puzzle": "xo\nox", "from": "rows", "unique_lines": False},
    )
    assert answer["result"]["puzzle"] == CLASSIC
    assert other["result"]["solutions"] == 1


REFUSED = [
    ("{", "parse", "invalid JSON: "),
    ('{"id": 1, "id": 1}', "parse", "this JSON is not supported here: the key 'id' appears twice"),
    ('{"id": [[[[[]]]]]}', "parse", "more than 4 brackets within brackets"),
    (r'{"id": 1, "method": "solve", "puzzle": "\ud800"}', "parse", "a string contains half of a surrogate pair"),
    ("[]", "request", "a request is an object"),
    ({"id": [], "method": "solve"}, "request", "'id' is not a string or a whole number"),
    (
        {"id": 1, "method": "play"},
        "request",
        "'method' is not one of hello, solve, check, hint, grade, count, generate, explain, cancel",
    ),
    ({"id": 1, "method": "solve"}, "request", "'puzzle' is missing"),
    ({"id": 1, "method": "solve", "puzzle": 7}, "request", "'puzzle' is not a string"),
    ({"id": 1, "method": "solve", "puzzle": "6x6;1"}, "puzzle", "6x6 has 36 cells, not 1"),
    ({"id": 1, "method": "solve", "puzzle": ""}, "puzzle", "it contains no puzzle"),
    ({"id": 1, "method": "generate", "size": "7x8"}, "request", "'size': width 7 is odd"),
    (
        {"id": 1, "method": "generate", "band": "soft"},
        "request",
        "'band' is not one of gentle, easy, medium, hard,",
    ),
    ({"id": 1, "method": "solve", "puzzle": CLASSIC, "from": "x"}, "request", "'from' is not one of notation, "),
    ({"id": 1, "method": "count", "size": "40"}, "count", "a row has more than 20000 fillings"),
    ({"id": 1, "method": "count"}, "request", "either 'puzzle' or 'size' is needed"),
    (
        {"id": 1, "method": "count", "size": "6", "puzzle": CLASSIC},
        "request",
        "either 'puzzle' or 'size' is needed",
    ),
    ({"id": 1, "method": "generate", "size": "2x4", "seed": 1}, "generation", "no 2x4 grid"),
]
"""Requests with the code and the beginning of the message of the error that answers each of them."""


def test_an_error_says_what_is_wrong() -> None:
    good = {"id": 9, "method": "check", "puzzle": TWO_SOLUTIONS}
    answers = ask_in_turn([request for refused, _, _ in REFUSED for request in (refused, good)])
    for (refused, code, message), answer, after in zip(REFUSED, answers[::2], answers[1::2], strict=True):
        assert answer["error"]["code"] == code, refused
        assert answer["error"]["message"].startswith(message), refused
        assert after["result"]["solutions"] == 2


def test_an_invalid_puzzle_is_named_by_line_and_column() -> None:
    (answer,) = ask({"id": 1, "method": "solve", "puzzle": "6x6;1"})
    assert (answer["error"]["line"], answer["error"]["column"]) == (1, 5)


def test_requests_are_cancelled_at_work_and_while_they_wait() -> None:
    with running() as server:
        send(server, id="long", method="generate", size="40x40", band="extreme", seed=1)
        send(server, id="next", method="solve", puzzle=CLASSIC)
        send(server, id="a", method="cancel", target="next")
        send(server, id="b", method="cancel", target="long")
        send(server, id="c", method="cancel", target="nobody")
        answers = [receive(server) for _ in range(5)]
        assert [answer for answer in answers if "result" in answer] == [
            {"id": "a", "result": {"cancelled": True}},
            {"id": "b", "result": {"cancelled": True}},
            {"id": "c", "result": {"cancelled": False}},
        ]
        assert [(answer["id"], answer["error"]["code"]) for answer in answers if "error" in answer] == [
            ("next", "cancelled"),
            ("long", "cancelled"),
        ]
        names = [answer["id"] for answer in answers]
        assert names.index("b") < names.index("long")


def test_a_waiting_request_is_cancelled_at_once_and_its_id_is_free() -> None:
    with running() as server:
        send(server, id=1, method="count", size="12x12")
        send(server, id=2, method="hint", puzzle=CLASSIC)
        send(server, id=3, method="cancel", target=2)
        assert receive(server) == {"id": 3, "result": {"cancelled": True}}
        answer = receive(server)
        assert (answer["id"], answer["error"]["code"]) == (2, "cancelled")
        send(server, id=2, method="hint", puzzle=CLASSIC)
        send(server, id=4, method="cancel", target=1)
        assert receive(server) == {"id": 4, "result": {"cancelled": True}}
        answers = [receive(server) for _ in range(2)]
        assert [(answer["id"], "result" in answer) for answer in answers] == [(1, False), (2, True)]


def test_invalid_requests_are_answered_in_their_turn() -> None:
    with running() as server:
        send(server, id=1, method="count", size="12x12")
        send(server, id=2, method="?")
        send_line(server, "xx")
        send(server, id=1, method="hello")
        send(server, id=3, method="check", puzzle=CLASSIC)
        send(server, id="c", method="cancel", target=1)
        answers = [receive(server) for _ in range(6)]
        codes = [answer.get("error", {}).get("code") for answer in answers]
        assert [answer["id"] for answer in answers] == ["c", 1, 2, None, 1, 3]
        assert codes == [None, "cancelled", "request", "parse", "request", None]


IDS = [
    (r'{"id": 53, "method": "solve", "puzzle": "\ud800"}', 53),
    ('{"id": "a", "method": "generate", "seed": NaN}', "a"),
    ('{"id": 5, "method": "solve", "method": "hint"}', 5),
    ('{"id": 6, "method": "solve", "puzzle": [[[[[]]]]]}', 6),
    ('{"method": "solve", "method": {"id": 7}}', None),
    ('{"id": 8, "id": 8, "method": "hello"}', None),
    ('{"id": true, "method": "hello"}', None),
    (r'{"id": "\ud800", "method": "hello"}', None),
    ('[["id", 1]]', None),
    ('{"id": 9', None),
    ("[" * 100_000, None),
]
"""Lines that cannot be used, and the id of the answer to each."""


def test_an_error_in_a_line_has_the_id_of_the_line() -> None:
    answers = ask(*[line for line, _ in IDS])
    assert [(answer["id"], "error" in answer) for answer in answers] == [(identity, True) for _, identity in IDS]


def test_an_unexpected_failure_answers_its_request_and_the_next_ones_are_served(
    bugs: dict[str, BaseException],
) -> None:
    broken = "from binairo_tui.cli import analyses; analyses.check_fields = None"
    run = "import sys; from binairo_tui.cli.program import run; sys.exit(run(sys.argv[1:]))"
    good = [{"id": f"g{number}", "method": "solve", "puzzle": CLASSIC} for number in range(7)]
    bad, *answers = ask(
        {"id": "b", "method": "check", "puzzle": CLASSIC}, *good, status=1, python=["-c", f"{broken}; {run}"]
    )
    forget(bugs)
    assert bad["error"]["code"] == "internal"
    assert "a bug in binairo-tui (TypeError at " in bad["error"]["message"]
    assert [(answer["id"], answer["result"]["solutions"]) for answer in answers] == [(it["id"], 1) for it in good]


def test_a_line_that_fails_unexpectedly_is_answered_too(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, bugs: dict[str, BaseException]
) -> None:
    monkeypatch.setattr(json_lines, "parse_call", None)
    server = line_server.LineServer({}, lambda _: None)
    Thread(target=server.work, daemon=True).start()
    server.take(b"{}")
    server.finish()
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "internal"
    assert not server.is_sound
    forget(bugs)


def test_work_that_notices_its_cancel_is_answered_as_cancelled(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(line_server, "GRACE_SECONDS", 600)
    begun = Event()

    def stop(job: line_server.Job) -> dict[str, object]:
        begun.set()
        while not job.is_cancelled():
            sleep(0.01)
        raise CancelledError

    server = line_server.LineServer({"stop": stop}, lambda _: None)
    Thread(target=server.work, daemon=True).start()
    server.take(b'{"id": 1, "method": "stop"}')
    begun.wait()
    server.take(b'{"id": 2, "method": "cancel", "target": 1}')
    server.finish()
    cancelled, stopped = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert cancelled == {"id": 2, "result": {"cancelled": True}}
    assert (stopped["id"], stopped["error"]["code"]) == (1, "cancelled")


def test_work_that_does_not_notice_its_cancel_is_left_behind(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(line_server, "GRACE_SECONDS", 0)
    begun, may_end, ended = Event(), Event(), Event()

    def ignore(_: line_server.Job) -> dict[str, object]:
        begun.set()
        may_end.wait()
        ended.set()
        return {}

    server = line_server.LineServer({"ignore": ignore, "next": lambda _: {"next": True}}, lambda _: None)
    worker = Thread(target=server.work, daemon=True)
    worker.start()
    server.take(b'{"id": 1, "method": "ignore"}')
    begun.wait()
    server.take(b'{"id": 2, "method": "cancel", "target": 1}')
    server.take(b'{"id": 3, "method": "next"}')
    server.finish()
    assert not ended.is_set()
    may_end.set()
    worker.join()
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"id": 2, "result": {"cancelled": True}},
        {"id": 1, "error": {"code": "cancelled", "message": "the request was cancelled"}},
        {"id": 3, "result": {"next": True}},
    ]
    assert server.is_sound


INVALID_FIELDS: list[tuple[dict[str, object], str, str]] = [
    (
        {"method": "generate", "difficulty": "hard"},
        "difficulty",
        "'difficulty' is an unknown field: did you mean 'band'?",
    ),
    ({"method": "generate", "bandd": "hard"}, "bandd", "'bandd' is an unknown field: did you mean 'band'?"),
    (
        {"method": "generate", "unique_lines": True},
        "unique_lines",
        "'unique_lines' is an unknown field: did you mean 'rules'?",
    ),
    ({"method": "hello", "xyz": 1}, "xyz", "'xyz' is an unknown field: the fields are id, method"),
    ({"method": "hello", "\x1b": 1}, "\\x1b", "'\\x1b' is an unknown field: the fields are id, method"),
    ({"method": "generate", "seed": True}, "seed", "'seed' is not a whole number"),
    ({"method": "generate", "seed": -1}, "seed", "'seed' is less than 0"),
    ({"method": "generate", "seed": 1.5}, "seed", "'seed' is not a whole number"),
    ({"method": "generate", "seed": 10**17}, "seed", "'seed' is larger than any whole number that can be used"),
    ({"method": "generate", "size": 1.5}, "size", "'size' is not a string"),
    ({"method": "count", "size": "8", "from_": 1}, "from_", "'from_' is an unknown field: did you mean 'from'?"),
    ({"method": "generate", "signs": 1}, "signs", "'signs' is not true or false"),
    ({"method": "generate", "rules": "some"}, "rules", "'rules' is not one of unique, any"),
    (
        {"method": "generate", "size": "7x8"},
        "size",
        "'size': width 7 is odd: only square boards may have odd sides",
    ),
    ({"method": "count", "size": 8}, "size", "'size' is not a string"),
    ({"method": "solve", "puzzle": None}, "puzzle", "'puzzle' is missing"),
    ({"method": "cancel"}, "target", "'target' is missing"),
    ({"method": "cancel", "target": []}, "target", "'target' is not a string or a whole number"),
    (
        {"method": "cancel", "target": 1, "puzzle": ""},
        "puzzle",
        "'puzzle' is an unknown field: the fields are id, method, target",
    ),
]
"""Requests with the field and the message of the error that answers each of them."""


def test_an_invalid_field_is_named() -> None:
    answers = ask_in_turn([{"id": 1, **request} for request, _, _ in INVALID_FIELDS])
    for (_, field, message), answer in zip(INVALID_FIELDS, answers, strict=True):
        assert answer["error"] == {"code": "request", "message": message, "field": field}


def test_a_line_that_is_not_json_is_an_error_with_its_column() -> None:
    (answer,) = ask('{"id": 1, "method"}')
    assert (answer["error"]["code"], answer["error"]["column"]) == ("parse", 19)
    with pytest.raises(json_lines.RequestError) as refused:
        json_lines.parse_line('{"id": "é'.encode() + b"\xff")
    assert refused.value.fields == {"code": "parse", "message": "the request is not UTF-8", "column": 10}


def test_a_lack_of_memory_is_no_bug(capsys: Capture) -> None:
    def fill(_: line_server.Job) -> dict[str, object]:
        raise MemoryError

    server = line_server.LineServer({"fill": fill}, lambda _: None)
    Thread(target=server.work, daemon=True).start()
    server.take(b'{"id": 1, "method": "fill"}')
    server.finish()
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "memory"
    assert server.is_sound


def test_no_method_accepts_an_unknown_field() -> None:
    (hello,) = ask({"id": 0, "method": "hello"})
    methods = hello["result"]["methods"]
    answers = ask(*[{"id": method, "method": method, "frobnicate": 1} for method in methods])
    assert {answer["id"]: answer["error"]["field"] for answer in answers} == dict.fromkeys(methods, "frobnicate")


def test_null_stands_for_a_field_that_is_left_out() -> None:
    (answer,) = ask({"id": None, "method": "solve", "puzzle": CLASSIC, "from": None, "unique_lines": None})
    assert answer["result"]["solutions"] == 1
    fields = dict.fromkeys(("band", "rules", "signs", "symmetry", "roomy"))
    (generated, other) = ask(
        {"method": "generate", "size": "6", "seed": 1, **fields}, {"method": "generate", "size": "6", "seed": 1}
    )
    assert generated["result"]["puzzle"] == other["result"]["puzzle"]


def test_a_new_puzzle_comes_from_the_latest_recipe_and_can_be_made_again() -> None:
    request = {"method": "generate", "size": "6x4", "band": "easy", "signs": True}
    new, old = ask(request, {**request, "seed": 1})
    assert (new["result"]["recipe"], old["result"]["recipe"]) == (LATEST_RECIPE, 1)
    again, refused = ask(
        {**request, "seed": new["result"]["seed"], "recipe": LATEST_RECIPE}, {**request, "recipe": LATEST_RECIPE + 1}
    )
    assert again["result"]["puzzle"] == new["result"]["puzzle"]
    known = ", ".join([str(number) for number in range(1, LATEST_RECIPE + 1)])
    assert (refused["error"]["field"], refused["error"]["message"]) == ("recipe", f"'recipe' is not one of {known}")


def test_hello_tells_the_versions_and_the_methods_with_their_fields() -> None:
    (answer,) = ask({"id": 1, "method": "hello"})
    assert (answer["result"]["program"], answer["result"]["version"]) == ("binairo", __version__)
    assert answer["result"]["protocol"] == PROTOCOL
    methods = answer["result"]["methods"]
    assert list(methods) == list(server_requests.REQUESTS)
    (refused,) = ask({"id": 1, "method": "?"})
    assert {*methods} == {*refused["error"]["message"].removeprefix("'method' is not one of ").split(", ")}
    assert tuple(methods["generate"]["properties"]["symmetry"]["enum"]) == SYMMETRIES
    assert faults_of({"id": 1, "method": "solve", "puzzle": CLASSIC}, methods["solve"]) == []
    assert faults_of({"id": 1, "method": "solve", "puzzl": CLASSIC}, methods["solve"])


def test_count_counts_solutions_and_grids_as_the_verb_does() -> None:
    (counted, grids, ruled) = ask(
        {"id": 1, "method": "count", "puzzle": TWO_SOLUTIONS},
        {"id": 2, "method": "count", "size": "6x6"},
        {"id": 3, "method": "count", "size": "4", "all_rules": True, "unique_lines": False},
    )
    assert (counted["result"]["puzzle"], counted["result"]["count"]) == (TWO_SOLUTIONS, 2)
    assert (grids["result"]["size"], grids["result"]["count"]) == ("6x6", 4140)
    assert (ruled["result"]["count"], ruled["result"]["rules"]) == (90, {"unique": 72, "unique rows": 72, "any": 90})


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_without_input_or_output_the_status_says_so(closed: str) -> None:
    run = f"echo '{{}}' | {sys.executable} -m binairo_tui serve {closed}"
    done = subprocess.run(["sh", "-c", run], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "standard input or output is closed\n")


def test_an_output_that_cannot_be_written_ends_with_a_sentence() -> None:
    run = f"echo '{{}}' | {sys.executable} -m binairo_tui serve >/dev/full"
    done = subprocess.run(["sh", "-c", run], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "binairo: cannot write the output: No space left on device\n")


def test_an_answer_comes_before_the_next_request() -> None:
    with running() as server:
        for number in range(2):
            send(server, id=number, method="check", puzzle=CLASSIC)
            assert receive(server)["result"]["state"] == "open"
