"""The mutants that `catch_mutants` tries: changes of the source still fit it, and harnesses notice their mutants."""

import pytest

from binairo_tui.processes.executors import find_shortage
from tests.faults.catch_mutants import SOURCE
from tests.faults.harness import ROOT, is_noticed
from tests.faults.mutants import MUTANTS, NOTICING, Mutant, Noticing
from tests.faults.syscalls import why_not


def test_every_mutant_fits_the_source() -> None:
    def times(mutant: Mutant) -> int:
        return (ROOT / "binairo_tui" / mutant.path).read_text(encoding="utf-8").count(mutant.old)

    assert [mutant.name for mutant in SOURCE if times(mutant) != 1] == []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(it, marks=() if it.is_quick else pytest.mark.long, id=f"{it.mutant}, {it.harness}")
        for it in NOTICING
    ],
)
def test_a_mutant_is_noticed(case: Noticing) -> None:
    if case.needs_strace and why_not():
        pytest.skip(why_not())
    if case.harness in ("crowd", "fuzz_texts") and find_shortage(2):
        pytest.skip(find_shortage(2))
    assert is_noticed(case)


def test_every_mutant_has_a_harness_that_notices_it() -> None:
    assert {case.mutant for case in NOTICING} == {*MUTANTS}
