"""Footers: the commands that the last line of a screen names, and the word for each."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    Entry = tuple[str, ...]
    """A word, and the ids of the commands that share it."""


class FooterContext(Enum):
    """The context whose keys the footer shows.

    While playing it is STRICT if the game is, BRANCHING in a what-if branch, HINTING if a hint can be told in more
    detail, HINTED if it was told in full. A puzzle is SOLVED if its collection has more of them; otherwise it is one of
    a day, a new one, or the last.
    """

    PLAYING = "playing"
    STRICT = "strict"
    BRANCHING = "branching"
    HINTING = "hinting"
    HINTED = "hinted"
    REPLAY = "replay"
    PAUSED = "paused"
    SOLVED = "solved"
    SOLVED_DAILY = "solved daily"
    SOLVED_NEW = "solved new"
    SOLVED_LAST = "solved last"
    EDITING = "editing"
    SOLUTIONS = "solutions"
    LIST = "list"
    GAMES = "games"
    HOME = "home"
    HOME_GAME = "home game"
    DAILY = "daily"
    NEW = "new"
    MAKING = "making"
    LESSON = "lesson"
    IMPORT = "import"
    STATISTICS = "statistics"
    SHARE = "share"
    QUESTION = "question"
    PAGE = "page"
    PALETTE = "palette"
    SETTINGS = "settings"


TEXT_ENTRY = (FooterContext.IMPORT,)
"""Contexts in which keys of one character type it."""

_HELP = ("help", "app.help")
_BACK = ("back", "app.back")
_QUIT = ("quit", "app.back")
_PLACE = ("place", "cell.zero", "cell.one")
_UNDO = ("undo", "play.undo")
_WHAT_IF = ("what if", "play.branch")
_SOLVED = (("replay", "play.replay"), ("more", "play.more"), ("share", "share.show"), _BACK)
_MOVE = ("move", "list.up", "list.down")
_GAME = (_MOVE, ("go on", "list.open"), ("delete", "games.delete"))
_SCROLL = ("scroll", "page.up", "page.down")

FOOTERS: Mapping[FooterContext, tuple[Entry, ...]] = {
    FooterContext.PLAYING: (_PLACE, _UNDO, ("hint", "play.hint"), _WHAT_IF, _HELP, _BACK),
    FooterContext.STRICT: (_PLACE, _UNDO, _WHAT_IF, _HELP, _BACK),
    FooterContext.BRANCHING: (
        _PLACE,
        _UNDO,
        ("drop", "play.drop-branch"),
        ("make definite", "play.keep-branch"),
        _HELP,
        _BACK,
    ),
    FooterContext.HINTING: (_PLACE, _UNDO, ("more of it", "play.hint"), _WHAT_IF, _HELP, _BACK),
    FooterContext.HINTED: (_PLACE, _UNDO, ("do it", "play.hint"), _WHAT_IF, _HELP, _BACK),
    FooterContext.REPLAY: (
        ("step", "replay.next", "replay.back"),
        ("run, stop", "replay.run"),
        ("end", "replay.end"),
        _BACK,
    ),
    FooterContext.PAUSED: (("go on", "play.pause"), _BACK),
    FooterContext.SOLVED: (("next puzzle", "play.next"), *_SOLVED),
    FooterContext.SOLVED_DAILY: (("calendar", "play.next"), *_SOLVED),
    FooterContext.SOLVED_NEW: (("another one", "play.next"), *_SOLVED),
    FooterContext.SOLVED_LAST: _SOLVED,
    FooterContext.EDITING: (
        _PLACE,
        ("sign", "edit.equal", "edit.unequal"),
        ("complete", "edit.complete"),
        ("save", "edit.save"),
        _HELP,
        _BACK,
    ),
    FooterContext.SOLUTIONS: (
        ("next", "solutions.next"),
        ("previous", "solutions.previous"),
        ("what all share", "solutions.show-agreed"),
        _BACK,
    ),
    FooterContext.LIST: (_MOVE, ("open", "list.open"), _HELP, _BACK),
    FooterContext.GAMES: (*_GAME, _BACK),
    FooterContext.HOME: (_MOVE, ("open", "list.open"), _HELP, _QUIT),
    FooterContext.HOME_GAME: (*_GAME, _HELP, _QUIT),
    FooterContext.DAILY: (
        ("day", "daily.left", "daily.right"),
        ("month", "daily.month-before", "daily.month-after"),
        ("size", "daily.size"),
        ("play", "daily.play"),
        _BACK,
    ),
    FooterContext.NEW: (
        ("move", "new.up", "new.down"),
        ("change", "new.previous", "new.next"),
        ("make and play", "new.make"),
        _BACK,
    ),
    FooterContext.MAKING: (("give up", "app.back"),),
    FooterContext.LESSON: (_PLACE, ("go on", "lesson.next"), ("skip", "app.back")),
    FooterContext.IMPORT: (("play", "import.play"), ("solutions", "import.solutions"), ("edit", "import.edit"), _BACK),
    FooterContext.STATISTICS: (
        ("how solved", "statistics.style"),
        ("size", "statistics.size"),
        ("band", "statistics.band"),
        ("days or times", "statistics.chart"),
        ("export", "statistics.csv"),
        _BACK,
    ),
    FooterContext.SHARE: (
        ("format", "share.previous", "share.next"),
        ("copy", "share.copy"),
        ("to a file", "share.file"),
        ("your values", "share.values"),
        _SCROLL,
        _BACK,
    ),
    FooterContext.QUESTION: (("yes", "question.yes"), ("no", "question.no")),
    FooterContext.PAGE: (_SCROLL, _BACK),
    FooterContext.PALETTE: (
        ("move", "palette.up", "palette.down"),
        ("do it", "palette.run"),
        ("close", "palette.close"),
    ),
    FooterContext.SETTINGS: (_MOVE, ("next value", "list.open"), ("value before", "list.back"), _BACK),
}
