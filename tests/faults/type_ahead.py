"""The law of type-ahead: keys in one burst have the same effect as the same keys one after another.

    python -m tests.faults.type_ahead --bursts 10000 --seed 1
    python -m tests.faults.type_ahead --bursts 500 --seed 1 --terminal

Two apps get the same keys: one in bursts, the other key by key, each when it has settled. After each burst, screens,
game, settings, draft and database must be equal, except times and ids. Without `--terminal`, both run in simulated
worlds in this process, in which work takes a random time. With it, both are programs on real pseudo-terminals.

The law does not apply to keys that cancel work in progress, which act immediately; to bursts that leave a game within
the second after which its puzzle is graded; to Storm, whose boards are random, and whose clock runs while the slower
app waits; and to Esc within a burst, which terminals cannot tell from Alt. A failing burst is shrunk to few keys.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from textual import events

from binairo_tui.tui.screens.base import CANCELLING_COMMANDS, BaseScreen
from binairo_tui.tui.screens.dialog import GeneratingScreen
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.screens.storm import StormScreen
from tests.faults.harness import Figures
from tests.faults.shrink import shrink
from tests.faults.simulated import KEYS, SimulatedApp, install
from tests.faults.world import NOON, World

EXAMPLES = (
    "C enter enter",
    "ctrl+p s t a t i s enter",
    "C enter enter i i i",
    "I paste f5 i i",
    "N enter 1 right u",
    "C enter enter 1 right 0",
    "C down enter enter",
    "C enter enter i question_mark q i",
    "C enter enter b 1 B u u r question_mark q",
    "C enter enter ctrl+p h i n t enter i",
    "d enter 1 right 1 down 0 q q",
    "C enter enter F u F",
    "comma down enter q C enter enter o o",
    "e 1 right 0 q C enter",
    "question_mark q question_mark q C enter q",
    "t enter q",
    "C enter enter S enter right right q 1",
    "C enter enter S tab",
)
"""Bursts that are always tried first, each from the home screen."""
PHRASES = (
    "C enter enter",
    "C down enter enter",
    "C enter enter right 1",
    "D enter",
    "D tab enter 1 right",
    "N enter",
    "N down right enter",
    "I paste f5",
    "I paste f7",
    "I paste f8 f5",
    "E 1 right 0 down 1",
    "E 1 right F",
    "S f z b tab",
    "T enter",
    "comma down enter",
    "comma down down right",
    "ctrl+p s t a t i s enter",
    "ctrl+p h i n t enter",
    "ctrl+p u n d o enter",
    "ctrl+p f i l l enter",
    "question_mark down q",
    "i i i",
    "i i i i",
    "i right 1",
    "b 1 right 0 B",
    "b 1 D",
    "F u F",
    "F n",
    "Y right f enter",
    "S y right right",
    "E y 1 0",
    "R u",
    "g c C",
    "delete y",
    "home enter",
    "p p",
)
NAMED = ("up", "down", "left", "right", "space", "enter", "backspace", "tab")
SINGLE = (*NAMED, *"01urfFiygcCmbBDRpnNzZovteqkjlh")
PASTE = "\x1b[200~4x4;0..1.1......0..0\r6x4;0.1..........1..........\x1b[201~"
BURSTS_A_START = 25
"""The number of bursts after which both apps start anew, so that a failing one has a short history."""
TIMES = {"created_utc", "updated_utc", "solved_utc", "at_ms", "elapsed_ms", "cursor"}
"""Columns that depend on time: the cursor is saved every few seconds, too."""
IDS = {"id", "game_id", "rev", "lease", "chk"}

Keys = tuple[str, ...]


class Tried(NamedTuple):
    """A burst with what came of it; `seconds` is how long its last key waited, in simulated time."""

    keys: Keys
    seconds: float
    difference: str


def text_of(key: str) -> str:
    """Return the bytes of a key, as text."""
    return {"paste": PASTE, "question_mark": "?", "comma": ","}.get(key) or KEYS.get(key, key)


def random_burst(chance: Random) -> Keys:
    """Return keys, most of which have an effect."""
    keys: list[str] = []
    for _ in range(chance.randrange(1, 5)):
        keys += (
            chance.choice(PHRASES).split()
            if chance.random() < 0.6
            else chance.choices(SINGLE, k=chance.randrange(1, 4))
        )
    if chance.random() < 0.2:
        keys.append("escape")
    return tuple(keys[:14])


class Pair:
    """Two apps in worlds of their own: one types `ahead`, the other is `patient`."""

    def __init__(self, directory: Path, seed: str) -> None:
        directory.mkdir()
        self.ahead, self.patient = (
            SimulatedApp(World(f"{seed} {name}"), directory / name, play_seconds=lambda: 0.0, now=lambda: NOON)
            for name in ("bursts", "singly")
        )
        self._called_off = False
        self._ungraded: set[PlayScreen] = set()
        self._last = 0.0
        for app in (self.ahead, self.patient):
            app.settle()
        self._watch(self.ahead)

    def press_each(self, keys: Sequence[str]) -> None:
        """Press keys one by one in both."""
        for key in keys:
            for app in (self.ahead, self.patient):
                _press(app, key)

    def try_burst(self, keys: Keys) -> Tried | None:
        """Press keys in both; return None if they are exempt."""
        self._called_off = False
        self._ungraded.clear()
        before = self._last = self.ahead.world.time()
        self.ahead.type("".join([text_of(key) for key in keys]))
        self.ahead.settle()
        stack = self.ahead.app.screen_stack
        if self._called_off or not self._ungraded.issubset(stack) or any(isinstance(it, StormScreen) for it in stack):
            return None
        for key in keys:
            _press(self.patient, key)
        return Tried(keys, self._last - before, difference(seen(self.ahead), seen(self.patient)))

    def go_home(self) -> list[str]:
        """Leave screens in both apps until the first one is in front; return the keys that were pressed."""
        keys = ["q"] * (len(self.patient.app.screen_stack) - 1)
        self.press_each(keys)
        return keys

    def close(self) -> None:
        """End both apps."""
        for app in (self.ahead, self.patient):
            app.end()

    @property
    def is_over(self) -> bool:
        """Whether an app has ended: the keys said so."""
        return self.ahead.task.done() or self.patient.task.done()

    def _watch(self, app: SimulatedApp) -> None:
        """Notice keys that call off work in progress."""
        pass_on = app.app._keys._pass_on

        async def watch(event: events.Event, receive: Callable[[events.Event], Awaitable[None]]) -> None:
            screen = app.app.screen
            if isinstance(screen, StormScreen) or (isinstance(screen, BaseScreen) and _calls_off(screen, event)):
                self._called_off = True
            if isinstance(screen, PlayScreen) and "band" in screen._work:
                self._ungraded.add(screen)
            self._last = app.world.time()
            await pass_on(event, receive)

        app.app._keys._pass_on = watch  # type: ignore[method-assign]


def _calls_off(screen: BaseScreen[Any], event: events.Event) -> bool:
    """Return whether a key ends a computation that another key would wait for."""
    command = screen.command_for(event)
    return (
        command is not None
        and command.id in CANCELLING_COMMANDS
        and (isinstance(screen, GeneratingScreen) or not {"question", "revision", "reading"}.isdisjoint(screen._work))
    )


def _press(app: SimulatedApp, key: str) -> None:
    if not app.task.done():
        app.type(text_of(key))
        app.settle()


def seen(app: SimulatedApp) -> dict[str, Any]:
    """Return everything that must be equal."""
    app.activate()
    if app.task.done():
        found: dict[str, Any] = {"screens": ["ended"]}
        app.progress.close(5.0)
    else:
        found = {
            "screens": [type(screen).__name__ for screen in app.app.screen_stack],
            "lines": [line.replace(app.home.name, "HOME") for line in app.looks()],  # a path may be wrapped
        }
        app.progress.flush(5.0)
        screen = app.app.screen
        if isinstance(screen, PlayScreen):
            found["session"] = screen.session.snapshot()
            found["message"] = screen.advice.text
    found["fault"] = app.fault
    found |= files(app.home)
    return found


def files(home: Path) -> dict[str, Any]:
    """Return the rows of the database, times and ids aside, the settings and the draft."""
    found: dict[str, Any] = {}
    data = home / "data" / "binairo-tui"
    for path in (home / "config" / "binairo-tui" / "config.toml", data / "draft.txt"):
        found[path.name] = path.read_text(encoding="utf-8") if path.exists() else ""
    for path in sorted((data / "collections").glob("*")):
        found[path.name] = path.read_text(encoding="utf-8")
    if (data / "progress.db").exists():
        with closing(sqlite3.connect(data / "progress.db")) as connection:
            connection.row_factory = sqlite3.Row
            for table, order in (("game", "id"), ("step", "game_id, seq"), ("result", "id")):
                rows = connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
                found[table] = [{name: row[name] for name in row.keys() if name not in TIMES | IDS} for row in rows]  # noqa: SIM118
    return found


def difference(ahead: dict[str, Any], patient: dict[str, Any]) -> str:
    """Return the first difference or error; empty if there is none."""
    if fault := ahead.get("fault") or patient.get("fault"):
        return f"fault: {fault}"
    for name in patient | ahead:
        one, other = ahead.get(name), patient.get(name)
        if one != other:
            if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
                one, other = next((a, b) for a, b in zip(one, other, strict=True) if a != b)
            if isinstance(one, dict) and isinstance(other, dict):
                names = [key for key in one if one[key] != other[key]]
                one, other = ({key: it[key] for key in names} for it in (one, other))
            return f"{name}: in a burst {one!r}, one by one {other!r}"
    return ""


def run(bursts: int, seed: int, directory: Path) -> tuple[Figures, list[Tried]]:
    """Try bursts in simulated worlds; return the figures and the slowest bursts."""
    figures = Figures(bursts=0, keys=0, exempt=0, starts=0, screens=0, differences=0)
    slowest: list[Tried] = []
    screens: Counter[str] = Counter()
    chance = Random(seed)
    wanted = iter([*[tuple(example.split()) for example in EXAMPLES], *[random_burst(chance) for _ in range(bursts)]])
    for start in range(bursts):
        history: list[str] = []
        with pair(directory / str(start), f"{seed} {start}") as both:
            figures["starts"] += 1
            for _ in range(BURSTS_A_START):
                if (keys := next(wanted, None)) is None or figures["bursts"] == bursts:
                    break
                tried = both.try_burst(keys)
                figures["bursts"] += 1
                figures["keys"] += len(keys)
                if tried is None:
                    figures["exempt"] += 1
                    break
                slowest = sorted([*slowest, tried], key=lambda it: -it.seconds)[:3]
                if tried.difference:
                    print(f"{' '.join(keys)}: {tried.difference}", file=sys.stderr, flush=True)
                    few = shrunk(history, keys, f"{seed} {start}", directory)
                    figures.note("differences", few or f"after {' '.join(history)}: {tried}")
                    break
                if both.is_over:
                    break
                screens[type(both.ahead.app.screen).__name__] += 1
                history += keys
                if figures["bursts"] < len(EXAMPLES):
                    history += both.go_home()
        if figures["bursts"] == bursts:
            break
    figures["screens"] = len(screens)
    return figures, slowest


def shrunk(history: Sequence[str], keys: Keys, seed: str, directory: Path) -> str:
    """Return the shortest history and burst that still differ; '' if they do not differ in apps started for them."""

    def outcome(before: Sequence[str], burst: Sequence[str]) -> str:
        number = sum(1 for _ in directory.iterdir())
        with pair(directory / f"shrink {number}", seed) as both:
            both.press_each(before)
            tried = None if both.is_over else both.try_burst(tuple(burst))
            return tried.difference if tried else ""

    if not outcome(history, keys):
        return ""
    before = shrink(history, lambda it: bool(outcome(it, keys)), 20)
    burst = shrink(keys, lambda it: bool(outcome(before, it)), 20)
    before = shrink(before, lambda it: bool(outcome(it, burst)), 20)
    return f"after {' '.join(before) or 'the start'}: {' '.join(burst)}: {outcome(before, burst)}"


@contextmanager
def pair(directory: Path, seed: str) -> Iterator[Pair]:
    """Two apps that end with the block."""
    both = Pair(directory, seed)
    try:
        yield both
    finally:
        both.close()


def main() -> None:
    """Try bursts as the arguments say, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bursts", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--terminal", action="store_true", help="use real pseudo-terminals")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        if arguments.terminal:
            from tests.faults import type_ahead_terminal  # which uses this module

            figures, slowest = type_ahead_terminal.run(arguments.bursts, arguments.seed, Path(directory))
        else:
            install(is_drawing=False)
            figures, slowest = run(arguments.bursts, arguments.seed, Path(directory))
            os.chdir("/")
    for keys, seconds, _ in slowest:
        print(f"{seconds:.2f} s: {' '.join(keys)}")
    print(json.dumps({**figures, "first_trouble": figures.first_trouble}))


if __name__ == "__main__":
    main()
