"""The settings: each with its value, changed in place, in force at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from binairo_tui.player.text import plain
from binairo_tui.settings import FIELDS
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.screens.list_screen import Choice, ChoosingScreen
from binairo_tui.tui.themes import THEME_NAMES
from binairo_tui.tui.view.spans import BLANK, Span, column, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from binairo_tui.settings import Field, SettingValue
    from binairo_tui.tui.messages import Navigator, SettingsChanged
    from binairo_tui.tui.view.spans import TextLine
    from binairo_tui.tui.widgets.menu import Menu

NAME_WIDTH = 22
_NEXT_START = ("mouse",)
"""Settings that count when the terminal is set up."""


class SettingsScreen(ChoosingScreen):
    """One line per setting: open goes to its next value, back to the one before."""

    CONTEXT: ClassVar[FooterContext] = FooterContext.SETTINGS

    def __init__(self, navigator: Navigator) -> None:
        super().__init__()
        self._navigator = navigator

    def heading(self) -> tuple[str, str]:
        """The title; where they are kept."""
        return "Settings", "kept in config.toml"

    def choices(self) -> Sequence[Choice]:
        """One line per setting."""
        return [
            Choice(self._text(field), partial(self._turn, field, 1), partial(self._about, field)) for field in FIELDS
        ]

    def on_menu_left(self, message: Menu.Left) -> None:
        """The value before, not the screen before."""
        message.stop()
        message.prevent_default()
        self._turn(FIELDS[self.current_index], -1)

    def _turn(self, field: Field, by: int) -> None:
        """Go on to another value; from the last to the first."""
        choices = THEME_NAMES if field.name == "theme" else field.choices
        value = self._value(field)
        index = choices.index(value) + by if value in choices else 0
        self._navigator.change_setting(field.name, choices[index % len(choices)])

    def on_settings_changed(self, _message: SettingsChanged) -> None:
        self.reload()
        self._look()

    def _value(self, field: Field) -> SettingValue:
        value: SettingValue = getattr(self._navigator.settings, field.name)
        return value

    def _text(self, field: Field) -> TextLine:
        return line(Span(column(title_of(field), NAME_WIDTH), "muted"), plain(value_text(self._value(field)), 20))

    def _about(self, field: Field, width: int, height: int) -> list[TextLine]:
        """A sentence about a setting, a sample if it is about colours, and what was wrong with the file."""
        lines = wrapped(field.help, width)
        if field.name == "theme":
            lines += [BLANK, *_SAMPLE, BLANK]
            lines += wrapped(self._navigator.preferences.theme_reason, width, "muted")
        if field.name in _NEXT_START:
            lines += [BLANK, *wrapped("It counts from the next start on.", width, "muted")]
        for problem in self._navigator.preferences.problems:
            lines += [BLANK, *wrapped(plain(f"{problem}.", 300), width, "error")]
        return lines[:height]


_SAMPLE: tuple[TextLine, ...] = (
    line(Span(" 0 ", "zero-given"), Span(" 1 ", "one-given"), Span(" givens", "muted")),
    line(Span(" 0 ", "zero"), Span(" 1 ", "one"), Span(" one's own", "muted")),
    line(Span("!0 !0 ", "error"), Span(" a broken rule", "muted")),
    line(Span(" 1 ", "current"), Span("    the cursor", "muted")),
)


def title_of(field: Field) -> str:
    """The name of a setting in words: `pause_after_minutes` is `Pause after minutes`."""
    return field.name.replace("_", " ").capitalize()


def value_text(value: SettingValue) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
