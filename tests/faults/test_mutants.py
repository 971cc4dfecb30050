"""The mutants of the source, which `python -m tests.faults.catch_mutants` tries."""

import pytest

from tests.faults.catch_mutants import SOURCE, Mutant
from tests.faults.harness import ROOT


@pytest.mark.parametrize("mutant", SOURCE, ids=lambda mutant: mutant.name)
def test_a_mutant_fits_the_source(mutant: Mutant) -> None:
    assert (ROOT / "binairo_tui" / mutant.path).read_text(encoding="utf-8").count(mutant.old) == 1
