"""Result card: five lines about a solved puzzle that show nothing of its solution, to share with others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from binairo_tui import engine
from binairo_tui.engine.bands import BANDS, Band
from binairo_tui.player import catalog, play_interface, text
from binairo_tui.store.games import SavedGame

BAR_LENGTH = 10
_BARS = "▂▃▄▅▆█"
_ASCII_BARS = "123456"
_LEVELS = {name: band.value for band, names in BANDS.items() for name in names}


def result_card(
    game: SavedGame, outcome: play_interface.Outcome, grade: engine.Grade | None, *, is_ascii: bool = False
) -> tuple[str, ...]:
    """Return the card of a solved game. It gives away neither the solution nor the order in which cells were filled.

    `grade` is None for a puzzle without a grade. With `is_ascii`, the card contains only ASCII characters, except those
    in the title.
    """
    puzzle = game.puzzle
    name = f"Binairo{'+' if puzzle.signs else ''} {text.size_text(puzzle.width, puzzle.height)}"
    title = text.puzzle_name(game.title).replace(" · ", " #" if is_ascii else " · ")
    when = (
        game.title
        if game.title == catalog.daily_title(outcome.day)
        else f"{title}, solved {text.date_text(outcome.day)}"
    )
    lines = (
        " · ".join(filter(None, (name, text.plain(game.band)))),
        when,
        f"{text.clock_text(outcome.elapsed_ms)}, {text.STYLE_WORDS[outcome.style]}",
        _bar_line(grade, is_ascii=is_ascii) if grade else text.NOT_GRADED,
        f'Hardest technique: "{list(grade.techniques)[-1]}"' if grade and grade.techniques else "Hardest technique: -",
    )
    return tuple([line.replace(" · ", ", ") for line in lines]) if is_ascii else lines


def _bar_line(grade: engine.Grade, *, is_ascii: bool) -> str:
    glyphs = _ASCII_BARS if is_ascii else _BARS
    bar = technique_bar(cells_by_level(grade), is_ascii=is_ascii)
    return f"How hard the cells were ({glyphs[0]} to {glyphs[-1]}): {bar or '-'}"


def cells_by_level(grade: engine.Grade) -> Counter[int]:
    """Map each level to the number of cells filled by techniques of that level.

    Level 1 is the easiest band. If there are cells that no technique fills, all of them count together as one cell of
    the highest level.
    """
    counts: Counter[int] = Counter()
    for step in grade.path:
        counts[_LEVELS[step.technique]] += (step.before ^ step.after).bit_count()
    if not grade.is_solved:
        counts[max(Band).value] += 1
    return counts


def technique_bar(counts: Mapping[int, int], *, is_ascii: bool = False) -> str:
    """Return a bar of `BAR_LENGTH` characters, divided in proportion to the counts of the levels, easiest first.

    Every level with a count has at least one character. Without any counts, the bar is empty.
    """
    total = sum(counts.values())
    if not total:
        return ""
    lengths = {level: max(1, round(BAR_LENGTH * count / total)) for level, count in sorted(counts.items()) if count}
    while sum(lengths.values()) != BAR_LENGTH:
        longest = max(lengths, key=lambda level: lengths[level])
        lengths[longest] += 1 if sum(lengths.values()) < BAR_LENGTH else -1
    glyphs = _ASCII_BARS if is_ascii else _BARS
    return "".join([glyphs[level - 1] * length for level, length in lengths.items()])
