"""Base screens for text: `TextScreen` with a heading, a body and a note, and `ListScreen` with a list as its body."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar, Generic, NamedTuple, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.geometry import Offset, Size

from binairo_tui import player
from binairo_tui.engine.cancellation import IsCancelled
from binairo_tui.store.writer import SaveState
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator, SaveStatusChanged
from binairo_tui.tui.screens import base, places
from binairo_tui.tui.view import appearance, pictures, race_text, spans
from binairo_tui.tui.widgets import bars, drawing, text_lines

Data = TypeVar("Data")
"""The type of what a screen reads, such as rows of the progress file."""
Row = TypeVar("Row")
"""The type of what a line of a list is about, such as a game."""
LOADING = "loading"

EMPTY_SECONDS = 10.0
"""Input waits this many seconds at most for the first items of a list, because it has no effect on an empty list."""
PREVIEW_DELAY = 0.06
"""Seconds before the preview of the current item is made: it may load a game, and a held key passes many items."""


class Preview(NamedTuple):
    title: str = ""
    content: spans.Content = ()


class TextScreen(base.BaseScreen[None], Generic[Data]):
    """A heading, a column with a body and a note of one sentence, and a footer with the keys.

    Subclasses define `compose_body` and `TITLE` or `heading`, and extend `load` and `show_all`. Because `show_all` is
    also called before data is loaded, a class that loads data must give `data` an initial value. Textual calls every
    class's handler of an event, such as `on_mount`, so subclasses must not define a handler that this class defines.
    """

    CSS_PATH = Path(__file__).with_name("pages.tcss")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (66, "-wide"), (100, "-broad")]  # noqa: RUF012 - as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (12, "-low"), (26, "-high"), (36, "-tall")]  # noqa: RUF012

    CANCELLABLE: ClassVar[tuple[str, ...]] = (LOADING,)  # the effect of a command can depend on the loaded data
    CONTEXT: ClassVar[FooterContext]
    NOTE_TONE: ClassVar[str] = "error"
    LEAST_NOTE_LINES: ClassVar[int] = 1
    data = cast("Data", None)
    rating = rank = ""
    """The player's rating, and the place in the ranking of today's puzzle, in words; empty until they are read."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self.navigator = navigator
        self._was_in_front = False

    def compose(self) -> ComposeResult:
        sizes = zip((self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), self.app.size, strict=True)
        for breakpoints, size in sizes:  # Textual sets these classes only after the first frame
            self.add_class(*[name for least, name in breakpoints if size >= least][-1:])
        yield bars.Heading()
        with Container(id="page"):
            with Horizontal(id="middle"):
                yield from self.compose_body()
            yield text_lines.Note(self.NOTE_TONE, self.LEAST_NOTE_LINES)
        yield bars.KeyFooter(self.CONTEXT)

    def compose_body(self) -> ComposeResult:
        raise NotImplementedError

    def heading(self) -> tuple[str, ...]:
        """Return the title at the left of the first line, by default `TITLE`, and the facts at its right."""
        return (self.TITLE or "",)

    def show_all(self) -> None:
        self.query_one(bars.Heading).show(*self.heading())

    def load(self) -> Data:
        return self.data

    def take_data(self, data: Data) -> None:
        self.data = data

    def reload(self) -> None:
        """Load the data again and show it. Called when the screen comes to the front and after a game is saved."""

        def take(data: Data) -> None:
            self.take_data(data)
            self.show_all()

        def read() -> Data:
            self.navigator.progress.wait_for_saves()  # a key typed ahead acts on what this shows
            return self.load()

        self.read_in_background(LOADING, read, take)

    def read_rating(self) -> None:
        """Find the player's rating and place, and show them. This may take long, so nothing waits for it."""

        def take(found: tuple[str, str]) -> None:
            self.rating, self.rank = found
            self.show_all()

        def read(_is_cancelled: IsCancelled) -> Iterator[tuple[str, str]]:
            progress, surroundings = self.navigator.progress, self.navigator.surroundings
            ranking = surroundings.ranking(progress.today(), self.navigator.settings.daily_size)
            yield surroundings.rating_text(progress), race_text.place_text(ranking)

        self.run_in_background("rating", read, take)

    def note(self, sentence: str) -> None:
        self.query_one(text_lines.Note).say(sentence)

    @property
    def painter(self) -> pictures.Painter:
        has_tones = not (self.app.no_color or self.app.ansi_color)
        symbols = appearance.symbols_of(self.navigator.settings.symbols)
        return pictures.Painter(symbols, has_tones, drawing.zooms_of(self.app))

    def on_paste(self, event: events.Paste) -> None:
        """Open Import with the pasted text. On Import itself, the text field has already taken the paste."""
        self.navigator.go(places.Places.IMPORT, event.text)

    def on_mount(self) -> None:
        self.reload()
        if LOADING in self._work:
            self.show_all()  # what is known until the data arrive

    def on_screen_resume(self) -> None:
        if self._was_in_front:
            self.reload()
        self._was_in_front = True

    def on_save_status_changed(self, message: SaveStatusChanged) -> None:
        if message.status.state is SaveState.SAVED and self.is_active:
            self.reload()


class ListItem(NamedTuple, Generic[Row]):
    """A line of a list.

    `open` is called when the player chooses the line. `preview` returns the preview of the line; it is called in a
    worker thread. `above` holds the lines that divide this item from the previous one. `row` is what the line is
    about, for keys that act on it.
    """

    text: spans.TextLine
    open: Callable[[], None]
    preview: Callable[[], Preview]
    above: Sequence[spans.TextLine] = ()
    row: Row | None = None


class ListScreen(TextScreen[Data], Generic[Data, Row]):
    """A list of items, with a preview of the current item if there is room.

    A subclass defines either `list_items` or, if all items are of the same kind, `rows` with the methods that take a
    row: `row_line`, `open` and `preview`. `load` reads what they show, mostly with `navigator.progress.read`.
    """

    CONTEXT = FooterContext.LIST
    MENU: ClassVar[type[text_lines.Menu]] = text_lines.Menu
    TITLE_OF_LIST: ClassVar[str] = ""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._list_items: Sequence[ListItem[Row]] = ()
        self._selected: int | None = None
        """The index of the item to select when the loaded data are shown; None to stay at the same index."""
        self._shown_for: Size | None = None

    def compose_body(self) -> ComposeResult:
        menu = self.MENU(current=self.first_item(), classes=text_lines.FRAME)
        menu.border_title = self.TITLE_OF_LIST or None
        yield menu
        yield text_lines.TextLines(id="preview", classes=text_lines.FRAME)

    def list_items(self) -> Iterable[ListItem[Row]]:
        return [
            ListItem(self.row_line(row), partial(self.open, row), partial(self.preview, row), self.above(row), row)
            for row in self.rows()
        ]

    def rows(self) -> Iterable[Row]:
        raise NotImplementedError

    def row_line(self, row: Row) -> spans.TextLine:
        raise NotImplementedError

    def open(self, row: Row) -> None:
        raise NotImplementedError

    def preview(self, row: Row) -> Preview:
        raise NotImplementedError

    def above(self, row: Row) -> Sequence[spans.TextLine]:  # noqa: ARG002 - for subclasses
        return ()

    @property
    def current_row(self) -> Row | None:
        index = self.current_index
        return self._list_items[index].row if index < len(self._list_items) else None

    def sections(self) -> Mapping[int, Sequence[spans.TextLine]]:
        return {index: item.above for index, item in enumerate(self._list_items) if item.above}

    def first_item(self) -> int:
        return 0

    def holds(self, event: events.Event) -> bool:
        """Return True if an event must wait. Events wait longer while the list is empty because it is being read."""
        is_early = monotonic() < self._work_began.get(LOADING, 0.0) + EMPTY_SECONDS
        is_awaited = LOADING in self._work and LOADING in self.awaited(self.command_for(event))
        return super().holds(event) or (is_early and is_awaited and not self._list_items)

    def footer_context(self) -> FooterContext:
        return self.CONTEXT

    def show_all(self) -> None:
        self._list_items = [*self.list_items()]
        super().show_all()
        self.query_one(text_lines.Menu).show([item.text for item in self._list_items], self._selected, self.sections())
        self._selected = None
        self.query_one(bars.KeyFooter).show(self.footer_context())
        self.show_preview()

    @property
    def line_width(self) -> int:
        """The width, in columns, of a line of the list. It is needed before the widgets have their sizes."""
        width = self.app.size.width
        if self.has_class("-narrow"):
            return width - 2 - len(text_lines.MARKER)
        is_framed = self.has_class("-broad") and (self.has_class("-high") or self.has_class("-tall"))
        room = min(width - 4, 120) if is_framed else min(width - 2, 122)
        around = (6 if self.has_class("-tall") else 4) if is_framed else 2
        return room * 6 // 11 - around - len(text_lines.MARKER)

    def on_resize(self) -> None:
        """Show everything for a new size. Textual also calls this when the size has not changed."""
        if self.app.size != self._shown_for:
            self._shown_for = self.app.size
            self.call_after_refresh(self.show_all)

    def cursor_place(self) -> Offset | None:
        return self.query_one(text_lines.Menu).cursor_place

    @property
    def current_index(self) -> int:
        return self.query_one(text_lines.Menu).current

    def go_to(self, index: int) -> None:
        menu = self.query_one(text_lines.Menu)
        menu.show(menu.lines, index, menu.sections)

    def on_menu_moved(self, message: text_lines.Menu.Moved) -> None:
        message.stop()
        self.query_one(bars.KeyFooter).show(self.footer_context())
        index = self.current_index

        def preview() -> None:
            if self.is_attached and index == self.current_index:
                self.show_preview()

        self.set_timer(PREVIEW_DELAY, preview)

    def on_menu_opened(self, message: text_lines.Menu.Opened) -> None:
        message.stop()
        if self.app.screen is self:  # otherwise the key was pressed before the next screen came to the front
            self._list_items[message.index].open()

    def on_menu_left(self, message: text_lines.Menu.Left) -> None:
        message.stop()
        self.go_back()

    def go_back(self) -> None:
        """Go back, but do not quit the program from the first screen."""
        if len(self.app.screen_stack) > 1:
            self.app.pop_screen()

    def first_puzzle_preview(self, sentence: str, title: str) -> Preview:
        entry = player.catalog.first_entry(self.navigator.catalog.shipped, self.navigator.progress.states())
        caption = spans.Paragraph(sentence, "muted")
        return (
            Preview(title, self.painter.captioned(entry.puzzle, caption))
            if entry
            else text_preview(caption, title=title)
        )

    def show_preview(self) -> None:
        pane, index = self.query_one("#preview", text_lines.TextLines), self.current_index
        if index >= len(self._list_items):
            pane.show(())
        else:
            self.read_in_background(
                "preview", self._list_items[index].preview, lambda it: pane.show(it.content, it.title)
            )


def text_preview(*paragraphs: spans.Paragraph | str, title: str = "") -> Preview:
    told = [spans.Paragraph(it, "muted") if isinstance(it, str) else it for it in paragraphs]
    return Preview(title, lambda width, height: spans.wrapped_paragraphs(told, width)[:height])


def preview_of(*sentences: str, title: str = "") -> Callable[[], Preview]:
    """Return a function that makes a preview of these sentences, for the field `preview` of a `ListItem`."""
    return partial(text_preview, *sentences, title=title)
