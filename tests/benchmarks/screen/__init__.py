"""What a start of the app and a key cost, compared with the least that Textual needs for them.

`python -m tests.benchmarks.screen --help`. Every program runs in a pseudo-terminal; all take turns, key by key.
"""
