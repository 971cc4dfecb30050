"""Palette: the commands that are possible now, places and settings. Typing letters of a name finds one."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.dom import DOMNode
from textual.fuzzy import Matcher
from textual.geometry import Offset
from textual.screen import ModalScreen, Screen

from binairo_tui.tui.keymap import COMMANDS, Command, FooterContext, Scope, keymap, keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.settings import SHOWN_FIELDS, SettingsScreen
from binairo_tui.tui.view.spans import BLANK, Span, TextLine, column, line, wrapped
from binairo_tui.tui.widgets import bars, text_lines

_PROMPT = ": "
_ABOUT_ROWS = 3
"""The number of rows at the end: a blank row, and two rows of help for the current command."""
_MOVES = (Scope.LIST, Scope.PAGE, Scope.QUESTION)
"""Scopes whose commands move a cursor."""
_MOVING = (
    *("board.", "daily.left", "daily.right", "daily.up", "daily.down", "daily.month-", "new."),
    *("replay.next", "replay.back", "replay.first", "replay.last"),
)
"""Beginnings of the ids of the commands outside `_MOVES` that move a cursor."""
_PLACES: Mapping[Place[...], str] = {
    Places.DAILY: "Daily puzzles",
    Places.NEW: "New puzzle",
    Places.GAMES: "Continue a game",
    Places.COLLECTIONS: "Collections",
    Places.TUTORIAL: "Tutorial",
    Places.PRACTICE: "Practice",
    Places.STORM: "Storm",
    Places.IMPORT: "Import a puzzle",
    Places.EDITOR: "Editor",
    Places.STATISTICS: "Statistics",
    Places.SOLVES: "All solves",
}


class Offer(NamedTuple):
    command: Command
    node: DOMNode


class PaletteScreen(ModalScreen[Offer], BaseScreen[Offer]):
    """A searchable list of commands. Its result is the offer that the player chooses, or None."""

    DEFAULT_CSS = """
    PaletteScreen {
        background: transparent;
        align: center top;

        & > TextLines {
            width: 76; max-width: 100%; height: 22; max-height: 100%; margin: 1 0;
            padding: 0 1; background: $background; border: round $accent; border-title-color: $accent;
        }
    }
    """
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PALETTE,)

    def __init__(self, offers: Iterable[Offer]) -> None:
        super().__init__()
        self._offers = tuple(offers)
        self._matches = self._offers
        self._typed = ""
        self._current = 0

    def compose(self) -> ComposeResult:
        yield text_lines.TextLines(frame_title="Commands")
        yield bars.KeyFooter(FooterContext.PALETTE)

    def on_mount(self) -> None:
        self._show()

    def cursor_place(self) -> Offset | None:
        return self.query_one(text_lines.TextLines).content_region.offset + Offset(len(_PROMPT) + len(self._typed), 0)

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and event.character:
            event.stop()
            self._type(self._typed + event.character)

    def action_erase(self) -> None:
        if self._typed:
            self._type(self._typed[:-1])
        else:
            self.dismiss()

    def action_step(self, by: int) -> None:
        if self._matches:
            self._current = (self._current + by) % len(self._matches)
            self._show()

    def action_run(self) -> None:
        if self._matches:
            self.dismiss(self._matches[self._current])

    def _type(self, typed: str) -> None:
        self._typed = typed[:40]
        self._matches = matching(self._offers, self._typed)
        self._current = 0
        self._show()

    def _show(self) -> None:
        self.query_one(text_lines.TextLines).show(self._lines)

    def _lines(self, width: int, height: int) -> list[TextLine]:
        rows = max(height - 2 - _ABOUT_ROWS, 1)
        first = max(min(self._current - rows // 2, len(self._matches) - rows), 0)
        shown = [
            self._line(offer.command, width, is_current=first + index == self._current)
            for index, offer in enumerate(self._matches[first : first + rows])
        ]
        shown = shown or [line(Span("No such command.", "muted"))]
        blanks = [BLANK] * (rows - len(shown))
        place = f"{self._current + 1} of {len(self._matches)}" if len(self._matches) > rows else ""
        typed = column(self._typed, max(width - len(_PROMPT) - len(place), len(self._typed) + 2))
        prompt = line(Span(_PROMPT, "accent"), typed, Span(place, "muted"))
        about = wrapped(self._matches[self._current].command.help, width, "muted") if self._matches else []
        return [prompt, BLANK, *shown, *blanks, BLANK, *about[: _ABOUT_ROWS - 1]]

    def _line(self, command: Command, width: int, *, is_current: bool) -> TextLine:
        """Return a command with its keys at the right: all of them or, if there is no room, only the first."""
        keymap = keymap_of(self.app)
        keys = keymap.keys_text(command.id) if command.id in keymap.keys else ""
        room = width - len(text_lines.MARKER)
        if len(command.title) + len(keys) + 2 > room:
            keys = keymap.key_of(command.id) if keys else ""
        title = column(command.title, max(room - len(keys), 2))
        if is_current:
            return line(Span(f"{text_lines.MARKER}{title}{keys}", "accent"))
        return line(" " * len(text_lines.MARKER), title, Span(keys, "muted"))


def offers_on(screen: Screen[object], *, moves: bool = False) -> list[Offer]:
    """Return the commands possible now, in the order of COMMANDS; those that move a cursor only with `moves`."""
    nodes = keymap.offered_commands(screen.focused or screen)
    offers = [Offer(it, nodes[it.id]) for it in COMMANDS if it.id in nodes and it.id != "app.palette"]
    return [it for it in offers if moves or not (it.command.scope in _MOVES or it.command.id.startswith(_MOVING))]


def offers_everywhere(screen: Screen[object]) -> list[Offer]:
    """Return the commands on a screen, and commands for the settings and for the places that no other command opens."""
    here = offers_on(screen)
    actions = {it.command.action for it in here}
    places = [
        Command(Scope.APP, f"go.{place.name.lower()}", "", action, title, f"Go to: {title.lower()}.")
        for place, title in _PLACES.items()
        if (action := f"app.go('{place.name}')") not in actions
    ]
    fields = () if isinstance(screen, SettingsScreen) else SHOWN_FIELDS  # there, they are on the screen
    choices = [Command(Scope.APP, it.name, "", f"app.choose('{it.name}')", f"{it.title}...", it.help) for it in fields]
    found = [*here, *[Offer(it, screen.app) for it in (*places, *choices)]]
    # What destroys something comes last, so that the palette never opens on it.
    return sorted(found, key=lambda it: (it.command.id == "games.delete", _is_for_everywhere(it)))


def _is_for_everywhere(offer: Offer) -> bool:
    return offer.command.scope is Scope.APP


def matching(offers: Iterable[Offer], typed: str) -> tuple[Offer, ...]:
    """Return the offers that match the typed text, best first.

    An offer matches if its title has the typed letters in order, or if its help contains the typed text. Titles in
    which a word begins with the text come first; of these, the commands of the screen come before those of the whole
    app. All offers match a blank text.
    """
    wanted = typed.strip()
    if not wanted:
        return tuple(offers)
    matcher = Matcher(wanted)
    ranked = []
    for offer in offers:
        score = matcher.match(offer.command.title)
        if not score and wanted.lower() in offer.command.help.lower():
            score = 0.01  # lower than that of any matching title
        if score:
            words = offer.command.title.lower().split()
            begins = any(word.startswith(wanted.lower()) for word in words)
            ranked.append((not begins, begins and _is_for_everywhere(offer), -score, offer))
    return tuple([offer for *_, offer in sorted(ranked, key=lambda it: it[:3])])
