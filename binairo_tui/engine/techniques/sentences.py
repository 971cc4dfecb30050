"""Sentences: one table that says in words how a technique concludes something from its premises.

Each `{word}` in a sentence is a property of `Words`. `Words` is made from the proof as data and the size of the board.
"""

from dataclasses import dataclass

from binairo_tui.engine import wording
from binairo_tui.engine.geometry import Position, cell_name, opposite
from binairo_tui.engine.proof import CONTRADICTION, HYPOTHESIS, NESTED_HYPOTHESIS, Proof, Quota, Run
from binairo_tui.engine.puzzle import Puzzle
from binairo_tui.engine.techniques import chain_text
from binairo_tui.engine.techniques.line_fillings import count_fillings

_REFUTED = "If {target} were {wrong}, {breach}, so {target} is {new}."

SENTENCES = {
    "last blank": "{line} has one blank left and all its {quota}s, so {conclusion}.",
    "pair": "{line}: {cells} are both {value}, so {conclusion}.",
    "sandwich": "{line}: {cells} are both {value}, so {target} between them is {new}.",
    "sign": "The {sign} between {ends}: {cells} is {value}, so {conclusion}.",
    "complete line": "{line} has all its {quota}s, so {conclusion}.",
    "equal pair": "{line}: {joined}, and two {value}s next to {cells} would make three, so {conclusion}.",
    "last one": (
        "{line} needs one more {quota}, which must be in {places} to avoid three {new}s together, so {conclusion}."
    ),
    "sign counting": "{line}: {shares}, so {conclusion}.",
    "sign chain": "{chain}",
    "two blanks": "{line} would copy {twins} if {copying}, so {conclusion}.",
    "gap counting": "{signed_line}: {needs} to {purposes}, and only {left} left{shapes}, so {conclusion}.",
    "line logic": "{signed_line}: {run} can only be {fillings}, so {conclusion}.",
    "unique lines": "{signed_line}: {run} can only be {fillings}, but {copies} would copy {twins}, so {conclusion}.",
    HYPOTHESIS: _REFUTED,
    NESTED_HYPOTHESIS: _REFUTED,
    CONTRADICTION: "{violation}",
}
"""Maps each technique to its sentence."""

_TOO_MANY = {
    "line logic": "{signed_line}: in all {count} fillings of {run}, {conclusion}.",
    "unique lines": "{signed_line} must differ from {twins}: in all its other fillings, {conclusion}.",
}
"""Maps techniques to the sentences that are used if a line has too many fillings to list."""


def worded(puzzle: Puzzle, proof: Proof) -> Proof:
    """Return a proof with its sentence and those of its steps. The sentences are made from the other fields."""
    runs = proof.premises.runs
    has_too_many = proof.technique in _TOO_MANY and not runs[0].fillings
    sentence = (_TOO_MANY if has_too_many else SENTENCES)[proof.technique]
    text, steps = sentence.format_map(Words(puzzle, proof)), tuple([worded(puzzle, step) for step in proof.steps])
    cells, lines, signs = proof.because_cells, proof.because_lines, proof.because_signs
    return Proof(  # faster than `replace`
        proof.technique, proof.cells, proof.values, cells, lines, signs, text, steps, proof.violation, proof.premises
    )


def refutation_text(puzzle: Puzzle, proof: Proof) -> str:
    """Return a clause on where a refuted value leads, such as `row 4 would get three 0s together (3 steps)`.

    Raises ValueError if the last step of the proof is not a contradiction.
    """
    last = proof.steps[-1]
    if last.violation is None:
        raise ValueError("the last step is not a contradiction")
    how_far = f" ({wording.plural(proof.length, 'step')})" if proof.length > 1 else ""
    return wording.breach_text(puzzle, _shown(puzzle, last), last.violation) + how_far


def _shown(puzzle: Puzzle, proof: Proof) -> Position:
    """Return the position that holds only the premises of a proof."""
    return puzzle.geometry.fill(0, proof.premises.cells, proof.premises.values)


@dataclass(slots=True)
class Words:
    """The words that can stand in braces in a sentence, for one proof."""

    puzzle: Puzzle
    proof: Proof

    def __getitem__(self, name: object) -> str:
        return str(getattr(self, str(name)))

    @property
    def line(self) -> str:
        """The line that the step is about, for the beginning of a sentence: `Row 3`."""
        return wording.line_text(self.puzzle, self.proof.because_lines[0])

    @property
    def signed_line(self) -> str:
        """The line and the signs of the premises, if any: `Row 3`, `Row 3, with r3c1 = r3c2`."""
        signs = [wording.sign_text(self.puzzle, sign) for sign in self.proof.premises.signs]
        return f"{self.line}, with {wording.join_words(signs)}" if signs else self.line

    @property
    def cells(self) -> str:
        """The filled cells of the reason: `r1c1 and r1c2`."""
        return wording.cells_text(self.puzzle, self.proof.premises.cells)

    @property
    def value(self) -> str:
        """The value in the first filled cell of the reason."""
        return self.proof.premises.values[0]

    @property
    def target(self) -> str:
        """The cells that the step fills: `r1c3`."""
        return wording.cells_text(self.puzzle, self.proof.cells)

    @property
    def new(self) -> str:
        """The value of the first cell that the step fills."""
        return self.proof.values[0]

    @property
    def wrong(self) -> str:
        """The opposite of `new`."""
        return opposite(self.proof.values[0])

    @property
    def conclusion(self) -> str:
        """A clause that says what the step fills: `r5c2 and r5c5 are 1`, `r1c1 is 1 and r1c2 is 0`."""
        parts = []
        for value in dict.fromkeys(self.proof.values):
            cells = [cell for cell, held in zip(self.proof.cells, self.proof.values, strict=True) if held == value]
            names = wording.all_cells_text(self.puzzle, cells)
            parts.append(f"{names} {wording.inflect(len(cells), 'is', 'are')} {value}")
        return (" and " if len(self.proof.cells) == len(parts) else ", and ").join(parts)

    @property
    def sign(self) -> str:
        """The symbol of the first sign: `=` or `x`."""
        return wording.sign_symbol(self.proof.premises.signs[0])

    @property
    def ends(self) -> str:
        """The cells on both sides of the first sign: `r1c1 and r1c2`."""
        return wording.cells_text(self.puzzle, self.proof.premises.signs[0][:2])

    @property
    def joined(self) -> str:
        """The first sign with its cells: `r1c1 = r1c2`."""
        return wording.sign_text(self.puzzle, self.proof.premises.signs[0])

    @property
    def quota(self) -> str:
        """The value that the proof counts in a line, `0` or `1` (see `Quota`)."""
        return self._quota.value

    @property
    def left(self) -> str:
        """The number of cells that may still get the counted value, with a verb: `one 0 is`."""
        value, left = self._quota
        return f"{wording.number_word(left)} {wording.inflect(left, value)} {wording.inflect(left, 'is', 'are')}"

    @property
    def shares(self) -> str:
        """A clause on the pairs of blanks that take the counted value: `r1c2 x r1c3 take the last 0`."""
        value, left = self._quota
        signs = self.proof.premises.signs
        split, equal = [
            [wording.sign_text(self.puzzle, it) for it in signs if it.same is same] for same in (False, True)
        ]
        if not equal:
            last = f"last {value}" if left == 1 else f"last {wording.number_word(left)} {value}s"
            return f"{wording.join_words(split)} take the {last}"
        told = [f"{wording.join_words(split)} take one {value}{_each(split)}"] if split else []
        told.append(f"{wording.join_words(equal)} take two {value}s or none{_each(equal)}")
        if self.new == value:
            return f"{', '.join(told)}, and {self.left} left for them and {self.target}"
        return f"{', '.join(told)}, and only {self.left} left"

    @property
    def run(self) -> str:
        """The first run of cells: `r1c2-c5`."""
        return _run_text(self.puzzle, self.proof.premises.runs[0])

    @property
    def places(self) -> str:
        """The blanks of the first run that the step leaves open: `r5c6 or r5c7`."""
        held = {*self.proof.premises.cells, *self.proof.cells}
        open_cells = [cell for cell in self.proof.premises.runs[0].cells if cell not in held]
        return wording.join_words([cell_name(cell, self.puzzle.width) for cell in open_cells], "or")

    @property
    def fillings(self) -> str:
        """The fillings of the first run: `011 or 101`."""
        return wording.join_words(self.proof.premises.runs[0].fillings or (), "or")

    @property
    def count(self) -> str:
        """The number of fillings of the line."""
        puzzle, line = self.puzzle, self.proof.because_lines[0]
        value, shown = puzzle.geometry.value, _shown(puzzle, self.proof)
        text = "".join([value(shown, cell) for cell in puzzle.geometry.line_cells[line]])
        return str(count_fillings(text, puzzle.line_signs[line]))

    @property
    def copies(self) -> str:
        """The fillings that would copy a finished line: `011 and 101`."""
        return wording.join_words(self.proof.premises.excluded)

    @property
    def twins(self) -> str:
        """The finished lines that the line must differ from: `row 2`, `rows 2 and 4`."""
        return wording.lines_text(self.puzzle, self.proof.because_lines[1:])

    @property
    def copying(self) -> str:
        """The values that would make the line a copy: `r1c3 were 0 and r1c4 were 1`."""
        held = zip(self.proof.cells, self.proof.values, strict=True)
        return " and ".join([f"{cell_name(cell, self.puzzle.width)} were {opposite(value)}" for cell, value in held])

    @property
    def needs(self) -> str:
        """A clause that says how often each run needs the counted value.

        For example, `r5c2-c3 and r5c6-c7 need one 0 each`, or `r5c2-c3 needs one 0 and r5c6-c8 needs two`.
        """
        runs, value = [run for run in self.proof.premises.runs if run.need], self._quota.value
        names = [_run_text(self.puzzle, run) for run in runs]
        first = f"{wording.number_word(runs[0].need)} {wording.inflect(runs[0].need, value)}"
        if len(runs) > 1 and len({run.need for run in runs}) == 1:
            return f"{wording.join_words(names)} need {first} each"
        others = [
            f"{name} needs {wording.number_word(run.need)}" for name, run in zip(names[1:], runs[1:], strict=True)
        ]
        return wording.join_words([f"{names[0]} needs {first}", *others])

    @property
    def purposes(self) -> str:
        """Why the runs need the counted value, to follow `to`: `avoid three 0s together`, `fit the sign`."""
        runs, signs = self.proof.premises.runs, self.proof.because_signs
        told = [f"fit the {wording.inflect(len(signs), 'sign')}"] if any(run.by_signs for run in runs) else []
        if any(run.need > run.by_signs for run in runs):
            told.append(f"avoid three {opposite(self._quota.value)}s together")
        return " and ".join(told)

    @property
    def shapes(self) -> str:
        """A full stop and a sentence about fillings: `. Then r5c2-c5 can only be 1011`. If no filling matters: ''."""
        told = [
            f"{_run_text(self.puzzle, run)} can only be {wording.join_words(run.fillings, 'or')}"
            if run.fillings
            else f"all fillings of {_run_text(self.puzzle, run)} agree"
            for run in self.proof.premises.runs
            if run.fillings is not None
        ]
        return f". Then {wording.join_words(told)}" if told else ""

    @property
    def chain(self) -> str:
        """The sentences about the ties between a filled cell and the cell that the step fills."""
        return chain_text.chain_sentences(self.puzzle, self.proof.premises, self.conclusion)

    @property
    def breach(self) -> str:
        """A clause on the rule that the wrong value breaks in the end (see `refutation_text`)."""
        return refutation_text(self.puzzle, self.proof)

    @property
    def violation(self) -> str:
        """The sentence about the broken rule."""
        violation = self.proof.violation
        return wording.violation_text(self.puzzle, _shown(self.puzzle, self.proof), violation) if violation else ""

    @property
    def _quota(self) -> Quota:
        quota = self.proof.premises.quota
        if quota is None:
            raise ValueError("the step has no quota")
        return quota


def _each(things: list[str]) -> str:
    return " each" if len(things) > 1 else ""


def _run_text(puzzle: Puzzle, run: Run) -> str:
    return wording.run_name(puzzle, run.cells[0], run.cells[-1])
