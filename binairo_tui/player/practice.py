"""Practice: which technique to drill next, by spaced repetition.

Each technique has a card of the scheduler FSRS (the package `fsrs`), without random fuzzing. An answer is rated by
whether it was right and how long it took; waits in real games are rated in the same way. Due techniques come first, the
most forgotten one of them before the others; then a technique that was never practised, easiest first; then the one
that is due next.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC
from typing import TYPE_CHECKING

from binairo_tui.engine.bands import BAND_OF, Band
from binairo_tui.engine.geometry import EMPTY, cell_name
from binairo_tui.engine.proof import walk
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import technique as technique_named
from binairo_tui.files.atomic import atomic_write
from binairo_tui.files.untrusted import UnreadableError, read_untrusted
from binairo_tui.game.steps import StepKind
from binairo_tui.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from fsrs import Card, Rating, Scheduler

    from binairo_tui.engine import Cell, Position, Puzzle, Value
    from binairo_tui.engine.drills import Drill
    from binairo_tui.game.steps import Step
    from binairo_tui.player.progress import Progress

TECHNIQUES = tuple(BAND_OF)
"""The names of all techniques, easiest first."""
QUICK_MS = 5_000
"""An answer within this time is rated as easy."""
SLOW_MS = 30_000
"""An answer that takes longer than this is rated as hard."""
MAX_STOPS = 10
"""A reason with more stops than this is cut down to its conclusion."""
GAMES = 3
"""How many of the last games practice learns from: each takes a tenth of a second."""


class Practice:
    """The player's cards, kept in a file. A missing or damaged file means that nothing was practised yet."""

    def __init__(self, path: Path | None = None) -> None:
        from fsrs import Card  # here because only practice needs it

        self._path = path
        self._scheduler = make_scheduler()
        self._cards: dict[str, Card] = {}
        self._drills: dict[str, int] = {}
        self._games_until = 0
        if path is not None:
            with suppress(UnreadableError, ValueError, KeyError, TypeError, AttributeError):
                kept = json.loads(read_untrusted(path))
                self._games_until = int(kept["games_until"])
                for name, (card, drills) in kept["techniques"].items():
                    if name in BAND_OF:
                        self._cards[name] = Card.from_dict(card)
                        self._drills.update({name: int(drills)} if drills else {})

    def drill_number(self, technique: str) -> int:
        """Return the number of the next drill for a technique, from 1."""
        return self._drills.get(technique, 0) + 1

    def has_succeeded(self, technique: str) -> bool:
        """Return True if the player has answered a drill for this technique."""
        return technique in self._drills

    def next_technique(self, now: datetime) -> str:
        """Return the technique to drill next."""
        at = now.astimezone(UTC)
        due = [name for name, card in self._cards.items() if card.due <= at]
        if due:
            return min(due, key=lambda name: self._scheduler.get_card_retrievability(self._cards[name], at))
        new = next((name for name in TECHNIQUES if name not in self._cards), None)
        return new or min(self._cards, key=lambda name: self._cards[name].due)

    def answer(self, technique: str, *, is_right: bool, milliseconds: int, now: datetime) -> None:
        """Record the answer to a drill, and save the cards. Raises OSError if they cannot be saved."""
        self._drills[technique] = self.drill_number(technique)
        self._review(technique, answer_rating(is_right, milliseconds), now)

    def learn_from_games(self, progress: Progress) -> None:
        """Record the waits in the last games that the player solved since this was last called. Raises OSError."""
        results = [it for it in progress.latest_results(GAMES, 0) if it.solved_utc > self._games_until]
        for result in reversed(results):
            with suppress(StoreError):  # the game may have been deleted
                game, snapshot = progress.load(result.id)
                self.learn(game.puzzle, snapshot.steps[: snapshot.head], progress.now())
            self._games_until = result.solved_utc
        if results:
            self._save()

    def learn(self, puzzle: Puzzle, steps: Sequence[Step], now: datetime) -> None:
        """Record the player's usual wait for each technique in a game. Raises OSError.

        A technique is rated like the answer to a drill, and as forgotten if the wait was more than twice SLOW_MS.
        """
        for technique, waits in waits_by_technique(puzzle, steps).items():
            usual = sorted(waits)[len(waits) // 2]
            self._review(technique, answer_rating(usual <= 2 * SLOW_MS, usual), now)

    def _review(self, technique: str, rating: Rating, now: datetime) -> None:
        from fsrs import Card

        at = now.astimezone(UTC)
        # A card id is a time in ms by default, for which the constructor waits; ours only has to be unique.
        card = self._cards.get(technique) or Card(card_id=TECHNIQUES.index(technique), due=at)
        self._cards[technique], _ = self._scheduler.review_card(card, rating, at)
        self._save()

    def _save(self) -> None:
        if self._path is not None:
            techniques = {name: (card.to_dict(), self._drills.get(name, 0)) for name, card in self._cards.items()}
            kept = {"games_until": self._games_until, "techniques": techniques}
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            atomic_write(self._path, json.dumps(kept).encode())


def waits_by_technique(puzzle: Puzzle, steps: Sequence[Step]) -> dict[str, list[int]]:
    """Return the times in ms before the steps in which the player filled a cell, by the easiest technique for it.

    Leaves out steps that need a hypothesis, because looking for these takes long, and steps by the program.
    """
    found: dict[str, list[int]] = {}
    position, at_ms = puzzle.givens, 0
    for step in steps:
        if step.kind is StepKind.PLACE and len(step.moves) == 1 and step.moves[0].old == EMPTY:
            name = _easiest(puzzle, position, step.moves[0].cell, step.moves[0].new)
            if name:
                found.setdefault(name, []).append(max(step.at_ms - at_ms, 0))
        for move in step.moves:
            position = puzzle.geometry.place(position, move.cell, move.new)
        at_ms = max(at_ms, step.at_ms)
    return found


def _easiest(puzzle: Puzzle, position: Position, cell: Cell, value: Value) -> str:
    """Return the name of the easiest technique without hypotheses that fills a cell with a value; or ''."""
    view = View(puzzle, position)
    lines = [view.lines[line] for line in puzzle.geometry.lines_of(cell)]
    for technique in map(technique_named, TECHNIQUES):
        if BAND_OF[technique.name] < Band.EXTREME:
            for deduction in technique.find(view, lines):
                if (cell, value) in zip(deduction.cells, deduction.values, strict=True):
                    return technique.name
    return ""


def judge(drill: Drill, cell: Cell, value: Value) -> tuple[bool | None, str]:
    """Return whether a value is the right answer to a drill, with a sentence that gives the reason.

    The first item is None if the technique fills other cells, but not this one.
    """
    name = cell_name(cell, drill.puzzle.width)
    proof = drill.proof(cell)
    if drill.puzzle.is_given(cell):
        return None, f"{name} is a given. Try another cell."
    if proof is None:
        return None, f"{drill.technique.capitalize()} does not fill {name} here. Try another cell."
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    reason = " ".join([stop.text for stop in stops]) if 0 < len(stops) <= MAX_STOPS else proof.text
    if drill.answers[cell] == value:
        return True, f"Right. {reason}"
    return False, f"{name} cannot be {value}. {reason}"


def make_scheduler() -> Scheduler:
    """Return the scheduler of practice: FSRS with its usual parameters, without fuzzing."""
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)


def answer_rating(is_right: bool, milliseconds: int) -> Rating:
    """Return the rating of an answer: wrong ones are forgotten, slow ones hard, quick ones easy."""
    from fsrs import Rating

    if not is_right:
        return Rating.Again
    if milliseconds > SLOW_MS:
        return Rating.Hard
    return Rating.Easy if milliseconds <= QUICK_MS else Rating.Good
