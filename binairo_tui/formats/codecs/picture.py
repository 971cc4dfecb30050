"""Pictures. They are not text, so nothing is read here; `binairo_tui.screenshots` reads their files."""

from collections.abc import Iterator

from binairo_tui.formats import base


def read(_text: str) -> Iterator[base.ReadPuzzle]:
    raise base.error("a picture is read from its file, not from a text")
