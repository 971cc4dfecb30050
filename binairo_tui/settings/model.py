"""The settings themselves: plain values, each with the default that holds where the player has chosen nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SettingValue = str | bool | int


@dataclass(frozen=True)
class Settings:
    """Everything a player can choose. `fields.FIELDS` says what each value may be and what it does.

    `keys` maps command ids to the keys that are to be used instead of those of `keys_preset`, by Textual's names.
    """

    symbols: str = "digits"
    help: str = "full"
    strict: bool = False
    show_clock: bool = True
    pause_after_minutes: int = 5
    zoom: str = "auto"
    wrap: bool = True
    theme: str = "dark"
    charset: str = "auto"
    mouse: bool = False
    keys_preset: str = "default"
    daily_size: str = "8x8"
    new_size: str = "10x10"
    new_band: str = "medium"
    new_rules: str = "unique"
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
