"""Draws worlds from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random

from tests.faults.worlds.lines import OTHER, PREPARE, UNKNOWN_USER, Kind, Line, disk, state

FIRST = r"othing|no backup|none of your own|are 0|\[\]|not a puzzle, a file or a collection"
VERBS: Sequence[Line] = tuple(
    Line(Kind.DEED, f"binairo {text}", needs=needs, shows=shows, shows_first=first)
    for text, needs, shows, first in (
        ("stats", True, "Nothing is solved yet", ""),
        ("games export | head -c 15", True, "SQLite format 3", FIRST),
        (
            "games export --output games.db && head -c 15 games.db && rm games.db",
            True,
            "SQLite format 3|games.db: ",
            FIRST,
        ),
        ("games backup", True, r"backups/progress-", FIRST),
        ("games restore", True, r"1 .*progress-", FIRST),
        ("games restore 1", True, r"", FIRST),
        ("doctor", True, r"collections *1\b", "collections *none of your own"),
        ("doctor --fix", True, r"collections *1\b", "collections *none of your own"),
        ("solve mine:1", True, "110010", FIRST),
        ("collections", True, r"mine +6x6", "8x8-plus"),
        ('games import "$H/export.db"', True, r"solves added|export\.db: ", ""),
        ("games where", False, "database", ""),
        ('solve "$P"', False, "110010", ""),
        ("solve 8x8:1", False, "the only solution", ""),
        ('check --json "$P"', False, '"open"', ""),
        ('hint "$P"', False, "pair", ""),
        ('grade "$P"', False, "Hard", ""),
        ("daily --size 6", False, "6x6;", ""),
        ("generate --size 6 --seed 1", False, "Medium", ""),
        ('reduce "$P"', False, "givens, the fewest", ""),
        ('show "$P"', False, "1", ""),
        ('print "$P"', False, "<html", ""),
        ("print --book --seed 7 --count 1 2>/dev/null", False, "<html", ""),
        ('convert "$P"', False, "6x6", ""),
        ("count 4", False, "72 grids", ""),
        ("count 2 --list", False, "01", ""),
        ("count 18 --lines", False, "3254", ""),
        ("completion bash", False, "complete", ""),
        ("help solve", False, "Exit status", ""),
        ("--version", False, r"\d", ""),
    )
)
PLAIN = Line(Kind.DEED, '@ | binairo play --plain "$P"', ("r1c2 0\n", "r1c3 1\n", "quit\n"), False, r"row 1: 1 \S+ 1")
MENU = Line(Kind.DEED, "@ | binairo --plain", ("1\n", "menu\n", "quit\n"), shows="Daily puzzle")
TWO_SESSIONS = Line(
    Kind.DEED,
    "trap '' PIPE; rm -f in; mkfifo in; : > one; binairo play --plain \"$P\" < in > one & exec 3<> in; "
    "echo r1c2 0 >&3; for it in $(seq 99); do [ $(wc -l < one) -ge 9 ] && break; sleep .1; done; "
    'echo r1c3 1 | binairo play --plain "$P"; echo quit >&3; exec 3>&-; wait',
    shows="another session|Nothing will be saved",
)
TWO_SETTINGS = Line(
    Kind.DEED,
    "for it in 1,off 2,7; do { sleep 1; echo settings; echo ${it%,*}; sleep 1; echo ${it#*,}; echo quit; } "
    '| binairo --plain & done; wait; grep -v "^#" "$CONFIG/config.toml"',
    needs=True,
    shows="(?=.*help = )(?=.*pause_after_minutes = )",
)
STREAM = Line(
    Kind.DEED,
    "@ | binairo solve --json -",
    (f"{OTHER}\n", "ERROR: could not fetch\n", f"{OTHER}\n"),
    needs=True,
    shows="fetch",
)

HOMES = (
    "unset HOME", *(f"export HOME={it}" for it in ("''", "relative", "/no/home", "/", "/dev/null", "$W/new")),
)  # fmt: skip
VARIABLES = (
    *HOMES,
    *HOMES[:4],
    *(
        f"export XDG_{name}_HOME={value}"
        for name in ("DATA", "CONFIG")
        for value in (
            "''", "relative", "/", "/dev/null", "/proc/nowhere", "'/no/é ü'", "$(printf 'long%.0s' $(seq 80))",
            "/$(printf 'deep/%.0s' $(seq 1000))",
        )
    ),
    *(f"export TERM={it}" for it in ("dumb", "''", "nonsense", "linux", "vt100")),
    *(f"export LANG={it}" for it in ("C", "de_DE.ISO-8859-1", "nonsense")),
    *(f"umask {it}" for it in ("000", "002", "077", "777")),
    *(f"ulimit -f {it}" for it in (0, 8, 64)),
    *(f"exec {it}" for it in (">/dev/full", "2>/dev/full", ">&-", "2>&-", "<&-")),
    *(f"export WORLD_CLOCK={it}" for it in ("1970-01-02", "2038-01-19T03:14:09", "2026-03-29T01:59:58", "9000-01-01")),
)  # fmt: skip
MOUNT = 'mount -t tmpfs -o size=2m,mode=755 none "$H"; chown ${PLAYER:-65534} "$H"'
PLACES = (
    '"$H"', '"$H/.local"', '"$H/.local/share"', '"$DATA"', '"$DATA/progress.db"', '"$DATA/backups"', '"$DATA/sessions"',
    '"$DATA/collections"', '"$DATA/session.lock"', '"$H/.config"', '"$CONFIG/config.toml"',
    '"$DATA/collections/mine.txt"', '"$CONFIG"',
)  # fmt: skip
MODES = ("000", "100", "400", "500", "700", "777")
KINDS = (
    *("rm -rf {0}", "rm -rf {0}; : > {0}", "rm -rf {0}; mkdir {0}"),
    *(
        "mv {0} away; mkfifo {0}",
        "mv {0} away; ln -s {0} {0}",
        "mv {0} away; ln -s /nowhere {0}",
        "mv {0} away; echo else > {0}",
    ),
)
"""Other things in the place of a file; the first ones leave the player with nothing."""

WITH_SIGNS = "4x2;.1..0...;signs=r1c1xr2c1,r1c3=r1c4;lines=any"
TEXTS = (
    OTHER,
    "1...10\n.....0\n.0.1..\n...11.\n0.....\n1.0...\n",
    "+---+---+\n| 1 |   |\n+---+---+\n|   | 0 |\n+---+---+\n",
    "6x6:BBCFBHaAacaCd",
    '{"puzzle": "4x4;0..1.1......0..0"}\n',
    "# a title\n0 . . 1\n. 1 . .\n. . . .\n0 . . 0\n",
    "",
)
ODD = (
    "\u200b", "\ufeff", "\ufeff\ufeff", "\u2060", "\u00ad", "\u202e", "\u00a0", "\u3000", "\u0301",
    "\u2028", "\x00", "\x0b", "\x1b[31m", "\x85",
    "\t", "\r", "\n", "\n\n", "```\n", "| ", ";", ":", "9", "x", "1", ".", "⬛", "🟦", "𝟎", "\U000e0041",
)  # fmt: skip
READERS = ("solve -", "check -", "convert -", "hint -", "grade --json -", "solve --json -", "show -", "import -")
SIZES = ((80, 24), (80, 24), (40, 14), (300, 90), (10, 3), (1, 1), (0, 0), (500, 150), (30000, 20000), (65535, 65535))
ANSWERS = (
    "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[?2026;2$y", "\x1b[48;20000;30000;0;0t", "\x1b[48;0;0;0;0t", "\x1b[?62;4c",
    "\x1b[?1u", "\x1b[", "\x1b]", "\x1bP", "\x1b[<35;9999;9999M", "\x1b[<0;" * 10000, "\x1b[999999999999;9R",
)  # fmt: skip
KEYS = (
    *"01urfFiygcCbBDRpnzovteSEINdT,?:", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t", "\x1b", "\x10", "\x7f",
    "\x1b[15~", "\x1b[18~", " ",
)  # fmt: skip
SIGNALS = ("USR1", "USR2", "ALRM", "QUIT", "ABRT", "TERM", "HUP", "INT")
WHEN_RAW = "(until stty -a < /dev/tty | grep -q -- -icanon; do sleep .1; done; sleep .5; kill -{} $$) & "
TITLES = ("\x1b]0;x\x07", "\x9b31mred", "<script>", "a\u202eb", "%s", "x" * 3000, "")

REQUESTS: Sequence[Mapping[str, object]] = (
    {"method": "solve", "puzzle": OTHER},
    {"method": "check", "puzzle": OTHER},
    {"method": "hint", "puzzle": "4x4;00.............."},
    {"method": "grade", "puzzle": OTHER},
    {"method": "explain", "puzzle": OTHER},
    {"method": "generate", "size": "6x6", "band": "easy", "seed": 1},
)
BAD_REQUESTS: Sequence[Mapping[str, object]] = (
    *({"method": "check", "puzzle": it} for it in ("\u200b", "\ufeff\ufeff", "", "6x6;1", 7, None, ["x"], "```\n\t")),
    *({"method": "generate", "size": it} for it in ("7x8", "6x16", "0x0", "-2x4", 8, "99999x2")),
    {"method": "generate", "size": "6x6", "seed": "x"},
    {"method": "generate", "size": "6x6", "seed": 1, "difficulty": "easy"},
    {"method": "play"},
    {"method": 1},
    {"puzzle": OTHER},
    {"method": "solve", "puzzle": OTHER, "from": "nothing"},
    {"method": "solve", "puzzle": OTHER, "unique_lines": "no"},
)
GARBAGE = (
    "{",
    "[]",
    "null",
    "[" * 5000,
    '{"id": 1e999, "method": "solve"}',
    '"\\ud800"',
    "\x00",
    "\ufeff{}",
    "1" * 5000,
)


def make(seed: int) -> list[Line]:
    """Return the world of a seed: what was there, what is wrong with it, and what is done in it."""
    chance = Random(f"world {seed}")
    changes = [_change(chance) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
    makers: dict[Callable[[Random], list[Line]], int] = {
        _verbs: 8, _plain: 2, _text: 4, _app: 3, _paste: 2, _serve: 2, _wrong_clock: 1, _two: 1, _size: 1, _title: 1,
    }  # fmt: skip
    deeds = [line for do in chance.choices(list(makers), list(makers.values()), k=2) for line in do(chance)]
    is_prepared = disk(PREPARE) in deeds or chance.random() < 0.5
    is_full, is_unknown = chance.random() < 0.06, chance.random() < 0.2
    return [
        *[state(f"export PLAYER={UNKNOWN_USER}", needs_root=True)] * is_unknown,
        *[disk(MOUNT, needs_root=True)] * is_full,
        *[disk(PREPARE)] * is_prepared,
        *[disk('head -c 9m /dev/zero > "$H/rest"', needs_root=True)] * is_full,
        *[disk('chown -R $PLAYER "$H"', needs_root=True)] * is_unknown,
        *changes,
        *[it for it in deeds if it != disk(PREPARE)],
    ]


def _change(chance: Random) -> Line:
    place = chance.choice(PLACES)
    match chance.randrange(8):
        case 0 | 1 | 2 | 3:
            return state(chance.choice(VARIABLES))
        case 4 | 5:
            return disk(f"chmod {chance.choice(MODES)} {place}")
        case 6:
            return disk(f"chown 1:1 {place}; chmod {chance.choice(('700', '755', '777'))} {place}", needs_root=True)
        case _:
            return disk(f"{chance.choice(KINDS).format(place)}; chown -h ${{PLAYER:-65534}} {place}")


def _verbs(chance: Random) -> list[Line]:
    return chance.sample(VERBS, 5)


def _plain(chance: Random) -> list[Line]:
    return [chance.choice((PLAIN, MENU))]


def mutated(chance: Random) -> str:
    """Return a puzzle that a player could have pasted, with things in it that do not belong there."""
    if chance.random() < 0.2:
        return "".join(chance.choices(ODD, k=chance.randrange(1, 3)))
    text = chance.choice(TEXTS)
    for _ in range(chance.randrange(1, 4)):
        at = chance.choice((0, len(text), chance.randrange(len(text) + 1)))
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[at + chance.randrange(1, 4) :]
            case 1:
                text = text[:at] + text[: chance.randrange(20)] + text[at:]
            case _:
                text = text[:at] + chance.choice(ODD) + text[at:]
    return text


def _text(chance: Random) -> list[Line]:
    if chance.random() < 0.1:
        return [STREAM]
    return [Line(Kind.DEED, f"@ | binairo {reader}", tuple(mutated(chance))) for reader in chance.choices(READERS, k=4)]


def _app(chance: Random) -> list[Line]:
    program = chance.choice(("binairo", 'binairo play "$P"', 'binairo play "$P"', "binairo edit"))
    columns, rows = chance.choice(SIZES)
    text = f"stty cols {columns} rows {rows}; exec {program}"
    keys = chance.choices(KEYS, k=chance.randrange(1, 9))
    match chance.randrange(4):
        case 0:
            return [Line(Kind.APP, WHEN_RAW.format(chance.choice(SIGNALS)) + f"exec {program}")]
        case 1:
            keys[:0] = chance.choices(ANSWERS, k=2)
    return [Line(Kind.APP, text, tuple(keys))]


def _paste(chance: Random) -> list[Line]:
    """A text is pasted into the screen that imports puzzles; the app begins with the tutorial if nothing is there."""
    keys = ("I", f"\x1b[200~{mutated(chance)}\x1b[201~", "\x1b[15~", *chance.choices(KEYS, k=2))
    return [disk(PREPARE), Line(Kind.APP, "exec binairo", keys)]


def _serve(chance: Random) -> list[Line]:
    requests = [json.dumps({"id": f"g{number}", **chance.choice(REQUESTS)}) for number in range(3)]
    requests += [json.dumps({"id": f"b{number}", **chance.choice(BAD_REQUESTS)}) for number in range(2)]
    requests.append(chance.choice(GARBAGE))
    chance.shuffle(requests)
    return [Line(Kind.DEED, "@ | binairo serve", tuple(f"{it}\n" for it in requests))]


def wrong_clock(moment: str, damage: str) -> list[Line]:
    """Return an evening with a wrong clock: one backup is from another time, a later one is needed for a repair."""
    backup = Line(Kind.DEED, "binairo games backup", needs=True, shows="backups/progress-", shows_first=FIRST)
    return [
        state(f"export WORLD_CLOCK={moment}"),
        PLAIN,
        backup,
        state("unset WORLD_CLOCK"),
        Line(Kind.DEED, f"@ | binairo play --plain '{OTHER}'", ("r1c2 0\n", "quit\n")),
        Line(Kind.DEED, f"@ | binairo play --plain '{WITH_SIGNS}'", ("r1c1 0\n", "quit\n")),
        backup,
        disk(f'{damage} "$DATA/progress.db"'),
        Line(Kind.DEED, "binairo doctor --fix", needs=True),
    ]


def _wrong_clock(chance: Random) -> list[Line]:
    damage = chance.choice(("echo else | tee", "truncate -s 5000", "truncate -s 0", "rm"))
    return wrong_clock(chance.choice(("2038-01-18T20:00:00", "2001-01-01T20:00:00")), damage)


def _two(chance: Random) -> list[Line]:
    return [chance.choice((TWO_SESSIONS, TWO_SETTINGS))]


def _size(chance: Random) -> list[Line]:
    sizes = ("2x2", "2x4", "4x6", "6x16", "16x6", "8x36", "40x8", "6x14", "8x8", "10x6")
    return [
        Line(Kind.DEED, f"binairo {chance.choice(('generate --seed 1 --size', 'count', 'daily --size'))} {it}")
        for it in chance.sample(sizes, 2)
    ]


def _title(chance: Random) -> list[Line]:
    return [Line(Kind.DEED, 'binairo print --title "$(@)" "$P"', tuple(chance.choice(TITLES)), shows="<html")]


def homes() -> list[list[Line]]:
    """Return one world for each home that is unlike others, in which every verb is tried, and the app in the end."""
    wrong = [state(it) for it in HOMES]
    wrong += [disk(f"chmod {mode} {place}") for mode in ("000", "500") for place in PLACES[:4]]
    wrong += [disk(f"chown 1:1 {place}", needs_root=True) for place in PLACES[:4]]
    return [[disk(PREPARE), it, *VERBS, PLAIN, MENU, Line(Kind.APP, 'exec binairo play "$P"', ("\r",))] for it in wrong]
