import pytest

from binairo_tui.player.charset import is_ascii_locale


@pytest.mark.parametrize(
    ("environ", "is_ascii"),
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.utf8"}, False),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "C"}, True),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "C", "LC_ALL": "en_GB.UTF-8"}, False),
    ],
)
def test_the_locale_tells_whether_more_than_letters_can_be_shown(environ: dict[str, str], is_ascii: bool) -> None:
    assert is_ascii_locale(environ) is is_ascii
