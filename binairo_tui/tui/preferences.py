"""What the player has chosen, as the app lives by it: settings in force, keys made from them, what was wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from binairo_tui.settings import Settings
from binairo_tui.tui.keymap import make_keymap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from binairo_tui.settings import SettingValue


class Preferences:
    """The settings, and what becomes of a change: `keep` has a value written down, in its own time.

    `problems` are clauses about the file, to be shown once; they may quote it and must be cleaned before.
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
        self._keep = keep or _forget

    def change(self, name: str, value: SettingValue) -> None:
        """Have a setting hold from now on. `name` and `value` must be right (`settings.field_of`)."""
        self.settings = replace(self.settings, **{name: value})  # type: ignore[arg-type] # of the type of its field
        self.keymap, _ = make_keymap(self.settings.keys_preset, self.settings.keys)
        self._keep(name, value)


def problems_text(problems: Sequence[str]) -> str:
    """The first of several problems, and how many more there are; without a full stop."""
    more = len(problems) - 1
    return problems[0] + (f" (and {more} more, see Settings)" if more else "")


def _forget(_name: str, _value: SettingValue) -> None:
    """Without a file a choice holds until the end."""
