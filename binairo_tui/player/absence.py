"""How long the player has been away, which decides when the game pauses by itself."""


class Absence:
    """The time since the player's last command.

    `limit` is the time, in seconds, after which the game pauses; 0 means that it never does.
    """

    def __init__(self) -> None:
        self.limit = 0.0
        self._seconds = 0.0

    def tick(self, seconds: float) -> bool:
        """Add `seconds` in which the player gave no command; return True if the limit is reached."""
        self._seconds += seconds
        return bool(self.limit) and self._seconds >= self.limit

    def end(self) -> None:
        """Set the time back to 0, because the player has given a command."""
        self._seconds = 0.0
