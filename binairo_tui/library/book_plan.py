"""Plans a puzzle book: its chapters with the codes of their puzzles, and an example of each technique."""

from random import Random

from binairo_tui.engine.bands import Band
from binairo_tui.engine.techniques.registry import ProofStep, proof_steps
from binairo_tui.library.codes import SEED_BITS, PuzzleCode
from binairo_tui.library.collection import collections

SIZES = {Band.GENTLE: 6, Band.EASY: 8, Band.MEDIUM: 8, Band.HARD: 10, Band.EXPERT: 10, Band.EXTREME: 12}
"""Maps each band to the width of its puzzles, which are square."""


def chapters(seed: int, count: int, *, has_signs: bool = False) -> dict[Band, list[PuzzleCode]]:
    """Return the codes of the puzzles in each chapter, `count` for each band. The seed determines the puzzles."""
    random = Random(seed)
    return {
        band: [
            PuzzleCode(size, size, band, has_signs=has_signs, seed=random.getrandbits(SEED_BITS)) for _ in range(count)
        ]
        for band, size in SIZES.items()
    }


def examples() -> dict[str, ProofStep]:
    """Return an example of each technique that the tutorial teaches, by the technique's name."""
    tutorial = next(collection for collection in collections() if collection.name == "tutorial")
    found: dict[str, ProofStep] = {}
    for entry in tutorial.entries:
        for step in proof_steps(entry.puzzle):
            found.setdefault(step.proof.technique, step)
    return found
