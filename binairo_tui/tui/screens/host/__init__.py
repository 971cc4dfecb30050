"""Screens for playing with others. They are shown only on a host (see `player.together`)."""
