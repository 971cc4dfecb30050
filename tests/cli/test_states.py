"""The state of a game goes through every verb and `serve` and comes back; a wrong value is named each time."""

import json
from random import Random

import pytest

from binairo_tui.engine import (
    EMPTY,
    Board,
    Cell,
    Sign,
    cell_name,
    count_solutions,
    has_unique_solution,
    is_solved,
    opposite,
    parse_puzzle,
    random_grid,
)
from binairo_tui.engine.puzzle import Puzzle, are_neighbours
from binairo_tui.formats import read_puzzle, write_puzzle
from binairo_tui.tui.view.shared_text import shared_texts
from tests.cli.runs import CLASSIC, binairo, process

SIZES = ((4, 4), (6, 4), (5, 5), (6, 6), (4, 10), (8, 8), (14, 6), (10, 10), (40, 40))
FEW = 10
"""How many states are made in a short run; all others are in the long form, which takes some minutes."""
SEEDS = [*range(FEW), *[pytest.param(seed, marks=pytest.mark.long) for seed in range(FEW, 500)]]


def made(seed: int) -> tuple[Board, frozenset[Cell]]:
    """Return a state of a puzzle with exactly one solution, and the cells with a wrong value, often none.

    The puzzle has any size, signs or not; the grid has nothing, something or everything filled in.
    """
    random = Random(seed)
    width, height = SIZES[seed % len(SIZES)]
    unique_lines = (width, height) != (4, 10)  # no such grid has unique lines
    grid = random_grid(width, height, seed=seed % 18, unique_lines=unique_lines)  # some of 40x40 take minutes
    board, cells = Puzzle(width, height).geometry, range(width * height)
    pairs = [(a, b) for a in cells for b in (a + 1, a + width) if b in cells and are_neighbours(a, b, width)]
    signs = [
        Sign(a, b, same=board.value(grid, a) == board.value(grid, b))
        for a, b in random.sample(pairs, random.choice((0, 0, 3)))
    ]
    puzzle = Puzzle(width, height, grid, signs, unique_lines)
    for cell in random.sample(cells, min(len(cells), 60)):
        fewer = puzzle.with_givens(board.place(puzzle.givens, cell, EMPTY))
        if has_unique_solution(fewer):
            puzzle = fewer
    blank = [cell for cell in cells if not puzzle.is_given(cell)]
    filled = random.sample(blank, random.choice((0, len(blank), random.randint(0, len(blank)))))
    wrong = frozenset(random.sample(filled, min(len(filled), random.choice((0, 1, 1, 2)))))
    state = Board(puzzle)
    for cell in filled:
        value = board.value(grid, cell)
        state.place(cell, opposite(value) if cell in wrong else value)
    return state, wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_read_judged_and_printed_by_every_verb(seed: int) -> None:
    board, wrong = made(seed)
    key, puzzle = board.key(), board.puzzle
    names = sorted(cell_name(cell, puzzle.width) for cell in wrong)
    assert Board.from_key(key) == board
    text = write_puzzle(puzzle, "notation", board.position)
    imported = read_puzzle(text)
    begun = board.position != puzzle.givens
    assert (imported.puzzle, imported.position) == (puzzle, board.position if begun else None)
    assert text == (key if begun else str(puzzle))
    expected = {"puzzle": str(puzzle), "position": key.partition("|")[2]} if begun else {"puzzle": str(puzzle)}
    for verb in (
        ["check"],
        ["hint"],
        ["solve"],
        ["solve", "--all"],
        ["solve", "--explain"],
        ["show"],
        ["reduce", "--seconds", "0"],
        ["grade"],
        ["count"],
        ["convert"],
    ):
        (answer,) = binairo(*verb, "--json", key).objects
        assert {name: answer[name] for name in ("puzzle", "position") if name in answer} == expected, verb
        assert sorted(answer.get("mistakes", [])) == names, verb
        plain = binairo(*verb, key)
        said = plain.out + plain.err
        assert "wrong" in said or "cannot be" in said or not wrong, verb
        assert any(name in said for name in names) or not wrong, verb
        if verb == ["check"]:
            assert answer["solutions"] == (0 if wrong else 1)
        if verb in (["solve"], ["solve", "--explain"]):
            assert answer["solutions"] == (0 if wrong else 1)
        if verb == ["count"]:
            assert answer["count"] == (0 if wrong else 1)
        if verb == ["convert"]:
            assert answer["text"] == text
    printed = binairo("print", "--solutions", "none", key)
    numbers = printed.out.count(">0</text>") + printed.out.count(">1</text>")
    assert numbers == board.position.bit_count() + 1  # its own number, above the puzzle
    assert any(name in printed.err for name in names) or not wrong
    shared = [read_puzzle(it.text) for it in shared_texts(puzzle, board.position)]
    assert {it.puzzle for it in shared} == {puzzle}
    assert shared[-1].position == (board.position if begun else None)
    (answer,) = binairo("hint", "--json", key).objects
    if wrong:
        assert answer["kind"] in ("violation", "mistake", "dead end")
    else:
        assert (answer["kind"] == "solved") is is_solved(puzzle, board.position)


METHODS = ("check", "hint", "solve", "grade", "explain", "count")
BATCHES = [
    range(FEW),
    *[pytest.param(range(first, first + 100), marks=pytest.mark.long) for first in range(0, 500, 100)],
]
"""The seeds of states that one `serve` is asked about: it refuses requests if 1000 are waiting."""


@pytest.mark.parametrize("seeds", BATCHES, ids=str)
def test_states_go_through_serve(seeds: range) -> None:
    boards = [made(seed) for seed in seeds]
    requests: list[dict[str, object]] = []
    for board, _ in boards:
        key = board.key()
        puzzle, _, position = key.partition("|")
        requests += [
            {"id": len(requests) + i, "method": method, "puzzle": key if i % 2 else puzzle}
            | ({} if i % 2 else {"position": position})
            for i, method in enumerate(METHODS)
        ]
    outcome = process(
        "serve",
        stdin="".join([f"{json.dumps(request)}\n" for request in requests]).encode(),
        seconds=60 + len(requests),
    )
    answers = sorted(outcome.objects, key=lambda answer: answer["id"])
    assert len(answers) == len(requests)
    for number, answer in enumerate(answers):
        board, wrong = boards[number // len(METHODS)]
        result = answer["result"]
        names = sorted(cell_name(cell, board.puzzle.width) for cell in wrong)
        key = result["puzzle"] + (f"|{result['position']}" if "position" in result else "")
        assert Board.from_key(key) == board
        assert sorted(result.get("mistakes", [])) == names


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (f"{CLASSIC}|", "column 42: 6x6 has 36 cells, not 0"),
        (f"{CLASSIC}|0...10.....0.0.1.....11.0.....1.0...", "r1c1 is a given 1, found '0'"),
        (f"{CLASSIC}|1...10.....0.0.1.....11.0.....1.0..2", "column 77: expected '0', '1' or '.', found '2'"),
        (f"{CLASSIC}|1...10|", "found '|'"),
    ],
)
def test_what_is_no_state_is_refused(key: str, reason: str) -> None:
    outcome = binairo("check", key)
    assert outcome.status == 2
    assert reason in outcome.err


def test_a_position_that_does_not_fit_is_refused_by_serve() -> None:
    request = {"id": 1, "method": "hint", "puzzle": CLASSIC, "position": "0" * 36}
    (answer,) = process("serve", stdin=f"{json.dumps(request)}\n".encode()).objects
    assert (answer["error"]["code"], answer["error"]["field"]) == ("request", "position")


def test_with_several_solutions_the_first_value_that_leaves_none_is_named() -> None:
    puzzle = parse_puzzle("4x4;1....0...0.....1")
    assert count_solutions(puzzle, 2) == 2
    outcome = binairo("check", f"{puzzle}|1..0.0...0.....1", f"{puzzle}|11.1.0...0.....1")
    assert "r1c4" in outcome.out or "can be finished" in outcome.out
    assert outcome.out.count("wrong") == sum("cannot" in line or "broken" in line for line in outcome.out.splitlines())


def test_a_format_that_holds_only_givens_says_what_it_leaves_out() -> None:
    outcome = binairo("convert", "--to", "rows", f"{CLASSIC}|1...10..1..0.0.1.....11.0.....1.0...")
    assert outcome.status == 0
    assert "filled-in values were left out" in outcome.err


def test_count_and_show_are_about_what_is_filled() -> None:
    state = f"{CLASSIC}|1...10..1..0.0.1.....11.0.....1.0..."
    assert binairo("count", state, f"{CLASSIC}|1...10..0..0.0.1.....11.0.....1.0...").out.splitlines() == [
        "6x6: 1 solution",
        "6x6: 0 solutions",
    ]
    assert binairo("show", "--ascii", state).out != binairo("show", "--ascii", CLASSIC).out
