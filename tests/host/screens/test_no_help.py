"""While a race runs, no screen helps its players with its puzzle, even if the puzzle is disguised."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from binairo_tui.engine import Puzzle, parse_puzzle
from binairo_tui.engine.symmetry import Symmetry, transformed
from binairo_tui.game import GameSession
from binairo_tui.host.client.host_client import RACED, HostClient, Racer, RaceResult, RoomReport
from binairo_tui.host.client.host_progress import PlayerProgress
from binairo_tui.player import play, play_interface
from binairo_tui.player.likeness import is_like
from binairo_tui.settings import Settings
from binairo_tui.store.games import new_game
from binairo_tui.tui.screens import editor, places
from tests.faults.harness import ROOT
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player, noon

RACE = parse_puzzle("6x6;1...10.....0.0.1.....11.0.....1.0...")
OTHER = parse_puzzle("6x6;.0..0.0.....1.0........1.1....1....1")
DISGUISES = (
    RACE,
    transformed(RACE, Symmetry.QUARTER_TURN, swap_values=True),
    RACE.with_givens(RACE.geometry.position("1...10.....0.0.1.....................")),
    RACE.with_givens(RACE.geometry.place(RACE.givens, 1, "0")),
    RACE.with_givens(RACE.geometry.place(RACE.givens, 0, "0")),
)
"""The puzzle of the race: as it is, turned and exchanged, and with givens dropped, added and changed."""
AIDS = ("ask_hint", "propagate", "propagate_once", "go_back")


@cache
def a_client(state: str = "running", *, has_finished: bool = False, is_storm: bool = False) -> HostClient:
    client = object.__new__(HostClient)
    client.name = "ada"
    racers = (Racer("ada", True, False, 0), Racer("ben", True, False, 0))
    results = (RaceResult("ada", 1, 5000),) if has_finished else ()
    client.room = RoomReport("oak", "6x6", state, 1, 0, 6, 6, 26, racers, results, is_storm=is_storm, puzzle=str(RACE))
    return client


@pytest.mark.parametrize("puzzle", DISGUISES)
def test_the_rule_holds_for_those_who_race_as_long_as_they_race(puzzle: Puzzle) -> None:
    assert a_client().help_refusal(puzzle) == RACED
    assert a_client(has_finished=True).help_refusal(puzzle) == ""
    assert a_client("over").help_refusal(puzzle) == ""
    assert a_client("countdown").help_refusal(puzzle) == ""
    assert a_client().help_refusal(OTHER) == ""
    assert a_client(is_storm=True).help_refusal(OTHER) == RACED
    assert a_client(is_storm=True).help_refusal(Puzzle(8, 8)) == ""


def test_the_host_hears_of_what_is_solved_unless_it_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Puzzle] = []
    client: Any = a_client()
    monkeypatch.setattr(client, "note_solving", heard.append, raising=False)
    progress = object.__new__(PlayerProgress)
    progress._host = client
    assert [progress.ask_to_solve(it) for it in (RACE, OTHER)] == [RACED, ""]
    assert heard == [OTHER]


class RacingStore(play_interface.GameStore):
    """A store of a player who races."""

    def save(self, *_: object) -> None:
        pass

    def help_refusal(self, puzzle: Puzzle) -> str:
        return RACED if is_like(puzzle, RACE) else ""


@pytest.mark.parametrize("puzzle", DISGUISES)
@pytest.mark.parametrize("aid", [*AIDS, "ask_check", "ask_why"])
def test_a_game_of_the_puzzle_gives_no_help(puzzle: Puzzle, aid: str) -> None:
    game = new_game(puzzle, title="own", now=noon())
    found = play.Play(game, game.progress, RacingStore(), Settings())
    heard: list[Any] = []
    found.connect(heard.append)
    (cell,) = [it for it in range(36) if not puzzle.is_given(it)][:1]
    arguments = {"ask_why": (cell,)}.get(aid, ())
    getattr(found, aid)(*arguments, **({"names_cells": True} if aid == "ask_check" else {}))
    assert [it[0] for it in heard if isinstance(it, play_interface.Refused)] == [RACED]
    assert found.session.position == puzzle.givens
    assert found.refuses_to_reveal()


@pytest.fixture
async def racer(open_app: OpenApp) -> Any:
    async with open_app(size=(100, 40)) as player:
        player.app.navigator.progress.help_refusal = RacingStore().help_refusal  # type: ignore[method-assign]
        yield player


async def test_an_editor_that_was_slow_to_ask_no_longer_looks_for_solutions(
    racer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor, "STALE_SECONDS", -editor.ANALYSIS_DELAY / 2)  # as on a busy machine
    racer.app.navigator.go(places.Places.EDITOR, RACE)
    await racer.see("This may be the puzzle of your race")
    await racer.pause()
    assert "Looking for" not in racer.text()


@pytest.mark.parametrize("puzzle", DISGUISES)
async def test_no_screen_solves_the_puzzle(racer: Player, puzzle: Puzzle) -> None:
    navigator = racer.app.navigator
    text = puzzle.geometry.text(puzzle.givens)
    navigator.go(places.Places.IMPORT, "\n".join(text[at : at + 6] for at in range(0, 36, 6)))
    await racer.see("This may be the puzzle of your race")
    assert "solution" not in racer.text()
    navigator.leave()
    navigator.go(places.Places.SOLUTIONS, puzzle, "")
    await racer.see("This may be the puzzle of your race")
    navigator.leave()
    navigator.go(places.Places.EDITOR, puzzle)
    await racer.see("This may be the puzzle of your race")
    assert "solution" not in racer.text()
    for command in ("action_complete", "action_reduce", "action_count"):
        racer.app.screen.message = ""  # type: ignore[attr-defined]
        getattr(racer.app.screen, command)()
        await racer.see("This may be the puzzle of your race")
        assert racer.app.screen.puzzle == puzzle  # type: ignore[attr-defined]
    navigator.leave()
    (cell,) = [it for it in range(36) if not puzzle.is_given(it)][:1]
    session = GameSession(puzzle)
    session.place(cell, "0")
    navigator.go(places.Places.REPLAY, session, "Own")
    await racer.see("This may be the puzzle of your race")
    # As when the panel gets its width only now:
    racer.app.screen.show_all()  # type: ignore[attr-defined]
    await racer.pause()
    assert "puzzle of your race" in " ".join(racer.text().split())
    await racer.press("right")
    assert "puzzle of your race" not in " ".join(racer.text().split())
    assert "technique" not in racer.text()


SOLVING = (
    "analyse(", "count_solutions(", "list_solutions", "make_unique(", "reduce_givens(", "read_puzzle(", "fills(",
    "easiest_proof", "first_solution(", ".solutions(",
)  # fmt: skip


def test_every_screen_that_solves_asks_first() -> None:
    """A screen with a call that solves a puzzle of the player's asks, or its module is beside the one that asks."""
    asking = {"screens/editor.py", "screens/importing.py", "screens/solutions.py", "screens/replay.py"}
    beside = {"screens/revisions.py", "view/solved_text.py"}  # for the editor, and for games that are solved
    room = ROOT / "binairo_tui" / "tui"
    found = {
        str(path.relative_to(room)): path.read_text()
        for path in Path(room).rglob("*.py")
        if any(word in path.read_text() for word in SOLVING)
    }
    assert found.keys() - asking - beside == set()
    assert all("ask_to_solve(" in found[name] or "help_refusal(" in found[name] for name in asking)
