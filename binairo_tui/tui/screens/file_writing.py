"""Writes files for the player: asks for the name, and asks again before it replaces a file."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Any

from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.files.atomic import atomic_write
from binairo_tui.player.text import plain
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import base, dialog

FILE = "file"


def ask_and_write(
    screen: base.BaseScreen[Any],
    navigator: Navigator,
    name: str,
    contents: Callable[[IsCancelled], bytes],
    *,
    instead: str = "",
) -> None:
    """Ask for the name of a file, suggesting `name`, and write it; the screen shows the outcome.

    `contents` is called in the background and returns what to write; its argument is a function that returns True if it
    must stop. If no files can be written here, the screen says so, and `instead` is the end of the sentence.
    """
    if navigator.surroundings.no_files:
        screen.note(f"{navigator.surroundings.no_files}{instead}.")
        return

    def write(typed: str | None, *, replaces: bool = False) -> None:
        if typed is None:
            return

        def work(is_cancelled: IsCancelled) -> Iterator[Callable[[], None]]:
            try:
                sentence = f"Written: {write_file(typed, contents(is_cancelled), replaces=replaces)}"
            except FileExistsError:
                replace = partial(write, typed, replaces=True)
                keep = partial(screen.note, "Nothing was written.")
                yield lambda: navigator.confirm(f"Overwrite {plain(typed, 26)}?", replace, otherwise=keep)
                return
            except OSError as error:
                sentence = f"Not written: {error.strerror or error}."
            yield partial(screen.note, plain(sentence, 200))

        screen.run_in_background(FILE, work, lambda go_on: go_on())

    prompt = dialog.PromptScreen(
        "Write to which file?", name, lambda typed: "" if typed.strip() else "Type the name of a file."
    )
    screen.app.push_screen(prompt, write)


def write_file(name: str, data: bytes, *, replaces: bool = False) -> Path:
    """Write a file and return its path; `~` is expanded. Raises OSError, such as FileExistsError without `replaces`."""
    try:
        path = Path(name).expanduser()
        is_other = not S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_other = False
    except (RuntimeError, ValueError):
        raise OSError(0, "not a valid file name") from None
    if is_other:
        raise OSError(0, "something with this name exists and is not a file")
    if replaces:
        atomic_write(path, data)
        return path.absolute()
    with path.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise
    return path.absolute()
