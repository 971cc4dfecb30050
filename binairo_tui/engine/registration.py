"""Registration: adds your own techniques to hints, proofs and grades."""

from string import Formatter

from binairo_tui.engine import bands, scoring
from binairo_tui.engine.puzzle import check_type
from binairo_tui.engine.techniques import registry, sentences
from binairo_tui.engine.techniques.base import Technique


def register(technique: Technique, band: bands.Band, *, weight: int, sentence: str) -> None:
    """Add a technique after the others of its band. A technique added earlier under the same name is replaced.

    After this call, hints, proofs and grades use the technique for every puzzle. The technique's deductions must hold
    in all solutions; `register` does not check them. Generation does not use the technique, so that a seed always makes
    the same puzzle.

    `weight` is the effort of a step: 5 for last blank, 10 for pair, 250 for last one, 650 for line logic. `sentence` is
    a template for the sentence that says why the cells take their values. Words in braces are replaced: `{line}` is the
    line (`Row 3`), `{cells}` the filled cells of the reason, `{value}` their value, `{target}` the cells that the step
    fills, `{new}` their value, `{conclusion}` a clause (`r1c3 is 0`).
    `help(binairo_tui.engine.techniques.sentences.Words)` lists all these words. Raises TypeError or ValueError if an
    argument cannot be used, for example a `sentence` with an unknown word in braces. Raises ValueError if the package
    has a technique with this name.

    >>> def find(text, signs):
    ...     for place, same in signs:
    ...         if not same and text[place:].startswith("..") and text.count("0") == len(text) // 2 - 1:
    ...             others = tuple(i for i, held in enumerate(text) if held == "." and i not in (place, place + 1))
    ...             zeros = tuple(i for i, held in enumerate(text) if held == "0")
    ...             yield LineDeduction(others, ("1",) * len(others), zeros)
    >>> taken = LineTechnique("taken zero", "A pair joined by x takes the last 0 of its line.", find)
    >>> register(taken, Band.EASY, weight=40, sentence="{line}: {joined} take the last 0, so {conclusion}.")
    >>> puzzle = parse_puzzle("6x6;0..01...............................;signs=r1c2xr1c3")
    >>> proof_of(puzzle, puzzle.givens, 5, "1").text
    'Row 1: r1c2 x r1c3 take the last 0, so r1c6 is 1.'
    >>> unregister("taken zero")
    """
    check_type("technique", technique, Technique, "a LineTechnique or a BoardTechnique")
    check_type("band", band, bands.Band, "a Band")
    check_type("weight", weight, int, "an int")
    check_type("sentence", sentence, str, "a text")
    if technique.name in sentences.SENTENCES.keys() - registry.ADDED.keys():
        raise ValueError(f"{technique.name!r} is a technique of the package")
    if weight < 0:
        raise ValueError(f"weight {weight} is negative")
    for _, word, _, _ in Formatter().parse(sentence):
        if word is not None and not isinstance(getattr(sentences.Words, word, None), property):
            raise ValueError(f"there is no word {{{word}}} for sentences")
    scoring.WEIGHTS[technique.name] = weight
    sentences.SENTENCES[technique.name] = sentence
    registry.ADDED[technique.name] = technique
    registry.BAND_OF[technique.name] = band


def unregister(name: str) -> None:
    """Remove a technique that `register` has added. Raises KeyError if there is no such technique.

    >>> unregister("pair")
    Traceback (most recent call last):
    KeyError: 'pair'
    """
    del registry.ADDED[name], registry.BAND_OF[name], scoring.WEIGHTS[name], sentences.SENTENCES[name]
