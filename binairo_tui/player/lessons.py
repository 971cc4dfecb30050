"""What the puzzles of the tutorial teach, in a sentence."""

from __future__ import annotations


def lesson_text(technique: str) -> str:
    """A technique and its rule: `Pair: Two equal values ...`; empty for a name that means none."""
    # Imported here, because no start and no other puzzle needs the techniques.
    from binairo_tui.engine.techniques.registry import TECHNIQUES

    for known in TECHNIQUES:
        if known.name == technique:
            return f"{technique.capitalize()}: {known.rule}"
    return ""
