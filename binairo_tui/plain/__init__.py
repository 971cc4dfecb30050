"""Plain mode: Binairo line by line, for screen readers, for terminals without a cursor, and for scripts.

All output is lines of words; escape codes are never sent. Games, saves and statistics are shared with the app.
`start.run` is the entry point, `menu` asks what to play, `game` adapts a game in play to typed lines, `commands` parses
them, `speech` words the answers, and `console` reads and writes.
"""
