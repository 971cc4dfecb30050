"""Texts shared by all ways to play: times, dates, percentages, titles, and sentences about a solve. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from binairo_tui import engine, player, settings, store
from binairo_tui.engine import Puzzle, wording
from binairo_tui.files.terminal_text import strip_controls
from binairo_tui.game import SolveStyle

TITLE_LENGTH = 60
SENTENCE_LENGTH = 300
"""Limit on the characters of a sentence that can quote untrusted text."""
RULES = (
    "Fill every cell with a 0 or a 1.",
    "No three equal values next to each other, across or down.",
    "Every row and every column has as many 0s as 1s; if its length is odd, it has one more 1 than 0s.",
    "No two rows are the same, and no two columns.",
)
NO_RULE_BROKEN = "No rule is broken."
FULL_BUT_BROKEN = "The grid is full, but a rule is broken."
"""Shown when the grid is full and the help level hides which rules are broken."""
NOT_GRADED = "not graded"
NOT_UNIQUE = "It has more than one solution, so it is not graded."
COUNTED_TECHNIQUES = "The easiest technique for each cell at the moment you filled it."
MEDIAN_WAITS = "The wait is the median of your latest games."
STYLE_WORDS = {
    SolveStyle.STRICT: "strict",
    SolveStyle.UNAIDED: "unaided",
    SolveStyle.HELPED: "helped",
    SolveStyle.REPEAT: "repeat",
    SolveStyle.PROGRAM: "by the program",
}
_STYLES = {
    SolveStyle.STRICT: "Strict: without any aid.",
    SolveStyle.UNAIDED: "Unaided.",
    SolveStyle.HELPED: "With help.",
    SolveStyle.REPEAT: "A repeat: you had solved this puzzle before, so it counts for no best time and no median.",
    SolveStyle.PROGRAM: "Solved by the program, so it does not count for best times, medians or streaks.",
}
_FIRST = {
    SolveStyle.STRICT: "Your first strict {}: without any aid.",
    SolveStyle.UNAIDED: "Your first unaided {}.",
    SolveStyle.HELPED: "Your first {} with help.",
}


def plain(text: str, length: int = TITLE_LENGTH) -> str:
    """Return untrusted text made safe for a widget without markup, cut to `length` characters."""
    return strip_controls(text, length)


def clock_text(elapsed_ms: int) -> str:
    """Return a playing time as text, such as `2:05` or `1:02:05`."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def round_clock_text(elapsed_ms: int) -> str:
    """Return an expected time as text, such as `1:25` or `12:00`. Estimates are coarse, so the time is rounded."""
    seconds = elapsed_ms / 1000
    unit = next((unit for limit, unit in ((120, 5), (600, 15), (3600, 60)) if seconds < limit), 300)
    return clock_text(max(round(seconds / unit), 1) * unit * 1000)


def usual_text(elapsed_ms: int) -> str:
    return f"Expected for you: about {round_clock_text(elapsed_ms)}."


def wait_text(elapsed_ms: int) -> str:
    """Return a short time as text, such as `1.2 s` or, from one minute on, `1:05`."""
    return f"{elapsed_ms / 1000:.1f} s" if elapsed_ms < 59_950 else clock_text(max(elapsed_ms, 60_000))


def usual_wait_text(elapsed_ms: int) -> str:
    """Return a usual wait as text; `-` if it rounds to 0.0 s, as in games without times."""
    return wait_text(elapsed_ms) if elapsed_ms >= 50 else "-"


def percent_text(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage. Only exactly 0 becomes 0, and only exactly 1 becomes 100."""
    percent = round(share * 100)
    if 0 < share < 1:
        percent = min(max(percent, 1), 99)
    return f"{percent}%"


def when_text(seconds_utc: int, now: datetime) -> str:
    """Return a time (in seconds since 1970) as `today 08:12`, `yesterday`, `3 days ago` or a date; `now` is aware."""
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(now.tzinfo)
    days = (now.date() - then.date()).days
    if days <= 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else date_text(then.date())


def when_short(seconds_utc: int, now: datetime) -> str:
    """Return `when_text` in at most 12 columns: `today 08:12`, `yesterday`, `3 days ago`, `11 Nov`, `11 Nov 2023`."""
    then = datetime.fromtimestamp(seconds_utc, UTC).astimezone(now.tzinfo).date()
    if (now.date() - then).days < 7:
        return when_text(seconds_utc, now)
    return f"{then.day} {then:%b}" if then.year == now.year else date_short(then)


def streak_text(streaks: player.statistics.Streaks) -> str:
    """Return the current streak as text, such as `daily streak 3 days`; empty if there is none."""
    return f"daily streak {wording.plural(streaks.current, 'day')}" if streaks.current else ""


def rank_text(rank: store.queries.Rank) -> str:
    place = f"{ordinal(rank.faster + 1)}-best" if rank.faster else "best"
    behind = f", {clock_text(rank.behind_ms)} behind your best" if rank.behind_ms >= 1000 else ""
    return f"Your {place} of {rank.others + 1}{behind}."


def ahead_text(ahead: int, unit: str) -> str:
    """Return text that says how many units, such as `cell`, the player is ahead; a negative number means behind."""
    by = f"{wording.plural(abs(ahead), unit)} {'ahead' if ahead > 0 else 'behind'}"
    return f"you are {by if ahead else 'level'}"


def ordinal(number: int) -> str:
    """Return a positive number as an ordinal, such as `1st` or `12th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def standing_text(style: SolveStyle, rank: store.queries.Rank | None, kind: str = "") -> str:
    """Return sentences about the style of a solve and its rank among solves of the same kind in this style.

    `kind` names the band and size, such as `Gentle 8x8`; it is empty if the puzzle is not graded. Repeats and solves by
    the program have no rank; in a race, the rank is not known.
    """
    if style not in _FIRST or rank is None:
        return _STYLES[style]
    return f"{_STYLES[style]} {rank_text(rank)}" if rank.others else _FIRST[style].format(kind or "solve of this kind")


def solved_sentence(
    outcome: player.play_interface.Outcome | None, today: date, duration: Callable[[int], str] = clock_text
) -> str:
    """Return a sentence with the time of a solve, as text from `duration`, and with its day if that is not today."""
    if outcome is None:
        return "Solved."
    when = "" if outcome.day == today else f" on {date_text(outcome.day)}"
    return f"Solved{when} in {duration(outcome.elapsed_ms)}."


def styles_text(styles: Collection[SolveStyle]) -> str:
    """Return the names of styles, such as `strict and unaided`; `all styles` for all of them."""
    return (
        "all styles"
        if len(styles) == len(STYLE_WORDS)
        else wording.join_words([STYLE_WORDS[style] for style in styles])
    )


def style_counts_text(counts: Mapping[SolveStyle, int]) -> str:
    """Return the number of solves in each style, such as `12 solved: 3 strict, 4 unaided, 5 helped`."""
    shown = [style for style in SolveStyle if counts[style] or style in _FIRST]
    return f"{sum(counts.values())} solved: {', '.join([f'{counts[style]} {STYLE_WORDS[style]}' for style in shown])}"


def lesson_text(technique: str) -> str:
    """Return a technique and its rule, such as `Pair: Two equal values ...`; empty if the technique is unknown."""
    rule = rule_text(technique)
    return f"{technique.capitalize()}: {rule}" if rule else ""


def rule_text(technique: str) -> str:
    return next((known.rule for known in engine.techniques.registry.TECHNIQUES if known.name == technique), "")


def technique_name(technique: str) -> str:
    """Return the name to show for a technique; `no technique` for '' (see `game.review.BEYOND`)."""
    return technique or "no technique"


def size_text(width: int, height: int) -> str:
    return f"{width}x{height}"


UNVERIFIED = "unverified"
"""Replaces the style of a solve that looks like the work of a program. In a host's ranking, such a solve comes last."""
COLLECTION_TITLES = {"classics": "Classics", "minimal": "Few givens", "tutorial": "Tutorial"}
"""The titles of the shipped collections that are not named after the size of their puzzles, by name."""


def puzzle_name(title: str) -> str:
    """Return `8x8 Binairo+ #12` for puzzle 12 of the collection `8x8-plus`, and `no. 77` for `seed 77, recipe 2`."""
    name, mark, number = plain(title).rpartition(" #")
    if mark and number.isdecimal():
        shown = COLLECTION_TITLES.get(name) or name.replace("-plus", " Binairo+").replace("-", " ")
        return f"{shown} #{number}"
    word, _, seed = plain(title).partition(",")[0].partition(" ")
    return f"no. {seed}" if word == "seed" and seed.isdecimal() else plain(title)


def game_title(width: int, height: int, title: str, band: str) -> str:
    """Return the size, title and difficulty; the size is not repeated if the title begins with it."""
    size = size_text(width, height)
    shown = puzzle_name(title)
    parts = [shown] if shown.startswith(size) else [size, shown]
    return " · ".join([part for part in (*parts, plain(band)) if part])


def next_daily_text(now: datetime, day_of: Callable[[datetime], date], width: int, height: int) -> str:
    """Return a sentence about tomorrow's daily puzzle of a size, such as `Tomorrow: Expert, in 7 hours`."""
    today = day_of(now)
    minutes = next(it for it in range(1, 24 * 60 + 1) if day_of(now + timedelta(minutes=it)) != today)
    wait = wording.plural(round(minutes / 60), "hour") if minutes >= 60 else wording.plural(minutes, "minute")
    band = engine.request.daily_band(today + timedelta(days=1), width, height)
    return f"Tomorrow: {band.title}, in {wait}."


def setting_text(value: settings.SettingValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"


def date_short(day: date) -> str:
    """Return a date as text of at most 11 columns, such as `11 Nov 2023`."""
    return f"{day.day} {day:%b %Y}"


def date_text(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def lines_rule(puzzle: Puzzle) -> str:
    """Return the rules for the lines of a puzzle: `unique lines` or `lines may repeat`, and the rule for odd sizes."""
    rule = "unique lines" if puzzle.unique_lines else "lines may repeat"
    return rule if puzzle.more_ones else f"{rule}, one more 0 or one more 1 in odd lines"


def puzzle_facts(puzzle: Puzzle) -> str:
    givens = wording.plural(puzzle.given_count, "given")
    return f"{puzzle.width}x{puzzle.height}, {givens}; {lines_rule(puzzle)}"


def check_text(puzzle: Puzzle, check: engine.position_check.Check, *, names: str, counted: str, back: str) -> str:
    """Return what a check found, as text.

    `names` lists the wrong cells. If `names` is empty, the sentence `counted` states the number of wrong cells instead.
    `back` is a sentence that says how to return to the position before the mistakes.
    """
    if check.mistakes and not names:
        return counted
    if check.mistakes:
        return f"Wrong: {names}." + (f" {engine.hints.mistake_text(puzzle, check.proof)}" if check.proof else "")
    if check.mistakes is not None:
        return "No mistakes."
    solvability = engine.position_check.Solvability
    if engine.position_check.solution_info(puzzle).is_unsolvable:
        return "This puzzle has no solution."
    return {
        solvability.SOLVABLE: "No mistakes: the grid can still be finished. This puzzle has more than one solution.",
        solvability.UNSOLVABLE: f"The grid can no longer be finished: something is wrong. {back}",
        solvability.UNKNOWN: "It would take too long to find out whether the grid can still be finished.",
    }[check.solvability]


def trouble_text(status: store.writer.SaveStatus, problem: str) -> str:
    """Return a sentence that says why saving fails; empty if `status` is not a failure."""
    return (
        plain(problem or f"Not saved: {status.reason}.", 200) if status.state is store.writer.SaveState.FAILED else ""
    )


def fault_text(fault: engine.PuzzleFormatError) -> str:
    """Return a sentence that says where and why a text is not a puzzle. The sentence may quote the text."""
    return plain(f"Line {fault.line}, column {fault.column}: {fault.message}.", SENTENCE_LENGTH)


def broken_givens_text(puzzle: Puzzle) -> str:
    """Return a sentence about each kind of rule that the givens break; empty if they break none."""
    violations = engine.rules.find_violations(puzzle, puzzle.givens)
    told = engine.rules.one_of_each_kind_first(violations)[: len({it.kind for it in violations})]
    return " ".join([engine.violation_text(puzzle, puzzle.givens, it) for it in told])


def left_out_text(problems: Sequence[str]) -> str:
    """Return a sentence that quotes the first clause in `problems` and counts the others; '' if there are none."""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return plain(f"{wording.capitalized(problems[0])}{more}.", SENTENCE_LENGTH) if problems else ""


def backup_text(when: str, step_count: int) -> str:
    """Return a sentence about the intact copy of a damaged game in a backup; `when` is the time of the backup."""
    return f"The backup from {when} has the whole game, with {wording.plural(step_count, 'step')}."


def making_text(request: engine.Request) -> str:
    band = f" {request.band.title}" if request.band else ""
    return f"Making {size_text(request.width, request.height)}{band}..."
