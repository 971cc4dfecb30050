"""The part of the play screen about a solved game: the result, the techniques needed, and where to go next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from binairo_tui import engine, game, player, store
from binairo_tui.tui import messages, view
from binairo_tui.tui.keymap import FooterContext
from binairo_tui.tui.view.spans import Paragraph


class SolvedCard:
    """The text shown once the game of `play` is solved; `find_next` returns the action that follows.

    `ghost` is the recorded game that the player raced against, if any.
    """

    def __init__(
        self,
        play: player.play.Play,
        navigator: messages.Navigator,
        find_next: Callable[[], messages.NextAction],
        ghost: player.recording.Ghost | None = None,
    ) -> None:
        self._play = play
        self._progress, self._surroundings = navigator.progress, navigator.surroundings
        self._page_address = navigator.settings.page_address
        self._shows_times = False
        self._ghost = ghost
        self.find_next = find_next
        self.found: view.solved_text.SolveReview | None = None
        self.context: FooterContext | None = None
        """The context whose keys the footer shows; None before `open`."""

    def open(self) -> None:
        """Show a game that has just been solved, and find the action that follows, so that the footer can name it."""
        self._shows_times = False
        self.context = self.find_next().context

    def add_standing(
        self, review: view.solved_text.SolveReview, _is_cancelled: object
    ) -> Iterator[view.solved_text.SolveReview]:
        """Yield `review` with `standing`, `place` and `month`. This waits for saves: run it in the background."""
        standing = [self._rating()]
        if player.catalog.is_daily(self._play.game.collection):
            streaks = self._progress.read(player.statistics.daily_streaks, self._progress.today())
            standing.append(engine.wording.sentence(player.text.streak_text(streaks)))
            review = review._replace(place=self._place(), month=self._month())
        yield review._replace(standing=" ".join(filter(None, standing)))

    def _rating(self) -> str:
        """Return the rating and its change, such as `Rating 1512 ± 48, +9.`; empty if the solve is not rated."""
        if self._play.session.is_race or self._surroundings.ranks_days:  # a host has ratings of its own
            return ""
        self._progress.wait_for_saves()
        return player.ratings.change_text(self._progress.first_solves(), self._progress.today(), self._play.game.id)

    def _place(self) -> str:
        """Return the place in a daily ranking, such as `2nd of 14, 0:12 behind anna.`; empty if there is none."""
        game = self._play.game
        day = player.catalog.day_of(game.number)
        size = player.text.size_text(game.puzzle.width, game.puzzle.height)
        return engine.wording.sentence(view.race_text.behind_text(self._surroundings.ranking(day, size))) if day else ""

    def _month(self) -> view.solved_text.Month:
        game, progress = self._play.game, self._progress
        size = game.puzzle.width, game.puzzle.height
        found = progress.results(store.queries.Selection(store.queries.PLAYER_STYLES, size, game.band))
        usual = store.queries.Selection(progress.read(player.statistics.usual_styles), size, game.band)
        facts = view.solved_text.best_and_median_text(progress.read(store.queries.read_times, usual))
        title = f"{player.text.size_text(*size)} {game.band}"
        is_todays = game.number == player.catalog.daily_number(progress.today())
        tomorrow = player.text.next_daily_text(progress.now(), progress.day_of, *size) if is_todays else ""
        return view.solved_text.Month({it.day: it.elapsed_ms for it in found}, title, facts, tomorrow)

    def make_lesson(self, practice: player.practice.Practice) -> player.lessons.Lesson:
        return player.lessons.GameLesson(practice, self.found.slow if self.found else ())

    def switch_times(self) -> str:
        """Begin or stop to show on the board which cells took longest. Return a sentence about it, or '' at a stop."""
        self._shows_times = not self._shows_times
        return "The stronger a cell's colour, the longer it took you." if self._shows_times else ""

    def look(self, shown: view.appearance.BoardLook) -> view.appearance.BoardLook:
        session = self._play.session
        if not shown.is_solved:
            return shown
        if self._shows_times:
            shown = shown.with_times(game.review.times_by_cell(session.steps[: session.head]))
        return shown._replace(is_picture=True)

    def texts(self, *, is_ascii: bool) -> tuple[view.shared_text.SharedText, ...]:
        """Return the result card to share (in ASCII if `is_ascii`); empty while the game is not solved."""
        play = self._play
        if not play.session.is_solved or play.outcome is None:
            return ()
        steps = play.session.steps[: play.session.head]
        lines = player.result_card.result_card(
            play.game, play.outcome, steps, is_ascii=is_ascii, address=self._page_address
        )
        return (view.shared_text.SharedText("Result card", "\n".join(lines)),)

    def paragraphs(self, width: int, drills_key: str) -> tuple[Paragraph, ...]:
        play = self._play
        if not play.session.is_solved:
            return ()
        found = self.found or view.solved_text.SolveReview()
        return tuple(
            view.solved_text.solved_paragraphs(
                play.outcome,
                play.session,
                found,
                width,
                play.store.today(),
                drills_key=drills_key,
                ghost=self._ghost,
            )
        )
