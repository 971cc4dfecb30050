"""Generates docs/reference.md, the reference of all public names, from their docstrings: see `tests.documents`."""

import ast
import doctest
import inspect
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

import binairo_tui
from binairo_tui import counting, datasets, engine, formats, game, library, pictures

_HEAD = """\
# Reference of the library

This page lists every public name with its docstring, and is generated from the source. The page
[The library](library.md) shows these names in programs and says what you can rely on. Each example runs on its own.
"""
SUBJECTS: dict[str, Sequence[str]] = {
    "Puzzles and boards": (
        *("Puzzle", "parse_puzzle", "PuzzleFormatError", "Board", "Move", "Position", "parse_position"),
        *("format_position", "Value", "ZERO", "ONE", "EMPTY", "parse_value", "opposite", "Cell", "cell_name"),
        *("parse_cell", "Line", "line_name", "Sign", "Tie", "Quota", "Geometry", "geometry"),
    ),
    "Rules and answers": (
        *("find_violations", "Violation", "ViolationKind", "violation_text", "is_solved", "is_solution_of"),
        *("answer_fault", "read_answer", "wrong_cells"),
    ),
    "Solving": (
        *("solutions", "first_solution", "count_solutions", "has_unique_solution", "Solvability", "UnsolvableError"),
        *("Conflict", "conflict_text", "propagate", "propagation_steps", "SearchStats"),
        *("CancelledError", "core_name"),
    ),
    "Hints, verdicts and grades": (
        *("find_hint", "Hint", "HintKind", "judge_move", "Verdict", "VerdictKind", "grade", "Grade", "GradeStep"),
        *("GradingError", "Band", "Check", "Nearness"),
    ),
    "Techniques and proofs": (
        *("next_proof", "proof_of", "prove", "Proof", "Premises", "walk", "WalkStep", "deductions", "Deduction"),
        *("deduction_text", "to_json", "from_json", "register", "unregister", "BoardTechnique", "LineTechnique"),
        *("LineDeduction", "LineView", "View", "Run"),
    ),
    "Making puzzles": (
        *("generate", "Request", "UniquePuzzle", "GenerationError", "daily_request", "random_grid", "make_unique"),
        *("reduce_givens", "Reduction", "ReductionError", "superfluous_givens", "Symmetry", "symmetries"),
        *("transformed", "canonical"),
    ),
}
"""The names of the engine by subject."""
PUBLIC: dict[ModuleType, Sequence[str]] = {
    engine: engine.__all__,
    datasets: datasets.__all__,
    formats: (
        *("CannotWriteError", "EXPORTS", "Extent", "FORMATS", "Format", "Imported", "Interpretation"),
        *("NotAPuzzleError", "ReadPuzzle", "Rules", "Symbols"),
        *("find_format", "read_puzzle", "read_puzzles", "write_puzzle"),
    ),
    counting: counting.__all__,
    pictures: pictures.__all__,
    library: library.__all__,
    game: game.__all__,
    binairo_tui: binairo_tui.__all__,
}
"""The packages and their public names."""
_CONSTANTS = {
    "Cell": """\
`int`: the number of a cell. Cells are counted row by row from 0.

>>> corner: Cell = parse_cell("r4c6", width=6, height=4)
>>> corner
23
""",
    "Line": """\
`int`: the number of a row or column, counted from 0. All rows are counted first, then all columns.

>>> column: Line = geometry(6, 4).lines_of(23)[1]
>>> line_name(column, height=4)
'column 6'
""",
    "Position": """\
The values of all cells, as an int. Type checkers treat a position as a separate type; `int(position)` is a plain int.

>>> puzzle = parse_puzzle("4x2;.1..0...")
>>> position: Position = puzzle.geometry.place(puzzle.givens, 0, ONE)
>>> print(format_position(puzzle, position))
11..
0...
""",
    "Value": """\
`Literal["0", "1", "."]`: the value of a cell.

>>> values: list[Value] = [parse_value(character) for character in "01."]
>>> values == [ZERO, ONE, EMPTY]
True
""",
    "EMPTY": """\
`"."`: the value of an empty cell.

>>> Board(Puzzle(4, 4)).value(0) == EMPTY
True
""",
    "ONE": """\
`"1"`

>>> opposite(ONE) == ZERO
True
""",
    "ZERO": """\
`"0"`

>>> board = Board(Puzzle(4, 4))
>>> board.place(0, ZERO)
>>> board.cells[0]
'0'
""",
    "Drawing": """\
A drawing that `svg_text` turns into an SVG document; `width` and `height` are its size in points.

>>> drawing = draw_board(Puzzle(4, 2))
>>> isinstance(drawing, Drawing), drawing.width > drawing.height
(True, True)
""",
    "EXPORTS": """\
Formats that can only be written: maps their names to a title and the function that writes a puzzle.

>>> write_puzzle(Puzzle(2, 2), "asp") == EXPORTS["asp"][1](Puzzle(2, 2))
True
""",
    "FORMATS": """\
All formats that can be read.

>>> find_format("rows") in FORMATS
True
""",
}
"""Names for which Python keeps no docstring."""
_MEANT = {
    "Technique": "BoardTechnique | LineTechnique",
    "IsCancelled": "Callable[[], bool]",
    "LineSigns": "tuple[tuple[int, bool], ...]",
    "never": "lambda: False",
    "CELL": "36.0",
    "NO_MARKS": "Marks()",
    "NO_AID": "Aid(0)",
    "DROPPED": "'Back to where the branch began.'",
    "_NO_PREMISES": "Premises()",
    "Fields": "dict[str, Any]",
}
"""What signatures show in place of names that are not public."""
_SHORT = 4
"""The most fields that stand on one line."""
_ENUMERATIONS = {"StrEnum", "Enum", "IntEnum"}


def reference() -> str:
    """Return the document."""
    assert sorted(engine.__all__) == sorted([name for names in SUBJECTS.values() for name in names])
    sections = [(subject, engine, names) for subject, names in SUBJECTS.items()]
    sections += [(it.__name__, it, names) for it, names in PUBLIC.items() if it is not engine]
    parts = [_HEAD]
    used: Counter[str] = Counter()
    for title, _, names in sections:
        links = ", ".join([f"[{name}](#{_anchor(name, used)})" for name in _ordered(names)])
        parts.append(f"- **{title}**: {links}")
    for title, package, names in sections:
        source = f"In `{package.__name__}`.\n" if package is engine else ""
        parts.append(f"\n## {title}\n\n{source}".rstrip("\n") + "\n")
        parts += [_entry(package, name) for name in _ordered(names)]
    return "\n".join(parts)


def _ordered(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda it: (it.casefold(), it))


def _anchor(name: str, used: Counter[str]) -> str:
    """Return the anchor of the next heading with this name; `used` counts those before it, in lower case."""
    plain = name.lower()
    used[plain] += 1
    return plain if used[plain] == 1 else f"{plain}-{used[plain] - 1}"


def _entry(package: ModuleType, name: str) -> str:
    heading = f"### {name}\n"
    if name in _CONSTANTS:
        return f"{heading}\n{_text(_CONSTANTS[name])}"
    found = getattr(package, name)
    node = _node(found)
    parts = [heading, *_code([_signature(found, node)]), _text(found.__doc__)]
    if isinstance(node, ast.ClassDef):
        parts += _members(found, node)
    return "\n".join(parts)


def _node(found: object) -> Any:
    """Return the definition of a function or class in its source."""
    source = textwrap.dedent(inspect.getsource(found))  # type: ignore[arg-type]
    return _Shown().visit(ast.parse(source).body[0])


class _Shown(ast.NodeTransformer):
    """Writes types as a user of the packages does: without the modules that they come from."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return self._annotated(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        return self._annotated(node)

    def _annotated(self, node: ast.arg | ast.AnnAssign) -> ast.AST:
        if isinstance(node.annotation, ast.Constant) and isinstance(node.annotation.value, str):
            node.annotation = _expression(node.annotation.value)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if re.fullmatch(r"[a-z_.]+", ast.unparse(node.value)):
            return self.visit_Name(ast.Name(node.attr))
        node.value = self.visit(node.value)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _expression(_MEANT.get(node.id, node.id))


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _signature(found: object, node: ast.AST) -> str:
    """Return how a function or class is called, or an enumeration or error with its bases."""
    if isinstance(node, ast.FunctionDef):
        return _call(node.name, node, is_method=False)
    assert isinstance(node, ast.ClassDef)
    bases = [ast.unparse(base) for base in node.bases]
    init = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)
    if init is not None:
        return f"class {_call(node.name, init).removesuffix(' -> None')}"
    is_data = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
    if is_data or "NamedTuple" in bases:
        base = getattr(found, "__base__", object)
        fields = [*(_fields(_node(base)) if is_data and base is not object else ()), *_fields(node)]
        fields.sort(key=lambda field: field.startswith("*, "))
        inner = "".join([f"\n    {field}," for field in fields]) + "\n" if len(fields) > _SHORT else ", ".join(fields)
        return f"class {node.name}({inner})"
    return f"class {node.name}({', '.join(bases)})" if bases else f"class {node.name}"


def _call(name: str, node: ast.FunctionDef, *, is_method: bool = True) -> str:
    arguments = node.args
    if is_method and not any(ast.unparse(it) == "staticmethod" for it in node.decorator_list):
        arguments.args = arguments.args[1:]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({ast.unparse(arguments)}){returns}"


def _fields(node: ast.ClassDef) -> list[str]:
    """Return the fields of a data class, with their defaults; `...` stands for one that is not a constant.

    A field that is given by name only follows a `*`.
    """
    fields = [part for part in node.body if isinstance(part, ast.AnnAssign) and not _is_private(part.target)]
    shown = []
    for part in fields:
        mark = ""
        if isinstance(part.value, ast.Call) and ast.unparse(part.value.func) == "field":
            given = {str(it.arg): it.value for it in part.value.keywords}
            default = given.get("default", given.get("default_factory"))
            part.value = default if default is None or isinstance(default, ast.Constant) else ast.Constant(...)
            mark = "*, " if "kw_only" in given else ""
        shown.append(mark + ast.unparse(part))
    return shown


def _values(node: ast.ClassDef) -> list[str]:
    """Return the members of an enumeration, each with the docstring below it as a comment."""
    lines: list[str] = []
    for part in node.body:
        if isinstance(part, ast.Assign) and not _is_private(part.targets[0]):
            lines.append(ast.unparse(part))
        elif lines and isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            lines[-1] += f"  # {' '.join(str(part.value.value).split())}"
    return lines


def _is_private(target: ast.AST) -> bool:
    return ast.unparse(target).startswith("_")


def _members(found: type, node: ast.ClassDef) -> list[str]:
    """Return the public methods and properties of a class, and the members of an enumeration."""
    parts = []
    if any(ast.unparse(base) in _ENUMERATIONS for base in node.bases):
        parts += _code(_values(node))
    for part in node.body:
        if not isinstance(part, ast.FunctionDef) or part.name.startswith("_"):
            continue
        if any(ast.unparse(it).endswith(".setter") for it in part.decorator_list):
            continue
        is_property = any(ast.unparse(it) in ("property", "cached_property") for it in part.decorator_list)
        returns = ast.unparse(part.returns) if part.returns else ""
        shown = f"{part.name}: {returns}" if is_property else _call(part.name, part)
        text = _text(inspect.getattr_static(found, part.name).__doc__ or ast.get_docstring(part, clean=False) or "")
        parts.append(f"- `{shown}`\n\n{textwrap.indent(text, '  ')}")
    return parts


def _code(lines: list[str]) -> list[str]:
    return ["```python", *lines, "```", ""]


def _text(docstring: str | None) -> str:
    """Return a docstring as Markdown: paragraphs, and examples in fences."""
    blocks = re.split(r"\n{2,}", inspect.cleandoc(docstring or ""))
    return "\n".join([_example(block) if block.startswith(">>> ") else f"{block}\n" for block in blocks])


def _example(block: str) -> str:
    """Return an example of a docstring with the imports that it needs to run alone."""
    source = "".join([example.source for example in doctest.DocTestParser().get_examples(block)])
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    rooms = sorted(used.intersection(package.__name__.rpartition(".")[2] for package in PUBLIC))
    imports = [f">>> from binairo_tui import {', '.join(rooms)}\n"] if rooms else []
    for package, names in PUBLIC.items():
        if found := sorted(used.intersection(names)):
            imports.append(f">>> from {package.__name__} import {', '.join(found)}\n")
            used.difference_update(found)
    return f"```pycon\n{''.join(imports)}{block}\n```\n"
