"""Editor screen: keys change the puzzle. After every change, the draft is saved and the puzzle analysed in a thread."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, ClassVar

from textual.timer import Timer

from binairo_tui.engine import EMPTY, Cell, Puzzle, cancellation, wording
from binairo_tui.engine.analysis import Analysis, analyse
from binairo_tui.engine.puzzle import parse_size
from binairo_tui.files.paths import draft_path, own_collections_dir
from binairo_tui.game import Change, editing
from binairo_tui.library import Entry, LibraryError, own
from binairo_tui.player.text import plain, size_text
from binairo_tui.store.errors import StoreError
from binairo_tui.tui.keymap import Command, FooterContext, Scope
from binairo_tui.tui.messages import Navigator
from binairo_tui.tui.screens import base, board_screen, dialog, draft, places, revisions
from binairo_tui.tui.view import appearance, editor_text, import_text

BLANK = Puzzle(8, 8, 0)
ANALYSIS_DELAY = 0.15
"""Seconds without a change before the puzzle is analysed, so that rapid typing does not start an analysis."""
_NEEDING_GRADE = ("edit.save", "edit.play", "app.palette")
"""Commands whose effect depends on the analysis."""
STALE_SECONDS = 0.5
"""Seconds of analysis after which the result of the previous analysis disappears."""
CLOSE_SECONDS = 1.0


class EditorScreen(board_screen.BoardScreen[editing.EditSession]):
    """The editor, which continues with the last draft.

    If `puzzle` is given, it becomes the draft's next step, and the cursor goes to `cell`.
    """

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.EDITOR, Scope.BOARD, Scope.FILL, Scope.PUZZLE)

    def __init__(self, navigator: Navigator, puzzle: Puzzle | None = None, cell: Cell | None = None) -> None:
        self._session, self.message = draft.open_draft(draft_path(), BLANK)
        self._draft = draft.draft_writer(draft_path())
        self._saved_snapshot = self.session.snapshot()
        if puzzle is not None:
            if self.session.puzzle not in (BLANK, puzzle):
                self.message = self.message or "Undo brings back the puzzle that was here."
            self.session.take(puzzle)
        if cell is not None:
            self.session.cursor = cell
        self._entry: Entry | None = None
        """The entry of the current puzzle in a collection; None if it has not been saved in one."""
        self._collection_name = ""
        self._count_message = ""
        """The message that says how many solutions the puzzle has; it is shown until the next command."""
        self._seed = 0
        self._analysis: Analysis | None = None
        self._is_slow = False
        self._shows_agreed = True
        self._analysis_timers: list[Timer] = []
        super().__init__(FooterContext.EDITING, navigator)

    def begin(self) -> None:
        self._save_draft()
        self._begin_analysis()
        self.show_all()

    def on_unmount(self) -> None:
        self._save_draft()
        self._draft.close(CLOSE_SECONDS)

    def on_screen_suspend(self) -> None:
        self._save_draft()

    def awaited(self, command: Command | None) -> Iterable[str]:
        name = command.id if command else ""
        if name in base.CANCELLING_COMMANDS:
            return ("saving",)  # the editor would ask to save what is being saved
        return ("saving", "revision", "analysis") if name in _NEEDING_GRADE else ("saving", "revision")

    def go_to(self, cell: Cell) -> None:
        super().go_to(cell)
        if not self.board.scene.layout.has_room_for_signs:
            self._show_panel()

    # Changes by the player.

    def action_game(self, command: str, *arguments: Any) -> None:
        self._run(partial(getattr(self.session, command), *arguments))

    def action_cell(self, command: str, *arguments: Any) -> None:
        cell, has_next = self.cursor, self.cursor + 1 < self.puzzle.geometry.cell_count
        is_filled = command == "place" and arguments != (EMPTY,)
        if is_filled and has_next and self.navigator.settings.editor_advance:
            self.go_to(cell + 1)
        self.action_game(command, cell, *arguments)

    def action_sign(self, side: str, same: bool) -> None:
        self._run(partial(self.session.put_sign, self.cursor, editing.Side[side], same=same))

    def action_size(self) -> None:
        self.app.push_screen(dialog.size_prompt(size_text(self.puzzle.width, self.puzzle.height)), self._resize)

    def _resize(self, text: str | None) -> None:
        size = parse_size(text or "")
        if size is not None:
            self._run(partial(self.session.resize, *size))

    def _run(self, command: Callable[[], Change]) -> None:
        before = self.puzzle
        self.message = command().message
        if self.puzzle != before:
            self.cancel_in_background("revision")
            self._entry = None
            if self.puzzle.geometry != before.geometry:
                self._analysis = None  # its cells are those of a board of another size
            self._save_draft()
            self._begin_analysis()
        self.show_all()

    def _save_draft(self) -> None:
        snapshot = self.session.snapshot()
        if snapshot != self._saved_snapshot:
            self._saved_snapshot = snapshot
            self._draft.put(snapshot)

    # Computed revisions, which the next change cancels.

    def action_complete(self) -> None:
        """Add givens until there is one solution; each call has another seed and may add other givens."""
        self._seed += 1
        self._revise("Completing...", partial(revisions.complete, self.puzzle, self._seed))

    def action_reduce(self) -> None:
        self._revise("Looking for redundant givens...", partial(revisions.reduce, self.puzzle))

    def action_count(self) -> None:
        self._revise("Counting...", partial(revisions.count, self.puzzle))

    def paste(self, text: str) -> None:
        if fault := import_text.size_fault(text):
            self.note(fault)
        else:
            lines = "\n".join(text.splitlines())  # terminals send line ends as carriage returns
            self._revise("Reading...", partial(revisions.read, lines))

    def _revise(self, message: str, revise: Callable[[Callable[[], bool]], revisions.Revision]) -> None:
        if refusal := self.navigator.progress.ask_to_solve(self.puzzle):
            self.note(refusal)
        else:
            self.run_in_background("revision", partial(base.once, revise), self._receive_revision)
            self.note(message)

    def _receive_revision(self, revision: revisions.Revision) -> None:
        self.cancel_in_background("revision")
        self._count_message = revision.message if revision.tells_count else ""
        if revision.puzzle is None:
            self.note(revision.message)
        else:
            self._run(partial(self.session.take, revision.puzzle, revision.message))

    # Analysis.

    def _begin_analysis(self) -> None:
        """Analyse the puzzle soon. Until the result comes, the previous one stays, for at most `STALE_SECONDS`."""
        self.cancel_in_background("analysis")
        self.expect_in_background("analysis")
        self._is_slow = False
        for timer in self._analysis_timers:
            timer.stop()
        self._analysis_timers = [
            self.set_timer(ANALYSIS_DELAY, self._analyse),
            self.set_timer(ANALYSIS_DELAY + STALE_SECONDS, self._drop_analysis),
        ]

    def _analyse(self) -> None:
        puzzle = self.puzzle
        if refusal := self.navigator.progress.ask_to_solve(puzzle):
            self.cancel_in_background("analysis")
            self._analysis_timers[-1].stop()
            self._analysis, self._is_slow = None, False
            self.message = refusal
            self.show_all()
        else:
            self.run_in_background("analysis", partial(_analyse, puzzle), self._receive_analysis)

    def _receive_analysis(self, analysis: Analysis) -> None:
        self._analysis_timers[-1].stop()
        self._analysis = analysis
        self.show_all()

    def _drop_analysis(self) -> None:
        self._analysis, self._is_slow = None, True
        self.show_all()

    # Leaving the editor.

    def action_solutions(self) -> None:
        self.navigator.go(places.Places.SOLUTIONS, self.puzzle, "", self.cursor)

    def action_share(self) -> None:
        self.navigator.go(places.Places.SHARE, self.puzzle)

    def action_play(self) -> None:
        """Play the puzzle, in its collection if it was saved; first ask if it is known not to have one solution."""
        if self._analysis is not None and self._analysis.count != 1:
            self.app.push_screen(dialog.not_one_solution_dialog(self._analysis.count, self._play))
        else:
            self._play()

    def _play(self) -> None:
        if self._entry is not None:
            self.navigator.open_entry(self._entry)
        else:
            self.navigator.open_puzzle(self.puzzle, "own puzzle", self._grade()[0])

    def action_save(self) -> None:
        names = own.own_names(own_collections_dir())
        name = self._collection_name or (names[0] if names else "mine")
        known = f" (you have {', '.join(names[:5])}{' ...' * (len(names) > 5)})" if names else ""
        question = f"Save into which collection?{known}"
        prompt = dialog.PromptScreen(question, name, lambda typed: wording.sentence(own.name_fault(typed)))
        self.app.push_screen(prompt, self._save)

    def _save(self, name: str | None) -> None:
        if name is None:
            return
        self._collection_name = name
        puzzle, (band, score) = self.puzzle, self._grade()

        def save(_is_cancelled: object) -> Iterator[Entry | str]:
            try:
                self.navigator.progress.check_space()
                number = own.add_puzzle(own_collections_dir(), name, puzzle, band=band, score=score)
            except (LibraryError, StoreError) as error:
                yield f"Not saved: {error}."
            else:
                yield Entry(name, number, puzzle, band, score)

        self.run_in_background("saving", save, self._receive_entry)

    def _receive_entry(self, entry: Entry | str) -> None:
        if isinstance(entry, str):
            self.note(plain(entry, 300))
            return
        if entry.puzzle == self.puzzle:
            self._entry = entry
        self.note(f"Saved as {entry.title}.")

    def _grade(self) -> tuple[str, int]:
        """Return the title of the band and the score; ("", 0) if they are not known."""
        grade = self._analysis.grade if self._analysis else None
        return (grade.band.title, grade.score) if grade else ("", 0)

    # Display.

    def action_show_agreed(self) -> None:
        self._shows_agreed = not self._shows_agreed
        self.message = ""
        self.show_all()

    def note(self, sentence: str) -> None:
        self.message = sentence
        self._show_panel()

    def show_all(self) -> None:
        self.board.show_puzzle(self.puzzle, self.look(), self.cursor)
        self.show_heading(
            f"Editor · {editor_text.rules_text(self.puzzle)}", *editor_text.facts(self.puzzle, self._analysis)
        )
        self._show_panel()

    def _show_panel(self) -> None:
        status = editor_text.EditStatus(
            self.message,
            bool(self.message) and self.message == self._count_message,
            plain(self._draft.problem, 200),
            self._analysis,
            self._is_slow,
            self._shows_agreed,
            agreed_key=self.key_of("edit.show-agreed"),
            reduce_key=self.key_of("edit.reduce"),
            cursor=None if self.board.scene.layout.has_room_for_signs else self.cursor,
        )
        self.show_panel(editor_text.edit_paragraphs(self.puzzle, status), "Puzzle")
        self.footer.show(FooterContext.EDITING, *["play.more"] * (not self.panel.has_more))

    def on_text_panel_resized(self) -> None:
        self._show_panel()

    def look(self) -> appearance.BoardLook:
        grid = editor_text.edited_grid(self.puzzle, self._analysis, shows_agreed=self._shows_agreed)
        return appearance.grid_look(
            grid, pointer=editor_text.edit_pointer(self.puzzle, self._analysis), symbols=self.symbols
        )


def _analyse(puzzle: Puzzle, is_cancelled: cancellation.IsCancelled) -> Iterable[Analysis]:
    return analyse(puzzle, is_cancelled=is_cancelled)
