"""A thread that writes settings, so that no key waits for the disk."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from binairo_tui.settings.model import SettingValue


class SettingsKeeper:
    """Writes values into the file at `path` soon; the last value of a setting counts.

    What goes wrong is told as a clause to `on_problem`, in the thread that writes.
    """

    def __init__(self, path: Path, on_problem: Callable[[str], None]) -> None:
        self._path = path
        self._on_problem = on_problem
        self._lock = threading.Lock()
        self._waiting: dict[str, SettingValue] = {}
        self._thread: threading.Thread | None = None

    def keep(self, name: str, value: SettingValue) -> None:
        """Have a setting written. Never waits for the disk, never raises."""
        with self._lock:
            self._waiting[name] = value
            if self._thread is None:
                self._thread = threading.Thread(target=self._write, name="settings", daemon=True)
                self._thread.start()

    def close(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until all is written; say whether nothing waits any more."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(timeout)
        with self._lock:
            return self._thread is None

    def _write(self) -> None:
        # Imported here, because most starts change no setting.
        from binairo_tui.settings.writing import SettingsFileError, save_settings

        while True:
            with self._lock:
                values, self._waiting = self._waiting, {}
                if not values:
                    self._thread = None
                    return
            try:
                save_settings(self._path, values)
            except SettingsFileError as error:
                self._on_problem(str(error))
