"""Reads labelled pictures: `python -m tests.puzzle_pictures.measure` counts right, refused and wrong ones by source."""

import sys
from collections import Counter
from collections.abc import Iterable
from time import perf_counter

from binairo_tui.screenshots.reading import exchanged, read_picture
from binairo_tui.screenshots.sources import PictureError
from tests.puzzle_pictures.make_pictures import Sample, drawn, own


def verdict(sample: Sample) -> tuple[str, str]:
    """Return "right", "refused" or "wrong" for what the program reads in a picture, and why.

    A reading with 0 and 1 exchanged is right if it says that nothing tells them apart.
    """
    try:
        reading = read_picture(sample.data)
    except PictureError as error:
        return "refused", str(error)
    if reading.unsure:
        return "refused", f"unsure: {', '.join(reading.unsure)}"
    puzzle = reading.puzzle.with_unique_lines(sample.puzzle.unique_lines)
    wanted = {sample.puzzle} if sample.names_kinds and reading.is_named else {sample.puzzle, exchanged(sample.puzzle)}
    return ("right", "") if puzzle in wanted else ("wrong", f"{puzzle} for {sample.puzzle}")


def count(samples: Iterable[Sample]) -> dict[str, Counter[str]]:
    """Return the verdicts by source; print each that is not right."""
    found: dict[str, Counter[str]] = {}
    for sample in samples:
        begin = perf_counter()
        said, why = verdict(sample)
        found.setdefault(sample.source, Counter())[said] += 1
        if said != "right":
            print(f"{sample.name}: {said}: {why} ({perf_counter() - begin:.2f} s)", file=sys.stderr)
    return found


def main() -> None:
    """Print a table."""
    from tests.puzzle_pictures.other_programs import others  # needs fpdf2

    found = count([*drawn(112), *own(21), *others(14)])
    for source, verdicts in {**found, "all": sum(found.values(), Counter())}.items():
        print(f"{source:<18}", *[f"{verdicts[said]:>4} {said}" for said in ("right", "refused", "wrong")])


if __name__ == "__main__":
    main()
