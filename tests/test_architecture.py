"""What a start costs: the rooms below the app must not import Textual."""

import ast
import re
import subprocess
import sys

import pytest

from tests.source import PACKAGE, nodes_of

MOST_MODULES = 90
"""Limit on our own modules that a game imports before its first board: each takes a quarter of a millisecond."""


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("binairo_tui.engine", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.game", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.library", ["textual", "rich", "sqlite3", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.player.progress", ["textual", "rich", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.settings", ["textual", "rich", "tomllib", "tomlkit", "platformdirs", "click", "asyncio"]),
        ("binairo_tui.cli", ["textual", "rich", "sqlite3", "platformdirs", "asyncio"]),
        ("binairo_tui.cli.verbs.web", ["aiohttp", "textual_serve", "textual", "rich", "sqlite3", "asyncio", "termios"]),
        ("binairo_tui.tui.app", ["asyncssh", "binairo_tui.host"]),
        ("binairo_tui.tui.start", ["textual", "rich", "asyncio"]),
        ("binairo_tui.cli.text_input", ["numpy", "PIL", "binairo_tui.screenshots.reading"]),
        ("binairo_tui.tui.screens.importing", ["numpy", "PIL", "binairo_tui.screenshots.reading"]),
    ],
)
def test_importing_a_room_does_not_import(module: str, forbidden: list[str]) -> None:
    assert imported(module, forbidden) == []


def imported(module: str, names: list[str]) -> list[str]:
    """Return those of the names of modules that a new process imports with `module`."""
    code = f"import {module}, sys; print(*[name for name in {names} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_a_game_of_a_collection_waits_for_nothing_else() -> None:
    code = (
        "import sys, binairo_tui.cli.opening, binairo_tui.tui.start, binairo_tui.tui.app\n"
        "import binairo_tui.tui.terminal.driver, binairo_tui.tui.screens.play, binairo_tui.player.progress\n"
        "import binairo_tui.settings.writing\n"
        "from binairo_tui.cli.puzzle_input import read_puzzles\n"
        "print(*read_puzzles(['classics:1']), *sys.modules, sep='\\n')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found, *modules = run.stdout.splitlines()
    assert found.startswith("Found(puzzle=parse_puzzle('6x6;")
    unwanted = (
        r"json|shlex|statistics|tomllib|tomlkit|multiprocessing|click"
        r"|binairo_tui\.(?:engine\.(?:consequences|core|generation|grading|propagation|search|techniques)|game\.(?:branches|review|why)"
        r"|formats|counting|library\.own|processes|plain|pictures|screenshots|host\b"
        r"|store\.(?:backups|practice|queries|repair|snapshots)"
        r"|tui\.screens\.(?!base$|board_screen$|places$|play$|solved_card$)|tui\.view\.solved_text|tui\.widgets\.text_lines)"
    )
    assert [name for name in modules if re.match(unwanted, name)] == []
    assert len([name for name in modules if name.startswith("binairo_tui")]) <= MOST_MODULES


QUESTIONS = {"exists", "is_file", "is_dir", "lexists", "isfile", "isdir"}
"""Methods of `Path`, which raise PermissionError below a closed directory, and functions of `os.path`."""


@pytest.mark.parametrize("package", ["player", "tui/view", "tui/screens"])
def test_a_package_names_each_of_its_modules(package: str) -> None:
    """Otherwise, mypy and import-linter would not see modules that are reached through the package."""
    modules = {path.stem for path in (PACKAGE / package).glob("[!_]*.py")}
    tree = ast.parse((PACKAGE / package / "__init__.py").read_text(encoding="utf-8"))
    assert modules == {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == f"binairo_tui.{package.replace('/', '.')}"
        for name in node.names
    }


def test_only_one_module_asks_what_is_at_a_path() -> None:
    asked = {
        f"{name}:{node.lineno}"
        for name, node in nodes_of(QUESTIONS)
        if isinstance(node, ast.Attribute)
        and node.attr in QUESTIONS
        and ast.unparse(node.value) not in ("paths", "files.paths")
    }
    assert {place.partition(":")[0] for place in asked} == {"files/paths.py"}, asked


POSIX = {
    "os": "O_(?:NOFOLLOW|CLOEXEC|NONBLOCK|NOCTTY|DIRECTORY)|ST_RDONLY|f?chown|fchmod|get(?:e?[ug]id|pgid)|fork|kill"
    "|killpg|login_tty|mkfifo|name|nice|openpty|pread|sched_getaffinity|set_blocking|setsid|statvfs|ttyname|uname|wait.*",
    "select": "e?poll|kqueue",
    "signal": "SIG(?:ALRM|CHLD|CONT|HUP|KILL|PIPE|TSTP|USR1|WINCH)|setitimer",
    "sys": "platform",
}
"""What modules have on some systems only, or tells systems apart."""
POSIX_MODULES = {"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "readline", "resource", "termios", "tty"}


def _names_a_system(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(ast.Name(module), name):
            return module in POSIX and re.fullmatch(POSIX[module], name) is not None
        case ast.Import(names):
            return not POSIX_MODULES.isdisjoint(alias.name for alias in names)
        case ast.ImportFrom(module):
            return module in POSIX_MODULES
    return False


def test_few_modules_know_the_system_that_they_run_on() -> None:
    words = [*POSIX_MODULES, *[f"{module}." for module in POSIX]]
    found = {name for name, node in nodes_of(words) if _names_a_system(node)}
    allowed = ("files/system.py", "tui/terminal/", "host/", "web/")
    assert {name for name in found if not name.startswith(allowed)} == set()
    assert "files/system.py" in found
