"""Lets players watch the races of others: only racers who allow it, and only races in which they do not take part."""

from collections.abc import Callable, Iterable, Iterator

from binairo_tui.files.json_lines import Fields, required_field
from binairo_tui.host.links import Link
from binairo_tui.host.rooms import Member, Phase, RaceRoom, RoomError


class Watching:
    """Knows who watches whom. `rooms` returns all rooms, and `links_of` the links of the sessions of a player."""

    def __init__(self, rooms: Callable[[], Iterable[RaceRoom]], links_of: Callable[[str], list[Link]]) -> None:
        self._rooms = rooms
        self._links_of = links_of
        self._watched: dict[Link, str] = {}
        """Maps the links of watchers to the ids of the players that they watch."""

    async def watched(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the name of each player who may be watched now, with the title of the race."""
        return {"games": [[member.name, room.title] for room, member in self._watchable(link)]}

    async def watch(self, link: Link, fields: Fields) -> dict[str, object]:
        """Return a player's game, and report all changes in it from now on."""
        name = required_field(fields, "name", str)
        for room, member in self._watchable(link):
            if member.name == name:
                self._watched[link] = member.id
                return _shown(room, member)
        raise RoomError("This player cannot be watched now.")

    async def stop(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Stop reporting changes in the watched game."""
        self.forget(link)
        return {}

    def forget(self, link: Link) -> None:
        """Stop reporting the watched game to a link."""
        self._watched.pop(link, None)

    def forbid(self, player: str) -> None:
        """Stop everyone from watching a player who no longer allows it."""
        for link, watched in list(self._watched.items()):
            if watched == player:
                self._end(link)

    def leave_for(self, room: RaceRoom, link: Link) -> None:
        """Stop a player who enters a room from watching its racers."""
        if self._watched.get(link) in room.members:
            self._end(link)

    def show(self, room: RaceRoom, player: str) -> None:
        """Report a racer's game to those who watch it."""
        member = room.members.get(player)
        if member is None:
            return
        game = {"game": _shown(room, member)}
        for link, watched in self._watched.items():
            if watched == player:
                link.tell("watch", game)

    def _end(self, link: Link) -> None:
        del self._watched[link]
        link.tell("watch", {"game": None})

    def _watchable(self, link: Link) -> Iterator[tuple[RaceRoom, Member]]:
        """Yield each racer whom a player may watch, with the room."""
        for room in self._rooms():
            if room.phase is Phase.RUNNING and link.visitor.player not in room.members:
                for member in room.members.values():
                    if member.log is not None and any(it.visitor.is_watchable for it in self._links_of(member.id)):
                        yield room, member


def _shown(room: RaceRoom, member: Member) -> dict[str, object]:
    history = member.log.history if member.log else ""
    return {"name": member.name, "title": room.title, "puzzle": str(room.puzzle), "history": history}
