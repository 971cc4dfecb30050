"""`binairo serve`: requests in, answers out, in order."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.cli.runs import CLASSIC, CLASSIC_SOLUTION, TWO_SOLUTIONS, process
from tests.cli.schemas import check


def ask(*requests: object) -> list[dict[str, Any]]:
    """Return the answers to requests, each of which agrees with the schema."""
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    outcome = process("serve", stdin="\n".join(lines).encode())
    assert (outcome.status, outcome.err) == (0, "")
    for answer in outcome.objects:
        check("serve", answer)
    return outcome.objects


@contextmanager
def running() -> Iterator[subprocess.Popen[bytes]]:
    """Yield a server."""
    command = [sys.executable, "-m", "binairo_tui", "serve", "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        yield server
        server.kill()


def send(server: subprocess.Popen[bytes], **request: object) -> None:
    assert server.stdin
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()


def receive(server: subprocess.Popen[bytes]) -> Any:
    assert server.stdout
    return json.loads(server.stdout.readline())


def test_every_method_answers_in_order() -> None:
    methods = ("solve", "check", "hint", "grade", "explain")
    answers = ask(
        *[{"id": name, "method": name, "puzzle": CLASSIC} for name in methods],
        {"id": 6, "method": "generate", "size": "6x6", "band": "easy", "seed": 1},
    )
    assert [answer["id"] for answer in answers] == [*methods, 6]
    solved, checked, hinted, graded, explained, generated = [answer["result"] for answer in answers]
    assert solved["solution"] == CLASSIC_SOLUTION.replace(" ", "")
    assert (checked["state"], hinted["technique"], graded["band"]) == ("open", "pair", "Hard")
    assert (explained["outcome"], len(explained["steps"])) == ("solved", 20)
    assert (generated["band"], generated["seed"]) == ("Easy", 1)


def test_a_puzzle_may_be_in_any_format() -> None:
    (answer, other) = ask(
        {"id": 1, "method": "solve", "puzzle": "1...10\n.....0\n.0.1..\n...11.\n0.....\n1.0..."},
        {"id": 2, "method": "solve", "puzzle": "xo\nox", "from": "rows", "unique_lines": False},
    )
    assert answer["result"]["puzzle"] == CLASSIC
    assert other["result"]["solutions"] == 1


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        ("{", "parse", "not JSON: "),
        ("[]", "request", "a request is an object"),
        ({"id": [], "method": "solve"}, "request", "'id' is not a string or a whole number"),
        (
            {"id": 1, "method": "play"},
            "request",
            "'method' is not one of solve, check, hint, grade, generate, explain, cancel",
        ),
        ({"id": 1, "method": "solve"}, "request", "'puzzle' is missing"),
        ({"id": 1, "method": "solve", "puzzle": 7}, "request", "'puzzle' is not a string"),
        ({"id": 1, "method": "solve", "puzzle": "6x6;1"}, "puzzle", "6x6 has 36 cells, not 1"),
        ({"id": 1, "method": "solve", "puzzle": ""}, "puzzle", "it contains no puzzle"),
        ({"id": 1, "method": "generate", "size": "7x8"}, "request", "'size': width 7 is odd"),
        ({"id": 1, "method": "generate", "band": "soft"}, "request", "unknown 'band'"),
        ({"id": 1, "method": "generate", "size": "2x4", "seed": 1}, "generation", "no 2x4 grid"),
    ],
)
def test_an_error_says_what_is_wrong(request_: object, code: str, message: str) -> None:
    (answer, after) = ask(request_, {"id": 9, "method": "check", "puzzle": TWO_SOLUTIONS})
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].startswith(message)
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
        assert [receive(server) for _ in range(3)] == [
            {"id": "a", "result": {"cancelled": True}},
            {"id": "b", "result": {"cancelled": True}},
            {"id": "c", "result": {"cancelled": False}},
        ]
        assert [(answer["id"], answer["error"]["code"]) for answer in (receive(server), receive(server))] == [
            ("long", "cancelled"),
            ("next", "cancelled"),
        ]


def test_an_answer_comes_before_the_next_request() -> None:
    with running() as server:
        for number in range(2):
            send(server, id=number, method="check", puzzle=CLASSIC)
            assert receive(server)["result"]["state"] == "open"
