import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.host.server.hub import new_code
from binairo_tui.host.server.names import CODE, UnusableNameError, normal_name, skeleton


@pytest.mark.parametrize("name", ["ada", "Ben-2", "Zoë", "Ποίη", "Миша", "小林", "a.b", "ﬁona", "Mary-Beth", "דני"])
def test_a_name_of_one_script_is_taken(name: str) -> None:
    assert normal_name(f" {name} ") == normal_name(normal_name(name))


@pytest.mark.parametrize(
    "name",
    [
        "a",
        "x" * 17,
        "",
        "2fast",
        "-ada",
        "a--b",
        "a b",
        "adа",
        "ada\x1b[2J",
        "a\u202eb",
        "[b]",
        "host",
        "r00t",
        "\u3164\u3164",
        "김\uffa0",
        "٣ada",
        "ad٣",
        "\u1161" * 6,
        "가\u1161\u1161",
        "דני7",
        "דני-דני",
        "Admin",
        "moderator",
        "M0d",
        "ᴏʟɢᴀ",
        "ꓳꓡꓖꓮ",
        "ᎪᏞᏙ",
        "ɡɑby",
        "𓀀𓀁",
        "ada_",
    ],
)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(UnusableNameError, match=r"\.$"):
        normal_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ada", "Ada"),
        ("ada", "ÀDA"),
        ("olga", "0lga"),
        ("bill", "b1ll"),
        ("anna", "an-na"),
        ("corn", "com"),
        ("аеор", "aeop"),
        ("olıver", "oliver"),
    ],
)
def test_names_that_can_be_confused_share_a_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


def test_a_name_is_no_code_and_a_code_no_name() -> None:
    assert not CODE.fullmatch("MARY-BETH")
    for _ in range(100):
        code = new_code()
        assert CODE.fullmatch(code)
        with pytest.raises(UnusableNameError):
            normal_name(code)


@given(st.text(max_size=20))
def test_a_name_that_is_taken_is_safe_to_show_and_no_code(text: str) -> None:
    try:
        name = normal_name(text)
    except UnusableNameError:
        return
    assert name.isprintable()
    assert normal_name(name) == name
    assert not CODE.fullmatch(name)
