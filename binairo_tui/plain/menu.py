"""Menu: asks what to play, using numbered lists, and changes the settings that matter without a screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from binairo_tui import engine, plain, player
from binairo_tui.files.paths import config_path
from binairo_tui.plain import asking, speech
from binairo_tui.plain.game import game_name
from binairo_tui.player.catalog import (
    DAILY_SIZES,
    Catalog,
    daily_collection,
    daily_number,
    daily_states,
    daily_title,
    first_unsolved,
    offered_size,
)
from binairo_tui.player.progress import Opened, Progress
from binairo_tui.settings import Field, Settings, SettingValue, field_of, writing
from binairo_tui.store import errors, queries

MAX_GAMES = 9
NAMES = ("help", "pause_after_minutes", "daily_size", "day_starts", "new_size", "new_band", "new_rules")
"""The names of the settings that plain mode uses, from the next game on. It reads `charset` once, at the start."""
_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


_Choice = tuple[str, Callable[[], Opened | None]]
"""An entry of the first menu, and the function that carries it out and returns the chosen game, or None."""


class PlainMenu:
    def __init__(self, console: asking.Console, progress: Progress, catalog: Catalog, settings: Settings) -> None:
        self.settings = settings
        self._console = console
        self._progress = progress
        progress.day_of = lambda moment: self.settings.day_of(moment)  # noqa: PLW0108 - they may change
        self._open = partial(open_game, console, progress)
        self._catalog = catalog

    def choose(self) -> Opened:
        while True:
            choices = [*self._games(), *self._places()]
            with asking.surviving(self._console):
                try:
                    _, choose = choices[self._console.entry([text for text, _ in choices], "Type a number, or quit.")]
                    opened = choose()
                except asking.Back:
                    continue
                except ValueError as error:
                    self._console.say(f"That is not possible: {error}.")
                    continue
                if opened:
                    return opened

    def _games(self) -> list[_Choice]:
        now = self._progress.now()
        return [
            (
                f"Continue {_game_text(game)}, last played {player.text.when_text(game.updated_utc, now)}",
                partial(self._open, partial(self._progress.load, game.id)),
            )
            for game in self._progress.games(MAX_GAMES)
        ]

    def _places(self) -> list[_Choice]:
        solved = self._progress.read(queries.count_results)
        return [
            ("Daily puzzle", self._daily),
            ("New puzzle", self._new),
            ("Collections", self._from_collection),
            *([(f"Solved puzzles: {solved}", self._solved)] if solved else []),
            ("Practice", lambda: plain.practice.practise(self._console, self._progress)),
            ("Tutorial", self._tutorial),
            ("Import a puzzle", self._import),
            ("Settings", self._change_settings),
            ("Storm", lambda: plain.practice.storm(self._console, self._progress)),
        ]

    def next_lesson(self) -> Opened:
        """Return the game of the lesson that the player chooses or, if none is chosen, what `choose` returns."""
        try:
            opened = self._tutorial()
        except asking.Back:
            opened = None
        return opened or self.choose()

    def _tutorial(self) -> Opened | None:
        entry = plain.practice.teach(self._console, self._progress, self._catalog)
        return self._open(partial(self._progress.open_entry, entry))

    def _import(self) -> Opened | None:
        found = plain.importing.choose(self._console)
        if found is None:
            return None
        begun = player.resume.progress_of(found.puzzle, found.history, found.head)
        return self._open(partial(self._progress.open_puzzle, found.puzzle, found.title or "imported", begun=begun))

    def _change_settings(self) -> None:
        """Let the player change settings until `menu` is typed, which raises Back."""
        fields = [field for name in NAMES if (field := field_of(name))]
        while True:
            values = [player.text.setting_text(getattr(self.settings, field.name)) for field in fields]
            lines = [f"{field.title}: {value}" for field, value in zip(fields, values, strict=True)]
            field = fields[self._console.entry(lines)]
            self._console.say(field.help, f"It can be {_values_of(field)}.")
            value = _value_of(field, self._console.text())
            while field.problem(value):
                self._console.say(f"Not changed: it must be {_values_of(field)}. Type a value, or menu.")
                value = _value_of(field, self._console.text())
            try:
                writing.save_settings(config_path(), {field.name: value})
            except writing.SettingsFileError as error:
                self._console.say(f"Not saved: {error}.")
            self._console.say(f"{field.title} is now {player.text.setting_text(value)}.")
            self.settings = self.settings._replace(**{field.name: value})  # type: ignore[arg-type] # of its field's type

    def _solved(self) -> Opened | None:
        """Say the player's rating, list the solved puzzles (newest first, a few at a time), and open the chosen one."""
        own = player.ratings.own_rating(self._progress.first_solves(), self._progress.today())
        if own:
            self._console.say(f"Your rating is {own.value:.0f}, plus or minus {own.deviation:.0f}.")
        shown = 0
        while True:
            results = self._progress.read(queries.read_results, limit=MAX_GAMES, offset=shown, newest_first=True)
            lines = [_result_text(result) for result in results]
            shown += len(results)
            more = ["More"] if shown < self._progress.read(queries.count_results) else []
            chosen = self._console.entry([*lines, *more])
            if chosen < len(results):
                return self._open(partial(self._progress.load, results[chosen].id))

    def _from_collection(self) -> Opened | None:
        states = self._progress.states()
        collections = self._catalog.listed()
        if self._catalog.problems:
            self._console.say(player.text.left_out_text(self._catalog.problems))
        names = []
        for number, collection in enumerate(collections, 1):
            solved = sum(state is queries.PuzzleState.SOLVED for state in states.get(collection.name, {}).values())
            names.append(f"{number}. {collection.title}: {solved} of {len(collection)} solved")
        self._console.say(*(names or ["There are no collections."]))
        if not names:
            return None
        self._console.say("Type the number of a collection, or menu.")
        collection = collections[self._console.line([it.title for it in collections]) - 1]
        entries, known = collection.entries, states.get(collection.name, {})
        unsolved = first_unsolved(entries, known)
        usual = unsolved.number if unsolved else 1
        self._console.say(f"Which puzzle, 1 to {len(entries)}? Press Enter for {usual}.")
        entry = entries[self._console.number(len(entries), usual) - 1]
        return self._open(partial(self._progress.open_entry, entry))

    def _daily(self) -> Opened | None:
        day, states = self._progress.today(), self._progress.states()
        number = daily_number(day)
        self._console.say(f"{daily_title(day)}.")
        found = {size: states.get(daily_collection(*size), {}).get(number) for size in DAILY_SIZES}
        names = {
            size: f"{player.text.size_text(*size)}, {engine.request.daily_band(day, *size).title}"
            for size in DAILY_SIZES
        }
        return self.open_day(
            *self._console.one_of(
                "Which size?",
                names,
                offered_size(self.settings.daily_size, daily_states(states)),
                {size: state.value for size, state in found.items() if state},
            )
        )

    def open_day(self, width: int, height: int) -> Opened | None:
        """Return None if the player declines. Raises ValueError without a puzzle, Back if interrupted, StoreError."""
        day = self._progress.today()
        collection, number = daily_collection(width, height), daily_number(day)
        game_id = self._progress.find_game(collection, number)
        if game_id is not None:
            return self._open(partial(self._progress.load, game_id))
        request, seed = engine.request.daily_request(day, width, height)
        return self._make(request, seed, daily_title(day), collection=collection, number=number)

    def _new(self) -> Opened | None:
        from random import randrange

        options = player.puzzle_options.options_from_settings(self.settings)
        width, height = self._console.size(player.text.size_text(options.width, options.height))
        band = self._console.one_of("How hard?", {band: band.title for band in engine.bands.BANDS}, options.band)
        rules = self._console.one_of(
            "Which rules?", {name: words for name, (words, _) in player.puzzle_options.RULES.items()}, options.rules
        )
        options = replace(options, width=width, height=height, band=band, rules=rules)
        seed = randrange(1 << 32)  # noqa: S311 - puzzles are not secrets
        return self._make(options.request, seed, player.puzzle_options.seed_title(seed, options.request))

    def _make(self, request: engine.Request, seed: int, title: str, *, collection: str = "", number: int = 0) -> Opened:
        self._console.say(player.text.making_text(request))
        try:
            puzzle = engine.generate(request, seed=seed)
        except KeyboardInterrupt:  # a large and hard puzzle may take long
            raise asking.Back from None
        band = request.band.title if request.band else ""
        return self._progress.open_new(puzzle, title, band=band, collection=collection, number=number)


def _result_text(result: queries.Result) -> str:
    name = game_name(result.width, result.height, result.band, result.title)
    day, style = player.text.date_text(result.day), player.text.STYLE_WORDS[result.style]
    return f"{day}: {name}: {speech.duration_text(result.elapsed_ms)}, {style}"


def _game_text(game: queries.GameSummary) -> str:
    share = player.text.percent_text(game.filled / game.to_fill if game.to_fill else 1.0).replace("%", " percent")
    name = game_name(game.width, game.height, game.band, game.title)
    return f"{name}: {share}, {speech.duration_text(game.elapsed_ms)}"


def open_game(console: asking.Console, progress: Progress, load: Callable[[], Opened]) -> Opened | None:
    """Return the game that `load` opens. If the game is damaged or open in another session, ask the player first.

    For a damaged game, offer the copy in the newest backup. Return None if the player declines. Raises StoreError.
    """
    try:
        opened = load()
    except errors.DamagedGameError as error:
        found = progress.find_backup_of_game(error.game_id)
        if found is None:
            raise
        copy, made = found
        when = player.text.when_text(int(made.timestamp()), progress.now())
        console.say(engine.wording.sentence(str(error)), player.text.backup_text(when, len(copy.steps)))
        if not _agrees(console, "continue with the copy from the backup"):
            return None
        progress.restore_game(copy)
        opened = load()
    if progress.is_open_elsewhere(opened[0]):
        console.say("This game is open in another session. If you continue here, the game becomes read-only there.")
        if not _agrees(console, "continue here"):
            return None
    return opened


def _agrees(console: asking.Console, to_what: str) -> bool:
    console.say(f"Type yes to {to_what}.")
    return console.ask().strip().lower() in ("yes", "y")


def _values_of(field: Field) -> str:
    return "yes or no" if isinstance(field.default, bool) else field.what


def _value_of(field: Field, text: str) -> SettingValue:
    """Return the typed value of a setting; the typed text itself if it does not fit the type of the setting."""
    text = text.strip('"')
    if isinstance(field.default, bool):
        return _SWITCHES.get(text, text)
    return int(text) if isinstance(field.default, int) and text.isdecimal() and len(text) < 6 else text
