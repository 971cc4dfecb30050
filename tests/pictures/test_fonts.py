"""Fonts are found, chosen and embedded. The fonts are made here, so that no test depends on those of the system."""

import re
import sys
from pathlib import Path

import pytest

from binairo_tui.pictures.drawing import Anchor, Drawing, Label
from tests.cli.runs import binairo

pytest.importorskip("fpdf", reason="fpdf2, the extra 'print', is not installed")
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from binairo_tui.pictures.fonts import NoFontError, find_fonts
from binairo_tui.pictures.pdf import pdf_bytes

RESTRICTED = 2


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only directory of fonts, which is empty."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    folder = tmp_path / "fonts" / "truetype"
    folder.mkdir(parents=True)
    return folder


def make_font(path: Path, characters: str, *, kind: int = 0) -> Path:
    """Make a font in which every character is a square, 0.6 as wide as it is high; `kind` is its `fsType`."""
    names = {ord(character): f"u{ord(character):04X}" for character in characters}
    glyphs = [".notdef", *names.values()]
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(point)
    pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(glyphs, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular", "psName": path.stem})
    builder.setupOS2(fsType=kind)
    builder.setupPost()
    builder.save(path)
    return path


def test_a_font_with_all_characters_is_best_and_a_plain_one_better(fonts: Path) -> None:
    make_font(fonts / "A.ttf", "Кни")
    make_font(fonts / "BSans-Bold.ttf", "Книга—")
    plain = make_font(fonts / "CSans.ttf", "Книга—")
    assert find_fonts("Книга") == [plain]


def test_fonts_complete_one_another(fonts: Path) -> None:
    one, two = make_font(fonts / "One.ttf", "Книга "), make_font(fonts / "Two.ttf", "本 ")
    assert find_fonts("Книга 本") == [one, two]
    with pytest.raises(NoFontError, match=r"'א' \(U\+05D0 HEBREW LETTER ALEF\)"):
        find_fonts("Книга א")


def test_fonts_that_are_damaged_or_must_not_be_embedded_are_left_out(fonts: Path) -> None:
    make_font(fonts / "A.ttf", "Книга", kind=RESTRICTED)
    (fonts / "B.ttf").write_bytes(b"no font")
    (fonts / "C.ttf").symlink_to("nowhere")
    with pytest.raises(NoFontError):
        find_fonts("К")


def fonts_in(data: bytes) -> set[str]:
    """Return the names of the fonts of a PDF; an embedded part of a font has a tag before its name."""
    return {name.decode() for name in re.findall(rb"/BaseFont /(\S+)", data)}


def characters_in(data: bytes) -> set[str]:
    """Return the characters for which an embedded font of a PDF tells what to copy."""
    maps = re.findall(rb"beginbfchar(.*?)endbfchar", data, re.DOTALL)  # these streams are not compressed
    return {chr(int(code, 16)) for text in maps for code in re.findall(rb"<\w+> <(\w{4})>", text)}


def test_only_text_that_helvetica_lacks_is_set_in_another_font(fonts: Path) -> None:
    make_font(fonts / "One.ttf", "Книга {nb}")
    plain = Drawing(200, 100, (Label(10, 20, "week 3 — “one”", 12), Label(10, 40, "{nb}", 12)))
    assert fonts_in(pdf_bytes([plain], "Книга")) == {"Helvetica"}
    foreign = Drawing(200, 100, (*plain.shapes, Label(10, 60, "Книга {nb}", 12, Anchor.END, is_bold=True)))
    data = pdf_bytes([foreign], "Книга")
    assert {name.rpartition("+")[2] for name in fonts_in(data)} == {"Helvetica", "One"}
    assert characters_in(data) >= set("Книга {nb}")  # fpdf2 takes "{nb}" for the number of pages if one lets it


def test_a_pdf_without_a_font_for_its_title_is_refused_with_the_character_and_the_remedy(fonts: Path) -> None:
    outcome = binairo("print", "6x6:1", "--title", "Rainy Книга", "--output", "sheet.pdf")
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert "'К' (U+041A CYRILLIC CAPITAL LETTER KA)" in outcome.err
    assert str(fonts.parent) in outcome.err
    assert "HTML" in outcome.err
    assert not Path("sheet.pdf").exists()
    assert binairo("print", "6x6:1", "--title", "Rainy Книга", "--output", "sheet.html").status == 0


@pytest.mark.parametrize("title", ["שלום", "हिन्दी"])
def test_a_script_that_needs_shaping_needs_uharfbuzz(title: str, fonts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_font(fonts / "One.ttf", title + ": solutions")
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    outcome = binairo("print", "6x6:1", "--title", title, "--output", "sheet.pdf")
    assert outcome.status == 2
    assert "needs uharfbuzz: " in outcome.err


def test_a_pdf_in_a_script_that_needs_shaping(fonts: Path) -> None:
    pytest.importorskip("uharfbuzz", reason="uharfbuzz, of the extra 'print', is not installed")
    make_font(fonts / "One.ttf", "שלום: solutions")
    outcome = binairo("print", "6x6:1", "--title", "שלום", "--output", "sheet.pdf")
    assert (outcome.status, outcome.err) == (0, "")
    assert b"/FontFile2" in Path("sheet.pdf").read_bytes()
