"""Bad calls of public functions: an exception with a sentence, the same from the compiled core and from Python."""

import json
import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import FrozenInstanceError, asdict, dataclass
from functools import partial
from typing import Any

import pytest

from binairo_tui import engine
from binairo_tui.counting import count_exactly
from binairo_tui.engine import (
    Band,
    Deduction,
    Nearness,
    Puzzle,
    Request,
    Sign,
    Symmetry,
    deductions,
    find_hint,
    first_solution,
    grade,
    is_solved,
    next_proof,
    parse_position,
    parse_puzzle,
    propagate,
    propagation_steps,
    solutions,
)
from binairo_tui.formats import write_puzzle
from binairo_tui.game import GameSession
from tests.engine.test_core import both, in_python

PUZZLE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
LARGER = Puzzle(8, 8).geometry.board
WITH_POSITION: dict[str, Callable[..., object]] = {
    "propagate": engine.propagate,
    "propagation_steps": engine.propagation_steps,
    "solutions": lambda puzzle, position: solutions(puzzle, position=position),
    "count_solutions": lambda puzzle, position: engine.count_solutions(puzzle, position=position),
    "first_solution": lambda puzzle, position: first_solution(puzzle, position=position),
    "find_violations": engine.find_violations,
    "is_solved": engine.is_solved,
    "format_position": engine.format_position,
    "deductions": engine.deductions,
    "find_hint": engine.find_hint,
    "next_proof": engine.next_proof,
    "proof_of": lambda puzzle, position: engine.proof_of(puzzle, position, 1, "0"),
    "judge_move": lambda puzzle, position: engine.judge_move(puzzle, position, 1, "0"),
    "walk": lambda puzzle, position: engine.walk(puzzle, position, next_proof(PUZZLE, PUZZLE.givens)),  # type: ignore[arg-type]
    "Board": engine.Board,
    "write_puzzle": lambda puzzle, position: write_puzzle(puzzle, "rows", position),
}
NO_POSITION = "position must be a position (see parse_position), not {}"
WITH_PUZZLE: dict[str, Callable[[Any], object]] = {
    **{name: partial(call, position=0) for name, call in WITH_POSITION.items()},
    "propagate alone": engine.propagate,
    "solutions alone": engine.solutions,
    "has_unique_solution": engine.has_unique_solution,
    "grade": engine.grade,
    "superfluous_givens": engine.superfluous_givens,
    "reduce_givens": engine.reduce_givens,
    "make_unique": lambda puzzle: engine.make_unique(puzzle, seed=1),
    "symmetries": engine.symmetries,
    "transformed": lambda puzzle: engine.transformed(puzzle, Symmetry.NONE),
    "canonical": engine.canonical,
    "is_solution_of": lambda puzzle: engine.is_solution_of(puzzle, 0),
    "answer_fault": lambda puzzle: engine.answer_fault(puzzle, 0),
    "parse_position": lambda puzzle: engine.parse_position(puzzle, "1"),
}


def refusal(call: Callable[[], object]) -> tuple[type[Exception], str]:
    """The exception of a call, which must be the same from both engines."""

    def refused() -> tuple[type[Exception], str]:
        with pytest.raises((TypeError, ValueError, IndexError)) as caught:
            call()
        return caught.type, str(caught.value)

    return both(refused) if engine.core_name() == "C" else refused()


@pytest.mark.parametrize("name", WITH_POSITION)
def test_what_is_no_position_is_refused(name: str) -> None:
    call = WITH_POSITION[name]
    for position, error in (
        (-1, "position -0x1 is not a position of a 6x6 board"),
        (3, "position 0x3 is not a position of a 6x6 board"),
        (LARGER, f"position {LARGER:#x} is not a position of a 6x6 board"),
    ):
        assert refusal(lambda position=position: call(PUZZLE, position)) == (ValueError, error)  # type: ignore[misc]
    assert refusal(lambda: call(PUZZLE, "1")) == (TypeError, NO_POSITION.format("'1'"))


@pytest.mark.parametrize("name", ["Board", "judge_move", "find_hint", "next_proof"])
def test_a_position_that_contradicts_a_given_is_refused(name: str) -> None:
    other = PUZZLE.geometry.place(PUZZLE.givens, 0, "0")
    assert refusal(lambda: WITH_POSITION[name](PUZZLE, other)) == (ValueError, "the position contradicts a given")


def test_hints_add_the_givens() -> None:
    assert find_hint(PUZZLE, 0) == find_hint(PUZZLE, PUZZLE.givens)
    assert next_proof(PUZZLE, 0) == next_proof(PUZZLE, PUZZLE.givens)


@pytest.mark.parametrize("name", WITH_PUZZLE)
def test_what_is_no_puzzle_is_refused(name: str) -> None:
    sentence = "puzzle must be a Puzzle (see parse_puzzle), not '4x4;................'"
    assert refusal(lambda: WITH_PUZZLE[name](f"4x4;{'.' * 16}")) == (TypeError, sentence)


def ask(**fields: Any) -> object:
    return Request(8, 8, **fields)


LIBRARY: Any = engine
"""The engine as somebody uses it who has no type checker."""
SYMMETRY_SENTENCE = "symmetry must be one of none, half-turn, left-right, top-bottom, not diagonal"
SESSION: Any = GameSession(PUZZLE)


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: LIBRARY.solutions(PUZZLE, max_nodes=-5), ValueError, "max_nodes -5 is negative"),
        (lambda: LIBRARY.solutions(PUZZLE, max_nodes=1.5), TypeError, "max_nodes must be an int or None, not 1.5"),
        (lambda: LIBRARY.solutions(PUZZLE, -1), ValueError, "limit -1 is negative"),
        (lambda: LIBRARY.generate(Request(4, 4), seed="a"), TypeError, "seed must be an int, not 'a'"),
        (lambda: LIBRARY.generate(Request(4, 4), seed=None), TypeError, "seed must be an int, not None"),
        (lambda: LIBRARY.generate(Request(4, 4), seed=-1), ValueError, "seed -1 is negative"),
        (lambda: LIBRARY.generate("4x4", seed=1), TypeError, "request must be a Request, not '4x4'"),
        (lambda: LIBRARY.random_grid(4, 4, seed=1.5), TypeError, "seed must be an int, not 1.5"),
        (
            lambda: LIBRARY.random_grid(3, 4, seed=1),
            ValueError,
            "width 3 is odd: only square boards may have odd sides",
        ),
        (lambda: LIBRARY.make_unique(PUZZLE, seed=-1), ValueError, "seed -1 is negative"),
        (lambda: ask(needs="pair"), TypeError, "needs must be names of techniques, not 'pair'"),
        (lambda: ask(without=3), TypeError, "without must be names of techniques, not 3"),
        (lambda: ask(needs=[1]), TypeError, "needs must be names of techniques, not [1]"),
        (lambda: ask(has_signs="no"), TypeError, "has_signs must be a bool, not 'no'"),
        (lambda: ask(unique_lines=1), TypeError, "unique_lines must be a bool, not 1"),
        (lambda: ask(extra_givens=None), TypeError, "extra_givens must be a bool, not None"),
        (lambda: ask(recipe="1"), TypeError, "recipe must be an int, not '1'"),
        (lambda: ask(band=3), TypeError, "band must be a Band or None, not 3"),
        (lambda: ask(symmetry=Symmetry.DIAGONAL), ValueError, SYMMETRY_SENTENCE),
        (
            lambda: LIBRARY.Puzzle(4, 4).with_unique_lines(1),
            TypeError,
            "unique_lines must be a bool, not 1",
        ),
        (lambda: LIBRARY.Puzzle(4, 4).is_given(-1), ValueError, "there is no cell -1 on a 4x4 board"),
        (lambda: LIBRARY.geometry(4, 4).place(0, -1, "1"), IndexError, "there is no cell -1"),
        (lambda: LIBRARY.geometry(0, 0), ValueError, "both sides must be at least 1, not 0 and 0"),
        (lambda: LIBRARY.geometry(-1, 4), ValueError, "both sides must be at least 1, not -1 and 4"),
        (lambda: LIBRARY.geometry(4, 4).place(0, 0, "2"), ValueError, "value must be '0', '1' or '.', not '2'"),
        (lambda: LIBRARY.opposite("2"), ValueError, "value must be '0', '1' or '.', not '2'"),
        (lambda: LIBRARY.proof_of(PUZZLE, PUZZLE.givens, 36, "0"), ValueError, "there is no cell 36 on a 6x6 board"),
        (lambda: LIBRARY.parse_position(PUZZLE, 3), TypeError, "text must be a str, not 3"),
        (lambda: LIBRARY.parse_puzzle(None), TypeError, "text must be a str, not None"),
        (lambda: LIBRARY.transformed(PUZZLE, "none"), TypeError, "symmetry must be a Symmetry, not 'none'"),
        (
            lambda: LIBRARY.transformed(Puzzle(3, 3), Symmetry.NONE, swap_values=True),
            ValueError,
            "values cannot be swapped on a board with odd sides",
        ),
        (lambda: LIBRARY.find_hint(PUZZLE, PUZZLE.givens, earlier=["x"]), TypeError, NO_POSITION.format("'x'")),
        (
            lambda: LIBRARY.next_proof(PUZZLE, PUZZLE.givens, Nearness(36)),
            ValueError,
            "there is no cell 36 on a 6x6 board",
        ),
        (
            lambda: LIBRARY.proof_of(PUZZLE, PUZZLE.givens, 1, "0", "a"),
            TypeError,
            "limit must be an int or None, not 'a'",
        ),
        (lambda: LIBRARY.generate(Request(4, 4), seed=1, max_attempts=-1), ValueError, "max_attempts -1 is negative"),
        (lambda: count_exactly(Puzzle(2, 2), 3), TypeError, "rule must be a LineRule or None, not 3"),  # type: ignore[arg-type]
        (lambda: SESSION.place(2, 0), ValueError, "value must be '0', '1' or '.', not 0"),
    ],
)
def test_a_bad_argument_is_refused(call: Callable[[], object], kind: type[Exception], sentence: str) -> None:
    assert refusal(call) == (kind, sentence)


def test_an_unknown_format_is_refused_with_all_names() -> None:
    kind, sentence = refusal(lambda: write_puzzle(PUZZLE, "cnf"))
    assert kind is ValueError
    assert sentence.startswith("there is no format 'cnf': choose one of 'notation', 'rows', ")


@pytest.mark.parametrize("search", [first_solution, propagate, lambda *args, **kw: next(solutions(*args, **kw), None)])
@pytest.mark.parametrize("engine_in_use", [nullcontext, in_python])
def test_a_position_never_drops_the_givens(
    search: Callable[..., int | None], engine_in_use: Callable[[], AbstractContextManager[None]]
) -> None:
    puzzle = parse_puzzle("4x4;1100............")
    other = parse_position(Puzzle(4, 4), "0011 1100 0101 1010")
    with engine_in_use():
        assert not is_solved(puzzle, other)
        assert search(puzzle, position=other) is None
        found = search(puzzle, position=0)
    assert found is not None
    assert found & puzzle.givens == puzzle.givens


def test_steps_never_drop_the_givens() -> None:
    puzzle = parse_puzzle("4x4;11..0...........")
    assert list(propagation_steps(puzzle, 0)) == list(propagation_steps(puzzle))
    assert list(deductions(puzzle, 0)) == list(deductions(puzzle))
    assert isinstance(next(deductions(puzzle))[1], Deduction)


def test_values_can_be_hashed_pickled_and_written_as_json() -> None:
    board = PUZZLE.geometry
    assert pickle.loads(pickle.dumps(board)) == board
    assert engine.Geometry(6, 6) == board != engine.Geometry(6, 8)
    assert len({grade(PUZZLE), grade(PUZZLE)}) == 1
    assert len({Request(8, 8, Band.EASY, needs=["pair"]), Request(8, 8, Band.EASY, needs=("pair",))}) == 1
    broken = parse_puzzle("4x4;111.............")
    for hint in (find_hint(PUZZLE, PUZZLE.givens), find_hint(broken, broken.givens)):
        assert json.loads(json.dumps(asdict(hint)))["kind"] == hint.kind.value
    assert Puzzle(4, 4, signs=[Sign(0, 1)]) == parse_puzzle("4x4;................;signs=r1c1=r1c2")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class _Named(Puzzle):
    title: str = ""


def test_a_subclass_stays_one() -> None:
    puzzle = _Named(4, 4)
    object.__setattr__(puzzle, "title", "Monday")
    for changed in (puzzle.with_givens(1), puzzle.with_unique_lines(False)):
        assert isinstance(changed, _Named)
        assert changed.title == "Monday"
    assert (puzzle.with_givens(1).givens, puzzle.givens) == (1, 0)
    with pytest.raises(FrozenInstanceError):
        puzzle.givens = 1  # type: ignore[misc]
