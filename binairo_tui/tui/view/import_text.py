"""Text of the import screen, and limits on pasted text that keep the response to a key within milliseconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from binairo_tui import engine, formats, processes
from binairo_tui.engine.puzzle import MAX_SIZE
from binairo_tui.engine.wording import plural, sentence
from binairo_tui.player.text import SENTENCE_LENGTH, broken_givens_text, fault_text, lines_rule, plain, size_text
from binairo_tui.tui.view import spans
from binairo_tui.tui.view.spans import Paragraph

MAX_CHARACTERS = 100_000
"""The maximum length of a text in characters, enough for a game of Unruly with 5,000 moves."""
MAX_LINES = 5000
MAX_LINE = 8000
"""The maximum length of a line, because each key press wraps it again. A 40x40 grid on one line fits."""
MAX_WIDE_LINE = 1000
"""The maximum length of a line that is not all ASCII, because the width of each character is looked up."""

INVITATION = (
    Paragraph("Paste a puzzle, or type it.", "strong"),
    Paragraph("Rows of 0, 1 and dots, one line of cells, Unruly game IDs: almost any format works.", "muted"),
    Paragraph("The path of a screenshot works, too.", "muted"),
)
FROM_BEFORE = "This is the text that you imported before. It is selected: what you paste or type replaces it."
NOTHING_READ = "There is no puzzle in the text yet."
NO_OTHER = "There is no other way to read this puzzle."
SOLUTIONS = {
    0: "No solution: this puzzle cannot be solved.",
    1: "One solution.",
    2: "More than one solution: any of them will do.",
    None: "The number of solutions is unknown: counting takes too long.",
}
BOARDS_WIDTH = 34
"""The maximum width of boards side by side."""
LISTED = 4
TITLE_LENGTH = 24
FEWEST = 4
"""The minimum length of a row, in cells, for which the number of typed rows is shown."""


def fault_paragraphs(fault: engine.PuzzleFormatError) -> tuple[Paragraph, ...]:
    return Paragraph(fault_text(fault), "error"), Paragraph("Fix the text and try again.", "muted")


def choice_paragraphs(other_key: str) -> tuple[Paragraph, ...]:
    return (
        Paragraph("Several readings of this text fit. Which one is right?", "strong"),
        Paragraph(f"{other_key} chooses the first one, and then the next.", "accent"),
    )


def refusal_paragraphs(reason: str) -> tuple[Paragraph, ...]:
    return Paragraph(reason, "error"), Paragraph("The text is unchanged.", "muted")


def import_paragraphs(
    imported: formats.Imported,
    assessment: processes.worker.Assessment | None,
    *,
    play_key: str,
    next_key: str,
    other_key: str = "",
    is_listed: bool = False,
) -> Iterator[Paragraph]:
    """Yield paragraphs that describe the puzzle, its solutions and its grade, and then say how the text was read.

    `assessment` is None while the puzzle is being graded. A command is not mentioned if its key is empty. `is_listed`
    means that a list already shows which puzzle of the text this is, so that the notes do not say it, too.
    """
    yield Paragraph(puzzle_text(imported.puzzle), "strong")
    count = imported.solution_count
    yield Paragraph(SOLUTIONS[count], "done" if count == 1 else "error")
    yield Paragraph(broken_givens_text(imported.puzzle), "error")
    if count == 1:
        yield Paragraph(_grade_text(assessment))
    more = f" {next_key} shows the next puzzle." if imported.puzzle_count > 1 and next_key else ""
    plays = "plays it all the same" if count == 0 else "plays this puzzle"
    yield Paragraph(f"{play_key} {plays}.{more}", "accent")
    yield from _symbols_paragraphs(imported, other_key)
    yield Paragraph(plain(imported.reason, SENTENCE_LENGTH), "muted")
    remark = formats.rule_inference.solution_remark(count)
    notes = [it for it in imported.notes if it != remark and not (is_listed and it.startswith("This is puzzle"))]
    if notes:
        yield Paragraph(" ".join([plain(it, SENTENCE_LENGTH) for it in notes]))


def reading_lines(
    listed: Sequence[spans.TextLine], paragraphs: Sequence[Paragraph], width: int, height: int
) -> list[spans.TextLine]:
    """Return at most `height` lines: if there is little room, without blank lines, and cut with `…` if need be."""
    lines = [*[spans.shortened(it, width) for it in listed], *spans.wrapped_paragraphs(paragraphs, width)]
    if len(lines) > height:
        lines = [it for it in lines if it]
    if 0 < height < len(lines):
        last = spans.line(*lines[height - 1], spans.Span(spans.MORE, "muted"))
        lines[height - 1 :] = [spans.shortened(last, width)]
    return lines


def list_lines(parts: Sequence[formats.Imported | formats.PuzzleFormatError], line: int) -> list[spans.TextLine]:
    """Return lines about up to `LISTED` puzzles, around the one that begins in `line` (from 1); none if it is alone."""
    if len(parts) < 2:
        return []
    now = next((at for at, part in enumerate(parts) if part.line == line), 0)
    first = max(min(now - LISTED // 2, len(parts) - LISTED), 0)
    lines = []
    for at, part in enumerate(parts[first : first + LISTED], first):
        said = "invalid"
        if isinstance(part, formats.Imported):
            title = f", {plain(part.title, TITLE_LENGTH)}" if part.title else ""
            said = f"{size_text(part.puzzle.width, part.puzzle.height)}{title}"
        mark, tone = (">", "strong") if at == now else (" ", "muted")
        lines.append(spans.line(spans.Span(f"{mark} {at + 1}. line {part.line}: {said}", tone)))
    if len(parts) > LISTED:
        lines.append(spans.line(spans.Span(f"  {len(parts)} puzzles in all", "muted")))
    return [*lines, spans.BLANK]


def choice_lines(choices: Mapping[str, engine.Puzzle], chosen: str) -> list[spans.TextLine]:
    """Return lines that name the readings that fit a text, then their boards side by side, and a blank line.

    If one of them is `chosen`, only its board is shown. Boards that are too wide, or have signs, are left out.
    """
    lines = []
    for number, name in enumerate(choices, 1):
        mark, tone = (">", "strong") if name == chosen else (" ", "normal")
        lines.append(spans.line(spans.Span(f"{mark} {number}. {name}", tone)))
    shown = [it for name, it in choices.items() if chosen in ("", name)]
    boards = [[" ".join(row) for row in it.geometry.rows(it.givens)] for it in shown if not it.signs]
    rows = ["    ".join(parts) for parts in zip(*boards, strict=True)]
    if rows and len(rows[0]) <= BOARDS_WIDTH:
        lines += [spans.BLANK, *[spans.line(spans.Span(f"  {row}")) for row in rows]]
    return [*lines, spans.BLANK]


def picture_lines(puzzle: engine.Puzzle, unsure: Sequence[engine.Cell]) -> list[spans.TextLine]:
    lines = []
    for row, text in enumerate(puzzle.geometry.rows(puzzle.givens)):
        cells = [
            spans.Span(
                f"{value}?" if (is_unsure := row * puzzle.width + at in unsure) else f"{value} ",
                "error" if is_unsure else "normal",
            )
            for at, value in enumerate(text)
        ]
        lines.append(spans.line(*cells))
    return [*lines, spans.BLANK]


def doubt_paragraphs(doubt: str, edit_key: str, other_key: str) -> tuple[Paragraph, ...]:
    if not doubt:
        return ()
    keys = f"{edit_key} opens the puzzle in the editor, at the first unsure place. {other_key} exchanges 0 and 1."
    return Paragraph(plain(sentence(doubt), SENTENCE_LENGTH), "error"), Paragraph(keys, "accent")


def _symbols_paragraphs(imported: formats.Imported, other_key: str) -> Iterator[Paragraph]:
    symbols = imported.symbols
    if symbols is None or not imported.symbols_note:
        return
    if not symbols.is_guess:
        yield Paragraph(plain(imported.symbols_note, SENTENCE_LENGTH), "muted")
        return
    change = f" If not, {other_key} reads it differently." if imported.others and other_key else ""
    yield Paragraph(plain(f"Is this right? {sentence(str(symbols))}{change}", SENTENCE_LENGTH), "accent")


def progress_paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return how many rows of a square grid have been typed; nothing if the text does not begin one."""
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    width = len(rows[0]) if rows else 0
    are_cells = all(set(row.lower()) <= set("01.-_·*?xowby") for row in rows)
    if not (are_cells and FEWEST <= width <= MAX_SIZE and len(rows) < width):
        return ()
    if any(len(row) != width for row in rows[:-1]) or len(rows[-1]) > width:
        return ()
    full = len(rows) - (len(rows[-1]) < width)
    begun = f"Row {len(rows)} of {width}: {len(rows[-1])} of {plural(width, 'cell')}."
    return (Paragraph(begun if full < len(rows) else f"{full} of {plural(width, 'row')}.", "muted"),)


def puzzle_text(puzzle: engine.Puzzle) -> str:
    """Return the size, rules, signs and givens, such as `6x6, unique lines, 11 givens.`."""
    signs = [plural(len(puzzle.signs), "sign")] if puzzle.signs else []
    parts = [size_text(puzzle.width, puzzle.height), lines_rule(puzzle), *signs, plural(puzzle.given_count, "given")]
    return f"{', '.join(parts)}."


def _grade_text(assessment: processes.worker.Assessment | None) -> str:
    if assessment is None:
        return "Grading..."
    if not assessment.band:
        return "The difficulty is unknown."
    hardest = f' Hardest technique: "{assessment.hardest}".' if assessment.hardest else ""
    return f"{assessment.band}, score {assessment.score}.{hardest}"


def size_fault(text: str) -> str:
    """Return a sentence that says that a text is too long to paste on any screen; empty if it is short enough."""
    return _too_long(f"{len(text):,} characters", MAX_CHARACTERS) if len(text) > MAX_CHARACTERS else ""


def length_fault(text: str) -> str:
    """Return a sentence that says why a text, or one of its lines, is too long to edit; empty if it is short enough."""
    if fault := size_fault(text):
        return fault
    if text.count("\n") + text.count("\r") >= MAX_LINES:
        return _too_long(f"more than {MAX_LINES:,} lines", MAX_LINES)
    for line in text.splitlines():
        limit = MAX_LINE if line.isascii() else MAX_WIDE_LINE
        if len(line) > limit:
            return _too_long(f"a line of {len(line):,} characters", limit)
    return ""


def _too_long(found: str, limit: int) -> str:
    return f"Too long to paste: {found}; the limit is {limit:,}. 'binairo play FILE' reads longer texts."
