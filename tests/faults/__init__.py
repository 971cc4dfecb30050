"""Proofs that the program dies well and loses nothing: killed, without power, on a damaged or full disk, hung up.

Each harness is a module that runs by itself, `python -m tests.faults.NAME [--long] [--mutant NAME]`, and prints its
figures as one line of JSON; the tests run its short form and have it catch its mutants.
"""
