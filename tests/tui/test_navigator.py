"""The places of the app: how one gets there and back, and what holds on every screen."""

import re
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual._compositor import Compositor
from textual.geometry import Offset

from binairo_tui.engine import parse_puzzle
from binairo_tui.engine.drills import make_drill
from binairo_tui.game import Clock, GameSession
from binairo_tui.library import Collection
from binairo_tui.player.catalog import Catalog
from binairo_tui.player.drill_play import DrillPlay
from binairo_tui.player.lessons import Lesson, example_of
from binairo_tui.player.practice import Practice
from binairo_tui.tui.app import AFTER_FIRST_FRAME
from binairo_tui.tui.keymap import Scope
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.base import BaseScreen
from binairo_tui.tui.screens.collections import CollectionScreen, CollectionsScreen
from binairo_tui.tui.screens.home import HomeScreen
from binairo_tui.tui.screens.page import HelpScreen
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.screens.play import PlayScreen
from binairo_tui.tui.view.spans import plain_text
from tests.contact_sheets import VISITS
from tests.tui.conftest import OpenApp
from tests.tui.pilots import WAIT, Player

PUZZLE = parse_puzzle("4x4;0..1.1......0..0")


PLACES = [it for it in vars(Places).values() if isinstance(it, Place)]
ARGUMENTS: dict[Place[...], tuple[object, ...]] = {
    Places.EXAMPLE: (Lesson(Practice({}), "pair"), example_of("pair")),
    Places.DRILL: (Lesson(Practice({})), DrillPlay(make_drill("pair", 1), Practice({}))),
    Places.SHARE: (PUZZLE,),
    Places.SOLUTIONS: (PUZZLE, "test"),
    Places.EDITOR: (PUZZLE,),
    Places.REPLAY: (GameSession(PUZZLE, Clock(lambda: 0.0)), "test"),
}


def test_the_contact_sheets_show_every_place() -> None:
    pictures = "\n".join([name for visit in VISITS for name, _ in visit.pictures])
    assert [it.name for it in PLACES if it.name.lower().replace("_", " ") not in pictures] == []


async def test_to_leave_a_question_is_to_say_no(open_app: OpenApp) -> None:
    async with open_app() as player:
        answers: list[str] = []
        player.app.navigator.confirm("Is it?", partial(answers.append, "yes"), partial(answers.append, "no"))
        await player.press("escape")
        assert answers == ["no"]


async def test_every_place_is_shown_once_and_left(open_app: OpenApp, collection: Collection) -> None:
    tutorial = Collection(collection.path.rename(collection.path.with_stem("tutorial")))
    async with open_app(size=(120, 40)) as player:
        navigator, home = player.app.navigator, player.app.screen
        navigator.catalog = Catalog([tutorial])
        for place in PLACES:
            arguments = ARGUMENTS.get(place, (tutorial,) if place is Places.COLLECTION else ())
            for _ in range(2):
                navigator.go(place, *arguments)
                await player.pause()
            places = [home] if place is Places.HOME else [home, player.app.screen]
            assert player.app.screen_stack == places, place.name
            assert isinstance(player.app.screen, BaseScreen)
            assert player.app.screen.place is place
            frames = [line for line in player.lines() if "╭" in line]
            assert player.lines().index(frames[0]) == 2 if frames else place in (Places.HELP, Places.SHARE), place.name
            assert not re.search("╭─*╮", "".join(frames)), place.name
            if place is not Places.HOME:
                await player.press("escape")
                assert player.app.screen is home, place.name


async def test_a_place_that_cannot_be_shown_is_explained(player: Player) -> None:
    await player.press("T")
    assert player.is_on(HomeScreen)
    assert 'The collection "tutorial" is missing.' in player.text()


async def test_q_goes_back_everywhere_and_quits_at_home(player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    for screen in (PlayScreen, CollectionScreen, CollectionsScreen, HomeScreen):
        assert isinstance(player.app.screen, screen)
        await player.press("q")
    assert player.app.return_code == 0


async def test_escape_goes_back_everywhere_and_stays_at_home(player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    for screen in (PlayScreen, CollectionScreen, CollectionsScreen, HomeScreen, HomeScreen):
        assert isinstance(player.app.screen, screen)
        await player.press("escape")
    assert player.is_on(HomeScreen)
    assert player.app.return_code is None


async def test_escape_shows_the_first_page_of_a_panel_before_it_leaves(open_app: OpenApp) -> None:
    async with open_app(size=(40, 12)) as player:
        player.app.navigator.go(Places.EXAMPLE, Lesson(Practice({}), "pair"), example_of("pair"))
        await player.pause()
        first = player.lines()
        await player.press("enter")
        assert player.lines() != first
        await player.press("escape")
        assert player.lines() == first
        await player.press("escape")
        assert player.is_on(HomeScreen)


async def test_h_and_left_go_back_in_lists(player: Player) -> None:
    await player.press("C", "l", "h", "left", "h", "left")
    assert isinstance(player.app.screen, HomeScreen)


async def test_a_line_of_a_list_that_is_too_long_says_so(open_app: OpenApp) -> None:
    async with open_app(size=(40, 15)) as player:
        assert "rules, keys, techniq…" in player.text()
        await player.press("end")
        assert all(len(line) <= 40 for line in player.lines())


async def test_the_list_wraps_and_jumps(player: Player) -> None:
    await player.press("home", "k")
    assert "› q  Quit" in player.text()
    await player.press("j")
    assert "› D  Daily" in player.text()
    await player.press("G")
    assert "› q  Quit" in player.text()
    await player.press("home", "pagedown", "pageup", "enter")
    assert not isinstance(player.app.screen, HomeScreen)


async def test_own_collections_follow_the_others(open_app: OpenApp, home: Path, collection: Collection) -> None:
    own = home / "data" / "binairo-tui" / "collections"
    own.mkdir(parents=True)
    (own / "mine.txt").write_text("# title: My own\n# author: me\n4x4;0..1.1......0..0\n", encoding="utf-8")
    (own / "broken.txt").write_text("4x4;nonsense\n", encoding="utf-8")
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([collection], own)
        await player.press("C")
        assert "Yours" in player.text()
        assert "My own            ─────────   0 of 1" in player.text()
        assert "broken.txt:1:5" in "".join(line.strip() for line in player.lines())
        assert f"The first of {len(collection)} puzzles." in player.text()
        await player.press("G")
        await player.see("The only puzzle.", "Source: me")
        await player.press("enter", "enter")
        assert "4x4 · mine #1" in player.lines()[0]


async def test_a_lesson_says_what_it_teaches(open_app: OpenApp, tmp_path: Path) -> None:
    path = tmp_path / "lessons.txt"
    path.write_text("4x4;0..1.1......0..0  # Gentle 1006, pair\n", encoding="utf-8")
    async with open_app() as player:
        player.app.navigator.catalog = Catalog([Collection(path)])
        await player.press("C", "enter")
        await player.see("Pair: ")
        await player.press("enter")
        await player.until(lambda: "Pair: " in player.panel())


async def test_screens_behind_the_board_leave_the_terminals_cursor_alone(player: Player) -> None:
    await player.open_collection()
    await player.press("enter")
    places = []
    for key in ("right", "1", "n", "0"):
        await player.press(key)
        assert player.app.navigator.progress.flush(WAIT)
        await player.pause()  # the screens behind hear that it is saved, and show it
        layout = player.board.scene.layout
        area = layout.cell_area(player.session.cursor)
        assert area is not None
        at = player.board.region.offset + Offset(area.x, area.y) + Offset(*layout.zoom.glyph)
        places.append((player.app.cursor_position, at))
    assert all(seen == at for seen, at in places), places


@pytest.mark.parametrize(("width", "indent"), [(34, 4), (78, 18)])
async def test_sentences_of_the_help_wrap_beside_the_keys(width: int, indent: int, player: Player) -> None:
    await player.press("question_mark")
    assert isinstance(player.app.screen, HelpScreen)
    lines = [plain_text(line) for line in player.app.screen.text_lines(width)]
    assert lines[0] == "Rules"
    titles = {"Rules", *[scope.value for scope in Scope]}
    assert all(len(line) <= width for line in lines)
    assert all(line.startswith("  ") for line in lines if line and line not in titles)
    assert any(len(line) - len(line.lstrip()) == indent for line in lines)


async def test_pages_of_text_scroll_by_pages_and_to_their_ends(open_app: OpenApp) -> None:
    async with open_app(size=(80, 24)) as player:
        await player.press("?")
        top = player.lines()
        for first, second in (("pagedown", "pageup"), ("space", "home"), ("end", "g"), ("G", "home")):
            await player.press(first)
            assert player.lines() != top
            await player.press(second)
            assert player.lines() == top
        assert "PgUp PgDn page" in top[-1]


async def test_help_scrolls_and_lists_the_keys(open_app: OpenApp) -> None:
    async with open_app(size=(80, 10)) as player:
        await player.press("question_mark", "question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        assert "Fill every cell with a 0 or a 1." in player.text()
        await player.type(["j"] * 20)
        assert "Fill every cell" not in player.text()
        await player.type(["k"] * 20)
        assert "Fill every cell with a 0 or a 1." in player.text()
        await player.press("k", "q")
        assert isinstance(player.app.screen, HomeScreen)


async def test_every_screen_survives_a_tiny_terminal(player: Player) -> None:
    for keys in ("D", "q N", "q I", "escape S", "q ?", "q E", "S", "q b", "escape q C", "enter", "enter"):
        await player.press(*keys.split())
        screen = player.app.screen
        for size in ((20, 10), (1, 1)):
            await player.pilot.resize_terminal(*size)
            await player.press("down", "1")
        await player.pilot.resize_terminal(80, 24)
        await player.pause()
        assert player.app.screen is screen
    assert isinstance(player.app.screen, PlayScreen)


async def test_keys_for_repaint_and_quit(monkeypatch: pytest.MonkeyPatch, player: Player) -> None:
    told: list[str] = []
    screen = player.app.screen
    monkeypatch.setattr(player.app, "terminal", SimpleNamespace(check_size=partial(told.append, "size"), set_title=str))
    monkeypatch.setattr(screen, "refresh", lambda: told.append("screen"))
    await player.press("ctrl+l")
    assert told == ["screen"]
    monkeypatch.undo()
    monkeypatch.setattr(player.app, "terminal", SimpleNamespace(check_size=partial(told.append, "size"), set_title=str))
    await player.pilot.resize_terminal(70, 20)
    await player.until(lambda: told[1:] == ["size"])
    await player.press("ctrl+c")
    assert player.app.return_code == 0


async def test_a_game_starts_without_the_styles_of_pages(open_app: OpenApp) -> None:
    async with open_app(PUZZLE) as player:
        styles = player.app.stylesheet
        assert not styles.has_source(str(HelpScreen.CSS_PATH))
        await player.press("question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        assert styles.has_source(str(HelpScreen.CSS_PATH))
        assert player.app.screen.query_one("#middle").styles.max_width is not None


async def test_what_keys_need_is_imported_after_the_first_frame(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[object] = []
    compose = Compositor.render_full_update

    def composing(compositor: Compositor, simplify: bool = False) -> object:
        events.append("frame")
        return compose(compositor, simplify)

    monkeypatch.setattr(Compositor, "render_full_update", composing)
    monkeypatch.setattr("binairo_tui.tui.app.import_module", events.append)
    async with open_app(PUZZLE) as player:
        await player.pause()
        assert events[0] == "frame"
        assert [event for event in events if event != "frame"] == [*AFTER_FIRST_FRAME]
    for module in AFTER_FIRST_FRAME:
        import_module(module)
