"""Lists every sentence that a player can meet: `python -m tests.sentences [PATH ...]`, to be read in one go.

The sentences are where they are used: those of screens in `tui/view`, `tui/screens` and the command table, those of
plain mode in `plain`, and so on. They are found by reading the source: all texts with words, with `{...}` for what is
filled in, and the `--help` of each verb.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "binairo_tui"

_TWO_WORDS = re.compile(
    r"[A-Za-z]{2,}[,;:.]? \W?[A-Za-z]|[A-Za-z]{2,}[.?!]$|^[A-Z][a-z]+[,:]? \{\.\.\.\}|\} [a-z]{4,}$"
)
_ONE_WORD = re.compile(r"[A-Z][a-z]{2,}")
_ONE_WORD_ROOMS = ("plain", "tui/keymap", "tui/screens", "tui/view")
_NOT_SAID = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WHERE|FROM|AND|ORDER|JOIN|LEFT|ON)\b"
    r"|\(\?[:P<!=]|\{[^{}]*[a-z-]+: [^{}]*[;}]|\bINTEGER\b|^[a-z_]+( [a-z_]+)*(, [a-z_]+)+$"
    r"|\bconst |^(#[0-9a-f]{6} ?)+$"
)
_TAG = re.compile(r"<(?:!--.*?--|[/!]?[a-zA-Z][^<>]*)>", re.DOTALL)
_SILENT_CALLS = {"compile", "cast", "TypeVar", "execute", "executemany", "getattr", "patterns"}
_SILENT_NAMES = {"__all__", "__slots__", "_LAZY", "DEFAULT_CSS", "CSS"}


class Sentence(NamedTuple):
    """A text in the source."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text}"


def sentences(paths: list[Path] | None = None) -> Iterator[Sentence]:
    """Yield the sentences in these files or directories, by default in the whole package."""
    for path in paths or [PACKAGE]:
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            reader = _Reader(file)
            reader.visit(ast.parse(file.read_text(encoding="utf-8")))
            yield from reader.found


class _Reader(ast.NodeVisitor):
    """Collects the texts of a module."""

    def __init__(self, path: Path) -> None:
        self.found: list[Sentence] = []
        self._path = path

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # else a docstring
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        is_verb = any(re.match(r"click\.(command|group)\b", ast.unparse(it)) for it in node.decorator_list)
        help_text = ast.get_docstring(node)
        if is_verb and help_text:
            for paragraph in help_text.split("\n\n"):
                self._add(node.lineno, " ".join(paragraph.split()))
        for child in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, *node.body):
            if child is not None:
                self.visit(child)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in _SILENT_CALLS:
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in _SILENT_NAMES for target in node.targets):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._add(node.lineno, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = [part.value if isinstance(part, ast.Constant) else "{...}" for part in node.values]
        self._add(node.lineno, "".join(map(str, parts)))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def _add(self, line: int, text: str) -> None:
        room = str(self._path.relative_to(PACKAGE)) if self._path.is_relative_to(PACKAGE) else ""
        for piece in _TAG.split(text):
            said = " ".join(piece.split())
            words = re.sub(r"(\w+\.)?\{\.\.\.\}", "", said)
            is_said = (
                _TWO_WORDS.search(said)
                or _TWO_WORDS.search(words)
                or (_ONE_WORD.fullmatch(said) and room.startswith(_ONE_WORD_ROOMS))
            )
            if is_said and not _NOT_SAID.search(said):
                self.found.append(Sentence(self._path, line, said))


if __name__ == "__main__":
    listed = list(sentences([Path(name).resolve() for name in sys.argv[1:]]))
    print("\n".join(map(str, listed)))
    print(f"{len(listed)} sentences", file=sys.stderr)
