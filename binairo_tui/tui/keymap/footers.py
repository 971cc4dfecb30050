"""Footers: the commands listed on the last line of a screen, and the word for each."""

from enum import Enum, unique

_LEAVE = ("leave", "app.back")
_HELP = ("help", "app.help")
_BACK = ("back", "app.back")
_QUIT = ("quit", "app.back")
_PLACE = ("place", "cell.zero", "cell.one")
_UNDO = ("undo", "play.undo")
_MORE = ("more", "play.more")
_WHAT_IF = ("what if", "play.branch")
_OFTEN = (
    ("next blank", "board.next-empty"),
    ("why", "play.why"),
    ("check", "play.check"),
    ("mark", "play.mark"),
    ("pause", "play.pause"),
    ("share", "share.show"),
)
_END_BRANCH = (("drop", "play.drop-branch"), ("keep", "play.keep-branch"))
_SOLVED = (
    ("replay", "play.replay"),
    ("waits", "play.times"),
    ("again", "play.again"),
    ("share", "share.show"),
    _MORE,
    _BACK,
)
_REASON = (("row", "drill.row"), ("column", "drill.column"), ("cell", "drill.cell"))
_ANSWER = ("answer", "play.more")
_DRILL_HELP = (("hint", "drill.hint"), ("show", "lesson.next"))
_MOVE = ("move", "list.up", "list.down")
_PLAY = ("play", "list.open")
_DELETE = ("delete", "games.delete")
_SCROLL = ("scroll", "page.up", "page.down")


@unique
class FooterContext(Enum):
    """The context whose keys the footer shows. Its value holds the entries, each a word and ids of commands.

    A narrow footer shows the first entry and the last two. In a list, these should be moving, `list.open` and
    `app.back`.

    While playing, the context is STRICT in a strict game or while a hint is shown that offers nothing more, and
    BRANCHING in a what-if branch. It is HINTING while a hint has more pages, and HINTED once the next press of its key
    does what the hint says (in a branch, BRANCH_HINTING and BRANCH_HINTED). WALKING and WALKED replace HINTING and
    HINTED while the board shows a step of a proof. EXPLAINED is used on the last page of the answer to `play.why`.
    After a solved puzzle, the context is SOLVED if the collection has a next puzzle, SOLVED_DAILY for a daily puzzle,
    SOLVED_LESSON for a lesson, SOLVED_NEW for a generated puzzle, SOLVED_RACE after a race, and SOLVED_LAST otherwise.
    RACING is used in a race, where help is not allowed.

    STORM is used before a run of Storm, STORM_RUN during the run, and STORM_OVER once it is over. In a run of several
    players, STORM_TOGETHER replaces STORM and STORM_RUN, and STORM_TOGETHER_OVER replaces STORM_OVER.

    LESSON is used for the first boards of the tutorial, and DRILL for a drill. If the reason is a branch, DRILL_CHAIN
    replaces DRILL, and DRILL_BRANCH is used in the branch. LESSON_STEP is used once a board or drill is done, and also
    for an example.
    """

    PLAYING = (_PLACE, _UNDO, _MORE, ("hint", "play.hint"), _WHAT_IF, *_OFTEN, _HELP, _BACK)
    STRICT = (_PLACE, _UNDO, _MORE, _WHAT_IF, _OFTEN[0], *_OFTEN[3:], _HELP, _BACK)
    BRANCHING = (_PLACE, _UNDO, _MORE, *_END_BRANCH, *_OFTEN, _HELP, _BACK)
    HINTING = (_PLACE, _UNDO, ("more", "play.hint"), _WHAT_IF, *_OFTEN, _HELP, _BACK)
    HINTED = (_PLACE, _UNDO, ("do it", "play.hint"), _WHAT_IF, *_OFTEN, _HELP, _BACK)
    BRANCH_HINTING = (_PLACE, _UNDO, ("more", "play.hint"), *_END_BRANCH, *_OFTEN, _HELP, _BACK)
    BRANCH_HINTED = (_PLACE, _UNDO, ("do it", "play.hint"), *_END_BRANCH, *_OFTEN, _HELP, _BACK)
    WALKING = (("next step", "play.hint"), ("back", "play.hint-back"), _UNDO, _HELP, _BACK)
    WALKED = (("do it", "play.hint"), ("back", "play.hint-back"), _UNDO, _HELP, _BACK)
    EXPLAINED = (_PLACE, ("back", "play.hint-back"), ("hint", "play.hint"), _UNDO, _HELP, _BACK)
    REPLAY = (
        ("step", "replay.back", "replay.next"),
        ("run, stop", "replay.run"),
        ("race", "replay.race"),
        ("long waits", "replay.wait"),
        ("to a file", "replay.file"),
        ("end", "replay.end"),
        _BACK,
    )
    PAUSED = (_HELP, _BACK)
    SOLVED = (("next puzzle", "play.next"), *_SOLVED)
    SOLVED_DAILY = (("calendar", "play.next"), *_SOLVED)
    SOLVED_LESSON = (("lessons", "play.next"), *_SOLVED)
    SOLVED_NEW = (("new puzzle", "play.next"), *_SOLVED)
    SOLVED_RACE = (("rematch", "play.next"), *_SOLVED[:-1], ("room", "app.back"))
    SOLVED_LAST = _SOLVED
    RACING = (_PLACE, _UNDO, _MORE, ("mark", "play.mark"), _WHAT_IF, _OFTEN[0], _HELP, _BACK)
    STORM = (_PLACE, _UNDO, ("next blank", "storm.next-empty"), _HELP, _LEAVE)
    STORM_RUN = (*STORM[:-1], ("end the run", "app.back"))
    STORM_TOGETHER = (*STORM[:-1], ("room", "app.back"))
    STORM_OVER = (("again", "storm.again"), ("practise", "storm.practise"), _MORE, _HELP, _BACK)
    STORM_TOGETHER_OVER = (("rematch", "storm.again"), *STORM_OVER[1:-1], ("room", "app.back"))
    EDITING = (
        _PLACE,
        _MORE,
        _UNDO,
        ("complete", "edit.complete-few"),
        ("reduce", "edit.reduce"),
        ("play", "edit.play"),
        ("save", "edit.save"),
        ("signs", "edit.equal", "edit.unequal"),
        _HELP,
        _BACK,
    )
    SOLUTIONS = (("next", "solutions.next"), ("previous", "solutions.previous"), _BACK)
    LIST = (_MOVE, ("open", "list.open"), _HELP, _BACK)
    DIALOG = (_MOVE, ("choose", "list.open"), _BACK)
    LAST_DIALOG = (_MOVE, ("choose", "list.open"), _QUIT)
    CHOICES = (_MOVE, ("choose", "list.open"), _HELP, _BACK)
    GAMES = (_MOVE, _DELETE, _PLAY, _BACK)
    SOLVES = (_MOVE, ("delete replay", "games.delete"), ("open", "list.open"), _BACK)
    HOME = (_MOVE, ("open", "list.open"), _HELP, _QUIT)
    HOME_GAME = (_MOVE, _PLAY, _DELETE, _HELP, _QUIT)
    DAILY = (
        ("day", "daily.left", "daily.right"),
        ("week", "daily.up", "daily.down"),
        ("size", "daily.size"),
        ("month", "daily.month-before", "daily.month-after"),
        ("play", "daily.play"),
        _BACK,
    )
    NEW = (("move", "new.up", "new.down"), ("change", "new.previous", "new.next"), ("make and play", "new.make"), _BACK)
    MAKING = (("give up", "app.back"),)
    LESSON = (_PLACE, _UNDO, ("skip", "lesson.next"), _LEAVE)
    DRILL = (_PLACE, *_REASON, *_DRILL_HELP, _ANSWER, _LEAVE)
    DRILL_CHAIN = (_PLACE, ("what if", "drill.branch"), *_DRILL_HELP, _LEAVE)
    DRILL_BRANCH = (_PLACE, _UNDO, ("drop", "drill.drop"), *_DRILL_HELP, _ANSWER, _LEAVE)
    LESSON_STEP = (("continue", "play.more", "lesson.next"), _LEAVE)
    IMPORT = (
        ("play", "import.play"),
        ("solutions", "import.solutions"),
        ("edit", "import.edit"),
        ("next", "import.next"),
        ("other reading", "import.other"),
        _BACK,
    )
    ALL_STATISTICS = (("style", "statistics.style"), ("all solves", "statistics.solves"), _BACK)
    STATISTICS = (
        ("style", "statistics.style"),
        ("chart", "statistics.chart"),
        ("all solves", "statistics.solves"),
        _BACK,
    )
    SHARE = (
        ("format", "share.previous", "share.next"),
        ("copy", "share.copy"),
        ("to a file", "share.file"),
        _SCROLL,
        _BACK,
    )
    QUESTION = (("yes", "question.yes"), ("no", "question.no"))
    PAGE = (_SCROLL, ("page", "page.page-up", "page.page-down"), ("top", "page.top"), ("bottom", "page.end"), _BACK)
    PALETTE = (("move", "palette.up", "palette.down"), ("run", "palette.run"), ("close", "palette.close"))
    SETTINGS = (_MOVE, ("previous value", "list.back"), ("next value", "list.open"), _BACK)
