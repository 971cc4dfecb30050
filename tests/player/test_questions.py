"""Questions: a hint says in short what the walk before it has shown."""

from binairo_tui import engine
from binairo_tui.player.hint_pages import hint_pages
from binairo_tui.player.questions import Questions

FIRST = "8x8;1.01..0...0..010..1..10.01..101.10...10.101...0.010..0110.1.0110"
JOINED = "As in the last proof, r1c6 is 1, and r4c3 and r6c6 are 0."


def walk_through(questions: Questions, pages: int | None = None) -> list[str]:
    """Turn the pages of the hint shown, at most `pages` of them, and return the sentences of its walk."""
    hint = questions.hint
    assert hint is not None
    for _ in range(len(hint_pages(hint)) - 1 if pages is None else pages):
        questions.turn_page(1)
    return [stop.text for stop in hint.walk]


def hints() -> tuple[engine.Puzzle, engine.Hint, engine.Hint]:
    """Return a puzzle and two hints that follow one another, which share two steps."""
    puzzle = engine.parse_puzzle(FIRST)
    first = engine.find_hint(puzzle, puzzle.givens)
    return puzzle, first, engine.find_hint(puzzle, puzzle.geometry.fill(puzzle.givens, first.cells, first.values))


def test_steps_that_the_walk_before_has_shown_are_told_as_one() -> None:
    puzzle, first, second = hints()
    questions = Questions()
    for hint in first, second:
        questions.show_hint(puzzle, hint)
        told = walk_through(questions)
    whole = [stop.text for stop in second.walk]
    assert told == [*whole[:2], JOINED, *whole[4:]]
    assert questions.hint is not None
    joined = questions.hint.walk[2]
    assert joined.position == second.walk[3].position
    assert joined.step.cells == tuple(sorted([*second.walk[2].step.cells, *second.walk[3].step.cells]))


def test_what_was_not_shown_is_told_in_full() -> None:
    puzzle, first, second = hints()
    for pages in 0, 6:  # the first hint is left before its walk, or before the steps that both share
        questions = Questions()
        questions.show_hint(puzzle, first)
        walk_through(questions, pages)
        questions.show_hint(puzzle, second)
        assert questions.hint == second


def test_who_asks_again_sees_all_of_the_hint() -> None:
    puzzle, first, _ = hints()
    questions = Questions()
    for _ in range(2):
        questions.show_hint(puzzle, first)
        walk_through(questions)
        assert questions.hint == first
