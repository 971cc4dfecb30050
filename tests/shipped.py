"""Shipped puzzles by name."""

from binairo_tui.library import Collection, Entry, collections


def find_collection(name: str) -> Collection:
    """Return the shipped collection with this name."""
    return {collection.name: collection for collection in collections()}[name]


def find_entry(name: str, number: int) -> Entry:
    """Return puzzle `number`, from 1, of a shipped collection."""
    return find_collection(name).entry(number)
