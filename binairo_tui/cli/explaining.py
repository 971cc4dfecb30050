"""Explains how a puzzle is solved: each step uses the easiest technique that applies, and has a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypedDict

from binairo_tui import engine, pictures, player
from binairo_tui.cli import json_fields, reasons

Outcome = Literal["solved", "several", "none", "stuck"]
OUTCOMES: dict[Outcome, str] = {
    "solved": "The puzzle is solved.",
    "several": "Nothing more follows from the rules: there is more than one solution.",
    "none": "There is no solution.",
    "stuck": "No technique helps any further, although there is exactly one solution.",
}
"""Maps each outcome of an explanation to the sentence that ends it."""


class Explanation(NamedTuple):
    """The steps from the givens to `position`, where no technique finds anything more.

    `solutions` holds at most two solutions; `outcome` is a key of `OUTCOMES`.
    """

    puzzle: engine.Puzzle
    steps: tuple[engine.techniques.registry.ProofStep, ...]
    position: engine.Position
    solutions: tuple[engine.Position, ...]
    outcome: Outcome

    @property
    def text(self) -> str:
        """The sentence about the outcome. If there is no solution, the sentence gives the reason."""
        if self.outcome != "none":
            return OUTCOMES[self.outcome]
        return f"{OUTCOMES[self.outcome]} {engine.analysis.impossibility_text(self.puzzle)}"


def explain(puzzle: engine.Puzzle, *, is_cancelled: Callable[[], bool] = lambda: False) -> Explanation:
    steps = []
    found = tuple(engine.solutions(puzzle, 2, is_cancelled=is_cancelled))
    for step in engine.techniques.registry.proof_steps(puzzle) if found else ():
        if is_cancelled():
            raise engine.CancelledError
        steps.append(step)
    position = steps[-1].after if steps else puzzle.givens
    is_full = puzzle.geometry.is_full(position)
    outcome: Outcome = "none" if not found else "solved" if is_full else "several" if len(found) > 1 else "stuck"
    return Explanation(puzzle, tuple(steps), position, found, outcome)


class Explained(TypedDict):
    """The JSON fields of an explanation: its steps, and the position where no technique finds anything more."""

    solutions: json_fields.SolutionCount
    solution: json_fields.Grid | None
    outcome: Outcome
    cells: json_fields.PositionText
    text: str
    steps: list[reasons.Proof]


def explanation_fields(explanation: Explanation) -> Explained:
    puzzle, found = explanation.puzzle, explanation.solutions
    return {
        "solutions": len(found),
        "solution": puzzle.geometry.text(found[0]) if found else None,
        "outcome": explanation.outcome,
        "cells": puzzle.geometry.text(explanation.position),
        "text": explanation.text,
        "steps": [reasons.proof_fields(puzzle, step.proof) for step in explanation.steps],
    }


def explanation_lines(explanation: Explanation) -> list[str]:
    """Return the steps and their proofs as numbered comments, then the sentence about the outcome."""
    width = len(str(len(explanation.steps)))
    lines = []
    for number, step in enumerate(explanation.steps, 1):
        first, *proof = step_sentences(step)
        lines.append(f"# {number:>{width}}. {step.proof.technique}: {first}")
        lines += [f"# {'':{width}}    {sentence}" for sentence in proof]
    return [*lines, f"# {explanation.text}"]


def step_sentences(step: engine.techniques.registry.ProofStep) -> tuple[str, ...]:
    """Return the sentence about a step, followed by the sentences of the walk through its proof."""
    return (step.proof.text, *[stop.text for stop in engine.walk(step.puzzle, step.before, step.proof)])


def explanation_frames(explanation: Explanation) -> list[pictures.page.Frame]:
    puzzle, count = explanation.puzzle, engine.wording.plural(len(explanation.steps), "step")
    summary = f"{player.text.puzzle_facts(puzzle)}. {count} follow."
    frames = [pictures.page.Frame("The puzzle", [summary], puzzle.givens)]
    for number, step in enumerate(explanation.steps, 1):
        proof = step.proof
        heading, said = f"{number}. {proof.technique.capitalize()}", step_sentences(step)
        frames.append(pictures.page.Frame(heading, said, step.after, proof.cells, proof.reason_cells))
    return frames
