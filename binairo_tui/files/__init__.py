"""Files: their paths, atomic writes, and input from unknown sources."""
