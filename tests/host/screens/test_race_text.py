"""Sentences about the results of a race."""

import pytest

from binairo_tui.host.client.host_client import RaceResult
from binairo_tui.host.screens.race_text import margin_text, tenths_text, verdict_text


def test_times_in_races_have_tenths_and_margins_agree_with_them() -> None:
    assert [tenths_text(ms) for ms in (5_033, 5_302, 59_999, 3_661_900)] == ["0:05.0", "0:05.3", "0:59.9", "1:01:01.9"]
    assert margin_text(5_033, 5_302) == "0.3 s"
    assert margin_text(5_099, 5_101) == "0.1 s"
    assert margin_text(5_010, 5_090) == "less than 0.1 s"
    assert margin_text(5_000, 67_500) == "1:02.5"


ANNA, BERTA, CLEO = RaceResult("anna", 1, 5_033), RaceResult("berta", 2, 5_302), RaceResult("cleo", 3, 17_500)
LOST, QUIT = RaceResult("dora", 0, 0), RaceResult("emil", 0, 0, True)
FIRST, NEXT = RaceResult("anna", 1, 90_000, solved=4), RaceResult("berta", 2, 90_500, solved=4)
LEAST, NONE = RaceResult("cleo", 3, 20_000, True, 1), RaceResult("dora", 0, 0, solved=0)
LEFT_ALONE = RaceResult("anna", 1, 0)


@pytest.mark.parametrize(
    ("results", "name", "verdict"),
    [
        ([ANNA], "anna", "You won."),
        ([ANNA, BERTA, CLEO], "anna", "You won by 0.3 s."),
        ([ANNA, BERTA, CLEO], "berta", "2nd, 0.3 s behind anna."),
        ([ANNA, BERTA, CLEO], "cleo", "3rd, 12.5 s behind anna."),
        ([ANNA, QUIT], "anna", "emil gave up: you win."),
        ([LEFT_ALONE, QUIT, QUIT._replace(name="fred")], "anna", "emil and fred gave up: you win."),
        ([ANNA, LOST, QUIT], "anna", "You won: nobody else finished in time."),
        ([ANNA, LOST], "dora", "anna won in 0:05.0."),
        ([ANNA, BERTA], "a newcomer", "anna won in 0:05.0."),
        ([LEFT_ALONE, QUIT], "emil", "anna won, because all others gave up."),
        ([LOST, QUIT], "dora", "Nobody finished."),
        ([FIRST, NEXT, LEAST], "anna", "You won by 0.5 s."),
        ([FIRST, LEAST], "anna", "You won by 3 boards."),
        ([FIRST, NEXT, LEAST], "cleo", "3rd, 3 boards behind anna."),
        ([FIRST, NONE], "anna", "You won: nobody else solved a board."),
        ([FIRST, NONE], "dora", "anna won with 4 boards."),
        ([NONE], "dora", "Nobody solved a board."),
    ],
)
def test_the_verdict_on_a_race(results: list[RaceResult], name: str, verdict: str) -> None:
    assert verdict_text(results, name) == verdict
