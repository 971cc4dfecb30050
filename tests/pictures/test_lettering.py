import pytest
from hypothesis import given
from hypothesis import strategies as st

from binairo_tui.pictures.lettering import fitted, text_width, wrapped

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF), max_size=60)


@given(TEXTS, st.floats(20, 400), st.booleans())
def test_what_is_fitted_or_wrapped_fits(text: str, width: float, is_bold: bool) -> None:
    lines = wrapped(text, width, 9)
    assert all(text_width(line, 9) <= width for line in lines)
    assert text_width(fitted(text, width, 9, is_bold=is_bold), 9, is_bold=is_bold) <= width
    if all(text_width(word, 9) <= width for word in text.split()):
        assert " ".join(lines).split() == text.split()


def test_widths_are_those_of_the_font() -> None:
    fonts = pytest.importorskip("fpdf.fonts", reason="fpdf2 is not installed")
    codes = bytes([it for it in range(32, 256) if it not in (0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xA0, 0xAD)])
    text = codes.decode("cp1252")
    for name, is_bold in (("helvetica", False), ("helveticaB", True)):
        widths = [round(text_width(char, 1000, is_bold=is_bold)) for char in text]
        assert widths == [fonts.CORE_FONTS_CHARWIDTHS[name][chr(code)] for code in codes]
