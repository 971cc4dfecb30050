"""The command line of the benchmarks."""

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.generation import GENERATE, Rate, header, rates, rates_text
from tests.benchmarks.machine import this_machine, time_bare_sum
from tests.benchmarks.measure import engine_names
from tests.benchmarks.peers import Peer, all_peers
from tests.benchmarks.peers.unruly_peer import UnrulyGenerator
from tests.benchmarks.report import HEADER, Row, row_text
from tests.benchmarks.runs import QUICK, Limits, our_name, rows
from tests.benchmarks.sets import cases, is_corpus_present, set_names
from tests.benchmarks.summary import generating_table, solving_table
from tests.corpus import FOLDER


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table, write JSON if asked to. Returns the exit status."""
    options = _parser().parse_args(arguments)
    if not is_corpus_present():
        print(f"Nothing to measure: there is no corpus at {FOLDER}.", file=sys.stderr)
        return 0
    known = [*set_names(), GENERATE]
    names = options.sets.split(",") if options.sets else known
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"No set {', '.join(unknown)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    limits = QUICK if options.quick else Limits()
    if options.seconds_per_set is not None:
        limits = dataclasses.replace(limits, seconds=options.seconds_per_set)
    peers = _chosen_peers(options.peers)
    machine = this_machine()
    print(f"{machine}\n\n{HEADER}")
    found: list[Row] = []
    for name in [name for name in names if name != GENERATE]:
        for row in rows(name, cases(name, limits.puzzles), peers, limits):
            print(row_text(row), flush=True)
            found.append(row)
    generated = _generate(options.peers, limits.seconds) if GENERATE in names else []
    sum_us_at_end = time_bare_sum()
    print(f"\nsum(range(1000)) at the end: {sum_us_at_end:.2f} µs")
    if options.markdown:
        engines = [our_name(engine) for engine in engine_names()]
        print("", *solving_table(found, engines), "", *generating_table(generated), sep="\n")
    if options.json is not None:
        content = {
            "machine": {**dataclasses.asdict(machine), "sum_us_at_end": sum_us_at_end},
            "limits": dataclasses.asdict(limits),
            "rows": [dataclasses.asdict(row) for row in found],
            "generated": [dataclasses.asdict(rate) for rate in generated],
        }
        options.json.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--sets", help="sets of the corpus, and generate, with commas between: web_14,hard_20,generate (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="a part of every set, little time")
    parser.add_argument(
        "--peers",
        default="",
        metavar="NAMES",
        help="the other solvers to run beside, or none (default: all that are installed): "
        + ",".join([*(peer.name for peer in all_peers()), UnrulyGenerator.name]),
    )
    parser.add_argument("--seconds-per-set", type=float, metavar="S", help="for each solver on each set")
    parser.add_argument("--markdown", action="store_true", help="print the tables of the documents in the end")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    return parser


def _generate(peers: str, seconds: float) -> list[Rate]:
    """Print the table of rates; each cell takes a quarter of the seconds."""
    generator = UnrulyGenerator()
    is_chosen = not peers or generator.name in peers.split(",")
    if is_chosen and not generator.is_available():
        print(f"{generator.name} is not installed.", file=sys.stderr)
    peer = generator if is_chosen and generator.is_available() else None
    solvers = [our_name(engine) for engine in engine_names()] + ([peer.name] if peer else [])
    print(f"\n{header(solvers)}")
    found: list[Rate] = []
    for some in rates(engine_names(), peer, seconds / 4):
        print(rates_text(some, solvers), flush=True)
        found += some
    return found


def _chosen_peers(names: str) -> list[Peer]:
    """The peers asked for that are installed; those that are not are named on stderr."""
    chosen = [peer for peer in all_peers() if not names or peer.name in names.split(",")]
    for peer in chosen:
        if not peer.is_available():
            print(f"{peer.name} is not installed.", file=sys.stderr)
    return [peer for peer in chosen if peer.is_available()]


if __name__ == "__main__":
    sys.exit(main())
