"""The options of a new puzzle, as rows that can be changed one by one. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from binairo_tui.engine import Band, Puzzle, bands, wording
from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE, parse_size, size_fault
from binairo_tui.engine.request import (
    LATEST_RECIPE,
    SIGN_TECHNIQUES,
    UNIQUE_TECHNIQUES,
    Request,
)
from binairo_tui.engine.symmetry import Symmetry
from binairo_tui.settings import Settings

T = TypeVar("T")

SMALLEST = 4
MAX_SEED = 1_000_000
"""The app chooses seeds below this, so that titles are short. They are those of `binairo generate --seed`."""
SLOW_CELLS = 600
"""Extreme puzzles with at least this many cells are slow to make."""
SLOW = "Making such a large Extreme puzzle may take a minute."
_SEED = "seed "
RULES = {
    "unique": ("unique lines", "No two rows are the same, and no two columns."),
    "any": ("lines may repeat", "Rows may repeat, and so may columns."),
    "signs": ("= and x signs", "Signs between cells: = for equal, x for different. Lines may repeat (Binairo+)."),
}
_SYMMETRIES = {
    Symmetry.NONE: "none",
    Symmetry.HALF_TURN: "half a turn",
    Symmetry.LEFT_RIGHT: "left and right",
    Symmetry.TOP_BOTTOM: "top and bottom",
}
ROWS = ("Width", "Height", "Difficulty", "Rules", "Symmetry", "Givens", "Needs")


class OptionRow(NamedTuple):
    name: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """The options of a new puzzle.

    `rules` is a key of RULES. If `extra_givens`, the puzzle gets a few more givens than it needs. `needs` is the name
    of a technique that the puzzle must need, or empty.
    """

    width: int = 10
    height: int = 10
    band: Band = Band.MEDIUM
    rules: str = "unique"
    symmetry: Symmetry = Symmetry.NONE
    extra_givens: bool = False
    needs: str = ""

    @property
    def request(self) -> Request:
        return Request(
            self.width,
            self.height,
            self.band,
            unique_lines=self.rules == "unique",
            has_signs=self.rules == "signs",
            symmetry=self.symmetry,
            extra_givens=self.extra_givens,
            recipe=LATEST_RECIPE,
            needs=(self.needs,) if self.needs else (),
        )

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques, easiest first, that a puzzle of at most this difficulty with these rules can need."""
        return tuple(
            name
            for name, band in bands.BAND_OF.items()
            if band <= self.band
            and (self.rules == "signs" or name not in SIGN_TECHNIQUES)
            and (self.rules == "unique" or name not in UNIQUE_TECHNIQUES)
        )

    @property
    def settings(self) -> dict[str, str]:
        return {
            "new_size": f"{self.width}x{self.height}",
            "new_band": self.band.name.lower(),
            "new_rules": self.rules,
        }


def options_from_settings(settings: Settings) -> PuzzleOptions:
    options = PuzzleOptions(band=Band[settings.new_band.upper()], rules=settings.new_rules)
    size = parse_size(settings.new_size)
    return replace(options, width=size[0], height=size[1]) if size else options


def seed_title(seed: int, request: Request) -> str:
    """Return the title of a puzzle that was generated from a seed. It names the recipe if that makes a difference."""
    return f"{_SEED}{seed}" + (f", recipe {request.recipe}" if request.depends_on_recipe else "")


def options_from_puzzle(puzzle: Puzzle, title: str, band: str) -> PuzzleOptions | None:
    """Return the options that can be inferred from a puzzle; None unless title and band say that it was generated."""
    found = next((it for it in Band if it.title == band), None)
    if found is None or not title.startswith(_SEED):
        return None
    rules = "signs" if puzzle.signs else "unique" if puzzle.unique_lines else "any"
    return PuzzleOptions(puzzle.width, puzzle.height, found, rules)


def option_rows(options: PuzzleOptions) -> list[OptionRow]:
    slow = f" {SLOW}" if options.band is Band.EXTREME and options.width * options.height >= SLOW_CELLS else ""
    typed = f"Type a number from {MIN_SIZE} to {MAX_SIZE} or a size such as 12x10, or use the arrow keys."
    follows = "Height follows width while they match."
    givens = ("a few more", "A few more givens than needed: quicker to play, just as hard to solve.")
    fewest = ("no more than needed", "Every given is needed.")
    texts = (
        (str(options.width), f"{typed} {follows} Odd sizes are for square boards only.{slow}"),
        (str(options.height), f"{typed} Boards that are not square have even sides.{slow}"),
        (options.band.title, f"{techniques_text(options)}{slow}"),
        RULES[options.rules],
        (_SYMMETRIES[options.symmetry], "The symmetry of the givens."),
        givens if options.extra_givens else fewest,
        (
            options.needs or "any technique",
            "A technique that the puzzle must need. Puzzles with rare techniques take longer to make.",
        ),
    )
    return [OptionRow(name, *text) for name, text in zip(ROWS, texts, strict=True)]


def change_option(options: PuzzleOptions, row: int, by: int) -> PuzzleOptions:
    """Return the options with the next (`by` 1) or previous (-1) value in a row; sizes stop at their limits."""
    match ROWS[row]:
        case "Width" | "Height":
            return _resized(options, _sizes(options, by, is_width=ROWS[row] == "Width"))
        case "Difficulty":
            return _possible(replace(options, band=_next(list(Band), options.band, by)))
        case "Rules":
            return _possible(replace(options, rules=_next(list(RULES), options.rules, by)))
        case "Symmetry":
            return replace(options, symmetry=_next(list(_SYMMETRIES), options.symmetry, by))
        case "Givens":
            return replace(options, extra_givens=not options.extra_givens)
        case _:
            return replace(options, needs=_next(["", *options.techniques], options.needs, by))


class TypedSide(NamedTuple):
    """A width or height that is being typed: its digits so far, and the options before the first digit.

    For a height, `width` is the width that was typed before an x, as in 12x10; otherwise it is 0. `fault` is a clause
    that says why the size is not possible; it is empty if the size is possible.
    """

    digits: str
    before: PuzzleOptions
    width: int = 0
    fault: str = ""


def type_digit(
    options: PuzzleOptions, row: int, typed: TypedSide | None, digit: str
) -> tuple[PuzzleOptions, TypedSide]:
    """Return the options after a digit of the width or height was typed, and the side typed so far.

    Once the side has as many digits as the largest possible size, the next digit begins a new side. If the size is
    not possible, the options are unchanged.
    """
    if typed is None or len(typed.digits) == len(str(MAX_SIZE)):
        typed = TypedSide("", options)
    digits, is_width, before = typed.digits + digit, ROWS[row] == "Width", typed.before
    side = int(digits)
    width = side if is_width else typed.width or before.width
    height = side if not is_width or before.width == before.height else before.height
    fault = size_fault(width, height)
    after = options if fault else replace(options, width=width, height=height)
    return after, typed._replace(digits=digits, fault=fault)


def type_x(options: PuzzleOptions, typed: TypedSide | None) -> tuple[PuzzleOptions, TypedSide]:
    """Return the options after an x was typed: the number before it is the width, and the height follows."""
    before = typed.before if typed else options
    width = int(typed.digits) if typed and typed.digits else options.width
    height = width if before.width == before.height else before.height
    return _resized(before, [(width, height)]), TypedSide("", before, width)


def is_size(row: int) -> bool:
    return ROWS[row] in ("Width", "Height")


def _possible(options: PuzzleOptions) -> PuzzleOptions:
    return options if options.needs in options.techniques else replace(options, needs="")


def _sizes(options: PuzzleOptions, by: int, *, is_width: bool) -> list[tuple[int, int]]:
    """Return the sizes after the current one, up (`by` 1) or down (-1); a new width keeps a square board square."""
    width, height = options.width, options.height
    sides = range((width if is_width else height) + by, MAX_SIZE + 1 if by > 0 else SMALLEST - 1, by)
    if not is_width:
        return [(width, side) for side in sides]
    return [(side, side if width == height else height) for side in sides]


def _resized(options: PuzzleOptions, sizes: Iterable[tuple[int, int]]) -> PuzzleOptions:
    width, height = next((size for size in sizes if not size_fault(*size)), (options.width, options.height))
    return replace(options, width=width, height=height)


def techniques_text(options: PuzzleOptions) -> str:
    """Return a sentence that names the hardest techniques that a puzzle with these options can need."""
    names = [f'"{name}"' for name in bands.BANDS[options.band] if name in options.techniques]
    return f"The hardest technique needed: {wording.join_words(names, 'or')}."


def _next(values: list[T], value: T, by: int) -> T:
    return values[(values.index(value) + by) % len(values)]
