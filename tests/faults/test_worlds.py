"""The program in whole environments from a seed."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run
from tests.faults.worlds import running
from tests.faults.worlds.judging import failures, faults
from tests.faults.worlds.known import KNOWN, Known
from tests.faults.worlds.lines import PREPARE, Kind, Line, disk
from tests.faults.worlds.making import PLAIN, VERBS
from tests.faults.worlds.running import IS_ROOT, Deed, find_program


@pytest.fixture(scope="module", autouse=True)
def _ordinary_user() -> None:
    """Skip the tests if no ordinary user could run the program here."""
    try:
        find_program()
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("seeds", ["1-5", pytest.param("1-150", marks=pytest.mark.long)], ids=["short", "long"])
def test_the_rule_holds_in_every_world(seeds: str, report: Report) -> None:
    figures = run("worlds", "--seeds", seeds)
    report(f"worlds: {figures}")
    assert not figures["broken"], figures["first_trouble"]


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="to be mended, and then to be deleted from KNOWN")
@pytest.mark.long
@pytest.mark.parametrize("it", [pytest.param(it, id=it.name.replace(" ", "-")) for it in KNOWN])
def test_what_is_known_to_fail_no_longer_does(it: Known) -> None:
    if not IS_ROOT and any(line.needs_root for line in it.lines):
        pytest.skip("only root can bring this about")
    assert failures(it.lines, find_program()) == {}


def deeds(*lines: Line) -> list[Deed]:
    done = list(running.run(lines, find_program()))
    assert [faults(deed, lines) for deed in done] == [[] for _ in done]
    return done


def test_a_directory_that_may_not_be_searched_is_named_with_its_remedy() -> None:
    stats, backup = [verb for verb in VERBS if verb.text in ("binairo stats", "binairo backup")]
    for deed in deeds(disk(PREPARE), disk('chmod 000 "$DATA"'), stats, backup, PLAIN):
        place = f"{deed.home}/.local/share/binairo-tui"
        assert f"you have no access to {place}: run: chmod u+rwX {place}" in deed.error + deed.output
        assert deed.status == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('chmod 000 "$H/.local/share"', "you have no access to"),
        ('chmod 777 "$DATA"', "Other users could write to"),
    ],
)
def test_the_app_starts_after_a_dialog(change: str, sentence: str) -> None:
    (deed,) = deeds(disk(PREPARE), disk(change), Line(Kind.APP, 'exec binairo play "$P"', ("\r", "1")))
    assert sentence in " ".join(deed.error.split())
