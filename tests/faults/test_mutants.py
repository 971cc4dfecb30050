"""The mutants of the source, which `python -m tests.faults.catch_mutants` tries."""

import pytest

from tests.faults.catch_mutants import SOURCE
from tests.faults.harness import ROOT
from tests.faults.mutants import Mutant


@pytest.mark.parametrize("mutant", SOURCE, ids=lambda mutant: mutant.name)
def test_a_mutant_fits_the_source(mutant: Mutant) -> None:
    assert (ROOT / "binairo_tui" / mutant.path).read_text(encoding="utf-8").count(mutant.old) == 1
