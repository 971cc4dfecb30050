"""Text of the panel on the play screen, and the keys in its footer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from binairo_tui import player
from binairo_tui.engine import Cell, Position, Puzzle, Violation, cell_name, rules, violation_text, wording
from binairo_tui.game import Aid, GameSession, SolveStyle
from binairo_tui.player.text import FULL_BUT_BROKEN
from binairo_tui.tui.keymap.footers import FooterContext
from binairo_tui.tui.view import appearance, spans, tiles

LISTED_VIOLATIONS = 20
"""The maximum number of broken rules that the panel lists, usually more than fit on a page."""
_CHANGING = ("cell.zero", "play.undo", "play.mark", "play.branch", "play.drop-branch", "play.keep-branch")
"""The commands that footers leave out while a game is read-only."""


class PlayStatus(NamedTuple):
    """What the panel shows in addition to the state of the session.

    `message` is the result of the last command, and `subject` says what the message is about. `branch_failed` is True
    if the message says that the open branch has failed. `trouble` is a sentence about saving. `solved` is the text for
    a solved puzzle. `counters` maps the names of the cursor's row and column to their counters, which the panel puts
    into words. If the board has no room for signs between its rows, `shows_signs` is True, and the panel names the
    signs of the cursor's cell. `is_brief` means that the panel has few lines, and `keys` are those for which the footer
    has no room. `is_walking` means that the board shows a step of a proof instead of the game. `drop_key` is the key
    that drops a branch.
    """

    message: str = ""
    subject: str = ""
    branch_failed: bool = False
    solved: tuple[spans.Paragraph, ...] = ()
    is_paused: bool = False
    trouble: str = ""
    counters: Mapping[str, Sequence[appearance.CounterLook]] = {}
    shows_signs: bool = False
    is_brief: bool = False
    keys: str = ""
    is_walking: bool = False
    drop_key: str = ""
    symbols: appearance.Symbols = appearance.DIGITS


def panel_paragraphs(session: GameSession, status: PlayStatus) -> list[spans.Paragraph]:
    """Return the paragraphs of the panel, without its head."""
    if status.is_paused:
        paragraphs = [spans.Paragraph("Paused. Press any key.", "strong")]
    elif session.is_solved:
        paragraphs = [*([spans.Paragraph(status.message)] if status.message else []), *status.solved]
    else:
        notes, news = list(_notes(session, status)), list(_news(session, status))
        # Notes come first, so that they do not move; if there is room for only one paragraph, news comes first.
        paragraphs = [*news, *notes] if status.is_brief else [*notes, *news]
    if status.trouble:
        paragraphs.append(spans.Paragraph(status.trouble, "error"))
    return paragraphs


def panel_title(session: GameSession, status: PlayStatus) -> str:
    """Return the title of the panel: the subject of its most important paragraph; empty if it has no subject."""
    if status.is_paused:
        return "Paused"
    if status.subject:
        return status.subject
    if session.is_solved:
        return "Solved"
    if session.violations and appearance.shows(session, Aid.VIOLATIONS):
        return "Broken rules" if len(session.violations) > 1 else "Broken rule"
    return f"Branch {len(session.branches)}" if session.branches else ""


def panel_head(session: GameSession, status: PlayStatus) -> spans.Head | None:
    if session.is_solved:
        return None
    keys = ("", status.keys) if status.keys else ()
    return spans.Head("Rules", (*rules_lines(session.puzzle), *legend_lines(session.puzzle, status), *keys))


def legend_lines(puzzle: Puzzle, status: PlayStatus) -> list[str]:
    legend = appearance.legend(status.symbols)
    lines = [legend] if legend else []
    if puzzle.signs:
        lines.append("= equal  × different")
        if status.shows_signs:  # the board then has no lines between its rows, and draws signs small
            lines.append("₌ ₓ cell below  ⁼ ˣ cell above")
    return lines


def rules_lines(puzzle: Puzzle) -> tuple[str, ...]:
    counts = "One more 1 than 0s" if puzzle.width % 2 else "As many 0s as 1s"  # if one side is odd, both are
    counts = counts if puzzle.more_ones else "As many 0s as 1s, or one more of either,"
    unique = ("No two rows and no two columns may be the same.",) if puzzle.unique_lines else ()
    return ("No three equal values next to each other.", f"{counts} in each row and column.", *unique)


def _notes(session: GameSession, status: PlayStatus) -> Iterator[spans.Paragraph]:
    """Yield the text that stays until the cursor moves or a branch is closed."""
    texts: list[str] = []
    if session.shown & Aid.LINES and status.counters:
        missing = [f"{name}: {_missing_text(it, status.symbols)}" for name, it in status.counters.items()]
        title = "Missing in" if session.puzzle.more_ones else "At most missing in"
        texts += [f"{title} {missing[0].lower()}."] if status.is_brief else [title, *missing]
    if status.shows_signs:
        texts.append(signs_text(session.puzzle, session.cursor))
    if session.branches:
        texts.append(_branch_text(session))
    if status.is_brief and not session.steps:
        texts += legend_lines(session.puzzle, status)
    text = "\n".join([text for text in texts if text])
    if text:
        yield spans.Paragraph(text, spans.ASIDE)


def _news(session: GameSession, status: PlayStatus) -> Iterator[spans.Paragraph]:
    if status.message:
        yield spans.Paragraph(status.message)
    if status.is_walking:
        return
    violations = session.violations
    if not appearance.shows(session, Aid.VIOLATIONS):
        if session.puzzle.geometry.is_full(session.position):
            yield spans.Paragraph(FULL_BUT_BROKEN, "error")
        return
    if session.shows_failed_branch and status.drop_key and not status.branch_failed:
        yield spans.Paragraph(f"The branch has failed: {status.drop_key} drops it.")
    for paragraph in violation_paragraphs(session.puzzle, session.position, violations):
        if paragraph.text not in status.message:
            yield paragraph


def violation_paragraphs(
    puzzle: Puzzle, position: Position, violations: Sequence[Violation]
) -> Iterator[spans.Paragraph]:
    for violation in rules.one_of_each_kind_first(violations)[:LISTED_VIOLATIONS]:
        yield spans.Paragraph(violation_text(puzzle, position, violation), "error")
    if len(violations) > LISTED_VIOLATIONS:
        yield spans.Paragraph(f"And {len(violations) - LISTED_VIOLATIONS} more.", "error")


def _missing_text(counters: Sequence[appearance.CounterLook], symbols: appearance.Symbols) -> str:
    """Return what a line still needs, such as `1 zero, 2 ones`, in at most 16 columns, so that it is never wrapped."""
    # Too many of a value are a broken rule, which is reported on its own.
    counts = [int(look.text) if look.text.isdecimal() else 0 for look in counters]
    names = ("zero", "one") if symbols == appearance.DIGITS else symbols
    missing = [
        f"{count} {name}{'s' * (name.isalnum() and count != 1)}"
        for count, name in zip(counts, names, strict=True)
        if count
    ]
    return ", ".join(missing) or "nothing"


def signs_text(puzzle: Puzzle, cursor: Cell) -> str:
    """Return the signs of the cursor's cell, such as `r1c1: = r1c2, × r2c1`; empty if there are none."""
    signs = [
        f"{'=' if same else '×'} {cell_name(b if a == cursor else a, puzzle.width)}"
        for a, b, same in puzzle.signs
        if cursor in (a, b)
    ]
    return f"{cell_name(cursor, puzzle.width)}: {', '.join(signs)}" if signs else ""


def _branch_text(session: GameSession) -> str:
    depth = len(session.branches)
    cells = list(session.branch_depths.values()).count(depth)
    if not cells:
        return f"Branch {depth}: no cells yet"
    brackets = tiles.BRACKETS[min(depth, len(tiles.BRACKETS) - 1)]
    return f"Branch {depth}: {wording.plural(cells, 'cell')} in {brackets}"


def style_mark(play: "player.play.Play") -> str:
    """Return what follows a game's title: that it is a repeat, or that it is still strict; empty for other games."""
    solved = play.outcome if play.session.is_solved else None
    style = solved.style if solved else play.session.is_strict and play.session.style
    if play.is_repeat or style is SolveStyle.REPEAT:
        return " · repeat"
    return " · strict" if style is SolveStyle.STRICT else ""


def footer_context(play: "player.play.Play", after: FooterContext | None) -> FooterContext:
    """Return the footer's context for a game; `after` is that of the solved puzzle, None if it is not known yet."""
    session = play.session
    if session.is_solved:
        return after or FooterContext.SOLVED_LAST
    if play.is_paused:
        return FooterContext.PAUSED
    if play.questions.has_next:
        return _hint_context(play.questions, in_branch=bool(session.branches))
    if session.branches:
        return FooterContext.BRANCHING
    has_hints = not session.is_strict and play.questions.hint is None
    return FooterContext.PLAYING if has_hints else FooterContext.STRICT


def hidden_commands(play: "player.play.Play", *, has_more: bool) -> list[str]:
    refused = _CHANGING if play.is_read_only else ()
    return ["play.more"] * (not has_more) + [*refused]


def _hint_context(questions: "player.questions.Questions", *, in_branch: bool) -> FooterContext:
    if not questions.is_walking and in_branch:
        return FooterContext.BRANCH_HINTING if questions.has_more_hint else FooterContext.BRANCH_HINTED
    if not questions.is_walking:
        return FooterContext.HINTING if questions.has_more_hint else FooterContext.HINTED
    if questions.has_more_hint:
        return FooterContext.WALKING
    return FooterContext.WALKED if questions.reason_cell is None else FooterContext.EXPLAINED
