"""The memo as Word reads it: words in Word's own styles, and nothing that XML forbids."""

import io

import docx
import pytest
from docx.document import Document

from countercase.web.memo import MemoLine, write_docx

LINES = [
    MemoLine("A & B <v> C", "Title"),
    MemoLine("Facts", "Heading 1"),
    MemoLine("first\nsecond", "Quote"),
    MemoLine("1. X", "Heading 2"),
    MemoLine("note", "Small"),
    MemoLine("plain"),
]


@pytest.fixture(scope="module")
def memo() -> Document:
    return docx.Document(io.BytesIO(write_docx(LINES, "A & B")))


def test_the_paragraphs_are_there_in_their_styles(memo: Document) -> None:
    read = [(one.text, one.style.name if one.style else "") for one in memo.paragraphs]
    assert read == [(line.text, line.style) for line in LINES]


def test_every_style_is_set_in_one_typeface(memo: Document) -> None:
    for line in LINES:
        fonts = memo.styles[line.style].element.rPr.rFonts.attrib
        assert "Georgia" in fonts.values()
        assert not any("Theme" in name for name in fonts)  # Word takes a theme's typeface first


def test_title_and_page_number_stand_at_the_foot(memo: Document) -> None:
    (foot,) = memo.sections[0].footer.paragraphs
    assert foot.text == "A & B · "
    assert 'w:instr="PAGE"' in foot._p.xml
    assert memo.core_properties.title == "A & B"


@pytest.mark.parametrize("odd", ["\x00", "\x0b", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_forbids_is_dropped(odd: str) -> None:
    memo = docx.Document(io.BytesIO(write_docx([MemoLine(f"a{odd}b\tc 😀")], f"t{odd}")))
    assert memo.paragraphs[0].text == "ab\tc 😀"
    assert memo.core_properties.title == "t"


@pytest.mark.parametrize("forbidden", ["\x00", "\x0b", "\x1b", "\ufffe", "\uffff", "\ud800"])
def test_characters_that_xml_forbids_are_left_out(forbidden: str) -> None:
    made = docx.Document(io.BytesIO(write_docx([MemoLine(f"A{forbidden}B")], f"T{forbidden}")))
    assert [paragraph.text for paragraph in made.paragraphs] == ["AB"]
