"""Requests: the kind of puzzle to generate, and the request and seed for each daily puzzle."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from binairo_tui.engine.bands import BAND_OF, FIRST_RECIPE, Band
from binairo_tui.engine.puzzle import check_size, check_type
from binairo_tui.engine.symmetry import KEEPING_SIDES, Symmetry

WEEK = (Band.GENTLE, Band.EASY, Band.MEDIUM, Band.HARD, Band.EXPERT, Band.HARD, Band.EXPERT)
"""The band of the daily puzzle for each weekday, Monday first. No daily puzzle needs a hypothesis."""

LATEST_RECIPE = 2
"""The version of the generator for new puzzles; at most 4, because a puzzle code has two bits for it.

Earlier recipes still work, because shared seeds and past days need them. Daily puzzles, Storm and data sets have
recipes of their own, so a new recipe does not change them. `cli.options` has a copy of this number.
"""
SIGN_TECHNIQUES = ("sign", "equal pair", "sign counting", "sign chain")
"""Techniques that only puzzles with signs need. A rule with techniques of its own needs such a tuple, but no recipe.

`band_solver`, drills, practice, `puzzle_options` and the lessons (`tests/library/recipes.py`) leave these techniques
out where puzzles do not have the rule.
"""
UNIQUE_TECHNIQUES = ("two blanks", "unique lines")
"""Techniques that only puzzles with unique lines need."""

_SEED_BYTES = 6  # JSON readers represent integers of this size exactly


@dataclass(frozen=True, slots=True)
class Request:
    """The kind of puzzle to generate.

    If `band` is None, any band that needs no hypothesis is allowed. `has_signs` requests a Binairo+ puzzle.
    `unique_lines` and `more_ones` have the same meaning as in `Puzzle`. `symmetry` is the symmetry of the cells with
    givens, one of `KEEPING_SIDES`. The easiest path to the solution uses all techniques in `needs` and none in
    `without`; see `grading`. `recipe` is the version of the generator, from 1 to LATEST_RECIPE (see `generation`).

    Without `extra_givens`, every given is needed: without it, the puzzle would be harder than its band, need a
    technique in `without`, or have several solutions. In a symmetric puzzle, this holds for each given together with
    the givens in the symmetric cells. With `extra_givens`, some more givens are added, but not so many that the puzzle
    is too easy for its band. Raises ValueError or TypeError if a field is invalid, or if no puzzle of this kind can
    need these techniques.

    >>> Request(8, 10, Band.HARD).has_signs
    False
    """

    width: int
    height: int
    band: Band | None = None
    unique_lines: bool = True
    has_signs: bool = False
    symmetry: Symmetry = Symmetry.NONE
    extra_givens: bool = False
    recipe: int = 1
    needs: Collection[str] = ()
    without: Collection[str] = ()
    more_ones: bool = True

    def __post_init__(self) -> None:
        check_type("more_ones", self.more_ones, bool, "a bool")
        check_size(self.width, self.height, self.more_ones)
        if self.band is not None:
            check_type("band", self.band, Band, "a Band or None")
        for name in ("unique_lines", "has_signs", "extra_givens"):
            check_type(name, getattr(self, name), bool, "a bool")
        check_type("symmetry", self.symmetry, Symmetry, "a Symmetry")
        if self.symmetry not in KEEPING_SIDES:
            names = ", ".join([symmetry.value for symmetry in KEEPING_SIDES])
            raise ValueError(f"symmetry must be one of {names}, not {self.symmetry.value}")
        check_type("recipe", self.recipe, int, "an int")
        if self.recipe not in range(1, LATEST_RECIPE + 1):
            raise ValueError(f"recipe must be 1 to {LATEST_RECIPE}, not {self.recipe}")
        for name in ("needs", "without"):
            object.__setattr__(self, name, _checked_names(name, getattr(self, name)))
        for name in (*self.needs, *self.without):
            if fault := self._technique_fault(name):
                raise ValueError(fault)

    @property
    def depends_on_recipe(self) -> bool:
        """Whether another recipe may make a different puzzle from the same seed.

        A new technique makes a difference in every band from its own up to Expert, and wherever `needs` names it.
        """
        return self.band in (Band.GENTLE, Band.EASY) or self.has_signs or bool(self.without)

    def _technique_fault(self, name: str) -> str:  # noqa: PLR0911 - one for each fault
        """Return a clause that says why a technique cannot be in `needs` or `without`; empty if it can be."""
        if name not in BAND_OF:
            return f"there is no technique {name!r}"
        if name not in self.needs:
            return ""
        if name in self.without:
            return f"a puzzle cannot both need {name!r} and do without it"
        if name in SIGN_TECHNIQUES and not self.has_signs:
            return f"only puzzles with signs need {name!r}"
        if name in UNIQUE_TECHNIQUES and not self.unique_lines:
            return f"only puzzles with unique lines need {name!r}"
        if FIRST_RECIPE.get(name, 1) > self.recipe:
            return f"recipe {self.recipe} does not know {name!r}"
        limit = Band.EXPERT if self.band is None else self.band
        return "" if BAND_OF[name] <= limit else f"{name!r} is harder than {limit.title}"


def _checked_names(field: str, names: Collection[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"{field} must be names of techniques, not {names!r}")
    return tuple(names)


SECOND_DAILY_RECIPE = date(2026, 12, 1)
"""The first day whose puzzles come from recipe 2, with more variety on Expert days. Earlier days keep recipe 1."""

EASY_DAILY_SIZE = (6, 6)
"""From SECOND_DAILY_RECIPE on, daily puzzles of this size are never harder than Easy."""

_SMALL = 10  # the smallest known side of a puzzle without signs that needs line logic


def daily_band(day: date, width: int, height: int) -> Band:
    band = WEEK[day.weekday()]
    is_easy = day >= SECOND_DAILY_RECIPE and (width, height) == EASY_DAILY_SIZE
    return min(band, Band.EASY) if is_easy else band


def daily_request(day: date, width: int, height: int, secret: str = "") -> tuple[Request, int]:
    """Return the request and the seed of the daily puzzle of this size. The seed is less than 2**48.

    The weekday determines the band (see `daily_band`). The date in ISO format, the size and the `secret` determine the
    seed. From the day SECOND_DAILY_RECIPE on, the seed of an Expert puzzle also determines other fields of the request,
    such as `needs`. Sometimes `generate` finds no puzzle for the request. A host sets a `secret`, so that nobody can
    find out its daily puzzles in advance.

    >>> from datetime import date
    >>> request, seed = daily_request(date(2026, 5, 31), 6, 6)
    >>> request.band, generate(request, seed=seed).given_count
    (Band.EXPERT, 8)
    """
    from hashlib import blake2b

    text = f"{day.isoformat()} {width}x{height}{secret}"
    seed = int.from_bytes(blake2b(text.encode(), digest_size=_SEED_BYTES).digest(), "big")
    band = daily_band(day, width, height)
    if day < SECOND_DAILY_RECIPE:
        return Request(width, height, band), seed
    request = Request(width, height, band, recipe=2)
    if band is not Band.EXPERT:
        return request, seed
    kinds = _expert_kinds(request)
    return kinds[seed % len(kinds)], seed


def _expert_kinds(request: Request) -> tuple[Request, ...]:
    """Return the requests for Expert daily puzzles from which the seed of a day chooses one."""
    if min(request.width, request.height) >= _SMALL:
        return request, replace(request, needs=("unique lines",)), replace(request, needs=("line logic",))
    return (
        request,
        replace(request, without=("two blanks",)),
        replace(request, symmetry=Symmetry.HALF_TURN),
        replace(request, has_signs=True, needs=("line logic",)),
    )
