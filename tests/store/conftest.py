import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from binairo_tui.store.database import ProgressConnection
from binairo_tui.store.opening import open_database
from binairo_tui.store.writer import SaveStatus, Writer
from tests.store.games import WAIT, Gate, Statuses, TickingClock, writer_to


@pytest.fixture
def path(tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    return tmp_path / "progress.db"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Writer]]:
    """A progress file and its writer, for all tests of a module."""
    path = tmp_path_factory.mktemp("shared") / "progress.db"
    writer = writer_to(path)
    yield path, writer
    assert writer.close(WAIT)


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(path)) as connection:
        yield connection


@pytest.fixture
def old_file(path: Path) -> Path:
    """A file of schema 1: a game in play, one solved by hand, one solved with help, and one without steps."""
    return _load(path, "schema_1.sql")


@pytest.fixture
def old_file_2(path: Path) -> Path:
    """A file of schema 2: games solved by the program and by hand, reopened, or only begun; one is damaged."""
    return _load(path, "schema_2.sql")


@pytest.fixture
def old_file_3(path: Path) -> Path:
    """A file of schema 3: a game in play, and one that is solved."""
    return _load(path, "schema_3.sql")


def _load(path: Path, name: str) -> Path:
    script = Path(__file__).with_name(name).read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path


@pytest.fixture
def statuses() -> Statuses:
    return Statuses()


@pytest.fixture
def make_writer(path: Path) -> Iterator[Callable[..., Writer]]:
    """Make writers that are closed after the test. Without `check_seconds`, only saves notice a loss."""
    made: list[Writer] = []

    def make(
        on_status: Callable[[SaveStatus], None],
        connect: Callable[[], ProgressConnection] | None = None,
        *,
        check_seconds: float = WAIT,
    ) -> Writer:
        connect = connect or partial(open_database, path)
        if isinstance(on_status, Gate):
            connect = partial(on_status.connect, connect)
        clock = TickingClock()
        made.append(Writer(connect, on_status, now=clock, retry_seconds=0.005, check_seconds=check_seconds))
        return made[-1]

    yield make
    for writer in made:
        writer.close(WAIT)
