"""Makes the manual page `docs/binairo.1` from the help of the command line. `python -m tests.documents` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from binairo_tui import __version__
from binairo_tui.cli.program import VERB_GROUPS, program
from tests.cli import verbs

FILES = """
.SH FILES
.TP
.I $XDG_DATA_HOME/binairo\\-tui/progress.db
All games and results. The default of
.B XDG_DATA_HOME
is
.IR ~/.local/share .
.TP
.I $XDG_DATA_HOME/binairo\\-tui/collections/
Your own collections of puzzles.
.TP
.I $XDG_CONFIG_HOME/binairo\\-tui/config.toml
The settings. The default of
.B XDG_CONFIG_HOME
is
.IR ~/.config .
.SH ENVIRONMENT
.TP
.B NO_COLOR
If set, no colours are used.
.TP
.B BINAIRO_PURE
If set to 1, the engine runs in Python even if the compiled core is there.
""".strip()


def manual_page() -> str:
    """Return the manual page as roff."""
    context = verbs.root()
    summary, *description = paragraphs(program.help or "")
    lines = [
        f'.TH BINAIRO 1 "" "binairo-tui {__version__}" "User Commands"',
        ".SH NAME",
        f"binairo \\- {escaped(summary.removesuffix('.'))}",
        ".SH SYNOPSIS",
        ".B binairo",
        "[\\fIOPTIONS\\fR] [\\fIVERB\\fR ...]",
        ".SH DESCRIPTION",
        *body(description),
        ".SH OPTIONS",
        *options(program, context),
    ]
    for heading, names in VERB_GROUPS.items():
        lines.append(f'.SH "{escaped(heading.upper())}"')
        for name, found in verbs.ALL_VERBS.items():
            if name.split()[0] in names:
                lines += verb_section(name, found)
    return "\n".join([*lines, FILES]) + "\n"


def verb_section(name: str, context: click.Context) -> Iterator[str]:
    """Yield the lines of a verb's section."""
    command = context.command
    yield f'.SS "binairo {" ".join([name, *command.collect_usage_pieces(context)])}"'
    yield from body(paragraphs(command.help or ""))
    yield from options(command, context)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the list of a command's options."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option):
            yield ".TP"
            yield f"\\fB{escaped(record[0])}\\fR"
            yield escaped(record[1])


def body(found: list[str]) -> Iterator[str]:
    """Yield paragraphs; what is indented, such as examples, keeps its lines."""
    for text in found:
        introduction, _, examples = text.partition("\n  ")
        yield ".PP"
        yield escaped(" ".join(introduction.split()))
        if examples:
            yield from (".RS 2", ".nf", *map(escaped, examples.replace("\n  ", "\n").splitlines()), ".fi", ".RE")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, without click's marks."""
    return re.split(r"\n\s*\n", cleandoc(text.replace("\b\n", "")))


def escaped(text: str) -> str:
    """Return text for roff: hyphens that can be copied, no control lines."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)
