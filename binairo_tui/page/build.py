"""Builds the page: a folder of static files that any web server can serve.

The terminal and Python come from npm, in fixed versions that are checked by their hashes. The app and the packages that
it needs come from this installation. The Python of the page compiles the source files; for this, the build runs it in
Node.js.
"""

import hashlib
import json
import lzma
import re
import shutil
import subprocess
import zipfile
from importlib.metadata import distribution
from importlib.resources import files as resources
from pathlib import Path
from tempfile import TemporaryDirectory

from binairo_tui import files, library

_HERE = Path(__file__).parent


class BuildError(Exception):
    """The page cannot be built. The message is a clause that says why."""


FROM_NPM = {
    "pyodide.mjs": "pyodide/pyodide.mjs",
    "pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide/pyodide.asm.wasm",
    "xterm.mjs": "@xterm/xterm/lib/xterm.mjs",
    "xterm.css": "@xterm/xterm/css/xterm.css",
    "xterm-license.txt": "@xterm/xterm/LICENSE",
    "addon-fit.mjs": "@xterm/addon-fit/lib/addon-fit.mjs",
    "addon-webgl.mjs": "@xterm/addon-webgl/lib/addon-webgl.mjs",
}
"""Maps the files of the page that come from npm to their paths in npm's packages."""
LOCK = _HERE / "package-lock.json"
"""The versions and the hashes of the packages that come from npm; npm refuses others."""
DISTRIBUTIONS = ("fsrs", "platformdirs", "rich", "segno", "textual", "tomlkit", "typing_extensions")
"""The packages that the app needs besides this one; all are pure Python."""
OWN = ("index.html", "app.css", "app.js", "files.js", "worker.js", "manifest.webmanifest", "icon.svg")
SHARED = ("page.css", "keys.js")
"""The files that the page shares with `binairo web`."""
_UNUSED = re.compile(
    r"\.\./.*|.*\.(?:pyi|so|pyd)|(?:.*/)?(?:__pycache__|sboms|tests)/.*|.*/(?:RECORD|INSTALLER|REQUESTED|direct_url\.json)"
    r"|binairo_tui/(?:cli|datasets|host|page/(?:build|[^/]*\.(?!py$))|plain|web)\b.*"
    r"|textual/(?:cli|demo|tree-sitter)/.*|textual/drivers/(?:_byte|_input|_writer|linux|w).*|textual/_markup_playground\.py"
    r"|textual/widgets/_?(?:checkbox|collapsible|data_table|digits|header|list_view|log|markdown|masked_input|progress_bar"
    r"|radio|rich_log|selection_list|sparkline|switch|tab|welcome).*|rich/_unicode_data/unicode(?!17).*"
    r"|rich/(?:__main__|_inspect|diagnose|layout|live|markdown|progress|prompt|syntax|traceback)\.py"
    r"|(?:platformdirs/(?:android|ios|macos|pytest_plugin|testing|windows)|fsrs/optimizer|segno/(?:cli|helpers))\.py"
)
"""Matches files of packages that the page does not use."""
_UNUSED_IN_PYTHON = re.compile(
    r"(?:_pyrepl|ctypes/macholib|curses|dbm|ensurepip|idlelib|multiprocessing|tkinter|turtledemo|unittest|venv|wsgiref|xmlrpc"
    r"|xml/(?:dom|etree|parsers))/.*|(?:_pyio|antigravity|bdb|cmd|code|compileall|cProfile|doctest|filecmp|fileinput|ftplib|imaplib"
    r"|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pyclbr|pydoc.*|sched|shelve|smtplib"
    r"|socketserver|symtable|tabnanny|this|timeit|trace|turtle|wave|zipapp)\.py|asyncio/(?:proactor|tools|windows).*"
    r"|(?:email/mime|encodings/(?:big5|cp[0125789]|euc|gb|hz|iso|johab|koi|mac|shift)|http/(?:server|cookies)"
    r"|logging/(?:config|handlers)|pyodide/console).*"
)
"""Matches files of Python's standard library that the page does not use."""


def build(target: Path) -> Path:
    """Write the page to a new or empty folder and to a zip file; return its path. Raises BuildError and OSError."""
    target = target.resolve()
    archive = target.parent / f"{target.name}.zip"
    target.mkdir(parents=True, exist_ok=True)
    if any(target.iterdir()):
        raise BuildError(f"{target} is not empty")
    if files.paths.is_there(archive):
        raise BuildError(f"{archive} is there already")
    with TemporaryDirectory() as folder:
        work = Path(folder)
        for path in (_HERE / "package.json", LOCK):
            shutil.copyfile(path, work / path.name)
        _run(work, "npm", "ci", "--loglevel=error", "--ignore-scripts", "--no-audit")
        packages = work / "node_modules"
        lock = json.loads((packages / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
        _compile(work, target)
        for name, there in FROM_NPM.items():
            shutil.copyfile(packages / there, target / name)
    for path in (*[_HERE / it for it in OWN], *[_HERE.parent / "web" / it for it in SHARED]):
        text = path.read_text("utf-8").replace("@LOCK@", json.dumps({"info": lock["info"], "packages": {}}))
        (target / path.name).write_text(text, encoding="utf-8")
    font = resources("textual_serve").joinpath("static", "fonts", "RobotoMono-VariableFont_wght.ttf")
    (target / "font.ttf").write_bytes(font.read_bytes())
    names = sorted([it.name for it in target.iterdir()])
    version = hashlib.sha256(b"".join([(target / it).read_bytes() for it in names])).hexdigest()[:16]
    service = (_HERE / "service.js").read_text("utf-8").replace("@VERSION@", version)
    (target / "service.js").write_text(service.replace("@FILES@", json.dumps(["./", *names])), encoding="utf-8")
    return Path(shutil.make_archive(str(target), "zip", target))


def _compile(work: Path, target: Path) -> None:
    with zipfile.ZipFile(work / "app.zip", "w") as app:
        for name, path in _app_files().items():
            if not _UNUSED.fullmatch(name):
                app.write(path, name)
    with (
        zipfile.ZipFile(work / "node_modules" / "pyodide" / "python_stdlib.zip") as everything,
        zipfile.ZipFile(work / "python.zip", "w") as used,
    ):
        for name in everything.namelist():
            if not _UNUSED_IN_PYTHON.fullmatch(name):
                used.writestr(name, everything.read(name))
    _run(work, "node", str(_HERE / "compile.mjs"), str(work))
    shutil.copyfile(work / "start.zip", target / "python_stdlib.zip")
    (target / "app.zip.xz").write_bytes(lzma.compress((work / "rest.zip").read_bytes()))


def _app_files() -> dict[str, Path]:
    """Return the files of the app, of its collections and of the packages that it needs, by their names in the page."""
    root = _HERE.parent
    found = {it.relative_to(root.parent).as_posix(): it for it in sorted(root.rglob("*")) if files.paths.is_file(it)}
    found |= {f"{root.name}/puzzles/{it.path.name}": it.path for it in library.collections()}
    for needed in DISTRIBUTIONS:
        for file in distribution(needed).files or ():
            found[file.as_posix()] = Path(str(file.locate()))
    return found


def _run(folder: Path, *command: str) -> None:
    """Run a program in a folder. Raises BuildError if it is missing or fails."""
    program = shutil.which(command[0])
    if program is None:
        raise BuildError(f"{command[0]} was not found; Debian's packages nodejs and npm have it")
    done = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        reason = "; ".join(done.stderr.split("\n")[:2]) or "no reason given"
        raise BuildError(f"{' '.join(command[:2])} failed: {reason}")
