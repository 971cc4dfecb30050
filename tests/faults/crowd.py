"""Two sessions at once: different games lose nothing, and in the same game every conflict is reported."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path

from binairo_tui.store.games import SavedGame
from binairo_tui.store.opening import open_database
from binairo_tui.store.saves import load_game
from binairo_tui.store.writer import SaveState, SaveStatus, Writer
from tests.faults.harness import Figures, fork, main
from tests.faults.player import NOW, PATIENCE, CorruptError, found, game, play, state

OTHER = 10**6
"""Milliseconds added to the second session's states, to distinguish them."""


def measure(is_long: bool) -> Figures:
    """Do 250 writes in each session, or 40."""
    writes = 250 if is_long else 40
    figures = Figures(saved=0, lost=0, corrupt=0, kept_in_one=0, told=0, overwritten=0)
    with tempfile.TemporaryDirectory() as directory:
        different_games(figures, Path(directory) / "different" / "progress.db", writes)
        the_same_game(figures, Path(directory) / "same" / "progress.db", writes)
    return figures


def different_games(figures: Figures, path: Path, writes: int) -> None:
    """Run two sessions that save different games at the same time, as fast as possible."""
    ready = multiprocessing.Barrier(2)

    def play_one(number: int) -> None:
        try:
            play(path, number, writes, lambda state: None, lambda: ready.wait(PATIENCE))
        except BaseException:
            ready.abort()  # or the other session would wait for this one
            raise

    players = {number: fork(partial(play_one, number)) for number in (1, 2)}
    statuses = {number: os.waitpid(pid, 0)[1] for number, pid in players.items()}
    for number, status in statuses.items():
        try:
            saved = found(path, number)
        except CorruptError as error:
            figures.note("corrupt", error)
            continue
        figures["saved"] += saved
        if status or saved < writes:
            figures.note("lost", f"{saved} of {writes}; the player ended with {status}")


def the_same_game(figures: Figures, path: Path, writes: int) -> None:
    """Run two sessions that save the same game as fast as possible: a session must notice that its states were lost."""
    play(path, 1, 1, lambda state: None)
    with closing(open_database(path)) as connection:
        loaded = load_game(connection, game(1).id)
    pipes = []
    for offset in (0, OTHER):
        reader, writer = os.pipe()
        fork(partial(_contend, path, loaded, offset, writes, writer))
        os.close(writer)
        pipes.append(os.fdopen(reader))
    words = [[int(word) for word in pipe.read().split()] for pipe in pipes]
    for pipe in pipes:
        pipe.close()
        os.wait()
    with closing(open_database(path)) as connection:
        kept = load_game(connection, game(1).id).progress.elapsed_ms
    for session, (saved, told) in enumerate(words):
        figures["told"] += told
        if kept // OTHER == session:
            figures["kept_in_one"] += saved
        elif saved:
            figures.note("overwritten", f"{saved} states that were said to be saved")


def _contend(path: Path, loaded: SavedGame, offset: int, writes: int, words: int) -> None:
    """Save states; report how many the writer reported as saved and how many as refused."""
    last = SaveStatus(SaveState.SAVED)

    def hear(status: SaveStatus) -> None:
        nonlocal last
        last = status

    writer = Writer(partial(open_database, path), hear, now=lambda: NOW)
    saved = told = 0
    for number in range(2, 2 + writes):
        writer.save(loaded, state(1, number)._replace(elapsed_ms=offset + number))
        if not writer.flush(PATIENCE):
            raise AssertionError("the writer does not end")
        if last.state is SaveState.FAILED:
            told += 1
        else:
            saved += 1
    writer.close(PATIENCE)
    os.write(words, b"%d %d" % (saved, told))


if __name__ == "__main__":
    main(measure)
