"""One game, played by orders: each is answered in a line or two. Knows the session and the saves, no streams."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from binairo_tui.engine.explain import violation_text
from binairo_tui.game import Change, Clock, GameSession
from binairo_tui.game.aids import Aid
from binairo_tui.plain.commands import Order, help_lines
from binairo_tui.plain.speech import (
    board_lines,
    cell_text,
    changed_lines,
    check_text,
    counts_lines,
    duration_text,
    line_answer,
    news_of_violations,
)
from binairo_tui.player.helping import apply_help
from binairo_tui.player.solving import standing_text
from binairo_tui.player.text import percent_text, size_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from binairo_tui.engine import Cell, Puzzle
    from binairo_tui.engine.hints import Hint
    from binairo_tui.game import SessionSnapshot
    from binairo_tui.player.progress import Progress
    from binairo_tui.settings import Settings
    from binairo_tui.store import SavedGame

WHILE_PAUSED = frozenset({"pause", "time", "save", "help", "verbose", "menu", "quit"})
"""Orders that are answered while the grid is hidden."""
_NOT_SHOWN = "The settings say that this is not told."
_PAUSED = "The game is paused. Type pause to go on."


class PlainGame:
    """A game in play. Raises ValueError if the saved steps of `snapshot` make no sense.

    `monotonic` is the clock of playing time in seconds. The clock begins to run with `begin`.
    """

    def __init__(
        self,
        game: SavedGame,
        snapshot: SessionSnapshot,
        progress: Progress,
        *,
        settings: Settings,
        monotonic: Callable[[], float] = time.monotonic,
        verbose: bool = True,
    ) -> None:
        self.game = game
        self.session = GameSession.resume(game.puzzle, snapshot, Clock(monotonic, snapshot.elapsed_ms))
        apply_help(self.session, settings)
        self.verbose = verbose
        self._progress = progress
        self._kept = self.session.snapshot()
        self._is_paused = False
        self._hint: Hint | None = None
        self._stage = 0
        self._is_counted = self.session.is_solved

    @property
    def _puzzle(self) -> Puzzle:
        return self.game.puzzle

    # Coming and going.

    def begin(self) -> list[str]:
        """Start the clock; say what is played and read the board."""
        if not self.session.is_solved:
            self.session.clock.resume()
        puzzle = self._puzzle
        filled = puzzle.geometry.filled_count(self.session.position)
        rules = "" if puzzle.unique_lines else " Lines may be alike."
        branches = f" {branches_text(self.session)}" if self.session.branches else ""
        heading = f"{game_name(self.game)}. {filled} of {puzzle.geometry.cell_count} cells are filled.{rules}{branches}"
        return [heading, *self._board(Order("board"))]

    def tick(self) -> None:
        """Some seconds have gone by: count them, and keep them."""
        _ = self.session.clock.elapsed_ms
        self.keep()

    def rest(self) -> bool:
        """Stop the clock because the player is away; say whether it was running."""
        was_running = not self.session.clock.is_paused
        self.session.clock.pause()
        self.keep()
        return was_running

    def leave(self) -> None:
        """Stop the clock and save for good: other sessions may have the game then."""
        self.session.clock.pause()
        snapshot = self.session.snapshot()
        if snapshot.steps or self.game.rev:
            self._progress.leave(self.game, snapshot)

    def keep(self) -> None:
        """Save, if there is anything new and the game was ever begun."""
        snapshot = self.session.snapshot()
        if snapshot != self._kept and (snapshot.steps or self.game.rev):
            self._kept = snapshot
            self._progress.save(self.game, snapshot)

    # Answering.

    def answer(self, order: Order) -> list[str]:
        """Do what is asked for; say what came of it. Choosing another game and leaving are not done here."""
        if self._is_paused and order.name not in WHILE_PAUSED:
            return [_PAUSED]
        if not self._is_paused and not self.session.is_solved:
            self.session.clock.resume()
        answers: dict[str, Callable[[Order], list[str]]] = {
            "place": self._place,
            "cell": lambda order: [cell_text(self._puzzle, self.session.position, _cell(order))],
            "board": self._board,
            "row": lambda order: [self._line(_number(order) - 1)],
            "column": lambda order: [self._line(self._puzzle.height + _number(order) - 1)],
            "counts": self._counts,
            "broken": self._broken,
            "undo": lambda order: self._repeat(self.session.undo, _number(order)),
            "redo": lambda order: self._repeat(self.session.redo, _number(order)),
            "back": lambda _: self._refused() or self._do(self._go_back),
            "restart": lambda _: self._do(self.session.restart),
            "step": lambda _: self._do(self.session.propagate_once),
            "fill": lambda _: self._do(self.session.propagate),
            "branch": lambda _: self._do(self.session.open_branch),
            "drop": lambda _: self._do(self._drop),
            "keep": lambda _: self._do(self.session.keep_branch),
            "check": lambda _: self._check(names_cells=False),
            "where": lambda _: self._check(names_cells=True),
            "hint": self._give_hint,
            "why": self._why,
            "time": self._time,
            "pause": self._pause,
            "verbose": self._set_verbose,
            "help": lambda _: help_lines(),
        }
        return answers[order.name](order)

    def _place(self, order: Order) -> list[str]:
        cell, value = _cell(order), order.value
        assert value is not None  # noqa: S101 - the order says place
        self.session.cursor = cell
        if self._puzzle.geometry.value(self.session.position, cell) == value and not self._puzzle.is_given(cell):
            return [cell_text(self._puzzle, self.session.position, cell)]
        return self._do(lambda: self.session.place(cell, value))

    def _repeat(self, command: Callable[[], Change], times: int) -> list[str]:
        """Undo or redo several steps; if there are fewer, all there are."""
        cells: set[Cell] = set()

        def repeat() -> Change:
            change = command()
            for _ in range(times - 1):
                cells.update(change.cells)
                after = command()
                if after.refused:
                    break
                change = after
            cells.update(change.cells)
            return Change(tuple(sorted(cells)), change.message, change.refused, change.solved)

        return self._do(repeat)

    def _do(self, command: Callable[[], Change]) -> list[str]:
        """Give the session a command, keep what came of it and say it."""
        self._hint = None
        before = self.session.violations
        change = command()
        if change.refused:
            return [change.message]
        puzzle, position = self._puzzle, self.session.position
        lines = [change.message] if change.message else []
        if change.cells:
            lines += changed_lines(puzzle, position, change.cells, verbose=self.verbose)
        if change.solved:
            return [*lines, self._finish()]
        self.session.clock.resume()
        self.keep()
        news = ""
        if Aid.VIOLATIONS in self.session.shown:
            news = news_of_violations(puzzle, position, before, self.session.violations)
        elif puzzle.geometry.is_full(position):
            news = "The board is full, but not solved."
        # A step that changes no cell, made or taken back, has to do with a branch, or with a mark made on the screen.
        return [*lines, *([news] if news else [])] or [branches_text(self.session)]

    def _finish(self) -> str:
        """Stop the clock; the first time, record the result. What is said of it."""
        session = self.session
        session.clock.pause()
        text = f"Solved in {duration_text(session.clock.elapsed_ms)}."
        if self._is_counted:
            self.keep()
            return text
        self._is_counted = True
        standing = standing_text(self.game, session, self._progress.results())
        self._kept = session.snapshot()
        self._progress.finish(self.game, self._kept)
        return f"{text} {standing} Type next, menu or quit."

    # Reading.

    def _board(self, _: Order) -> list[str]:
        return board_lines(self._puzzle, self.session.position, verbose=self.verbose)

    def _line(self, line: int) -> str:
        counts = Aid.LINES in self.session.shown
        return line_answer(self._puzzle, self.session.position, line, verbose=self.verbose, counts=counts)

    def _counts(self, _: Order) -> list[str]:
        if Aid.LINES not in self.session.shown:
            return [_NOT_SHOWN]
        return counts_lines(self._puzzle, self.session.position)

    def _broken(self, _: Order) -> list[str]:
        if Aid.VIOLATIONS not in self.session.shown:
            return [_NOT_SHOWN]
        violations = self.session.violations
        texts = [violation_text(self._puzzle, self.session.position, violation) for violation in violations]
        return texts or ["No rule is broken."]

    def _time(self, _: Order) -> list[str]:
        share = percent_text(self.session.filled_share).replace(" %", " percent")
        return [f"You have played {duration_text(self.session.clock.elapsed_ms)}. {share} is filled."]

    # Help.

    def _give_hint(self, _: Order) -> list[str]:
        """A hint; again: its next stage; after the last one do what it says."""
        hint, refused = self._hint, self._refused()
        if refused:
            return refused
        if hint is None:
            hint, self._stage = self.session.ask_hint()(), 0
            self._hint = hint
        elif self._stage + 1 < len(hint.stages) - bool(hint.values):
            self._stage += 1
        elif hint.values:
            return self._do(lambda: self.session.apply_hint(hint))
        elif hint.goes_back:
            return self._do(self._go_back)
        count = len(hint.stages)
        number = f"Hint {self._stage + 1} of {count}: " if count > 1 else ""
        again = " Type hint again for more." if self._stage == 0 and count > 1 else ""
        note = f" {hint.note}" if hint.note else ""
        return [f"{number}{hint.stages[self._stage]}{note}{again}"]

    def _refused(self) -> list[str]:
        """Why no help is given, if so."""
        refusal = self.session.aid_refusal()
        return [refusal.message] if refusal else []

    def _go_back(self) -> Change:
        return self.session.go_back_to(self.session.ask_last_good()())

    def _drop(self) -> Change:
        """Drop the last branch, and look first whether it proves anything."""
        session = self.session
        is_judged = session.branches and not session.is_strict
        return session.drop_branch(session.ask_branch()() if is_judged else None)

    def _check(self, *, names_cells: bool) -> list[str]:
        return self._refused() or [check_text(self._puzzle, self.session.ask_check()(), names_cells=names_cells)]

    def _why(self, order: Order) -> list[str]:
        return self._refused() or [self.session.ask_why(_cell(order))().text]

    # How it is played.

    def _pause(self, _: Order) -> list[str]:
        if self.session.is_solved:
            return ["The puzzle is solved: the clock stands still."]
        self._is_paused = not self._is_paused
        if self._is_paused:
            self.rest()
            return ["Paused. The clock stands still, and the grid is not read. Type pause to go on."]
        self.session.clock.resume()
        return ["The clock runs."]

    def _set_verbose(self, order: Order) -> list[str]:
        self.verbose = not self.verbose if order.switch is None else order.switch
        sample = "blank" if self.verbose else "a point"
        return [f"Verbose {'on' if self.verbose else 'off'}: an empty cell is {sample}."]


def game_name(game: SavedGame) -> str:
    """What is played, in words: `6x6, Gentle, 6x6 number 1`."""
    size = size_text(game.puzzle.width, game.puzzle.height)
    title = game.title.replace(" #", " number ")
    return ", ".join([part for part in (size, game.band, "" if title == size else title) if part])


def branches_text(session: GameSession) -> str:
    """How many branches are open."""
    count = len(session.branches)
    return {0: "No branch is open.", 1: "One branch is open."}.get(count, f"{count} branches are open.")


def _cell(order: Order) -> Cell:
    assert order.cell is not None  # noqa: S101 - `parse_order` sees to it
    return order.cell


def _number(order: Order) -> int:
    return order.number or 1
