"""Text of daily rankings: the player's place, what separates it from the next, and the lines that fit."""

from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.player.text import UNVERIFIED
from binairo_tui.tui.view.race_text import RankedSolve, behind_text, own_place, place_text, ranking_lines
from binairo_tui.tui.view.spans import plain_text

RANKING = [
    RankedSolve("anna", "unaided", 60_000, is_own=False),
    RankedSolve("ben", "unaided", 72_900, is_own=False),
    RankedSolve("carl", "helped", 30_000, is_own=False),
]


def of(name: str) -> list[RankedSolve]:
    return [it._replace(is_own=it.name == name) for it in RANKING]


def test_a_place_is_told_with_what_separates_it_from_the_next() -> None:
    assert [place_text(of(name)) for name in ("anna", "ben", "carl", "dora")] == [
        "1st of 3",
        "2nd of 3",
        "3rd of 3",
        "",
    ]
    assert behind_text(of("anna")) == "1st of 3"
    assert behind_text(of("ben")) == "2nd of 3, 0:12 behind anna"
    assert behind_text(of("carl")) == "3rd of 3, behind ben, unaided"  # faster, but with more help
    assert behind_text(of("dora")) == ""


def test_a_solve_that_nobody_can_have_typed_is_compared_with_none() -> None:
    robots = [RankedSolve(name, UNVERIFIED, 2000, is_own=name == "two") for name in ("one", "two")]
    assert behind_text([*RANKING, *robots]) == "5th of 5, unverified"
    assert behind_text(robots[1:]) == "1st of 1, unverified"


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 60), st.integers(0, 30))
def test_the_own_place_is_always_among_the_lines(count: int, own: int, width: int, height: int) -> None:
    names = [f"player{number}" for number in range(1, count + 1)]
    ranking = [RankedSolve(name, "unaided", 1000, is_own=number == own) for number, name in enumerate(names, 1)]
    lines = [plain_text(it) for it in ranking_lines(ranking, width, height)]
    assert len(lines) == min(max(count, 1), height)
    place = own_place(ranking)
    assert place == (own if own <= count else 0)
    if place and height:
        assert any(line.split()[0] == f"{place}" for line in lines)
