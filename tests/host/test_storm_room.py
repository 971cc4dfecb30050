"""Rooms for Storm with any order of boards, drops, returns and departures, over links, and in real terminals."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from binairo_tui.engine import Value, opposite
from binairo_tui.engine.search import solutions
from binairo_tui.files.json_lines import RequestError
from binairo_tui.host.server import race_rooms
from binairo_tui.host.server.move_log import LogError
from binairo_tui.host.server.rooms import COUNTDOWN_MS, Phase, RoomError
from binairo_tui.host.server.storm_room import StormRoom
from binairo_tui.player.storm_boards import PENALTY_MS, SIZE, TOTAL_MS, board
from tests.host.conftest import RunningHost, new_key, session, take_name
from tests.host.party import Party
from tests.host.test_race import DOWN, enter_race
from tests.host.test_rooms import RACER, RESULT, VIEW

SEED = 7
NAMES = ("ada", "ben", "cleo")


@cache
def history(number: int, *, is_right: bool = True, but: int = 0) -> str:
    """Return the log that fills a board, except its last `but` blanks; a wrong value is the last one."""
    values = filling_values(number, is_right=is_right)
    blanks = [cell for cell in range(SIZE * SIZE) if not board(SEED, number).is_given(cell)]
    moves = [f"r{cell // SIZE + 1}c{cell % SIZE + 1}:.>{value}" for cell, value in zip(blanks, values, strict=True)]
    return "; ".join([f"place {move}" for move in moves[: len(moves) - but]])


def filling_values(number: int, *, is_right: bool = True) -> list[Value]:
    """Return the values of a board's blanks."""
    puzzle = board(SEED, number)
    solution = next(solutions(puzzle, 1))
    values = [puzzle.geometry.value(solution, cell) for cell in range(SIZE * SIZE) if not puzzle.is_given(cell)]
    return values if is_right else [*values[:-1], opposite(values[-1])]


def running_room() -> StormRoom:
    room = StormRoom("oak", "Storm")
    for name in NAMES:
        room.enter(name, name)
    room.draw(SEED)
    for name in NAMES:
        room.be_ready(name, 0)
    room.advance(COUNTDOWN_MS)
    assert room.phase is Phase.RUNNING
    return room


class Model:
    """A Storm as its rules tell it: who solved what by when, and who may still play."""

    def __init__(self) -> None:
        self.now = COUNTDOWN_MS
        self.filled: dict[str, list[tuple[bool, int]]] = {name: [] for name in NAMES}
        self.left: set[str] = set()

    def solved(self, name: str) -> int:
        return sum(is_right for is_right, _ in self.filled[name])

    def passed_ms(self, name: str) -> int:
        return self.now - COUNTDOWN_MS + PENALTY_MS * (len(self.filled[name]) - self.solved(name))

    @property
    def is_over(self) -> bool:
        return all(name in self.left or self.passed_ms(name) >= TOTAL_MS for name in NAMES)

    def results(self) -> list[list[object]]:
        def last_ms(name: str) -> int:
            return max([at for is_right, at in self.filled[name] if is_right], default=0)

        order = sorted(NAMES, key=lambda name: (-self.solved(name), last_ms(name)))
        return [
            [name, place if self.solved(name) else 0, last_ms(name), name in self.left, self.solved(name)]
            for place, name in enumerate(order, 1)
        ]


def fill(room: StormRoom, model: Model, name: str, kind: str) -> None:
    """Send a log, and check that it counts if and only if the rules say so."""
    number = len(model.filled[name]) + 1
    sent = {
        "other": (number, history(number + 1)),
        "again": (number - 1, history(max(number - 1, 1))),
        "part": (number, history(number, but=1)),
    }.get(kind, (number, history(number, is_right=kind == "right")))
    counts = kind in ("right", "wrong") and name not in model.left and model.passed_ms(name) < TOTAL_MS
    before = room.view(model.now)
    try:
        room.fill(name, model.now, *sent)
    except (RoomError, LogError, RequestError):
        assert not counts
        assert room.view(model.now)["racers"] == before["racers"]
    else:
        assert counts
        model.filled[name].append((kind == "right", model.passed_ms(name)))


def check(room: StormRoom, model: Model, scores: dict[str, int]) -> None:
    """Check what all players see, and the player's own run."""
    view: Any = room.view(model.now)
    assert (room.phase is Phase.OVER) == model.is_over
    assert {key: type(value) for key, value in view.items() if key in VIEW} == VIEW
    assert view.keys() == {*VIEW, "racers", "results", "is_storm"}
    for racer in view["racers"]:
        assert {key: type(value) for key, value in racer.items()} == RACER
        assert racer["filled"] == model.solved(racer["name"]) >= scores[racer["name"]]
        scores[racer["name"]] = racer["filled"]
    assert [name for name, *_ in view["results"]] == sorted(
        [name for name in NAMES if model.is_over or name in model.left],
        key=[name for name, *_ in model.results()].index,
    )
    for result in view["results"]:
        assert [type(value) for value in result] == [*RESULT, int]
        assert model.is_over or result[1] == 0
    if model.is_over:
        assert view["results"] == model.results()
        return
    for name in room.members:
        run: Any = room.part_of(name, model.now)
        assert run["seed"] == SEED
        assert [(is_right, at) for _, is_right, at in run["boards"]] == model.filled[name]


EVENTS = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(["right", "right", "wrong", "part", "other", "again", "lose", "return", "leave", "wait", "late"]),
    st.integers(0, 60_000),
)


@settings(max_examples=40)
@given(st.lists(EVENTS, max_size=25))
@example([("ada", "late", 40_000), ("ada", "wrong", 0), ("ada", "right", 0)])
def test_scores_only_grow_nobody_sees_cells_and_the_end_comes_whoever_leaves(
    events: list[tuple[str, str, int]],
) -> None:
    room, model, scores = running_room(), Model(), dict.fromkeys(NAMES, 0)
    for name, kind, ms in events:
        if kind == "wait":
            model.now += ms
        elif kind == "late":
            model.now = max(model.now, COUNTDOWN_MS + TOTAL_MS - ms // 4)
        elif kind in ("lose", "return", "leave"):
            if name in model.left or model.is_over:
                continue
            if kind == "return":
                room.enter(name, name)
            else:
                getattr(room, kind)(name, model.now)
            model.left |= {name} if kind == "leave" else set()
        else:
            fill(room, model, name, kind)
        if model.is_over:
            break
        room.advance(model.now)
        check(room, model, scores)
    model.now = max(model.now, COUNTDOWN_MS + TOTAL_MS)
    room.advance(model.now)
    check(room, model, scores)


# Over links.


async def storm(party: Party, *names: str) -> list[Any]:
    """Return players in a Storm that has just begun."""
    players = await party.room(*names, is_storm=True)
    for player in players:
        await player.ask("ready")
    for player in players:
        await player.until_state("running")
    return players


@pytest.fixture
def known_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race_rooms, "randbelow", lambda _: SEED)


@pytest.mark.usefixtures("quick_races", "known_boards")
async def test_a_player_who_drops_out_keeps_the_boards_and_the_others_go_on_to_the_end(party: Party) -> None:
    ada, ben = await storm(party, "ada", "ben")
    assert "another session" in await ada.refused("fill", number=2, history=history(2))
    assert "leaves blanks" in await ada.refused("fill", number=1, history=history(1, but=1))
    await ada.ask("fill", number=1, history=history(1))
    shown = (await ben.until(lambda it: it["room"]["racers"][0]["filled"] == 1))["room"]
    assert shown["is_storm"]
    cleo = await party.login("cleo")
    assert "under way" in await cleo.refused("enter", room=shown["name"])
    await ada.leave()
    await ben.until(lambda it: not it["room"]["racers"][0]["is_here"])
    ada = await party.login("ada")
    await ada.ask("enter", room=shown["name"])
    run = await ada.ask("race")
    assert (run["seed"], [it[:2] for it in run["boards"]]) == (SEED, [[history(1), True]])
    await ada.leave()
    for number in (1, 2):
        await ben.ask("fill", number=number, history=history(number))
    party.hub.rooms.clock += TOTAL_MS / 1000 - 1
    await ben.ask("fill", number=3, history=history(3))  # in the last second
    party.hub.rooms.clock += 1
    assert await ben.refused("fill", number=4, history=history(4)) == "The Storm is over."
    results = (await ben.until_state("over"))["results"]
    assert [(name, place, solved) for name, place, _, _, solved in results] == [("ben", 1, 3), ("ada", 2, 1)]
    assert party.races() == []  # nothing for past races and ratings


@pytest.mark.usefixtures("quick_races", "known_boards")
async def test_a_storm_that_all_but_one_have_left_goes_on_and_a_rematch_has_new_boards(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, cleo = await storm(party, *NAMES)
    await ada.ask("fill", number=1, history=history(1))
    for player in (ada, cleo):
        await player.ask("leave")
    await ben.ask("fill", number=1, history=history(1))
    assert "under way" in await ben.refused("ready")
    monkeypatch.setattr(race_rooms, "randbelow", lambda _: SEED + 1)
    party.hub.rooms.clock += TOTAL_MS / 1000
    assert [it[4] for it in (await ben.until_state("over"))["results"]] == [1, 1, 0]
    await ada.ask("enter", room=(await ben.ask("rooms"))["mine"])
    for player in (ada, ben):
        await player.ask("ready")
    shown = await ada.until_state("running")
    assert ([it["filled"] for it in shown["racers"]], shown["results"]) == ([0, 0], [])
    assert (await ada.ask("race"))["seed"] == SEED + 1


# In real terminals.

SITE = f"""
from binairo_tui.player import storm_boards
storm_boards.PENALTY_MS = 90_000  # two wrong boards end a run
from binairo_tui.host.server import race_rooms
race_rooms.randbelow = lambda _: {SEED}
"""


def keys(number: int, *, is_right: bool = True) -> str:
    return "n".join(filling_values(number, is_right=is_right))


@pytest.mark.ci
async def test_two_players_storm_and_one_drops_out_and_comes_back(
    make_host: Callable[..., RunningHost], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SITE)
    host = make_host("--countdown-seconds", "1", PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2]}")
    key = new_key()
    async with AsyncExitStack() as stack:
        ada = await stack.enter_async_context(session(host, key))
        ben = await stack.enter_async_context(session(host, new_key()))
        await take_name(ada, "ada")
        await take_name(ben, "ben")
        await enter_race(ada, ben, kind=DOWN, title=" Storm", begun="n next blank")
        ada.type(keys(1))
        await ben.see("ada         1 solved")
        ben.type(keys(1) + keys(2) + "1")  # typed ahead
        await ada.see("ben         2 solved")
        await ada.see("✓ saved")
        ada.process.channel.get_connection().abort()
        await ben.see("ada         1 solved  away")
        ben.type("u" + keys(3, is_right=False) + keys(4, is_right=False))
        await ben.see("the run is over · 2 solved")
        ada = await stack.enter_async_context(session(host, key))
        await ada.see("· 1 solved")
        ada.type("q")
        await ada.see("Continue the Storm")
        ada.type(f"{DOWN}\r")
        await ben.see("You won by 1 board.")
        await ben.see("ada        2nd 1 board  -1")
        ben.type("\t")
        await ben.see("Ready; waiting for another player")
        ben.type("qqqO")
        await ben.see("Your best: 2")
        await ada.see("Collections")
        ada.type("O")
        await ada.see("Your best: 1")
    await asyncio.to_thread(host.stop)
