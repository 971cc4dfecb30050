import shlex
from pathlib import Path

import pytest

from tests.faults.environment import cases, make_home, matrix, run


def test_whatever_the_environment_every_verb_says_one_sentence_and_a_true_status(tmp_path: Path) -> None:
    outcomes = matrix(tmp_path, step=59)
    assert len(outcomes) > 40
    assert [(it.verb, it.case, it.faults, it.error) for it in outcomes if it.faults] == []


def test_a_directory_that_may_not_be_searched_is_named_with_its_remedy(tmp_path: Path) -> None:
    template = tmp_path / "template"
    template.mkdir()
    make_home(template)
    (closed,) = [case for case in cases() if case.name == "data directory has mode 000"]
    for verb in ("stats", "backup", "plain"):
        outcome = run(closed, verb, template, tmp_path)
        place = f"{outcome.home}/.local/share/binairo-tui"
        assert f"you have no access to {place}: run: chmod u+rwX {shlex.quote(place)}" in outcome.error + outcome.output
        assert outcome.faults == []
        assert outcome.status == 2


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("share has mode 000", "you have no access to "),
        ("data directory has mode 777", "Other users could write to "),
    ],
)
def test_the_app_starts_after_a_dialog(tmp_path: Path, name: str, sentence: str) -> None:
    template = tmp_path / "template"
    template.mkdir()
    make_home(template)
    (wrong,) = [case for case in cases() if case.name == name]
    outcome = run(wrong, "app", template, tmp_path)
    assert sentence in outcome.error
    assert outcome.faults == []
