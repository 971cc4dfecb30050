"""The pace of a play, against a count of the cells after every step."""

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.search import solutions
from binairo_tui.game import Clock, GameSession
from binairo_tui.game.review import QUARTERS, is_solution, pace_of

PUZZLE = parse_puzzle("4x6;0..............1....0..1")
BLANKS = [cell for cell in range(24) if not PUZZLE.is_given(cell)]
commands = st.lists(
    st.tuples(
        st.integers(0, 9_000), st.one_of(st.just("undo"), st.tuples(st.sampled_from(BLANKS), st.sampled_from("01.")))
    )
)


@given(commands)
def test_the_pace_is_what_was_filled_at_each_moment(played: list[tuple[int, object]]) -> None:
    now = [0.0]
    session = GameSession(PUZZLE, clock=Clock(lambda: now[0]))
    session.clock.resume()
    for wait_ms, command in played:
        now[0] += wait_ms / 1000
        if command == "undo":
            session.undo()
        else:
            session.place(*command)  # type: ignore[misc]
    steps = session.steps[: session.head]
    pace = pace_of(PUZZLE, steps)
    counted = []
    for number in range(len(steps) + 1):
        values: dict[int, str] = {}
        for step in steps[:number]:
            values.update({move.cell: move.new for move in step.moves})
        counted.append(sum(value != "." for value in values.values()))
    times = [step.at_ms for step in steps]
    for at_ms in range(0, (times[-1] if times else 0) + 1000, 500):
        assert pace.filled_at(at_ms) == counted[sum(time <= at_ms for time in times)]
    for quarter, split in zip(QUARTERS, pace.splits(), strict=True):
        is_kept = [all(100 * it >= quarter * len(BLANKS) for it in counted[index + 1 :]) for index in range(len(times))]
        assert split == (times[is_kept.index(True)] if any(is_kept) else None)


def test_only_steps_that_solve_the_puzzle_are_a_solution() -> None:
    session = GameSession(PUZZLE)
    found = next(iter(solutions(PUZZLE)))
    for cell in BLANKS:
        assert not is_solution(PUZZLE, session.steps)
        session.place(cell, PUZZLE.geometry.value(found, cell))
    assert is_solution(PUZZLE, session.steps)
    assert not is_solution(PUZZLE, session.steps[1:])
    assert not is_solution(parse_puzzle("4x6;1..............1....0..1"), session.steps)
    assert not is_solution(parse_puzzle("4x4;................"), session.steps)
