"""How much the memos of the engine may hold."""

MAX_MEMO = 1 << 16
"""Entries a memo holds before it is emptied: some 15 MB for a table of lines, which only long searches reach."""
