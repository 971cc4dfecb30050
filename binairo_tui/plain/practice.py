"""Practice of a technique, with answers such as `r1c3 0 row 1`, the tutorial, and Storm (see `player.storm`)."""

from secrets import randbelow
from time import monotonic

from binairo_tui import library, player
from binairo_tui.engine import Puzzle, bands, cell_name, drills, find_violations, reason_check, wording
from binairo_tui.game import GameSession
from binairo_tui.plain import asking, commands, speech
from binairo_tui.player import coach, lessons, text
from binairo_tui.player.catalog import TUTORIAL, Catalog, first_unsolved, in_order, lesson_title
from binairo_tui.player.drill_play import NOT_BROKEN, OWN_REASON, DrillPlay, Outcome, Reply
from binairo_tui.player.hint_pages import hint_pages
from binairo_tui.player.practice import open_practice
from binairo_tui.player.progress import Opened, Progress

DRILL_HELP = (
    "In a drill: find one cell that the technique fills, and say why. No easier technique fills a cell.",
    "r3c5 1 row 3: 1 in row 3, column 5, because of row 3. Shorter: 3 5 1 row 3. r3c5: read the cell.",
    "r3c5 1 r3c3 r3c4: because of these cells, and of signs between them. Rows, columns and cells may be combined.",
    "branch: suppose a value, such as r3c5 0, then type what follows until a rule is broken. drop: drop the branch.",
    "undo: undo the last value of the branch.",
    "hint or i: say where to look; again: say more. After a hint, a right answer counts less.",
    "answer, next or n: give up and read a right answer; this counts as a wrong answer.",
    "board or b: read the whole board. row 3, column 5: read a line.",
    "menu or m: return to the menu. help or h: read this list. quit or q: leave the program.",
)
_SAY_WHY = "Say why, too: type the value, then a row, a column or cells, for example r1c3 0 row 1, or r1c3 0 r1c1 r1c2."
_HOW_TO_ANSWER = "Type a cell, a value and the reason, for example r1c3 0 row 1, or hint, answer, help or menu."
_HOW_TO_PROVE = (
    "Type branch, then a value to suppose, such as r1c3 0, then what follows; or type hint, answer, help or menu."
)
STORM_HELP = (
    "In Storm: solve the board; the next one follows at once.",
    "r3c5 1: put 1 into row 3, column 5. Shorter: 3 5 1. r3c5 .: empty the cell. r3c5: read the cell.",
    "undo or u, redo or r. board or b: read the whole board. row 3, column 5: read a line. broken: read broken rules.",
    "time or t: say how much time is left. menu or m: return to the menu. quit or q: leave the program.",
)
_STORM_ANSWERS = "Type a cell and a value, for example r1c3 0, or board, row, column, undo, broken, time, help or menu."


def practise(console: asking.Console, progress: Progress) -> Opened:
    """Give drills for the technique that the player chooses, and then return a whole board as a new game.

    If the player chooses no technique, give drills for techniques that are due, until the player types `menu`, which
    raises Back.
    """
    practice = open_practice(progress)
    names = {"": f'next drill: "{practice.next_technique(progress.now())}"', **{name: name for name in drills.DRILLED}}
    lesson = lessons.Lesson(practice, console.one_of("Which technique?", names, ""))
    _give_drills(console, progress, lesson)
    return progress.open_new(lesson.board(), lesson_title(lesson.chosen), band=bands.BAND_OF[lesson.chosen].title)


def practise_game(console: asking.Console, progress: Progress, session: GameSession) -> None:
    """Give drills about the cells that took the player longest in a solved game. If there are no drills, say so."""
    if not session.is_solved:
        console.say("The puzzle is not solved yet.")
        return
    fills = coach.fills(session.puzzle, session.steps[: session.head])
    slow = coach.slow_cells(session.puzzle, session.position, fills)
    if not slow:
        console.say("No cell of this game makes a short drill.")
        return
    lesson = lessons.GameLesson(open_practice(progress), slow)
    while not lesson.is_over:
        _give_drill(console, progress, lesson)
    console.say("Back to the game: type next, again, menu or quit.")


def teach(console: asking.Console, progress: Progress, catalog: Catalog) -> library.Entry:
    """Show the rules, then an example and drills for the lesson that the player chooses; return its collection entry.

    If the player has already begun the lesson's board or done its drills, show the rule of the technique instead of the
    example and the drills. Raises LibraryError.
    """
    states = progress.states().get(TUTORIAL, {})
    entries = {entry.number: entry for entry in in_order(catalog.lessons.entries)}
    names = {it.number: it.technique for it in entries.values()}
    states_said = {number: state.value for number, state in states.items()}
    usual = first_unsolved(entries.values(), states) or next(iter(entries.values()))
    console.say("The rules:", *text.RULES)
    entry = entries[console.one_of("Which lesson?", names, usual.number, states_said)]
    practice = open_practice(progress)
    if entry.number not in states and not practice.has_drilled(entry.technique):
        _show_example(console, entry.technique)
        _give_drills(console, progress, lessons.Lesson(practice, entry.technique, entry))
    else:
        console.say(text.lesson_text(entry.technique))
    return entry


def _show_example(console: asking.Console, technique: str) -> None:
    example = lessons.example_of(technique)
    steps = [step.text for step in example.walk]
    console.say(text.lesson_text(technique), "For example:", *puzzle_lines(example.puzzle), example.proof.text, *steps)
    console.say("Now find such a cell yourself.")


def _give_drills(console: asking.Console, progress: Progress, lesson: lessons.Lesson) -> None:
    while not lesson.is_board_next:
        _give_drill(console, progress, lesson)
    console.say(lesson.board_note)


def _give_drill(console: asking.Console, progress: Progress, lesson: lessons.Lesson) -> None:
    say, practice = console.say, lesson.practice
    play = DrillPlay(lesson.next_drill(progress.now()), practice)
    technique = play.drill.technique
    about = technique.capitalize() if practice.has_given_reasons(technique) else text.lesson_text(technique)
    say(about, *puzzle_lines(play.drill.puzzle))
    say(speech.spoken(lesson.task(play.drill)), _HOW_TO_PROVE if play.needs_branch else _HOW_TO_ANSWER)
    while not play.is_done:
        try:
            line = console.text(DRILL_HELP)
            reply = _reply(play, "next" if line == "answer" else line, progress)
        except commands.CommandError as error:
            say(str(error))
            continue
        if reply is None:
            continue
        say(*reply.text.splitlines())
        if reply.record is not None:
            progress.record_practice([reply.record])


def _reply(play: DrillPlay, line: str, progress: Progress) -> Reply | None:
    typed, marks = _parse(line, play.drill.puzzle)
    if typed is None:
        return None
    if typed.name == "place" and typed.cell is not None and typed.value is not None:
        said = play.place(typed.cell, typed.value)
        play.lines, play.cells = {*marks.lines}, {*marks.cells}
        return Reply(Outcome.UNFINISHED, said) if said else _judged(play, progress)
    if typed.name == "next":
        reply, puzzle = play.give_up(progress.now()), play.drill.puzzle
        name, value = cell_name(play.session.cursor, puzzle.width), play.drill.answers[play.session.cursor]
        return reply._replace(text=f"A right answer was {name} {value}. {reply.text}")
    return Reply(Outcome.UNFINISHED, "\n".join(_told(play, typed)))


def _judged(play: DrillPlay, progress: Progress) -> Reply:
    """Return the reply to a typed value. In a branch, an answer is judged only once a rule is broken."""
    session = play.session
    if play.needs_branch and not session.branches:
        session.undo()
        return Reply(Outcome.UNFINISHED, _HOW_TO_PROVE)
    if play.filled is None:
        return Reply(Outcome.UNFINISHED, _HOW_TO_PROVE if session.branches else _HOW_TO_ANSWER)
    if not session.branches:
        reply = play.answer(progress.now())
        return reply if reply.text else Reply(reply.outcome, _SAY_WHY)
    broken = find_violations(session.puzzle, session.position)
    if not broken:
        return Reply(Outcome.UNFINISHED, NOT_BROKEN)
    reply = play.answer(progress.now())
    return reply._replace(text=f"{wording.violation_text(session.puzzle, session.position, broken[0])}\n{reply.text}")


def _parse(line: str, puzzle: Puzzle) -> tuple[commands.ParsedCommand | None, reason_check.Marks]:
    """Return a typed command and, if it is a value, the reason that follows it. Raises CommandError."""
    words = line.lower().replace("=", " ").replace(",", " ").split()
    length = 3 if words and words[0].isdecimal() else 2
    if len(words) <= length or not (words[0].isdecimal() or commands.command_name(words[0]) == ""):
        return commands.parse_command(line, puzzle), reason_check.Marks()
    command, rest = commands.parse_command(" ".join(words[:length]), puzzle), words[length:]
    lines, cells = set(), set()
    while rest:
        size = 2 if commands.command_name(rest[0]) in ("row", "column") else 1
        part, rest = commands.parse_command(" ".join(rest[:size]), puzzle), rest[size:]
        if part is not None and part.name in ("row", "column"):
            lines.add((part.number or 1) - 1 + puzzle.height * (part.name == "column"))
        elif part is not None and part.name == "cell" and part.cell is not None:
            cells.add(part.cell)
        else:
            raise commands.CommandError(_SAY_WHY)
    if command is not None and command.cell in cells:
        raise commands.CommandError(OWN_REASON)
    return command, reason_check.Marks(frozenset(lines), frozenset(cells))


def _told(play: DrillPlay, typed: commands.ParsedCommand) -> list[str]:
    match typed.name:
        case "hint":
            if play.show_hint():
                return [hint_pages(play.hint, "Type hint again", fills=False)[play.hint_page or 0].text]
            how = "branch, and what follows" if play.needs_branch else "the cell, its value and the reason"
            return [f"That was the last hint. Type {how}. Type answer to give up and read an answer."]
        case "branch" if play.needs_branch:
            play.open_branch()
            return ["Type the value that you suppose."]
        case "drop" | "undo" if play.session.branches:
            if typed.name == "drop":
                play.drop_branch()
            else:
                play.session.undo()
            return ["The board is as before."]
    read = speech.read(play.drill.puzzle, play.session.position, typed)
    return read or [_HOW_TO_PROVE if play.needs_branch else _HOW_TO_ANSWER]


def puzzle_lines(puzzle: Puzzle) -> list[str]:
    return speech.board_lines(puzzle, puzzle.givens, verbose=True)


def storm(console: asking.Console, progress: Progress) -> None:
    run = player.storm.Storm(randbelow(1 << 32), lambda record: progress.record_practice([record]), progress.now)
    history = player.storm.read_history(progress)
    console.say(player.storm.RULES, *player.storm.history_texts(history, progress), *_storm_board(run))
    while True:
        typed = console.text(STORM_HELP)
        at = monotonic()
        if run.is_over(at):
            break
        try:
            command = commands.parse_command(typed, run.session.puzzle)
        except commands.CommandError as error:
            console.say(str(error))
            continue
        if command is not None:
            number = run.number
            said = [speech.spoken(it) for it in _storm_reply(run, command, at)]
            if run.number != number:
                progress.wait_for_saves()  # so that every result that is spoken is saved
                said += [
                    _time_left(run, at),
                    *filter(None, [player.storm.lead_text(run, history, at)]),
                    *_storm_board(run),
                ]
            console.say(*said)
    slowest = player.storm.slowest_fill(run.boards)
    console.say(
        "The time is up.", *player.storm.result_texts(run, history), *([speech.spoken(slowest.text)] if slowest else [])
    )


def _storm_reply(run: player.storm.Storm, command: commands.ParsedCommand, at: float) -> list[str]:
    session = run.session
    match command.name:
        case "place":
            said = run.command("place", command.cell, command.value, at=at)
            return [said or speech.cell_text(session.puzzle, session.position, command.cell or 0)]
        case "undo" | "redo":
            return [run.command(command.name, at=at) or f"{command.name.capitalize()}: done."]
        case "time":
            return [_time_left(run, at)]
        case "board":
            return _storm_board(run)
        case "broken":
            return speech.broken_lines(session.puzzle, session.position, session.violations)
    return speech.read(session.puzzle, session.position, command) or [_STORM_ANSWERS]


def _time_left(run: player.storm.Storm, at: float) -> str:
    return f"{speech.duration_text(run.left_ms(at))} left."


def _storm_board(run: player.storm.Storm) -> list[str]:
    return [f"Board {run.number}.", *speech.board_lines(run.session.puzzle, run.session.position, verbose=True)]
