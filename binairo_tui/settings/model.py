"""The settings as plain values with their defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SettingValue = str | bool | int


@dataclass(frozen=True)
class Settings:
    """Every setting. `fields.FIELDS` describes them and says which values are allowed.

    `keys` maps command ids to keys, by Textual's names, that replace those of `keys_preset`.
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
