"""Code as a user of the library writes it, with every public name, for type checkers.

`mypy --strict` checks it with the other tests; `pyright` accepts it, too. `tests/engine/test_face.py` runs it.
"""

from collections.abc import Callable, Iterator
from datetime import date

from binairo_tui import Board as SameBoard
from binairo_tui import counting, datasets, engine, formats, game, library, pictures
from binairo_tui.engine import EMPTY, ONE, ZERO, Band, Board, Move, Puzzle, Request, Sign, Symmetry
from binairo_tui.game import GameSession


def positions(puzzle: Puzzle) -> engine.Position | None:
    signed: Puzzle = Puzzle(4, 4, signs=[Sign(0, 1), Sign(0, 4, same=False)], unique_lines=False)
    turned: Puzzle = engine.transformed(signed, Symmetry.QUARTER_TURN, swap_values=True)
    assert engine.canonical(turned) == engine.canonical(signed)
    kept: tuple[Symmetry, ...] = engine.symmetries(puzzle)
    layout: engine.Geometry = engine.geometry(puzzle.width, puzzle.height)
    cell: engine.Cell = layout.line_cells[0][0]
    line: engine.Line = layout.lines_of(cell)[1]
    value: engine.Value = engine.parse_value(engine.opposite(layout.value(puzzle.givens, cell)))
    named: engine.Cell = engine.parse_cell(engine.cell_name(cell, puzzle.width), puzzle.width, puzzle.height)
    stored: int = int(puzzle.givens)
    assert (named, stored) == (cell, puzzle.givens)
    names: list[str] = [engine.cell_name(cell, puzzle.width), engine.line_name(line, puzzle.height), value, EMPTY]
    parsed: engine.Position = engine.parse_position(puzzle, engine.format_position(puzzle, puzzle.givens))
    print(engine.core_name(), kept, names)
    return engine.propagate(puzzle, parsed)


def searches(puzzle: Puzzle) -> int:
    stats: engine.SearchStats = engine.SearchStats()
    found: Iterator[engine.Position] = engine.solutions(puzzle, 2, position=puzzle.givens, stats=stats, max_nodes=99)
    first: engine.Position | None = engine.first_solution(puzzle)
    assert first is not None
    assert engine.is_solution_of(puzzle, first)
    assert engine.is_solved(puzzle, first)
    fault: str = engine.answer_fault(puzzle, first)
    assert not fault
    assert engine.has_unique_solution(puzzle)
    grid: engine.Position = engine.random_grid(6, 6, seed=1)
    reduced: engine.Reduction = engine.reduce_givens(puzzle)
    unique: engine.UniquePuzzle = engine.make_unique(Puzzle(6, 6), seed=1, few=True)
    spare: tuple[engine.Cell, ...] = engine.superfluous_givens(puzzle)
    print(list(found), stats.nodes, engine.count_solutions(puzzle, limit=2), grid, reduced.puzzle, unique.added, spare)
    return len(spare)


def reasons(puzzle: Puzzle) -> str:
    for step in engine.propagation_steps(puzzle):
        if isinstance(step, engine.Conflict):
            return engine.conflict_text(puzzle, step)
        filled: engine.GradeStep = step
        print(filled.technique, filled.after)
    for position, deduction in engine.deductions(puzzle):
        found: engine.Deduction = deduction
        proof: engine.Proof = engine.prove(puzzle, position, found)
        stops: tuple[engine.WalkStep, ...] = engine.walk(puzzle, position, proof)
        assert proof.text == engine.deduction_text(puzzle, position, found)
        premises: engine.Premises = proof.premises
        quota: engine.Quota | None = premises.quota
        runs: tuple[engine.Run, ...] = premises.runs
        ties: tuple[engine.Tie, ...] = premises.ties
        print(stops, quota, runs, ties)
    hint: engine.Hint = engine.find_hint(puzzle, puzzle.givens, near=engine.Nearness(3))
    kind: engine.HintKind = hint.kind
    following: engine.Proof | None = engine.next_proof(puzzle, puzzle.givens, hardest=Band.HARD)
    assert following is not None
    asked: engine.Proof | None = engine.proof_of(puzzle, puzzle.givens, following.cells[0], following.values[0])
    assert asked is not None
    judged: engine.Verdict = engine.judge_move(puzzle, puzzle.givens, following.cells[0], following.values[0])
    assert judged.kind is engine.VerdictKind.FORCED
    grade: engine.Grade = engine.grade(puzzle)
    path: tuple[engine.GradeStep, ...] = grade.path
    for value in (following, hint, grade):
        data: dict[str, object] = engine.to_json(puzzle, value)
        again: engine.Proof | engine.Hint | engine.Grade = engine.from_json(puzzle, type(value), data)
        assert again == value
    return f"{kind.value} {grade.band.title} {len(path)} {len({grade})}"


def board(puzzle: Puzzle) -> str:
    played: Board = SameBoard(puzzle)
    moves: tuple[Move, ...] = played.legal_moves()
    played.place(*moves[0])
    other: Board = played.copy()
    made: tuple[Move, ...] = played.moves
    assert (played.undo(),) == made
    cells: tuple[engine.Value, ...] = other.cells
    lines: tuple[str, ...] = other.lines
    broken: tuple[engine.Violation, ...] = other.violations()
    kinds: list[engine.ViolationKind] = [violation.kind for violation in broken]
    texts: list[str] = [engine.violation_text(puzzle, other.position, violation) for violation in broken]
    assert broken == engine.find_violations(puzzle, other.position)
    request, seed = engine.daily_request(date(2026, 5, 31), 6, 6)
    daily: Puzzle = engine.generate(request, seed=seed)
    print(daily, library.collections()[0].entry(1).puzzle)
    print(cells, lines, kinds, texts, other.is_solved, ZERO, ONE)
    again: Board = Board.from_key(other.key())
    wrong: tuple[engine.Cell, ...] = engine.wrong_cells(again.puzzle, again.position)
    print(wrong)
    return again.key()


def errors() -> list[str]:
    played = engine.parse_puzzle("4x4;11.............0")
    calls: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: Board(played).place(played.givens, ONE), ValueError),  # type: ignore[arg-type]
        (lambda: engine.parse_puzzle("4x4"), engine.PuzzleFormatError),
        (lambda: engine.generate(Request(2, 4, Band.EASY, needs=["pair"]), seed=1), engine.GenerationError),
        (lambda: engine.grade(Puzzle(4, 4)), engine.GradingError),
        (lambda: engine.reduce_givens(Puzzle(4, 4)), engine.ReductionError),
        (lambda: engine.make_unique(engine.parse_puzzle("2x2;11.."), seed=1), engine.UnsolvableError),
        (lambda: engine.count_solutions(Puzzle(9, 9), is_cancelled=lambda: True), engine.CancelledError),
    ]
    said: list[str] = []
    for call, kind in calls:
        try:
            call()
        except kind as error:
            said.append(str(error))
    assert len(said) == len(calls)
    return said


def data_sets() -> list[str]:
    plan: datasets.Plan = datasets.Plan((Request(4, 4, Band.EASY),), count=2, seed=1, splits=(("train", 1),))
    made: list[datasets.Item] = list(datasets.items(plan))
    assert datasets.candidate(plan, 0) == made[0]
    record: datasets.Record = datasets.read_record({"data": str(made[0].puzzle)}, fields={"puzzle": "data"})
    found: datasets.Audit = datasets.audit([record])
    said: list[str] = [item.kind.value for item in made]
    try:
        datasets.read_record([])
    except datasets.RecordError as error:
        said.append(str(error))
    assert found.is_clean
    assert made[0].kind is datasets.Kind.UNIQUE
    return said


def judged(puzzle: Puzzle) -> datasets.Solved:
    solved: datasets.Solved = datasets.solve(datasets.read_record({"data": str(puzzle)}, fields={"puzzle": "data"}))
    number, text = datasets.read_answered({"id": "1", "answer": "none"})
    judgement: datasets.Judgement = datasets.judge_answer(puzzle, text)
    assert number == "1"
    assert judgement.kind is datasets.AnswerKind.WRONG
    assert engine.read_answer("There is no solution.", puzzle) == "none"
    steps: list[engine.Verdict] = list(datasets.judge_steps(puzzle, datasets.read_moves("r1c2=1", puzzle)))
    assert steps[0].kind in engine.VerdictKind
    plan = datasets.Plan((Request(4, 4, Band.EASY),), count=1, seed=1)
    assert not datasets.fault_of(plan, 0)
    return solved


def checked(session: GameSession) -> engine.Solvability:
    found: engine.Check = session.ask_check()()
    return found.solvability


def texts(puzzle: Puzzle) -> str:
    entry: formats.Format = formats.find_format("rows")
    rules: formats.Rules = entry.rules
    extent: formats.Extent = entry.extent
    read: formats.ReadPuzzle = next(entry.read(entry.example))
    found: formats.Imported = formats.read_puzzle(formats.write_puzzle(puzzle, "rows"))
    symbols: formats.Symbols | None = found.symbols
    others: tuple[formats.Interpretation, ...] = found.others
    for item in formats.read_puzzles("hello"):
        assert isinstance(item, formats.NotAPuzzleError)
    try:
        formats.write_puzzle(Puzzle(4, 2), "line")
    except formats.CannotWriteError as error:
        print(error)
    print(rules, extent, read, symbols, others, len(formats.FORMATS), len(formats.EXPORTS))
    drawing: pictures.Drawing = pictures.draw_board(puzzle, marks=pictures.Marks(shaded={1}))
    return pictures.svg_text(drawing)


def shelves() -> int:
    shelf: library.Collection = library.collections()[0]
    entry: library.Entry = shelf.entry(1)
    number: int = counting.count_exactly(Puzzle(4, 4), counting.LineRule.ANY)
    try:
        shelf.entry(0)
    except library.LibraryError as error:
        print(error, entry.title)
    try:
        counting.count_exactly(Puzzle(40, 40))
    except counting.TooManyGridsError as error:
        print(error)
    return number


def played(puzzle: Puzzle) -> str:
    session: GameSession = GameSession(puzzle, clock=game.Clock())
    change: game.Change = session.place(1, ONE)
    why: game.Why = session.ask_why(1)()
    branches: tuple[game.Branch, ...] = session.branches
    snapshot: game.SessionSnapshot = session.snapshot()
    step: game.Step = snapshot.steps[0]
    move: game.Move = step.moves[0]
    kind: game.StepKind = step.kind
    aids: game.Aid = snapshot.aids
    style: game.SolveStyle = game.style_of(aids)
    judgement: game.Judgement = game.Judgement(session.position)
    print(change, branches, move, kind, style, judgement, game.Origin(1, ONE, kind, puzzle.givens, session.position))
    return why.text


def techniques() -> None:
    print(engine.register, engine.unregister, engine.BoardTechnique, engine.LineTechnique)
    print(engine.LineDeduction, engine.View, engine.LineView)


def everything() -> list[object]:
    example = engine.parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
    techniques()
    assert checked(GameSession(example)) is engine.Solvability.SOLVABLE
    return [
        positions(example),
        searches(example),
        reasons(example),
        board(example),
        errors(),
        data_sets(),
        judged(example),
        texts(example),
        shelves(),
        played(example),
    ]
