"""The program in whole environments from a seed."""

import pytest

from tests.conftest import Report
from tests.faults.harness import run
from tests.faults.worlds import running
from tests.faults.worlds.examples import EXAMPLES
from tests.faults.worlds.judging import failures, faults
from tests.faults.worlds.lines import PREPARE, UNKNOWN_USER, Kind, Line, disk, state
from tests.faults.worlds.making import MENU, PLAIN, TWO_SESSIONS, TWO_SETTINGS, VERBS
from tests.faults.worlds.running import IS_ROOT, Deed, find_program


@pytest.fixture(scope="module", autouse=True)
def _ordinary_user() -> None:
    """Skip the tests if no ordinary user could run the program here."""
    try:
        find_program()
    except RuntimeError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("seeds", ["1", pytest.param("1-150", marks=pytest.mark.long)], ids=["short", "long"])
def test_the_rule_holds_in_every_world(seeds: str, report: Report) -> None:
    figures = run("worlds", "--seeds", seeds)
    report(f"worlds: {figures}")
    assert not figures["broken"], figures["first_trouble"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_once_failed_no_longer_does(name: str) -> None:
    lines = EXAMPLES[name]
    if not IS_ROOT and any(line.needs_root for line in lines):
        pytest.skip("only root can bring this about")
    assert failures(lines, find_program()) == {}


def deeds(*lines: Line) -> list[Deed]:
    done = list(running.run(lines, find_program()))
    assert [faults(deed, lines) for deed in done] == [[] for _ in done]
    return done


def test_a_directory_that_may_not_be_searched_is_named_with_its_remedy() -> None:
    stats, backup = [verb for verb in VERBS if verb.text in ("binairo stats", "binairo games backup")]
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


def verbs(*texts: str) -> list[Line]:
    return [next(verb for verb in VERBS if verb.text == f"binairo {text}") for text in texts]


NO_HOMES = {
    "a home that cannot be created": [state("export HOME=/no/home")],
    "the home of root": [state("export HOME=/")],
    "an empty home that is closed to writing": [disk('chmod 500 "$H"')],
    "a user without an entry and a home": [
        state(f"export PLAYER={UNKNOWN_USER}", needs_root=True),
        state("unset HOME"),
    ],
}


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(lines, id=name, marks=pytest.mark.ci if name == "the home of root" else ())
        for name, lines in NO_HOMES.items()
    ],
)
def test_where_nothing_can_be_saved_it_is_said_once_and_everything_else_works(lines: list[Line]) -> None:
    if not IS_ROOT and any(line.needs_root for line in lines):
        pytest.skip("only root can bring this about")
    app = Line(Kind.APP, 'exec binairo play "$P"', ("\r",))
    plain, menu, played, doctor, *others = deeds(
        *lines, PLAIN, MENU, app, *verbs("doctor", 'solve "$P"', "collections", "generate --size 6 --seed 1")
    )
    for deed in (plain, menu):
        assert deed.output.count("Nothing will be saved: ") == 1
    assert "Nothing will be saved" in " ".join(played.error.split())
    assert (plain.status, doctor.status) == (2, 1)
    assert "WRONG directory" in doctor.output
    assert [deed.status for deed in others] == [0, 0, 0]


def test_a_missing_directory_for_backups_is_named_with_what_forbids_it() -> None:
    backup, imported = deeds(
        disk(PREPARE),
        disk('rm -r "$DATA/backups"; chmod 500 "$DATA"'),
        *verbs("games backup", 'games import "$H/export.db"'),
    )
    for deed in (backup, imported):
        place = f"{deed.home}/.local/share/binairo-tui"
        assert deed.error.endswith(f": you have no access to {place}: run: chmod u+rwX {place}\n")
        assert deed.status == 2


@pytest.mark.parametrize(
    "change", ['mkdir -m 000 "$H/.config"', 'chmod 000 "$H"', "export XDG_CONFIG_HOME=/$(printf 'long%.0s' $(seq 80))"]
)
def test_the_doctor_looks_at_settings_that_it_may_not_see(change: str) -> None:
    line = state(change) if change.startswith("export") else disk(change)
    (deed,) = deeds(line, *verbs("doctor"))
    assert "settings" in deed.output


@pytest.mark.parametrize(
    "change",
    [
        'chmod 000 "$DATA/collections"',
        'chmod 000 "$DATA/collections/mine.txt"',
        *[
            pytest.param(change, marks=pytest.mark.ci)
            for change in (
                'chmod 100 "$DATA/collections"',
                'rm -r "$DATA/collections"; echo else > "$DATA/collections"',
                'rm -r "$DATA/collections"; ln -s "$DATA/collections" "$DATA/collections"',
            )
        ],
    ],
)
def test_collections_that_cannot_be_read_are_named_everywhere(change: str) -> None:
    for deed in deeds(disk(PREPARE), disk(change), *verbs("doctor", "collections", "solve mine:1")):
        assert f"{deed.home}/.local/share/binairo-tui/collections" in deed.error + deed.output
        assert deed.status in (1, 2)


def test_sessions_at_once_keep_apart() -> None:
    settings, games = deeds(TWO_SETTINGS, TWO_SESSIONS)
    assert 'help = "off"' in settings.output
    assert "another session" in games.output
