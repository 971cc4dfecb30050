"""The coach: what was open at each fill, and for how long."""

from random import Random

from binairo_tui.engine import EMPTY, ONE, ZERO, Position, Puzzle, Value, cell_name, parse_puzzle
from binairo_tui.engine.search import first_solution
from binairo_tui.engine.techniques.base import View
from binairo_tui.engine.techniques.registry import TECHNIQUES
from binairo_tui.game import Clock, GameSession
from binairo_tui.game.review import BEYOND
from binairo_tui.player.coach import (
    RECENT,
    Fill,
    Mastery,
    OpenedValue,
    easiest_proof,
    fills,
    longest_waits,
    masteries,
    opening_text,
    usual_waits,
    wait_proof,
    wait_text,
)
from binairo_tui.store.practice import game_record

CLASSIC = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
SECONDS = (3, 42, 1, 7, 20)


class TimedGame:
    """A game that has begun, the cells to fill with their values, and its clock."""

    def __init__(self, puzzle: Puzzle) -> None:
        solution = first_solution(puzzle)
        assert solution is not None
        self.now = 0.0
        self.session = GameSession(puzzle, Clock(lambda: self.now))
        self.session.clock.resume()
        cells = [cell for cell in range(puzzle.geometry.cell_count) if not puzzle.is_given(cell)]
        self.values = {cell: puzzle.geometry.value(solution, cell) for cell in cells}


def play(puzzle: Puzzle, rng: Random) -> GameSession:
    """Return a game solved in random order, with a few values cleared and filled in again."""
    game = TimedGame(puzzle)
    session, cells = game.session, [*game.values]
    rng.shuffle(cells)
    for number, cell in enumerate(cells):
        game.now += SECONDS[number % len(SECONDS)]
        session.place(cell, game.values[cell])
        if number % 7 == 3:
            session.place(cell, EMPTY)
            session.place(cell, game.values[cell])
    assert session.is_solved
    return session


def is_open(puzzle: Puzzle, position: Position, fill: Fill, techniques: int) -> bool:
    """Whether one of the first techniques fills the cell of a fill."""
    view = View(puzzle, position)
    return any(
        (fill.cell, fill.value) in zip(deduction.cells, deduction.values, strict=True)
        for technique in TECHNIQUES[:techniques]
        for deduction in technique.find(view)
    )


def test_a_fill_is_open_since_the_step_after_which_some_technique_always_found_it() -> None:
    session = play(CLASSIC, Random(4))
    names = [technique.name for technique in TECHNIQUES]
    positions = [CLASSIC.givens]
    for step in session.steps:
        position = positions[-1]
        for move in step.moves:
            position = CLASSIC.geometry.place(position, move.cell, move.new)
        positions.append(position)
    found = list(fills(CLASSIC, session.steps))
    assert len(found) == len([step for step in session.steps if step.moves[0].new != EMPTY])
    for fill in found:
        last = fill.number - 1
        assert fill.before == positions[last]
        before = [number for number in range(last, -1, -1) if not is_open(CLASSIC, positions[number], fill, -2)]
        since = before[0] + 1 if before else 0
        assert (fill.opening is None) == (since > last)
        if fill.opening:
            rank = names.index(fill.opening.technique)
            assert is_open(CLASSIC, fill.before, fill, rank + 1)
            assert not is_open(CLASSIC, fill.before, fill, rank)
            assert fill.opening.number == since


def test_the_longest_waits_have_proofs() -> None:
    session = play(CLASSIC, Random(4))
    found = list(fills(CLASSIC, session.steps))
    waits = longest_waits(found)
    assert [fill.waited_ms for fill in waits] == [42000, 42000, 42000]
    for fill in waits:
        proof = wait_proof(CLASSIC, fill)
        assert proof is not None
        assert (fill.cell, fill.value) in zip(proof.cells, proof.values, strict=True)
        assert wait_text(CLASSIC, fill).startswith(f"{cell_name(fill.cell, 6)} took 0:42; ")


def test_a_wrong_value_is_said_to_be_wrong_and_counts_once_as_a_wait_for_the_right_one() -> None:
    now = 0.0
    session = GameSession(CLASSIC, Clock(lambda: now))
    session.clock.resume()
    for value in (ZERO, EMPTY, ONE):
        now += 9 if value == ZERO else 6
        session.place(1, value)
    found = list(fills(CLASSIC, session.steps))
    assert [(fill.value, fill.right, fill.opening) for fill in found] == [(ZERO, ONE, None), (ONE, ONE, None)]
    easy = found[0]._replace(opening=OpenedValue("sandwich", 0))
    assert [opening_text(fill) for fill in (*found, easy)] == [
        "0 was wrong here. No simple technique could fill this cell yet.",
        "No simple technique could fill this cell yet.",
        '0 was wrong here. "Sandwich" fills in 1 here; the cell could be filled from the start.',
    ]
    assert longest_waits(found) == (found[0],)
    proof = wait_proof(CLASSIC, found[0])
    assert proof
    assert proof.values == (ONE,)
    assert wait_text(CLASSIC, found[0]) == "r1c2 took 0:09, and 0 was wrong; no simple technique could fill it then."
    assert usual_waits(found) == {BEYOND: (1, 6000)}


def test_a_value_of_a_branch_is_a_trial_and_never_wrong() -> None:
    game = TimedGame(CLASSIC)
    session, cell = game.session, next(iter(game.values))
    wrong = ZERO if game.values[cell] == ONE else ONE
    session.open_branch()
    game.now += 30
    session.place(cell, wrong)
    session.drop_branch()
    session.place(cell, wrong)
    found = [*fills(CLASSIC, session.steps)]
    assert [fill.value == fill.right for fill in found] == [True, False]
    assert "wrong" not in wait_text(CLASSIC, found[0])


def test_what_the_program_filled_is_not_the_players() -> None:
    session = GameSession(CLASSIC)
    session.place(1, ONE)
    session.propagate()
    assert [fill.cell for fill in fills(CLASSIC, session.steps)] == [1]


def test_the_usual_wait_in_a_game_is_the_median_for_each_technique() -> None:
    puzzle = parse_puzzle("6x4;00................" + "....11")
    now = 0.0
    session = GameSession(puzzle, Clock(lambda: now))
    session.clock.resume()
    moves: list[tuple[int, Value, int]] = [(2, ONE, 2), (13, ZERO, 9), (21, ZERO, 4)]
    for cell, value, wait in moves:
        now += wait
        assert not session.place(cell, value).refused
    assert usual_waits(fills(puzzle, session.steps)) == {"pair": (2, 3000), BEYOND: (1, 9000)}


def test_mastery_is_the_usual_wait_in_the_latest_games() -> None:
    waits = [60_000, 50_000, *[3000] * RECENT, 2000]
    records = [
        game_record("pair", number, game_id=f"{number}", is_right=True, fills=2, wait_ms=wait)
        for number, wait in enumerate(waits)
    ]
    beyond = records[0]._replace(technique=BEYOND)
    easier = records[0]._replace(technique="last blank")
    found = masteries([*records, beyond, easier])
    assert [mastery.technique for mastery in found] == ["last blank", "pair", BEYOND]
    assert found[1] == Mastery("pair", 2 * len(waits), len(waits), 3000, (*[3000] * (RECENT - 1), 2000))


def test_the_easiest_proof_is_by_the_easiest_open_technique_and_near_the_fill() -> None:
    session = play(CLASSIC, Random(4))
    ranks = {technique.name: rank for rank, technique in enumerate(TECHNIQUES)}
    for fill in fills(CLASSIC, session.steps):
        proof = easiest_proof(CLASSIC, fill)
        view = View(CLASSIC, fill.before)
        opened = [rank for rank, one in enumerate(TECHNIQUES[:-2]) if next(one.find(view), None)]
        if opened:
            assert proof is not None
            assert ranks[proof.technique] == opened[0]
            assert fill.opening is None or ranks[fill.opening.technique] >= opened[0]
        else:
            assert proof is None
