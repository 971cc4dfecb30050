"""Where the puzzle goes from the editor: into a collection, a game, a text, among its solutions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binairo_tui.game.solutions import finding_solutions
from binairo_tui.library import Entry, LibraryError
from binairo_tui.library.own import add_puzzle, name_fault, own_names
from binairo_tui.player.text import plain
from binairo_tui.tui.keymap import keymap_of
from binairo_tui.tui.messages import Place
from binairo_tui.tui.screens.editor.base import EditorBase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from binairo_tui.engine import Puzzle
    from binairo_tui.engine.grading import Grade

FIRST_NAME = "mine"
"""What a collection of one's own is called unless the player says otherwise."""


class KeepActions(EditorBase):
    """Saving, playing, leaving."""

    name_of_collection = ""

    def action_show_agreed(self) -> None:
        """Show what all solutions share, or only the givens."""
        self.shows_agreed = not self.shows_agreed
        self.message = ""
        self.show_all()

    def action_solutions(self) -> None:
        """Page through the solutions."""
        self.navigator.go(Place.SOLUTIONS, self.puzzle, "", finding_solutions(self.puzzle), self.cursor)

    def action_share(self) -> None:
        """Show the puzzle as text."""
        self.navigator.go(Place.SHARE, self.puzzle, self.puzzle.givens)

    def action_play(self) -> None:
        """Play the puzzle: the game of the collection, if it is in one."""
        if self.saved is not None:
            self.navigator.open_entry(self.saved)
        else:
            grade = self._grade()
            self.navigator.open_puzzle(self.puzzle, "own puzzle", grade.band.title if grade else "")

    def action_save(self) -> None:
        """Ask for the name of a collection."""
        from binairo_tui.tui.screens.prompt import PromptScreen

        names = own_names(self.own)
        name = self.name_of_collection or (names[0] if names else FIRST_NAME)
        known = f" (there is {', '.join(names[:5])}{' ...' * (len(names) > 5)})" if names else ""
        self.app.push_screen(PromptScreen(f"Save into which collection?{known}", name, _fault_of), self._save)

    def confirm_leave(self) -> bool:
        """Return whether the editor may be left; object once if the puzzle is not in a collection."""
        if self.is_leaving or self.saved is not None or self.session.is_blank or self.puzzle == self.opened:
            return True
        self.is_leaving = True
        keymap = keymap_of(self.app)
        save, back = keymap.key_of("edit.save"), keymap.key_of("app.back")
        self.note(f"It is in no collection yet: {save} saves it. {back} leaves all the same; the draft stays here.")
        return False

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        self.name_of_collection = name
        puzzle, grade = self.puzzle, self._grade()
        self.run_beside("saving", lambda _: _saved(self.own, name, puzzle, grade), partial(self._take_saved, puzzle))

    def _take_saved(self, puzzle: Puzzle, entry: Entry | str) -> None:
        if isinstance(entry, str):
            self.note(plain(entry, 300))
            return
        if puzzle == self.puzzle:
            self.saved = entry
        self.note(f"Saved as {entry.title}.")

    def _grade(self) -> Grade | None:
        return self.analysis.grade if self.analysis is not None else None


def _saved(own: Path, name: str, puzzle: Puzzle, grade: Grade | None) -> Iterator[Entry | str]:
    """The new entry, or a sentence why there is none."""
    band, score = (grade.band.title, grade.score) if grade else ("", 0)
    try:
        number = add_puzzle(own, name, puzzle, band=band, score=score)
    except LibraryError as error:
        yield f"Not saved: {error}."
    else:
        yield Entry(name, number, puzzle, band, score)


def _fault_of(name: str) -> str:
    fault = name_fault(name)
    return f"{fault[:1].upper()}{fault[1:]}." if fault else ""
