"""Binairo line by line: for screen readers, for terminals that can do nothing, for scripts.

Everything is said in lines of words, nothing is drawn, no escape code is ever sent. `typed` reads what the player
types, `words` says what is on the board, `game` is one game, `choosing` the way to one, `console` the two streams.
Games are those of the app: the same session, the same saves, the same statistics. `start.run` is the way in.
"""
