"""Other solvers, for comparison. Each is used if it is installed: `pip install clingo python-sat ortools`, `swipl`."""

from tests.benchmarks.peers.clingo_peer import ClingoPeer
from tests.benchmarks.peers.cp_sat_peer import CpSatPeer
from tests.benchmarks.peers.glucose_peer import GlucosePeer
from tests.benchmarks.peers.peer import CountingPeer, Peer
from tests.benchmarks.peers.prolog_peer import PrologPeer

__all__ = ["CountingPeer", "Peer", "all_peers"]


def all_peers() -> list[Peer]:
    """Every peer, installed or not."""
    return [
        ClingoPeer(),
        GlucosePeer(),
        GlucosePeer(keeps_clauses=True),
        CpSatPeer(),
        CpSatPeer(is_tuned=True),
        PrologPeer(),
    ]
