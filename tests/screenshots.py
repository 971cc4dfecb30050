"""The pictures of the documents, taken of the app in a simulated terminal by `python -m tests.documents --pictures`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, cast

from binairo_tui.engine import EMPTY, Puzzle, Value
from binairo_tui.engine.search import solutions
from binairo_tui.game import SessionSnapshot, Step, StepKind
from binairo_tui.game.aids import NO_AID, Aid
from binairo_tui.game.steps import Move
from binairo_tui.library import Entry, collections
from binairo_tui.player.catalog import Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.tui.app import BinairoApp, StartOptions
from binairo_tui.tui.messages import Preferences
from tests.shipped import find_entry

DIRECTORY = Path(__file__).resolve().parents[1] / ".github" / "pictures"


FILM = "game.gif"
"""The film of a game, made by `tests/game_film.py`."""
TODAY = datetime(2024, 10, 31, 20, 0, tzinfo=UTC)


class Picture(NamedTuple):
    """A picture of a screen: the keys are pressed in the game of `puzzle`, or at home, before it is taken.

    `solves` is the number of puzzles that were solved in the year before.
    """

    title: str
    puzzle: tuple[str, int] | None
    keys: Sequence[str]
    theme: str = "dark"
    size: tuple[int, int] = (80, 24)
    solves: int = 0


PICTURES: dict[str, Picture] = {
    "branch": Picture(
        "A what-if branch", ("8x8", 3), ["right", "1", "m", "n", "b", "1", "n", "n", "1", "n", "0"], theme="light"
    ),
    "statistics": Picture("Statistics", None, ["S"], solves=120),
    "settings": Picture("Settings", ("8x8", 3), [",", "down", "down", "left", "left"]),
}


def evenings(count: int, today: datetime) -> Iterator[tuple[Entry, datetime, SessionSnapshot]]:
    """Yield solved puzzles, each with its time and snapshot: faster and faster, mostly unaided and recent."""
    rng = Random(1)
    kinds = [("6x6", 3, 50), ("8x8", 12, 130), ("8x8", 30, 190), ("10x10", 12, 320), ("14x14", 12, 900)]
    for index in range(count):
        name, number, seconds = rng.choice(kinds)
        days = round(300 * (1 - (index + 1) / count) ** 1.5)
        ms = round(seconds * 1000 * (1.4 - 0.6 * index / count) * rng.uniform(0.7, 1.4))
        aids = rng.choice([Aid.VIOLATIONS, Aid.VIOLATIONS, Aid.VIOLATIONS, NO_AID, Aid.VIOLATIONS | Aid.HINT])
        at = today - timedelta(days=days, minutes=count - index)
        entry = find_entry(name, number)
        yield entry, at, SessionSnapshot(0, ms, 1, (solving_step(entry.puzzle, ms),), aids)


@cache
def _solution(puzzle: Puzzle) -> str:
    return puzzle.geometry.text(next(solutions(puzzle, 1)))


def solving_step(puzzle: Puzzle, ms: int) -> Step:
    """Return a step that solves a puzzle at once."""
    filled = _solution(puzzle)
    moves = [Move(cell, EMPTY, cast("Value", value)) for cell, value in enumerate(filled) if not puzzle.is_given(cell)]
    return Step(StepKind.PLACE, tuple(moves), ms)


def play_evenings(path: Path, count: int, today: datetime = TODAY) -> None:
    """Save a number of puzzles solved up to a day."""
    time = [today]
    progress = Progress(path, now=lambda: time[-1])
    for entry, at, snapshot in evenings(count, today):
        time.append(at)
        game, _ = progress.open_new(entry.puzzle, entry.title, band=entry.band)
        progress.finish(game, snapshot)
    progress.close(60.0)


async def take(picture: Picture) -> str:
    """Return the picture as SVG without fonts from the network."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "progress.db"
        play_evenings(path, picture.solves)
        progress = Progress(path, now=lambda: TODAY)
        played = find_entry(*picture.puzzle) if picture.puzzle else None
        app = BinairoApp(
            progress,
            Catalog(collections()),
            StartOptions(IncomingPuzzle(played.puzzle, played.title) if played else None),
            monotonic=lambda: 0.0,
            preferences=Preferences(Settings(theme=picture.theme)),
        )
        async with app.run_test(size=picture.size) as pilot:
            for key in picture.keys:
                await pilot.press(key)
                await app.workers.wait_for_complete()
                await pilot.pause()
            await pilot.pause(0.2)
            svg = app.export_screenshot(title=f"Binairo: {picture.title}", simplify=True)
        progress.close(5.0)
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
