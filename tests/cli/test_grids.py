import pytest

from tests.cli.runs import binairo
from tests.oracle import Board, all_solutions


def grids_of(text: str) -> list[str]:
    return [grid.replace("\n", "") for grid in text.rstrip("\n").split("\n\n")]


@pytest.mark.parametrize(("size", "width", "height"), [("4", 4, 4), ("6x4", 6, 4), ("6", 6, 6)])
def test_list(size: str, width: int, height: int) -> None:
    expected = all_solutions(Board(width, height, "." * width * height))
    outcome = binairo("count", size, "--list")
    assert (outcome.status, outcome.err) == (0, "")
    assert sorted(grids_of(outcome.out)) == expected
    lines = binairo("count", size, "--list", "--json").objects
    assert sorted(fields["cells"] for fields in lines) == expected
    assert {fields["size"] for fields in lines} == {f"{width}x{height}"}


def test_the_list_can_be_read_by_other_verbs() -> None:
    listed = binairo("count", "6x4", "--list").out
    checked = binairo("check", "--json", "-", stdin=listed)
    assert checked.status == 0
    assert [fields["state"] for fields in checked.objects] == ["solved"] * 96


def test_random_grids() -> None:
    outcome = binairo("count", "6x8", "--random", "5", "--seed", "1")
    assert (outcome.status, outcome.err) == (0, "")
    checked = binairo("check", "--json", "-", stdin=outcome.out)
    assert [fields["state"] for fields in checked.objects] == ["solved"] * 5
    assert [fields["puzzle"][:4] for fields in checked.objects] == ["6x8;"] * 5
    again = binairo("count", "6x8", "--random", "5", "--seed", "1", "--json").objects
    assert [fields["cells"] for fields in again] == grids_of(outcome.out)
    assert binairo("count", "6x8", "--random", "5", "--seed", "2").out != outcome.out


def test_a_random_seed_is_reported() -> None:
    outcome = binairo("count", "8", "--random", "3")
    word, seed = outcome.err.split()
    assert word == "seed"
    assert binairo("count", "8", "--random", "3", "--seed", seed).out == outcome.out


def test_a_checkpoint_of_the_count_can_be_used() -> None:
    counted = binairo("count", "8", "--checkpoint", "file")
    assert counted.status == 0
    drawn = binairo("count", "8", "--random", "2", "--seed", "1", "--checkpoint", "file")
    assert drawn.out == binairo("count", "8", "--random", "2", "--seed", "1").out


@pytest.mark.parametrize("option", [["--list"], ["--random", "3", "--seed", "1"]])
def test_a_size_without_grids(option: list[str]) -> None:
    outcome = binairo("count", "2x4", *option)
    assert (outcome.status, outcome.out, outcome.err) == (1, "", "there is no 2x4 grid\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["6", "--list", "--random", "2"], "--list and --random exclude each other"),
        (["6", "8", "--list"], "take one SIZE"),
        (["6", "--all-rules", "--list"], "--all-rules and --list exclude each other"),
        (["6", "--list", "--seed", "3"], "--seed needs --random"),
        (["7x8", "--list"], "width 7 is odd"),
        (["six", "--list"], "expected a size"),
        (["6", "--random", "0"], "--random"),
        (["14", "--random", "1", "--seed", "1"], "14x14 is too large to draw from at random: "),
        (["40", "--list"], "40x40 is too large to list: it has too many grids"),
    ],
)
def test_impossible_requests_are_refused(arguments: list[str], message: str) -> None:
    outcome = binairo("count", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err
