"""The errors raised by the store. Each message is a sentence or clause for the player."""


class StoreError(Exception):
    """Progress cannot be read or saved."""


class UnsafePathError(StoreError):
    """Someone else could change or redirect the file or its directory."""


class ForeignFileError(StoreError):
    """The file is a database that belongs to another program."""


class SchemaTooNewError(StoreError):
    """The file was written by a newer version of this program."""


class DamagedFileError(StoreError):
    """SQLite reports that the file is malformed or no database, or this program has found other damage."""


class UnavailableError(StoreError):
    """SQLite or the system cannot do this now, as when the disk is full. The same call may succeed later."""


class NoSuchGameError(StoreError):
    """No game has this id."""


class DamagedGameError(StoreError):
    """The rows of the game `game_id` contradict each other or their checksums. Other games are not affected."""

    def __init__(self, message: str, game_id: str) -> None:
        super().__init__(message)
        self.game_id = game_id


class GameConflictError(StoreError):
    """Another session has written, taken over or deleted the game since this session read it."""

    def __init__(self) -> None:
        super().__init__("this game was played, taken over or deleted in another session")
