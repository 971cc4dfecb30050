"""Reads answers to puzzles as people and language models write them.

The puzzle's size shows where a text contains a grid: a line with one symbol for each column is a row, and a line with
one symbol for each cell is a grid. Other text may stand before the symbols and between them.
"""

import re
from collections.abc import Callable, Sequence

from binairo_tui.engine.geometry import Cell
from binairo_tui.engine.puzzle import Puzzle, check_puzzle, check_type

NO_SOLUTION = "none"
"""The answer that a puzzle has no solution."""

_MOVE = re.compile(
    r"""(?:\br(?:ow)?\W{,3}(\d{1,3})\W{,4}(?:and\s+)?c(?:ol(?:umn)?)?\W{,3}(\d{1,3})
        | \(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\) | \[(\d{1,3})\]\[(\d{1,3})\])
        (?!\W{,4}(?:≠|!=|<>|/=|\\neq?\b|\\not\b))
        \W{,6}(?:(?:=|->|→|is|to|must\s+be|becomes|value)\W{,4})? (?<![\w.])([01])(?!\w|\ or\ [01])""",
    re.IGNORECASE | re.VERBOSE,
)
"""A cell and its value, as in `r1c2=0`, `Row 1, column 2: 0`, `(1, 2) = 0` and `[1][2] = 0`."""

_PLAIN = str.maketrans("０１．", "01.")
_BLANKS = frozenset([*"._?·", "null", "none", "empty"])
_NUMBERS = {"zero": "0", "one": "1", "false": "0", "true": "1", "f": "0", "t": "1"}
_SYMBOLS = [
    {*pair, *_BLANKS}
    for pair in ("01", "sm", "wb", "ox", "tf", ("sun", "moon"), ("white", "black"), ("zero", "one"), ("true", "false"))
]
"""The usual symbols of a row, as letters or words. Two other symbols are allowed if neither is a letter or digit."""
_REWRITES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # Marked cells lose their marks, and rows of a table lose the sums behind them.
    (
        re.compile(
            r"\\[a-z]+(?:\{[a-z]+\})?\{([01])\}|</?(?:b|i|u|em|strong|span|font|mark)\b[^<>\n]{,80}>|&nbsp;"
            r"|^([^|\n]*[01]) *\| *[2-9] *$",
            re.MULTILINE,
        ),
        r"\1\2",
    ),
    # Otherwise, LaTeX for ≠ would be removed later, and `r1c2 \neq 0` would be read as `r1c2=0`.
    (re.compile(r"\\(?:neq?\b|not *=)"), "≠"),
    # -1 stands for a blank.
    (re.compile(r"(?<=[\[, ])-1(?=\s*[,\]])"), "."),
    # What ends a line: spelled-out line feeds, LaTeX, tags (except those of table cells), braces, fields.
    (
        re.compile(
            r"\\+n(?![a-z])|\\{2,}|\\(?:begin|end)\{\w*\}(?:\{[^{}]*\})?|\\[a-zA-Z]+|\\[\[\]()]"
            r"|<(?!/?(?:t[dh]|cell)\b)[^<>\n]{1,80}>|\[/?[a-zA-Z]{4,}\]|[{}]"
            r"""|,\s*(?=["'][a-zA-Z]\w*["']\s*:)"""
        ),
        "\n",
    ),
    # Lines of cells below a heading that says that they are columns.
    (
        re.compile(
            r"^(?![^\n]*\b(?:rows?|grid|board|solution|answer)\b)[^\n]{,80}\bcolumns?\b[^\n]{,40}:\**\s*\n"
            r"(?:[\s,|\[\]]*[01][\s,|\[\]01]*\n)+",
            re.IGNORECASE | re.MULTILINE,
        ),
        "\n",
    ),
    # Rows in one line, such as "Row 1: 0110, row 2: 1001", and labels without a colon.
    (re.compile(r"(?<=[01])[,;.]? +(?=(?:row|line|r)\W?\d+ ?(?:[:=]|is\b))", re.IGNORECASE), "\n"),
    (re.compile(r"^\W*(?:row|line|r)\W?(\d+) +(?=[01](?:[ ,]*[01])+\W*$)", re.IGNORECASE | re.MULTILINE), r"row \1: "),
    # A list is one line.
    (re.compile(r"\[[^\[\]]*\]"), lambda found: " ".join(found[0].split())),
    # The name of a row, or of several rows, on a line of its own.
    (
        re.compile(
            r"^[^\w\n]*(?:(?:row|line|r)[^\w\n]*(\d+)|rows[^\w\n]*(\d+) ?[-–—] ?\d+)[^\w\n]*\n[\s`]*",
            re.IGNORECASE | re.MULTILINE,
        ),
        r"row \1\2: ",
    ),
    # In a printed table, column numbers are above the cells. Row numbers get a colon.
    (
        re.compile(r"^[ ,]*((?:0[ ,]+)?1[ ,]+2(?:[ ,]+\d+)*) *\n(?: *\d+(?:[ ,]+[01])+ *(?:\n|\Z))+", re.MULTILINE),
        lambda found: re.sub(
            rf"(?m)^( *\d+)(?=(?:[ ,]+[01]){{{len(re.findall('[0-9]+', found[1]))}}} *$)", r"\1:", found[0]
        ),
    ),
)
"""Replacements, made in this order. They leave each row of a grid on its own line, with only its cells and label.
"""
_REMARK = re.compile(
    r"(?<=[01])[\s,*|\]]*(?:#|//|%|←|<-|\((?![01]\))|d(?:type|evice)\b|[3-9]|(?:[-–—]+|[-=]>|[→⇒]) *[^\W\d_]).*"
)
_LABEL = re.compile(
    r".*(?:[:：=→]|->|\bis\b|\w\()|\W*(?:row|line|r)?\W{,3}(?:\d+|[a-z])\W*?[.:)|\]]|\W*[a-z]\s", re.IGNORECASE
)
_COLUMN = re.compile(r"\bcol(?:umn)?s?\b|\bc\d|\bbottom to top\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?:</?(?:t[dh]|cell)\b[^<>]*>|[\s,;|/&\[\](){}\"'`*\\:=+<>$~^•✓✔✅\ufe0f\u200b\ufeff\u20e3\u2500-\u257f-])+"
)
_INLINE = re.compile(rf"(?<!\w)[01](?:(?:{_BETWEEN.pattern})?[01])*(?!\w)")
_NONE = re.compile(
    r"""(?:\b(?:no|0|zero)|(?:\bnot|n't)(?:\ have)?\ an?y?|\bwithout(?:\ an?y?)?)[\ _-]
        ((?:[a-z]+\ ){,2}?)
        (?:solutions?|completions?|ways?\ (?:to|of)\ (?:solv|fill|complet|satisf)\w*
            |(?:such|valid)\ (?:grid|board|filling|arrangement|assignment)
            |(?:grid|board|filling|arrangement|assignment)\ (?:of\ [\w\ ]{,20}\ )?(?:satisfies|obeys|exists|works)
        )(?![a-z])
    | (?:\bnot|\bcannot|\bcan't)\ (?:be\ )?(?:solv(?:ed|able)|completed|satisf(?:ied|iable)|feasible)
    | \b(?:impossible|not\ possible)\ to\ (?:solve|complete|fill|satisfy)
    | \b(?:(?:puzzle|grid|board|it)\ is|it's|givens\ are)
        \ (?:impossible|infeasible|inconsistent|contradictory)\b(?!\ to)
    | \b(?:unsolvable|insoluble|unsatisfiable|unsat)\b
    | (?:solvable|has_solution|feasible|satisfiable|possible)\W{1,5}(?:false|no)\b
    | (?:solutions?|answer|grid)["']?\s?[:=]\s?\[\s?\] | ^\s*\[\s?\]\s*$
    | (?:^|answer|solution|grid|\bis)\W{,9}(?:none|null|nil|n/?a|impossible|infeasible)\W{,9}?(?=[,}:(]|\ [-–—]\ |$)
    | \bnumber\ of\ solutions(?:\ is)?\W{1,3}(?:0|zero)\b
    | \bsolutions?:?\ (?:does\ not|doesn't|do\ not|don't)\ exist
    | keine\ (?:gültige\ )?lösung\b | \baucune\ solution\b | \bpas\ de\ solution\b
    | \b(?:no\ (?:tiene|hay|existe)|sin)(?:\ ninguna)?\ solución\b
    | \bnessuna\ soluzione\b | \bnon\ (?:ha|esiste)\ (?:una\ )?soluzion[ei]\b | \bнет\ решени[яй]\b
    | 无解 | 無解 | 解[はが](?:あり|存在し)ません | 解なし""",
    re.IGNORECASE | re.VERBOSE,
)
"""A statement that there is no solution."""
_HEDGE = re.compile(r"^\W*(?:if|suppose|assum\w+|unless|when|had)\b|\?\W*$", re.IGNORECASE)
"""Matches a sentence that only supposes or asks whether there is no solution."""
_CLAUSE_END = re.compile(
    r"[,;：，。—]| [-–] |:(?!\W*(?:false|no)\b)|(?<!\w)\(|\b(?:so(?! far)|because|since|hence|thus|therefore)\b",
    re.IGNORECASE,
)
_PLAIN_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        a according admit admits after all am an and answer any are as at be believe binairo blanks board breaking but
        case cases cells certain clearly clues complete completion conclude conclusion confirmed consistent
        constraints correct definitely does each every everything exist exists final for found given givens going grid
        has have having here i
        in instance invalid is it itself legal m means no obeying of possible problem proved proves puzzle remaining
        result rule rules s satisfies satisfying shows solution some such sure takuzu that the then there these think
        this through to true try trying under valid ve verified violating we which without works yes
        das dieses rätsel hat es gibt il n y cette ce grille existe a el este rompecabezas puzzle questo ha у этой
        этого головоломки 此题 本题 该题 这道题 这个谜题 该谜题 このパズルに このパズルには この問題に この問題には
        """,
    )
)
"""Words that may stand around a statement that there is no solution. Other words may cast doubt on it or deny it."""
_ERROR = re.compile(
    r"""["'](?:error|(?:is_)?solvable|has_solution)["']\s*:\s*+(?!["']?(?:no|false|none|null|0|)["']?\s*(?:[,\n]|$))""",
    re.IGNORECASE,
)
"""A field that says that there is a solution, or that reports an error."""


def read_answer(text: str, puzzle: Puzzle) -> str:
    r"""Return the answer that a text gives: a grid, `none` or `''`.

    A grid is returned row by row as `0`, `1` and `.`. The result is `none` if the text says that there is no solution,
    and `''` if the text gives no answer.

    The last complete grid counts, unless the text after it says plainly that there is no solution. The text may also
    contain prose, code fences, tags, LaTeX, labels, tables, lists and JSON. Numbered rows may come in any order.
    Symbols other than 0 and 1 are read so that they agree with the givens, if possible.

    Instead of a complete grid, the text may name every blank cell with its value, as in `r1c2=0`. Rows and columns are
    counted from 1; a text that names every cell of the board may count from 0. If the text has neither a complete grid
    nor a value for every blank cell, the answer is the last grid that has blanks or the wrong size. Raises TypeError if
    the arguments are not a str and a Puzzle.

    >>> puzzle = parse_puzzle("2x2;1...")
    >>> for text in ("Row 1: 1 0\nRow 2: 0 1", "So it is [[1, 0], [0, 1]].", "It has no solution.", "I give up."):
    ...     print(repr(read_answer(text, puzzle)))
    '1001'
    '1001'
    'none'
    ''
    """
    check_puzzle(puzzle)
    check_type("text", text, str, "a text")
    text = text.translate(_PLAIN)
    for pattern, new in _REWRITES:
        text = pattern.sub(new, text)
    lines = text.splitlines()
    rows = [(number, row) for number, line in enumerate(lines, 1) if (row := _row(line, puzzle)) is not None]
    cell_count = puzzle.geometry.cell_count
    letters = {0: " ", 1: "x", puzzle.width: "r", 2 * puzzle.width: "d", cell_count: "g"}  # "d" is a double row
    kinds = "".join([letters.get(len(row), chr(256 + min(len(row), 999))) for _, row in rows])
    kinds = kinds.replace("gg", "dd") if puzzle.height == 2 else kinds
    fallback, end = "", 0
    for start, stop in _spans(kinds, puzzle.height):
        grid_rows = _in_order([it for it in rows[start:stop] if it[1]], lines)
        if kinds[start] == "d":  # a puzzle and its solution side by side; of two grids without blanks, none is read
            halves = [[row[at : at + puzzle.width] for row in grid_rows] for at in (0, puzzle.width)]
            whole = [half for half in halves if not any(map(_BLANKS.intersection, half))]
            grid_rows = whole[0] if len(whole) == 1 else []
        symbols = [symbol for row in grid_rows for symbol in row]
        cells = _cells(symbols[-cell_count:] if kinds[start] in "rg" else symbols, puzzle)
        if len(cells) == cell_count and "." not in cells:
            fallback, end = cells, rows[stop - 1][0]
            break
        fallback = fallback or cells
    if not _ERROR.search(text) and any(map(_states_none, re.split(r"(?<=[.!?])\s+|\n", "\n".join(lines[end:])))):
        return NO_SOLUTION
    text = re.sub(r"\b([A-Z])(\d{1,2})(?=\W{1,3}[01]\b)", lambda name: f"r{name[2]}c{ord(name[1]) - 64}", text)  # A1=0
    named = dict(named_cells(text, puzzle))
    grid = "".join([named.get(cell, value) for cell, value in enumerate(puzzle.geometry.text(puzzle.givens))])
    return grid if not end and named and "." not in grid else fallback


def _states_none(sentence: str) -> bool:
    around = [
        " ".join(
            [
                _CLAUSE_END.split(sentence[max(0, found.start() - 200) : found.start()])[-1],
                found[1] or "",
                _CLAUSE_END.split(sentence[found.end() : found.end() + 200])[0],
            ]
        )
        for found in _NONE.finditer(sentence)
    ]
    return not _HEDGE.search(sentence) and any(
        _PLAIN_WORDS.issuperset(re.findall(r"[^\W_]+", it.lower())) for it in around
    )


def _in_order(rows: list[tuple[int, Sequence[str]]], lines: list[str]) -> list[Sequence[str]]:
    """Return the rows, sorted by the numbers in their labels if every row has one."""
    numbers = [
        int("0" + re.findall(r"^(?:.*?\b(?:row|line|r)\W*)?\D*(\d{,9})", lines[line - 1].lower())[0])
        for line, _ in rows
    ]
    are_all = sorted(numbers) in ([*range(len(rows))], [*range(1, len(rows) + 1)])
    if are_all and max(numbers) > 1 and not any("2" in row for _, row in rows):  # numbers up to 2 may be cells
        return [row for _, (_, row) in sorted(zip(numbers, rows, strict=True))]
    return [row for _, row in rows]


def named_cells(text: str, puzzle: Puzzle) -> list[tuple[Cell, str]]:
    """Return the cells of the board that a text names with a value, in order, each with `0` or `1`.

    Rows and columns are counted from 1, or from 0 if the text counts from 0 and names every cell of the board.
    """
    cells = [
        (int(row), int(column), value)
        for row, column, value in (filter(None, match.groups()) for match in _MOVE.finditer(text))
    ]
    from_zero = {(row, column) for row in range(puzzle.height) for column in range(puzzle.width)}
    first = 0 if from_zero == {(row, column) for row, column, _ in cells} else 1
    return [
        ((row - first) * puzzle.width + column - first, value)
        for row, column, value in cells
        if (row - first, column - first) in from_zero
    ]


def _row(line: str, puzzle: Puzzle) -> Sequence[str] | None:
    """Return the symbols of a line of text: `()` for a blank line, `?` for prose, None for a border such as `+--+`."""
    if not line.strip():
        return ()
    if _COLUMN.search(line):
        return "?"
    plain = _REMARK.sub("", line).lower()
    label = _LABEL.match(plain)
    for text in (plain, plain[label.end() :]) if label else (plain,):
        parts = [part for part in _BETWEEN.split(text) if part]
        symbols = "".join(parts)
        for row in (symbols, symbols.removesuffix("."), parts):
            if len(row) in (puzzle.width, 2 * puzzle.width, puzzle.geometry.cell_count) and _are_symbols({*row}):
                return row
    runs = [re.sub("[^01]", "", found[0]) for found in _INLINE.finditer(line)]
    if whole := [run for run in runs if len(run) == puzzle.geometry.cell_count]:
        return whole[-1]
    symbols = "".join(_BETWEEN.split(plain))
    values = set(symbols) - _BLANKS
    return None if not symbols else symbols if values and values <= {"0", "1"} else "?"


def _are_symbols(found: set[str]) -> bool:
    """Return whether a row has usual symbols, or two symbols that are neither letters nor digits."""
    values = found - _BLANKS
    is_drawn = len(values) <= 2 and not any(symbol.isalnum() for symbol in values)
    return is_drawn or values == {"1", "2"} or any(found <= usual for usual in _SYMBOLS)


def _spans(kinds: str, height: int) -> list[tuple[int, int]]:
    """Return the spans of rows that may be a grid, the last span first.

    A span is a line with a whole grid, the rows of a grid with or without blank lines between them, or equally long
    lines of another length.
    """
    found = [match.span() for match in re.finditer(rf"g|(?<!r)r{{{height}}}(?!r)|([^ xrg])\1+", kinds)]
    spaced = [match.span() for match in re.finditer(r"r(?: *r)*", kinds) if match[0].count("r") % height == 0]
    return sorted({*found, *spaced}, key=lambda span: span[1], reverse=True)


def _cells(symbols: Sequence[str], puzzle: Puzzle) -> str:
    """Return the text of a grid, or '' if the symbols cannot be read as 0 and 1."""
    symbols = [_NUMBERS.get(symbol, symbol) for symbol in symbols]
    values = sorted(set(symbols) - _BLANKS)
    meanings = [values, values[::-1]] if len(values) == 2 else []
    if {*values} <= {"0", "1"}:
        meanings = [["0", "1"]]
    givens = puzzle.geometry.text(puzzle.givens)
    texts = ["".join([str(zero_one.index(it)) if it in zero_one else "." for it in symbols]) for zero_one in meanings]
    return max(texts, key=lambda text: sum(map(str.__eq__, text, givens)), default="")
