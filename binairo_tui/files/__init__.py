"""Files: paths, atomic writes, and untrusted input."""
