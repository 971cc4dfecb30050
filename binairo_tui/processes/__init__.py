"""Work in other processes: executors, and a background worker that can be killed at any time."""
