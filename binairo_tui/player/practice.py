"""Practice: which technique to drill next, by spaced repetition.

Each technique has a card of the scheduler FSRS (the package `fsrs`), without random fuzzing. The rating of an answer to
a drill depends on its reason, and on its time compared with the player's own times. Solved games are rated by their
waits. Due techniques come first, starting with the most forgotten; then techniques that were never practised, easiest
first; then the technique that will be due next. The progress file keeps answers and waits, each with the resulting
card.

Right values can be guessed, and some reasons, too. Therefore each reason has a weight. A reason that is one row or one
column weighs less, because a guess is right half of the time. Until the weights of the reasons given for a technique
add up to `PROVEN`, the technique is due again within `UNPROVEN`. A mistake takes away half of `PROVEN`. Earlier
versions asked for no reasons, so cards saved by them have no weight, and their techniques are drilled again.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from math import inf
from statistics import median
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler, State

from binairo_tui import store
from binairo_tui.engine import Puzzle
from binairo_tui.engine.drills import DRILLED
from binairo_tui.engine.request import SIGN_TECHNIQUES
from binairo_tui.game import Step
from binairo_tui.player.coach import Mastery, game_records, masteries
from binairo_tui.player.progress import Progress
from binairo_tui.store.practice import PracticeRecord

PROVEN = 8
"""A technique counts as known once the weights of its reasons add up to this."""
LINE_WEIGHT = 1
"""The weight of a reason that is one line. A cell is in two lines, so half of all guesses are right."""
OTHER_WEIGHT = 3
UNPROVEN = timedelta(days=2)
"""A technique that does not count as known is due again at most this long after its last review."""
OWN_TIMES = 9
"""An answer is compared with at most this many of the latest times for its technique."""
FEWEST_TIMES = 3
"""If fewer times than this are known for its technique, an answer counts as neither quick nor slow."""
QUICK, SLOW = 0.6, 2.0
"""Multiples of the usual time. A right answer below the first is rated as easy, one above the second as hard."""
GAMES = 50
LESSON_DRILLS = 5


class _Memory(NamedTuple):
    """`weight` is that of the reasons. `times` are the latest, in ms, of right answers without help, oldest first."""

    card: Card
    weight: int = 0
    times: tuple[int, ...] = ()

    @property
    def due(self) -> datetime:
        if self.weight >= PROVEN or self.card.last_review is None:
            return self.card.due
        return min(self.card.due, self.card.last_review + UNPROVEN)

    def rating(self, milliseconds: int, *, is_helped: bool) -> Rating:
        usual = median(self.times) if len(self.times) >= FEWEST_TIMES else None
        if is_helped or (usual is not None and milliseconds > SLOW * usual):
            return Rating.Hard
        return Rating.Easy if usual is not None and milliseconds < QUICK * usual else Rating.Good

    def to_json(self) -> str:
        """Return the card as text, with the weight and the times in a field that earlier versions ignore."""
        fields = json.loads(self.card.to_json())
        return json.dumps({**fields, "reasons": {"weight": self.weight, "times": self.times}})


class Practice:
    """The player's cards, one per technique. A card says when to practise its technique again.

    `standings` maps each technique to its saved standing. Each method that changes a card returns the records to save.
    """

    def __init__(self, standings: Mapping[str, store.practice.TechniqueStanding] | None = None) -> None:
        self._scheduler = Scheduler(enable_fuzzing=False)
        known = {name: it for name, it in (standings or {}).items() if name in DRILLED}
        self._memories = {name: memory for name, it in known.items() if (memory := _parse_memory(it.card))}
        self._drills = {name: it.drills for name, it in known.items()}

    def drill_number(self, technique: str) -> int:
        return self._drills.get(technique, 0) + 1

    def has_drilled(self, technique: str) -> bool:
        """Return True if the player has answered as many drills for this technique as a lesson gives."""
        return self._drills.get(technique, 0) >= LESSON_DRILLS

    def has_given_reasons(self, technique: str) -> bool:
        return technique in self._memories and self._memories[technique].weight > 0

    def is_known(self, technique: str) -> bool:
        return technique in self._memories and self._memories[technique].weight >= PROVEN

    def due(self, technique: str) -> datetime | None:
        """Return when a technique should be practised again; None if it was never practised."""
        memory = self._memories.get(technique)
        return memory.due if memory else None

    def next_technique(self, now: datetime) -> str:
        """Return the technique to drill next. Techniques for signs come only after the player has used one of them."""
        at = now.astimezone(UTC)
        due = [name for name, memory in self._memories.items() if memory.due <= at]
        if due:
            return min(due, key=lambda name: self._scheduler.get_card_retrievability(self._memories[name].card, at))
        knows_signs = not self._memories.keys().isdisjoint(SIGN_TECHNIQUES)
        offered = DRILLED if knows_signs else [name for name in DRILLED if name not in SIGN_TECHNIQUES]
        new = next((name for name in offered if name not in self._memories), None)
        return new or min(self._memories, key=lambda name: self._memories[name].due)

    def answer(
        self,
        technique: str,
        *,
        is_right: bool,
        milliseconds: int,
        now: datetime,
        weight: int = 0,
        is_helped: bool = False,
    ) -> PracticeRecord:
        """Review the card of a technique after the answer to a drill; return the record of the answer.

        `weight` is the weight of the reason, if the answer is right. `is_helped` means that a hint was shown, or that
        the reason was more than needed. The answer then counts as right, but its reason has no weight.
        """
        number = self._drills[technique] = self.drill_number(technique)
        memory = self._memory(technique, now)
        rating = memory.rating(milliseconds, is_helped=is_helped) if is_right else Rating.Again
        if not is_right:
            memory = memory._replace(weight=max(memory.weight - PROVEN // 2, 0))
        elif not is_helped:
            times = (*memory.times, milliseconds)[-OWN_TIMES:]
            memory = memory._replace(weight=min(memory.weight + weight, PROVEN), times=times)
        card = self._review(technique, memory, rating, now)
        return store.practice.drill_record(
            technique, _milliseconds(now), number=number, is_right=is_right, wait_ms=milliseconds, card=card
        )

    def learn(self, game_id: str, puzzle: Puzzle, steps: Sequence[Step], at: datetime) -> list[PracticeRecord]:
        """Review the cards of the techniques in a game that was solved at the time `at` (aware); return the records.

        Each technique is rated by its usual wait. Games give no reasons, so the weights stay the same. A card that was
        reviewed after the game was solved stays unchanged.
        """
        records = game_records(game_id, puzzle, steps, _milliseconds(at))
        return [record._replace(card=self._review_game(record, at)) for record in records]

    def _review_game(self, record: PracticeRecord, at: datetime) -> str:
        if record.technique not in DRILLED:
            return ""
        memory = self._memory(record.technique, at)
        if memory.card.last_review and memory.card.last_review >= at:
            return ""
        return self._review(record.technique, memory, Rating.Good if record.is_right else Rating.Again, at)

    def _memory(self, technique: str, now: datetime) -> _Memory:
        # By default, a card's id is the time in ms, and the constructor waits for the next ms. Any unique id will do.
        return self._memories.get(technique) or _Memory(Card(card_id=DRILLED.index(technique), due=now.astimezone(UTC)))

    def _review(self, technique: str, memory: _Memory, rating: Rating, now: datetime) -> str:
        card, _ = self._scheduler.review_card(memory.card, rating, now.astimezone(UTC))
        self._memories[technique] = memory._replace(card=card)
        return self._memories[technique].to_json()


def open_practice(progress: Progress) -> Practice:
    """Return the player's practice, after learning from the latest games. May take seconds: call it in a thread."""
    progress.wait_for_saves()
    practice = Practice(progress.read(store.practice.read_standings))
    for game_id, solved_utc in progress.read(store.practice.games_without_practice, GAMES):
        with suppress(store.errors.StoreError):  # the game is damaged, or was deleted a moment ago
            game, snapshot = progress.load(game_id)
            at = datetime.fromtimestamp(solved_utc, UTC)
            progress.record_practice(practice.learn(game_id, game.puzzle, snapshot.steps[: snapshot.head], at))
    return practice


def known_techniques(progress: Progress) -> tuple[Practice, tuple[Mastery, ...]]:
    """Return the player's practice (see `open_practice`) and masteries. May take seconds: call it in a thread."""
    practice = open_practice(progress)
    progress.wait_for_saves()
    return practice, masteries(progress.read(store.practice.read_game_practice))


def _parse_memory(text: str) -> _Memory | None:
    card = _parse_card(text)
    with suppress(KeyError, TypeError, ValueError):
        reasons = json.loads(text)["reasons"]
        weight, times = reasons["weight"], reasons["times"]
        if card and all(type(number) is int and 0 <= number < 1 << 31 for number in (weight, *times)):
            return _Memory(card, min(weight, PROVEN), tuple(times[-OWN_TIMES:]))
    return _Memory(card) if card else None


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
