"""The pictures that README shows, taken of the program itself in a simulated terminal: `python -m tests.readme`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from binairo_tui.library import collections, find_entry
from binairo_tui.player.arrival import Arrival
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.tui.app import BinairoApp
from binairo_tui.tui.preferences import Preferences

DIRECTORY = Path(__file__).resolve().parents[1] / ".github" / "pictures"


class Picture(NamedTuple):
    """A screen: the puzzle that is played, or home, and the keys pressed until the picture is taken."""

    title: str
    puzzle: tuple[str, int] | None
    keys: Sequence[str]
    theme: str = "dark"
    size: tuple[int, int] = (80, 24)


PICTURES: dict[str, Picture] = {
    "hint": Picture("A hint", ("14x14", 12), [*"fff", *"iii"]),
    "branch": Picture(
        "A what-if branch", ("8x8", 3), ["right", "1", "m", "n", "b", "1", "n", "n", "1", "n", "0"], theme="light"
    ),
    "settings": Picture("Settings", ("8x8", 3), [",", *["down"] * 7, "left", "left"]),
}


async def take(picture: Picture) -> str:
    """The picture as SVG, without fonts to be loaded from elsewhere."""
    with TemporaryDirectory() as directory:
        progress = Progress(Path(directory) / "progress.db", now=lambda: datetime(2024, 2, 29, 12, 0, tzinfo=UTC))
        entry = find_entry(*picture.puzzle) if picture.puzzle else None
        app = BinairoApp(
            progress,
            collections(),
            arrival=Arrival(entry.puzzle, entry.title) if entry else None,
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
