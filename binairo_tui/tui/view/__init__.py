"""The contents of the screens as plain values and text. Imports neither Textual nor Rich."""
