"""Damaged files: no game is silently wrong, every error is a StoreError, and no sound file counts as damaged."""

from __future__ import annotations

import re
import shutil
import tempfile
import traceback
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from binairo_tui.store.backups import make_backup
from binairo_tui.store.errors import DamagedGameError, NoSuchGameError, StoreError
from binairo_tui.store.games import SavedGame
from binairo_tui.store.opening import open_database, open_repaired
from binairo_tui.store.queries import unfinished_games
from binairo_tui.store.saves import load_game
from tests.faults.harness import Figures, main
from tests.faults.player import PUZZLE, game, play, state
from tests.faults.syscalls import Begin, failing, why_not

GAMES = 8
BACKED_UP = 10
"""State of every game in the backup."""
PLAYED = 24
"""State of every game in the file."""
PAGE = 4096

Damage = Callable[[bytes, Random], bytes]


def measure(is_long: bool) -> Figures:
    """Try 1000 damaged files and 200 failing reads, or 100 and 10."""
    figures = Figures(files=0, told=0, whole_games=0, older_games=0, refused_games=0)
    figures.update(silently_wrong=0, tracebacks=0, failing_reads=0, healthy_quarantined=0)
    with tempfile.TemporaryDirectory() as directory:
        sound = Path(directory) / "sound" / "progress.db"
        _make(sound)
        chance = Random(0)
        for number in range(1000 if is_long else 100):
            # Single bits are the hardest to notice.
            kind = chance.choice(list(KINDS)) if number % 2 else "a flipped bit"
            _try(figures, sound, kind, chance)
        if not why_not():
            _fail_reads(figures, sound, 200 if is_long else 10)
    return figures


def _make(path: Path) -> None:
    """Create a file of some games, with a backup of earlier states."""
    for number in range(1, GAMES + 1):
        play(path, number, BACKED_UP, lambda number: None)
    with closing(open_database(path)) as connection:
        make_backup(connection)
    for number in range(1, GAMES + 1):
        play(path, number, PLAYED - BACKED_UP, lambda number: None)


def _try(figures: Figures, sound: Path, kind: str, chance: Random) -> None:
    """Damage a copy, open it as the program does, and check every game."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "data" / sound.name
        shutil.copytree(sound.parent, path.parent)
        path.write_bytes(KINDS[kind](path.read_bytes(), chance))
        figures["files"] += 1
        try:
            with closing(open_repaired(path)) as connection:
                unfinished_games(connection)
                is_told = bool(connection.notice)
                figures["told"] += is_told
                for number in range(1, GAMES + 1):
                    _look_at(figures, partial(load_game, connection, game(number).id), number, is_told=is_told)
        except StoreError:
            figures["told"] += 1
        except Exception:  # any other exception would reach the player
            figures.note("tracebacks", f"{kind}: {traceback.format_exc()}")


def _look_at(figures: Figures, load: Callable[[], SavedGame], number: int, *, is_told: bool) -> None:
    """Check one game: it must be as saved, as in the backup with a notice, or refused."""
    try:
        loaded = load()
    except (DamagedGameError, NoSuchGameError):
        figures["refused_games"] += 1
        return
    reached = loaded.progress.elapsed_ms
    is_known = 0 < reached <= PLAYED and loaded.progress == state(number, reached)
    if not is_known or loaded.puzzle != PUZZLE or (reached < PLAYED and not is_told):
        figures.note("silently_wrong", f"game {number} in state {reached}")
    else:
        figures["whole_games" if reached == PLAYED else "older_games"] += 1


def _fail_reads(figures: Figures, sound: Path, count: int) -> None:
    """Open a sound file while some reads fail."""
    for first in range(count):
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "data" / sound.name
            shutil.copytree(sound.parent, path.parent)
            failing(partial(_open, path), "pread64,read", "EIO", 1 + first % 40, 1 + first % 40 + first // 40)
            figures["failing_reads"] += 1
            if path.with_name("damaged").exists():
                figures.note("healthy_quarantined", f"reads from {first} on fail")


def _open(path: Path, begin: Begin) -> None:
    begin()
    try:
        open_repaired(path).close()
    except StoreError:
        return


def _flip_bit(raw: bytes, chance: Random) -> bytes:
    changed = bytearray(raw)
    changed[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _overwrite(raw: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(raw) - 8)
    return raw[:at] + chance.randbytes(8) + raw[at + 8 :]


def _zero_page(raw: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(raw) // PAGE) * PAGE
    return raw[:at] + bytes(PAGE) + raw[at + PAGE :]


def _truncate(raw: bytes, chance: Random) -> bytes:
    return raw[: chance.choice((chance.randrange(len(raw)), chance.randrange(len(raw) // PAGE) * PAGE))]


def _change_move(raw: bytes, chance: Random) -> bytes:
    """Change a value in a move, as a flipped bit does: only a checksum can detect this."""
    places = [match.start() for match in re.finditer(rb":\.>[01]", raw)]
    at = chance.choice(places) + 3
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def _empty(raw: bytes, chance: Random) -> bytes:
    return b""


def _other(raw: bytes, chance: Random) -> bytes:
    return chance.choice((b"no database at all\n", bytes(len(raw)), chance.randbytes(len(raw))))


KINDS: dict[str, Damage] = {
    "a flipped bit": _flip_bit,
    "8 bytes": _overwrite,
    "a zeroed page": _zero_page,
    "cut off": _truncate,
    "another move": _change_move,
    "empty": _empty,
    "something else": _other,
}


if __name__ == "__main__":
    main(measure)
