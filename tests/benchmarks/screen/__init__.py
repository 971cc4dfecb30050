"""What starting the app and pressing a key cost, beside the least that Textual needs for the same.

`python -m tests.benchmarks.screen --help`. Every program runs in a pseudo-terminal; all take turns, key by key.
"""
