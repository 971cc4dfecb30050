"""Dialogs with replies; questions and messages on the last lines; the notice that the terminal is too small."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Offset
from textual.screen import ModalScreen, ScreenResultType
from textual.widgets import Input

from binairo_tui import engine, processes
from binairo_tui.engine.puzzle import parse_size, size_fault
from binairo_tui.engine.wording import sentence
from binairo_tui.player.text import backup_text, game_title, making_text, plain, size_text
from binairo_tui.store.games import SavedGame
from binairo_tui.tui.keymap import FooterContext, Scope, keymap_of
from binairo_tui.tui.screens.base import CANCELLING_COMMANDS, BaseScreen
from binairo_tui.tui.view import import_text, layout, spans
from binairo_tui.tui.widgets import bars, text_lines

Replies = Mapping[str, Callable[[], None] | None]
Made = processes.requests.Generated | str
"""A puzzle, or a clause that says why there is none."""
Generate = Callable[[engine.Request, int, Callable[[int], None]], Awaitable[processes.requests.Generated]]
"""A function that makes a puzzle, such as `Surroundings.generate`."""
MAX_LENGTH = 1000
"""The maximum length, in characters, of a dialog's text, which may quote a path."""
SHOW_SECONDS = 0.5
"""Seconds between updates of the number of attempts, which can grow by a thousand per second."""


class DialogScreen(BaseScreen[None]):
    """Sentences under a heading, with replies to choose from.

    `replies` maps the text of each reply to the function, if any, to call after the dialog has closed. If the player
    goes back, the dialog only closes or, if `leave` is given, calls `leave` instead.
    """

    DEFAULT_CSS = """
    DialogScreen {
        & > Container {
            height: 1fr; align: center middle;
            & > Container { width: 100%; max-width: 80; height: auto; padding: 0 1; }
        }
        & TextLines { height: auto; }
        & Menu { height: auto; margin: 1 0 0 0; }
    }
    """

    def __init__(
        self, heading: str, sentences: str, replies: Replies, *, leave: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self._leave = leave
        self._heading = heading
        self._sentences = plain(sentences, MAX_LENGTH)
        self._replies = replies

    def compose(self) -> ComposeResult:
        sentences = text_lines.TextLines()
        sentences.show(lambda width, _height: spans.wrapped(self._sentences, width))
        yield bars.Heading(self._heading)
        with Container(), Container():
            yield sentences
            yield text_lines.Menu([spans.line(text) for text in self._replies])
        yield bars.KeyFooter(FooterContext.LAST_DIALOG if self._leave else FooterContext.DIALOG)

    def cursor_place(self) -> Offset | None:
        return self.query_one(text_lines.Menu).cursor_place

    def confirm_leave(self) -> bool:
        if self._leave:
            self._leave()
        return not self._leave

    def on_menu_opened(self, message: text_lines.Menu.Opened) -> None:
        message.stop()
        if self.app.screen is not self:
            return
        self.dismiss()
        go = [*self._replies.values()][message.index]
        if go:
            go()

    def on_menu_left(self, message: text_lines.Menu.Left) -> None:
        message.stop()
        if not self._leave:
            self.dismiss()


class TooSmallScreen(ModalScreen[None], BaseScreen[None]):
    """Shows the size that the terminal needs to have. Game clocks stop while it is shown."""

    def compose(self) -> ComposeResult:
        lines, text = text_lines.TextLines(), f"terminal too small: needs {size_text(*layout.LEAST_TERMINAL)}"
        lines.show(lambda width, _height: spans.wrapped(text, width))
        yield lines

    def on_screen_resume(self) -> None:
        """Close if the terminal grew while another screen was in front of this one."""
        if not layout.is_too_small(*self.app.size):
            self.dismiss()


def elsewhere_dialog(game: SavedGame, play: Callable[..., None]) -> DialogScreen:
    title = game_title(game.puzzle.width, game.puzzle.height, game.title, game.band)
    return DialogScreen(
        "This game is open in another session",
        f"{title}. If you take it over, you continue here from the last saved move, and it becomes read-only there.",
        {
            "Take over": partial(play, is_read_only=False),
            "Open read-only": partial(play, is_read_only=True),
            "Back": None,
        },
    )


def not_one_solution_dialog(count: int, play: Callable[[], None]) -> DialogScreen:
    """Return a dialog that asks whether to play a puzzle with no solution (`count` 0) or more than one."""
    heading, consequence = (
        ("This puzzle has more than one solution", "You will have to guess, and the puzzle will not be graded.")
        if count
        else ("This puzzle has no solution", "The game could never be finished.")
    )
    return DialogScreen(heading, consequence, {"Back to the editor": None, "Play it anyway": play})


def damaged_dialog(damage: str, step_count: int, when: str, take: Callable[[], None]) -> DialogScreen:
    """Return a dialog about the clause `damage` that offers the copy of a game in a backup; `take` plays the copy."""
    return DialogScreen(
        "This game is damaged",
        f"{sentence(damage)} {backup_text(when, step_count)}",
        {"Play the copy from the backup": take, "Back": None},
    )


def repaired_dialog(notice: str) -> DialogScreen:
    return DialogScreen("Your saved games were repaired", notice, {"Continue": None})


def unsaved_dialog(problem: str, leave: Callable[[], None]) -> DialogScreen:
    return DialogScreen(
        "Games cannot be saved",
        f"{problem} If the problem is solved while you play, saving starts automatically.",
        {"Play without saving": None, "Quit": leave},
        leave=leave,
    )


_KEYS = (("Enter", "accept"), ("Esc", "back"))
"""The keys of a prompt, and a word for each key. Textual gives these keys to the text field."""


class BottomScreen(ModalScreen[ScreenResultType], BaseScreen[ScreenResultType]):
    """A sentence and the keys of a context, shown in front of the footer; the screen behind stays visible.

    The sentence and the keys share the last line if there is room, so that they do not cover the board. Subclasses
    include the app's scope in `SCOPES`, because a modal screen hides the bindings of the app.
    """

    DEFAULT_CSS = """
    BottomScreen {
        background: transparent;
        align: left bottom;

        & > TextLines { height: auto; padding: 0 1; background: $bar; }
    }
    """

    def __init__(self, text: str, context: FooterContext | None = None) -> None:
        super().__init__()
        self._text = text
        self._footer_context = context

    def compose(self) -> ComposeResult:
        yield text_lines.TextLines(id="question")

    def on_mount(self) -> None:
        self.show_text(self._text)

    def cursor_place(self) -> Offset | None:
        return self.query("#question").first().content_region.offset

    def show_text(self, text: str) -> None:
        question = self.query_one("#question", text_lines.TextLines)
        items = keymap_of(self.app).footer_items(self._footer_context) if self._footer_context else ()
        question.show(lambda width, _height: question_lines(text, items, width))


def question_lines(text: str, items: Sequence[tuple[str, str]], width: int) -> list[spans.TextLine]:
    """Return a wrapped sentence, with keys and their words on its last line or, if they do not fit, on another line."""
    lines = spans.wrapped(text, width, "accent")
    keys = spans.line(
        *[span for key, word in items for span in (spans.Span(key, "accent"), spans.Span(f" {word}  ", "muted"))]
    )
    if not keys:
        return lines
    together = spans.line(*lines[-1], "   ", *keys) if lines else keys
    return [*lines[:-1], together] if cell_len(spans.plain_text(together).rstrip()) <= width else [*lines, keys]


class ConfirmScreen(BottomScreen[bool]):
    """Asks a question. The result is True for yes, False for no, and None if the player goes back."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.QUESTION, Scope.APP)

    def __init__(self, question: str) -> None:
        super().__init__(question, FooterContext.QUESTION)

    def on_key(self, event: events.Key) -> None:
        if self.command_for(event) is not None:
            return
        event.stop()
        self.show_text(f"{self._text} Press {self.key_of('question.yes')} or {self.key_of('question.no')}.")


class _LineInput(Input):
    """An input that refuses pastes that are too long. Its cursor does not blink: nothing in the app blinks."""

    def on_mount(self) -> None:
        self.cursor_blink = False

    def on_paste(self, event: events.Paste) -> None:
        if import_text.size_fault(self.value + event.text):
            event.prevent_default()  # the screen says why


class PromptScreen(BottomScreen[str]):
    """Asks the player to type text. The result is the text that was entered, or None if the player goes back.

    Text is accepted only if `find_fault` returns an empty string for it. `typed` is what the player has typed already.
    """

    DEFAULT_CSS = """
    PromptScreen {
        & > Input { width: 1fr; padding: 0 1 !important; background: $plate; }
    }
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(self, question: str, value: str, find_fault: Callable[[str], str], typed: str = "") -> None:
        super().__init__(question)
        self._value, self._typed = value, typed
        self._find_fault = find_fault

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield _LineInput(self._typed or self._value, select_on_focus=not self._typed, compact=True)
        keys = text_lines.TextLines(id="keys")
        keys.show(lambda width, _height: question_lines("", _KEYS, width))
        yield keys

    def cursor_place(self) -> Offset | None:
        return self.query_one(Input).cursor_screen_offset

    def on_input_changed(self) -> None:
        self.show_text(self._text)

    def on_paste(self, event: events.Paste) -> None:
        self.show_text(import_text.size_fault(self.query_one(Input).value + event.text))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        fault = self._find_fault(message.value)
        if fault:
            self.show_text(plain(fault, 200))
        else:
            self.dismiss(message.value)


class GeneratingScreen(BottomScreen[Made]):
    """Generates a puzzle from a request and a seed.

    `generate` (see `Surroundings`) makes the puzzle; leaving the screen earlier cancels it. The result of the screen is
    the puzzle, or a clause that says why there is none.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)

    def __init__(self, request: engine.Request, seed: int, generate: Generate) -> None:
        super().__init__(making_text(request), FooterContext.MAKING)
        self._request = request
        self._seed = seed
        self._make = generate
        self._attempts = 0

    def on_mount(self) -> None:
        self.run_in_background("generating", self._generate(), self.dismiss)
        self.set_interval(SHOW_SECONDS, self._show_attempts)

    def holds(self, event: events.Event) -> bool:
        """Return True except for keys that give up, quit or suspend: other input is for the game that follows."""
        command = self.command_for(event)
        return command is None or command.id not in CANCELLING_COMMANDS

    async def _generate(self) -> AsyncIterator[Made]:
        try:
            try:
                yield await self._make(self._request, self._seed, self._count)
            except OSError:
                yield await processes.worker.generate_in_thread(self._request, self._seed, self._count)
        except processes.worker.WorkerError as error:
            yield str(error)

    def _count(self, attempts: int) -> None:
        self._attempts = attempts

    def _show_attempts(self) -> None:
        if self._attempts > 1:
            self.show_text(f"{self._text} Attempt {self._attempts}.")


def size_prompt(now: str, typed: str = "") -> PromptScreen:
    """Return a prompt for the new size of a board; `now` is its present size. `parse_size` reads the result."""
    return PromptScreen("Width x height, or one number for a square:", now, _size_sentence, typed)


def _size_sentence(text: str) -> str:
    size = parse_size(text)
    return sentence(size_fault(*size) if size else "type a size such as 8x10")
