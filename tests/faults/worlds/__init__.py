"""Whole environments from a seed: the real program is run in them, verb by verb and key by key, as an ordinary user.

    python -m tests.faults.worlds --seeds 1-100 [--program DIRECTORY] [--tries 60]

A world is a list of lines of shell, so a world that fails can be handed on as a script. `making` draws the lines from a
seed, `running` runs them one after another, and `judging` holds the rule for what each run of the program must do.
A failure is shrunk to the fewest lines that show it; `examples` has the lines of failures that were fixed.
"""
