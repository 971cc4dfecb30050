"""The documents agree with the code: tables are complete, and examples print what they show."""

import ast
import builtins
import collections.abc
import datetime as dt
import doctest
import enum
import os
import pathlib
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import typing
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from binairo_tui import __version__
from binairo_tui.cli.program import VERBS, program
from binairo_tui.engine import parse_puzzle
from tests.api_reference import PUBLIC, reference
from tests.cli import verbs
from tests.cli.verbs import ALL_VERBS
from tests.documents import (
    MANUAL_PAGE,
    PARTS,
    REFERENCE,
    SPEED,
    TECHNIQUES,
    documents,
    renewed,
    speed_picture,
    technique_pictures,
)
from tests.manual_page import manual_page
from tests.screenshots import DIRECTORY, FILM, PICTURES

pytestmark = pytest.mark.skipif("host" not in VERBS, reason="the documents describe the whole program")

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in documents()}
README = DOCUMENTS["README.md"]
INTERNALS = DOCUMENTS["CONTRIBUTING.md"] + DOCUMENTS["docs/engine.md"]
CHANGELOG = DOCUMENTS["CHANGELOG.md"]

TWO_COMMANDS = (
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/binairo",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest",
)


def blocks(text: str, language: str) -> list[str]:
    """The contents of all code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def examples() -> list[list[tuple[str, str]]]:
    """Every `$ command` of each console block, with the output shown below it."""
    shown = [block for text in DOCUMENTS.values() for block in blocks(text, "console")]
    return [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in dict.fromkeys(shown)]


def named_paths() -> list[str]:
    """Every `room/...` that developers are pointed to, with `::test` if one is named; no patterns such as `NAME.py`."""
    found = re.findall(r"`((?:binairo_tui|tests|puzzles)/[^`\s]*)`", INTERNALS)
    return sorted({path for path in found if "NAME" not in path})


def source_words() -> set[str]:
    """Every word of the source, the tests and the tools' settings."""
    this = Path(__file__).resolve()
    files = [path for room in ("binairo_tui", "tests") for path in (ROOT / room).rglob("*.py") if path != this]
    texts = [path.read_text(encoding="utf-8") for path in (*files, ROOT / "pyproject.toml", ROOT / "hatch_build.py")]
    return set(re.findall(r"\w+", " ".join(texts)))


@pytest.mark.parametrize("command", TWO_COMMANDS)
def test_the_two_commands_stand_word_for_word(command: str) -> None:
    assert command in [line for block in blocks(README, "sh") for line in block.splitlines()]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_generated_is_up_to_date(name: str) -> None:
    assert renewed(DOCUMENTS[name]) == DOCUMENTS[name], "run python -m tests.documents"


def test_the_picture_of_figures_is_up_to_date() -> None:
    assert (DIRECTORY / SPEED).read_text("utf-8") == speed_picture(), "run python -m tests.documents"


@pytest.mark.parametrize(("address", "begins"), [("", "#"), ("https://example.org/it", "https://example.org/it/")])
def test_on_a_package_index_no_path_of_readme_leads_nowhere(address: str, begins: str) -> None:
    pytest.importorskip("hatchling")
    text = runpy.run_path(str(ROOT / "hatch_build.py"))["readme_elsewhere"](README, address, "v1.2")
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert all(target.startswith(begins) for target in targets)
    assert len(targets) == (len(re.findall(r"\]\(", README)) if address else 0)


def test_the_manual_page_is_up_to_date() -> None:
    assert MANUAL_PAGE.read_text(encoding="utf-8") == manual_page(), "run python -m tests.documents"


def test_the_reference_of_the_library_is_up_to_date() -> None:
    assert REFERENCE.read_text(encoding="utf-8") == reference(), "run python -m tests.documents"


def test_signatures_in_the_reference_name_what_is_public_or_standard() -> None:
    text = reference()
    shown = [block for block in blocks(text, "python") if re.match(r"class |\w+\(", block)]
    shown += re.findall(r"^- `(.*)`$", text, re.MULTILINE)
    named: set[str] = set()
    for signature in shown:
        call = signature.removeprefix("class ").strip()
        if re.match(r"\w+: ", call):  # a property
            code = call.partition(": ")[2]
        else:  # the bases of a class are no parameters
            code = f"{'def' if ': ' in call or not signature.startswith('class ') else 'class'} {call}: ..."
        named |= {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    public = {name for package, names in PUBLIC.items() for name in (*names, package.__name__.rpartition(".")[2])}
    assert len(named) > 50
    standard = (builtins, collections.abc, dt, enum, pathlib, typing)
    assert named - public - {name for module in standard for name in dir(module)} == set()


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_the_manual_page_is_rendered_without_warnings() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", str(MANUAL_PAGE)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    plain = re.sub(r"\x1b\[[\d;]*m|.\x08", "", done.stdout)
    assert all(f"binairo {verb}" in plain for verb in ALL_VERBS)


def test_every_generated_part_is_shown() -> None:
    assert {part for text in DOCUMENTS.values() for part in re.findall("<!-- end of (.*) -->", text)} == set(PARTS)


def test_every_picture_is_there_and_shown() -> None:
    shown = {
        (ROOT / name).parent.joinpath(path).resolve()
        for name, text in DOCUMENTS.items()
        for path in re.findall(r"^!\[[^]]+\]\((\S+)\)$", text, re.MULTILINE)
    }
    screens = {(DIRECTORY / f"{name}.svg").resolve() for name in PICTURES}
    film, speed, growth = (DIRECTORY / FILM).resolve(), (DIRECTORY / SPEED).resolve(), ROOT / "docs" / "growth.svg"
    assert shown == screens | {film, speed, growth} | {(TECHNIQUES / name).resolve() for name in technique_pictures()}
    for path in screens:
        assert "Binairo:" in path.read_text(encoding="utf-8")
    assert film.stat().st_size < 1_000_000


def test_the_pictures_of_techniques_are_up_to_date() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in TECHNIQUES.iterdir()}
    assert found == technique_pictures(), "run python -m tests.documents"


def anchors(text: str) -> set[str]:
    """The anchors of a document's headings; those that are the same get numbers."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    counted = Counter(re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings)
    return {f"{it}-{number}" if number else it for it, count in counted.items() for number in range(count)}


def test_links_lead_somewhere() -> None:
    for name, text in DOCUMENTS.items():
        for path, anchor in re.findall(r"(?<!!)\[[^]]+\]\(([^)#\s]*)(?:#(\S+))?\)", text):
            target = (ROOT / name).parent.joinpath(path).resolve() if path else ROOT / name
            assert target.exists(), (name, path)
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), (name, anchor)


def test_each_name_in_the_contents_of_the_reference_leads_to_its_own_entry() -> None:
    contents, _, rest = DOCUMENTS["docs/reference.md"].partition("\n## ")
    links = re.findall(r"\[\w+\]\(#(\S+)\)", contents)
    assert len(links) == len(set(links)) == len(re.findall(r"^### ", rest, re.MULTILINE))


ALONE = r"one process does all the work, because .*\n"
"""What verbs say first, on stderr, where the system starts no other processes."""


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, in which `binairo` is a command; its data are in a directory beside it."""
    directory, command = tmp_path / "here", tmp_path / "bin" / "binairo"
    for path in (directory, command.parent):
        path.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m binairo_tui "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.chdir(directory)
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("HOME", "/home/you")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "data"))
    return directory


def run(*command: str) -> str:
    """Run a command and return all that it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=60)
    return re.sub(ALONE, "", done.stdout)


@pytest.mark.parametrize("block", [pytest.param(block, id=block[0][0]) for block in examples()])
@pytest.mark.usefixtures("directory")
def test_examples_print_what_is_shown(block: Sequence[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of a block run in order, in this process unless one needs a shell or ends with an error."""
    for command, output in block:
        missing = [it for it in re.findall(r"(?:^|\| )(\w+)", command) if shutil.which(it) is None]
        if missing:
            pytest.skip(f"{missing[0]} is not installed")
        if "binairo games where" in command:
            monkeypatch.delenv("XDG_DATA_HOME")
            monkeypatch.delenv("XDG_CONFIG_HOME")
        if command.startswith("binairo ") and not set(command) & set("|;&<>$#") and not output.startswith("binairo "):
            result = CliRunner().invoke(program, shlex.split(command)[1:], prog_name="binairo")
            assert re.sub(ALONE, "", result.output) == output
        else:
            assert run("sh", "-c", command) == output


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.usefixtures("directory")
def test_the_javascript_prints_what_is_shown() -> None:
    ((script, output),) = re.findall(
        r"^```js\n(.*?)^```\n\n```text\n(.*?)^```$", DOCUMENTS["docs/cookbook.md"], re.DOTALL | re.MULTILINE
    )
    assert run("node", "-e", script) == output


def test_commands_that_do_not_run_here_have_known_options() -> None:
    shown = [line for text in DOCUMENTS.values() for block in blocks(text, "sh") for line in block.splitlines()]
    found = [
        re.split(r" [|>&]", call)[0]
        for line in shown
        for call in re.findall(r"(?<!-c )\bbinairo ((?:(?!binairo ).)*)", line)
    ]
    assert len(found) > 9
    for call in found:
        command, words = verbs.root().command, call.partition(" #")[0].replace('"', "").split()
        for word in words:
            options = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
            assert not word.startswith("--") or word in {*options, "--help"}, call
            if isinstance(command, click.Group) and word in command.list_commands(verbs.root()):
                command = command.get_command(verbs.root(), word) or command


def test_the_notation_is_read_and_written_as_shown() -> None:
    shown = blocks(DOCUMENTS["docs/formats.md"], "text")[0].splitlines()
    assert [str(parse_puzzle(text)) for text in shown] == shown


def test_there_are_examples_of_every_verb_that_needs_no_terminal() -> None:
    shown = " ".join([command for block in examples() for command, _ in block])
    needed = {it for it in ALL_VERBS if it.split()[0] not in ("play", "edit", "web", "host")} | {"host"}
    assert [it for it in needed if f"binairo {it}" not in shown] == []


def test_the_library_session_runs() -> None:
    (session,) = blocks(README, "python")
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.attempted > 5
    assert results.failed == 0


def test_what_developers_are_pointed_to_exists() -> None:
    for named in named_paths():
        path, _, name = named.partition("::")
        assert (ROOT / path).exists(), named
        pattern = rf"^(?:(?:async )?def |class )?{name}\b"
        assert not name or re.search(pattern, (ROOT / path).read_text("utf-8"), re.MULTILINE), named


def test_names_for_developers_are_names_in_the_code() -> None:
    quoted = re.findall(r"`@?([A-Za-z_][\w.]*)(?:\([^`]*\))?`", INTERNALS)
    looks_like_code = {name for name in quoted if re.search(r"[a-z]_[a-z]|^_|[a-z][A-Z]|^[A-Z][A-Z_]+$|\w\.\w", name)}
    words = {word for name in looks_like_code if not name.endswith((".py", ".toml")) for word in name.split(".")}
    assert len(words) > 30
    assert words - source_words() == set()


def test_the_changelog_has_this_version() -> None:
    assert f"## [{__version__}]" in CHANGELOG


def test_no_document_knows_the_machine_it_was_written_on() -> None:
    own = r"(?<![\w.])/(?:root|work|tmp|opt|srv|mnt)\b\S*|/home/(?!you\b)\S*|https?://(?!example\.org/)\S*"
    assert {name: found for name, text in DOCUMENTS.items() if (found := re.findall(own, text))} == {}
