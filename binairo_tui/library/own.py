"""The player's own collections: files in the player's directory, in the same format as the shipped collections.

The program can only add puzzles to them; every other change needs a text editor. A file is replaced atomically under a
lock. So two sessions can add puzzles at the same time, and a power cut leaves either the old or the new file.
"""

import re
from contextlib import suppress
from pathlib import Path

from binairo_tui.engine import Puzzle
from binairo_tui.files import atomic, paths, untrusted
from binairo_tui.library.collection import Collection, LibraryError, collections, puzzle_line

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def name_fault(name: str) -> str:
    """Return a clause that says why a player's collection cannot have this name; empty if it can."""
    if not _NAME.fullmatch(name):
        return "a name has 1 to 40 letters, digits, - and _, and begins with a letter or digit"
    if any(collection.name.lower() == name.lower() for collection in collections()):
        return f"the collection {name} comes with the program"
    return ""


def own_collections(directory: Path) -> tuple[tuple[Collection, ...], tuple[str, ...]]:
    """Return the valid collections by name, and a clause for each invalid file or an unreadable directory."""
    found: list[Collection] = []
    problems: list[str] = []
    try:
        files = _text_files(directory)
    except LibraryError as error:
        return (), (str(error),)
    for path in files:
        fault = name_fault(path.stem)
        try:
            collection = Collection(path)
            if fault or not collection.entries:
                problems.append(f"{path}: {fault or 'it contains no puzzle'}")
            else:
                found.append(collection)
        except LibraryError as error:
            problems.append(str(error))
    return tuple(found), tuple(problems)


def find_own_collection(directory: Path, name: str) -> Collection | None:
    """Return the player's collection with this name, or None. Raises LibraryError if it cannot be read."""
    path = directory / f"{name}.txt"
    return Collection(path) if _NAME.fullmatch(name) and path in _text_files(directory) else None


def own_names(directory: Path) -> tuple[str, ...]:
    """Return the names of the collections in a directory, sorted; () if it cannot be read."""
    with suppress(LibraryError):
        return tuple([path.stem for path in _text_files(directory) if _NAME.fullmatch(path.stem)])
    return ()


def count_bytes(directory: Path) -> int:
    """Return the size of all collections in a directory in bytes; 0 if the directory cannot be read."""
    total = 0
    with suppress(LibraryError, OSError):
        for path in _text_files(directory):
            total += path.stat().st_size
    return total


def add_puzzle(directory: Path, name: str, puzzle: Puzzle, *, band: str = "", score: int = 0) -> int:
    """Append a puzzle to a collection, with its grade if `band` is given; return its number, counted from 1.

    A missing collection is created. A puzzle that is already in the collection is not added again; its number is
    returned. Raises LibraryError and changes nothing if the name is invalid, if the file is full, or if it cannot be
    read or written.
    """
    if fault := name_fault(name):
        raise LibraryError(fault)
    path = directory / f"{name}.txt"
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with atomic.locked(directory):
            return _add(path, name, puzzle_line(puzzle, band, score), puzzle)
    except OSError as error:
        raise LibraryError(f"cannot write {path}: {paths.explain(path, error)}") from error


def _add(path: Path, name: str, line: str, puzzle: Puzzle) -> int:
    is_new = not paths.is_there(path)
    entries = () if is_new else Collection(path).entries
    for entry in entries:
        if entry.puzzle == puzzle:
            return entry.number
    before = f"# title: {name}\n\n" if is_new else path.read_text(encoding="utf-8")
    after = before + ("" if before.endswith("\n") or not before else "\n") + line + "\n"
    if len(after.encode()) > untrusted.MAX_BYTES:
        raise LibraryError(f"{path} is full: a collection has at most {untrusted.MAX_BYTES >> 20} MiB")
    atomic.atomic_write(path, after.encode())
    return len(entries) + 1


def _text_files(directory: Path) -> list[Path]:
    fault = paths.find_fault(directory, is_directory=True)
    if fault:
        raise LibraryError(f"your own collections cannot be read: {fault.text}")
    return sorted(directory.glob("*.txt"))
