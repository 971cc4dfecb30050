"""The places that one can go to: the screen of each is imported when it is first shown."""

from __future__ import annotations

from binairo_tui.tui import screens
from binairo_tui.tui.messages import Place


class Places:
    """All places. Home keys, the palette and tests use their names."""

    HOME = Place(lambda: screens.home.HomeScreen)
    GAMES = Place(lambda: screens.games.GamesScreen)
    DAILY = Place(lambda: screens.daily.DailyScreen)
    NEW = Place(lambda: screens.new_puzzle.NewPuzzleScreen)
    COLLECTIONS = Place(lambda: screens.collections.CollectionsScreen)
    COLLECTION = Place(lambda: screens.collections.CollectionScreen)
    TUTORIAL = Place(lambda: screens.collections.TutorialScreen)
    FIRST_STEPS = Place(lambda: screens.first_steps.FirstStepsScreen)
    PRACTICE = Place(lambda: screens.practice.PracticeScreen)
    EXAMPLE = Place(lambda: screens.example.ExampleScreen)
    DRILL = Place(lambda: screens.practice.DrillScreen)
    IMPORT = Place(lambda: screens.importing.ImportScreen)
    EDITOR = Place(lambda: screens.editor.EditorScreen)
    STATISTICS = Place(lambda: screens.statistics.StatisticsScreen)
    SOLVES = Place(lambda: screens.solves.SolvesScreen)
    SHARE = Place(lambda: screens.sharing.ShareScreen)
    SOLUTIONS = Place(lambda: screens.solutions.SolutionsScreen)
    REPLAY = Place(lambda: screens.play.replay.ReplayScreen)
    TOGETHER = Place(lambda: screens.host.together.TogetherScreen)
    STANDINGS = Place(lambda: screens.host.standings.StandingsScreen)
    ROOM = Place(lambda: screens.host.rooms.RoomScreen)
    PAST_RACES = Place(lambda: screens.host.past_races.PastRacesScreen)
    WATCH = Place(lambda: screens.host.watch.WatchScreen)
    SETTINGS = Place(lambda: screens.settings.SettingsScreen)
    HELP = Place(lambda: screens.page.HelpScreen)
