"""Finds small hitting sets for a family of sets that becomes known step by step.

A *hitting set* has an element in common with every set in the family. Sets are ints whose bits are the elements. The
family need not be known in advance. The search passes each candidate to the caller, and the caller returns a set that
the candidate misses. The search ends when a candidate misses no set. This is the implicit hitting set problem
(Moreno-Centeno and Karp, The Implicit Hitting Set Approach to Solve Combinatorial Optimization Problems, Operations
Research 61, 2013).

The search branches on the elements of the smallest set not hit so far, because one of them must be chosen. Each branch
excludes the elements of the previous branches, so that no candidate occurs twice. Each of several disjoint sets needs
an element of its own. So the search backtracks if more disjoint sets must be hit than elements may still be chosen (the
*packing bound*).
"""

from collections.abc import Callable, Iterable, Sequence

from binairo_tui.engine.geometry import bits

Answer = Callable[[int], int]
"""Takes a candidate and returns a set in the family that it misses, or 0 if it misses none."""


class HittingSets:
    """The known sets of a family, and the search for hitting sets."""

    def __init__(self, sets: Iterable[int] = (), *, on_node: Callable[[], None] = lambda: None) -> None:
        """Start with these known sets. Each search node calls `on_node`, which may raise an error to end the search."""
        self._sets = list(dict.fromkeys(sets))
        self._on_node = on_node

    def lower_bound(self) -> int:
        """Return a lower bound on the size of every hitting set: the size of a group of disjoint known sets."""
        return _packing(sorted(self._sets, key=int.bit_count))

    def find(self, size: int, missed_by: Answer) -> int | None:
        """Return a hitting set with at most `size` elements, or None; `missed_by` is called with each candidate."""
        self._sets.sort(key=int.bit_count)
        return self._extended(0, -1, self._sets.copy(), size, missed_by)

    def _extended(self, chosen: int, allowed: int, unhit: Sequence[int], room: int, missed_by: Answer) -> int | None:
        """Return a hitting set made of `chosen` and up to `room` allowed elements, or None if there is none.

        `unhit` holds the sets that `chosen` misses, reduced to allowed elements, smallest first.
        """
        self._on_node()
        while not unhit:
            missed = missed_by(chosen)
            if not missed:
                return chosen
            self._sets.append(missed)
            unhit = [missed & allowed]
        if room <= 1:
            return self._finished(chosen, allowed, unhit, missed_by) if room else None
        if not unhit[0] or _packing(unhit) > room:
            return None
        known = len(self._sets)
        for element in bits(unhit[0]):
            allowed &= ~element
            more = [*unhit, *[new for new in self._sets[known:] if not new & chosen]]
            rest = sorted([members & allowed for members in more if not members & element], key=int.bit_count)
            found = self._extended(chosen | element, allowed, rest, room - 1, missed_by)
            if found is not None:
                return found
        return None

    def _finished(self, chosen: int, allowed: int, unhit: Sequence[int], missed_by: Answer) -> int | None:
        """Return `chosen` with one more element that is in all sets not hit so far, or None if there is none."""
        common = allowed
        for members in unhit:
            common &= members
            if not common:
                return None
        while common:
            candidate = chosen | common & -common
            missed = missed_by(candidate)
            if not missed:
                return candidate
            self._sets.append(missed)
            common &= missed
        return None


def _packing(sets: Iterable[int]) -> int:
    """Return the number of disjoint sets found by greedily taking sets in order."""
    count = taken = 0
    for members in sets:
        if not members & taken:
            taken |= members
            count += 1
    return count
