"""The words for a chain of ties: why the cell at its end takes its value."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from binairo_tui.engine.geometry import Cell
from binairo_tui.engine.proof import Premises, Tie
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.wording import cells_text, join_words, plural

_MAX_LINKS = 4  # the most links of a chain that a sentence names
_MAX_TEXT = 300  # the most characters of a text with a sentence for each derived tie
_MAX_RUN = 6  # the most cells of a run of signs that a sentence names


def chain_sentences(puzzle: Puzzle, premises: Premises, conclusion: str) -> str:
    """Return the text about a chain of ties that leads to a conclusion.

    The text ends in a sentence such as `r1c5 is 0 and r1c5 = r1c4 x r1c3, so r1c3 is 1.` Before that, each tie that is
    not a sign has a sentence, such as `r2c7 = r2c8, so r2c6 next to them is the opposite.` If the text gets too long, a
    single sentence tells the whole chain, with a short reason for each tie that is not a sign.
    """
    chain = _Chain(puzzle, premises)
    reasons = chain.reasons()
    # If the only tie of the chain was just explained, the value follows without links.
    links = [] if len(premises.path) == 2 and reasons else chain.links(premises.path)
    words = " ".join(["Signs:", *reasons, chain.last(links, conclusion)])
    if len(words) <= _MAX_TEXT or not reasons:
        return words
    return f"Signs: {chain.last(chain.links(premises.path, has_reasons=True), conclusion)}"


class _Chain:
    def __init__(self, puzzle: Puzzle, premises: Premises) -> None:
        self._puzzle = puzzle
        self._premises = premises
        self._ties = {ends: tie for tie in premises.ties for ends in ((tie.a, tie.b), (tie.b, tie.a))}

    def last(self, links: list[str], conclusion: str) -> str:
        """Return the sentence that leads from the filled cell to the conclusion."""
        (known,), (value,) = self._premises.cells, self._premises.values
        return f"{join_words([f'{self._name(known)} is {value}', *links])}, so {conclusion}."

    def reasons(self) -> list[str]:
        """Return a sentence for each tie that is not a sign. It says why a cell differs from two equal cells."""
        derived = [tie for tie in self._premises.ties if tie.equal]
        told = [{tie.equal[0], tie.equal[-1]} for tie in derived]
        return [self._reason(tie, is_told=told[place] in told[:place]) for place, tie in enumerate(derived)]

    def _reason(self, tie: Tie, *, is_told: bool) -> str:
        """`is_told` means that an earlier sentence says why the two cells are equal."""
        first, second = sorted((tie.equal[0], tie.equal[-1]))
        if is_told:
            return f"{self._name(tie.b)} next to {self._name(first, second)} is the opposite, too."
        side = "between" if first + second == 2 * tie.b else "next to"
        opposite_text = f"{self._name(tie.b)} {side} them is the opposite."
        chain = join_words(self.links(tie.equal))
        if len(tie.equal) == len((first, second)):
            return f"{chain}, so {opposite_text}"
        return f"{chain}, so {self._name(first, second)} are equal, and {opposite_text}"

    def links(self, path: tuple[Cell, ...], *, has_reasons: bool = False) -> list[str]:
        """Return phrases for the ties along a path; in a long path, `5 more links` replaces those in the middle."""
        links = list(self._links(path, has_reasons=has_reasons))
        if len(links) > _MAX_LINKS:
            left_out = len(links) - _MAX_LINKS
            links = [*links[: _MAX_LINKS - 1], plural(left_out, "more link"), links[-1]]
        return links

    def _links(self, path: tuple[Cell, ...], *, has_reasons: bool) -> Iterator[str]:
        """Yield a phrase for each run of signs along a path, such as `r1c1 = r1c2 x r1c3`, and for every other tie.

        With `has_reasons`, the phrases for the other ties say why the cells differ.
        """
        for is_derived, pairs in groupby(pairwise(path), lambda ends: bool(self._ties[ends].equal)):
            if is_derived:
                for a, b in pairs:
                    reason = f" ({self._why_equal(self._ties[a, b].equal)})" if has_reasons else ""
                    yield f"{self._name(a)} differs from {self._name(b)}{reason}"
            else:
                first, *others = pairs
                yield self._run([*first, *[b for _, b in others]])

    def _run(self, run: list[Cell]) -> str:
        """Return a run of signs: `r1c1 = r1c2 x r1c3`, or `r1c1 = r1c2 x ... 5 more signs ... = r4c4` if it is long."""
        parts = [self._name(run[0])]
        parts += [f" {'=' if self._ties[a, b].same else 'x'} {self._name(b)}" for a, b in pairwise(run)]
        if len(run) > _MAX_RUN:
            parts[_MAX_RUN - 1 : -1] = [f" ... {plural(len(run) - _MAX_RUN, 'more sign')} ..."]
        return "".join(parts)

    def _why_equal(self, path: tuple[Cell, ...]) -> str:
        """Return a clause that says why the ends of a path are equal.

        For example, `r1c1 = r1c2`, or `r1c1 and r1c2 are equal: r1c1 x r2c1 x r1c2`. If the path is long or contains a
        tie that is not a sign, the clause only counts the signs: `r1c1 and r1c2 are equal because of 7 signs`.
        """
        ends = self._name(*sorted((path[0], path[-1])))
        if len(path) > _MAX_RUN or any(self._ties[a, b].equal for a, b in pairwise(path)):
            return f"{ends} are equal because of {plural(len(self._signs(path)), 'sign')}"
        links = self._run(list(path))
        return links if len(path) == 2 else f"{ends} are equal: {links}"

    def _signs(self, path: tuple[Cell, ...]) -> set[Tie]:
        """Return all signs that are needed to show that the cells along a path are tied."""
        ties = [self._ties[a, b] for a, b in pairwise(path)]
        return {sign for tie in ties for sign in (self._signs(tie.equal) if tie.equal else [tie])}

    def _name(self, *cells: Cell) -> str:
        return cells_text(self._puzzle, cells)
