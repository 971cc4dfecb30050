"""Practice: which technique to drill next, by spaced repetition.

Each technique has a card of the scheduler FSRS (the package `fsrs`), without random fuzzing. An answer is rated by
whether it was right and how long it took; waits in real games are rated in the same way. Due techniques come first,
starting with the most forgotten; then techniques that were never practised, easiest first; then the technique that is
due next. Answers and waits are kept in the progress file, each with the resulting card.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

from binairo_tui import engine, library
from binairo_tui.engine import EMPTY, Cell, Puzzle, Value, bands, cancellation, cell_name
from binairo_tui.engine.proof import walk
from binairo_tui.files.untrusted import UnreadableError, read_untrusted
from binairo_tui.game import Step, history, review
from binairo_tui.game.why import why
from binairo_tui.player.coach import Mastery, game_records, masteries
from binairo_tui.player.progress import Progress
from binairo_tui.store.errors import StoreError
from binairo_tui.store.practice import (
    PracticeRecord,
    TechniqueStanding,
    drill_record,
    games_without_practice,
    read_game_practice,
    read_standings,
)

TECHNIQUES = tuple(bands.BAND_OF)
"""The names of all techniques, easiest first."""
QUICK_MS = 5_000
"""The time, in milliseconds, within which a correct answer is rated as easy."""
SLOW_MS = 30_000
"""The time, in milliseconds, after which a correct answer is rated as hard."""
MAX_STOPS = 10
"""A proof whose walk has more steps than this is shortened to its conclusion."""
GAMES = 50
"""How many of the latest solves practice learns from."""
LESSON_DRILLS = 5
"""The number of drills in a lesson."""
FIRST_BOARD = 10_000
"""The number of the first whole board: higher than those of drills, so that no drill is taken from the same puzzle."""
TASK = "Fill in one cell that this technique decides; nothing easier works here."
"""What a drill asks for."""
OLD_FILE = "practice.json"
"""The file, next to the progress file, that stored practice before schema 4. It is read once and never deleted."""


class Practice:
    """The player's cards, one per technique. A card says when to practise its technique again.

    `standings` holds the saved standing of each technique. Each method that changes a card returns the records to
    save.
    """

    def __init__(self, standings: Mapping[str, TechniqueStanding] | None = None) -> None:
        self._scheduler = Scheduler(enable_fuzzing=False)
        known = {name: it for name, it in (standings or {}).items() if name in bands.BAND_OF}
        self._cards = {name: card for name, it in known.items() if (card := _parse_card(it.card))}
        self._drills = {name: it.drills for name, it in known.items()}
        self._succeeded = {name for name, it in known.items() if it.has_success}

    def drill_number(self, technique: str) -> int:
        """Return the number of the next drill for a technique, counting from 1."""
        return self._drills.get(technique, 0) + 1

    def has_drilled(self, technique: str) -> bool:
        """Return True if the player has answered as many drills for this technique as a lesson gives."""
        return self._drills.get(technique, 0) >= LESSON_DRILLS

    def has_succeeded(self, technique: str) -> bool:
        """Return True if the player has ever answered a drill for this technique correctly."""
        return technique in self._succeeded

    def due(self, technique: str) -> datetime | None:
        """Return when a technique should be practised again; None if it was never practised."""
        card = self._cards.get(technique)
        return card.due if card else None

    def next_technique(self, now: datetime) -> str:
        """Return the technique to drill next."""
        at = now.astimezone(UTC)
        due = [name for name, card in self._cards.items() if card.due <= at]
        if due:
            return min(due, key=lambda name: self._scheduler.get_card_retrievability(self._cards[name], at))
        new = next((name for name in TECHNIQUES if name not in self._cards), None)
        return new or min(self._cards, key=lambda name: self._cards[name].due)

    def answer(self, technique: str, *, is_right: bool, milliseconds: int, now: datetime) -> PracticeRecord:
        """Review the card of a technique after the answer to a drill; return the record of the answer."""
        number = self._drills[technique] = self.drill_number(technique)
        if is_right:
            self._succeeded.add(technique)
        card = self._review(technique, answer_rating(is_right, milliseconds), now)
        return drill_record(
            technique, _milliseconds(now), number=number, is_right=is_right, wait_ms=milliseconds, card=card
        )

    def learn(
        self,
        game_id: str,
        puzzle: Puzzle,
        steps: Sequence[Step],
        at: datetime,
        is_cancelled: cancellation.IsCancelled = cancellation.never,
    ) -> list[PracticeRecord]:
        """Review the cards of the techniques in a game that was solved at the time `at` (aware); return the records.

        The usual wait for each technique is rated like the answer to a drill. A card that was reviewed after the game
        was solved is left unchanged. Raises CancelledError.
        """
        records = game_records(game_id, puzzle, steps, _milliseconds(at), is_cancelled)
        return [record._replace(card=self._review_game(record, at)) for record in records]

    def _review_game(self, record: PracticeRecord, at: datetime) -> str:
        """Review the card of a technique after a game; return the card as text, or '' if it is left unchanged."""
        card = self._cards.get(record.technique)
        if record.technique == review.BEYOND or (card and card.last_review and card.last_review >= at):
            return ""
        return self._review(record.technique, answer_rating(bool(record.is_right), record.wait_ms), at)

    def _review(self, technique: str, rating: Rating, now: datetime) -> str:
        at = now.astimezone(UTC)
        # By default, a card's id is the time in ms, and the constructor waits for the next; ours only has to be unique.
        card = self._cards.get(technique) or Card(card_id=TECHNIQUES.index(technique), due=at)
        self._cards[technique], _ = self._scheduler.review_card(card, rating, at)
        return self._cards[technique].to_json()


class WorkedExample(NamedTuple):
    """The worked example of a lesson: a puzzle, a proof by the technique in this puzzle, and a walk through it.

    `walk` holds the steps of the proof. It is empty if the proof has only one step, or more than `MAX_STOPS` steps.
    `chain` holds the steps of the proof if it is a sign chain.
    """

    puzzle: Puzzle
    proof: engine.Proof
    walk: tuple[engine.WalkStep, ...]
    chain: tuple[engine.techniques.chain_text.ChainStep, ...] = ()

    @property
    def steps(self) -> tuple[engine.WalkStep | engine.techniques.chain_text.ChainStep, ...]:
        """The steps to show one by one after the proof as a whole; () if there are none."""
        return self.walk or self.chain


def example_of(technique: str) -> WorkedExample:
    """Return the worked example for a technique. Raises KeyError if there is no such technique."""
    drill = engine.drills.make_example(technique)
    proof = drill.proof(min(drill.answers))
    assert proof is not None  # noqa: S101 - the technique decides all the answers
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    chain = engine.techniques.chain_text.chain_steps(drill.puzzle, proof)
    return WorkedExample(drill.puzzle, proof, stops if len(stops) <= MAX_STOPS else (), chain)


class Lesson:
    """Drills for the `chosen` technique, or, if `chosen` is '', for whichever technique is due first.

    After `LESSON_DRILLS` drills for a chosen technique, the player gets a whole board that needs the technique. The
    board is the puzzle of `entry` if the lesson belongs to the tutorial; otherwise it is generated.
    """

    def __init__(self, practice: Practice, chosen: str = "", entry: library.Entry | None = None) -> None:
        self.practice = practice
        self.chosen = chosen
        self.entry = entry
        self._given = 0

    def next_drill(self, now: datetime) -> engine.drills.Drill:
        """Return the next drill."""
        technique = self.chosen or self.practice.next_technique(now)
        self._given += 1
        return engine.drills.make_drill(technique, self.practice.drill_number(technique))

    @property
    def place(self) -> str:
        """The place of the drill in the lesson, such as `2 of 5`; empty if no technique is chosen."""
        return f"{self._given} of {LESSON_DRILLS}" if self.chosen and self._given <= LESSON_DRILLS else ""

    @property
    def is_board_next(self) -> bool:
        """Whether the whole board comes next."""
        return bool(self.chosen) and self._given == LESSON_DRILLS

    def board(self) -> Puzzle:
        """Return a generated whole board."""
        return engine.drills.make_board(
            self.chosen, FIRST_BOARD + self.practice.drill_number(self.chosen) // LESSON_DRILLS
        )


def open_practice(progress: Progress, is_cancelled: cancellation.IsCancelled = cancellation.never) -> Practice:
    """Return the player's practice, after learning from the latest games. May take seconds: call it in a thread.

    Raises CancelledError.
    """
    progress.wait_for_saves()
    standings = progress.read(read_standings)
    if not standings:
        standings, records = _read_old_file(progress.path.with_name(OLD_FILE), progress.now())
        progress.record_practice(records)
    practice = Practice(standings)
    for game_id, solved_utc in progress.read(games_without_practice, GAMES):
        with suppress(StoreError):  # the game is damaged, or was deleted a moment ago
            game, snapshot = progress.load(game_id)
            at = datetime.fromtimestamp(solved_utc, UTC)
            steps = snapshot.steps[: snapshot.head]
            progress.record_practice(practice.learn(game_id, game.puzzle, steps, at, is_cancelled))
    return practice


def known_techniques(progress: Progress) -> tuple[Practice, tuple[Mastery, ...]]:
    """Return the player's practice, as `open_practice` does, and masteries. May take seconds: call it in a thread."""
    practice = open_practice(progress)
    progress.wait_for_saves()
    return practice, masteries(progress.read(read_game_practice))


def _read_old_file(path: Path, now: datetime) -> tuple[dict[str, TechniqueStanding], list[PracticeRecord]]:
    """Return the standings in a file of an earlier version, and records to save for them.

    Both end at the first invalid entry, and are empty if the file cannot be read.
    """
    standings: dict[str, TechniqueStanding] = {}
    records: list[PracticeRecord] = []
    with suppress(UnreadableError, ValueError, KeyError, TypeError, AttributeError):
        for name, (fields, drills) in json.loads(read_untrusted(path))["techniques"].items():
            text = json.dumps(fields)
            card = _parse_card(text)
            if name in bands.BAND_OF and card:
                number = min(max(int(drills), 0), 1 << 31)
                standings[name] = TechniqueStanding(text, number, number > 0)
                at_ms = _milliseconds(card.last_review or now)
                records.append(drill_record(name, at_ms, number=number, is_right=number > 0, wait_ms=0, card=text))
    return standings, records


def _parse_card(text: str) -> Card | None:
    with suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
        card = Card.from_json(text)
        times = [card.due, *([card.last_review] if card.last_review else [])]
        memory = (card.stability, card.difficulty)
        is_used = all(number is not None and 0 < number < inf for number in memory) and card.last_review is not None
        if all(time.tzinfo for time in times) and (is_used or memory == (None, None)):
            is_review = card.state is State.Review
            if (is_review and is_used and card.step is None) or (not is_review and card.step in (0, 1)):
                return card
    return None


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def first_answer(drill: engine.drills.Drill) -> tuple[Cell, Value, str]:
    """Return a cell that a drill asks for, its value, and the reason as a sentence."""
    cell, value = min(drill.answers.items())
    return cell, value, judge(drill, cell, value)[1].removeprefix("Right. ")


def board_note(technique: str) -> str:
    """Return the text to show when the whole board of a lesson begins."""
    return f'The drills are done: now a whole board that needs "{technique}".'


def judge(drill: engine.drills.Drill, cell: Cell, value: Value) -> tuple[bool | None, str]:
    """Return whether a value is the right answer to a drill, and a sentence that gives the reason.

    The first item is None if the cell is a given, or if the technique does not fill it.
    """
    name = cell_name(cell, drill.puzzle.width)
    proof = drill.proof(cell)
    if drill.puzzle.is_given(cell):
        return None, f"{name} is a given. Choose an empty cell."
    if proof is None:
        return None, f'{_other_reason(drill, cell, value)} Find a cell that "{drill.technique}" decides.'
    stops = walk(drill.puzzle, drill.puzzle.givens, proof)
    reason = " ".join([stop.text for stop in stops]) if 0 < len(stops) <= MAX_STOPS else proof.text
    if drill.answers[cell] == value:
        return True, f"Right. {reason}"
    return False, f"{name} cannot be {value}. {reason}"


def _other_reason(drill: engine.drills.Drill, cell: Cell, value: Value) -> str:
    """Return a sentence about a value in a cell that the technique of the drill does not fill."""
    name = cell_name(cell, drill.puzzle.width)
    found = why(drill.puzzle, history.Origin(cell, EMPTY, None, drill.puzzle.givens))
    if found.proof is None:
        return found.text
    if value != found.proof.values[found.proof.cells.index(cell)]:
        return f"{name} cannot be {value}. {found.text}"
    return f'{value} is right for {name}, but the technique for it is "{found.proof.technique}".'


def answer_rating(is_right: bool, milliseconds: int) -> Rating:
    """Return the rating of an answer: "again" if wrong, otherwise by how long it took."""
    if not is_right:
        return Rating.Again
    if milliseconds > SLOW_MS:
        return Rating.Hard
    return Rating.Easy if milliseconds <= QUICK_MS else Rating.Good
