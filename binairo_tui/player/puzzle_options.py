"""The options of a new puzzle, as rows that can be changed one by one. Pure."""

from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from binairo_tui.engine import Band, Puzzle, bands, wording
from binairo_tui.engine.puzzle import MAX_SIZE, parse_size
from binairo_tui.engine.request import (
    LATEST_RECIPE,
    SIGN_TECHNIQUES,
    UNIQUE_TECHNIQUES,
    Request,
)
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.settings import Settings

T = TypeVar("T")

MAX_SEED = 1_000_000
"""The app chooses seeds below this, so that titles are short. `binairo generate --seed` makes the same puzzles."""
_SEED = "seed "
RULES = {
    "unique": ("Classic", "No two rows are the same, and no two columns."),
    "any": ("Lines may repeat", "Rows may repeat, and so may columns."),
    "signs": ("Binairo+", "Signs between cells: = for equal, x for different. Lines may repeat."),
}
_SYMMETRIES = {
    Symmetry.NONE: "none",
    Symmetry.HALF_TURN: "half a turn",
    Symmetry.LEFT_RIGHT: "left and right",
    Symmetry.TOP_BOTTOM: "top and bottom",
}
ROWS = ("Size", "Difficulty", "Rules", "Symmetry")


class OptionRow(NamedTuple):
    name: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of a new puzzle; `rules` is a key of RULES."""

    width: int = 10
    height: int = 10
    band: Band = Band.MEDIUM
    rules: str = "unique"
    symmetry: Symmetry = Symmetry.NONE

    @property
    def request(self) -> Request:
        return Request(
            self.width,
            self.height,
            self.band,
            unique_lines=self.rules == "unique",
            has_signs=self.rules == "signs",
            symmetry=self.symmetry,
            recipe=LATEST_RECIPE,
        )

    @property
    def title(self) -> str:
        """The size, the difficulty and, if they are not classic, the rules, such as `8x8 Medium Binairo+`."""
        rules = "" if self.rules == "unique" else f" {RULES[self.rules][0]}"
        return f"{self.width}x{self.height} {self.band.title}{rules}"

    @property
    def settings(self) -> dict[str, str]:
        return {
            "new_size": f"{self.width}x{self.height}",
            "new_band": self.band.name.lower(),
            "new_rules": self.rules,
        }


PRESETS = (
    PuzzleOptions(6, 6, Band.EASY),
    PuzzleOptions(8, 8, Band.EASY),
    PuzzleOptions(8, 8, Band.MEDIUM),
    PuzzleOptions(10, 10, Band.MEDIUM),
    PuzzleOptions(10, 10, Band.HARD),
    PuzzleOptions(14, 14, Band.HARD),
    PuzzleOptions(8, 8, Band.MEDIUM, "signs"),
    PuzzleOptions(10, 10, Band.HARD, "signs"),
)
"""The kinds of puzzles that are offered first, from small and easy to large and hard."""


def options_from_settings(settings: Settings) -> PuzzleOptions:
    options = PuzzleOptions(band=Band[settings.new_band.upper()], rules=settings.new_rules)
    size = parse_size(settings.new_size)
    return replace(options, width=size[0], height=size[1]) if size else options


def seed_title(seed: int, request: Request) -> str:
    """Return the title of a puzzle generated from a seed. The title names the recipe if the puzzle depends on it."""
    return f"{_SEED}{seed}" + (f", recipe {request.recipe}" if request.depends_on_recipe else "")


def options_from_puzzle(puzzle: Puzzle, title: str, band: str) -> PuzzleOptions | None:
    """Return the size, band and rules of a puzzle; None if its title or band shows that it was not generated."""
    found = next((it for it in Band if it.title == band), None)
    if found is None or not title.startswith(_SEED):
        return None
    rules = "signs" if puzzle.signs else "unique" if puzzle.unique_lines else "any"
    return PuzzleOptions(puzzle.width, puzzle.height, found, rules)


def option_rows(options: PuzzleOptions) -> list[OptionRow]:
    is_slow = options.band is Band.EXTREME and options.width * options.height >= 600
    slow = " Making such a large Extreme puzzle may take a minute." if is_slow else ""
    typed = "Type a size such as 12 or 12x10, or use the arrow keys. Odd sizes are for square boards only."
    texts = (
        (f"{options.width}x{options.height}", f"{typed}{slow}"),
        (options.band.title, f"{techniques_text(options)}{slow}"),
        RULES[options.rules],
        (_SYMMETRIES[options.symmetry], "The symmetry of the givens."),
    )
    return [OptionRow(name, *text) for name, text in zip(ROWS, texts, strict=True)]


def change_option(options: PuzzleOptions, row: int, by: int) -> PuzzleOptions:
    """Return the options with the next (`by` 1) or previous (-1) value in a row. A changed size is always square."""
    match ROWS[row]:
        case "Size":
            side = min(max(options.width + by, 4), MAX_SIZE)
            return replace(options, width=side, height=side)
        case "Difficulty":
            return replace(options, band=_next(list(Band), options.band, by))
        case "Rules":
            return replace(options, rules=_next(list(RULES), options.rules, by))
        case _:
            return replace(options, symmetry=_next(list(_SYMMETRIES), options.symmetry, by))


def techniques_text(options: PuzzleOptions) -> str:
    """Return a sentence that names the hardest techniques that a puzzle with these options can need."""
    names = [
        f'"{name}"'
        for name in bands.BANDS[options.band]
        if (options.rules == "signs" or name not in SIGN_TECHNIQUES)
        and (options.rules == "unique" or name not in UNIQUE_TECHNIQUES)
    ]
    return f"The hardest technique needed: {wording.join_words(names, 'or')}."


def _next(values: list[T], value: T, by: int) -> T:
    return values[(values.index(value) + by) % len(values)]
