"""One game under any orders at all."""

from hypothesis import given, settings
from hypothesis import strategies as st

from binairo_tui.game import GameSession, SessionSnapshot
from binairo_tui.plain.game import PlainGame
from binairo_tui.plain.typed import COMMANDS, Takes, TypedError, parse_order
from binairo_tui.plain.words import line_text
from binairo_tui.player.progress import Progress
from binairo_tui.settings import Settings
from binairo_tui.store import SavedGame, new_game
from tests.plain.talks import NOON
from tests.strategies import puzzles, to_puzzle


class NoDisk(Progress):
    """Keeps what it is given to save, and nothing else."""

    def __init__(self) -> None:
        self.saved: list[SessionSnapshot] = []

    def save(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.saved.append(snapshot)

    def finish(self, game: SavedGame, snapshot: SessionSnapshot) -> None:
        self.saved.append(snapshot)

    def results(self) -> tuple[()]:
        return ()


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """What a player may type, mostly to some purpose."""
    number = st.integers(1, 6)
    cell = st.builds("r{}c{}".format, number, number)
    fill = st.builds("{} {}".format, cell, st.sampled_from("01."))
    follows = {Takes.CELL: cell, Takes.ROW: number, Takes.COLUMN: number, Takes.COUNT: number}
    names = [it for it in COMMANDS if it.name not in ("menu", "quit", "next", "save")]
    orders = [st.builds(f"{it.name} {{}}".format, follows.get(it.takes, st.just(""))) for it in names]
    return draw(st.lists(fill | fill | cell | st.one_of(orders), max_size=25))


@settings(max_examples=60)
@given(puzzles().map(to_puzzle), lines(), st.sampled_from([Settings(), Settings(strict=True), Settings(help="off")]))
def test_any_orders_are_answered_in_harmless_lines_and_kept(puzzle, typed, chosen) -> None:  # type: ignore[no-untyped-def]
    game, progress = new_game(puzzle, title="any", now=NOON), NoDisk()
    play = PlainGame(game, game.progress, progress, settings=chosen, monotonic=lambda: 0.0)
    said = play.begin()
    for text in typed:
        try:
            order = parse_order(text, puzzle)
        except TypedError:
            continue
        if order is not None:
            before = play.session.position
            answer = play.answer(order)
            assert answer
            said += answer
            if order.name == "place" and play.session.position != before:
                row = order.cell // puzzle.width
                assert answer[0] == line_text(puzzle, play.session.position, row, verbose=play.verbose)
    assert all(line.isascii() and line.isprintable() for line in said)
    if progress.saved:
        again = GameSession.resume(puzzle, progress.saved[-1], play.session.clock)
        assert again.position == play.session.position
        assert again.steps == play.session.steps
