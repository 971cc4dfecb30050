"""The player's preferences: the settings in force, the keys made from them, and the problems of the settings file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from binairo_tui.settings import Settings
from binairo_tui.tui.keymap import make_keymap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from binairo_tui.settings import SettingValue


class Preferences:
    """The settings and keys in force. `keep` has a changed value written to the settings file, in its own time.

    `problems` are clauses about the file, to be shown once. They may quote it and must be cleaned before that.
    `theme_reason` is a sentence why another theme than the chosen one is in use, empty if the chosen one is.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        problems: Iterable[str] = (),
        keep: Callable[[str, SettingValue], None] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.keymap, clashes = make_keymap(self.settings.keys_preset, self.settings.keys)
        self.problems = [*problems, *[f"config.toml: [keys] {clash}" for clash in clashes]]
        self.theme_reason = ""
        self._keep = keep

    def change(self, name: str, value: SettingValue) -> None:
        """Put a setting into force and have it saved. `name` and `value` must be valid (`settings.field_of`)."""
        self.settings = replace(self.settings, **{name: value})  # type: ignore[arg-type] # of the type of its field
        self.keymap, _ = make_keymap(self.settings.keys_preset, self.settings.keys)
        if self._keep is not None:
            self._keep(name, value)


def problems_text(problems: Sequence[str]) -> str:
    """Return the first of several problems and the number of the others, without a full stop."""
    more = len(problems) - 1
    return problems[0] + (f" (and {more} more, see Settings)" if more else "")
