"""Themes: every text is readable in all of them, and no setting keeps the app from starting.

Contrast is computed from the styles that the widgets really use, in true colour and as a terminal with 256 colours
shows them; for the terminal's own sixteen colours with the palettes of xterm and of the Linux console.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES

from binairo_tui.engine import parse_puzzle
from binairo_tui.settings import Settings, field_of
from binairo_tui.tui.messages import Preferences
from binairo_tui.tui.screens.dialog import ConfirmScreen, repaired_dialog
from binairo_tui.tui.screens.places import Places
from binairo_tui.tui.themes import AUTO, OWN_THEMES, TerminalColours, choose_theme, terminal_colours
from binairo_tui.tui.themes import THEME_NAMES as CHOICES
from binairo_tui.tui.themes.derived import _DARKENED, PALETTE, READABLE, Rgb, contrast, nearest_readable, reduced_to_256
from binairo_tui.tui.themes.own import TILE_VARIABLES
from binairo_tui.tui.view.charts import SQUARE
from binairo_tui.tui.view.tiles import ALT, BLOCKS, EDGES, LEVELS
from binairo_tui.tui.widgets.board_view import BoardView
from tests.conftest import Report
from tests.tui.conftest import OpenApp
from tests.tui.pilots import Player
from tests.tui.scenes import ROLES, TILES
from tests.tui.test_navigator import ARGUMENTS, PLACES

PUZZLE = parse_puzzle("6x4;0.1..........1..........;signs=r1c2=r1c3,r2c2xr3c2")
ROLE_SETS = [
    (tile, *weight, *beside)
    for tile, weight, beside in product(
        TILES,
        ((), ("given",), ("branch",)),
        ((), ("noted",), ("bracket",), ("mark",), ("asked",), ("reason",), ("held",)),
    )
    if not (tile.startswith("empty") and weight)
] + [(role,) for role in ROLES if role not in (*TILES, *EDGES)]
ROLE_SETS += [(tile, ALT) for tile in TILES if tile not in ("empty", "empty-alt")]
"""The combinations of words for text on the board."""
VARIABLES = (*("zero", "one", "mark", "faint", "muted", "bar", "plate", "edge"), *TILE_VARIABLES)
"""The colours that every theme adds to Textual's."""
LINES = "─━│╭╮╰╯├┤"
"""What frames and bars are drawn with."""
LINUX = TerminalTheme(
    (0, 0, 0),
    (170, 170, 170),
    [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)],
    [
        (85, 85, 85),
        (255, 85, 85),
        (85, 255, 85),
        (255, 255, 85),
        (85, 85, 255),
        (255, 85, 255),
        (85, 255, 255),
        (255, 255, 255),
    ],
)
_XTERM = (
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    [(127,) * 3, (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255,) * 3],
)
XTERM = TerminalTheme((0, 0, 0), (229, 229, 229), *_XTERM)
XTERM_LIGHT = TerminalTheme((255, 255, 255), (0, 0, 0), *_XTERM)
THEME_NAMES = tuple([name for name in CHOICES if name != AUTO])
PALETTES = {"ansi": {"linux": LINUX, "xterm": XTERM}, "ansi-light": {"xterm": XTERM_LIGHT}}
LEAST = {"high-contrast": 7.0}


def shown(style: Style, terminal: TerminalTheme, system: ColorSystem) -> tuple[Rgb, Rgb]:
    """The colours of text and ground that a style shows."""

    def rgb(colour: Color | None, *, foreground: bool) -> Rgb:
        triplet = (colour or Color.default()).downgrade(system).get_truecolor(terminal, foreground=foreground)
        assert isinstance(triplet, ColorTriplet)
        return triplet.red, triplet.green, triplet.blue

    text, ground = rgb(style.color, foreground=True), rgb(style.bgcolor, foreground=False)
    return (ground, text) if style.reverse else (text, ground)


ALIKE = {Places.HOME, Places.COLLECTIONS, Places.COLLECTION, Places.TUTORIAL}
"""Places that are open already, or look like one of these."""


async def open_screens(player: Player) -> None:
    """Screens of every kind, one upon the other, with games in different states."""
    app, press = player.app, player.press
    await press(*["C", "enter", "enter", "1", "right", "0", "right", "right", "1", "1", "down", "m", "b", "0", "i"])
    app.navigator.open_puzzle(PUZZLE, "paused")
    await press("1", "p")
    shows: list[Callable[[], object]] = [
        *[partial(app.navigator.go, it, *ARGUMENTS.get(it, ())) for it in PLACES if it not in ALIKE],
        app.action_palette,
        lambda: app.push_screen(ConfirmScreen("Delete it?")),
        lambda: app.push_screen(repaired_dialog("It is mended.")),
    ]
    for show in shows:
        show()
        await press("down")
    await app.workers.wait_for_complete()
    await player.pause()
    assert len(app.screen_stack) == 5 + len(shows)


def used_styles(screens: list[Screen[Any]]) -> dict[Style, str]:
    """Every style of all words of the board, and in which these screens draw text, with a place where it is used."""
    (board, *_) = (board for screen in screens for board in screen.query(BoardView))
    styles = {board.role_styles.style(role): f"board {' '.join(role)}" for role in ROLE_SETS}
    for screen in screens:
        for row, strip in enumerate(screen._compositor.render_strips()):
            for segment in strip:
                if segment.text.strip(f" {BLOCKS}{LEVELS}{SQUARE}{LINES}▔") and segment.style:
                    styles.setdefault(segment.style, f"{type(screen).__name__} {segment.style} {row}")
    return styles


def contrasts(name: str, styles: dict[Style, str], *, indexed: bool) -> Iterator[tuple[float, str]]:
    system = ColorSystem.STANDARD if name in PALETTES else ColorSystem.EIGHT_BIT if indexed else ColorSystem.TRUECOLOR
    for terminal_name, terminal in PALETTES.get(name, {"": XTERM}).items():
        for style, what in styles.items():
            yield contrast(*shown(style, terminal, system)), f"{what} ({terminal_name or system.name})"


EVERY_LOOK = [(indexed, name) for name in THEME_NAMES for indexed in ([False] if name in PALETTES else [False, True])]
OWN_NAMES = {theme.name for theme in OWN_THEMES}
OWN = [look for look in EVERY_LOOK if look[1] in OWN_NAMES]
OTHERS = [look for look in EVERY_LOOK[::7] if look[1] not in OWN_NAMES]
"""Some of Textual's themes, in turn with all colours and with 256."""


@pytest.mark.parametrize(
    "looks",
    [
        pytest.param(OWN, id="own"),
        pytest.param(OTHERS, id="others", marks=pytest.mark.ci),
        pytest.param(EVERY_LOOK, id="every look", marks=pytest.mark.long),
    ],
)
async def test_every_text_can_be_read(open_app: OpenApp, report: Report, looks: list[tuple[bool, str]]) -> None:
    unreadable = {}
    async with open_app() as player:
        await open_screens(player)
        for indexed, name in looks:
            player.app._colours = TerminalColours(indexed=indexed)
            player.app.navigator.change_setting("theme", name)
            await player.pilot._wait_for_screen()
            assert player.app.theme in (name, f"readable-{name}")
            styles = used_styles(player.app.screen_stack)
            assert len(styles) > 20
            found = sorted(contrasts(name, styles, indexed=indexed))
            report(f"contrast  {name:20} least {found[0][0]:5.2f}  {found[0][1]}")
            unreadable[name, indexed] = [it for it in found if it[0] < LEAST.get(name, READABLE)]
    assert not any(unreadable.values()), unreadable


TRUE_COLOURS = [name for name in THEME_NAMES if name not in PALETTES]


@pytest.mark.parametrize("indexed", [False, True], ids=["true colour", "256 colours"])
@pytest.mark.parametrize("name", TRUE_COLOURS)
def test_tiles_are_told_from_the_screen_and_from_one_another(name: str, indexed: bool, report: Report) -> None:
    theme = choose_theme(name, TerminalColours(indexed=indexed)).theme
    colours = {it: rgb_of(colour) for it, colour in theme.variables.items() if it in VARIABLES}
    screen = rgb_of(theme.background or "")
    if indexed:
        screen = reduced_to_256(screen)
        colours = {it: reduced_to_256(colour) for it, colour in colours.items()}
    ratio = {tile: contrast(colours[tile], screen) for tile in GROUNDS}
    glyph = {tile: contrast(colours[tile], colours[ink]) for tile, ink in GROUNDS.items()}
    checker = contrast(colours["empty"], colours["empty-alt"])
    weight = [contrast(colours[f"{value}-given"], colours[f"{value}-own"]) for value in ("zero", "one")]
    report(
        f"tiles  {name:20} {'256 ' if indexed else 'true'}  glyph {min(glyph.values()):5.2f}"
        f"  tile on screen {min(ratio.values()):5.2f}  checker {checker:5.2f}  given against own {min(weight):5.2f}"
    )
    assert min(glyph.values()) >= LEAST.get(name, READABLE), glyph
    assert min(ratio.values()) >= 1.3, ratio
    assert 1.03 <= checker <= 1.35
    assert min(weight) >= 1.4


GROUNDS = {
    **{f"{value}-{kind}": f"{value}-own-ink" for value in ("zero", "one") for kind in ("own", "branch")},
    **{f"{value}-given": f"{value}-ink" for value in ("zero", "one")},
    **dict.fromkeys(("empty", "empty-alt"), "faint"),
    "wrong": "wrong-ink",
    "wrong-given": "wrong-given-ink",
}
"""Tiles with what is drawn on them."""


def test_the_palette_is_shown_as_it_is() -> None:
    for colour in PALETTE:
        assert reduced_to_256(colour) == _DARKENED.get(colour, colour)


SIMULATIONS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as it is seen."""


def rgb_of(colour: str) -> Rgb:
    red, green, blue = Color.parse(colour).get_truecolor()
    return red, green, blue


def lab(rgb: Rgb, matrix: tuple[tuple[float, float, float], ...] | None) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as it is seen."""
    linear = [it / 255 / 12.92 if it <= 10 else ((it / 255 + 0.055) / 1.055) ** 2.4 for it in rgb]
    if matrix:
        linear = [min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0.0), 1.0) for row in matrix]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (
        sum(a * b for a, b in zip(row, linear, strict=True)) / white
        for row, white in zip(to_xyz, (0.9505, 1.0, 1.089), strict=True)
    )
    fx, fy, fz = (it ** (1 / 3) if it > 0.008856 else 7.787 * it + 16 / 116 for it in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, kind: str | None) -> float:
    """How different two colours look (CIE 1976), to people with a kind of colour blindness."""
    seen = [lab(rgb_of(it), SIMULATIONS[kind] if kind else None) for it in (one, other)]
    return float(sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5)


@pytest.mark.parametrize("kind", [None, *SIMULATIONS])
@pytest.mark.parametrize("name", ["colour-blind", "dark", "light"])
def test_values_and_violations_differ_for_the_colour_blind(name: str, kind: str | None, report: Report) -> None:
    theme = choose_theme(name).theme
    least = []
    for tiles in (("zero-given", "one-given", "wrong-given"), ("zero-own", "one-own", "wrong")):
        pairs = combinations([theme.variables[it] for it in tiles], 2)
        least.append(min(difference(one, other, kind) for one, other in pairs))
    report(f"difference  {name:13} {kind or 'all colours':13} givens {least[0]:5.1f}  own values {least[1]:5.1f}")
    assert least[0] > 25
    assert least[1] > (18 if name == "colour-blind" else 10)


KINDS = {
    "given": ("zero-given", "one-given"),
    "own": ("zero-own", "one-own"),
    "empty": ("empty", "empty-alt"),
    "broken": ("wrong", "wrong-given"),
    "cursor": ("accent",),
}
"""The backgrounds of tiles by what they say, and the colour of the cursor's ring."""


@pytest.mark.parametrize(("indexed", "name"), [it for it in EVERY_LOOK if it[1] not in PALETTES])
def test_given_own_empty_and_broken_tiles_and_the_cursor_differ(indexed: bool, name: str) -> None:
    theme = choose_theme(name, TerminalColours(indexed=indexed)).theme
    colours = {**theme.variables, "accent": theme.accent or ""}
    reduced = reduced_to_256 if indexed else rgb_of_itself
    seen = {it: _hex(reduced(rgb_of(colours[it]))) for kind in KINDS.values() for it in kind}
    found = {
        (one, other): difference(seen[one], seen[other], None)
        for kinds in combinations(KINDS.values(), 2)
        for one, other in product(*kinds)
    }
    assert min(found.values()) >= 7, sorted(found.items(), key=lambda it: it[1])[:3]


@pytest.mark.parametrize("name", ["dark", "light", "high-contrast", "colour-blind"])
def test_with_256_colours_tiles_are_as_far_apart_as_in_true_colours(name: str, report: Report) -> None:
    least, checkers = {}, {}
    for indexed in (False, True):
        theme = choose_theme(name, TerminalColours(indexed=indexed)).theme
        colours = {**theme.variables, "accent": theme.accent or ""}
        groups = {
            kind: [it for name in names for it in {name, f"{name}-alt"} & {*colours}] for kind, names in KINDS.items()
        }
        reduced = reduced_to_256 if indexed else rgb_of_itself
        seen = {it: _hex(reduced(rgb_of(colours[it]))) for group in groups.values() for it in group}
        found = [
            difference(seen[one], seen[other], None)
            for some, others in combinations(groups.values(), 2)
            for one, other in product(some, others)
        ]
        least[indexed] = min(found)
        if indexed:
            for tile in KINDS["given"] + KINDS["own"] + KINDS["broken"]:
                checkers[tile] = difference(seen[tile], seen[f"{tile}-alt"], None)
                ink = theme.variables[GROUNDS[tile]]
                assert contrast(reduced(rgb_of(theme.variables[f"{tile}-alt"])), rgb_of(ink)) >= READABLE, tile
    report(
        f"kinds  {name:20} least difference true {least[False]:5.1f}  256 {least[True]:5.1f}"
        f"  checker of values with 256 {min(checkers.values()):5.1f} to {max(checkers.values()):5.1f}"
    )
    assert least[True] >= min(least[False], 17)
    assert min(checkers.values()) >= 6


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def rgb_of_itself(colour: Rgb) -> Rgb:
    return colour


@pytest.mark.parametrize("name", list(PALETTES))
@pytest.mark.parametrize("no_color", [False, True])
async def test_given_own_empty_and_broken_cells_and_the_cursor_differ_with_few_colours(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch, name: str, no_color: bool
) -> None:
    """They differ in colours, attributes or characters; givens and own values also without their digits."""
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    puzzle = parse_puzzle(f"6x6;{'1' * 2}{'.' * 10}{'1' * 1}{'.' * 23}")
    async with open_app(puzzle, preferences=Preferences(Settings(theme=name))) as player:
        await player.press("right", "right", "1", "down", "1", "down")
        board = player.board
        cells = {"broken": 2, "own": 8, "given": 12, "empty": 20, "cursor": 14}
        looks = {}
        for kind, cell in cells.items():
            area = board.scene.layout.ring_area(cell)
            assert area
            looks[kind] = [
                [(segment.text, segment.style) for segment in board.render_part(y, area.x, area.x + area.width)]
                for y in range(area.y, area.y + area.height)
            ]
        for one, other in combinations(looks, 2):
            assert looks[one] != looks[other], (one, other)
        given, own = [
            {segment for line in looks[kind] for segment in line if "1" in segment[0]} for kind in ("given", "own")
        ]
        assert {style for _, style in given}.isdisjoint({style for _, style in own})
        wide = [style for _, style in given if style]
        assert all(it.reverse or it.bgcolor for it in wide)


def test_the_colour_blind_see_values_by_lightness_too() -> None:
    for name in ("colour-blind", "greyscale"):
        tiles = choose_theme(name).theme.variables
        assert contrast(rgb_of(tiles["zero-given"]), rgb_of(tiles["one-given"])) >= 2
        assert contrast(rgb_of(tiles["zero-own"]), rgb_of(tiles["one-own"])) >= 1.1


@pytest.mark.parametrize("indexed", [False, True])
def test_in_greyscale_the_cursor_stands_out_from_values_and_broken_cells(indexed: bool) -> None:
    theme = choose_theme("greyscale", TerminalColours(indexed=indexed)).theme
    tiles = [theme.variables[it] for kind in ("given", "own", "broken") for it in KINDS[kind]]
    assert all(contrast(rgb_of(theme.accent or ""), rgb_of(tile)) >= 1.5 for tile in tiles)


def test_greyscale_is_grey() -> None:
    theme = choose_theme("greyscale").theme
    for colour in (theme.background, theme.foreground, theme.accent, theme.error, *theme.variables.values()):
        assert colour
        assert len(set(Color.parse(colour).get_truecolor())) == 1


def test_ours_are_the_choices_and_have_all_variables() -> None:
    field = field_of("theme")
    assert field is not None
    assert field.choices == (AUTO, *[theme.name for theme in OWN_THEMES])
    for name in THEME_NAMES:
        assert set(VARIABLES) <= set(choose_theme(name).theme.variables)


@given(st.text(max_size=10))
def test_any_name_gives_a_theme(name: str) -> None:
    chosen = choose_theme(name)
    assert chosen.problem == (
        "" if name in BUILTIN_THEMES or name in THEME_NAMES else f'theme = "{name}": no such theme; using dark'
    )


async def test_an_unknown_theme_is_explained_and_replaced(open_app: OpenApp) -> None:
    async with open_app(preferences=Preferences(Settings(theme="xyz"))) as player:
        assert 'config.toml: theme = "xyz": no such theme; using dark.' in player.text()


async def test_a_changed_theme_is_shown_at_once(open_app: OpenApp) -> None:
    async with open_app(puzzle=PUZZLE) as player:
        before = player.board.role_styles.style(("zero",))
        for name in ("light", "nord", "ansi", "dark"):
            player.app.navigator.change_setting("theme", name)
            await player.pause()
            assert player.app.theme.endswith(name)
            assert (player.board.role_styles.style(("zero",)) == before) == (name == "dark")


FEW = TerminalColours(few=True, reason="why")


def test_a_terminal_with_few_colours_gets_its_own() -> None:
    assert choose_theme("nord", FEW).theme.name == "ansi"
    assert choose_theme("nord", FEW).reason == "why"
    assert choose_theme("dark", FEW._replace(light=True)).theme.name == "ansi-light"
    assert choose_theme("ansi-light", FEW).theme.name == "ansi-light"
    assert choose_theme("ansi-light", FEW).reason == ""
    assert choose_theme("light", FEW).theme.name == "ansi-light"
    assert choose_theme("light", FEW._replace(light=False)).theme.name == "ansi"


def test_the_theme_auto_is_dark_or_light_like_the_terminal() -> None:
    themes = [choose_theme(AUTO, TerminalColours(light=light)).theme.name for light in (None, False, True)]
    assert themes == ["dark", "dark", "light"]


@pytest.mark.parametrize(
    ("environ", "few", "light"),
    [
        ({"TERM": "xterm-256color"}, False, None),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False, None),
        ({"TERM": "xterm"}, True, None),
        ({"TERM": "linux"}, True, None),
        ({"TERM": "linux", "COLORFGBG": "0;15"}, True, True),
        ({"TERM": "linux", "COLORFGBG": "15;default;0"}, True, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, None),
    ],
)
def test_the_environment_tells_how_many_colours_there_are(
    environ: dict[str, str], few: bool, light: bool | None
) -> None:
    colours = terminal_colours(environ)
    assert (colours.few, colours.light) == (few, light)
    assert bool(colours.reason) == few


@given(st.sampled_from(PALETTE), st.lists(st.sampled_from(PALETTE), min_size=1, max_size=2))
def test_the_nearest_readable_colour_is_readable_if_any_is(wanted: Rgb, grounds: list[Rgb]) -> None:
    found = nearest_readable(wanted, grounds)
    can_be_read = [it for it in PALETTE if all(contrast(it, ground) >= READABLE + 0.05 for ground in grounds)]
    assert found in can_be_read or not can_be_read
    assert found == wanted or wanted not in can_be_read or wanted in _DARKENED


@pytest.mark.parametrize("name", list(PALETTES))
async def test_black_is_never_bold_with_few_colours(open_app: OpenApp, name: str) -> None:
    puzzle = parse_puzzle(f"6x6;01{'.' * 34}")
    async with open_app(puzzle, preferences=Preferences(Settings(theme=name))) as player:
        lines = [player.board.render_line(y) for y in range(player.board.size.height)]
        styles = [style for line in lines for _, style, _ in line if style and style.bold and style.color]
        assert styles
        assert all(style.color and style.color.number != 0 for style in styles)
