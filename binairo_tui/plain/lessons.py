"""Lessons in plain mode: practice of a technique, and the tutorial, whose lessons begin with an example."""

from __future__ import annotations

from functools import partial

from binairo_tui import library
from binairo_tui.engine.bands import BAND_OF
from binairo_tui.plain.asking import Asker
from binairo_tui.plain.console import Console
from binairo_tui.plain.practice import DRILL_HELP, give_drill, puzzle_lines
from binairo_tui.player.catalog import TUTORIAL, Catalog, in_order, lesson_title
from binairo_tui.player.practice import TECHNIQUES, Lesson, board_note, example_of, open_practice
from binairo_tui.player.progress import Opened, Progress
from binairo_tui.player.text import RULES, lesson_text
from binairo_tui.store.queries import PuzzleState


def practise(console: Console, ask: Asker, progress: Progress) -> Opened:
    """Give drills for the technique that the player chooses, and then return a whole board as a new game.

    If the player chooses none, drills for whichever technique is due follow until the player types menu.
    """
    practice = open_practice(progress)
    names = {"": f'next drill: "{practice.next_technique(progress.now())}"', **{name: name for name in TECHNIQUES}}
    lesson = Lesson(practice, ask.one_of("Which technique?", names, ""))
    _give_drills(console, ask, progress, lesson)
    band = BAND_OF[lesson.chosen].title
    return progress.open_new(lesson.board(), lesson_title(lesson.chosen), band=band)


def teach(console: Console, ask: Asker, progress: Progress, catalog: Catalog) -> library.Entry:
    """Show the rules, then an example and drills for the lesson that the player chooses; return its whole board.

    If the player has begun that board or done the drills before, only the rule of the technique is shown. Raises
    LibraryError.
    """
    states = progress.states().get(TUTORIAL, {})
    entries = {entry.number: entry for entry in in_order(catalog.lessons.entries)}
    names = {it.number: it.technique for it in entries.values()}
    states_said = {number: state.value for number, state in states.items()}
    unsolved = [number for number in entries if states.get(number) is not PuzzleState.SOLVED]
    console.say("The rules:", *RULES)
    entry = entries[ask.one_of("Which lesson?", names, (unsolved or list(entries))[0], states_said)]
    practice = open_practice(progress)
    if entry.number not in states and not practice.has_drilled(entry.technique):
        _show_example(console, entry.technique)
        _give_drills(console, ask, progress, Lesson(practice, entry.technique, entry))
    else:
        console.say(lesson_text(entry.technique))
    return entry


def _show_example(console: Console, technique: str) -> None:
    example = example_of(technique)
    steps = [step.text for step in example.walk]
    console.say(lesson_text(technique), "For example:", *puzzle_lines(example.puzzle), example.proof.text, *steps)
    console.say("Now find such a cell yourself.")


def _give_drills(console: Console, ask: Asker, progress: Progress, lesson: Lesson) -> None:
    """Give the drills of a lesson, and then announce its whole board."""
    while not lesson.is_board_next:
        give_drill(
            lesson, progress.now, partial(ask.text, DRILL_HELP), console.say, lambda it: progress.record_practice([it])
        )
    console.say(board_note(lesson.chosen))
