"""What kind of new puzzle a player wishes for, as rows that can be changed one by one. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from binairo_tui.engine.bands import BANDS, Band
from binairo_tui.engine.puzzle import MAX_SIZE, parse_size, size_fault
from binairo_tui.engine.request import Request, Symmetry

if TYPE_CHECKING:
    from binairo_tui.engine import Puzzle
    from binairo_tui.settings import Settings

T = TypeVar("T")

SMALLEST = 4
MAX_SEED = 1_000_000
"""Seeds are below: they stand in titles, and `binairo generate --seed` makes the same puzzle from one."""
_SEED = "seed "
RULES = {
    "unique": ("no two lines alike", "No two rows are alike, and no two columns."),
    "any": ("lines may be alike", "Rows may be alike, and so may columns."),
    "signs": ("= and x signs", "Signs between cells: = for equal, x for different. Lines may be alike (Binairo+)."),
}
"""The rules by their names in the settings: in few words, and as a sentence."""
_SYMMETRIES = {
    Symmetry.NONE: "none",
    Symmetry.HALF_TURN: "half a turn",
    Symmetry.LEFT_RIGHT: "left and right",
    Symmetry.TOP_BOTTOM: "top and bottom",
}
ROWS = ("Width", "Height", "Band", "Rules", "Symmetry", "Givens")


class Row(NamedTuple):
    """One thing to choose: its name, what is chosen, and a sentence about it."""

    name: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A kind of puzzle. `rules` is a key of RULES; `extra_givens` asks for some more givens than are needed."""

    width: int = 10
    height: int = 10
    band: Band = Band.MEDIUM
    rules: str = "unique"
    symmetry: Symmetry = Symmetry.NONE
    extra_givens: bool = False

    @property
    def request(self) -> Request:
        """What to ask of the generator."""
        return Request(
            self.width,
            self.height,
            self.band,
            unique_lines=self.rules == "unique",
            has_signs=self.rules == "signs",
            symmetry=self.symmetry,
            extra_givens=self.extra_givens,
        )

    @property
    def settings(self) -> dict[str, str]:
        """The settings that remember it."""
        size = f"{self.width}x{self.height}"
        return {"new_size": size, "new_band": self.band.name.lower(), "new_rules": self.rules}


def wish_of(settings: Settings) -> Wish:
    """The wish that the settings remember."""
    wish = Wish(band=Band[settings.new_band.upper()], rules=settings.new_rules)
    size = parse_size(settings.new_size)
    return replace(wish, width=size[0], height=size[1]) if size else wish


def made_title(seed: int) -> str:
    """What the player calls a puzzle that was made from a seed."""
    return f"{_SEED}{seed}"


def wish_behind(puzzle: Puzzle, title: str, band: str) -> Wish | None:
    """The kind of a puzzle that was made for the player, as far as it can be told; None if it was not."""
    found = next((it for it in Band if it.title == band), None)
    if found is None or not title.startswith(_SEED):
        return None
    rules = "signs" if puzzle.signs else "unique" if puzzle.unique_lines else "any"
    return Wish(puzzle.width, puzzle.height, found, rules)


def wish_rows(wish: Wish) -> list[Row]:
    """What is wished for, in the order of ROWS."""
    follows = "The height goes with it as long as they are equal."
    rules, rules_sentence = RULES[wish.rules]
    givens = ("a few more", "Some givens more than are needed: quicker to play, as hard to see.")
    fewest = ("no more than needed", "Not one given can be spared.")
    texts = (
        (str(wish.width), f"{follows} Odd sides make square boards only."),
        (str(wish.height), "Even for boards that are not square."),
        (wish.band.title, _band_sentence(wish.band)),
        (rules, rules_sentence),
        (_SYMMETRIES[wish.symmetry], "How the cells with givens lie."),
        givens if wish.extra_givens else fewest,
    )
    return [Row(name, *text) for name, text in zip(ROWS, texts, strict=True)]


def changed(wish: Wish, row: int, by: int) -> Wish:
    """The wish with the next (`by` 1) or the previous (-1) value in a row; the same at the end of the sizes."""
    match ROWS[row]:
        case "Width":
            return _wider(wish, by)
        case "Height":
            heights = range(wish.height + by, MAX_SIZE + 1 if by > 0 else SMALLEST - 1, by)
            height = next((height for height in heights if not size_fault(wish.width, height)), wish.height)
            return replace(wish, height=height)
        case "Band":
            return replace(wish, band=_next(list(Band), wish.band, by))
        case "Rules":
            return replace(wish, rules=_next(list(RULES), wish.rules, by))
        case "Symmetry":
            return replace(wish, symmetry=_next(list(Symmetry), wish.symmetry, by))
        case _:
            return replace(wish, extra_givens=not wish.extra_givens)


def _wider(wish: Wish, by: int) -> Wish:
    is_square = wish.width == wish.height
    widths = range(wish.width + by, MAX_SIZE + 1 if by > 0 else SMALLEST - 1, by)
    for width in widths:
        height = width if is_square else wish.height
        if not size_fault(width, height):
            return replace(wish, width=width, height=height)
    return wish


def _band_sentence(band: Band) -> str:
    """What a puzzle of a band asks for."""
    easier = "" if band is min(Band) else "Also needs "
    return f"{easier}{', '.join(BANDS[band])}.".capitalize()


def _next(values: list[T], value: T, by: int) -> T:
    return values[(values.index(value) + by) % len(values)]
