"""Other solvers, for comparison. Each is used if it is installed: `pip install clingo python-sat ortools`, `swipl`."""

from tests.benchmarks.peers.clingo_peer import ClingoPeer
from tests.benchmarks.peers.cp_sat_peer import CpSatPeer
from tests.benchmarks.peers.peer import CountingPeer, Peer
from tests.benchmarks.peers.prolog_peer import PrologPeer
from tests.benchmarks.peers.sat_peer import SatPeer

__all__ = ["CountingPeer", "Peer", "all_peers"]


def all_peers() -> list[Peer]:
    """Every peer, installed or not."""
    return [
        ClingoPeer(),
        SatPeer("glucose4"),
        SatPeer("glucose4", keeps_clauses=True),
        SatPeer("cadical153"),
        CpSatPeer(),
        CpSatPeer(is_tuned=True),
        PrologPeer(),
    ]
