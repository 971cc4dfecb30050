from pathlib import Path

from tests.faults.environment import matrix


def test_whatever_the_environment_every_verb_says_one_sentence_and_a_true_status(tmp_path: Path) -> None:
    outcomes = matrix(tmp_path, step=59)
    assert len(outcomes) > 40
    assert [(it.verb, it.case, it.faults, it.error) for it in outcomes if it.faults] == []
