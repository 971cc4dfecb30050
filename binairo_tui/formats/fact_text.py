"""Parses data in any syntax into one kind of tree: JSON, YAML, TOML, XML, Prolog, and lists and calls in program code.

    walls = [((0, 0), (0, 1), "=")]     a node `walls` with one node, which has two nodes and a text
    filled(3, 1, 1).                    a node `filled` with three numbers
    <cell x="1" y="0" value="1"/>       a node `cell` with the nodes `x`, `y` and `value`
    [[signs]]                           a node `signs`, to which the lines below belong

All kinds of brackets mean the same. At the beginning of a line, `- ` begins a node. Rows of cells or signs without
quotes are texts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

MAX_NODES = 20_000
"""Limit on the nodes of a tree, and on the tokens of a line; the description of one puzzle needs fewer."""
MAX_DEPTH = 100
"""Limit on the nesting of brackets; no description of a puzzle needs more."""

_TAG = re.compile(r"(?:(?<!\w)<|<(/))([A-Za-z][\w:-]*)([^<>]*?)(/?)>")
_TOKEN = re.compile(
    r"(?P<note>(?<!\S)(?:#|//|--|%)(?=\s)[^\n]*|/\*.*?\*/|//[^\n]*)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
    r"|(?P<flat>[\[({] ?(?:(?:-?[0-9]{1,4}|[A-Za-z_]+) ?, ?){3,39}(?:-?[0-9]{1,4}|[A-Za-z_]+),? ?[\])}])"
    r"|(?P<sign>=[/\\]=|[!/\\~^#]=+|==|<>|≠|×|(?<=,)\s?=(?=\s?(?:,|$))|(?<=[0-9|:] )=(?=\s*(?:\||$))|^\s*=(?=\s[0-9])"
    r"|[xX](?=[rR][0-9]{1,2}[cC][0-9]|[A-Za-z][0-9]{1,2}\b))"
    r"|(?P<ref>(?<![A-WYZa-wyz0-9])[rR][0-9]{1,2}[cC][0-9]{1,2}(?![0-9])|(?:\b|(?<=[0-9][xX]))[A-WYZa-wyz][0-9]{1,2}(?![0-9A-WYZa-wyz_])(?!\s*[=:]\s*[\[({\"'0-9]))"
    r"|(?P<cells>(?<![^\s,;|&\[({])(?:[.?*·]|(?=[01]*[._?*xXoO-])[01._?*xXoO-]{4,40})(?![^\s,;|&\])}]))"
    r"|(?P<number>(?<![\w.)\]])-?[0-9]{1,4}(?![\w.]*\w))"
    r"|(?P<word>[^\W\d][\w.]*)"
    r"|(?P<open>[\[({])|(?P<close>[\])}])"
    r"|(?P<key>=>|:=|->|::|(?<![=!<>])=(?!=)|:)"
    r"|(?P<mark>[,;|&])|(?P<end>\n)",
    re.DOTALL,
)
_NULLS = frozenset(["None", "null", "nil", "Nothing", "undefined"])
_ROW = re.compile(r"[01.=xX×_*?\-](?: ?[01.=xX×_*?\-]){2,39}")
_CELLS = frozenset("01.-_?*")
_REFERENCE = re.compile(r"[rR]([0-9]+)[cC]([0-9]+)")
_UNEQUAL = re.compile(r"(?i)\b(?:(?:is|are|does|do|must) )?not (?:be )?(?:the )?(?:equals?|same)\b")
_PLACE = re.compile(r"[rR][0-9]{1,2}[cC][0-9]{1,2}|[\[(]?\s?[0-9]{1,2}\s?,\s?[0-9]{1,2}\s?[\])]?")
_KEY = rf"({_PLACE.pattern}|[A-WYZa-wyz][0-9]{{1,2}})"
_PAIR = re.compile(rf"[\[(]?\s?{_KEY}[\s,;:|/&~>\-–—]{{1,5}}(?:(?:and|to)\s)?{_KEY}\s?[\])]?")
_DASH = re.compile(r"\s*(?:[-*]|[0-9]{1,2}[.)]) (?!\s*[-*] )")
"""Matches the mark of an item of a list."""
_CODE = re.compile(r"[\[({][^\n]*,[^\n]*[\])}]")
_HEADER = re.compile(r"\s*(\[\[?)\s*[\"']?([A-Za-z][\w.-]*)[\"']?\s*\]\]?\s*")


@dataclass(slots=True, eq=False)
class Node:
    """Values with a name, which may be empty. `line` is the number of the first line, counted from 1."""

    name: str
    items: "list[Node | str | int | None]" = field(default_factory=list)
    line: int = 1
    is_cell: bool = False
    """Whether the node is the name of a cell, such as `r1c2`, with its row and column as numbers."""
    is_top: bool = False
    """Whether the node is directly below the root. Only then can a grid smaller than 4x4 be a puzzle."""

    @property
    def nodes(self) -> "list[Node]":
        return [item for item in self.items if isinstance(item, Node)]

    def atoms(self) -> "Iterator[tuple[str, str | int | None]]":
        """Yield all numbers and texts in this node and the nodes below it, each with the name of its node."""
        for item in self.items:
            if isinstance(item, Node):
                yield from ((name or self.name, atom) for name, atom in item.atoms())
            else:
                yield self.name, item

    def rows(self) -> "list[tuple[int, list[str]]]":
        """Return rows of cells given as lists, texts or values, each with its line; [] for anything else."""
        items = self.items
        while len(items) == 1 and isinstance(items[0], Node) and not all(type(it) is int for it in items[0].items):
            items = items[0].items
        is_spread = all(isinstance(it, str) and not it[1::2].strip() and " " not in it[::2] for it in items)
        rows = []
        for item in items:
            if isinstance(item, Node):
                row = [] if item.is_cell else item.values()
                if not row:
                    return []
                row = list(row[0]) if len(row) == 1 else row
            elif isinstance(item, str):
                parts = item.strip("\n").split(",")
                row = list(parts[0])[:: 1 + is_spread] if len(parts) == 1 else list(map(str.strip, parts))
            else:
                row = [text_of(item)]
            rows.append((item.line if isinstance(item, Node) else self.line, row))
        return rows

    def values(self) -> list[str]:
        """Return the values in this node as texts; [] if the node is empty or holds lists."""
        found: list[str] = []
        for item in self.items:
            if isinstance(item, Node):
                inner = [atom for _, atom in item.atoms()]
                if len(inner) > 1 or not item.name.isdecimal():
                    return []
                found += map(text_of, inner or [""])
            else:
                found.append(text_of(item))
        return found


def text_of(atom: str | int | None) -> str:
    return "" if atom is None else str(atom)


def tree_of(value: object, name: str = "") -> Node:
    if isinstance(value, Mapping):
        return Node(name, [_entry(str(key), each) for key, each in value.items()])
    if isinstance(value, list):
        return Node(name, [tree_of(each) if isinstance(each, (dict, list)) else _atom(each) for each in value])
    return Node(name, [_atom(value)])


def _entry(key: str, value: object) -> Node:
    """Return the tree of a value with its key, which may be a cell (`r1c2`, `0,1` or `(0, 1)`) or a pair of cells."""
    pair = _PAIR.fullmatch(key)
    places = pair.groups() if pair else (key,) if _PLACE.fullmatch(key) else ()
    if not places:
        return tree_of(value, key)
    return Node("", [*[item for place in places for item in parse(place).items], *tree_of(value).items])


def _atom(value: object) -> str | int | None:
    return value if value is None or type(value) in (int, str) else str(value).lower()  # type: ignore[return-value]


def parse(text: str, *, keeps_quotes: bool = False) -> Node:
    """Unknown parts are left out. Code in a quoted text is parsed, too, unless `keeps_quotes` is True."""
    return _Parser(keeps_quotes=keeps_quotes).parse(_TAG.sub(_as_call, _UNEQUAL.sub("different", text)))


def _as_call(match: re.Match[str]) -> str:
    """Return an element of XML as a call: `cell( x="1" )`."""
    return ")" if match[1] else f"{match[2]}({match[3]}{')' if match[4] else ' '}"


class _Parser:
    """The state of `parse`: nodes whose brackets are open, and the section and record to which a line belongs."""

    def __init__(self, *, keeps_quotes: bool) -> None:
        self._keeps_quotes = keeps_quotes
        self._root = Node("")
        self._rows: Node | None = None
        self._section = self._root
        self._record: Node | None = None
        self._open: list[Node] = [Node("")]
        self._keys: list[Node | None] = [None]
        self._starts = [0]  # for each open node, how many items precede its current row
        self._can_name = False  # the last item is a word, which names what follows
        self._count = 0

    def parse(self, text: str) -> Node:
        self._has_rows = re.search(r"[^0-9\s,;]", text) is not None  # else all are numbers
        for number, line in enumerate(text.split("\n"), 1):
            if len(self._open) > 1 or not self._take_plain(line, number):
                mark = _DASH.match(line) if len(self._open) == 1 else None
                indent = len(line) - len(line.lstrip())
                if len(self._open) == 1:
                    self._begin = (mark is not None, indent)
                for match in _TOKEN.finditer(line[mark.end() :] if mark else line):
                    self._take(match, number)
                    self._count += 1
                    if self._count > MAX_NODES or len(self._open) > MAX_DEPTH:
                        return Node("")
                if len(self._open) == 1:
                    self._end_line(number)
                else:
                    self._end_row(number)
        return self._root

    def _take_plain(self, line: str, number: int) -> bool:
        """Add a line to the tree if it is empty, a header of TOML, or a row without quotes; return whether it is."""
        bare = line.strip()
        if match := _HEADER.fullmatch(line):
            self._section = Node(match[2], [], number)
            self._root.items.append(self._section)
            self._record = Node("", [], number)
            self._section.items.append(self._record)
            return True
        if not self._has_rows or not _ROW.fullmatch(bare):
            cells = "".join(bare.split())
            if not bare:
                self._rows = None
            elif self._rows and 2 * sum(map(_CELLS.__contains__, cells)) >= len(cells):
                self._rows.items.append(Node("", [cells], number))  # a damaged row is kept: the rest is no grid
            return not bare
        if self._rows is None:
            self._rows = Node(self._section.name, [], number)
            self._root.items.append(self._rows)
        self._rows.items.append(Node("", [bare.replace(" ", "")], number))
        return True

    def _take(self, match: re.Match[str], number: int) -> None:
        kind, word = match.lastgroup or "", match[0]
        items = self._open[-1].items
        if kind == "flat":  # a list of numbers and words takes less time as one token
            self._take_opening(items, number)
            self._open[-1].items += map(_plain_value, word[1:-1].replace(" ", "").strip(",").split(","))
            self._take_closing(number)
        elif kind == "open":
            self._take_opening(items, number)
        elif kind == "close":
            self._take_closing(number)
        elif kind == "key":
            self._take_key(items, word, number)
        elif kind in ("mark", "end", "note"):
            self._can_name = False
            if kind == "mark" and len(self._open) > 1:
                self._keys[-1] = None
                if word in ";|":
                    self._end_row(number)
        elif kind == "word":
            value = _plain_value(word) if len(self._open) > 1 or word in _NULLS else word
            self._add(value)
            self._can_name = value is not None
        elif kind != "cells" or len(self._open) > 1:  # a row of a grid in a text is no fact
            is_kept = kind == "text" and self._keeps_quotes
            self._add(_decoded(word[1:-1]) if is_kept else _value(kind, word, number))

    def _take_opening(self, items: "list[Node | str | int | None]", number: int) -> None:
        node, key = Node("", [], number), self._keys[-1]
        holder = key.items if key is not None and key.items else items
        last = holder[-1] if holder else None
        if self._can_name and isinstance(last, (str, Node)):
            holder.pop()
            if key is not None and not key.items and items and items[-1] is key:
                items.pop()
            node = last if isinstance(last, Node) else Node(last.rpartition(".")[2], [], number)  # grid[0][3]
        self._open.append(node)
        self._starts.append(0)
        self._keys.append(None)
        self._can_name = False

    def _end_row(self, number: int) -> None:
        """Make a node of the values since the last separator of rows. The end of a line may be a separator."""
        items, start = self._open[-1].items, self._starts[-1]
        are_cells = not any(
            isinstance(it, Node) or (isinstance(it, str) and _ROW.fullmatch(it)) for it in items[start:]
        )
        if are_cells and len(items) > start + 1:
            items[start:] = [Node("", items[start:], number)]
        self._starts[-1] = len(items)

    def _take_closing(self, number: int) -> None:
        if len(self._open) > 1:
            if self._starts[-1]:
                self._end_row(number)
            self._starts.pop()
            node = self._open.pop()
            self._keys.pop()
            self._can_name = False
            self._add(node)
            self._can_name = bool(node.name) and all(type(item) is int for item in node.items)

    def _take_key(self, items: "list[Node | str | int | None]", mark: str, number: int) -> None:
        last = items[-1] if items else None
        key = self._keys[-1]
        holder = key.items if key is not None and key is last else items
        cell = holder[-1] if holder else None
        self._can_name = False
        if isinstance(cell, Node) and mark == "=" and not cell.name and len(cell.items) > 1:
            holder.append("=")
        elif isinstance(last, Node):
            items.pop()
            is_name = not last.name and len(last.items) == 1 and not isinstance(last.items[0], Node)
            self._keys[-1] = Node(str(last.items[0]), [], number) if is_name else last
        elif items:
            items.pop()
            self._keys[-1] = Node(str(last), [], number)

    def _add(self, item: "Node | str | int | None") -> None:
        key = self._keys[-1]
        if key is None:
            self._open[-1].items.append(item)
            return
        if isinstance(item, Node) and not key.items and not item.is_cell:
            item.name = key.name
            self._open[-1].items.append(item)
            self._keys[-1] = None
            return
        key.items.append(item)
        if not any(each is key for each in self._open[-1].items[-1:]):
            self._open[-1].items.append(key)
        if len(self._open) > 1:
            self._keys[-1] = None

    def _end_line(self, number: int) -> None:
        """Add the items of the line to its record, to its section, or to the root."""
        items, key = self._open[0].items, self._keys[0]
        dash, indent = self._begin
        self._open[0], self._keys[0], self._can_name = Node("", [], number + 1), None, False
        is_named = len(items) == 1 and isinstance(items[0], Node) and bool(items[0].name)
        if key is not None and not key.items and not dash:  # the heading of a section
            self._section, self._record, self._rows = Node(key.name, [], number), None, None
            self._root.items.append(self._section)
        elif dash:
            is_alone = len(items) == 1 and not is_named
            self._record = None if is_alone else Node("", list(items), number)
            self._section.items.append(items[0] if is_alone else self._record)
        elif is_named and self._record is not None:
            self._record.items += items
        elif items:
            if not indent:
                self._section = self._root
                self._record = None
            if len(items) == 1:
                self._section.items.append(items[0])
            else:
                self._section.items.append(Node("", list(items), number))


def _plain_value(word: str) -> str | int | None:
    if word in _NULLS:
        return None
    return int(word) if word[-1].isdecimal() and word.lstrip("-").isdecimal() else word.rpartition(".")[2]


def _decoded(text: str) -> str | int:
    """Return the value of a quoted text: a number if the text is a number."""
    if re.fullmatch(r"-?[0-9]{1,2}", text):
        return int(text)
    return text.replace("\\n", "\n").replace('\\"', '"') if "\\" in text else text


def _value(kind: str, word: str, number: int) -> Node | str | int:
    """Return the value of a token: the name of a cell, a number, a quoted text, or a sign."""
    if kind == "ref":
        place = _REFERENCE.fullmatch(word)
        row, column = (int(place[1]), int(place[2])) if place else (int(word[1:]), ord(word[0].lower()) - 96)
        return Node("", [row, column], number, is_cell=True)
    if kind == "number":
        return int(word)
    value = _decoded(word[1:-1]) if kind == "text" else word.strip()
    return parse(value) if isinstance(value, str) and _CODE.search(value) else value
