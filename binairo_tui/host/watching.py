"""Lets players watch the races of others: only racers who allow it, and only races in which they do not take part."""

from collections.abc import Callable, Iterable, Iterator

from binairo_tui.files.json_lines import Fields, required_field
from binairo_tui.host.links import Link
from binairo_tui.host.rooms import Member, Phase, RaceRoom, RoomError


class Watching:
    """Keeps track of who watches whom. `rooms` returns all rooms, and `links_of` the links of a player's sessions."""

    def __init__(self, rooms: Callable[[], Iterable[RaceRoom]], links_of: Callable[[str], list[Link]]) -> None:
        self._rooms = rooms
        self._links_of = links_of
        self._watched: dict[Link, str] = {}
        """Maps the links of watchers to the ids of the players that they watch."""

    async def watched(self, link: Link, fields: Fields) -> dict[str, object]:  # noqa: ARG002
        """Return the name of each player who may be watched now, with the title of that player's race."""
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

    def enter(self, room: RaceRoom) -> None:
        """Stop all sessions of the players in a room from watching one another, because somebody has entered it."""
        for link, watched in list(self._watched.items()):
            if link.visitor.player in room.members and watched in room.members:
                self._end(link)

    def show(self, room: RaceRoom, member: Member) -> None:
        """Report a racer's game to everybody who is watching it and still may watch it."""
        for link, watched in list(self._watched.items()):
            if watched == member.id and not self._may_watch(link, room, member):
                self._end(link)
            elif watched == member.id:
                link.tell("watch", {"game": _shown(room, member)})

    def _end(self, link: Link) -> None:
        del self._watched[link]
        link.tell("watch", {"game": None})

    def _watchable(self, link: Link) -> Iterator[tuple[RaceRoom, Member]]:
        """Yield each racer whom a player may watch, with the room."""
        for room in self._rooms():
            if room.phase is Phase.RUNNING:
                for member in room.members.values():
                    if member.log is not None and self._may_watch(link, room, member):
                        yield room, member

    def _may_watch(self, link: Link, room: RaceRoom, member: Member) -> bool:
        """Return True if a racer allows watching, and the player at the other end of `link` is not in the same room."""
        is_watchable = any(it.visitor.is_watchable for it in self._links_of(member.id))
        return is_watchable and link.visitor.player not in room.members


def _shown(room: RaceRoom, member: Member) -> dict[str, object]:
    history = member.log.history if member.log else ""
    return {"name": member.name, "title": room.title, "puzzle": str(room.puzzle), "history": history}
