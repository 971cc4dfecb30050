"""The player's preferences: the current settings, the keys made from them, and problems with the settings file."""

from collections.abc import Callable, Iterable, Sequence

from binairo_tui.settings import Settings, SettingValue
from binairo_tui.tui.keymap import make_keymap


class Preferences:
    """The current settings and keys.

    `keep` is called with the name and the new value of each changed setting, to write it to the settings file.
    `problems` holds clauses about the file. They may quote the file, so clean them before display. `theme_reason` is
    a sentence that says why the chosen theme is not in use; it is empty if the chosen theme is in use.
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
        self.settings = self.settings._replace(**{name: value})  # type: ignore[arg-type] # of the type of its field
        self.keymap, _ = make_keymap(self.settings.keys_preset, self.settings.keys)
        if self._keep is not None:
            self._keep(name, value)


def problems_text(problems: Sequence[str]) -> str:
    """Return the first problem and the number of others, as text without a full stop."""
    more = len(problems) - 1
    return problems[0] + (f" (and {more} more, see Settings)" if more else "")
