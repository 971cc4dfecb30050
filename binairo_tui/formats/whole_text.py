"""Examines a text as a whole: adds the signs beside its grids, or refuses grids with signs that cannot be read."""

from collections.abc import Sequence
from itertools import pairwise

from binairo_tui.engine import Puzzle, PuzzleFormatError
from binairo_tui.files import json_text, terminal_text
from binairo_tui.formats import base, doubts, fact_text, facts, invisible, other_text, registry, signs, svg
from binairo_tui.formats.imported import Imported

Item = Imported | PuzzleFormatError

_LONGEST_QUOTE = 60
_OWN_PAGE = '<meta name="puzzle" content="'
"""The text before the puzzle in the program's own pages of steps. The explanations of the steps there are not signs."""


def with_facts(lines: Sequence[base.TextLine], items: Sequence[Item]) -> Sequence[Item]:
    """Return the items that were read from these lines, with the signs beside their grids.

    If a line may hold signs that belong to a grid but cannot be read, an error replaces the grid. If the text has no
    grid, but describes a puzzle by coordinates, this puzzle is returned. Signs between two grids belong to the first
    grid.
    """
    items = _without_answers(items)
    puzzles = [item for item in items if isinstance(item, Imported)]
    starts = [] if any(map(_is_list, puzzles)) else [item.line for item in puzzles[1:]]
    edges = [lines[0].number, *sorted(set(starts)), lines[-1].number + 1] if lines else []
    found: list[Item] = []
    for first, end in pairwise(edges):
        part = [item for item in items if first <= item.line < end] if starts else items
        found += _with_facts(lines[first - edges[0] : end - edges[0]], part)
    return found


def _with_facts(lines: Sequence[base.TextLine], items: Sequence[Item]) -> Sequence[Item]:
    puzzles = [item for item in items if isinstance(item, Imported)]
    is_own_page = any(_OWN_PAGE in line.text for line in lines)
    bare = [item for item in puzzles if not item.puzzle.signs and not is_own_page]
    done = {it for item in puzzles if not _is_list(item) for it in range(item.line, item.last_line + 1)}
    rows = {item.line: f"cells = {item.puzzle.geometry.rows(item.puzzle.givens)}" for item in bare if item.line in done}
    outside = [line._replace(text="") if line.number in done else line for line in lines]
    lines = [line._replace(text=rows.get(line.number, line.text)) for line in outside]
    text = invisible.visible("\n".join([line.text for line in lines]))
    for item in bare:
        around = [it for it in outside if it.number in (item.line - 1, item.last_line + 1) and item.format == "rows"]
        beside = [it.number for it in around if other_text.longest_run(it.text) == item.puzzle.width]
        if beside:
            damaged = base.error(
                "this row of a grid cannot be read: there is something else beside its cells", beside[0]
            )
            return _in_place_of([item], items, damaged)
    if (
        (puzzles and not bare)
        or not doubts.may_tell(invisible.visible("\n".join([line.text for line in outside])))
        or any(item.is_json or item.history for item in puzzles)
        or any(isinstance(item, base.SignsError) for item in items)
        or _is_json(text)
    ):
        return items
    first = lines[0].number
    try:
        is_drawing = "<svg" in text and not puzzles
        told = [svg.read(text)] if is_drawing else facts.read(fact_text.parse(text), text, is_strict=not puzzles)
    except base.SignsError as problem:
        problem.line += first - 1
        return _in_place_of(bare, items, problem)
    except PuzzleFormatError:
        told = []
    told_lines = {line + first - 1 for read in told if read.puzzle.signs for line in read.lines}
    telling = [line.text for line in lines if line.number in told_lines]
    if any(map(doubts.negates, telling)) or doubts.pair_count(telling) > sum([len(read.puzzle.signs) for read in told]):
        told, told_lines = [], set()  # some pair was not read, or not as it was meant
    unread = [line for line in lines if line.number not in told_lines]
    told = [it for it in told if it.lines or it.puzzle.given_count < it.puzzle.geometry.cell_count]
    if not puzzles and any(read.puzzle.given_count or read.puzzle.signs for read in told):
        return [Imported.of(read, "facts", (first, lines[-1].number)) for read in told]
    found = _without_doubts(unread, items, bare)
    if found is not items or len(told) != len(bare) or not any(read.puzzle.signs for read in told):
        return found
    signed = map(signs.attach, bare, [read.puzzle.signs for read in told])
    found = [next(signed) if item in bare else item for item in items]
    return [item for item in found if isinstance(item, Imported) or _is_apart(item)]


def without_signs(item: Item) -> Item:
    """Return the item, or an error if it is a line of signs, because this text is not examined as a whole."""
    if isinstance(item, base.NotAPuzzleError) and doubts.PAIRS.match(item.text):
        return base.SignsError(_doubt(item.text), line=item.line)
    return item


def _doubt(text: str) -> str:
    shown = terminal_text.strip_controls(text.strip(), _LONGEST_QUOTE)
    return f"these may be signs, but they cannot be read: '{shown}'"


def _is_apart(item: Item) -> bool:
    """Return whether an item is text without signs."""
    return isinstance(item, base.NotAPuzzleError) and not doubts.may_tell(item.text)


def _is_list(item: Imported) -> bool:
    return registry.find_format(item.format).module == "lists"


def _without_doubts(lines: Sequence[base.TextLine], items: Sequence[Item], bare: Sequence[Imported]) -> Sequence[Item]:
    """Return the items. If a line may hold signs of the items in `bare`, an error replaces these items."""
    in_code = {number: _is_list(item) for item in bare for number in range(item.line, item.last_line + 1)}
    matrix = doubts.matrix_at([line.text for line in lines], [it.puzzle.geometry for it in bare])
    for at, line in enumerate(lines if bare else ()):
        if at == matrix or (
            in_code.get(line.number, True) and doubts.suspect(line.text, is_code=line.number in in_code)
        ):
            return _in_place_of(bare, items, base.SignsError(_doubt(line.text), line=line.number))
    return items


def _in_place_of(bare: Sequence[Imported], items: Sequence[Item], problem: PuzzleFormatError) -> Sequence[Item]:
    """Return the items in the order of their lines, with an error instead of the items in `bare`."""
    return sorted([problem, *[item for item in items if item not in bare]], key=lambda item: item.line)


def _is_json(text: str) -> bool:
    """Return whether a text is JSON, or its first line is. The signs of such a text have already been read."""
    return text.lstrip().startswith(("{", "[")) and any(
        json_text.parses(part) for part in (text, text.strip().partition("\n")[0])
    )


def _without_answers(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items with a note instead of each solution, and without empty grids that are forms for answers."""
    has_text = any(isinstance(item, base.NotAPuzzleError) for item in items)
    puzzles = [item for item in items if isinstance(item, Imported)]
    is_form = has_text and any(item.puzzle.given_count for item in puzzles)
    found: list[Item] = []
    for item in items:
        if not isinstance(item, Imported) or item.history or item.format == "unruly":
            found.append(item)
        elif any(_is_solution(item.puzzle, other.puzzle) for other in puzzles):
            note = base.NotAPuzzleError("this grid is the solution of another puzzle in this text", line=item.line)
            note.text = "\n".join(item.puzzle.geometry.rows(item.puzzle.givens))
            found.append(note)
        elif item.puzzle.given_count or item.puzzle.signs or not is_form:
            found.append(item)
    return found


def _is_solution(full: Puzzle, puzzle: Puzzle) -> bool:
    """Return whether a grid without empty cells fits the givens of another puzzle with empty cells."""
    is_full = full.given_count == full.geometry.cell_count > puzzle.given_count
    return is_full and full.geometry == puzzle.geometry and full.givens & puzzle.givens == puzzle.givens
