"""Reads puzzles that a tree of data describes by sizes, cells with coordinates, and signs (matrices or pairs of cells).

The names in the data may leave questions open: whether rows and columns are counted from 0 or 1, whether the row or the
column comes first, and which number in a matrix of signs means equal. If only one reading fits, it is chosen. If
several fit, UndecidedError is raised.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product

from binairo_tui.engine import Sign, parse_puzzle
from binairo_tui.engine.puzzle import MAX_SIZE, size_fault
from binairo_tui.engine.wording import first_words
from binairo_tui.formats import cells, doubts, fact_text, rule_inference, signs, symbols
from binairo_tui.formats.base import ReadPuzzle, Row, SignsError
from binairo_tui.formats.fact_text import Node

_NO_PART = re.compile(
    r"(?i)^(answers?|.*solution.*|solved|moves|history|steps|path|meta|metadata|tags|state|provided|expected.*)$"
)
"""Matches names of values that are not part of a puzzle."""
_SIZES = re.compile(
    r"(?i)^(.*size|n|dims?|dimensions?|shape|order|sides?|board|grid|rows?|cols?|columns?|height|width)$"
)
_ACROSS = re.compile(r"(?i)^(h$|(?-i:h[_A-Z])|.*across|.*horiz|hor|(.*_)?rows?($|_|signs?)|.*right)")
_DOWN = re.compile(r"(?i)^(v$|(?-i:v[_A-Z])|.*down|.*vert|(.*_)?col(umn)?s?($|_|signs?)|.*below)")
_GRID = re.compile(r"(?i)^(cells|boards?|task|grid|puzzle|givens|prefills?|state)$")
_FLAGS = re.compile(r"(?i).*(comparison|flags)")
_SIGNS = re.compile(r"(?i).*(constraint|comparison|relation)|(.*_)?signs?(_|$)|.*(?-i:Signs?$)")
"""Matches names of values that must be signs: it is an error if they are not understood."""
_VALUE = re.compile(r"(?i)^(suns?|moons?|white|black|zeros?|ones?|[01])$")
_NOTATION = re.compile(r"\s*[0-9]{1,2}[xX][0-9]{1,2};[01.]+")
_BLANKS = frozenset(["", " ", ".", "-", "_", "0", "none", "null", "*", "?"])
_LEGEND = re.compile(r"(?<![\w.])(-?[1-9])[\"']?\s*(?:[:=]|means|is|for)\s*[\"']?(\w+|[=x×])")
BESIDE = "beside the grid cannot be read: write two lists of pairs of cells, 'equal' and 'opposite'"
_LEAST = 3
_COUNTED = -1
"""Takes the place of the row if a single number stands for a cell, counted row by row from 0."""
_MOST_NAMED = 4
"""Limit on the readings that an error names; if there are more, it says how many."""
_MOST = 8
"""Limit on the values in a record of two cells and a sign."""


class UndecidedError(SignsError):
    """Several readings of the same facts fit equally well; `readings` maps their names to the puzzles."""

    readings: Mapping[str, ReadPuzzle]


@dataclass
class Facts:
    """The facts of a tree about one puzzle.

    A place is a cell's two coordinates, in the order and with the base of the text.
    """

    sizes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    matrices: "list[Matrix]" = field(default_factory=list)
    givens: list[tuple[tuple[int, int], str]] = field(default_factory=list)
    pairs: list[tuple[tuple[int, int], tuple[int, int], bool]] = field(default_factory=list)
    title: str = ""
    column_first: bool | None = None
    counts_from: int | None = None
    line: int = 1
    unread: Node | None = None
    """A node that must hold signs, but cannot be read."""
    is_strict: bool = False
    cells_name: str = ""
    lines: set[int] = field(default_factory=set)
    """The lines that hold signs or coordinates of cells."""

    @property
    def count(self) -> int:
        return len(self.sizes) + len(self.matrices) + len(self.givens) + len(self.pairs) + bool(self.title)


@dataclass
class Matrix:
    """Rows of cells or signs, as texts, with the name and the first line of their node."""

    name: str
    rows: list[list[str]]
    line: int
    places: list[int]
    is_top: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and the number of cells in each row."""
        return len(self.rows), len(self.rows[0])

    def tokens(self) -> set[str]:
        return {token.strip().lower() for row in self.rows for token in row}


def read(tree: Node, text: str = "", *, is_strict: bool = False) -> list[ReadPuzzle]:
    """Return the puzzles that a tree describes, with their signs; [] if there are none.

    `text` is searched for a legend of numbers that stand for signs. With `is_strict`, a list of numbers beside a grid,
    or a value whose name is about signs, is an error if it is not understood. Raises SignsError if signs cannot be
    read, and UndecidedError if several readings fit.
    """
    legend: dict[str, bool] = {}
    explained = set()
    for match in _LEGEND.finditer(text):
        kind = signs.kind_of(match[2])
        if kind is not None:
            legend[match[1]] = kind
            explained.add(text.count("\n", 0, match.start()) + 1)
    for node in tree.nodes:
        node.is_top = True
    found = [_read_one(node, legend, is_strict=is_strict) for node in _puzzles(tree) or [tree]]
    puzzles = [replace(puzzle, lines=puzzle.lines | explained) for puzzle in found if puzzle is not None]
    if is_strict and puzzles and not any(each.puzzle.signs for each in puzzles):
        require_no_signs(tree)
    return puzzles


def require_no_signs(tree: Node) -> None:
    """Raise SignsError if a node must be signs because of its name, unless it holds only blanks or a single number."""
    for node in _below(tree):
        is_blank = all(fact_text.text_of(atom).lower() in _BLANKS for _, atom in node.atoms())
        if _SIGNS.match(node.name) and _says_anything(node) and not is_blank:
            raise SignsError(f"'{node.name[:20]}' {BESIDE}", line=node.line)


def is_grid_name(name: str) -> bool:
    return bool(_GRID.match(name))


def _puzzles(node: Node) -> list[Node]:
    """Return the nodes that each hold one puzzle, as high in the tree as possible without a second grid."""
    if _NO_PART.match(node.name):
        return []
    if (matrix := _matrix(node)) and _may_be_grid(matrix):
        return [node]
    if written := [child for child in node.nodes if _is_notation(child) and not _NO_PART.match(child.name)]:
        return [child for child in written if child.name == "puzzle"] or written
    parts = [found for child in node.nodes if (found := _puzzles(child))]
    if len(parts) > 1:
        return [each for found in parts for each in found]
    if parts:
        return parts[0] if len(parts[0]) > 1 else [node]
    return node.nodes if _are_alike(node.nodes) else []


def _are_alike(nodes: Sequence[Node]) -> bool:
    """Return whether all nodes hold nodes with the same names, one of which is a list. Then each describes a puzzle."""
    keys = {tuple(child.name for child in node.nodes) for node in nodes}
    is_same = len(nodes) > 1 and len(keys) == 1 and len(set(next(iter(keys)))) > 1
    return is_same and any(len(child.items) > _LEAST for child in nodes[0].nodes)


def _is_notation(node: Node) -> bool:
    return len(node.items) == 1 and isinstance(node.items[0], str) and bool(_NOTATION.match(node.items[0]))


def _may_be_grid(matrix: Matrix) -> bool:
    """Return whether a matrix may hold cells. A matrix smaller than 4x4 must have the name of a grid."""
    if size_fault(*matrix.shape[::-1]) or _is_signs(matrix):
        return False
    return bool(matrix.is_top and _GRID.match(matrix.name)) or (min(matrix.shape) > _LEAST and not _is_sums(matrix))


def _matrix(node: Node) -> Matrix | None:
    """Return the rows that a node holds as lists or texts of equal length; None if it holds anything else."""
    items = node.items
    if len(items) == 1 and isinstance(items[0], str) and "\n" in items[0]:
        node = replace(node, items=[*items[0].strip("\n").split("\n")])
    rows = node.rows()
    is_named = any(it.match(node.name) for it in (_ACROSS, _DOWN, _FLAGS)) or (node.is_top and _GRID.match(node.name))
    least = 1 if is_named else _LEAST
    widths = {len(row) for _, row in rows}
    if not least <= len(rows) <= MAX_SIZE or len(widths) != 1 or not least <= max(widths) <= MAX_SIZE:
        return None
    if not node.nodes and not any(isinstance(item, str) for item in items):
        return None  # numbers
    return Matrix(node.name, [row for _, row in rows], node.line, [line for line, _ in rows], is_top=node.is_top)


def _is_signs(matrix: Matrix) -> bool:
    """Return whether the texts of a matrix are signs and blanks."""
    found = matrix.tokens() - _BLANKS
    kinds = {signs.kind_of(token) for token in found}
    return (
        bool(found)
        and None not in kinds
        and ("=" in found or "×" in found or not matrix.tokens() <= {"x", "0", "1", "o"})
    )


def _is_sums(matrix: Matrix) -> bool:
    """Return whether the texts of a matrix are sums: 1 for = and 2 for x to the right, 4 for = and 8 for x below."""
    found = matrix.tokens() - {""}
    return all(map(str.isdecimal, found)) and not found <= {"0", "1", "2"}


def _read_one(node: Node, legend: dict[str, bool], *, is_strict: bool) -> ReadPuzzle | None:
    """Return the puzzle in a node; None if the node does not hold enough for a puzzle."""
    for each in _below(node):
        if _is_notation(each):
            return ReadPuzzle(parse_puzzle(str(each.items[0]).strip()))
    facts = Facts(line=node.line, is_strict=is_strict)
    _collect(node, facts, ())
    return _puzzle_of(facts, legend)


def _below(node: Node) -> Iterator[Node]:
    if not _NO_PART.match(node.name):
        yield node
        for child in node.nodes:
            yield from _below(child)


def _collect(node: Node, facts: Facts, names: tuple[str, ...]) -> None:
    """Add the facts in a node to `facts`; `names` are the names of the nodes around it."""
    if _NO_PART.match(node.name):
        return
    atoms = list(node.atoms())
    if len(atoms) == 1 and isinstance(atoms[0][1], str) and re.search(doubts.PAIR, atoms[0][1]):
        facts.lines.add(node.line)
        node = replace(fact_text.parse(atoms[0][1]), name=node.name)
        atoms = list(node.atoms())
    if not names:
        _take_header(node, facts)
    names = (*names, node.name)
    if len(atoms) <= 2 and atoms and all(type(atom) is int for _, atom in atoms) and _SIZES.match(node.name):
        facts.sizes[node.name.lower()] = tuple(atom for _, atom in atoms if isinstance(atom, int))
    elif node.name.lower() in ("title", "name") and len(atoms) == 1 and not facts.title:
        facts.title = str(atoms[0][1])[:200]
    elif _take_pairs(node, facts, names) or _take_cell(node, facts, names):
        facts.lines.update([each.line for each in _below(node)])
    elif (matrix := _matrix(node)) and not _are_records(node, names):
        facts.matrices.append(matrix)
    else:
        for child in node.nodes:
            _collect_part(child, node, facts, names)


def _collect_part(child: Node, node: Node, facts: Facts, names: tuple[str, ...]) -> None:
    before = facts.count
    _collect(child, facts, names)
    if facts.count > before:
        facts.lines.add(node.line)
    elif facts.is_strict and not _NO_PART.match(child.name):
        facts.unread = _unread(child, names) or facts.unread


def _unread(child: Node, names: tuple[str, ...]) -> Node | None:
    """Return `child` if it may hold signs, named like the field of signs around it, if any; otherwise None."""
    is_remark = child.name and not _names_signs(child.name) and not re.search(r"[0-9]", child.name)
    field_name = next((name for name in (*names, child.name) if _names_signs(name)), "")
    if field_name and not is_remark and _says_anything(child):
        return replace(child, name=field_name)
    return child if child.name and _may_be_signs(child) else None


def _names_signs(name: str) -> bool:
    return signs.holds_pairs(name) or bool(_SIGNS.match(name))


def _says_anything(node: Node) -> bool:
    """Return whether a node is not empty, and is not a single number, such as the number of signs."""
    atoms = [atom for _, atom in node.atoms() if atom not in (None, "")]
    return bool(atoms) and (len(atoms) > 1 or bool(node.nodes) or type(atoms[0]) is not int)


def _may_be_signs(node: Node) -> bool:
    """Return whether a list without a known form names cells, or holds several numbers or a sign."""
    if not node.nodes and len(node.items) < _LEAST - 1:
        return any(
            isinstance(item, str) and (doubts.suspect(item) or signs.holds_pairs(node.name))
            for item in node.items
            if item
        )
    atoms = [atom for _, atom in node.atoms()]
    names = any(re.fullmatch(doubts.REFERENCE, each.name) for each in _below(node))
    return names or sum(type(atom) is int for atom in atoms) > 1


def _take_header(tree: Node, facts: Facts) -> None:
    """Record a size that is a single number, and the order of coordinates if a line names them."""
    if tree.items and type(tree.items[0]) is int:
        facts.sizes["size"] = (tree.items[0],)
    for node in tree.nodes:
        words = [word for word in node.items if isinstance(word, str)]
        if len(words) == len(node.items) > _LEAST - 1 and (_ROW_NAMES.match(words[0]) or _COLUMN_NAMES.match(words[0])):
            facts.column_first = bool(_COLUMN_NAMES.match(words[0]))
            facts.lines.add(node.line)


def _are_records(node: Node, names: tuple[str, ...]) -> bool:
    """Return whether rows of three to five values describe cells or pairs of cells, and are no matrix."""
    trial = Facts()
    rows = node.nodes
    while len(rows) == 1:
        rows = rows[0].nodes
    if not rows or not _LEAST <= len(list(rows[0].atoms())) <= 5:
        return False
    if not all(_take_pairs(row, trial, (*names, row.name)) or _take_cell(row, trial, names) for row in rows):
        return False
    places = [place for place, _ in trial.givens]
    return len(set(places)) == len(places) and (bool(trial.pairs) or max(map(max, places)) > 1)


_COLUMN_NAMES = re.compile(r"(?i)^(x|c|j|col|column)[12]?$")
_ROW_NAMES = re.compile(r"(?i)^(y|r|i|row|line)[12]?$")
_DIRECTIONS = {
    "right": 1,
    "r": 1,
    "h": 1,
    "horizontal": 1,
    "across": 1,
    "down": 0,
    "d": 0,
    "v": 0,
    "vertical": 0,
    "below": 0,
}


def _numbers(node: Node, facts: Facts) -> tuple[list[int], list[str]]:
    """Return the coordinates in a record (row first, if they have names), and its other values as texts."""
    numbers: list[int] = []
    rest: list[str] = []
    named = ""
    for name, atom in node.atoms():
        if type(atom) is int and not re.match(r"(?i)^(val|value|type|symbol|v|kind|sign)$", name):
            numbers.append(atom)
            named += "c" if _COLUMN_NAMES.match(name) else "r" if _ROW_NAMES.match(name) else "?"
        elif atom is not None:
            rest.append(str(atom))
    if any(child.is_cell for child in _below(node)):
        facts.counts_from, facts.column_first = 1, False
    if named[:2] == "cr":
        numbers = [number for a, b in zip(numbers[::2], numbers[1::2], strict=False) for number in (b, a)]
    if named[:2] in ("cr", "rc"):
        facts.column_first = False
    return numbers, rest


def _take_pairs(node: Node, facts: Facts, names: tuple[str, ...]) -> bool:
    """If a node holds only pairs of cells with a sign, record them in `facts`; return whether it does."""
    if len(node.items) > _LEAST and [isinstance(it, Node) for it in node.items[:4]] == [True, False, True, True]:
        parts = [node.items[at : at + _LEAST] for at in range(0, len(node.items), _LEAST)]  # r1c1=r1c2, r2c1xr3c1
        taken = [_take_pairs(replace(node, items=part), facts, names) for part in parts]
        return all(taken)
    is_list = all(child.is_cell for child in node.nodes)
    if not is_list and len(list(node.atoms())) > _MOST:
        return False
    numbers, rest = _numbers(node, facts)
    kinds = [kind for word in rest if (kind := signs.kind_of(word)) is not None]
    kinds = kinds or [kind for name in names[::-1] if len(name) > 1 and (kind := signs.kind_of(name)) is not None][:1]
    steps = [_DIRECTIONS[word.lower()] for word in (*rest, *names[::-1]) if word.lower() in _DIRECTIONS]
    if len(numbers) == 2 and steps and len(kinds) == 1:
        numbers += [numbers[0] + 1 - steps[0], numbers[1] + steps[0]]
    if len(numbers) == 2 and len(kinds) == 1 and any(map(signs.holds_pairs, names)):  # counted row by row
        numbers = [_COUNTED, numbers[0], _COUNTED, numbers[1]]
    is_grid = node.is_top and _GRID.match(node.name)
    if (
        not kinds
        and not is_grid
        and not any(map(_VALUE.match, names))
        and len(numbers) == 4
        and [len(it.items) for it in node.nodes] == [2, 2]
    ):
        name = next((name for name in (node.name, *names[::-1]) if name), "")
        facts.unread = facts.unread or replace(node, name=name)
    if len(kinds) != 1 or not numbers or len(numbers) % 4 or (len(numbers) > 4 and not is_list):
        return False
    quads = [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
    if any(a != _COUNTED and abs(a - c) + abs(b - d) != 1 for a, b, c, d in quads):
        if is_list and node.nodes:
            facts.unread = facts.unread or node
        return False
    facts.pairs += [((a, b), (c, d), kinds[0]) for a, b, c, d in quads]
    return True


def _take_cell(node: Node, facts: Facts, names: tuple[str, ...]) -> bool:
    """If a node holds only a cell with its value, record both in `facts`; return whether it does."""
    if len(list(node.atoms())) > _LEAST + 1 or _FLAGS.match(node.name):
        return False
    numbers, rest = _numbers(node, facts)
    values = [word for word in rest if symbols.is_name(word.lower()) or len(word) <= 2]
    if len(numbers) == 3 and not rest:
        values = [str(numbers.pop())]
    elif len(numbers) == 2 and not rest:
        values = [name.lower().rstrip("s") for name in names[::-1] if _VALUE.match(name)][:1]
    if len(numbers) != 2 or len(values) != 1 or len(rest) > 1 or min(numbers) < 0 or max(numbers) > MAX_SIZE:
        return False
    facts.cells_name = next((name for name in names[::-1] if name), "")
    facts.givens.append(((numbers[0], numbers[1]), values[0]))
    return True


def _puzzle_of(facts: Facts, legend: dict[str, bool]) -> ReadPuzzle | None:
    """Return the puzzle that facts describe; None if they hold neither a grid nor cells of a known size."""
    grids = [it for it in facts.matrices if _may_be_grid(it)]
    shapes = [it.shape for it in facts.matrices]
    whole = [it for it in grids if (it.shape[0], it.shape[1] - 1) in shapes or (it.shape[0] - 1, it.shape[1]) in shapes]
    grid = next(iter(whole or grids), None)
    if grid is None:
        height, width = _size_of(facts)
        if not height or size_fault(width, height) or len(facts.givens) + len(facts.pairs) < _LEAST:
            return None
        board = Matrix("", [["."] * width for _ in range(height)], facts.line, [facts.line] * height)
    else:
        height, width = grid.shape
        board = grid
        if facts.givens and facts.is_strict:
            raise SignsError(f"'{facts.cells_name[:20]}' {BESIDE}", line=grid.line)
        facts.givens = []
    beside = [it for it in facts.matrices if it is not grid]
    told = [(it, kinds) for it in beside if (kinds := _matrix_signs(it, beside, width, height, legend)) is not None]
    facts.lines.update([place for it, _ in told for place in (it.line, *it.places)])
    if facts.unread is not None:
        name = f"'{facts.unread.name[:20]}'" if facts.unread.name else "what stands"
        raise SignsError(f"{name} {BESIDE}", line=facts.unread.line)
    readings: dict[str, ReadPuzzle] = {}
    places, ways = facts.givens or facts.pairs, max([len(kinds) for _, kinds in told], default=1)
    for way, (base, swapped) in product(range(ways), _readings(facts, width, height)):
        read = cells.read_grid(_filled(facts, board, base, swapped=swapped))
        found = {_sign(pair, base, swapped, width, facts.line) for pair in facts.pairs}
        found.update(*[kinds[way % len(kinds)] for _, kinds in told])
        if len({(sign.a, sign.b) for sign in found}) < len(found):
            raise SignsError("there are both signs between two cells", line=facts.line)
        read = signs.attach(replace(read, title=facts.title, lines=frozenset(facts.lines)), tuple(sorted(found)))
        if all(read.puzzle != other.puzzle for other in readings.values()):
            counted = f"counted from {base}, {'column' if swapped else 'row'} first" if places else ""
            meaning = f"1 means {('equal', 'opposite')[way]}" if ways > 1 else ""
            readings[", ".join(filter(None, (counted, meaning)))] = read
    if not readings:
        raise _unreadable(facts.line)
    return _decide(readings, facts)


def _filled(facts: Facts, grid: Matrix, base: int, *, swapped: bool) -> list[Row]:
    """Return the rows with the cells that are given by coordinates; the value 2 means an empty cell."""
    rows = [list(row) for row in grid.rows]
    for place, value in facts.givens:
        row, column = _moved(place, base, swapped, len(rows[0]))
        rows[row][column] = "." if value == "2" and {"0", "1"} & {it for _, it in facts.givens} else value
    columns = tuple(range(1, len(rows[0]) + 1))
    return [Row(line, cells, columns) for line, cells in zip(grid.places, rows, strict=True)]


def _unreadable(line: int) -> SignsError:
    return SignsError("text beside this grid seems to be signs, but cannot be read", line=line)


def _size_of(facts: Facts) -> tuple[int, int]:
    """Return the height and width that the facts state; (0, 0) if they state no size."""
    both = next((size for size in facts.sizes.values() if len(size) == 2), None)
    if both:
        return both
    single = {name: size[0] for name, size in facts.sizes.items()}
    height = next((single[name] for name in ("height", "rows", "row", "h") if name in single), 0)
    width = next((single[name] for name in ("width", "cols", "columns", "col", "w") if name in single), 0)
    other = next((size for size in single.values() if size >= 2), 0)
    return (height, width) if height and width else (height or width or other,) * 2


def _moved(place: tuple[int, int], base: int, swapped: bool, width: int) -> tuple[int, int]:
    if place[0] == _COUNTED:
        return divmod(place[1], width)
    first, second = place[0] - base, place[1] - base
    return (second, first) if swapped else (first, second)


def _sign(pair: tuple[tuple[int, int], tuple[int, int], bool], base: int, swapped: bool, width: int, line: int) -> Sign:
    places = [_moved(place, base, swapped, width) for place in pair[:2]]
    if abs(places[0][0] - places[1][0]) + abs(places[0][1] - places[1][1]) != 1:
        raise SignsError("the cells of a sign are not next to each other", line=line)
    a, b = sorted(row * width + column for row, column in places)
    return Sign(a, b, pair[2])


def _readings(facts: Facts, width: int, height: int) -> list[tuple[int, bool]]:
    """Return possible readings of coordinates: the first row and column (0 or 1), and whether columns come first."""
    places = [place for place, _ in facts.givens] + [place for pair in facts.pairs for place in pair[:2]]
    if all(place[0] == _COUNTED for place in places):
        return [(0, False)]
    listed = [place for place, _ in facts.givens], [pair[0] for pair in facts.pairs]
    orders = [False, True]
    if facts.column_first is not None:
        orders = [facts.column_first]
    else:
        by_row = all(all(a <= b for a, b in pairwise(each)) for each in listed)
        by_column = all(all(a[::-1] <= b[::-1] for a, b in pairwise(each)) for each in listed)
        if by_row != by_column and len(places) > _LEAST:
            orders = [by_column]
    bases = [0, 1] if facts.counts_from is None else [facts.counts_from]
    return [
        (base, swapped)
        for swapped in orders
        for base in bases
        if all(
            0 <= row < height and 0 <= column < width
            for row, column in [_moved(place, base, swapped, width) for place in places]
        )
    ]


def _matrix_signs(
    matrix: Matrix, beside: Sequence[Matrix], width: int, height: int, legend: dict[str, bool]
) -> list[list[Sign]] | None:
    """Return the possible signs in a matrix beside a grid, or None if it holds no signs.

    Raises SignsError if it may hold signs that cannot be read.
    """
    if _FLAGS.match(matrix.name) or _is_sums(matrix):
        sums = [[token or "0" for token in row] for row in matrix.rows]
        return [list(signs.read_flags(sums, (width, height), matrix.places))]
    rows, step = _oriented(matrix, beside, width, height)
    if not step:
        return None
    return [
        list(signs.read_signs(rows, step, (width, height), kinds, matrix.places)) for kinds in _kinds(matrix, legend)
    ]


def _oriented(matrix: Matrix, beside: Sequence[Matrix], width: int, height: int) -> tuple[Sequence[Sequence[str]], int]:
    """Return the rows of a matrix of signs, and the distance from the first to the second cell of a sign; 0 if unknown.

    The shape of the matrix shows the distance, or else its name does. If two matrices of a square board have the same
    shape, one of them is written column by column.
    """
    shape = matrix.shape
    twins = [it for it in beside if it.shape == shape and it is not matrix]
    is_across, is_down = shape == (height, width - 1), shape == (height - 1, width)
    named = bool(_ACROSS.match(matrix.name)), bool(_DOWN.match(matrix.name))
    if not (is_across or is_down):
        if named in ((True, False), (False, True)):
            return matrix.rows, 1 if named[0] else width
        if _is_signs(matrix) or _names_signs(matrix.name):
            raise _unreadable(matrix.line)
        return (), 0
    if not twins and named == (is_down, is_across) and is_across != is_down:
        return matrix.rows, 1 if named[0] else width  # the name counts, though the shape contradicts it
    if twins and width == height:
        if named[1] == bool(_DOWN.match(twins[0].name)):
            raise _unreadable(matrix.line)
        if named[1] is is_across:
            return list(zip(*matrix.rows, strict=True)), width if is_across else 1
    return matrix.rows, 1 if is_across else width


def _kinds(matrix: Matrix, legend: dict[str, bool]) -> list[dict[str, bool]]:
    """Return the possible meanings of a matrix of signs: each maps the texts to whether they mean equal cells."""
    found = matrix.tokens() - _BLANKS
    if found and found <= {"1", "2", "-1"}:
        if found <= legend.keys():
            return [{token: legend[token] for token in found}]
        return [{"1": same, "2": not same, "-1": not same} for same in (True, False)]
    kinds = {token: kind for token in found if (kind := signs.kind_of(token)) is not None}
    if kinds.keys() < found:
        raise _unreadable(matrix.line)
    return [kinds]


def _decide(readings: dict[str, ReadPuzzle], facts: Facts) -> ReadPuzzle:
    """Return the only reading, or else the only reading with one solution.

    Raises UndecidedError if several readings fit.
    """
    fitting = list(readings)
    if len(fitting) > 1:
        counts = {name: rule_inference.count_either(read.puzzle) for name, read in readings.items()}
        single = [name for name, count in counts.items() if count == 1]
        fitting = single or [name for name, count in counts.items() if count] or fitting
        by_row = [name for name in fitting if "row first" in name]
        if not single and not facts.givens and len(by_row) == 1:
            fitting = by_row
    if len(fitting) > 1:
        named = first_words(fitting, _MOST_NAMED, " or ")
        undecided = UndecidedError(f"several readings of this puzzle fit: {named}", line=facts.line)
        undecided.readings = {name: readings[name] for name in fitting}
        raise undecided
    return readings[fitting[0]]
