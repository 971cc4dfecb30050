"""Reads puzzles from text: detects the format, infers whether lines must be unique, and explains the results."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from binairo_tui.engine import PuzzleFormatError, wording
from binairo_tui.files import json_text, terminal_text
from binairo_tui.formats import (
    base,
    cells,
    detect,
    facts,
    joining,
    json_puzzles,
    lifting,
    other_text,
    registry,
    rule_inference,
    scan_limits,
    signs,
    splitting,
    unwrapping,
    whole_text,
)
from binairo_tui.formats.imported import Imported

_EXACT = ("task", "penpa", "takuzu-rle", "unruly-save", "puzzlekit", "lattice")
"""Formats with which no other text is confused, so that errors in such texts need no advice on other texts."""
_MOST_LINES = 500
_MOST_CHARACTERS = 20_000
"""Limits on a text that is searched for facts as a whole."""
_LINES_AT_ONCE = 25
_AROUND_TITLE = " \t#*=:_-~>"
_LONGEST_TITLE = 60
_CODE_IN_TITLE = frozenset('<>{}[];=$|\\"`@')


def read_puzzle(
    text: str, format_name: str | None = None, *, unique_lines: bool | None = None, number: int = 1
) -> Imported:
    """Return one of the puzzles in a text, with notes on its number of solutions.

    `number` selects the puzzle. All puzzles are counted from 1, including invalid ones. Higher numbers begin again at
    the first puzzle: of three puzzles, 4 selects the first. `format_name` overrides format detection, and
    `unique_lines` overrides the rule in the text. Raises PuzzleFormatError if the puzzle is invalid or the text
    contains no puzzle, and ValueError if the format is unknown.

    >>> read_puzzle("1... .... ..0. ....").puzzle
    parse_puzzle('4x4;1.........0.....')
    """
    items = list(_items(text, format_name))
    texts = [item for item in items if isinstance(item, base.NotAPuzzleError)]
    found = [item for item in items if not isinstance(item, base.NotAPuzzleError)]
    if not found:
        raise other_text.most_helpful(texts) or base.error("there is no puzzle in this text")
    index = (number - 1) % len(found)
    first = found[index]
    if isinstance(first, PuzzleFormatError):
        raise first
    more = (f"This is puzzle {index + 1} of {len(found)} in the text.",) if len(found) > 1 else ()
    first = _with_rule(first, unique_lines)
    skipped = _skipped_remark([text.line for text in texts])
    first = replace(first, notes=(*first.notes, *more, *skipped), puzzle_count=len(found))
    if registry.find_format(first.format).rules is base.Rules.OPEN and unique_lines is None:
        return first  # its notes already describe the number of solutions
    count = rule_inference.count_to_two(first.puzzle)
    notes = filter(None, (*first.notes, rule_inference.solution_remark(count)))
    return replace(first, notes=tuple(notes), solution_count=count)


def parts_of(text: str) -> tuple[whole_text.Item, ...]:
    """Return all puzzles in a text, with an error instead of each invalid puzzle; () if the text is too long."""
    try:
        return tuple(item for item in _items(text) if not isinstance(item, base.NotAPuzzleError))
    except PuzzleFormatError:
        return ()


def _items(text: str, format_name: str | None = None) -> Iterator[Imported | PuzzleFormatError]:
    return _with_titles(read_parts(_lines(text), format_name))


def _skipped_remark(lines: Sequence[int]) -> tuple[str, ...]:
    """`lines` holds the number of the first line of each text that was skipped because it is not a puzzle."""
    if not lines:
        return ()
    if len(lines) > 1:
        return (f"{len(lines)} texts that are not puzzles were skipped, the first one on line {lines[0]}.",)
    return (f"The text on line {lines[0]} was skipped: it is not a puzzle.",)


def other_interpretation(imported: Imported) -> Imported:
    """Return the puzzle with the next possible meaning of its symbols; after the last, with the first.

    `imported.others` must not be empty.
    """
    first, *others = imported.others
    if imported.symbols is None:
        return imported
    now = base.Interpretation(imported.puzzle, imported.symbols)
    other = replace(imported, puzzle=first.puzzle, symbols=first.symbols, others=(*others, now))
    rule = None if registry.find_format(imported.format).rules is base.Rules.OPEN else imported.puzzle.unique_lines
    other = _with_rule(other, rule)
    return other if rule is None else replace(other, solution_count=rule_inference.count_to_two(other.puzzle))


def decided(undecided: facts.UndecidedError, name: str) -> Imported:
    """Return the puzzle `undecided.readings[name]`, with notes on its number of solutions."""
    lines = undecided.line, undecided.line
    chosen = _with_rule(Imported.of(undecided.readings[name], "facts", lines), None)
    return replace(chosen, reason="", others=())


def remarks(imported: Imported, *, counts_solutions: bool = True) -> tuple[str, ...]:
    """Return sentences that a player should read before playing; usually there are none.

    The sentences are about symbols whose meaning is a guess, an unusual inferred rule, and a game in progress. With
    `counts_solutions`, they are also about a number of solutions other than one.
    """
    said: list[str] = [imported.symbols_note] if imported.is_guess else []
    if registry.find_format(imported.format).rules is base.Rules.OPEN and not (
        imported.puzzle.unique_lines and imported.puzzle.more_ones
    ):
        said += imported.notes[:1]
    if counts_solutions:
        count = (
            rule_inference.count_to_two(imported.puzzle) if imported.solution_count is None else imported.solution_count
        )
        said.append(rule_inference.solution_remark(count))
    if imported.head:
        filled = (imported.history[imported.head] & ~imported.puzzle.givens).bit_count()
        said.append(f"The game continues where it was left: {wording.plural(filled, 'cell')} filled.")
    return tuple(dict.fromkeys(filter(None, said)))


def read_puzzles(
    source: str | Iterable[str], format_name: str | None = None, *, unique_lines: bool | None = None
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield each puzzle in a text as soon as it is complete, and an error for each part that cannot be read.

    `source` is the text or its lines, such as an open file. `format_name` and `unique_lines` are those of
    `read_puzzle`. If there is too much text without a puzzle, reading stops, and the last error says so. Raises
    ValueError if the format is unknown.

    >>> for found in read_puzzles(["4x2;11......", "4x2;2......."]):
    ...     print(found.line, found.puzzle if isinstance(found, Imported) else found)
    1 4x2;11......
    2 expected '0', '1' or '.', found '2'
    """
    lines = source.split("\n") if isinstance(source, str) else source
    return read_lines(_numbered(lines), format_name, unique_lines=unique_lines)


def read_lines(
    lines: Iterable[base.TextLine],
    format_name: str | None = None,
    *,
    unique_lines: bool | None = None,
    budget: scan_limits.ScanBudget | None = None,
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield what `read_puzzles` yields, for lines with their numbers.

    Continues after errors until the limits in `scan_limits` are reached. `budget` is what earlier lines of the source
    have left of these limits.
    """
    for item in _with_titles(read_parts(lines, format_name, budget)):
        yield _with_rule(item, unique_lines) if isinstance(item, Imported) else item


def read_parts(
    lines: Iterable[base.TextLine], format_name: str | None = None, budget: scan_limits.ScanBudget | None = None
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield what `read_lines` yields, but without titles from text above puzzles and without inferred rules.

    A text of moderate length is first read to its end, so that each puzzle gets the signs beside it. Texts that begin
    with a whole puzzle on one line are read line by line.
    """
    budget = budget or scan_limits.ScanBudget()
    source = iter(lines)
    if format_name is not None and registry.find_format(format_name).module != "lists":
        yield from _read_shapes(source, format_name, budget)
        return
    head = list(islice(source, 1))
    more = head
    name = detect.line_format(head[0].text) if head else None
    is_puzzle = name is not None and (name != "notation" or "=" not in head[0].text.partition(";")[0])  # not `n = 6;`
    room = 0 if is_puzzle else _MOST_CHARACTERS
    while more and room:
        room = max(room - len("".join([line.text for line in more])), 0) if len(head) <= _MOST_LINES else 0
        more = list(islice(source, _LINES_AT_ONCE)) if room else []
        head = [*head, *more]
    if not room:
        yield from map(whole_text.without_signs, _read_shapes(chain(head, source), format_name, budget))
        return
    yield from whole_text.with_facts(head, list(_read_shapes(iter(head), format_name, budget)))


def _read_shapes(
    lines: Iterable[base.TextLine], format_name: str | None, budget: scan_limits.ScanBudget
) -> Iterator[Imported | PuzzleFormatError]:
    """Yield the puzzles and errors in lines, without the signs that the text has beside its grids."""
    known = registry.find_format(format_name) if format_name is not None else None
    source = unwrapping.SourceMap()
    if known:
        pieces = splitting.split_known(unwrapping.plain(budget.lines(lines), source), known)
    else:
        unwrapped = unwrapping.unwrap(budget.lines(lines), source)
        pieces = joining.join_rows(splitting.split_text(lifting.lift(unwrapped)))
    has_prose = False
    for piece in pieces:
        source.forget_before(piece.line)
        if not budget.has_errors_left:  # more lines may have been read before the limit was reached
            yield base.error(scan_limits.BUDGET_SPENT, piece.line)
            return
        is_row = piece.format == "line" and len("".join(piece.text.split())) == lifting.FEWEST and known is None
        if is_row and (has_prose or detect.is_spread(piece.text)):
            piece = piece._replace(format=splitting.PROSE)  # noqa: PLW2901  # an example, or a rest of a grid
        line_count = piece.text.count("\n") + 1
        for item in _read_piece(piece, is_known=known is not None):
            if isinstance(item, Imported):
                budget.found(line_count)
                line_count = 0  # count the lines only once if a piece holds several puzzles
            else:
                budget.failed()
                item.column = source.column(item.line, item.column)
                if isinstance(item, base.NotAPuzzleError):
                    has_prose = True
                    item.text = piece.text
            yield item


def _with_titles(items: Iterable[Imported | PuzzleFormatError]) -> Iterator[Imported | PuzzleFormatError]:
    """Yield the items. The last line of text directly above a puzzle becomes its title and is not an item.

    Between two puzzles of one line each, a line is not a title, because it may be a damaged puzzle.
    """
    above: base.NotAPuzzleError | None = None
    end = -1  # the last line of the previous puzzle, if that is one line or JSON
    for item in items:
        if isinstance(item, Imported):
            is_line = item.last_line == item.line or item.is_json
            if above and above.last_line == item.line - 1 and not (is_line and above.line - 1 == end):
                item, above = _named(item, above)  # noqa: PLW2901
            end = item.last_line if is_line else -1
        if above:
            yield above
            above = None
        if isinstance(item, base.NotAPuzzleError):
            above = item
        else:
            yield item
    if above:
        yield above


def _named(imported: Imported, above: base.NotAPuzzleError) -> tuple[Imported, base.NotAPuzzleError | None]:
    """Return a puzzle with the last line of the text above it as its title, and the rest of that text, if any."""
    rest, title = split_title(above.text)
    if imported.title or not title:
        return imported, above
    above.text = rest
    return replace(imported, title=title), above if rest else None


def split_title(text: str) -> tuple[str, str]:
    """Return the text above a puzzle without its last line, and the last line as a title that is safe to print.

    If the last line cannot be a title, return the whole text and an empty title.
    """
    rest, _, last = text.rstrip().rpartition("\n")
    title = last.strip(_AROUND_TITLE)
    is_title = len(title) <= _LONGEST_TITLE and any(map(str.isalpha, title)) and not _CODE_IN_TITLE.intersection(title)
    return (rest, terminal_text.strip_controls(title)) if is_title else (text, "")


def _lines(text: str) -> Iterator[base.TextLine]:
    if len(text) > base.MAX_TEXT:
        raise base.error(f"the text is longer than {base.MAX_TEXT} characters")
    if text.count("\n") >= base.MAX_LINES:
        raise base.error(f"the text has more than {base.MAX_LINES} lines")
    yield from _numbered(text.split("\n"))


def _numbered(lines: Iterable[str]) -> Iterator[base.TextLine]:
    for number, line in enumerate(lines, 1):
        if len(line) > base.MAX_LINE:
            yield base.TextLine(number, "", f"the line is longer than {base.MAX_LINE} characters", base.MAX_LINE)
        else:
            yield base.TextLine(number, line.removesuffix("\n").removesuffix("\r"))


def _read_piece(piece: splitting.Piece, *, is_known: bool) -> Iterator[Imported | PuzzleFormatError]:
    try:
        if piece.fault:
            raise base.error(piece.fault, column=piece.column)
        if piece.format == splitting.PROSE or (
            piece.format == "line" and not is_known and other_text.is_rule(piece.text)
        ):
            raise base.NotAPuzzleError(other_text.advice(piece.text) or other_text.NO_PUZZLE)
        name = piece.format or json_puzzles.json_format(piece.text)
        yield from _read_as(name, piece, is_known=is_known)
    except PuzzleFormatError as problem:
        is_list = not piece.format and not piece.fault and detect.begins_code(piece.text)
        if is_known or isinstance(problem, base.SignsError):
            yield _placed(problem, piece)
        elif is_list:
            yield from _read_as_list(piece, problem)
        else:
            is_exact = piece.format in _EXACT or not piece.text
            yield _placed(problem if is_exact else _explained(problem, piece.text), piece)


def _read_as(name: str, piece: splitting.Piece, *, is_known: bool = False) -> Iterator[Imported]:
    found = registry.find_format(name)
    grid = piece.grid
    last_line = piece.line + piece.text.count("\n")
    for read in [signs.attach(cells.read_grid(grid.rows), grid.signs)] if grid else found.read(piece.text):
        yield Imported.of(read, found.name, (piece.line, last_line), is_known=is_known)


def _read_as_list(piece: splitting.Piece, problem: PuzzleFormatError) -> Iterator[Imported | PuzzleFormatError]:
    """Yield the puzzles in the lists of a text that is not in a JSON format, or an error if there are none.

    `problem` is the error from reading the text as JSON.
    """
    try:
        if json_puzzles.is_cut_off(piece.text):
            raise problem
        yield from _read_as(detect.list_format(piece.text), piece)
    except PuzzleFormatError as other:
        is_json = '":' in piece.text or not problem.message.startswith(json_text.BROKEN)
        is_json = is_json and other_text.advice(piece.text) != other_text.COORDINATES
        is_json = is_json and not isinstance(other, base.SignsError)
        yield _placed(problem if is_json else _explained(other, piece.text), piece)


def _explained(problem: PuzzleFormatError, text: str) -> PuzzleFormatError:
    """Return an error that says what a text is, if it is recognized; otherwise return `problem`."""
    if isinstance(problem, base.SignsError):
        return problem
    said = other_text.advice(text)
    if other_text.is_text(text):
        return base.NotAPuzzleError(said or other_text.NO_PUZZLE, line=problem.line, column=problem.column)
    return base.error(said, problem.line, problem.column) if said else problem


def _placed(problem: PuzzleFormatError, piece: splitting.Piece) -> PuzzleFormatError:
    """Return an error in a piece of the source, with its line number changed to that in the whole source."""
    if not piece.grid:
        problem.line += piece.line - 1
    return problem


def _with_rule(imported: Imported, unique_lines: bool | None) -> Imported:
    """If `unique_lines` is None, infer the rule, unless the format states it."""
    if unique_lines is not None:
        return replace(imported, puzzle=imported.puzzle.with_unique_lines(unique_lines))
    if registry.find_format(imported.format).rules is not base.Rules.OPEN:
        return imported
    puzzle, notes, count = rule_inference.infer_rule(imported.puzzle)
    return replace(imported, puzzle=puzzle, notes=notes, solution_count=count)
