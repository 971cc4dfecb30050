import pytest

from binairo_tui.cli.verbs.count import legal_lines
from tests.cli.runs import binairo


def test_all_lines_are_listed_in_order() -> None:
    outcome = binairo("count", "4", "--lines", "--list")
    assert outcome.out.split() == ["0011", "0101", "0110", "1001", "1010", "1100"]
    assert (outcome.status, outcome.err) == (0, "")


@pytest.mark.parametrize(("length", "count"), [(2, 2), (3, 3), (6, 14), (8, 34), (18, 3254)])
def test_their_number(length: int, count: int) -> None:
    assert binairo("count", str(length), "--lines").out == f"length {length}: {count} lines\n"
    assert binairo("count", str(length), "--lines", "--json").objects == [{"length": length, "count": count}]
    assert len(list(legal_lines(length))) == count


def test_json_has_an_object_for_each_line() -> None:
    objects = binairo("count", "3", "--lines", "--list", "--json").objects
    assert [fields["cells"] for fields in objects] == ["011", "101", "110"]
    assert [fields["number"] for fields in objects] == [1, 2, 3]


def test_the_lengths_are_those_of_boards() -> None:
    assert binairo("count", "41", "--lines").status == 2
    assert binairo("count", "40", "--lines").out == "length 40: 93770358 lines\n"
    assert len(next(legal_lines(40))) == 40
