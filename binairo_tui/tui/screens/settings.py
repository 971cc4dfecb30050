"""Screen of the settings, each with its value."""

from collections.abc import Sequence

from binairo_tui.player.text import plain, setting_text
from binairo_tui.settings import FIELDS, Field, SettingValue
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.messages import Navigator, SettingsChanged
from binairo_tui.tui.screens.text_screen import ListScreen, Preview
from binairo_tui.tui.themes import THEME_NAMES
from binairo_tui.tui.view.spans import BLANK, Paragraph, Span, TextLine, column, line, wrapped_paragraphs
from binairo_tui.tui.widgets.text_lines import MARKER

NAME_WIDTH = 23
_NEXT_START = ("mouse",)
_SECTIONS = (
    ("Board", ("symbols", "zoom", "theme", "charset", "sweep")),
    ("Play", ("help", "show_clock", "pause_after_minutes", "wrap")),
    ("Keys and mouse", ("keys_preset", "mouse", "play_advance", "editor_advance")),
    ("Puzzles", ("daily_size", "day_starts", "new_size", "new_band", "new_rules")),
)
_SAMPLE_LINES, LEAST_SAMPLE = 15, 5
"""The maximum and minimum height of the sample board."""


def _sections() -> list[tuple[str, list[Field]]]:
    """Return the title and the settings of each section; the last section has those that no other section names."""
    by_name = {field.name: field for field in FIELDS}
    found = [(title, [by_name.pop(name) for name in names if name in by_name]) for title, names in _SECTIONS]
    found[-1][1].extend(by_name.values())
    return found


SECTIONS = _sections()
SHOWN_FIELDS = [field for _, fields in SECTIONS for field in fields]


class SettingsScreen(ListScreen[None, Field]):
    """The settings. Choosing a setting selects its next value, and the key that goes back selects its previous value.

    `current` is the name of the setting to begin on.
    """

    CONTEXT = FooterContext.SETTINGS
    TITLE_OF_LIST = "Settings"

    def __init__(self, navigator: Navigator, current: str = "") -> None:
        super().__init__(navigator)
        self._selected = next((index for index, field in enumerate(SHOWN_FIELDS) if field.name == current), None)

    def heading(self) -> tuple[str, ...]:
        return "Settings", "kept in config.toml"

    def rows(self) -> Sequence[Field]:
        return SHOWN_FIELDS

    def open(self, row: Field) -> None:
        self._change(row, 1)

    def above(self, row: Field) -> Sequence[TextLine]:
        title = next((title for title, (first, *_) in SECTIONS if first is row), "")
        rule = "─" * max(self.line_width + len(MARKER) - len(title) - 1, 0)
        heading = line(Span(f"{title} ", "muted"), Span(rule, "level-0"))
        return (*([BLANK] if row is not SHOWN_FIELDS[0] else []), heading) if title else ()

    def go_back(self) -> None:
        self._change(SHOWN_FIELDS[self.current_index], -1)

    def on_settings_changed(self, _message: SettingsChanged) -> None:
        self.show_all()

    def _change(self, field: Field, by: int) -> None:
        choices = THEME_NAMES if field.name == "theme" else field.choices
        value = self._value(field)
        index = choices.index(value) + by if value in choices else 0
        self.navigator.change_setting(field.name, choices[index % len(choices)])

    def _value(self, field: Field) -> SettingValue:
        value: SettingValue = getattr(self.navigator.settings, field.name)
        return value

    def row_line(self, row: Field) -> TextLine:
        return line(Span(column(row.title, NAME_WIDTH), "strong"), plain(setting_text(self._value(row)), 20))

    def preview(self, row: Field) -> Preview:
        preferences, painter, zoom = self.navigator.preferences, self.painter, self.navigator.settings.zoom
        paragraphs = [Paragraph(row.help)]
        if row.name == "theme":
            paragraphs.append(Paragraph(preferences.theme_reason, "muted"))
        if row.name in _NEXT_START:
            paragraphs.append(Paragraph("Takes effect the next time you start.", "muted"))
        paragraphs += [Paragraph(plain(f"{problem}.", 300), "error") for problem in preferences.problems]

        def lines(width: int, height: int) -> list[TextLine]:
            text = wrapped_paragraphs(paragraphs, width)
            above = [*text, BLANK] if text else []
            room = min(height - len(above), _SAMPLE_LINES)
            return [*above, *painter.sample(zoom, width, room)] if room >= LEAST_SAMPLE else text[:height]

        return Preview("" if self.has_class("-narrow") else row.title, lines)
