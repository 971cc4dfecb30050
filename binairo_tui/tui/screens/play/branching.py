"""What-if branches."""

from __future__ import annotations

from functools import partial

from binairo_tui.tui.screens.play.base import PlayBase


class BranchActions(PlayBase):
    """Opening and closing branches."""

    def action_open_branch(self) -> None:
        """Begin a branch."""
        self.do(self.session.open_branch)

    def action_drop_branch(self) -> None:
        """Go back to where the last branch began; what it proves is found out in a thread and done, too."""
        session = self.session
        if self.is_paused or session.is_strict or not session.branches:
            self.do(session.drop_branch)
        else:
            self.ask("branch", session.ask_branch, lambda found: self.do(partial(session.drop_branch, found)))

    def action_keep_branch(self) -> None:
        """Make what was filled in the last branch definite."""
        self.do(self.session.keep_branch)
