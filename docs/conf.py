"""Settings of the site that Sphinx makes of these pages: `python -m sphinx -W docs site`, with the extra `docs`."""

import os
import re
from typing import Any

from binairo_tui import __version__
from tests.cli.verbs import ALL_VERBS

project = "binairo-tui"
author = project_copyright = "The binairo-tui authors"
version = release = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 4  # so that links that work in the repository work here
html_theme = "furo"
html_title = f"binairo-tui {__version__}"
html_copy_source = False

ADDRESS = os.environ.get("BINAIRO_ADDRESS", "").rstrip("/")
"""The address of the repository, if it is known."""
_OUTSIDE = r"\[([^]]*)\]\((?:\.\./)?(CONTRIBUTING\.md|CHANGELOG\.md|LICENSE)\)"


def link_outside(*event: Any) -> None:
    """Let links to files that the site does not hold lead to the repository, or leave them out."""
    text = event[-1]
    text[0] = re.sub(_OUTSIDE, rf"[\1]({ADDRESS}/blob/main/\2)" if ADDRESS else r"\1", text[0])


def add_help(app: Any, name: str, text: list[str]) -> None:  # noqa: ARG001 - Sphinx names the arguments
    """Add the help of every verb to the page for it."""
    if name == "options":
        text[0] += "".join([f"\n## {verb}\n\n```text\n{it.get_help()}\n```\n" for verb, it in ALL_VERBS.items()])


def setup(app: Any) -> None:
    """Register what is done with each page. Sphinx calls this."""
    app.connect("source-read", link_outside)
    app.connect("source-read", add_help)
    app.connect("include-read", link_outside)
