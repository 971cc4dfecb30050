"""A Binairo (Takuzu, binary puzzle) player for the terminal, and the engine under it."""

__version__ = "0.1.0"
