"""A puzzle sent to the clipboard of a real terminal."""

import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

from tests.terminal.pty_terminal import PtyTerminal

_CLIPBOARD = re.compile(rb"\x1b\]52;([^;\x07\x1b]*);([^\x07\x1b]*)\x07")


def test_the_clipboard_gets_exactly_the_text_that_is_shown(start: Callable[..., PtyTerminal], tmp_path: Path) -> None:
    path = tmp_path / "puzzle \x1b]52;c;aGk=\x07.txt"  # titles and names stay out of what is sent
    path.write_text("6x6;1...10.....0.0.1.....11.0.....1.0...\n")
    terminal = start("play", str(path))
    terminal.wait_for("0 1 place")
    terminal.press("right", "0", "Y")
    terminal.wait_for("1 of ")
    terminal.press("c")
    terminal.wait_for("select it here.")
    terminal.press("l")
    terminal.wait_for("2 of ")
    terminal.wait_for(lambda: "1.0..." in [line.strip() for line in terminal.lines()])
    shown = "\n".join([line.strip() for line in terminal.lines() if re.fullmatch(r"\s*[01.]{6}\s*", line)])
    terminal.press("c")
    terminal.wait_for("select it here.")
    terminal.press("q", "q", "q")  # the page, the game, the first screen
    assert terminal.wait_for_exit() == 0
    sent = [(which, b64decode(data).decode()) for which, data in _CLIPBOARD.findall(terminal.raw)]
    assert sent == [(b"c", "6x6;1...10.....0.0.1.....11.0.....1.0..."), (b"c", shown)]
    assert shown.splitlines()[0] == "1...10"
    assert terminal.raw.count(b"\x1b]52;") == 2
