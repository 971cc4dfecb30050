import pytest

from binairo_tui.player.charset import is_utf8


@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "C.utf8"}, True),
        ({"LANG": "de_DE.UTF-8@euro"}, True),
        ({"LANG": "C"}, False),
        ({}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, True),
        ({"LC_ALL": "en_US.ISO-8859-1"}, False),
        ({"LANG": "POSIX"}, False),
    ],
)
def test_the_locale_says_what_the_terminal_takes(environ: dict[str, str], utf8: bool) -> None:
    assert is_utf8(environ, was_c=False) is utf8


def test_what_python_puts_into_the_environment_does_not_count() -> None:
    assert not is_utf8({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, was_c=True)
    assert is_utf8({"LANG": "en_US.UTF-8", "LC_CTYPE": "C.UTF-8"}, was_c=True)
