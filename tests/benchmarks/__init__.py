"""How fast the engine is: `python -m tests.benchmarks --help`.

Not collected by pytest: a time depends on the machine and its load. Compare times, and ratios to the peers, only
inside one run.
"""
