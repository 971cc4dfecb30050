"""Work in other processes: pools of workers, and one in the background that can be killed at any time."""
