"""What can be done on pages of text."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.keymap.command import Command, FooterContext, Scope

_page = partial(Command, scope=Scope.PAGE)
_PAGE = (FooterContext.SHARE, FooterContext.PAGE)

PAGE_COMMANDS: tuple[Command, ...] = (
    _page("page.up", ("up", "k", "w"), "scroll(-1)", "Up", "Scroll up.", footer="scroll", contexts=_PAGE),
    _page("page.down", ("down", "j", "s"), "scroll(1)", "Down", "Scroll down.", footer="scroll", contexts=_PAGE),
)
