"""Opens the saved games and results for verbs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from binairo_tui import files, store
from binairo_tui.cli.output import Status, fail, print_notice

if TYPE_CHECKING:
    from sqlite3 import Connection


@contextmanager
def store_failures(clause: str) -> Iterator[None]:
    """If the saved games cannot be used inside the block, print `clause` with the reason, and end the command."""
    try:
        yield
    except store.errors.StoreError as error:
        fail(f"{clause}: {error}")


@contextmanager
def saved_games(failure: str) -> Iterator[Connection]:
    """Yield a connection to the saved games, or to an empty database if nothing has been saved yet."""
    with store_failures(failure):
        saved = store.opening.open_saved(files.paths.database_path())
        print_notice(saved.notice if saved else "")
        with closing(saved or store.database.open_empty()) as connection:
            yield connection


@contextmanager
def existing_games(failure: str) -> Iterator[store.database.ProgressConnection]:
    """Yield a connection to the saved games. If nothing has been saved yet, end the command with status 1."""
    with store_failures(failure):
        connection = store.opening.open_saved(files.paths.database_path())
        if connection is None:
            fail("nothing has been saved yet", Status.NO)
        print_notice(connection.notice)
        with closing(connection):
            yield connection
