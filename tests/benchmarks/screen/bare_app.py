"""The least app: the time that Textual itself needs to start."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class BareApp(App[None]):
    """Shows one word."""

    ENABLE_COMMAND_PALETTE = False

    def compose(self) -> ComposeResult:
        yield Static("ready")


if __name__ == "__main__":
    BareApp().run()
