"""The places that the player can go to. The screen of each place is imported when it is first shown."""

from binairo_tui.tui import messages, screens


class Places:
    """All places. The home keys, the palette and tests refer to them by these names."""

    HOME = messages.Place(lambda: screens.home.HomeScreen)
    GAMES = messages.Place(lambda: screens.games.GamesScreen)
    DAILY = messages.Place(lambda: screens.daily.DailyScreen)
    NEW = messages.Place(lambda: screens.new_puzzle.NewPuzzleScreen)
    COLLECTIONS = messages.Place(lambda: screens.collections.CollectionsScreen)
    COLLECTION = messages.Place(lambda: screens.collections.CollectionScreen)
    TUTORIAL = messages.Place(lambda: screens.collections.TutorialScreen)
    FIRST_STEPS = messages.Place(lambda: screens.first_steps.FirstStepsScreen)
    PRACTICE = messages.Place(lambda: screens.practice.PracticeScreen)
    EXAMPLE = messages.Place(lambda: screens.drill.ExampleScreen)
    DRILL = messages.Place(lambda: screens.drill.DrillScreen)
    STORM = messages.Place(lambda: screens.storm.StormScreen)
    IMPORT = messages.Place(lambda: screens.importing.ImportScreen)
    EDITOR = messages.Place(lambda: screens.editor.EditorScreen)
    STATISTICS = messages.Place(lambda: screens.statistics.StatisticsScreen)
    SOLVES = messages.Place(lambda: screens.games.SolvesScreen)
    SHARE = messages.Place(lambda: screens.sharing.ShareScreen)
    SOLUTIONS = messages.Place(lambda: screens.solutions.SolutionsScreen)
    REPLAY = messages.Place(lambda: screens.replay.ReplayScreen)
    SETTINGS = messages.Place(lambda: screens.settings.SettingsScreen)
    HELP = messages.Place(lambda: screens.page.HelpScreen)
