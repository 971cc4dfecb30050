"""Screen for pasting or typing a puzzle, which is read while it is edited."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import TextArea

from binairo_tui import formats, screenshots
from binairo_tui.engine import Cell, Puzzle, PuzzleFormatError
from binairo_tui.formats import Imported, facts, importing, read_puzzle
from binairo_tui.player import resume
from binairo_tui.processes.worker import Assessment, WorkerError
from binairo_tui.tui.keymap import Command, FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import base, places, text_screen
from binairo_tui.tui.view import import_text, spans
from binairo_tui.tui.widgets import bars, drawing, text_lines

READ_DELAY = 0.2
"""Seconds without a change before the text is read."""


class PuzzleText(TextArea):
    """A text area that refuses a paste if the text would become too long to edit without delay."""

    class PasteRefused(Message):
        """Posted when a paste has been refused; `reason` is a sentence."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, text: str = "") -> None:
        self._role_styles = drawing.RoleStyles(self)
        self._marked: dict[int, str] = {}  # the tone of each line of a puzzle, by its number from 1; needed by `super`
        super().__init__(text, show_line_numbers=True, compact=True, classes=text_lines.FRAME)

    def mark(self, parts: Sequence[Imported | PuzzleFormatError], shown: int) -> None:
        """Mark the lines of the puzzles in the text, and more strongly those of puzzle `shown`, counting from 0."""
        toned = [*[(part, "normal") for part in parts], *[(part, "strong") for part in parts[shown : shown + 1]]]
        marked = {
            line: tone
            for part, tone in toned
            for line in range(part.line, (part.last_line if isinstance(part, Imported) else part.line) + 1)
        }
        if marked != self._marked:
            self._marked = marked
            self.notify_style_update()
            self.refresh()

    def get_line(self, line_index: int) -> Text:
        line = super().get_line(line_index)
        if self._marked:
            style = self._role_styles.style(self._marked.get(line_index + 1, "faint"))
            line.stylize(Style(color=style.color, bold=style.bold, dim=style.dim))
        return line

    def notify_style_update(self) -> None:
        self._role_styles.clear()
        super().notify_style_update()

    def on_paste(self, event: events.Paste) -> None:
        if self._refuses(event.text):
            event.prevent_default()

    def action_paste(self) -> None:
        if not self._refuses(self.app.clipboard):
            super().action_paste()

    def _refuses(self, insert: str) -> bool:
        first, last = sorted(self.selection)
        text = self.get_text_range((0, 0), first) + insert + self.get_text_range(last, self.document.end)
        reason = import_text.length_fault(insert) or import_text.length_fault(text)
        if reason:
            self.post_message(self.PasteRefused(reason))
        return bool(reason)


class TextReading(NamedTuple):
    """The result of reading the text: a fault, or the puzzle `imported`; neither until the text has been read.

    `refusal` is a sentence that says why a paste or a puzzle is refused, or empty. `assessment` is None until the
    puzzle has been graded. `parts` are all puzzles in the text. If several readings of the text fit, `choices` maps
    their names to puzzles; `chosen` is the name of the reading in use, or empty. If the text names a picture, `doubt`
    is a clause about what could not be read for sure in it, and `unsure_cells` are the cells concerned.
    """

    refusal: str = ""
    fault: PuzzleFormatError | None = None
    imported: Imported | None = None
    assessment: Assessment | None = None
    parts: Sequence[Imported | PuzzleFormatError] = ()
    choices: Mapping[str, Puzzle] = MappingProxyType({})
    chosen: str = ""
    doubt: str = ""
    unsure_cells: tuple[Cell, ...] = ()


def _read_text(text: str, number: int, turns: int) -> TextReading:
    try:
        imported = read_puzzle(text, number=number)
    except facts.UndecidedError as undecided:
        choices = {name: read.puzzle for name, read in undecided.readings.items()}
        if not turns:
            return TextReading(fault=undecided, choices=choices)
        chosen = list(choices)[(turns - 1) % len(choices)]
        return TextReading(imported=importing.decided(undecided, chosen), choices=choices, chosen=chosen)
    for _ in range(turns % (len(imported.others) + 1)):
        imported = importing.other_interpretation(imported)
    return TextReading(imported=imported)


def _read_picture(path: Path, turns: int) -> TextReading:
    try:
        picture = screenshots.importing.import_picture(screenshots.sources.read_file(path))
    except ImportError:
        return TextReading(refusal=screenshots.sources.missing_libraries())
    except screenshots.sources.PictureError as error:
        return TextReading(fault=PuzzleFormatError(f"{path.name}: {error}"))
    imported = importing.other_interpretation(picture.imported) if turns % 2 else picture.imported
    return TextReading(imported=imported, doubt=picture.doubt, unsure_cells=picture.unsure_cells)


class ImportScreen(text_screen.TextScreen[None]):
    """A text to edit, and beside it the result of reading it.

    A text that was `pasted` on another screen is pasted here when the screen opens.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.IMPORT,)
    HELD_SECONDS: ClassVar[float] = 2.0
    CONTEXT = FooterContext.IMPORT
    TITLE = "Import a puzzle"
    NOTE_TONE = "accent"
    LEAST_NOTE_LINES = 0
    AUTO_FOCUS = "TextArea"

    def __init__(self, navigator: Navigator, pasted: str = "") -> None:
        super().__init__(navigator)
        self._pasted = pasted
        self._reading = TextReading()
        self._number = 1
        self._turns = 0

    def compose_body(self) -> ComposeResult:
        area = PuzzleText(self.navigator.import_text)
        area.border_title = "Text"
        area.cursor_blink = False  # nothing on screen blinks
        yield area
        yield text_lines.TextLines(id="reading", classes=text_lines.FRAME, frame_title="Puzzle")

    def cursor_place(self) -> Offset | None:
        return self.query_one(TextArea).cursor_screen_offset

    def show_all(self) -> None:
        super().show_all()
        self._show(self._reading)

    def on_mount(self) -> None:
        if self.navigator.import_text:
            self.query_one(PuzzleText).select_all()
            self._read_number(1)
            self.note(import_text.FROM_BEFORE)
        if self._pasted:
            self.query_one(PuzzleText).post_message(events.Paste(self._pasted))

    def on_text_area_changed(self) -> None:
        self.navigator.import_text = self.query_one(PuzzleText).text
        self._read_number(1)

    def action_next(self) -> None:
        self._read_number(self._number + 1)

    def action_other(self) -> None:
        if self._reading.choices or ((found := self._found()) and found.others):
            self._read_number(self._number, self._turns + 1)
        elif found:
            self.note(import_text.NO_OTHER)

    def on_puzzle_text_paste_refused(self, message: PuzzleText.PasteRefused) -> None:
        self._show(self._reading._replace(refusal=message.reason))

    def action_play(self) -> None:
        if found := self._found():
            begun = resume.progress_of(found.puzzle, found.history, found.head)
            band = self._reading.assessment.band if self._reading.assessment else ""
            self.navigator.open_puzzle(
                found.puzzle, found.title or "imported", band, begun, replaces=len(self._reading.parts) < 2
            )

    def action_solutions(self) -> None:
        if found := self._found():
            self.navigator.go(places.Places.SOLUTIONS, found.puzzle, found.title)

    def action_edit(self) -> None:
        if found := self._found():
            self.navigator.go(places.Places.EDITOR, found.puzzle, *self._reading.unsure_cells[:1])

    def _found(self) -> Imported | None:
        """Return the puzzle that was read; if there is none, say so and return None."""
        if self._reading.imported is None:
            self.note(import_text.NOTHING_READ)
        return self._reading.imported

    def awaited(self, command: Command | None) -> Iterable[str]:
        return () if command is None or command.id in base.CANCELLING_COMMANDS else ("reading",)

    def _read_number(self, number: int, turns: int = 0) -> None:
        """Read puzzle `number` of the text, counting from 1. After the last puzzle comes the first one again."""
        self._number, self._turns = number, turns
        self.note("")
        self._show(TextReading())
        self.run_in_background(
            "reading", self._read(), lambda it: self._show(it._replace(refusal=it.refusal or self._reading.refusal))
        )

    async def _read(self) -> AsyncIterator[TextReading]:
        """Yield the reading of the text, unless it is blank, once it stops changing; yield it again with the grade."""
        await asyncio.sleep(READ_DELAY)
        text = self.query_one(TextArea).text
        if not text.strip():
            return
        reads_files = not self.navigator.surroundings.no_files  # on a host, the files are not the player's
        path = screenshots.sources.named_picture(text) if reads_files else None
        try:
            if path:
                reading = await asyncio.to_thread(_read_picture, path, self._turns)
            else:
                parts = await asyncio.to_thread(importing.parts_of, text)
                reading = await asyncio.to_thread(_read_text, text, self._number, self._turns)
                reading = reading._replace(parts=parts)
        except PuzzleFormatError as error:
            yield TextReading(fault=error, parts=parts)
            return
        imported = reading.imported
        if imported and (refusal := self.navigator.progress.ask_to_solve(imported.puzzle)):
            yield TextReading(refusal=refusal)
            return
        yield reading
        if imported and imported.solution_count == 1:
            try:
                assessment = await self.navigator.surroundings.assess(imported.puzzle)
            except (WorkerError, OSError):
                assessment = Assessment(1)
            yield reading._replace(assessment=assessment)

    def _show(self, reading: TextReading) -> None:
        self._reading = reading
        shown = (self._number - 1) % len(reading.parts) if reading.parts else 0
        self.query_one(PuzzleText).mark(reading.parts, shown)
        listed = import_text.list_lines(reading.parts, reading.parts[shown].line if reading.parts else 0)
        if reading.imported and reading.imported.format == formats.registry.PICTURE.name:
            listed = import_text.picture_lines(reading.imported.puzzle, reading.unsure_cells)
        if reading.choices:
            listed += import_text.choice_lines(reading.choices, reading.chosen)
        paragraphs = tuple(self._paragraphs(reading))
        self.query_one(bars.KeyFooter).show(self.CONTEXT, *self._idle_commands(reading))
        self.query_one("#reading", text_lines.TextLines).show(
            lambda width, height: import_text.reading_lines(listed, paragraphs, width, height)
        )

    def _idle_commands(self, reading: TextReading) -> tuple[str, ...]:
        following = () if len(reading.parts) > 1 else ("import.next",)
        if not reading.choices and not (reading.imported and reading.imported.others):
            following = "import.other", *following
        return following if reading.imported else ("import.play", "import.solutions", "import.edit", *following)

    def _paragraphs(self, reading: TextReading) -> Iterable[spans.Paragraph]:
        if reading.refusal:
            return import_text.refusal_paragraphs(reading.refusal)
        if reading.choices and reading.imported is None:
            return import_text.choice_paragraphs(self.key_of("import.other"))
        if reading.fault is not None:
            return import_text.progress_paragraphs(self.query_one(TextArea).text) or import_text.fault_paragraphs(
                reading.fault
            )
        if reading.imported is not None:
            play, following, other, edit = [self.key_of(f"import.{name}") for name in ("play", "next", "other", "edit")]
            doubt = import_text.doubt_paragraphs(reading.doubt, edit, other)
            found, assessment = reading.imported, reading.assessment
            return *doubt, *import_text.import_paragraphs(
                found, assessment, play_key=play, next_key=following, other_key=other, is_listed=len(reading.parts) > 1
            )
        return () if self.query_one(TextArea).text.strip() else import_text.INVITATION
