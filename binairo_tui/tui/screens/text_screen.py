"""Base screens for text: `TextScreen` with a heading, a body and a note, and `ListScreen` with a list as its body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.containers import Horizontal

from binairo_tui.store.writer import SaveState
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.view.appearance import symbols_of
from binairo_tui.tui.view.spans import Paragraph, TextLine, wrapped_paragraphs
from binairo_tui.tui.widgets.footer import KeyFooter
from binairo_tui.tui.widgets.heading import Heading
from binairo_tui.tui.widgets.menu import Menu
from binairo_tui.tui.widgets.text_lines import Note, TextLines

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from binairo_tui.tui.messages import Navigator, SaveStatusChanged
    from binairo_tui.tui.view.appearance import Symbols

PREVIEW_DELAY = 0.06
"""Seconds before the preview of the current choice is made: previews load games, and a held key passes many."""

Preview = Callable[[int, int], Sequence[TextLine]]
"""Returns the lines to show beside a choice, for a width in columns and a height in lines."""


class TextScreen(BaseScreen[None]):
    """A heading, a body, a note of one sentence, and a footer with the keys.

    Subclasses define `heading` and `compose_body`, and extend `show_all` and `reload`. Textual calls a handler such as
    `on_resize` in every class of a screen, so subclasses must not define a handler that this class defines.
    """

    CONTEXT: ClassVar[FooterContext]
    NOTE_TONE: ClassVar[str] = "error"
    LEAST_NOTE_LINES: ClassVar[int] = 1

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self.navigator = navigator
        self._was_in_front = False

    def compose(self) -> ComposeResult:
        yield Heading()
        with Horizontal(id="middle"):
            yield from self.compose_body()
        yield Note(self.NOTE_TONE, self.LEAST_NOTE_LINES)
        yield KeyFooter(self.CONTEXT)

    def compose_body(self) -> ComposeResult:
        """Yield the widgets between the heading and the note."""
        raise NotImplementedError

    def heading(self) -> tuple[str, ...]:
        """Return the title, followed by facts to show at the right."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Show the loaded data."""
        self.query_one(Heading).show(*self.heading())

    def reload(self) -> None:
        """Load the data again and show it; called when the screen comes to the front or a game was saved."""
        self.show_all()

    def note(self, sentence: str) -> None:
        self.query_one(Note).show(sentence)

    @property
    def symbols(self) -> Symbols:
        """The characters for 0 and 1."""
        return symbols_of(self.navigator.settings.symbols)

    def on_mount(self) -> None:
        self.reload()

    def on_screen_resume(self) -> None:
        if self._was_in_front:
            self.reload()
        self._was_in_front = True

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        if message.status.state is SaveState.SAVED and self.is_active:
            self.reload()

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        self.show_all()
        self.query_one(Heading).refresh()  # the terminal's cursor moves only with a frame


class Choice(NamedTuple):
    """A line of a list, what choosing it does, and its preview."""

    text: TextLine
    open: Callable[[], None]
    preview: Preview


class ListScreen(TextScreen):
    """A list of choices, with a preview of the current choice if there is room."""

    CONTEXT = FooterContext.LIST
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide"), (120, "-vast")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._choices: Sequence[Choice] = ()

    def compose_body(self) -> ComposeResult:
        yield Menu(current=self.first_choice())
        yield TextLines(id="preview")

    def choices(self) -> Sequence[Choice]:
        """Return the current list of choices."""
        raise NotImplementedError

    def first_choice(self) -> int:
        """Return the index of the choice that is selected when the screen opens."""
        return 0

    def footer_context(self) -> FooterContext:
        """Return the context whose keys the footer shows for the current choice."""
        return self.CONTEXT

    def reload(self) -> None:
        self._choices = self.choices()
        super().reload()

    def show_all(self) -> None:
        super().show_all()
        menu = self.query_one(Menu)
        menu.show([choice.text for choice in self._choices])
        menu.place_terminal_cursor()
        self.query_one(KeyFooter).show(self.footer_context())
        self.show_preview()

    @property
    def current_index(self) -> int:
        """The index of the current choice; 0 if there are none."""
        return self.query_one(Menu).current

    def go_to(self, index: int) -> None:
        """Make another choice current."""
        menu = self.query_one(Menu)
        menu.show(menu.lines, index)

    def on_menu_moved(self, message: Menu.Moved) -> None:
        message.stop()
        self.query_one(KeyFooter).show(self.footer_context())
        index = self.current_index

        def preview() -> None:
            if self.is_attached and index == self.current_index:
                self.show_preview()

        self.set_timer(PREVIEW_DELAY, preview)

    def on_menu_opened(self, message: Menu.Opened) -> None:
        message.stop()
        if self.app.screen is self:  # otherwise the key was pressed before the next screen came to the front
            self._choices[message.index].open()

    def on_menu_left(self, message: Menu.Left) -> None:
        message.stop()
        self.go_back()

    def go_back(self) -> None:
        """Called for the key that goes back in lists: leave, except on the first screen, where that would quit."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    def show_preview(self) -> None:
        """Show the preview of the current choice."""
        lines, index = self.query_one("#preview", TextLines), self.current_index
        width, height = lines.size
        has_room = index < len(self._choices) and width and height
        lines.show(self._choices[index].preview(width, height) if has_room else ())


def preview_of(*sentences: str) -> Preview:
    """Return a preview that shows these sentences."""
    paragraphs = [Paragraph(sentence, "muted") for sentence in sentences]
    return lambda width, height: wrapped_paragraphs(paragraphs, width)[:height]
