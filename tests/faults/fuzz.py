"""Random keys, bytes, pastes and sizes on a real terminal: only a command to quit may end the program."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.faults.harness import Figures, main
from tests.faults.mutants import program
from tests.terminal.pty_terminal import PtyTerminal, home_environ

ACTIONS = 60
"""Actions of one run."""
Deed = Callable[[PtyTerminal, Random], bytes]
PATIENCE = 150.0
"""Timeout of quitting."""
QUIT = b"\x11"
ENDING = b"\x03\x11\x1a\x1c"
"""Bytes that are not sent: they end or suspend the program, as they should."""
ARGUMENTS = ((), (), ("play", "6x6:1"), ("play", "10x10-plus:2"), ("play", "20x20:1"), ("play", "7x7;" + "." * 49))
NAMED = [
    *(b"\x1b[" + letter for letter in (b"A", b"B", b"C", b"D", b"H", b"F", b"Z", b"5~", b"6~", b"3~", b"15~")),
    *(b"\x1bO" + letter for letter in (b"P", b"Q", b"R", b"S")),
    *(b"\r", b"\t", b"\x7f", b"\x1b", b" ", b"\x10", b"\x0c", b"\x12"),
]
LEADING = b"?nhcdstgeNSRzZvomi"
"""Keys that open screens or change much; other keys are sent, too."""


def measure(is_long: bool) -> Figures:
    """Do 200 runs, or 2."""
    figures = Figures(runs=0, actions=0, tracebacks=0, hangs=0, bad_ends=0)
    with ThreadPoolExecutor(2) as pool:
        for others in pool.map(run_once, range(200 if is_long else 2)):
            figures.add(others)
    return figures


def run_once(seed: int) -> Figures:
    """Do one run: begin somewhere, do random things, quit."""
    figures, chance = Figures(runs=1), Random(seed)
    done: list[bytes] = []
    with tempfile.TemporaryDirectory() as home:
        terminal = _start(home, chance)
        try:
            for _ in range(ACTIONS):
                (deed,) = chance.choices(list(DEEDS), list(DEEDS.values()))
                done.append(deed(terminal, chance))
                figures["actions"] += 1
                if terminal.ends_within(chance.choice((0.0, 0.02, 0.1))):
                    _judge_end(figures, terminal, f"run {seed} after {done[-4:]!s:.300}")
                    terminal.close()
                    terminal = _start(home, chance)
            _quit(figures, terminal, f"run {seed} after {done[-4:]!s:.300}")
        finally:
            terminal.close()
    return figures


def _start(home: str, chance: Random) -> PtyTerminal:
    environ = home_environ(home, TERM=chance.choice(("xterm-256color", "linux")), LANG=chance.choice(("C.UTF-8", "C")))
    return PtyTerminal.python(*program(), *chance.choice(ARGUMENTS), environ=environ)


def _judge_end(figures: Figures, terminal: PtyTerminal, when: str) -> None:
    """Record whether the program ended as it should, as after `q` on the home screen."""
    status = terminal.wait_for_exit()
    if terminal.has_crashed:
        figures.note("tracebacks", f"{when}: {_last_words(terminal.raw)}")
    elif status:
        figures.note("bad_ends", f"{when}: status {status}")


def _last_words(raw: bytes) -> str:
    """Return the end of the output without styles and boxes: that is where an error is named."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[─-╿]", "", raw[-6000:].decode(errors="replace"))
    return " ".join(text.split())[-900:]


def _quit(figures: Figures, terminal: PtyTerminal, when: str) -> None:
    """Quit the program, with several keys: a screen that waits for any key may take the first."""
    terminal.send(b"\x1b[201~")  # an unfinished paste would take everything
    for _ in range(5):
        terminal.send(QUIT)
        if terminal.ends_within(PATIENCE / 5):
            _judge_end(figures, terminal, when)
            return
    figures.note("hangs", f"{when}; the screen is\n{terminal.text()}")


def _type(terminal: PtyTerminal, chance: Random) -> bytes:
    """Send some keys."""
    keys = [
        chance.choice(NAMED) if chance.random() < 0.4 else _character(chance) for _ in range(chance.randrange(1, 8))
    ]
    return _sent(terminal, b"".join(keys))


def _character(chance: Random) -> bytes:
    return bytes([chance.choice(LEADING) if chance.random() < 0.5 else chance.randrange(0x20, 0x7F)])


def _send_bytes(terminal: PtyTerminal, chance: Random) -> bytes:
    """Send random bytes."""
    return _sent(terminal, chance.randbytes(chance.randrange(1, 20)))


def _send_sequence(terminal: PtyTerminal, chance: Random) -> bytes:
    """Send something like the reports of a terminal: sizes, modes, mouse, keys of other protocols."""
    numbers = b";".join([b"%d" % chance.choice((0, 1, 2, 24, 80, 200, 2026, 2048, 65535, 10**9)) for _ in range(5)])
    start, end = (
        chance.choice((b"\x1b[", b"\x1b[?", b"\x1b[<", b"\x1b]", b"\x1bP")),
        chance.choice((b"tRcMmuyn~$", b"\x07")),
    )
    return _sent(terminal, start + numbers[: chance.randrange(len(numbers))] + bytes([chance.choice(end)]))


def _paste(terminal: PtyTerminal, chance: Random) -> bytes:
    """Send a paste: a puzzle, a long random one, or one without an end."""
    text = chance.choice(
        (
            b"6x6;" + b"." * 36,
            b"01..\n" * 4,
            bytes(chance.choices(b"01. \r\n;x", k=2000)),
            "[red]été\u202e\x1b]0;x\x07[/]".encode(),
            chance.randbytes(300),
        )
    )
    return _sent(terminal, b"\x1b[200~" + text + b"\x1b[201~"[: chance.choice((0, 6, 6, 6))])


def _resize(terminal: PtyTerminal, chance: Random) -> bytes:
    """Set another size, sometimes tiny or huge."""
    size = chance.choice(((80, 24), (20, 10), (40, 14), (1, 1), (5, 2), (120, 40), (300, 100), (81, 25)))
    terminal.resize(*size)
    return b"%dx%d" % size


def _sent(terminal: PtyTerminal, data: bytes) -> bytes:
    data = data.translate(None, ENDING)
    terminal.send(data)
    return data


DEEDS: dict[Deed, int] = {_type: 12, _send_bytes: 2, _send_sequence: 2, _paste: 1, _resize: 2}
"""The actions and their weights."""


if __name__ == "__main__":
    main(measure)
