"""Adapters that play a game with the same commands: `Play` itself, plain mode, and the app."""

from collections.abc import Callable, Iterator
from datetime import date
from random import Random
from typing import NamedTuple, get_type_hints

from binairo_tui.engine import EMPTY, Puzzle, Value, cell_name
from binairo_tui.engine.search import solutions
from binairo_tui.game import SessionSnapshot, SolveStyle
from binairo_tui.plain.commands import ParsedCommand, parse_command
from binairo_tui.plain.game import PlainGame
from binairo_tui.player.play import Play
from binairo_tui.player.play_interface import Asked, Event, FillAsked, GameStore, Lost, Refused, lost_text
from binairo_tui.settings import Settings
from binairo_tui.store.games import SavedGame
from binairo_tui.store.queries import Rank, Result
from binairo_tui.store.writer import SaveState, SaveStatus, SaveVerdict
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import NextAction, SaveStatusChanged
from binairo_tui.tui.screens.play import PlayScreen
from tests.tui.pilots import Player

KEYS = {
    "undo": "u",
    "redo": "r",
    "restart": "R",
    "step": "f",
    "fill": "F",
    "branch": "b",
    "drop": "B",
    "keep": "D",
    "hint": "i",
    "previous": "I",
    "why": "y",
    "check": "c",
    "where": "C",
    "back": "g",
    "pause": "p",
}
"""The key of each command, by the word that plain mode has for it."""
QUESTIONS = get_type_hints(Play.agree)["asked"]
"""The types of the events that ask the player for a yes or no."""


class Command(NamedTuple):
    """One thing that a player does, or that happens: a word of `KEYS`, `place`, or a loss.

    If the game asks the player for a yes or no, a player on an even cell agrees.
    """

    name: str
    cell: int = 0
    value: Value = EMPTY


def random_game(puzzle: Puzzle, rng: Random) -> Iterator[Command]:
    """Commands of a player who mostly fills cells rightly, and who may lose the game to another session."""
    geometry = puzzle.geometry
    solution = next(iter(solutions(puzzle, 1)), None)
    loss = rng.choice(["lose", "lose at the next save", "", ""])
    lost_at = rng.randrange(30)
    for number in range(rng.randrange(10, 40)):
        cell = rng.randrange(geometry.cell_count)
        right = geometry.value(solution, cell) if solution is not None else EMPTY
        if loss and number == lost_at:
            yield Command(loss)
        if rng.random() < 0.08:  # to the end
            yield from (Command("place", it, geometry.value(solution or 0, it)) for it in range(geometry.cell_count))
        elif rng.random() < 0.5:
            yield Command("place", cell, rng.choice([right, right, right, "0", "1", EMPTY]))
        else:
            yield Command(rng.choice([*KEYS, "hint", "hint", "hint", "undo", "undo", "branch"]), cell)


class Store(GameStore):
    """A store in memory, which can lose the game to another session."""

    def __init__(self, opened: SavedGame) -> None:
        self.problem = ""
        self.opened = opened
        self.saves: list[tuple[str, SessionSnapshot]] = []
        self.solves = 0
        self.is_taken = False
        self.has_refused = False

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self._keep("save", snapshot)

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.solves += not self.is_taken
        self._keep("finish", snapshot)

    def leave(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self._keep("leave", snapshot)

    def settle(self, game: SavedGame, timeout: float) -> SaveVerdict:
        return SaveVerdict.LOST if self.has_refused else SaveVerdict.SAVED

    def is_lost(self, game: SavedGame) -> bool:
        return self.has_refused

    def last_saved(self, game: SavedGame) -> SessionSnapshot:
        return self.saves[-1][1] if self.saves else self.opened.progress

    def result(self, game_id: str) -> Result | None:
        solved = next((it for how, it in self.saves if how == "finish"), None)
        if solved is None:
            return None
        puzzle = self.opened.puzzle
        kind = puzzle.width, puzzle.height, puzzle.unique_lines, bool(puzzle.signs), "", ""
        return Result(*kind, solved.elapsed_ms, solved.aids, 0, self.today())

    def usual_ms(self, game: SavedGame) -> int | None:
        return None

    def rank(self, game: SavedGame, elapsed_ms: int, style: SolveStyle) -> Rank:
        return Rank(len(self.saves), 1)

    def today(self) -> date:
        return date(2024, 2, 29)

    def _keep(self, how: str, snapshot: SessionSnapshot) -> None:
        if self.is_taken:
            self.has_refused = True
        else:
            self.saves.append((how, snapshot))


class Face:
    """One way to show a game in play. `told` are the events since the last command, without those of asking."""

    def __init__(self) -> None:
        self.told: list[Event] = []

    async def open(self, game: SavedGame, store: Store, settings: Settings) -> None:
        """Begin to play."""
        self.store = store
        self.play = Play(game, game.progress, store, settings, monotonic=lambda: 0.0)

    async def give(self, command: Command) -> None:
        """Carry out a command or an event, and wait for everything that follows from it."""
        self.told.clear()
        if command.name.startswith("lose"):
            self.store.is_taken = True
            self.store.has_refused = command.name == "lose"
            await self.hear()
        else:
            await self.carry_out(command)

    async def carry_out(self, command: Command) -> None:
        """Have the player do something."""
        raise NotImplementedError

    async def hear(self) -> None:
        """Have the store's word come."""
        self.play.notice_loss()

    async def close(self) -> None:
        """Leave the game."""
        self.play.leave()

    def listen(self, event: Event) -> None:
        """Take note of an event."""
        if not isinstance(event, Asked):
            self.told.append(event)

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for a yes or no."""
        return bool(self.told) and isinstance(self.told[-1], QUESTIONS)

    def question(self) -> FillAsked:
        """Return what was asked last."""
        asked = self.told[-1]
        assert isinstance(asked, FillAsked)
        return asked

    def agreed(self, command: Command) -> Iterator[FillAsked]:
        """Yield each new question to which the player agrees. The app saves when a question covers the game."""
        question: Event | None = None
        while self.is_asked and self.told[-1] is not question:
            question = self.told[-1]
            self.play.suspend()
            self.play.resume()
            if command.cell % 2 == 0 and self.is_asked:
                yield self.question()

    def tee(self, answer: Callable[[Event], None]) -> Callable[[Event], None]:
        """Return a listener that takes note of events before another one."""

        def listen(event: Event) -> None:
            self.listen(event)
            answer(event)

        return listen


class Alone(Face):
    """`Play` by itself, with which the others are compared."""

    async def open(self, game: SavedGame, store: Store, settings: Settings) -> None:
        await super().open(game, store, settings)
        self.play.connect(self.listen)
        self.play.begin()
        self.play.resume()

    async def carry_out(self, command: Command) -> None:
        play, cell = self.play, command.cell
        play.move_to(cell)
        {
            "place": lambda: play.place(cell, command.value),
            "undo": play.undo,
            "redo": play.redo,
            "restart": play.restart,
            "step": play.propagate_once,
            "fill": play.propagate,
            "branch": play.open_branch,
            "drop": play.drop_branch,
            "keep": play.keep_branch,
            "hint": play.ask_hint,
            "previous": play.hint_back,
            "why": lambda: play.ask_why(cell),
            "check": lambda: play.ask_check(names_cells=False),
            "where": lambda: play.ask_check(names_cells=True),
            "back": play.go_back,
            "pause": play.pause,
        }[command.name]()
        for question in self.agreed(command):
            play.agree(question)
        await self.hear()


class Plain(Face):
    """Plain mode. What is refused or lost must be said."""

    async def open(self, game: SavedGame, store: Store, settings: Settings) -> None:
        await super().open(game, store, settings)
        self.game = PlainGame(self.play)
        self.play.connect(self.tee(self.game.listen))
        self.game.begin()

    async def carry_out(self, command: Command) -> None:
        puzzle = self.play.game.puzzle
        name = cell_name(command.cell, puzzle.width)
        self.play.move_to(command.cell)
        text = {"place": f"{name} {command.value}", "why": f"why {name}"}.get(command.name, command.name)
        parsed = parse_command(text, puzzle)
        assert parsed is not None
        said = self.game.answer(parsed)
        was_asked = self.is_asked
        for _ in self.agreed(command):
            said = self.game.answer(ParsedCommand("yes"))
        await self.hear()
        refusals = [event.sentence for event in self.told if isinstance(event, Refused)]
        assert all(sentence in said for sentence in refusals)
        losses = [lost_text(event) for event in self.told if isinstance(event, Lost)]
        # Unless the loss was noticed when a question covered the game, as in the app:
        assert not losses or was_asked or said == [*refusals, *losses]


class InApp(Face):
    """The app, played by keys. What is refused or lost must stand in the panel."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    async def open(self, game: SavedGame, store: Store, settings: Settings) -> None:
        await super().open(game, store, settings)
        navigator = self.player.app.navigator
        navigator.preferences.settings = settings
        self.screen = PlayScreen(
            self.play,
            navigator,
            find_next=lambda: NextAction(FooterContext.SOLVED_LAST, lambda: None),
            status=SaveStatus(SaveState.SAVED),
        )
        self.screen.tick = lambda: None  # type: ignore[method-assign] # time stands still
        self.play.connect(self.tee(self.screen.listen), self.screen.run_in_background)
        await self.player.app.push_screen(self.screen)
        await self.player.pause()

    async def carry_out(self, command: Command) -> None:
        self.screen.go_to(command.cell)
        key = command.value if command.name == "place" else KEYS[command.name]
        if not self.play.is_paused or command.name == "pause":  # during a pause, any key continues
            await self.player.press_quickly("full_stop" if key == EMPTY else key)
        while self.play.questions.asked:
            await self.player.app.workers.wait_for_complete()
            await self.player.settle()
        while self.is_asked:
            question = self.told[-1]
            await self.player.press_quickly("y" if command.cell % 2 == 0 else "n")
            if self.told[-1] is question:
                break
        await self.hear()
        last = self.told[-1] if self.told else None
        if isinstance(last, Refused) and not self.play.is_paused:
            assert last.sentence in self.player.panel()
        if any(isinstance(event, Lost) for event in self.told):
            assert "read-only" in self.player.lines()[0]

    async def hear(self) -> None:
        if self.store.has_refused:
            status = SaveStatus(SaveState.FAILED, "played elsewhere", is_refusal=True)
            self.player.app.post_message(SaveStatusChanged(status))
            await self.player.settle()

    async def close(self) -> None:
        await self.player.app.pop_screen()
        await self.player.pause()
