"""The app: owns the settings, the terminal and the navigator, and passes messages on to all screens."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import ClassVar, NamedTuple

from rich.console import Console
from textual import events
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Offset
from textual.screen import Screen
from textual.timer import Timer

from binairo_tui import files
from binairo_tui.player.catalog import Catalog, IncomingPuzzle
from binairo_tui.player.progress import Progress
from binairo_tui.store.writer import SaveStatus
from binairo_tui.tui import messages, navigator, screens, terminal
from binairo_tui.tui.inquiry import Inquiry, has_seams, shows_unicode
from binairo_tui.tui.keymap import CommandOwner, Keymap, Scope, keymap
from binairo_tui.tui.screens import base, places
from binairo_tui.tui.terminal import drawn_size, key_queue, textual_internals
from binairo_tui.tui.terminal.output import AsciiFilter, PrintableFilter
from binairo_tui.tui.themes import MANY_COLOURS, TerminalColours, choose_theme, terminal_colours
from binairo_tui.tui.view.layout import is_too_small
from binairo_tui.tui.widgets.bars import KeyFooter

REST_SECONDS = 600.0
"""The app rests if this many seconds pass without input. In a rest, its clocks advance only once a minute.

The app also rests while the terminal does not have the focus.
"""
RESIZE_REST_SECONDS = 0.15
"""Seconds after a resize until the app asks for the size again: of many quick resizes, the last can be lost."""
AFTER_FIRST_FRAME = (
    "hashlib",
    "binairo_tui.engine.consequences",
    "binairo_tui.store.backups",
    "binairo_tui.store.queries",
    "binairo_tui.tui.view.solved_text",
)
"""Modules that the first board does not need. They are imported after it, so that no key waits for them."""
MOST_BUGS = 5
"""The app ends after this many bugs within `BUG_SECONDS`, because it may be unable to draw anything."""
BUG_SECONDS = 10.0
_BUG = "this did not work, because of a bug in binairo-tui; 'binairo doctor' shows the report"


class StartOptions(NamedTuple):
    """What the app shows first; by default, the home screen.

    `incoming` is a puzzle to play or, if `edits` is True, to edit. `edits` without a puzzle continues with the draft of
    the editor. `daily` opens today's daily puzzle. `teaches` opens the first steps, unless `Surroundings.is_newcomer`
    is True.
    """

    incoming: IncomingPuzzle | None = None
    edits: bool = False
    daily: bool = False
    teaches: bool = False


START_AT_HOME = StartOptions()


class BinairoApp(CommandOwner, textual_internals.GuardedApp):
    """The app of one player.

    `monotonic` is the clock that measures playing time, in seconds. `colours` describes the colours of the terminal,
    and `utf8` is True if the terminal can show more than ASCII. `inquiry` holds the answers of the terminal, including
    late ones. `surroundings` describes where the app runs, such as on a host.
    """

    TITLE = "Binairo"
    CSS_PATH = "app.tcss"  # a game's styles; `TextScreen` has those of the other screens
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.APP,)
    _has_theme = False

    def __init__(
        self,
        progress: Progress,
        catalog: Catalog,
        start_options: StartOptions = START_AT_HOME,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        colours: TerminalColours = MANY_COLOURS,
        utf8: bool = True,
        preferences: messages.Preferences | None = None,
        driver_class: type[Driver] | None = None,
        inquiry: Inquiry | None = None,
        surroundings: messages.Surroundings = messages.ALONE,
    ) -> None:
        super().__init__(driver_class=driver_class, ansi_color=True if colours.few else None)
        self.terminal: terminal.Terminal | None = None
        self.inquiry = inquiry or Inquiry({})
        self._progress = progress
        self._preferences = preferences or messages.Preferences()
        self.navigator = navigator.AppNavigator(
            self, progress, catalog, self._preferences, monotonic=monotonic, surroundings=surroundings
        )
        self.bind_keys(self.keymap)
        self._utf8 = utf8
        self.has_seams = has_seams(self.inquiry.environ, self.inquiry.answers)
        self._printable_filter = PrintableFilter()
        self._ascii_filter = AsciiFilter()
        self._commands = keymap.KeyCommands(self, self.navigator.tell, self._us_character)
        self._keys = key_queue.KeyQueue(self, self._take_input, self._forward_input)
        self._size_check: Timer | None = None
        self._rest_timer: asyncio.TimerHandle | None = None
        self._is_resting = False
        self._bugs: deque[float] = deque(maxlen=MOST_BUGS)
        self._colours = colours
        self.animation_level = "none"
        self._start_options = start_options
        self._shown_notice = ""
        self._set_console()
        self._prepare_styles()

    def _set_console(self) -> None:
        """Make Rich write as many colours as the terminal has; Textual decides by the environment alone."""
        self.console = Console(
            file=self.console.file, color_system=self._colours.system, no_color=False, force_terminal=True, width=80
        )

    def use_answers(self) -> None:
        """Change the look if late answers of the terminal show that the terminal is of another kind."""
        environ, answers = self.inquiry.environ, self.inquiry.answers
        look = terminal_colours(environ, answers), shows_unicode(environ, answers), has_seams(environ, answers)
        if look != (self._colours, self._utf8, self.has_seams):
            self._colours, self._utf8, self.has_seams = look
            self.ansi_color = True if self._colours.few else None
            self._set_console()
            self._use_theme()
            self.refresh_css(animate=False)

    @property
    def cursor_position(self) -> Offset:
        """What `cursor_place` of the screen in front returns or, if that is None, what a widget has set."""
        stack = self.screen_stack
        place = stack[-1].cursor_place() if stack and isinstance(stack[-1], base.BaseScreen) else None
        return self._cursor_place if place is None else place

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._cursor_place = place

    @property
    def keymap(self) -> Keymap:
        return self._preferences.keymap

    def get_line_filters(self) -> Sequence[LineFilter]:
        charset = self._preferences.settings.charset
        filters = [self._printable_filter, *super().get_line_filters()]
        is_unicode = charset == "unicode" or (charset == "auto" and self._utf8)
        return filters if is_unicode else [*filters, self._ascii_filter]

    def _prepare_styles(self) -> None:
        """Set the theme before the first screen is made: otherwise, Textual would parse all styles twice."""
        self._use_theme()
        self.stylesheet.set_variables(self.get_css_variables())
        self._is_css_current = True

    def _use_theme(self) -> None:
        chosen = choose_theme(self._preferences.settings.theme, self._colours)
        if chosen.problem:
            self._preferences.problems.append(f"config.toml: {chosen.problem}")
        self._preferences.theme_reason = chosen.reason
        self._has_theme = True
        self.register_theme(chosen.theme)
        self.theme = chosen.theme.name

    def get_css_variables(self) -> dict[str, str]:
        # Textual asks first for the colours of its default theme, which take a millisecond and are never seen.
        return super().get_css_variables() if self._has_theme else {}

    def refresh_css(self, animate: bool = True) -> None:
        if self._is_css_current:
            self._is_css_current = False
            return
        super().refresh_css(animate)

    def get_default_screen(self) -> Screen[None]:
        screen = self.navigator.first_screen(self._start_options.incoming, edits=self._start_options.edits)
        for path in screen.css_path:  # Textual does this for all screens but the first
            self.stylesheet.read(path)
        return screen

    def on_mount(self) -> None:
        self._progress.on_status = self._post_status
        self._stay_awake()
        self.app_resume_signal.subscribe(self, lambda _: self._resume())
        options, surroundings = self._start_options, self.navigator.surroundings
        if options.daily:
            self.call_later(self.navigator.open_today)
        elif options.teaches and not surroundings.is_newcomer:
            self.navigator.go(places.Places.FIRST_STEPS)
        for module in AFTER_FIRST_FRAME:
            self.call_after_refresh(import_module, module)
        self._show_notice()
        news = list(options.incoming.notes) if options.incoming else []
        if self._preferences.problems:
            news.append(messages.problems_text(self._preferences.problems))
        if news:
            self.call_after_refresh(self.navigator.tell, " ".join(news))
        surroundings.arrive(self, self.navigator)

    def _post_status(self, status: SaveStatus) -> None:
        """Pass on, from the writer's thread, a status that is news or that the screen in front awaits."""
        is_news = status != self.navigator.status or status.is_refusal or bool(self._progress.notice)
        if is_news or (isinstance(self.screen, base.BaseScreen) and self.screen.awaits_saves):
            self.post_message(messages.SaveStatusChanged(status))

    def on_save_status_changed(self, message: messages.SaveStatusChanged) -> None:
        if not message.status.is_refusal:
            self.navigator.status = message.status
        if self._progress.notice:
            self._show_notice()
        for screen in self.screen_stack:
            screen.post_message(messages.SaveStatusChanged(message.status))

    def on_settings_changed(self, message: messages.SettingsChanged) -> None:
        if message.name in ("keys", "keys_preset"):
            nodes = [node for screen in self.screen_stack for node in screen.walk_children(with_self=True)]
            for node in (self, *nodes):
                if isinstance(node, CommandOwner):
                    node.bind_keys(self.keymap)
        before = self.theme
        if message.name == "theme":
            self._use_theme()
        if message.name in ("theme", "charset") and self.theme == before:
            self.refresh_css(animate=False)  # Textual caches lines, and notices a new theme only by its name
        for screen in self.screen_stack:
            screen.query(KeyFooter).refresh()
            screen.post_message(messages.SettingsChanged(message.name))

    def _show_notice(self) -> None:
        """Show what happened to the progress file, or why it cannot be used, unless the last notice said the same."""
        notice, problem = self._progress.notice, self._progress.problem
        news = notice or problem
        if news and news != self._shown_notice:
            self._shown_notice = news
            dialog = screens.dialog
            self.push_screen(dialog.repaired_dialog(notice) if notice else dialog.unsaved_dialog(problem, self.exit))

    def survive(self, error: Exception) -> None:
        """Report a bug and go on; end the app after `MOST_BUGS` bugs within `BUG_SECONDS` seconds.

        If the cause is that the system lacks something, such as memory, tell the player about that.
        """
        sentence = files.bug_reports.report(error, "while the app ran")
        now = time.monotonic()
        self._bugs.append(now)
        if self._bugs[0] > now - BUG_SECONDS and len(self._bugs) == MOST_BUGS:
            self.exit(return_code=files.streams.BUG, message=f"binairo: {sentence}")
        else:
            self.call_later(self.navigator.tell, sentence if files.bug_reports.find_shortage(error) else _BUG)

    def action_palette(self) -> None:
        async def run(offer: "screens.palette.Offer | None") -> None:
            if offer is not None:
                await self.run_action(offer.command.action, offer.node)

        offers = screens.palette.offers_everywhere(self.screen)
        refused = self.navigator.surroundings.refused
        self.push_screen(screens.palette.PaletteScreen([it for it in offers if it.command.id not in refused]), run)

    def action_go(self, name: str) -> None:
        place: messages.Place[[]] = getattr(places.Places, name)
        self.navigator.go(place)

    def action_choose(self, name: str) -> None:
        self.navigator.go(places.Places.SETTINGS, name)

    def action_leave(self) -> None:
        self.navigator.leave()

    def action_escape(self) -> None:
        self.navigator.escape()

    def action_suspend_process(self) -> None:
        if self.navigator.surroundings.no_shell:
            self.navigator.tell(self.navigator.surroundings.no_shell)
        else:
            super().action_suspend_process()

    def action_repaint(self) -> None:
        self.screen.refresh()

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Resize) and event.size != (size := drawn_size(event.size)):
            event = events.Resize(size, size)
        is_input = isinstance(event, (events.InputEvent, events.Paste))
        if is_input and not event.is_forwarded:
            self._stay_awake()
            await self._keys.put(event)
            if not self._keys.has_more:
                textual_internals.draw_now(self.screen)
        else:
            await super().on_event(event)
            if is_input:
                self._keys.came_back(event)

    def _resume(self) -> None:
        self._stay_awake()
        self.action_repaint()  # Textual leaves the screen blank

    def _stay_awake(self) -> None:
        """End the app's rest, if any, and begin the next rest after `REST_SECONDS` without input."""
        if self._rest_timer is not None:
            self._rest_timer.cancel()
        self._rest_timer = asyncio.get_running_loop().call_later(REST_SECONDS, self.rest)
        if self._is_resting:
            self.rest(False)

    def rest(self, is_resting: bool = True) -> None:
        """Begin a rest, in which the app wakes as seldom as possible, or end it if `is_resting` is False."""
        self._is_resting = is_resting
        self._progress.rest(is_resting)
        for screen in self.screen_stack:
            if isinstance(screen, base.BaseScreen):
                screen.rest(is_resting)

    async def _take_input(self, event: events.Event, *, only_priority: bool = False) -> None:
        """Run the command of a key, and leave all other events to Textual.

        If a text field has the focus, only commands with priority are run. By itself, Textual would pass every key to
        the queue of the screen, and from there back to the app.
        """
        self.navigator.pressed_at = event.time
        only_priority = only_priority or (self.focused is not None and not isinstance(self.focused, CommandOwner))
        if not (isinstance(event, events.Key) and await self._commands.run(event, only_priority=only_priority)):
            await super().on_event(event)

    async def _forward_input(self, event: events.Event) -> None:
        try:
            await self._take_input(event, only_priority=True)
        except Exception as error:  # the keys that wait behind this one must not be lost
            self.survive(error)

    async def on_key(self, event: events.Key) -> None:
        """Run the command of a key that no widget has handled, unless the focused text field uses the key itself."""
        active = self.screen.active_bindings.get(event.key)
        if (active is None or active.node is not self.focused) and (
            await self._commands.run(event) or await self._commands.run_unknown(event)
        ):
            event.prevent_default()

    def _us_character(self, typed: str) -> str:
        return files.keyboards.us_character(typed, files.keyboards.language_of(self.inquiry.environ))

    def on_app_blur(self, event: events.AppBlur) -> None:
        event.prevent_default()  # a screen that opens without the focus would never get it, and keys would do nothing
        self.rest()

    def on_app_focus(self) -> None:
        self._stay_awake()

    def on_resize(self, event: events.Resize) -> None:
        is_small, is_told = is_too_small(*event.size), self.screen.has_class("too-small")
        if is_small and not is_told:
            self.push_screen(screens.dialog.TooSmallScreen(classes="too-small"))
        elif is_told and not is_small:
            self.pop_screen()
        if self._size_check is not None:
            self._size_check.stop()
        if self.terminal is not None:
            self._size_check = self.set_timer(RESIZE_REST_SECONDS, self.terminal.check_size)
