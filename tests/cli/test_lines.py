import pytest

from binairo_tui.cli.verbs.lines import MAX_LENGTH, MIN_LENGTH, legal_lines
from binairo_tui.engine.puzzle import MAX_SIZE, MIN_SIZE
from tests.cli.runs import binairo


def test_all_lines_are_listed_in_order() -> None:
    outcome = binairo("lines", "4")
    assert outcome.out.split() == ["0011", "0101", "0110", "1001", "1010", "1100"]
    assert (outcome.status, outcome.err) == (0, "length 4: 6 lines\n")


@pytest.mark.parametrize(("length", "count"), [(2, 2), (3, 3), (6, 14), (8, 34), (18, 3254)])
def test_their_number(length: int, count: int) -> None:
    assert binairo("lines", str(length), "--count").out == f"{count}\n"
    assert binairo("lines", str(length), "--count", "--json").objects == [{"length": length, "count": count}]
    assert len(list(legal_lines(length))) == count


def test_json_has_an_object_for_each_line() -> None:
    objects = binairo("lines", "3", "--json").objects
    assert [fields["cells"] for fields in objects] == ["011", "101", "110"]
    assert [fields["number"] for fields in objects] == [1, 2, 3]


def test_the_lengths_are_those_of_boards() -> None:
    assert (MIN_LENGTH, MAX_LENGTH) == (MIN_SIZE, MAX_SIZE)
    assert binairo("lines", "41").status == 2
    assert binairo("lines", "40", "--count").out == "93770358\n"
    assert len(next(legal_lines(40))) == 40
