"""Screen of the settings, each with its value."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.player.text import plain
from binairo_tui.settings import FIELDS
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens.text_screen import Choice, ListScreen, Preview
from binairo_tui.tui.themes import THEME_NAMES
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.settings import Field, SettingValue
    from binairo_tui.tui.messages import SettingsChanged
    from binairo_tui.tui.view.spans import TextLine

NAME_WIDTH = 22
_NEXT_START = ("mouse",)
"""Settings that take effect at the next start."""
_SAMPLE: tuple[TextLine, ...] = (
    line(Span(" 0 ", ("zero-given", "given")), Span(" 1 ", ("one-given", "given")), Span(" givens", "muted")),
    line(Span(" 0 ", ("zero",)), Span(" 1 ", ("one",)), Span(" one's own", "muted")),
    line(Span("!0 !0 ", "error"), Span(" a broken rule", "muted")),
    line(Span(" 1 ", ("day-selected",)), Span("    the cursor", "muted")),
)


class SettingsScreen(ListScreen):
    """The settings: choosing a setting selects its next value, going back selects its previous value."""

    CONTEXT = FooterContext.SETTINGS

    def heading(self) -> tuple[str, ...]:
        return "Settings", "kept in config.toml"

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(
                self._line(field),
                partial(self._change, field, 1),
                partial(Preview, "", partial(self._setting_preview, field)),
            )
            for field in FIELDS
        ]

    def go_back(self) -> None:
        """Select the previous value of the current setting."""
        self._change(FIELDS[self.current_index], -1)

    def on_settings_changed(self, _message: SettingsChanged) -> None:
        self.reload()

    def _change(self, field: Field, by: int) -> None:
        """Select the next (`by` 1) or previous (-1) value of a setting, wrapping around."""
        choices = THEME_NAMES if field.name == "theme" else field.choices
        value = self._value(field)
        index = choices.index(value) + by if value in choices else 0
        self.navigator.change_setting(field.name, choices[index % len(choices)])

    def _value(self, field: Field) -> SettingValue:
        value: SettingValue = getattr(self.navigator.settings, field.name)
        return value

    def _line(self, field: Field) -> TextLine:
        return line(Span(column(title_of(field), NAME_WIDTH), "muted"), plain(value_text(self._value(field)), 20))

    def _setting_preview(self, field: Field, width: int, height: int) -> list[TextLine]:
        """Return a description of a setting, for the theme also a sample, and problems with the settings file."""
        lines = wrapped(field.help, width)
        preferences = self.navigator.preferences
        if field.name == "theme":
            lines += [BLANK, *_SAMPLE, BLANK, *wrapped(preferences.theme_reason, width, "muted")]
        if field.name in _NEXT_START:
            lines += [BLANK, *wrapped("It counts from the next start on.", width, "muted")]
        for problem in preferences.problems:
            lines += [BLANK, *wrapped(plain(f"{problem}.", 300), width, "error")]
        return lines[:height]


def title_of(field: Field) -> str:
    """Return the name of a setting in words: `pause_after_minutes` becomes `Pause after minutes`."""
    return field.name.replace("_", " ").capitalize()


def value_text(value: SettingValue) -> str:
    """Return a value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
