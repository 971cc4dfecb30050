"""Fault injection: the program is killed, loses power, meets a damaged or full disk, or loses its terminal.

Each harness is a module, `python -m tests.faults.NAME [--long] [--mutant NAME]`, that prints its figures as one line of
JSON. The tests run its short form, and check that it catches its mutants.
"""
