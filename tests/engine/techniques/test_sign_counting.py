"""Sign counting where many signs follow one another."""

import pytest

from binairo_tui.engine.puzzle import LineSigns
from binairo_tui.engine.techniques import sign_counting


def test_few_choices_of_many_signs_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, made = sign_counting._disjoint, []

    def count(signs: LineSigns) -> object:
        made.append(signs)
        assert len(made) < 5000
        return choose(signs)

    monkeypatch.setattr(sign_counting, "_disjoint", count)
    assert not [*sign_counting.find("." * 36 + "0110", tuple([(place, False) for place in range(35)]))]
    assert made
