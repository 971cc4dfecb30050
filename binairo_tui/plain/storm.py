"""Storm in plain mode: the boards are read aloud, and the cells are typed (see `player.storm`)."""

from secrets import randbelow
from time import monotonic

from binairo_tui.plain import asking, commands, speech
from binairo_tui.player.progress import Progress
from binairo_tui.player.storm import RULES, Storm, history_texts, lead_text, read_history, result_texts, slowest_fill

STORM_HELP = (
    "In Storm: solve the board; the next one follows at once.",
    "r3c5 1: put 1 into row 3, column 5. Shorter: 3 5 1. r3c5 .: empty the cell. r3c5: read the cell.",
    "undo or u, redo or r. board or b: read the whole board. row 3, column 5: read a line. broken: read broken rules.",
    "time or t: say how much time is left. menu or m: return to the menu. quit or q: leave the program.",
)
_ANSWERS = "Type a cell and a value, for example r1c3 0, or board, row, column, undo, broken, time, help or menu."


def storm(console: asking.Console, progress: Progress) -> None:
    run = Storm(randbelow(1 << 32), lambda record: progress.record_practice([record]), progress.now)
    history = read_history(progress)
    console.say(RULES, *history_texts(history, progress), *_board(run))
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
            said = [speech.spoken(it) for it in _reply(run, command, at)]
            if run.number != number:
                progress.wait_for_saves()  # so that every result that is spoken is saved
                said += [_time_left(run, at), *filter(None, [lead_text(run, history, at)]), *_board(run)]
            console.say(*said)
    slowest = slowest_fill(run.boards)
    console.say("The time is up.", *result_texts(run, history), *([speech.spoken(slowest.text)] if slowest else []))


def _reply(run: Storm, command: commands.ParsedCommand, at: float) -> list[str]:
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
            return _board(run)
        case "broken":
            return speech.broken_lines(session.puzzle, session.position, session.violations)
    return speech.read(session.puzzle, session.position, command) or [_ANSWERS]


def _time_left(run: Storm, at: float) -> str:
    return f"{speech.duration_text(run.left_ms(at))} left."


def _board(run: Storm) -> list[str]:
    return [f"Board {run.number}.", *speech.board_lines(run.session.puzzle, run.session.position, verbose=True)]
