"""Strategies for puzzles to write: any size from 2x2 to 40x40, rectangles first, any givens and signs.

Most of them have no solution.
"""

from functools import cache

from hypothesis import strategies as st

from binairo_tui.engine import Puzzle, Sign, geometry
from binairo_tui.engine.puzzle import size_fault
from tests.strategies import neighbours

SIZES = sorted(
    [(width, height) for width in range(2, 41) for height in range(2, 41) if not size_fault(width, height)],
    key=lambda size: (size[0] == size[1], size[0] * size[1]),
)
SQUARES = [size for size in SIZES if size[0] == size[1]]

_ALPHABETS = st.sampled_from(["01.", ".....01", "." * 30 + "01", "01"])
_BOOLEANS = st.booleans()
_RANDOMS = st.randoms(use_true_random=True)  # Hypothesis' own choices of 1600 cells take long


@cache
def _sizes(*, rectangles: bool) -> st.SearchStrategy[tuple[int, int]]:
    """Draw a size, half of the time a small one."""
    sizes = SIZES if rectangles else SQUARES
    return st.sampled_from([size for size in sizes if size[0] * size[1] <= 100]) | st.sampled_from(sizes)


@cache
@st.composite
def any_puzzles(draw: st.DrawFn, *, signs: bool = True, rectangles: bool = True) -> Puzzle:
    """Draw a puzzle, with signs and of any shape if these are allowed."""
    width, height = draw(_sizes(rectangles=rectangles))
    alphabet = draw(_ALPHABETS)
    random = draw(_RANDOMS)
    cells = "".join([random.choice(alphabet) for _ in range(width * height)])
    pairs = neighbours(width, height)
    chosen = random.sample(pairs, min(len(pairs), random.choice([0, 1, 5]))) if signs else []
    return Puzzle(
        width,
        height,
        geometry(width, height).position(cells),
        tuple(sorted([Sign(a, b, random.random() < 0.5) for a, b in chosen])),
        draw(_BOOLEANS),
    )
